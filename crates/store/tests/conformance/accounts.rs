//! Accounts, keys, caps and the sandbox.

mod account;
mod caps;
mod keys;
mod preview_use;
mod sandbox;
mod sessions;
