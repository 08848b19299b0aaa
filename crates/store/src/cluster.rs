//! What the nodes of one store share: who is alive, which of them runs a task or answers a call with an idempotency key, and
//! the rates of callers. All times are the
//! database's, because the clocks of nodes differ.

pub(crate) mod key_claim;
pub(crate) mod node;
pub(crate) mod rate_bucket;
pub(crate) mod task_lease;
