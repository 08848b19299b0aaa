//! Where the key stands, and how the vendor refuses and tells limits.

use axum::http::HeaderMap;
use serde_json::{Value, json};

use crate::{
    asked::Spent,
    refusal::{Kind, Refusal},
    vendor::Shaped,
};

/// The key of a request: a header, or a query parameter.
pub(super) fn key(headers: &HeaderMap, query: &[(String, String)]) -> Option<String> {
    let header = headers.get("x-api-key").and_then(|value| value.to_str().ok());
    let in_query = || query.iter().find(|(name, _)| name == "api_key").map(|(_, value)| value.as_str());
    header.or_else(in_query).map(str::to_owned)
}

/// Status and type of a refusal.
fn kind(refusal: &Refusal) -> (u16, &'static str) {
    match refusal.kind {
        Kind::Invalid => (400, "invalid_request_error"),
        Kind::NoKey | Kind::BadKey => (401, "authentication_error"),
        Kind::NoCredits => (402, "payment_required"),
        Kind::Forbidden => (403, "forbidden"),
        Kind::NotFound | Kind::NotCovered => (404, "not_found"),
        Kind::Method => (405, "invalid_request_error"),
        Kind::TooLarge => (413, "invalid_request_error"),
        Kind::MediaType => (415, "invalid_request_error"),
        Kind::RateLimited => (429, "rate_limit_error"),
        Kind::Unavailable => (503, "api_error"),
        Kind::Failed => (500, "api_error"),
    }
}

/// A refusal in the vendor's shape.
pub(super) fn refuse(refusal: &Refusal) -> Shaped {
    let body = refused(refusal);
    Shaped::json(kind(refusal).0, body)
}

/// The body of a refusal, also of one item of a bulk call.
pub(super) fn refused(refusal: &Refusal) -> Value {
    let (status, kind) = kind(refusal);
    let message = match refusal.kind {
        // Where to send a key is the vendor's own matter; our text names a header that its clients do not have.
        Kind::NoKey | Kind::BadKey => "Request contained a missing or invalid key",
        _ => &refusal.detail,
    };
    json!({ "status": status, "error": { "type": kind, "message": message } })
}

/// Credits and limits as the vendor tells them.
pub(super) fn headers(spent: &Spent) -> Vec<(&'static str, String)> {
    let mut headers = vec![("x-call-credits-spent", spent.credits.to_string())];
    headers.extend(spent.balance.map(|balance| ("x-totallimit-remaining", balance.to_string())));
    if let Some((left, of, seconds)) = spent.rate {
        // The vendor's own form: an object by unit of time.
        headers.push(("x-ratelimit-remaining", format!("{{'second': {left}}}")));
        headers.push(("x-ratelimit-limit", format!("{{'second': {of}}}")));
        headers.push(("x-ratelimit-reset", seconds.to_string()));
    }
    headers
}
