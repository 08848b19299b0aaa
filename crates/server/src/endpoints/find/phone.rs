//! A person's mobile number.

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
        answer::phone::{FindPhoneAnswer, FindPhoneRequest},
        person_lookup::person_id,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-phone`
pub struct FindPhone;

impl Endpoint for FindPhone {
    const SPEC: Spec = Spec::charging(
        "find_phone",
        "/v1/find-phone",
        Group::Find,
        Price::Flat(Credits::whole(12)),
        "A name and a company's domain, or a person's id, give the person's mobile",
    );
    type Request = FindPhoneRequest;
    type Answer = FindPhoneAnswer;

    fn check(request: &FindPhoneRequest, faults: &mut Faults) {
        if request.person_id.is_some() {
            if request.company.is_given() && request.company.company_domain.is_none() {
                let message = "person_id says which person is meant; send it alone.";
                faults.add("/person_id", FaultCode::Contradiction, message);
            }
            return request.person().check(faults);
        }
        for (field, name) in [("firstName", &request.first_name), ("lastName", &request.last_name)] {
            if name.is_none() {
                let message = "Send the name and the company, or person_id.";
                faults.add(format!("/{field}"), FaultCode::Required, message);
            }
        }
        if request.first_name.is_none() || request.last_name.is_none() {
            return;
        }
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
        let who = request.who(&context)?;
        if request.person_id.is_some() && who.record.is_none() {
            return Ok(Outcome::free(FindPhoneAnswer::default()));
        }
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
