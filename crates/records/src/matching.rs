//! Matching a query to a record, with the evidence and the confidence.
//!
//! Each compared feature adds its weight, a natural logarithm of odds, to a prior; the sum is the score (Fellegi and
//! Sunter, 1969). The weights are assumed to be independent, so leaving a feature out of a query changes the score by
//! exactly its weight; only the weight of namesakes depends on the other candidates. At most one candidate is right, so the confidence is the winner's odds against all other
//! candidates and against no match at all: a namesake halves it.

#[cfg(test)]
mod calibration;
mod company;
mod namesakes;
mod person;
mod reliability;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

pub use company::{company_identifiers_disagree, competing_names, match_company, words_to_count};
pub use namesakes::NameShares;
pub use person::{identifiers_disagree, match_person};
pub use reliability::{Band, Reliability};

/// Default minimum confidence for a person match; the caller can request another.
pub const MIN_CONFIDENCE_PERSON: f64 = 0.5;

/// Default minimum confidence for a company match; the caller can request another.
pub const MIN_CONFIDENCE_COMPANY: f64 = 0.5;

/// Log odds of a candidate that only shares a look-up key with the query.
pub const PRIOR: f64 = -4.5;

/// Difference of log odds up to which the second-best candidate is a rival: it is at least a third as likely.
const RIVAL_MARGIN: f64 = 1.1;

/// The best candidate for a query.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Match {
    /// Its index among the candidates.
    #[serde(skip)]
    pub index: usize,
    /// Probability that it is the right one, 0 to 1.
    pub confidence: f64,
    /// Log odds: the prior plus the weights of all features.
    pub score: f64,
    /// The parts of the query that matched.
    pub matched_on: Vec<String>,
    /// The comparisons and their weights.
    pub features: Vec<Feature>,
    /// The second-best candidate, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
}

impl Match {
    /// Whether it would be the answer if nobody else fitted about as well.
    pub fn is_ambiguous(&self, min_confidence: f64) -> bool {
        let alone = self.score.exp() / (1.0 + self.score.exp());
        let has_rival = self.runner_up.is_some_and(|second| second.margin <= RIVAL_MARGIN);
        has_rival && self.confidence < min_confidence && alone >= min_confidence
    }

    /// Whether an identifier fits, and the given name is that of another person.
    pub fn has_name_conflict(&self) -> bool {
        let is = |feature: &Feature, name: &str, outcome: &str| {
            feature.feature == name && feature.outcome == outcome
        };
        let identified = ["network_url", "email", "phone", "identifier"];
        self.features.iter().any(|feature| is(feature, "given_name", "different"))
            && self
                .features
                .iter()
                .any(|feature| identified.contains(&feature.feature) && feature.weight > 0.0)
    }
}

/// One comparison and its weight.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Feature {
    /// What was compared.
    pub feature: &'static str,
    /// Result of the comparison.
    pub outcome: &'static str,
    /// Contribution to the score.
    pub weight: f64,
    /// The part of the query that `matched_on` lists for it.
    #[serde(skip)]
    part: &'static str,
}

/// Scores of the second-best candidate. Its identity is not disclosed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct RunnerUp {
    /// Probability that it is the right one, 0 to 1.
    pub confidence: f64,
    /// Its log odds.
    pub score: f64,
    /// Difference to the best score.
    pub margin: f64,
}

impl Feature {
    fn new(feature: &'static str, outcome: &'static str, weight: f64) -> Self {
        Self { feature, outcome, weight: exact(weight), part: feature }
    }

    /// Sets the name that callers use for this part of the query.
    fn of_part(self, part: &'static str) -> Self {
        Self { part, ..self }
    }
}

/// Rounds a weight to a multiple of 1/1024: sums of such numbers are exact in any order.
fn exact(weight: f64) -> f64 {
    (weight * 1024.0).round() / 1024.0
}

fn score(features: &[Feature]) -> f64 {
    PRIOR + features.iter().map(|feature| feature.weight).sum::<f64>()
}

/// Picks the best of the compared candidates; `id` breaks ties.
fn decide<'a>(compared: Vec<Vec<Feature>>, id: impl Fn(usize) -> &'a str) -> Option<Match> {
    let scores: Vec<f64> = compared.iter().map(|features| score(features)).collect();
    let mut order: Vec<usize> = (0..compared.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then_with(|| id(a).cmp(id(b))));
    let index = *order.first()?;
    let odds: f64 = order.iter().map(|&candidate| scores[candidate].exp()).sum();
    let confidence = |candidate: usize| {
        let likely = scores[candidate].exp() / (1.0 + odds);
        (likely * 10_000.0).round() / 10_000.0
    };
    let runner_up = order.get(1).map(|&second| RunnerUp {
        confidence: confidence(second),
        score: scores[second],
        margin: scores[index] - scores[second],
    });
    let mut compared = compared;
    let features = compared.swap_remove(index);
    let mut matched_on: Vec<String> = Vec::new();
    for feature in features.iter().filter(|feature| feature.weight > 0.0) {
        if !matched_on.iter().any(|part| part == feature.part) {
            matched_on.push(feature.part.to_owned());
        }
    }
    (!matched_on.is_empty()).then(|| Match {
        index,
        confidence: confidence(index),
        score: scores[index],
        matched_on,
        features,
        runner_up,
    })
}
