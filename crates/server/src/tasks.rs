//! The tasks of the server itself, by name.

use jiff::SignedDuration;

use crate::{
    bulk, errand,
    scheduler::{Next, Task},
};

/// Answers the items of bulk jobs.
pub const BULK: &str = "bulk";

/// Every task there is.
pub fn all() -> Vec<Task> {
    vec![
        Task::new("key_uses", SignedDuration::from_secs(5), async |app| {
            app.write_key_uses().await?;
            Ok(Next::Usual)
        }),
        Task::new(BULK, SignedDuration::from_secs(2), bulk::work),
        Task::new("leases", errand::RENEW_EVERY, errand::renew_leases),
        Task::new("old_jobs", SignedDuration::from_hours(1), bulk::forget_old),
    ]
}
