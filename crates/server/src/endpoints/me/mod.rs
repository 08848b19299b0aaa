//! The caller's own account.

pub mod account;
pub mod charged_answer;
pub mod history;
pub mod history_export;
pub mod keys;
pub mod people;
pub mod webhooks;
