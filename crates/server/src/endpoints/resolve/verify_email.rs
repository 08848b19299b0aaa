//! Whether mail to an address arrives.

use engine::{Reason, Status};
use jiff::Timestamp;
use records::identifier::Identity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/verify-email`
pub struct VerifyEmail;

/// An address to check.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct VerifyEmailRequest {
    /// The address; a text that is none gets its verdict, too.
    #[schemars(length(min = 1, max = 320))]
    pub email: String,
}

/// The verdict. One of `unknown` is free.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerifyEmailAnswer {
    /// The address in normal form.
    pub email: String,
    /// Whether mail arrives.
    pub status: Status,
    /// Why that is said.
    pub reason: Reason,
    /// Whether the text is an address.
    pub syntax_valid: bool,
    /// Whether the domain gives out throw-away addresses.
    pub disposable: bool,
    /// Whether anybody can have an address there.
    pub free_provider: bool,
    /// Whether it is the address of a role, such as info.
    pub generic: bool,
    /// Whether the server takes every address of the domain; absent when that could not be found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_all: Option<bool>,
    /// Whether the domain has a mail server; absent when DNS could not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mx_found: Option<bool>,
    /// Who runs the mail of the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The address that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    /// When to ask again, where the answer may differ then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// When the mail server was asked.
    pub last_validated_at: Timestamp,
}

impl Endpoint for VerifyEmail {
    const SPEC: Spec = Spec::charging(
        "verify_email",
        "/v1/verify-email",
        Group::Resolve,
        Price::Flat(Credits::from_thousandths(500)),
        "Whether mail to an address arrives, asked of its mail server",
    );
    type Request = VerifyEmailRequest;
    type Answer = VerifyEmailAnswer;

    async fn run(
        context: Context,
        request: VerifyEmailRequest,
    ) -> Result<Outcome<VerifyEmailAnswer>, Problem> {
        let checked = context.engine().verify_email(&request.email, context.now).await?;
        let check = checked.check;
        let units = u64::from(check.status != Status::Unknown);
        let answer = VerifyEmailAnswer {
            email: check.email,
            status: check.status,
            reason: check.reason,
            syntax_valid: check.syntax_valid,
            disposable: check.disposable,
            free_provider: check.free_provider,
            generic: check.generic,
            catch_all: check.catch_all,
            mx_found: check.mx_found,
            provider: check.provider,
            did_you_mean: check.did_you_mean,
            retry_after_seconds: check.retry_after_seconds,
            last_validated_at: checked.validated_at,
        };
        let may_be_kept = !context.store().is_suppressed(&Identity::of_email(&answer.email))?;
        Ok(Outcome { cache: checked.cache, may_be_kept, ..Outcome::resolved(answer, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "email": sample.email })
    }
}
