//! Open positions, as job boards list them.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Department, Employer, Location, PartialDate, Seniority, SourceStamp};

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
