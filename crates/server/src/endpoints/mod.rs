//! One file, one endpoint: its declaration, its types, its function.

pub mod ad_audience;
pub mod buying_committee;
pub mod companies;
pub mod congrats_trigger;
pub mod enrich;
pub mod find_decision_maker;
pub mod find_similar_people;
pub mod funded_and_hiring;
pub mod funding_radar;
pub mod hiring_intent;
pub mod ingest_signals;
pub mod job_change_radar;
pub mod lookalike_accounts;
pub mod low_competition_hires;
pub mod me;
pub mod reverse_email;
pub mod reverse_phone;
pub mod sandbox_info;
pub mod saved_icps;
pub mod search;
pub mod signals;
pub mod signup;
pub mod smb_buying_committee;
pub mod tech_stack_targets;
pub mod verify_email;
pub mod watch_lists;
