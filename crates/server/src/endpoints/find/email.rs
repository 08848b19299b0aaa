//! Finds and verifies a person's business email.

use records::{EmailKind, domain::registrable_domain, query::PersonQuery};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    background::webhook::WebhookInput,
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        answer::email::{FindEmailAnswer, outcome},
        answer::late_verdict::notify_later,
        company_input::CompanyInput,
        person_input::PersonInput,
        person_lookup::{at_company, contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-email`
pub struct FindEmail;

/// The person whose business email to find: a profile, or a name with the company's domain.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindEmailRequest {
    /// The form of the input; must match the fields sent.
    pub kind: Option<FindEmailKind>,
    /// URL of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// Id of the person's record, in place of a profile or name.
    #[schemars(length(min = 1, max = 64), extend("format" = "person-id"))]
    pub person_id: Option<String>,
    /// Given name; send `lastName` and `domain` with it.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: Option<String>,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: Option<String>,
    /// Full name, instead of the two parts; send `domain` with it.
    #[serde(rename = "fullName")]
    #[schemars(length(min = 1, max = 200))]
    pub full_name: Option<String>,
    /// Domain of the company at which to find the address.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// The company, as in other endpoints: `company_domain` is another name of `domain`; send one of them.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Only an address whose mailbox was proven within the last 30 days.
    #[serde(default)]
    pub verified_only: bool,
    /// Whether to show the candidates, what the confidence is made of, and the conversation with the mail servers.
    #[serde(default)]
    pub explain: bool,
    /// Webhook that receives `email.settled`, free of charge, when a search that a mail server put off has ended; the next
    /// call reads its result and pays for it. Requires the plan pro or above.
    pub webhook: Option<WebhookInput>,
}

/// Forms of identifying the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindEmailKind {
    /// By `networkUrl`.
    Network,
    /// By a name and a domain.
    Name,
}

impl FindEmailRequest {
    /// Converts the request to the shared person input.
    fn person(&self) -> PersonInput {
        PersonInput {
            person_id: self.person_id.clone(),
            network_url: self.network_url.clone(),
            full_name: self.full_name.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            company_domain: self.domain().map(str::to_owned),
            ..PersonInput::default()
        }
    }

    /// The company's domain by either name.
    fn domain(&self) -> Option<&str> {
        self.domain.as_deref().or(self.company.company_domain.as_ref().map(|domain| domain.0.as_str()))
    }

    fn has_name(&self) -> bool {
        self.full_name.is_some() || self.first_name.is_some() || self.last_name.is_some()
    }
}

impl Endpoint for FindEmail {
    const SPEC: Spec = Spec {
        problems: &[Code::LimitReached, Code::PlanRequired],
        ..Spec::charging(
            "find_email",
            "/v1/find-email",
            Group::Find,
            Price::Flat(Credits::whole(2)),
            "A profile, or a name and a company's domain, gives a business email that is proven to work",
        )
    };
    type Request = FindEmailRequest;
    type Answer = FindEmailAnswer;

    fn check(request: &FindEmailRequest, faults: &mut Faults) {
        let by_profile = request.network_url.is_some();
        let is_alone = !by_profile && !request.has_name() && request.kind.is_none();
        if request.person_id.is_some() && !is_alone {
            let message = "person_id says which person is meant; send it without a profile or name.";
            faults.add("/person_id", FaultCode::Contradiction, message);
        }
        match request.kind {
            Some(FindEmailKind::Network) if !by_profile => {
                faults.add("/networkUrl", FaultCode::Required, "This kind needs \"networkUrl\".");
            }
            Some(FindEmailKind::Name) if !request.has_name() => {
                faults.add(
                    "/firstName",
                    FaultCode::Required,
                    "This kind needs \"firstName\" and \"lastName\".",
                );
            }
            None if !by_profile && !request.has_name() && request.person_id.is_none() => {
                let message = "Send networkUrl, person_id, or firstName and lastName with domain.";
                faults.add("", FaultCode::MissingIdentifier, message);
            }
            _ => {}
        }
        let domain = request.domain.as_deref().and_then(|text| registrable_domain(text).ok());
        let same = request.company.company_domain.as_ref();
        if request.domain.is_some() && same.is_some_and(|same| same.normal() != domain) {
            let message = "This differs from \"domain\"; send one of the two.";
            faults.add("/company_domain", FaultCode::InvalidValue, message);
        }
        request.company.check_given(faults);
        if request.has_name() && !by_profile {
            if request.domain.is_none() && !request.company.is_given() {
                let message = "A name needs \"domain\", \"company_id\" or \"company_name\" beside it.";
                faults.add("/domain", FaultCode::Required, message);
            }
            request.person().check_name(faults);
        }
    }

    async fn run(context: Context, request: FindEmailRequest) -> Result<Outcome<FindEmailAnswer>, Problem> {
        let asked = match request.kind {
            // If both a profile and a name are sent, `kind` decides which to use.
            Some(FindEmailKind::Network) => {
                PersonQuery { name: None, company_domain: None, ..request.person().query() }
            }
            Some(FindEmailKind::Name) => PersonQuery { network_url: None, ..request.person().query() },
            None => request.person().query(),
        };
        let by_domain = request.domain().and_then(|text| registrable_domain(text).ok());
        let asked = match by_domain {
            None if request.company.is_given() => at_company(&context, asked, &request.company)?,
            _ => asked,
        };
        let domain = by_domain.or_else(|| asked.company_domain.clone());
        let who = contact_query(&context, asked)?;
        if request.person_id.is_some() && who.record.is_none() {
            return Ok(Outcome::free(FindEmailAnswer::default()));
        }
        let who = match domain {
            Some(domain) => who.at(domain),
            None => who,
        };
        let engine = context.engine();
        let found =
            engine.email_from_anywhere(&who, EmailKind::Business, request.verified_only, context.now).await?;
        let will_notify = notify_later(&context, request.webhook, found.deferred.clone()).await?;
        let mut outcome = outcome(found, person_id(&who), request.explain);
        outcome.answer.will_notify = will_notify;
        Ok(outcome)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "kind": "network", "networkUrl": sample.network_url })
    }
}
