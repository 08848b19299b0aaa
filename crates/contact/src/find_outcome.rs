//! The result of a search for an address.

use std::time::Duration;

use records::email::EmailAddress;

use crate::{
    patterns::CandidateAddress,
    smtp::transcript::Exchange,
    verdict::{Reason, Status},
};

/// The most likely address of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundAddress {
    /// The address and the pattern it follows.
    pub candidate: CandidateAddress,
    /// Probability that it belongs to the person, after verification.
    pub confidence: f64,
    /// Reason of its status; deliverable only if the mail server confirmed it.
    pub reason: Reason,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FindOutcome {
    /// The most likely address; absent if the domain accepts no mail or every candidate was refused.
    pub found: Option<FoundAddress>,
    /// Why the search ended.
    pub reason: Reason,
    /// Whether the server accepts every address; absent if unknown.
    pub catch_all: Option<bool>,
    /// Whether the domain has MX records; absent if DNS failed.
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    pub provider: Option<String>,
    /// When to retry, if the result may change.
    pub retry_after: Option<Duration>,
    /// Number of RCPT commands sent.
    pub recipients_asked: usize,
    /// The candidates with their probabilities before verification, most likely first.
    pub candidates: Vec<CandidateAddress>,
    /// SMTP exchange with the mail servers, shortened.
    pub transcript: Vec<Exchange>,
}

impl FindOutcome {
    /// The most likely address.
    pub fn address(&self) -> Option<&EmailAddress> {
        self.found.as_ref().map(|found| &found.candidate.address)
    }

    /// Whether the mail server confirmed the address.
    pub fn is_verified(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.reason.status() == Status::Deliverable)
    }
}
