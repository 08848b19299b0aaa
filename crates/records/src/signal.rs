//! Signals: money raised, companies bought or changed, positions opened, people moved.
//!
//! Signals are a function of the claims about one subject, like the record itself. A correction therefore removes the
//! signal that it corrects, and the order of claims makes no difference.

mod company_change;
mod deals;
mod of_company;
mod of_person;
mod report;
mod same_event;
#[cfg(test)]
mod tests;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use company_change::{ChangedField, CompanyChange};
pub use of_company::company_signals;
pub use of_person::person_signals;
pub use report::SignalReport;

pub use crate::Announcement;
use crate::{
    Acquisition, Claim, Department, Employer, FundingRound, Job, PartialDate, Seniority,
    identifiers::company_name::company_name_key,
};

/// Kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SignalKind {
    /// Money was raised.
    Funding,
    /// A company was bought.
    Acquisition,
    /// A position was opened.
    Hiring,
    /// A person joined another company.
    JobChange,
    /// A person was promoted within the company.
    Promotion,
    /// A company was renamed, closed, bought or moved.
    CompanyChange,
}

impl SignalKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Funding,
        Self::Acquisition,
        Self::Hiring,
        Self::JobChange,
        Self::Promotion,
        Self::CompanyChange,
    ];

    /// The kind's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Funding => "funding",
            Self::Acquisition => "acquisition",
            Self::Hiring => "hiring",
            Self::JobChange => "job-change",
            Self::Promotion => "promotion",
            Self::CompanyChange => "company-change",
        }
    }
}

/// An event, with the sources that report it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signal {
    /// Stable id, `sig_…`.
    pub id: String,
    /// Kind of event.
    pub kind: SignalKind,
    /// When it happened; the start of the day if only the day is known.
    pub at: Timestamp,
    /// The company it happened at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// The round, for funding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<FundingRound>,
    /// The purchase, for an acquisition; `company` is the buyer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acquisition: Option<Acquisition>,
    /// The position, for hiring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<Box<Job>>,
    /// The move, for a job change or a promotion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// What changed at the company, for a company change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_change: Option<CompanyChange>,
    /// Sources that report it.
    pub sources: Vec<SignalSource>,
}

/// A person's move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Id of the person.
    pub person_id: String,
    /// Full name.
    pub full_name: String,
    /// Professional-network profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// Country of the person, ISO 3166-1 alpha-2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Date of the change, with the precision that is known.
    pub changed_at: PartialDate,
    /// The person's own post about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
}

/// A source of a signal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignalSource {
    /// Its name.
    pub name: String,
    /// Its first observation of the event.
    pub observed_at: Timestamp,
    /// Address of the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The signal of an open position.
pub fn job_signals(job: &Job) -> Vec<Signal> {
    let at = job.posted_at.map(start_of).or_else(|| job.sources.iter().map(|stamp| stamp.observed_at).min());
    let Some(at) = at else { return Vec::new() };
    vec![Signal {
        id: signal_id(SignalKind::Hiring, &[&job.id]),
        kind: SignalKind::Hiring,
        at,
        company: Some(job.company.clone()),
        funding: None,
        acquisition: None,
        job: Some(Box::new(job.clone())),
        change: None,
        company_change: None,
        sources: job
            .sources
            .iter()
            .map(|stamp| SignalSource {
                name: stamp.name.clone(),
                observed_at: stamp.observed_at,
                url: job.url.clone(),
            })
            .collect(),
    }]
}

/// A deterministic id: a hash of the event itself, not of the time at which it was reported.
fn signal_id(kind: SignalKind, parts: &[&str]) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut hash = Sha256::new_with_prefix(kind.as_str());
    for part in parts {
        hash.update([0]);
        hash.update(part.as_bytes());
    }
    let letters = hash.finalize();
    let letters = letters.iter().take(22).map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    "sig_".chars().chain(letters).collect()
}

fn start_of(date: PartialDate) -> Timestamp {
    start_of_day(date.earliest())
}

fn start_of_day(date: Date) -> Timestamp {
    date.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

/// One entry per source, with its first observation.
fn sources<'a>(claims: impl Iterator<Item = (&'a Claim, Option<String>)>) -> Vec<SignalSource> {
    let mut sources: Vec<SignalSource> = Vec::new();
    for (claim, url) in claims {
        match sources.iter_mut().find(|source| source.name == claim.source) {
            Some(known) => {
                known.observed_at = known.observed_at.min(claim.observed_at);
                known.url = known.url.take().or(url);
            }
            None => {
                sources.push(SignalSource {
                    name: claim.source.clone(),
                    observed_at: claim.observed_at,
                    url,
                });
            }
        }
    }
    sources.sort();
    sources
}

/// The comparison key of an employer: its domain, else its name.
fn employer_key(employer: &Employer) -> String {
    employer.domain.clone().unwrap_or_else(|| company_name_key(employer.name.as_deref().unwrap_or_default()))
}

fn same_employer(a: &Employer, b: &Employer) -> bool {
    match (&a.domain, &b.domain) {
        (Some(a), Some(b)) => a == b,
        _ => {
            let key = |employer: &Employer| company_name_key(employer.name.as_deref().unwrap_or_default());
            let (a, b) = (key(a), key(b));
            !a.is_empty() && a == b
        }
    }
}
