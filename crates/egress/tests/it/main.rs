//! What leaves, what does not, and what is accepted back.

#![allow(clippy::unwrap_used)]

mod answers;
mod corpus;
mod lab;
mod lines;
mod redirects;
mod trust;
