//! Every API error, defined once: RFC 9457 problem details with stable codes.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{Duplicate, StoreError, UpstreamCall};

use crate::call::request::{
    fault_code::FaultCode,
    validate::{Fault, Faults},
};

macro_rules! codes {
    ($($variant:ident $status:literal $word:literal $title:literal;)+) => {
        /// A stable error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Code { $($variant),+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as sent in answers.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// HTTP status of the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }

            /// Meaning of the code, independent of the request.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),+ }
            }
        }
    };
}

codes! {
    InvalidJson 400 "invalid_json" "The body is not valid JSON";
    MissingKey 401 "missing_key" "No API key was sent";
    InvalidKey 401 "invalid_key" "The API key is not known";
    ExpiredKey 401 "expired_key" "The API key has expired";
    RevokedKey 401 "revoked_key" "The API key was revoked";
    InsufficientCredits 402 "insufficient_credits" "The balance does not cover this call";
    PlanRequired 403 "plan_required" "The plan does not include this";
    ScopeRequired 403 "scope_required" "The key may not do this";
    TrialExpired 403 "trial_expired" "The trial is over";
    SignupClosed 403 "signup_closed" "Sign-up is not open here";
    AccountClosed 403 "account_closed" "The account is closed";
    NotFound 404 "not_found" "There is nothing here";
    MethodNotAllowed 405 "method_not_allowed" "This path does not take this method";
    RequestInProgress 409 "request_in_progress" "A call with this idempotency key is still running";
    ReferenceUsed 409 "reference_used" "The reference names another grant or refund";
    WebhookNotReceiving 409 "webhook_not_receiving" "The webhook takes no events";
    RefundRefused 409 "refund_refused" "The request cannot be refunded so";
    BodyTooLarge 413 "body_too_large" "The body is too large";
    UnsupportedMediaType 415 "unsupported_media_type" "The body is not JSON";
    UnsupportedEncoding 415 "unsupported_encoding" "The body is compressed or otherwise encoded";
    InvalidRequest 422 "invalid_request" "The request is not valid";
    UnknownField 422 "unknown_field" "The request has a field this endpoint does not know";
    IdempotencyMismatch 422 "idempotency_mismatch" "This idempotency key was used with another request";
    RateLimited 429 "rate_limited" "Too many requests";
    SandboxLimit 429 "sandbox_limit" "The sandbox's daily limit is reached";
    Internal 500 "internal" "Something failed on our side";
    OutcomeUnknown 500 "outcome_unknown" "Whether the call had its effect is not known";
    SourcesUnavailable 503 "sources_unavailable" "No source could answer";
    Overloaded 503 "overloaded" "The server is busy";
    StorageUnavailable 503 "storage_unavailable" "Nothing can be written at present";
    MalformedRequest 400 "malformed_request" "The request is not unambiguous HTTP/1";
    InvalidCredentials 401 "invalid_credentials" "The email or the password is wrong";
    LimitReached 403 "limit_reached" "The plan's limit on stored things is reached";
    KeyCapReached 402 "key_cap_reached" "The key's monthly cap does not cover this call";
    MaxCreditsExceeded 402 "max_credits_exceeded" "The call may cost more than its Max-Credits allows";
    HeadTooLarge 431 "head_too_large" "The request head is too large";
}

/// An error response.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The error code.
    pub code: Code,
    /// What happened and what to do next.
    pub detail: String,
    /// Every fault found in the request.
    pub faults: Vec<Fault>,
    /// Members specific to this code.
    pub extra: Box<Map<String, Value>>,
    /// Seconds until a retry, for `Retry-After`.
    pub retry_after_seconds: Option<u64>,
    /// Who was asked outside before the call failed, for the history; the caller is not told.
    pub upstream: Vec<UpstreamCall>,
}

#[derive(Serialize)]
struct Details<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    detail: &'a str,
    code: &'a str,
    request_id: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [Fault],
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

