//! One call: from its bytes to its settled answer.

pub(crate) mod body;
pub(crate) mod context;
pub(crate) mod cursor;
pub(crate) mod heavy;
pub(crate) mod idempotency;
pub(crate) mod json;
pub(crate) mod metering;
pub(crate) mod pipeline;
pub(crate) mod problem;
pub(crate) mod request;
pub(crate) mod schemas;
pub(crate) mod seal;
pub(crate) mod streams;
pub(crate) mod validate;
