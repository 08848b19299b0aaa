//! Accounts: opening, API keys, storage caps, the trial and the sandbox.

pub(crate) mod account;
pub(crate) mod cap;
pub(crate) mod ids;
pub(crate) mod key;
pub(crate) mod open;
pub(crate) mod sandbox;
pub(crate) mod session;
pub(crate) mod stored;
pub(crate) mod trial;
