//! The person record, merged from the claims about the person.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Department, PartialDate, Seniority,
    identifiers::{external_id::ExternalId, name::Name},
};

/// A person as it appears in answers. A field that no source has stated is absent, never inferred.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Person {
    /// Stable id, `per_…`.
    pub id: String,
    /// Full name: the newest of the most complete claims.
    pub full_name: String,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// Family name, with particles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Headline of the person's profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// Current job title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Seniority read from the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seniority: Option<Seniority>,
    /// Departments read from the title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// Current employer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// Start of the current role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<PartialDate>,
    /// Where the person lives or works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Professional-network profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Other public profiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<Profile>,
    /// Best business email; only on endpoints whose price includes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether `email` was proven deliverable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_verified: Option<bool>,
    /// Verification status of `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_status: Option<ContactStatus>,
    /// When `email` was last checked with its mail server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_last_validated_at: Option<Timestamp>,
    /// Whether a business email is known.
    pub has_email: bool,
    /// Whether a phone is known.
    pub has_phone: bool,
    /// Positions, newest first, the current one included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub experience: Vec<Experience>,
    /// Schools and degrees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub education: Vec<Education>,
    /// Skills.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// Languages spoken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Certifications held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certifications: Vec<String>,
    /// When the newest claim behind this record was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
    /// Identifiers of registers, such as `ORCID`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<ExternalId>,
    /// Sources with claims about this person, each with its newest observation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceStamp>,
}

/// A person with the contact values, which only some endpoints may return.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PersonRecord {
    /// The part that every answer may include.
    pub person: Person,
    /// All known emails, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub emails: Vec<Email>,
    /// All known phones, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phones: Vec<Phone>,
}

impl PersonRecord {
    /// The parsed name: from first and last name if known, with the middle names of the full name if that agrees; else
    /// from the full name.
    pub fn name(&self) -> Option<Name> {
        let person = &self.person;
        let full = Name::parse(&person.full_name);
        let parts = person.first_name.as_deref().zip(person.last_name.as_deref());
        let Some(parts) = parts.and_then(|(first, last)| Name::from_parts(first, last)) else { return full };
        let agrees =
            |full: &Name| full.first_key() == parts.first_key() && full.last_key() == parts.last_key();
        Some(full.filter(agrees).unwrap_or(parts))
    }

    /// All employers, the current one first.
    pub fn employers(&self) -> impl Iterator<Item = &Employer> {
        let person = &self.person;
        person.company.iter().chain(person.experience.iter().map(|position| &position.company))
    }
}

/// A current or past employer, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Employer {
    /// Id of the company record, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Company name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Registrable domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Professional-network page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Identifier in a register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identifier: Option<ExternalId>,
    /// Industry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// Employees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee_count: Option<u32>,
}

/// One position a person holds or held.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Experience {
    /// Employer.
    pub company: Employer,
    /// Job title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Seniority read from the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seniority: Option<Seniority>,
    /// Departments read from the title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departments: Vec<Department>,
    /// First day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<PartialDate>,
    /// Last day; absent while current or when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<PartialDate>,
}

/// A place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Location {
    /// City name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// State, province or region name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// ISO 3166-1 alpha-2 code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// A public profile outside the professional network.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// Site, such as `github`.
    pub network: String,
    /// Address.
    pub url: String,
}

/// A school attended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Education {
    /// School name.
    pub school: String,
    /// Degree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degree: Option<String>,
    /// Field of study.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// First year or day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<PartialDate>,
    /// Last year or day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<PartialDate>,
}

/// A source with claims about a record, and its newest observation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceStamp {
    /// Source name.
    pub name: String,
    /// Its newest observation.
    pub observed_at: Timestamp,
}

/// Business or personal email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailKind {
    /// At an employer's domain.
    Business,
    /// At a free mail provider, or marked as personal by a source.
    Personal,
}

/// Verification status of an email or phone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactStatus {
    /// Verified to work.
    Deliverable,
    /// May work, for example at a catch-all domain.
    Risky,
    /// Never checked, or the check was inconclusive.
    #[default]
    Unknown,
    /// Verified not to work.
    Undeliverable,
}

impl ContactStatus {
    /// All statuses.
    pub const ALL: [Self; 4] = [Self::Deliverable, Self::Risky, Self::Unknown, Self::Undeliverable];

    /// The status's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deliverable => "deliverable",
            Self::Risky => "risky",
            Self::Unknown => "unknown",
            Self::Undeliverable => "undeliverable",
        }
    }
}

/// One known email of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Email {
    /// Normal form of the address.
    pub address: String,
    /// Business or personal.
    pub kind: EmailKind,
    /// Verification status.
    #[serde(default)]
    pub status: ContactStatus,
    /// When it was last checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

/// Line type of a phone number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineType {
    /// A mobile.
    Mobile,
    /// A landline, direct dials included.
    Landline,
    /// Mobile or landline: the numbering plan does not distinguish them (NANP).
    MobileOrLandline,
    /// Voice over IP.
    Voip,
    /// Toll-free, premium and other non-personal numbers.
    Other,
    /// Not known.
    #[default]
    Unknown,
}

/// One known phone of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Phone {
    /// E.164, with the leading plus.
    pub number: String,
    /// Line type.
    #[serde(default)]
    pub line_type: LineType,
    /// Carrier, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// Verification status.
    #[serde(default)]
    pub status: ContactStatus,
    /// When it was last checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

/// A post in which a person announces a new role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Announcement {
    /// Address of the post.
    pub url: String,
    /// Its text.
    pub text: String,
    /// When it was posted.
    pub posted_at: Timestamp,
}
