//! The caller's own account.

mod history;
mod history_of_every_call;
mod key_caps;
mod keys;
mod ledger;
mod me;
mod people;
mod signup;
mod usage;
