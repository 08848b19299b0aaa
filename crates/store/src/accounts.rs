//! Accounts: who they are, their keys, what they may store.

pub(crate) mod account;
pub(crate) mod cap;
pub(crate) mod key;
pub(crate) mod open;
pub(crate) mod sandbox;
pub(crate) mod stored;
pub(crate) mod trial;
