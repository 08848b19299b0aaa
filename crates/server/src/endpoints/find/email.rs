//! A person's business email, found and proven.

use engine::{EmailOrigin, FoundEmail, Reason};
use jiff::Timestamp;
use records::{EmailKind, domain::registrable_domain, keys::PersonQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::endpoints::resolve::enrich::round;
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        person_input::PersonInput,
        person_lookup::{contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-email`
pub struct FindEmail;

/// Whose business email is sought: a profile, or a name with the domain of the company.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindEmailRequest {
    /// Which form is meant; must fit the fields that are sent.
    pub kind: Option<FindEmailKind>,
    /// Address of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// Given name; send `lastName` and `domain` with it.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: Option<String>,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: Option<String>,
    /// Full name, in the place of the two parts; send `domain` with it.
    #[serde(rename = "fullName")]
    #[schemars(length(min = 1, max = 200))]
    pub full_name: Option<String>,
    /// Domain of the company at which the address is sought.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
}

/// The forms in which the person can be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindEmailKind {
    /// By `networkUrl`.
    Network,
    /// By a name and a domain.
    Name,
}

/// The address, if one was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FindEmailAnswer {
    /// Whether an address was found.
    pub found: bool,
    /// The address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether its mailbox was proven within the last 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_verified: Option<bool>,
    /// Whether the domain has a mail server; absent when DNS could not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mx_found: Option<bool>,
    /// Who runs the mail of the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Whether anybody can have an address at the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_provider: Option<bool>,
    /// Whether it is the address of a role, such as info.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generic: Option<bool>,
    /// Whether the server takes every address of the domain; absent when that could not be found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_all: Option<bool>,
    /// How likely the address reaches the person, 0 to 1: of answers given 0.9, nine in ten do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// When the address was last validated; absent when it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
    /// Where the address comes from: `records` when a source gave it, `pattern` when it was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<EmailOrigin>,
    /// What the mail server's answer meant; absent where none was needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// When to ask again, where the answer may differ then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
}

impl From<FoundEmail> for FindEmailAnswer {
    fn from(found: FoundEmail) -> Self {
        let about = Self {
            mx_found: found.mx_found,
            provider: found.provider,
            reason: found.reason,
            retry_after_seconds: found.retry_after_seconds,
            ..Self::default()
        };
        let Some(email) = found.email else { return about };
        Self {
            found: true,
            email: Some(email.address),
            email_verified: Some(email.verified),
            free_provider: Some(email.free_provider),
            generic: Some(email.generic),
            catch_all: email.catch_all,
            confidence: Some(round(email.confidence)),
            last_validated_at: email.last_validated_at,
            source: Some(email.origin),
            ..about
        }
    }
}

impl FindEmailRequest {
    /// The same in the fields that every person is named by.
    fn person(&self) -> PersonInput {
        PersonInput {
            network_url: self.network_url.clone(),
            full_name: self.full_name.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            company_domain: self.domain.clone(),
            ..PersonInput::default()
        }
    }

    fn has_name(&self) -> bool {
        self.full_name.is_some() || self.first_name.is_some() || self.last_name.is_some()
    }
}

impl Endpoint for FindEmail {
    const SPEC: Spec = Spec::charging(
        "find_email",
        "/v1/find-email",
        Group::Find,
        Price::Flat(Credits::whole(2)),
        "A profile, or a name and a company's domain, gives a business email that is proven to work",
    );
    type Request = FindEmailRequest;
    type Answer = FindEmailAnswer;

    fn check(request: &FindEmailRequest, faults: &mut Faults) {
        let by_profile = request.network_url.is_some();
        match request.kind {
            Some(FindEmailKind::Network) if !by_profile => {
                faults.add("/networkUrl", "required", "This kind needs \"networkUrl\".");
            }
            Some(FindEmailKind::Name) if !request.has_name() => {
                faults.add("/firstName", "required", "This kind needs \"firstName\" and \"lastName\".");
            }
            None if !by_profile && !request.has_name() => {
                let message = "Send networkUrl, or firstName and lastName with domain.";
                faults.add("", "missing_identifier", message);
            }
            _ => {}
        }
        if request.has_name() && !by_profile {
            if request.domain.is_none() {
                faults.add("/domain", "required", "A name needs \"domain\" beside it.");
            }
            request.person().check_name(faults);
        }
    }

    async fn run(context: Context, request: FindEmailRequest) -> Result<Outcome<FindEmailAnswer>, Problem> {
        let asked = match request.kind {
            // Of a profile and a name, the kind says which is meant.
            Some(FindEmailKind::Network) => {
                PersonQuery { name: None, company_domain: None, ..request.person().query() }
            }
            Some(FindEmailKind::Name) => PersonQuery { network_url: None, ..request.person().query() },
            None => request.person().query(),
        };
        let who = contact_query(&context, asked).await?;
        let domain = request.domain.as_deref().and_then(|text| registrable_domain(text).ok());
        let who = match domain {
            Some(domain) => who.at(domain),
            None => who,
        };
        let found = context.engine().email_from_anywhere(&who, EmailKind::Business, context.now).await?;
        Ok(outcome(found, person_id(&who)))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "kind": "network", "networkUrl": sample.network_url })
    }
}

/// What an endpoint that finds emails comes to.
pub fn outcome(found: FoundEmail, people: Vec<String>) -> Outcome<FindEmailAnswer> {
    let (cache, units) = (found.cache, u64::from(found.email.is_some()));
    let people = if units > 0 { people } else { Vec::new() };
    Outcome { people, cache, ..Outcome::resolved(found.into(), units) }
}
