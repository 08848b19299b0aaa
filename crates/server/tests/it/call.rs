//! One call: its input, its charge and its repetition.

mod bad_input;
mod idempotency;
mod metering;
