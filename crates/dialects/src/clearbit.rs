//! Clearbit: its person, combined, company, name-to-domain and autocomplete APIs. Each was a host of its own, and is a part
//! of the path here; those that waited for an answer (`-stream`) have the same routes.

pub(crate) mod find;
pub(crate) mod tables;
mod values;

use axum::http::{HeaderMap, header};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;

use crate::{
    asked::Spent,
    refusal::{Kind, Refusal},
    vendor::{Shaped, Vendor, routes},
};

/// The vendor.
pub(crate) static VENDOR: Vendor = Vendor {
    name: "clearbit",
    key,
    refuse,
    headers,
    routes: routes! {
        "GET" "/person/v2/people/find" => find::person;
        "GET" "/person/v2/people/email/{email}" => find::person;
        "GET" "/person/v2/combined/find" => find::combined;
        "GET" "/person/v2/combined/email/{email}" => find::combined;
        "GET" "/person-stream/v2/people/find" => find::person;
        "GET" "/person-stream/v2/people/email/{email}" => find::person;
        "GET" "/person-stream/v2/combined/find" => find::combined;
        "GET" "/person-stream/v2/combined/email/{email}" => find::combined;
        "GET" "/company/v2/companies/find" => find::company;
        "GET" "/company/v2/companies/domain/{domain}" => find::company;
        "GET" "/company-stream/v2/companies/find" => find::company;
        "GET" "/company-stream/v2/companies/domain/{domain}" => find::company;
        "GET" "/company/v1/domains/find" => find::domain;
        "GET" "/autocomplete/v1/companies/suggest" => find::suggest;
    },
    requests: &[&tables::ENRICH, &tables::COMPANIES, &tables::BY_NAME, &tables::SUGGEST],
    answers: &[&tables::PERSON, &tables::COMPANY, &tables::SUGGESTED],
};

/// The key as a bearer token, or as the user of basic authentication, as both are documented.
fn key(headers: &HeaderMap, _: &[(String, String)]) -> Option<String> {
    let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(secret.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(secret.trim()).ok()?).ok()?;
    decoded.split(':').next().map(str::to_owned)
}

fn refuse(refusal: &Refusal) -> Shaped {
    let (status, kind) = match refusal.kind {
        Kind::Invalid => (422, "params_invalid"),
        Kind::NoKey => (401, "auth_required"),
        Kind::BadKey => (401, "auth_invalid"),
        Kind::NoCredits => (402, "over_quota"),
        Kind::Forbidden => (403, "forbidden"),
        Kind::NotFound => (404, "unknown_record"),
        Kind::NotCovered => (404, "unknown_route"),
        Kind::Method => (405, "method_not_allowed"),
        Kind::TooLarge => (413, "params_invalid"),
        Kind::MediaType => (415, "params_invalid"),
        Kind::RateLimited => (429, "rate_limit"),
        Kind::Unavailable => (503, "api_unavailable"),
        Kind::Failed => (500, "api_error"),
    };
    let message = match refusal.kind {
        Kind::NoKey => "Send an API key as a bearer token, or as the user of basic authentication.",
        Kind::BadKey => "Invalid API key provided.",
        _ => &refusal.detail,
    };
    Shaped::json(status, json!({ "error": { "type": kind, "message": message } }))
}

fn headers(spent: &Spent) -> Vec<(&'static str, String)> {
    let Some((left, of, seconds)) = spent.rate else { return Vec::new() };
    vec![
        ("x-ratelimit-limit", of.to_string()),
        ("x-ratelimit-remaining", left.to_string()),
        ("x-ratelimit-reset", seconds.to_string()),
    ]
}
