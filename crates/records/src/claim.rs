//! Claims: the facts that one source stated about one subject at one time. Sources never write records; records are
//! merged from claims.

use std::fmt;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::{
    Acquisition, Announcement, CompanyStatus, ContactStatus, EmailKind, ExternalId, FundingRound, JobFacts,
    LineType, Location, Openings, PartialDate, RevenueRange, Technology, company::EmployeeRange,
};

/// One source's observation of one subject at one time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Name of the source.
    pub source: String,
    /// The source's own id or row number for the subject.
    pub reference: String,
    /// When the source observed the facts.
    pub observed_at: Timestamp,
    /// The facts it observed.
    pub facts: Facts,
}

impl Claim {
    /// The day of the observation, in UTC.
    pub fn observed_on(&self) -> Date {
        self.observed_at.to_zoned(TimeZone::UTC).date()
    }

    /// Whether a stated event had happened when it was observed. One dated later is a plan; one without a date has happened.
    pub fn reports_as_past(&self, date: Option<PartialDate>) -> bool {
        date.is_none_or(|date| date.earliest() <= self.observed_on())
    }
}

/// The facts of a claim, by kind of subject.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Facts {
    /// About a person.
    Person(Box<PersonFacts>),
    /// About a company.
    Company(Box<CompanyFacts>),
    /// About an open position.
    Job(Box<JobFacts>),
}

/// Parses in one pass if `kind` is the first key, as the store writes it. The derived implementation buffers the whole
/// map in case `kind` comes last, which takes longer than the parsing itself.
impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FactsVisitor)
    }
}

struct FactsVisitor;

impl<'de> Visitor<'de> for FactsVisitor {
    type Value = Facts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("facts with their kind: person, company or job")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Facts, A::Error> {
        let first: Option<String> = map.next_key()?;
        if first.as_deref() == Some("kind") {
            let kind: String = map.next_value()?;
            return facts_of_kind(&kind, MapAccessDeserializer::new(map));
        }
        let mut all = serde_json::Map::new();
        if let Some(first) = first {
            all.insert(first, map.next_value()?);
        }
        while let Some((key, value)) = map.next_entry()? {
            all.insert(key, value);
        }
        let kind = all.remove("kind").ok_or_else(|| de::Error::missing_field("kind"))?;
        facts_of_kind(kind.as_str().unwrap_or_default(), all).map_err(de::Error::custom)
    }
}

fn facts_of_kind<'de, D: Deserializer<'de>>(kind: &str, facts: D) -> Result<Facts, D::Error> {
    match kind {
        "person" => Box::deserialize(facts).map(Facts::Person),
        "company" => Box::deserialize(facts).map(Facts::Company),
        "job" => Box::deserialize(facts).map(Facts::Job),
        other => Err(de::Error::unknown_variant(other, &["person", "company", "job"])),
    }
}

/// Facts that a source can state about a person. Identifiers are in normal form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PersonFacts {
    /// Full name as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// Given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// Family name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// Current title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Current employer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_name: Option<String>,
    /// Current employer's registrable domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_domain: Option<String>,
    /// Current employer's professional-network page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_network_url: Option<String>,
    /// Start of the current role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<PartialDate>,
    /// Place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Professional-network profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Other profiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    /// Emails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub emails: Vec<EmailFact>,
    /// Phones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phones: Vec<PhoneFact>,
    /// Positions held; the current one may be among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub experience: Vec<ExperienceFact>,
    /// Schools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub education: Vec<EducationFact>,
    /// Skills.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// Languages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Certifications.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certifications: Vec<String>,
    /// A post about a new role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
    /// Identifiers of registers, such as `ORCID`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<ExternalId>,
    /// Identifier of the current employer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_identifier: Option<ExternalId>,
    /// Traits used only for identity matching.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private: Option<PrivateTraits>,
}

/// Traits of a person that are used only for identity matching. They stay in the claim: no record, answer, feed or
/// export contains them, and they are erased with the claim.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PrivateTraits {
    /// Digits of the date of birth, year first, as the source has them: a date with a typo is still evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<String>,
    /// Number of a national register of people, such as a social security number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub national_id: Option<String>,
    /// House number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<String>,
    /// Street.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Rest of the address: flat, building, estate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_line: Option<String>,
    /// Postcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
}

/// An email address as the source stated it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct EmailFact {
    /// Normal form of the address.
    pub address: String,
    /// Business or personal, if the source states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<EmailKind>,
    /// Verification status, if the source states one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ContactStatus>,
    /// When the source checked it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

/// A phone number as the source stated it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PhoneFact {
    /// E.164.
    pub number: String,
    /// Line type, if the source states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_type: Option<LineType>,
    /// Carrier, if the source states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// Verification status, if the source states one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ContactStatus>,
    /// When the source checked it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

/// A position as the source stated it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ExperienceFact {
    /// Employer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_name: Option<String>,
    /// Employer's registrable domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_domain: Option<String>,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// First day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<PartialDate>,
    /// Last day; absent while current.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<PartialDate>,
}

/// A school as the source stated it.
pub type EducationFact = crate::Education;

/// Facts that a source can state about a company. Identifiers are in normal form.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CompanyFacts {
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Registered name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<String>,
    /// Former names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub former_names: Vec<String>,
    /// Other names, such as a trade name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Whether it is in business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<CompanyStatus>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dissolved_at: Option<PartialDate>,
    /// Street and house number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Postcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
    /// Registrable domains, the main one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<String>,
    /// Identifiers of registers, such as `GB-COH`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<ExternalId>,
    /// Professional-network page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Industries, the main one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub industries: Vec<String>,
    /// Keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Employees, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee_count: Option<u32>,
    /// Employees, where a band is stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee_range: Option<EmployeeRange>,
    /// Revenue band.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revenue: Option<RevenueRange>,
    /// Year of foundation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub founded_year: Option<i16>,
    /// Places, headquarters first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// Published phone, E.164.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Published addresses of roles, such as info@.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub emails: Vec<String>,
    /// Address of its logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// Public profiles outside the professional network.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    /// Provider that hosts its mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_provider: Option<String>,
    /// Technologies seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub technologies: Vec<Technology>,
    /// Funding rounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub funding_rounds: Vec<FundingRound>,
    /// Companies bought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub acquisitions: Vec<Acquisition>,
    /// Open positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    /// Whether a row about an employee states this: what it says counts where no row about the company says
    /// it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(skip)]
    pub of_employee: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_parsed_with_the_kind_at_any_position() {
        let read = |text: &str| serde_json::from_str::<Facts>(text).map_err(|error| error.to_string());
        let first = read(r#"{"kind": "person", "fullName": "Ana Lee", "emails": []}"#).unwrap();
        assert_eq!(read(r#"{"emails": [], "fullName": "Ana Lee", "kind": "person"}"#), Ok(first.clone()));
        assert_eq!(read(&serde_json::to_string(&first).unwrap()), Ok(first));
        for (text, why) in [
            ("{}", "missing field `kind`"),
            (r#"{"fullName": "Ana Lee"}"#, "missing field `kind`"),
            (r#"{"kind": "ghost"}"#, "unknown variant `ghost`"),
            (r#"{"kind": 1}"#, "expected a string"),
            (r#"{"kind": "person", "ghost": 1}"#, "unknown field `ghost`"),
            ("[]", "expected facts with their kind"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
