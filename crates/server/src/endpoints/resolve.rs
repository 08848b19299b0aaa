//! Resolves identifiers to people and companies, and verifies emails.

crate::endpoint::endpoints! {
    enrich: Enrich;
    companies: Companies;
    verify_email: VerifyEmail;
}
