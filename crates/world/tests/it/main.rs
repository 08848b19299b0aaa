//! The world's web server over real sockets.

#![cfg(feature = "net")]
#![allow(clippy::unwrap_used)]

mod client;
mod limits;
mod vendors;
mod websites;
