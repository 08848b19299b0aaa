//! A signal in the free feeds, with masked people.

use jiff::Timestamp;
use records::{
    Acquisition, Department, Employer, FundingRound, Job, PartialDate, Seniority, SignalKind,
    signal::{Change, CompanyChange, SignalSource},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::StoredSignal;

/// A signal.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignalView {
    /// Stable id of the signal.
    pub id: String,
    /// Kind of signal.
    pub kind: SignalKind,
    /// When it occurred; the start of the day if only the day is known.
    pub at: Timestamp,
    /// When it became known.
    pub observed_at: Timestamp,
    /// The company concerned; the acquirer, for an acquisition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// The round, for funding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<FundingRound>,
    /// The acquired company, for an acquisition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acquisition: Option<Acquisition>,
    /// The position, for hiring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<Box<Job>>,
    /// The move, for a job change or a promotion; the person is masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<MaskedChange>,
    /// What changed at the company, for a company change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_change: Option<CompanyChange>,
    /// Sources of the signal.
    pub sources: Vec<SignalSource>,
}

/// A job change or promotion with a masked person; the name costs credits.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaskedChange {
    /// Initials and new title, such as `J. M., VP Sales`.
    pub person: String,
    /// Previous title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_title: Option<String>,
    /// Previous employer.
    pub old_company: Employer,
    /// New title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_title: Option<String>,
    /// Seniority of the new role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seniority: Option<Seniority>,
    /// Departments of the new role.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// Country of the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Date of the move, as precisely as known.
    pub changed_at: PartialDate,
}

impl SignalView {
    /// Removes everything from the signal that identifies a person.
    pub fn new(stored: StoredSignal) -> Self {
        let StoredSignal { signal, observed_at, .. } = stored;
        let mut sources = signal.sources;
        if signal.change.is_some() {
            // The URL of a post identifies its author.
            sources.iter_mut().for_each(|source| source.url = None);
        }
        Self {
            id: signal.id,
            kind: signal.kind,
            at: signal.at,
            observed_at,
            company: signal.company,
            funding: signal.funding,
            acquisition: signal.acquisition,
            job: signal.job,
            change: signal.change.map(MaskedChange::new),
            company_change: signal.company_change,
            sources,
        }
    }
}

impl MaskedChange {
    fn new(change: Change) -> Self {
        let initials: Vec<String> = change
            .full_name
            .split_whitespace()
            .filter_map(|word| word.chars().find(|letter| letter.is_alphabetic()))
            .map(|letter| format!("{}.", letter.to_uppercase()))
            .collect();
        let title = change.new_title.as_deref().map(|title| format!(", {title}")).unwrap_or_default();
        Self {
            person: format!("{}{title}", initials.join(" ")),
            old_title: change.old_title,
            old_company: change.old_company,
            new_title: change.new_title,
            seniority: change.seniority,
            departments: change.departments,
            country: change.country,
            changed_at: change.changed_at,
        }
    }
}
