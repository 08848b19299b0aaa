//! Resolves identifiers to people and companies, and verifies emails.

pub mod companies;
pub mod enrich;
pub mod verify_email;
