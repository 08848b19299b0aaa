//! A person's mobile number.

use engine::{ContactQuery, Mobile};
use jiff::Timestamp;
use records::LineType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        person_input::PersonInput,
        person_lookup::{contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-phone`
pub struct FindPhone;

/// The person whose mobile number to find.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindPhoneRequest {
    /// Domain of the company the person works for.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: String,
    /// Given name.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: String,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: String,
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
    /// When the number was last validated; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

impl FindPhoneAnswer {
    /// Answer for a mobile number, if one was found.
    pub fn of(mobile: Option<Mobile>, who: &ContactQuery) -> Self {
        let Some(mobile) = mobile else { return Self::default() };
        Self {
            found: true,
            phone: Some(mobile.number),
            network_url: who.record.as_ref().and_then(|record| record.person.network_url.clone()),
            source: Some(mobile.source),
            line_type: Some(mobile.line_type),
            carrier: mobile.carrier,
            country: mobile.country,
            last_validated_at: mobile.last_validated_at,
        }
    }
}

impl FindPhoneRequest {
    fn person(&self) -> PersonInput {
        PersonInput {
            first_name: Some(self.first_name.clone()),
            last_name: Some(self.last_name.clone()),
            company_domain: Some(self.domain.clone()),
            ..PersonInput::default()
        }
    }
}

impl Endpoint for FindPhone {
    const SPEC: Spec = Spec::charging(
        "find_phone",
        "/v1/find-phone",
        Group::Find,
        Price::Flat(Credits::whole(12)),
        "A name and a company's domain give the person's mobile",
    );
    type Request = FindPhoneRequest;
    type Answer = FindPhoneAnswer;

    fn check(request: &FindPhoneRequest, faults: &mut Faults) {
        request.person().check_name(faults);
    }

    async fn run(context: Context, request: FindPhoneRequest) -> Result<Outcome<FindPhoneAnswer>, Problem> {
        let who = contact_query(&context, request.person().query()).await?;
        let found = context.engine().find_mobile(&who, context.now).await?;
        let units = u64::from(found.mobile.is_some());
        let people = if units > 0 { person_id(&who) } else { Vec::new() };
        let answer = FindPhoneAnswer::of(found.mobile, &who);
        Ok(Outcome { people, cache: found.cache, ..Outcome::resolved(answer, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "domain": sample.company_domain,
            "firstName": sample.first_name,
            "lastName": sample.last_name
        })
    }
}
