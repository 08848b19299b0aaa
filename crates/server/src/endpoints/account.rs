//! The caller's account: sign-up, login, keys, history, people, webhooks.

pub mod charged_answer;
pub mod history;
pub mod history_export;
pub mod keys;
pub mod login;
pub mod me;
pub mod people;
pub mod signup;
pub mod webhooks;
