//! Verifies the deliverability of an email address.

use engine::{Exchange, Reason, Status};
use jiff::Timestamp;
use records::identifier::Identity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{CacheUse, Credits, DeferredCheck};

use crate::{
    background::webhook::WebhookInput,
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::answer::late_verdict::notify_later,
    sandbox::sample::Sample,
};

/// `POST /v1/verify-email`
pub struct VerifyEmail;

/// The address to verify.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct VerifyEmailRequest {
    /// The address; text that is not a valid address gets a verdict, too.
    #[schemars(length(min = 1, max = 320))]
    pub email: String,
    /// Whether to show the conversation with the mail servers that led to the verdict.
    pub explain: Option<bool>,
    /// Webhook that receives `email.settled`, free of charge, when a mail server that put the check off has given its
    /// verdict; the next call reads it and pays for it. Requires the plan pro or above.
    pub webhook: Option<WebhookInput>,
}

/// The verdict. A verdict of `unknown` is free.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerifyEmailAnswer {
    /// The address in normal form.
    pub email: String,
    /// Deliverability.
    pub status: Status,
    /// Reason for the status.
    pub reason: Reason,
    /// Whether the syntax is valid.
    pub syntax_valid: bool,
    /// Whether the domain provides disposable addresses.
    pub disposable: bool,
    /// Whether the domain is a free email provider.
    pub free_provider: bool,
    /// Whether it is a role address, such as `info@`.
    pub generic: bool,
    /// Whether the server accepts every address of the domain; absent if that could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_all: Option<bool>,
    /// Whether the domain has a mail server; absent if DNS gave no conclusive answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Suggested correction of a probable typo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    /// Seconds after which to repeat the request, if the result may change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// When the mail server was queried.
    pub last_validated_at: Timestamp,
    /// Present and true if the verdict is past its time, and the mail server gave no new one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
    /// Whether the webhook is told when the verdict is there; absent if there is nothing to wait for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub will_notify: Option<bool>,
    /// How the verdict came about, if `explain` was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<VerdictExplanation>,
}

/// How a verdict came about.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerdictExplanation {
    /// The steps of the conversation with the mail servers, with their replies, shortened. Empty if the address or its
    /// domain alone decided.
    pub conversation: Vec<Exchange>,
    /// Whether the verdict is one of an earlier call.
    pub from_cache: bool,
}

impl Endpoint for VerifyEmail {
    const SPEC: Spec = Spec {
        problems: &[Code::LimitReached, Code::PlanRequired],
        ..Spec::charging(
            "verify_email",
            "/v1/verify-email",
            Group::Resolve,
            Price::Flat(Credits::from_thousandths(500)),
            "Whether mail to an address arrives, asked of its mail server",
        )
    };
    type Request = VerifyEmailRequest;
    type Answer = VerifyEmailAnswer;

    async fn run(
        context: Context,
        request: VerifyEmailRequest,
    ) -> Result<Outcome<VerifyEmailAnswer>, Problem> {
        let checked = context.engine().verify_email(&request.email, context.now).await?;
        let check = checked.check;
        let units = u64::from(check.status != Status::Unknown);
        let unsettled = check.status == Status::Unknown || checked.stale;
        let deferred = unsettled.then(|| DeferredCheck::Verification(check.email.clone()));
        let will_notify = notify_later(&context, request.webhook, deferred).await?;
        let explain = request.explain.unwrap_or(false).then(|| VerdictExplanation {
            conversation: check.conversation,
            from_cache: checked.cache == CacheUse::Hit,
        });
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
            stale: checked.stale,
            will_notify,
            explain,
        };
        let may_be_kept = !context.store().is_suppressed(&Identity::of_email(&answer.email))?;
        Ok(Outcome { cache: checked.cache, may_be_kept, ..Outcome::resolved(answer, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "email": sample.email })
    }
}
