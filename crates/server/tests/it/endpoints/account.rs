//! The caller's own account.

mod history;
mod keys;
mod me;
mod people;
mod signup;
