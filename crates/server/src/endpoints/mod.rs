//! One file, one endpoint: its declaration, its types, its function.

pub mod ad_audience;
pub mod bulk;
pub mod companies;
pub mod enrich;
pub mod ingest_signals;
pub mod me;
pub mod reverse_email;
pub mod reverse_phone;
pub mod sandbox_info;
pub mod saved_icps;
pub mod search;
pub mod signals;
pub mod signup;
pub mod verify_email;
pub mod watch_lists;
