//! Commands that ask a brimful server over its API.

pub(crate) mod api;
pub(crate) mod client;
pub(crate) mod company;
pub(crate) mod exit;
pub(crate) mod listen;
pub(crate) mod logs;
pub(crate) mod mcp;
pub(crate) mod person;
mod question;
pub(crate) mod search;
mod shown;
pub(crate) mod signals;
pub(crate) mod verify;
