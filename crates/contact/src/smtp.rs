//! Speaking SMTP with mail servers: connections, sessions, replies and what they mean.

pub(crate) mod classify;
pub(crate) mod client;
pub(crate) mod connecting;
pub(crate) mod connection;
pub(crate) mod decoy;
pub(crate) mod exits;
pub mod memory;
pub(crate) mod pool;
pub(crate) mod probe;
pub mod reply;
pub(crate) mod reply_text;
pub(crate) mod session;
pub(crate) mod tls;
pub(crate) mod transcript;
