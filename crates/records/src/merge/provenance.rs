//! Provenance of merged values: the claim behind each, and its confidence.

use std::fmt;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::Claim;

/// The origin of a value: the claim that stated it, and the sources that agree or disagree.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// Path of the field in the record, such as `title` or `experience[0]`.
    pub field: String,
    /// Source of the value.
    pub source: String,
    /// The source's own id or row number for the subject.
    pub reference: String,
    /// When the source observed it.
    pub observed_at: Timestamp,
    /// The source's own words, where the record shows the usual name instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<String>,
    /// Confidence in the value, 0 to 1.
    pub confidence: f64,
    /// Names of other sources that state the same value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agreeing: Vec<String>,
    /// Different values of other sources, newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicting: Vec<Conflict>,
    /// Whether the field is a contact value, which only some answers may include.
    #[serde(skip)]
    pub contact: bool,
}

/// A different value that another source states.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The value that the source states.
    pub value: Value,
    /// Name of the source.
    pub source: String,
    /// When the source observed it.
    pub observed_at: Timestamp,
}

/// Whether a claim agrees with the chosen value.
pub(super) enum Stance {
    /// The claim states the same value.
    Same,
    /// The claim states this value instead.
    Other(Value),
}

impl Stance {
    pub(super) fn of(same: bool, stated: impl Serialize) -> Self {
        if same { Self::Same } else { Self::Other(serde_json::to_value(stated).unwrap_or_default()) }
    }
}

/// Receives the origin of each value during a merge.
pub(super) trait Recorder {
    /// Whether origins are recorded; a plain merge collects no claims per item.
    const RECORDS_ORIGINS: bool;

    /// Records the claim of a chosen value; `others` are the other claims about the same field, newest first.
    fn record<'a>(
        &mut self,
        field: fmt::Arguments<'_>,
        chosen: &Claim,
        others: impl IntoIterator<Item = (&'a Claim, Stance)>,
    );

    /// Adds the source's own words to the value recorded last, if the record shows another name.
    fn stated(&mut self, words: &str, shown: &str);

    /// Sets whether the values recorded next are contact values.
    fn contact(&mut self, contact: bool);
}

/// The recorder of a plain merge: discards everything.
pub(super) struct NoRecorder;

impl Recorder for NoRecorder {
    const RECORDS_ORIGINS: bool = false;

    fn record<'a>(
        &mut self,
        _: fmt::Arguments<'_>,
        _: &Claim,
        _: impl IntoIterator<Item = (&'a Claim, Stance)>,
    ) {
    }

    fn stated(&mut self, _: &str, _: &str) {}

    fn contact(&mut self, _: bool) {}
}

/// The recorder of an explanation: collects one [`Origin`] per field.
pub(super) struct OriginRecorder {
    newest: Timestamp,
    contact: bool,
    origins: Vec<Origin>,
}

impl OriginRecorder {
    pub(super) fn new(newest: Option<Timestamp>) -> Self {
        Self { newest: newest.unwrap_or(Timestamp::MIN), contact: false, origins: Vec::new() }
    }

    pub(super) fn into_origins(self) -> Vec<Origin> {
        self.origins
    }
}

impl Recorder for OriginRecorder {
    const RECORDS_ORIGINS: bool = true;

    fn record<'a>(
        &mut self,
        field: fmt::Arguments<'_>,
        chosen: &Claim,
        others: impl IntoIterator<Item = (&'a Claim, Stance)>,
    ) {
        let (mut agreeing, mut conflicting) = (Vec::new(), Vec::<Conflict>::new());
        let mut sources = vec![chosen.source.as_str()];
        for (claim, stance) in others {
            // A newer claim of a source replaces its older ones.
            if sources.contains(&claim.source.as_str()) {
                continue;
            }
            sources.push(&claim.source);
            match stance {
                Stance::Same => agreeing.push(claim.source.clone()),
                Stance::Other(value) => conflicting.push(Conflict {
                    value,
                    source: claim.source.clone(),
                    observed_at: claim.observed_at,
                }),
            }
        }
        agreeing.sort();
        let disputes = conflicting.iter().filter(|conflict| disputes(chosen, conflict)).count();
        self.origins.push(Origin {
            field: field.to_string(),
            source: chosen.source.clone(),
            reference: chosen.reference.clone(),
            observed_at: chosen.observed_at,
            stated: None,
            confidence: confidence(days_between(chosen.observed_at, self.newest), agreeing.len(), disputes),
            agreeing,
            conflicting,
            contact: self.contact,
        });
    }

    fn stated(&mut self, words: &str, shown: &str) {
        if let Some(last) = self.origins.last_mut().filter(|_| words != shown) {
            last.stated = Some(words.to_owned());
        }
    }

    fn contact(&mut self, contact: bool) {
        self.contact = contact;
    }
}

/// A conflicting value is outdated, not disputing, if it is older than the chosen one by this many days.
const DISPUTE_DAYS: f64 = 90.0;

/// Half-life of the freshness part of the confidence.
const HALF_LIFE_DAYS: f64 = 730.0;

fn disputes(chosen: &Claim, conflict: &Conflict) -> bool {
    days_between(conflict.observed_at, chosen.observed_at) < DISPUTE_DAYS
}

fn days_between(from: Timestamp, until: Timestamp) -> f64 {
    until.duration_since(from).as_secs_f64() / 86_400.0
}

/// A single source has 0.7; each further source that agrees halves the remaining uncertainty; each one that disputes
/// removes a tenth. Age relative to the newest claim about the subject removes up to half.
fn confidence(age_days: f64, agreeing: usize, disputes: usize) -> f64 {
    let trust = 1.0 - 0.3 * 0.5_f64.powf(agreeing.min(20) as f64);
    let dispute = 0.9_f64.powf(disputes.min(20) as f64);
    let freshness = 0.5 + 0.5 * 0.5_f64.powf(age_days.max(0.0) / HALF_LIFE_DAYS);
    (trust * dispute * freshness * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn confidence_grows_with_agreement_and_falls_with_age_and_dispute(
            age in 0.0..20_000.0_f64, agreeing in 0_usize..30, disputes in 0_usize..30,
        ) {
            let sure = confidence(age, agreeing, disputes);
            prop_assert!((0.0..=1.0).contains(&sure));
            prop_assert!(confidence(age, agreeing + 1, disputes) >= sure);
            prop_assert!(confidence(age + 30.0, agreeing, disputes) <= sure);
            prop_assert!(confidence(age, agreeing, disputes + 1) <= sure);
        }
    }
}
