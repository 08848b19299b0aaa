//! What asking around brought.

use jiff::Timestamp;
use records::Claim;
use serde::Serialize;

use crate::vendor::{Answer, Cost, Fact, Outcome};

/// One vendor that was asked, or why it was not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// The vendor.
    pub provider: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub latency_ms: u64,
    /// What it cost the operator, in US dollars.
    pub cost: Cost,
}

/// What one vendor said.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The vendor.
    pub provider: String,
    /// What it said.
    pub answer: Answer,
    /// Whether the fact asked for is in it.
    pub is_hit: bool,
}

/// What asking around brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Gathered {
    /// The fact asked for.
    pub fact: Fact,
    /// A name for the question that tells nothing about its subject.
    pub fingerprint: String,
    /// Everything that vendors said, in the order they said it.
    pub answers: Vec<Hit>,
    /// Whom was asked, in the order it was decided.
    pub attempts: Vec<Attempt>,
}

impl Gathered {
    /// The answer to go by: one that its vendor vouches for or that two agree on, or else the first.
    pub fn best(&self) -> Option<&Hit> {
        let hits = || self.answers.iter().filter(|answer| answer.is_hit);
        hits().find(|hit| self.is_confirmed(hit)).or_else(|| hits().next())
    }

    /// Whether an answer is vouched for, or agreed on by two.
    pub fn is_confirmed(&self, hit: &Hit) -> bool {
        let value = hit.answer.value(self.fact);
        let agree =
            self.answers.iter().filter(|other| other.is_hit && other.answer.value(self.fact) == value);
        hit.is_hit && (hit.answer.is_confirmed(self.fact) || value.is_some() && agree.count() > 1)
    }

    /// Whether there were vendors to ask and none of them said whether it knows.
    pub fn nobody_answered(&self) -> bool {
        !self.attempts.is_empty() && !self.attempts.iter().any(|attempt| attempt.outcome.is_answer())
    }

    /// What it cost the operator in all.
    pub fn cost(&self) -> Cost {
        Cost(self.attempts.iter().map(|attempt| attempt.cost.0).sum())
    }

    /// What vendors said as claims to be filed, those without the fact asked for included.
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
