//! Composite endpoints for accounts and people.

pub mod buying_committee;
pub mod champion_just_moved;
pub mod congrats_trigger;
pub mod find_decision_maker;
pub mod find_similar_people;
pub mod funded_and_hiring;
pub mod funding_radar;
pub mod hiring_intent;
pub mod job_change_radar;
pub mod lookalike_accounts;
pub mod low_competition_hires;
pub mod prospect_package;
pub mod tech_stack_targets;
