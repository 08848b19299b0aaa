//! Resolving identifiers, and verifying emails.

mod companies;
mod enrich;
mod late_verdict;
mod verify_email;
