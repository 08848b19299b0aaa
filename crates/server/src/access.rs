//! Access control and the audit log of operators: API keys, passwords, rate limits, the daily quotas of the sandbox and of previews.

pub(crate) mod api_key;
pub(crate) mod auth;
pub(crate) mod credentials;
pub(crate) mod key_cache;
pub(crate) mod operator_log;
pub(crate) mod password;
pub(crate) mod preview_quota;
pub(crate) mod rate;
pub(crate) mod rights;
pub(crate) mod sandbox;
pub(crate) mod secret;
pub(crate) mod session;
pub(crate) mod shared_rate;
