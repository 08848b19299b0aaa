//! `/v1/me`: the caller's own account.

mod account;
mod history;
mod keys;
mod people;
