//! Finds and verifies a person's business email.

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

/// The person whose business email to find: a profile, or a name with the company's domain.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindEmailRequest {
    /// The form of the input; must match the fields sent.
    pub kind: Option<FindEmailKind>,
    /// URL of a professional-network profile, in any spelling.
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
    /// Full name, instead of the two parts; send `domain` with it.
    #[serde(rename = "fullName")]
    #[schemars(length(min = 1, max = 200))]
    pub full_name: Option<String>,
    /// Domain of the company at which to find the address.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
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

/// The email address, if one was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FindEmailAnswer {
    /// Whether an address was found.
    pub found: bool,
    /// The email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the mailbox was verified within the last 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_verified: Option<bool>,
    /// Whether the domain has a mail server; absent if DNS gave no conclusive answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Whether the domain is a free email provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_provider: Option<bool>,
    /// Whether it is a role address, such as `info@`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generic: Option<bool>,
    /// Whether the server accepts every address of the domain; absent if that could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_all: Option<bool>,
    /// Calibrated probability that the address reaches the person, 0 to 1: of answers with 0.9, nine in ten do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// When the address was last validated; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
    /// Origin of the address: `records` if a source stated it, `pattern` if it was derived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<EmailOrigin>,
    /// Meaning of the mail server's reply; absent if the server was not queried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Seconds after which to repeat the request, if the result may change.
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
    /// Converts the request to the shared person input.
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
            // If both a profile and a name are sent, `kind` decides which to use.
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

/// Outcome of an endpoint that finds emails.
pub fn outcome(found: FoundEmail, people: Vec<String>) -> Outcome<FindEmailAnswer> {
    let (cache, units) = (found.cache, u64::from(found.email.is_some()));
    let people = if units > 0 { people } else { Vec::new() };
    Outcome { people, cache, ..Outcome::resolved(found.into(), units) }
}
