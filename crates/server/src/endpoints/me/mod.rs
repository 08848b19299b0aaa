//! The caller's own account.

pub mod account;
pub mod history;
pub mod history_export;
pub mod keys;
pub mod people;
pub mod webhooks;
