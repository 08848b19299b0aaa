//! Open positions, as job boards list them.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Claim, Department, Employer, Facts, Location, PartialDate, Seniority, SourceStamp, title::read_title,
};

/// Facts that a source can state about a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct JobFacts {
    /// Title of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who hires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_name: Option<String>,
    /// The hiring company's registrable domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_domain: Option<String>,
    /// Department, if the source states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub department: Option<Department>,
    /// Place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Address of the posting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// When it was posted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posted_at: Option<PartialDate>,
    /// When it disappeared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<PartialDate>,
    /// Applicants so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applicants: Option<u32>,
}

/// An open position, merged from the claims about it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Job {
    /// Stable id, `job_…`.
    pub id: String,
    /// Title of the position.
    pub title: String,
    /// Seniority read from the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seniority: Option<Seniority>,
    /// Departments, the claimed one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// Who hires.
    pub company: Employer,
    /// Place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Address of the posting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// When it was posted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posted_at: Option<PartialDate>,
    /// When it disappeared; absent while open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<PartialDate>,
    /// Applicants so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applicants: Option<u32>,
    /// When the newest claim behind this record was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
    /// Sources with claims about it, each with its newest observation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceStamp>,
}

/// Merges the claims about one position into its record.
pub fn merge_job(id: &str, claims: &[Claim]) -> Job {
    let mut views: Vec<(&Claim, &JobFacts)> = claims
        .iter()
        .filter_map(|claim| match &claim.facts {
            Facts::Job(facts) => Some((claim, &**facts)),
            Facts::Person(_) | Facts::Company(_) => None,
        })
        .collect();
    views.sort_by(|(a, _), (b, _)| {
        b.observed_at
            .cmp(&a.observed_at)
            .then_with(|| (&a.source, &a.reference).cmp(&(&b.source, &b.reference)))
    });
    let newest = views.first().map(|(_, facts)| *facts).cloned().unwrap_or_default();
    let title = first(&views, |facts| facts.title.clone()).unwrap_or_default();
    let reading = read_title(&title);
    let mut departments: Vec<Department> = first(&views, |facts| facts.department).into_iter().collect();
    departments.extend(
        reading.departments.into_iter().filter(|read| !departments.contains(read)).collect::<Vec<_>>(),
    );
    let mut sources: Vec<SourceStamp> = Vec::new();
    for (claim, _) in &views {
        if !sources.iter().any(|stamp| stamp.name == claim.source) {
            sources.push(SourceStamp { name: claim.source.clone(), observed_at: claim.observed_at });
        }
    }
    sources.sort();
    Job {
        id: id.to_owned(),
        title,
        seniority: reading.seniority,
        departments,
        company: Employer {
            name: first(&views, |facts| facts.company_name.clone()),
            domain: first(&views, |facts| facts.company_domain.clone()),
            ..Employer::default()
        },
        location: first(&views, |facts| facts.location.clone()),
        url: first(&views, |facts| facts.url.clone()),
        posted_at: views.iter().filter_map(|(_, facts)| facts.posted_at).min(),
        // Only the newest claim counts: a posting that it shows without an end is open again.
        closed_at: newest.closed_at,
        applicants: first(&views, |facts| facts.applicants),
        updated_at: views.first().map(|(claim, _)| claim.observed_at),
        sources,
    }
}

fn first<T>(views: &[(&Claim, &JobFacts)], get: impl Fn(&JobFacts) -> Option<T>) -> Option<T> {
    views.iter().find_map(|(_, facts)| get(facts))
}
