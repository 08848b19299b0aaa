//! Which record a query means, why, and how sure that is.
//!
//! Each thing that can be compared adds its weight, a natural logarithm of odds, to a prior; the sum is the
//! score (Fellegi and Sunter, 1969). The weights are independent of each other, so leaving one out of a
//! query moves the score by exactly that weight. At most one candidate is meant, so the confidence is the
//! winner's odds against all other candidates and against nobody at all: a namesake halves it.

#[cfg(test)]
mod calibration;
mod company;
mod person;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

pub use company::{company_identifiers_disagree, match_company};
pub use person::{identifiers_disagree, match_person};

/// A person is answered from this confidence on, unless the caller asks for another.
pub const MIN_CONFIDENCE_PERSON: f64 = 0.5;

/// A company is answered from this confidence on, unless the caller asks for another.
pub const MIN_CONFIDENCE_COMPANY: f64 = 0.5;

/// Log odds that a record which merely shares a look-up key is the one meant.
pub const PRIOR: f64 = -7.0;

/// The candidate a query most likely means.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Match {
    /// Its place among the candidates.
    #[serde(skip)]
    pub index: usize,
    /// How likely it is the one meant, 0 to 1.
    pub confidence: f64,
    /// Log odds: the prior and every feature's weight.
    pub score: f64,
    /// Which parts of the query speak for it.
    pub matched_on: Vec<String>,
    /// What was compared, and what each comparison weighed.
    pub features: Vec<Feature>,
    /// The next best candidate, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
}

/// One comparison and its weight.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Feature {
    /// What was compared.
    pub feature: &'static str,
    /// How the comparison came out.
    pub outcome: &'static str,
    /// What it adds to the score.
    pub weight: f64,
    /// The part of the query it stands for in `matched_on`.
    #[serde(skip)]
    part: &'static str,
}

/// How close the second best candidate came. It says nothing about who that is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct RunnerUp {
    /// How likely it is the one meant, 0 to 1.
    pub confidence: f64,
    /// Its log odds.
    pub score: f64,
    /// How far it lies behind.
    pub margin: f64,
}

impl Feature {
    fn new(feature: &'static str, outcome: &'static str, weight: f64) -> Self {
        Self { feature, outcome, weight: exact(weight), part: feature }
    }

    /// The same under the name by which a caller knows this part of the query.
    fn of_part(self, part: &'static str) -> Self {
        Self { part, ..self }
    }
}

/// The weight to a 1024th: such numbers add up without rounding, in any order.
fn exact(weight: f64) -> f64 {
    (weight * 1024.0).round() / 1024.0
}

fn score(features: &[Feature]) -> f64 {
    PRIOR + features.iter().map(|feature| feature.weight).sum::<f64>()
}

/// Decides between candidates that were each compared with the query; `id` breaks ties.
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
