//! Explanations of a match.

use records::{
    matching::{Feature, Match, PRIOR, RunnerUp},
    merge::Origin,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::UpstreamCallView;

/// Why a record was answered, or why none was.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Explanation {
    /// Records that were compared with the question.
    pub candidates: usize,
    /// How the best of them compared; absent when there was none, and in a miss whose best candidate would have been
    /// answered at the default `min_confidence`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<MatchDecision>,
    /// Where each value of the answer comes from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Origin>,
    /// Upstream calls made for the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upstream: Vec<UpstreamCallView>,
}

impl Explanation {
    /// The explanation of a free miss. A candidate that is sold at this confidence is not described: raising
    /// `min_confidence` above it would confirm details of the record for nothing.
    pub fn of_miss(self, sold_from: f64) -> Self {
        Self { decision: self.decision.filter(|best| best.confidence < sold_from), ..self }
    }
}

/// How the best candidate compared: `score` is `prior` plus the weight of every feature.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MatchDecision {
    /// How sure the match is, 0 to 1.
    pub confidence: f64,
    /// What it had to reach.
    pub min_confidence: f64,
    /// Log odds of the match.
    pub score: f64,
    /// Log odds before anything was compared.
    pub prior: f64,
    /// What was compared, and what each comparison weighs.
    pub features: Vec<Feature>,
    /// The second best candidate, nameless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
}

impl MatchDecision {
    pub(crate) fn new(found: &Match, min_confidence: f64) -> Self {
        Self {
            confidence: found.confidence,
            min_confidence,
            score: found.score,
            prior: PRIOR,
            features: found.features.clone(),
            runner_up: found.runner_up,
        }
    }
}
