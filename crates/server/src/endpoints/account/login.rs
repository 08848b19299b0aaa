//! Login with email and password: begins a session of the pages, and creates a key if requested.

use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountId, Scopes};

use super::KeyView;
use crate::access::rights;
use crate::{
    access::{api_key, rate::Rate, session},
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
};

/// Login attempts of a client network, as a multiple of the limit for one account.
const ACCOUNTS_PER_CLIENT: u32 = 3;
/// Login attempts for an account from all networks, as the same multiple. Higher than that of a client: wrong passwords
/// from one network must not keep the owner out.
const CLIENTS_PER_ACCOUNT: u32 = 10;

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
        throttle(&context, email.address())?;
        let known = context.store().password_of(email.address())?;
        let (account, hash) = known.filter(|(account, _)| account.closed_at.is_none()).unzip();
        // Same message and same duration whether or not the account exists, to prevent account enumeration.
        if !services.passwords.fits(request.password, hash).await? {
            return Err(refused());
        }
        let account = account.ok_or_else(refused)?;
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

fn refused() -> Problem {
    Problem::new(
        Code::InvalidCredentials,
        "The email or the password is wrong, or the account has no password.",
    )
}

/// Takes a rate-limit token for the client, one for the account, and one for the two together, whether or not the account
/// exists.
fn throttle(context: &Context, email: &str) -> Result<(), Problem> {
    let per_minute = context.services.settings.limits.logins_per_minute;
    let rate = |per_window: u32| Rate { per_window, window_seconds: 60, burst: per_window };
    let client = context.client.map(rights::client_network).unwrap_or_default();
    let takes = [
        (format!("login client {client}"), rate(per_minute.saturating_mul(ACCOUNTS_PER_CLIENT))),
        (format!("login account {email} from {client}"), rate(per_minute)),
        (format!("login account {email}"), rate(per_minute.saturating_mul(CLIENTS_PER_ACCOUNT))),
    ];
    for (owner, rate) in takes {
        let taken = context.services.login_rates.take(&owner, rate, context.now);
        if !taken.allowed {
            return Err(Problem::new(
                Code::RateLimited,
                "Too many attempts to sign in. Wait, then try again.",
            )
            .retry_after(taken.retry_seconds));
        }
    }
    Ok(())
}
