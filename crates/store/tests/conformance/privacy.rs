//! Erasure, suppression and requests for them.

mod erasing;
pub mod erasing_columns;
mod erasing_others;
mod erasing_spellings;
mod erasing_steps;
mod privacy_requests;
mod suppressed_words;
pub mod suppression;
