//! Resolving identifiers, and verifying emails.

mod companies;
mod enrich;
mod verify_email;
