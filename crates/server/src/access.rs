//! Access control: API keys, passwords, rate limits, the sandbox's daily quota.

pub(crate) mod api_key;
pub(crate) mod auth;
pub(crate) mod password;
pub(crate) mod rate;
pub(crate) mod rights;
pub(crate) mod sandbox;
pub(crate) mod secret;
pub(crate) mod session;
pub(crate) mod shared_rate;
