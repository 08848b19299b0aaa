//! From an identifier to a person or a company, and whether mail arrives.

pub mod companies;
pub mod enrich;
pub mod verify_email;
