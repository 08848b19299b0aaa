//! Accounts: opening, API keys, storage caps, the trial, previews and the sandbox.

pub(crate) mod account;
pub(crate) mod cap;
pub(crate) mod ids;
pub(crate) mod key;
pub(crate) mod key_cap;
pub(crate) mod open;
pub(crate) mod operator_log;
pub(crate) mod preview_use;
pub(crate) mod sandbox;
pub(crate) mod session;
pub(crate) mod stored;
pub(crate) mod trial;
