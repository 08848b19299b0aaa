//! One call: its input, its charge and its repetition.

mod bad_input;
mod charged_once;
mod idempotency;
mod max_credits;
mod metering;
mod two_nodes;
