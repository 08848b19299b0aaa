//! Composite endpoints, each against claims written by hand: what must be answered and what must not, in which order, at
//! what price, and what is left behind.

mod buying_committee;
mod champion_just_moved;
mod congrats_trigger;
mod find_decision_maker;
mod find_similar_people;
mod funded_and_hiring;
mod funding_radar;
mod hiring_intent;
mod job_change_radar;
mod lookalike_accounts;
mod low_competition_hires;
mod prospect_package;
mod tech_stack_targets;

use crate::recipe::*;
