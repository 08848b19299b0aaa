//! Which requests are sent, which are refused, and which responses are accepted.

#![allow(clippy::unwrap_used)]

mod answers;
mod corpus;
mod lab;
mod lines;
mod redirects;
mod trust;
