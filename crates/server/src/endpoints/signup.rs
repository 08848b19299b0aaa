//! A new account with its trial and its first key.

use argon2::{Argon2, PasswordHasher};
use jiff::SignedDuration;
use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, NewAccount, Plan, Scopes, StoreError, new_id};

use crate::{
    api_key,
    catalogue::{Endpoint, Group, Method, Outcome, Spec},
    context::Context,
    problem::{Code, Problem},
    sample::Sample,
    settings::SignupMode,
};

/// `POST /v1/signup`
pub struct Signup;

/// Who signs up.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SignupRequest {
    /// Where to reach you.
    #[schemars(length(min = 3, max = 254), extend("format" = "email"))]
    pub email: String,
    /// At least ten characters.
    #[schemars(length(min = 10, max = 200))]
    pub password: String,
    /// The code you were given, where sign-up is by invitation.
    #[schemars(length(min = 1, max = 200))]
    pub invite_code: Option<String>,
}

/// The new account. The key is shown this once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SignupAnswer {
    /// Account id.
    pub account_id: String,
    /// The first key, with every scope.
    pub key: String,
    /// Plan.
    pub plan: Plan,
    /// Credits to start with.
    pub balance: Credits,
    /// When the trial ends.
    pub trial_ends_at: Option<jiff::Timestamp>,
}

impl Endpoint for Signup {
    const SPEC: Spec = Spec {
        status: 201,
        secret: true,
        problems: &[Code::SignupClosed, Code::AccountExists],
        ..Spec::public(
            "signup",
            Method::Post,
            "/v1/signup",
            Group::Account,
            "Opens an account with a trial and answers its first key",
        )
    };
    type Request = SignupRequest;
    type Answer = SignupAnswer;

    async fn run(context: Context, request: SignupRequest) -> Result<Outcome<SignupAnswer>, Problem> {
        let settings = &context.app.settings;
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
                return Err(Problem::new(Code::SignupClosed, "Ask whoever runs this server for an account."));
            }
        }
        let email = EmailAddress::parse(&request.email).map_err(|error| Problem::internal(&error))?;
        let password_hash = hash_password(&context, request.password).await?;
        let (clock, entropy) = (&context.app.clock, &context.app.entropy);
        let (secret, key) = api_key::generate("first key", Scopes::CUSTOMER, None, clock, entropy);
        let trial_ends_at = context.now + SignedDuration::from_hours(24 * i64::from(settings.trial.days));
        let account = NewAccount {
            id: new_id("acc", clock, entropy),
            email: email.address().to_owned(),
            password_hash: Some(password_hash),
            plan: Plan::Free,
            trial_ends_at: Some(trial_ends_at),
            credits: Credits::whole(i64::from(settings.trial.credits)),
        };
        let account = context.store().create_account(account, Some(key), context.now).await.map_err(
            |error| match error {
                StoreError::Duplicate(_) => Problem::new(
                    Code::AccountExists,
                    "An account with this email exists; use one of its keys.",
                ),
                other => other.into(),
            },
        )?;
        Ok(Outcome::free(SignupAnswer {
            plan: account.effective_plan(context.now),
            account_id: account.id,
            key: secret,
            balance: account.balance,
            trial_ends_at: account.trial_ends_at,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "you@acme.example", "password": "correct horse battery" })
    }
}

/// Hashing a password is slow on purpose, so it must not hold up other calls.
async fn hash_password(context: &Context, password: String) -> Result<String, Problem> {
    let mut salt = [0_u8; 16];
    context.app.entropy.fill(&mut salt);
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).map(|hash| hash.to_string())
    });
    hashed.await.map_err(|error| Problem::internal(&error))?.map_err(|error| Problem::internal(&error))
}
