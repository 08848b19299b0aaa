//! The bundles: one flat price, and nothing when the subject is not known.

mod competitive_intel;
mod founder_research;
mod recruiter_pack;
mod relationship_graph;
mod sales_deck;

use crate::recipe::{ClaimBuilder, company, person, profile, stage, texts};
