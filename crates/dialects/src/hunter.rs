//! Hunter, version 2 of its API.

mod account;
mod domain;
mod email;
mod enrichment;
mod meta;
mod tables;
mod values;

use axum::http::{HeaderMap, header};
use serde_json::json;

use crate::{
    asked::Spent,
    refusal::{Kind, Refusal},
    vendor::{Shaped, Vendor, routes},
};

/// The vendor.
pub(crate) static VENDOR: Vendor = Vendor {
    name: "hunter",
    key,
    refuse,
    headers,
    routes: routes! {
        "GET" "/v2/email-finder" => email::finder;
        "GET" "/v2/email-verifier" => email::verifier;
        "GET" "/v2/domain-search" => domain::search;
        "GET" "/v2/email-count" => domain::count;
        "GET" "/v2/account" => account::account;
        "GET" "/v2/people/find" => enrichment::person;
        "GET" "/v2/companies/find" => enrichment::company;
        "GET" "/v2/combined/find" => enrichment::combined;
    },
    requests: &[
        &tables::FINDER,
        &tables::VERIFIER,
        &tables::DOMAIN,
        &tables::COUNT,
        &tables::OF_RESULT,
        &tables::ME,
        &tables::USAGE,
    ],
    answers: &[
        &tables::FOUND_EMAIL,
        &tables::VERDICT,
        &tables::EMAIL_OF_PERSON,
        &tables::ACCOUNT,
        &tables::USED,
    ],
};

/// The key as a query parameter, a header, or a bearer token, as all three are documented.
fn key(headers: &HeaderMap, query: &[(String, String)]) -> Option<String> {
    let in_query = query.iter().find(|(name, _)| name == "api_key").map(|(_, value)| value.clone());
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = || {
        let (scheme, secret) = header(header::AUTHORIZATION.as_str())?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim().to_owned())
    };
    in_query.or_else(|| header("x-api-key").map(str::to_owned)).or_else(bearer)
}

fn refuse(refusal: &Refusal) -> Shaped {
    let (status, id) = match refusal.kind {
        Kind::Invalid => (400, "wrong_params"),
        Kind::NoKey | Kind::BadKey => (401, "authentication_failed"),
        // The vendor has 429 for a used-up plan and 403 for too many requests at a time.
        Kind::NoCredits => (429, "usage_limit_reached"),
        Kind::RateLimited => (403, "too_many_requests"),
        Kind::Forbidden => (403, "forbidden"),
        Kind::NotFound | Kind::NotCovered => (404, "not_found"),
        Kind::Method => (405, "method_not_allowed"),
        Kind::TooLarge => (413, "wrong_params"),
        Kind::MediaType => (415, "wrong_params"),
        Kind::Unavailable => (503, "unavailable"),
        Kind::Failed => (500, "internal_error"),
    };
    let details = match refusal.kind {
        // The vendor's own text; ours names a header that its clients do not have.
        Kind::NoKey | Kind::BadKey => "No user found for the API key supplied",
        _ => &refusal.detail,
    };
    Shaped::json(status, json!({ "errors": [{ "id": id, "code": status, "details": details }] }))
}

fn headers(_: &Spent) -> Vec<(&'static str, String)> {
    Vec::new()
}
