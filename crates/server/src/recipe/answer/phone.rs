//! Request and answer of the endpoints that find a mobile number of a person.

use engine::{AttemptOutcome, ContactQuery, FoundPhone, PhoneStatus};
use jiff::Timestamp;
use records::LineType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::BoughtContact;

use crate::{
    call::{context::Context, problem::Problem},
    recipe::{
        company_input::CompanyInput,
        person_input::PersonInput,
        person_lookup::{at_company, contact_query},
    },
};

/// Numbers whose line was not checked are not answered unless the caller asks for them.
pub fn verified_only() -> bool {
    true
}

/// The person whose mobile number to find.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindPhoneRequest {
    /// Domain of the company the person works for.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// The company, as in other endpoints: `company_domain` is another name of `domain`; send one of them.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Given name.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: Option<String>,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: Option<String>,
    /// Id of the person's record, in place of name and company.
    #[schemars(length(min = 1, max = 64), extend("format" = "person-id"))]
    pub person_id: Option<String>,
    /// Only a number whose line was checked within a year.
    #[serde(default = "verified_only")]
    pub verified_only: bool,
}

impl FindPhoneRequest {
    /// The company's domain by either name.
    fn domain(&self) -> Option<&str> {
        self.domain.as_deref().or(self.company.company_domain.as_ref().map(|domain| domain.0.as_str()))
    }

    /// Converts the request to the shared person input.
    pub fn person(&self) -> PersonInput {
        PersonInput {
            person_id: self.person_id.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            company_domain: self.domain().map(str::to_owned),
            ..PersonInput::default()
        }
    }

    /// Who is asked about, with or without a stored record. Blocks on the database.
    pub fn who(&self, context: &Context) -> Result<ContactQuery, Problem> {
        let asked = match self.domain() {
            None if self.person_id.is_none() => at_company(context, self.person().query(), &self.company)?,
            _ => self.person().query(),
        };
        contact_query(context, asked)
    }
}

/// The mobile number, if one was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FindPhoneAnswer {
    /// Whether a mobile number was found.
    pub found: bool,
    /// Mobile number in E.164 form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// URL of the person's professional-network profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Source of the number: `records`, or the name of a provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Line type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_type: Option<LineType>,
    /// The carrier, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// ISO 3166-1 alpha-2 code of the number's country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Whether the line was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<PhoneStatus>,
    /// When the number was last validated; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
    /// Number of people in the records who have this number, if several do. One that three people have is not answered as
    /// verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_by: Option<u32>,
    /// Present and true if the number is in a range that is reserved for fiction, and thus never assigned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fictional: bool,
    /// Why no number is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<AttemptOutcome>,
}

impl FindPhoneAnswer {
    /// The number as a contact that the caller pays for, if it is that of a recorded person.
    pub fn bought(&self, people: &[String]) -> Vec<BoughtContact> {
        people.iter().flat_map(|person| BoughtContact::of(person, None, self.phone.as_ref())).collect()
    }

    /// Answer for a mobile number, if one was found.
    pub fn of(found: &FoundPhone, who: &ContactQuery, now: Timestamp) -> Self {
        let Some(mobile) = found.mobile.clone() else {
            return Self { reason: found.why_not(), ..Self::default() };
        };
        let status = Some(mobile.status(now));
        Self {
            found: true,
            fictional: mobile.is_fictional(),
            shared_by: mobile.shared_by,
            reason: None,
            phone: Some(mobile.number),
            network_url: who.record.as_ref().and_then(|record| record.person.network_url.clone()),
            source: Some(mobile.source),
            line_type: Some(mobile.line_type),
            carrier: mobile.carrier,
            country: mobile.country,
            status,
            last_validated_at: mobile.last_validated_at,
        }
    }
}
