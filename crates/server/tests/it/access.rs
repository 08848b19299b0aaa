//! Who may call, and how often.

mod authentication;
mod rate_limits;
