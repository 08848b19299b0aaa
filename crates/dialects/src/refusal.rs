//! Why a call was refused, before it has the shape of a vendor.

use serde_json::Value;

/// A call that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What kind of refusal it is.
    pub(crate) kind: Kind,
    /// What happened and what to do next.
    pub(crate) detail: String,
    /// Seconds after which to try again.
    pub(crate) retry_after: Option<u64>,
}

/// Kinds of refusals that vendors tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The request lacks something or has a fault.
    Invalid,
    /// No key was sent.
    NoKey,
    /// The key is not valid.
    BadKey,
    /// The credits do not cover the call.
    NoCredits,
    /// The key or the plan does not include the call.
    Forbidden,
    /// There is no such record.
    NotFound,
    /// The dialect has no such path.
    NotCovered,
    /// The path does not take the method.
    Method,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON, or is compressed.
    MediaType,
    /// Too many requests.
    RateLimited,
    /// No source could answer at present.
    Unavailable,
    /// Something failed on our side.
    Failed,
}

impl Refusal {
    pub(crate) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), retry_after: None }
    }

    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(Kind::NotFound, detail)
    }

    /// The refusal that a problem of ours is, before a table of parameters is known.
    pub(crate) fn of_problem(problem: &Value) -> Self {
        let text = |member: &str| problem[member].as_str().unwrap_or_default();
        let kind = match (text("code"), problem["status"].as_u64().unwrap_or(500)) {
            ("missing_key", _) => Kind::NoKey,
            (_, 401) => Kind::BadKey,
            (_, 402) => Kind::NoCredits,
            (_, 403) => Kind::Forbidden,
            (_, 404) => Kind::NotFound,
            (_, 405) => Kind::Method,
            (_, 413) => Kind::TooLarge,
            (_, 415) => Kind::MediaType,
            (_, 429) => Kind::RateLimited,
            (_, 503) => Kind::Unavailable,
            (_, 400..=499) => Kind::Invalid,
            _ => Kind::Failed,
        };
        Self::new(kind, text("detail"))
    }
}
