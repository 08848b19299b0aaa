//! The result of a search for an address.

use std::time::Duration;

use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    patterns::{CandidateAddress, Pattern},
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
    /// Whether a mail server was asked last. It was not if all of the domain's are left alone for now.
    pub asked: bool,
    /// The candidates that the mail server refused in this search.
    pub refused: Vec<RefusedCandidate>,
    /// How the result came about.
    pub explanation: FindExplanation,
}

/// A candidate that the mail server refused.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedCandidate {
    /// The address.
    pub address: EmailAddress,
    /// What the refusal means.
    pub reason: Reason,
    /// The conversation with the mail servers about it, shortened.
    pub conversation: Vec<Exchange>,
}

/// How a search for an address came to its result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindExplanation {
    /// Number of the company's known addresses from which its pattern was learned.
    pub learned_from: u32,
    /// The addresses that came into question: stated ones, then derived ones, most likely first. In an answer without an
    /// address, only those that the mail server refused.
    pub candidates: Vec<TriedCandidate>,
    /// What the confidence is made of: the confidence after each piece of evidence. The last one is that of the answer.
    pub confidence: Vec<ConfidenceStep>,
    /// The steps of the conversation with the mail servers, with their replies, shortened.
    pub conversation: Vec<Exchange>,
}

/// An address that came into question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TriedCandidate {
    /// The address.
    pub address: String,
    /// The pattern that it follows; absent if a source states the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// Probability that it is the person's, before the mail server was asked.
    pub probability: f64,
    /// What the mail server's reply means; absent if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// The confidence after a piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConfidenceStep {
    /// The evidence.
    pub because: Evidence,
    /// Probability that the address reaches the person, 0 to 1.
    pub confidence: f64,
}

/// What raises or lowers the confidence in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A source states the address.
    StatedBySource,
    /// The name, and how the company and others write addresses.
    NamePattern,
    /// The mail server refused likelier candidates.
    OthersRefused,
    /// Other people have this form of the name as their own.
    NameOfOthers,
    /// The mail server knows the mailbox; a namesake may have it.
    MailboxExists,
    /// The mail server accepts every address, or may do so.
    MailboxUnproven,
    /// The last check is older than 30 days.
    OldCheck,
    /// No mail server could be asked about the address.
    NotChecked,
}

impl FindExplanation {
    /// The explanation with none but refused candidates, for an answer without an address, which is free: a pattern and a
    /// name give the address away, too.
    pub fn of_refused(mut self) -> Self {
        let is_refused = |tried: &TriedCandidate| {
            tried.reason.is_some_and(|reason| reason.status() == Status::Undeliverable)
        };
        let (refused, others): (Vec<_>, Vec<_>) = self.candidates.into_iter().partition(is_refused);
        self.candidates = refused;
        for tried in others {
            // Some servers repeat the part before the @ alone.
            let local = tried.address.split('@').next().filter(|local| local.len() > 2);
            for exchange in &mut self.conversation {
                let outcome = exchange.outcome.replace(&tried.address, "…");
                exchange.outcome = local.map_or(outcome.clone(), |local| outcome.replace(local, "…"));
            }
        }
        self.confidence.clear();
        self
    }

    /// Adds the confidence after a piece of evidence.
    pub fn add(&mut self, because: Evidence, confidence: f64) {
        self.confidence.push(ConfidenceStep { because, confidence });
    }
}

impl FindOutcome {
    /// The outcome of a search that took too long.
    pub fn without_reply() -> Self {
        Self {
            found: None,
            reason: Reason::TimedOut,
            catch_all: None,
            mx_found: None,
            provider: None,
            retry_after: Reason::TimedOut.usual_wait(),
            recipients_asked: 0,
            asked: false,
            refused: Vec::new(),
            explanation: FindExplanation::default(),
        }
    }

    /// The most likely address.
    pub fn address(&self) -> Option<&EmailAddress> {
        self.found.as_ref().map(|found| &found.candidate.address)
    }

    /// Whether the mail server confirmed the address.
    pub fn is_verified(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.reason.status() == Status::Deliverable)
    }
}