impl Problem {
    /// A problem with a detail text for the caller.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            faults: Vec::new(),
            extra: Box::default(),
            retry_after_seconds: None,
            upstream: Vec::new(),
        }
    }

    /// The one refusal of an email and a password that open no account, so that none of them tells which accounts exist.
    pub fn wrong_credentials() -> Self {
        let detail = "The email or the password is wrong, or the account has no password.";
        Self::new(Code::InvalidCredentials, detail)
    }

    /// The problem for a request with these faults.
    pub fn of_faults(faults: Vec<Fault>) -> Self {
        let only_unknown = faults.iter().all(|fault| fault.code == FaultCode::UnknownField);
        let code = if only_unknown { Code::UnknownField } else { Code::InvalidRequest };
        let detail = match faults.as_slice() {
            [only] => only.message.clone(),
            many => format!("The request has {} faults; `errors` names each.", many.len()),
        };
        Self { faults, ..Self::new(code, detail) }
    }

    /// Adds a member specific to this code.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.extra.insert(name.into(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// An internal error: the cause is logged, not sent to the caller.
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "call failed");
        Self::new(
            Code::Internal,
            "The call failed and was not charged. Try again, and tell us the request_id if it stays.",
        )
    }

    /// The serialized response body.
    pub fn body(&self, request_id: &str) -> Vec<u8> {
        let details = Details {
            r#type: format!("/problems#{}", self.code.as_str()),
            title: self.code.title(),
            status: self.code.status(),
            detail: &self.detail,
            code: self.code.as_str(),
            request_id,
            errors: &self.faults,
            extra: &self.extra,
        };
        serde_json::to_vec(&details).unwrap_or_default()
    }

    /// The complete response.
    pub fn into_response(self, request_id: &str) -> Response<Body> {
        let mut response = Response::new(Body::from(self.body(request_id)));
        *response.status_mut() =
            StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.code.status() == 401 {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.code == Code::UnsupportedEncoding {
            // RFC 9110 12.5.3: tells a client with a choice of encodings which one is accepted.
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        if let Some(seconds) = self.retry_after_seconds {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A store error as a complete sentence.
fn sentence(error: &StoreError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(what) => Self::new(Code::NotFound, format!("There is no such {what}.")),
            StoreError::Duplicate(Duplicate::WatchMatch) => Self::new(
                Code::RequestInProgress,
                "Another run of this list answered the same matches just now. Run it again for what is left.",
            ),
            StoreError::Duplicate(Duplicate::ChargedItem) => Self::new(
                Code::RequestInProgress,
                "Another call answered the same matches just now. Send this one again; they are paid for.",
            ),
            StoreError::LimitReached { what, limit } => Self::new(
                Code::LimitReached,
                format!("The plan allows {limit} {what}. Remove some, or change to a higher plan."),
            )
            .with("limit", what.as_str())
            .with("value", limit),
            // A sign-up with the address or mailbox of an account, whose password was not sent with it.
            StoreError::Duplicate(Duplicate::Trial | Duplicate::Account) => Self::wrong_credentials(),
            StoreError::NoReceiver(reason) => Self::new(
                Code::WebhookNotReceiving,
                "Its webhook is disabled, gone or deleted. Enable it, or make another one, then send this again.",
            )
            .with("reason", reason),
            StoreError::Refused(why) => Self::new(Code::InvalidRequest, sentence(&StoreError::Refused(why))),
            StoreError::KeyCapReached { monthly, spent, required } => Self::new(
                Code::KeyCapReached,
                format!(
                    "This key may spend {monthly} credits a month and has spent {spent}; this call may cost {required}. \
                     Raise the cap with a key that has none, use another key, or wait for the next month."
                ),
            )
            .with("required", required)
            .with("monthly_cap", monthly)
            .with("used_this_month", spent),
            error @ StoreError::ReferenceUsed(_) => Self::new(Code::ReferenceUsed, sentence(&error)),
            error @ StoreError::RefundRefused(_) => Self::new(Code::RefundRefused, sentence(&error)),
            StoreError::Erased => Self::new(
                Code::SourcesUnavailable,
                "A person in the answer was erased while it was made. Nothing was charged; send the call again.",
            )
            .retry_after(1),
            StoreError::OutcomeUnknown => {
                tracing::error!("a commit failed; its outcome is unknown until the next start");
                Self::new(
                    Code::OutcomeUnknown,
                    "The disk failed while this call was settled, so that it is not known whether it was. Send it again \
                     with the same Idempotency-Key, or look for its request_id in GET /v1/me/history, before you \
                     send it without one.",
                )
                .retry_after(5)
            }
            error @ (StoreError::DiskFull | StoreError::Halted) => {
                tracing::error!(%error, "call refused");
                Self::new(
                    Code::StorageUnavailable,
                    "The server cannot write to its disk at present. Nothing was charged or changed; try again.",
                )
                .retry_after(30)
            }
            error @ StoreError::Unavailable(_) => {
                tracing::error!(%error, "call refused");
                Self::new(
                    Code::StorageUnavailable,
                    "The server cannot use its database at present. Nothing was charged or changed; try again.",
                )
                .retry_after(2)
            }
            StoreError::Busy => Self::new(
                Code::Overloaded,
                "The database is held by another process. Nothing was charged or changed; try again.",
            )
            .retry_after(5),
            StoreError::TooMany(what) => Self::new(
                Code::Overloaded,
                format!("Too many {what} wait already. Nothing was changed; try again later."),
            )
            .retry_after(3_600),
            other => Self::internal(&other),
        }
    }
}

impl From<engine::EngineError> for Problem {
    fn from(error: engine::EngineError) -> Self {
        use engine::EngineError;
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::IndexNotReady => Self::new(
                Code::SourcesUnavailable,
                "The search index is being made. Nothing was charged; try again in a moment.",
            )
            .retry_after(2),
            EngineError::NoVerifier => Self::new(
                Code::SourcesUnavailable,
                "Mail servers cannot be asked from here. Nothing was charged.",
            )
            .retry_after(60),
            EngineError::TooSlow => Self::new(
                Code::SourcesUnavailable,
                "The answer took too long; nothing was charged. Try again.",
            )
            .retry_after(5),
            EngineError::Unavailable(error) => {
                let detail =
                    format!("No source could answer: {error}. Nothing was charged; try again later.");
                Self::new(Code::SourcesUnavailable, detail).retry_after(30)
            }
            EngineError::Search(search::SearchError::ForeignPosition) => foreign_cursor(),
            other => Self::internal(&other),
        }
    }
}

/// The problem for a cursor from another query or not issued by this server.
pub fn foreign_cursor() -> Problem {
    let mut faults = Faults::default();
    faults.add(
        "/cursor",
        FaultCode::InvalidValue,
        "This cursor is not from this question. Send next_cursor as it was given, with the same filters.",
    );
    Problem::of_faults(faults.into_vec())
}
