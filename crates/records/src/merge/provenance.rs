//! Where a merged value came from, and how sure it is.

use std::fmt;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::Claim;

/// Which claim gave a value, who agrees and who says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// Path of the field in the record, such as `title` or `experience[0]`.
    pub field: String,
    /// Source of the value.
    pub source: String,
    /// The source's own id or row number for the subject.
    pub reference: String,
    /// When the source saw it.
    pub observed_at: Timestamp,
    /// How sure the value is, 0 to 1.
    pub confidence: f64,
    /// Other sources that say the same, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agreeing: Vec<String>,
    /// What other sources say instead, the newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicting: Vec<Conflict>,
    /// Whether the field is a contact value, which only some answers may mention.
    #[serde(skip)]
    pub contact: bool,
}

/// What another source says instead.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The value it gives.
    pub value: Value,
    /// Its name.
    pub source: String,
    /// When it saw that.
    pub observed_at: Timestamp,
}

/// How a claim stands to the value that was chosen.
pub(super) enum Stance {
    /// It says the same.
    Same,
    /// It says this instead.
    Other(Value),
}

impl Stance {
    pub(super) fn of(same: bool, said: impl Serialize) -> Self {
        if same { Self::Same } else { Self::Other(serde_json::to_value(said).unwrap_or_default()) }
    }
}

/// Told by the merge which claim each value came from.
pub(super) trait Recorder {
    /// Whether anyone listens, so that a plain merge keeps no lists for nothing.
    const LISTENS: bool;

    /// A value was chosen; `others` are the further claims about the same field, the newest first.
    fn record<'a>(
        &mut self,
        field: fmt::Arguments<'_>,
        chosen: &Claim,
        others: impl IntoIterator<Item = (&'a Claim, Stance)>,
    );

    /// Marks everything recorded from now on as contact values, or no longer.
    fn contact(&mut self, contact: bool);
}

/// The recorder of a plain merge: hears nothing.
pub(super) struct Silent;

impl Recorder for Silent {
    const LISTENS: bool = false;

    fn record<'a>(
        &mut self,
        _: fmt::Arguments<'_>,
        _: &Claim,
        _: impl IntoIterator<Item = (&'a Claim, Stance)>,
    ) {
    }

    fn contact(&mut self, _: bool) {}
}

/// The recorder of an explanation: writes down an [`Origin`] per field.
pub(super) struct Ledger {
    newest: Timestamp,
    contact: bool,
    origins: Vec<Origin>,
}

impl Ledger {
    pub(super) fn new(newest: Option<Timestamp>) -> Self {
        Self { newest: newest.unwrap_or(Timestamp::MIN), contact: false, origins: Vec::new() }
    }

    pub(super) fn into_origins(self) -> Vec<Origin> {
        self.origins
    }
}

impl Recorder for Ledger {
    const LISTENS: bool = true;

    fn record<'a>(
        &mut self,
        field: fmt::Arguments<'_>,
        chosen: &Claim,
        others: impl IntoIterator<Item = (&'a Claim, Stance)>,
    ) {
        let (mut agreeing, mut conflicting) = (Vec::new(), Vec::<Conflict>::new());
        let mut heard = vec![chosen.source.as_str()];
        for (claim, stance) in others {
            // What a source said earlier is withdrawn by what it says now.
            if heard.contains(&claim.source.as_str()) {
                continue;
            }
            heard.push(&claim.source);
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
            confidence: confidence(days_between(chosen.observed_at, self.newest), agreeing.len(), disputes),
            agreeing,
            conflicting,
            contact: self.contact,
        });
    }

    fn contact(&mut self, contact: bool) {
        self.contact = contact;
    }
}

/// An older statement is outdated rather than in dispute.
const DISPUTE_DAYS: f64 = 90.0;

/// A value this much older than the newest claim has lost half of what age can take.
const HALF_LIFE_DAYS: f64 = 730.0;

fn disputes(chosen: &Claim, conflict: &Conflict) -> bool {
    days_between(conflict.observed_at, chosen.observed_at) < DISPUTE_DAYS
}

fn days_between(from: Timestamp, until: Timestamp) -> f64 {
    until.duration_since(from).as_secs_f64() / 86_400.0
}

/// One source is believed to 0.7; each further one that agrees halves the doubt; each one that disputes
/// takes a tenth. Age, measured against the newest claim about the subject, takes up to half.
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
