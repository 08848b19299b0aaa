//! Background work: bulk jobs, imports, watch lists, webhooks, measurements, and the scheduler that runs them.

pub(crate) mod bulk;
pub(crate) mod call;
pub(crate) mod imports;
pub(crate) mod mail_memory;
pub(crate) mod measured;
pub(crate) mod scheduler;
pub(crate) mod signature;
pub(crate) mod tasks;
pub(crate) mod timekeeping;
pub(crate) mod vendor_order;
pub(crate) mod watching;
pub(crate) mod webhook;
