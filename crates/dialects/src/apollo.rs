//! Apollo, version 1 of its API, under its present and its older address.

mod matching;
mod search;
mod tables;
mod values;

use axum::http::{HeaderMap, header};
use serde_json::json;

use crate::{
    asked::Spent,
    refusal::{Kind, Refusal},
    vendor::{Content, Shaped, Vendor, routes},
};

/// The vendor.
pub(crate) static VENDOR: Vendor = Vendor {
    name: "apollo",
    key,
    refuse,
    headers,
    routes: routes! {
        "POST" "/api/v1/people/match" => matching::person;
        "POST" "/api/v1/people/bulk_match" => matching::people;
        "GET" "/api/v1/organizations/enrich" => matching::organization;
        "POST" "/api/v1/organizations/bulk_enrich" => matching::organizations;
        "POST" "/api/v1/mixed_people/search" => search::people;
        "POST" "/api/v1/mixed_people/api_search" => search::people;
        "POST" "/api/v1/mixed_companies/search" => search::companies;
        "POST" "/v1/people/match" => matching::person;
        "POST" "/v1/people/bulk_match" => matching::people;
        "GET" "/v1/organizations/enrich" => matching::organization;
        "POST" "/v1/organizations/bulk_enrich" => matching::organizations;
        "POST" "/v1/mixed_people/search" => search::people;
        "POST" "/v1/mixed_people/api_search" => search::people;
        "POST" "/v1/mixed_companies/search" => search::companies;
    },
    requests: &[&tables::MATCH, &tables::ENRICH, &tables::PEOPLE, &tables::COMPANIES],
    answers: &[&tables::PERSON, &tables::FOUND_PERSON, &tables::ORGANIZATION, &tables::FOUND_ORGANIZATION],
};

/// The key as a header, a bearer token, or, as older clients send it, a query parameter.
fn key(headers: &HeaderMap, query: &[(String, String)]) -> Option<String> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = || {
        let (scheme, secret) = header(header::AUTHORIZATION.as_str())?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim().to_owned())
    };
    let in_query = || query.iter().find(|(name, _)| name == "api_key").map(|(_, value)| value.clone());
    header("x-api-key").map(str::to_owned).or_else(bearer).or_else(in_query)
}

fn refuse(refusal: &Refusal) -> Shaped {
    let (status, code) = match refusal.kind {
        Kind::NoKey | Kind::BadKey => {
            return Shaped { status: 401, body: Content::Text("Invalid access credentials.") };
        }
        Kind::RateLimited => return Shaped::json(429, json!({ "message": refusal.detail })),
        Kind::Invalid => (422, "INVALID_PARAMETERS"),
        Kind::NoCredits => (402, "INSUFFICIENT_CREDITS"),
        Kind::Forbidden => (403, "API_INACCESSIBLE"),
        Kind::NotFound | Kind::NotCovered => (404, "NOT_FOUND"),
        Kind::Method => (405, "METHOD_NOT_ALLOWED"),
        Kind::TooLarge => (413, "INVALID_PARAMETERS"),
        Kind::MediaType => (415, "INVALID_PARAMETERS"),
        Kind::Unavailable => (503, "UNAVAILABLE"),
        Kind::Failed => (500, "INTERNAL_ERROR"),
    };
    Shaped::json(status, json!({ "error": refusal.detail, "error_code": code }))
}

fn headers(_: &Spent) -> Vec<(&'static str, String)> {
    Vec::new()
}
