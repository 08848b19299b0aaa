//! Background tasks that one node at a time runs.

use jiff::SignedDuration;

use super::node::micros;
use crate::{
    Store,
    sql::{Result, params},
};

impl Store {
    /// Takes a task for a node, or keeps it, for some time; false while another node has it.
    pub async fn take_task(&self, task: &'static str, node: &str, lasting: SignedDuration) -> Result<bool> {
        let node = node.to_owned();
        self.write(move |sql| {
            let now = sql.now()?;
            let taken = sql.execute(
                "INSERT INTO task_lease (task, node, lease_until) VALUES (?1, ?2, ?3)
                 ON CONFLICT (task) DO UPDATE SET node = excluded.node, lease_until = excluded.lease_until
                 WHERE task_lease.node = excluded.node OR task_lease.lease_until <= ?4",
                params![task, &node, now.saturating_add(micros(lasting)), now],
            )?;
            Ok(taken > 0)
        })
        .await
    }
}
