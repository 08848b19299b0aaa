//! The tasks of the server itself, by name.

use jiff::SignedDuration;

use crate::{
    bulk, errand,
    scheduler::{Next, Task},
    webhook,
};

/// Answers the items of bulk jobs.
pub const BULK: &str = "bulk";

/// Delivers events to webhooks.
pub const WEBHOOKS: &str = "webhooks";

/// Every task there is.
pub fn all() -> Vec<Task> {
    vec![
        Task::new("key_uses", SignedDuration::from_secs(5), async |app| {
            app.write_key_uses().await?;
            Ok(Next::Usual)
        }),
        Task::new(BULK, bulk::LOOK_EVERY, bulk::work),
        Task::new(WEBHOOKS, webhook::LOOK_EVERY, webhook::work),
        Task::new("leases", errand::RENEW_EVERY, errand::renew_leases),
        Task::new("old_jobs", SignedDuration::from_hours(1), bulk::forget_old),
        Task::new("old_deliveries", SignedDuration::from_hours(1), webhook::forget_old),
    ]
}
