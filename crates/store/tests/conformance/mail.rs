//! Checks and searches of contacts.

mod contact_checks;
mod contacts;
