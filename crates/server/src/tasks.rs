//! The tasks of the server itself, by name.

use jiff::SignedDuration;

use crate::scheduler::{Next, Task};

/// Every task there is.
pub fn all() -> Vec<Task> {
    vec![Task::new("key_uses", SignedDuration::from_secs(5), async |app| {
        app.write_key_uses().await?;
        Ok(Next::Usual)
    })]
}
