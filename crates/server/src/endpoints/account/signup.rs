//! Sign-up: a new account with its trial and first key, or another key of the account that the password belongs to.

use jiff::SignedDuration;
use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Account, AccountId, Credits, NewAccount, Plan, Scopes, Write};

use crate::access::rights;
use crate::{
    access::{api_key, credentials::Attempt, password, rate::Rate},
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
    settings::SignupMode,
};

const DAY_SECONDS: u32 = 24 * 3600;

/// `POST /v1/signup`
pub struct Signup;

/// Credentials of the new account.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SignupRequest {
    /// Email address, used to sign in.
    #[schemars(length(min = 3, max = 254), extend("format" = "email"))]
    pub email: String,
    /// At least ten characters; common passwords are rejected.
    #[schemars(length(min = 10, max = 200))]
    pub password: String,
    /// Invitation code, where sign-up requires one.
    #[schemars(length(min = 1, max = 200))]
    pub invite_code: Option<String>,
}

/// The account. The key is shown only in this answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SignupAnswer {
    /// Account id.
    pub account_id: AccountId,
    /// The first key, or another one if the account exists and has this password; with all customer scopes.
    pub key: String,
    /// Plan of the account.
    pub plan: Plan,
    /// Credits of the account.
    pub balance: Credits,
    /// When the trial ends.
    pub trial_ends_at: Option<jiff::Timestamp>,
}

impl Endpoint for Signup {
    const SPEC: Spec = Spec {
        status: 201,
        secret: true,
        problems: &[
            Code::SignupClosed,
            Code::InvalidCredentials,
            Code::LimitReached,
            Code::RateLimited,
            Code::Overloaded,
        ],
        ..Spec::public(
            "signup",
            Method::Post,
            "/v1/signup",
            Group::Account,
            "Opens an account with a trial and answers its first key",
        )
    };
    type Request = SignupRequest;
    type Answer = Written<SignupAnswer>;

    fn check(request: &SignupRequest, faults: &mut Faults) {
        if let Some(weakness) = password::weakness(&request.password, &request.email) {
            faults.add("/password", FaultCode::WeakPassword, weakness);
        }
    }

    async fn run(context: Context, request: SignupRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let settings = &context.services.settings;
        let invited =
            || request.invite_code.as_ref().is_some_and(|code| settings.signup.invite_codes.contains(code));
        match settings.signup.mode {
            SignupMode::Open => {}
            SignupMode::Invite if invited() => {}
            SignupMode::Invite => {
                return Err(Problem::new(
                    Code::SignupClosed,
                    "Sign-up is by invitation. Send your invite_code.",
                ));
            }
            SignupMode::Closed => {
                return Err(Problem::new(
                    Code::SignupClosed,
                    "Ask the operator of this server for an account.",
                ));
            }
        }
        let email = EmailAddress::parse(&request.email).map_err(|error| Problem::internal(&error))?;
        throttle(&context)?;
        let attempt = Attempt { email: email.address(), client: context.client, now: context.now };
        if context.store().password_of(email.address())?.is_some() {
            // As at the login: who has the password is let in, and others learn what a wrong password tells.
            attempt.throttle_account(&context.services)?;
            let account = attempt.account(&context.services, request.password).await?;
            return Ok(Written::free(another_key(&context, account)));
        }
        let password_hash =
            context.services.passwords.hash(request.password, &context.services.entropy).await?;
        let (clock, entropy) = (&context.services.clock, &context.services.entropy);
        let (secret, key) = api_key::generate("first key", Scopes::CUSTOMER, None, clock, entropy);
        let trial_ends_at = context.now + SignedDuration::from_hours(24 * i64::from(settings.trial.days));
        let account = NewAccount {
            id: AccountId::generate(clock, entropy),
            email: email.address().to_owned(),
            password_hash: Some(password_hash),
            plan: Plan::Free,
            trial_ends_at: Some(trial_ends_at),
            credits: Credits::whole(i64::from(settings.trial.credits)),
        };
        let (made, now) = (context.store().create_account(account, Some(key), context.now), context.now);
        Ok(Written::free(made.map(move |account| SignupAnswer {
            plan: account.effective_plan(now),
            account_id: account.id,
            key: secret,
            balance: account.balance,
            trial_ends_at: account.trial_ends_at,
        })))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "you@acme.example", "password": "correct horse battery" })
    }
}

/// Another key of an account that exists.
fn another_key(context: &Context, account: Account) -> Write<SignupAnswer> {
    let (clock, entropy) = (&context.services.clock, &context.services.entropy);
    let (secret, key) = api_key::generate("sign-up", Scopes::CUSTOMER, None, clock, entropy);
    let (made, now) = (context.store().create_key(&account.id, key, context.now), context.now);
    made.map(move |_| SignupAnswer {
        plan: account.effective_plan(now),
        account_id: account.id,
        key: secret,
        balance: account.balance,
        trial_ends_at: account.trial_ends_at,
    })
}

/// Counts against the daily sign-up limit of the client's network.
fn throttle(context: &Context) -> Result<(), Problem> {
    let per_day = context.services.settings.signup.per_client_day;
    let rate = Rate { per_window: per_day, window_seconds: DAY_SECONDS, burst: per_day };
    let client = context.client.map(rights::client_network).unwrap_or_default();
    let taken = context.services.signup_rates.take(&client, rate, context.now);
    if taken.allowed {
        return Ok(());
    }
    let detail =
        format!("{per_day} accounts a day can be opened from one network. Wait, or ask the operator.");
    Err(Problem::new(Code::RateLimited, detail).retry_after(taken.retry_seconds))
}
