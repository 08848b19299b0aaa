//! A signal as the free feeds show it: people are masked.

use jiff::Timestamp;
use records::{
    Acquisition, Department, Employer, FundingRound, Job, PartialDate, Seniority, Signal, SignalKind,
    signal::{Change, SignalSource},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignalView {
    /// Stable id.
    pub id: String,
    /// What sort of thing happened.
    pub kind: SignalKind,
    /// When it happened; the start of the day where only the day is known.
    pub at: Timestamp,
    /// The company it happened at; the buyer, for an acquisition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// The round, for funding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<FundingRound>,
    /// The company bought, for an acquisition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acquisition: Option<Acquisition>,
    /// The position, for hiring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<Box<Job>>,
    /// The move, for a job change; the person is masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<MaskedChange>,
    /// Who says so.
    pub sources: Vec<SignalSource>,
}

/// A move of somebody whose name costs a credit.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaskedChange {
    /// Initials and new title, such as `J. M., VP Sales`.
    pub person: String,
    /// Title before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_title: Option<String>,
    /// Employer before.
    pub old_company: Employer,
    /// Title after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_title: Option<String>,
    /// Seniority after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seniority: Option<Seniority>,
    /// Departments after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// Country of the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// When, as exactly as it is known.
    pub changed_at: PartialDate,
}

impl SignalView {
    /// The signal without what would name a person.
    pub fn new(signal: Signal) -> Self {
        let mut sources = signal.sources;
        if signal.change.is_some() {
            // The address of a post names its author.
            sources.iter_mut().for_each(|source| source.url = None);
        }
        Self {
            id: signal.id,
            kind: signal.kind,
            at: signal.at,
            company: signal.company,
            funding: signal.funding,
            acquisition: signal.acquisition,
            job: signal.job,
            change: signal.change.map(MaskedChange::new),
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

/// The feeds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum FeedKind {
    Funding,
    Acquisition,
    Hiring,
    JobChange,
}

impl FeedKind {
    pub fn signal(self) -> SignalKind {
        match self {
            Self::Funding => SignalKind::Funding,
            Self::Acquisition => SignalKind::Acquisition,
            Self::Hiring => SignalKind::Hiring,
            Self::JobChange => SignalKind::JobChange,
        }
    }
}
