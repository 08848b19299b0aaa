//! One call: from its bytes to its settled answer.

pub(crate) mod context;
pub(crate) mod cursor;
pub(crate) mod heavy;
pub(crate) mod history_entry;
pub(crate) mod history_queue;
pub(crate) mod idempotency;
pub(crate) mod in_flight;
pub(crate) mod metering;
pub(crate) mod pipeline;
pub(crate) mod problem;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod seal;
pub(crate) mod stream_count;
pub(crate) mod streams;
