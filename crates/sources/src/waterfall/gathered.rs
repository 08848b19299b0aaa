//! Result of querying vendors.

use jiff::Timestamp;
use records::Claim;
use serde::Serialize;
use tokio::time::Instant;

use crate::vendor::{Answer, Cost, Fact, VendorOutcome};

/// One vendor in the log of a query: its outcome, or why it was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VendorAttempt {
    /// Name of the vendor.
    pub provider: String,
    /// Outcome of the request, or why none was sent.
    pub outcome: VendorOutcome,
    /// Time from the beginning of the run to the start of the request, or to the decision to send none.
    pub started_ms: u64,
    /// Time from start to outcome.
    pub latency_ms: u64,
    /// Cost to the operator, in US dollars.
    pub cost: Cost,
}

/// The answer of one vendor.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Name of the vendor.
    pub provider: String,
    /// The facts it returned.
    pub answer: Answer,
    /// Whether the requested fact is among them.
    pub is_hit: bool,
}

/// Result of querying vendors for one fact.
#[derive(Debug, Clone, PartialEq)]
pub struct WaterfallResult {
    /// The requested fact.
    pub fact: Fact,
    /// When the run began, which callers with equal questions share.
    pub began: Instant,
    /// Hash of the question: identifies it without revealing its subject.
    pub fingerprint: String,
    /// All answers, in the order of arrival.
    pub answers: Vec<Hit>,
    /// The vendors considered, queried or skipped, in order.
    pub attempts: Vec<VendorAttempt>,
}

impl WaterfallResult {
    /// The best answer: the first that is confirmed, else the first hit.
    pub fn best(&self) -> Option<&Hit> {
        let hits = || self.answers.iter().filter(|answer| answer.is_hit);
        hits().find(|hit| self.is_confirmed(hit)).or_else(|| hits().next())
    }

    /// Whether the vendor verified the value itself, or two vendors returned the same one.
    pub fn is_confirmed(&self, hit: &Hit) -> bool {
        let value = hit.answer.value(self.fact);
        let agree =
            self.answers.iter().filter(|other| other.is_hit && other.answer.value(self.fact) == value);
        hit.is_hit && (hit.answer.is_confirmed(self.fact) || value.is_some() && agree.count() > 1)
    }

    /// Whether there were vendors and none of them returned a hit or a miss.
    pub fn nobody_answered(&self) -> bool {
        !self.attempts.is_empty() && !self.attempts.iter().any(|attempt| attempt.outcome.is_answer())
    }

    /// Total cost to the operator.
    pub fn cost(&self) -> Cost {
        Cost(self.attempts.iter().map(|attempt| attempt.cost.0).sum())
    }

    /// All answers as claims, including those without the requested fact.
    pub fn claims(&self, observed_at: Timestamp) -> Vec<Claim> {
        let mut claims = Vec::new();
        for answer in &self.answers {
            let reference = answer.answer.reference.clone().unwrap_or_else(|| self.fingerprint.clone());
            for facts in answer.answer.facts() {
                claims.push(Claim {
                    source: answer.provider.clone(),
                    reference: reference.clone(),
                    observed_at,
                    facts,
                });
            }
        }
        claims
    }
}
