//! A person's mobile number.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        answer::phone::{FindPhoneAnswer, verified_only},
        company_input::CompanyInput,
        person_input::PersonInput,
        person_lookup::{at_company, contact_query, person_id},
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
    pub domain: Option<String>,
    /// The company, as in other endpoints: `company_domain` is another name of `domain`; send one of them.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Given name.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: String,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: String,
    /// Only a number whose line was checked within a year.
    #[serde(default = "verified_only")]
    pub verified_only: bool,
}

impl FindPhoneRequest {
    /// The company's domain by either name.
    fn domain(&self) -> Option<&str> {
        self.domain.as_deref().or(self.company.company_domain.as_ref().map(|domain| domain.0.as_str()))
    }

    fn person(&self) -> PersonInput {
        PersonInput {
            first_name: Some(self.first_name.clone()),
            last_name: Some(self.last_name.clone()),
            company_domain: self.domain().map(str::to_owned),
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
        if request.domain.is_some() && request.company.is_given() {
            let message = "Send one of domain, company_domain, company_id and company_name.";
            faults.add("/domain", FaultCode::Contradiction, message);
        }
        request.company.check_given(faults);
        if request.domain.is_none() && !request.company.is_given() {
            let message = "Send domain, company_id or company_name.";
            faults.add("/domain", FaultCode::Required, message);
        }
        request.person().check_name(faults);
    }

    async fn run(context: Context, request: FindPhoneRequest) -> Result<Outcome<FindPhoneAnswer>, Problem> {
        let asked = match request.domain() {
            Some(_) => request.person().query(),
            None => at_company(&context, request.person().query(), &request.company)?,
        };
        let who = contact_query(&context, asked)?;
        let found = context.engine().find_mobile(&who, request.verified_only, context.now).await?;
        let units = u64::from(found.mobile.is_some());
        let people = if units > 0 { person_id(&who) } else { Vec::new() };
        let answer = FindPhoneAnswer::of(&found, &who, context.now);
        let bought = answer.bought(&people);
        Ok(Outcome { people, bought, cache: found.cache, ..Outcome::resolved(answer, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "domain": sample.company_domain,
            "firstName": sample.first_name,
            "lastName": sample.last_name
        })
    }
}
