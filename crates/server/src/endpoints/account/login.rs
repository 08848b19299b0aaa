//! Login with email and password: begins a session of the pages, and creates a key if requested.

use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountId, Scopes};

use super::KeyView;
use crate::{
    access::{api_key, credentials::Attempt, session},
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
};

/// `POST /v1/login`
pub struct Login;

/// Credentials.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LoginRequest {
    /// Email address of the account.
    #[schemars(length(min = 3, max = 254), extend("format" = "email"))]
    pub email: String,
    /// Password of the account.
    #[schemars(length(min = 1, max = 200))]
    pub password: String,
    /// Key to create; none is created if omitted.
    pub key: Option<LoginKey>,
}

/// The key to create.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LoginKey {
    /// Your name for it, for display.
    #[schemars(length(min = 1, max = 100))]
    pub name: String,
}

/// The account. A new key is shown only in this answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoginAnswer {
    /// Account id.
    pub account_id: AccountId,
    /// The new key with all customer scopes, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Details of the key, as stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<KeyView>,
}

impl Endpoint for Login {
    const SPEC: Spec = Spec {
        secret: true,
        problems: &[Code::InvalidCredentials, Code::LimitReached, Code::RateLimited, Code::Overloaded],
        ..Spec::public(
            "login",
            Method::Post,
            "/v1/login",
            Group::Account,
            "Signs in with email and password: a session cookie for the pages, and a key when asked for",
        )
    };
    type Request = LoginRequest;
    type Answer = Written<LoginAnswer>;

    async fn run(context: Context, request: LoginRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let services = &context.services;
        let email = EmailAddress::parse(&request.email).map_err(|error| Problem::internal(&error))?;
        let attempt = Attempt { email: email.address(), client: context.client, now: context.now };
        attempt.throttle(services)?;
        let account = attempt.account(services, request.password).await?;
        let (cookie, session) = session::generate(services, context.now);
        let begun = context.store().begin_session(&account.id, session, context.now);
        let made = match request.key {
            None => begun.map(|()| LoginAnswer { account_id: account.id, key: None, details: None }),
            Some(wanted) => {
                let (secret, key) = api_key::generate(
                    &wanted.name,
                    Scopes::CUSTOMER,
                    None,
                    &services.clock,
                    &services.entropy,
                );
                let made = context.store().create_key(&account.id, key, context.now);
                let now = context.now;
                begun.and_then(|()| made).map(move |details| LoginAnswer {
                    account_id: account.id,
                    key: Some(secret),
                    details: Some(KeyView::of(details, now)),
                })
            }
        };
        Ok(Outcome { cookie: Some(cookie), ..Written::free(made) })
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "you@acme.example", "password": "correct horse battery", "key": { "name": "laptop" } })
    }
}
