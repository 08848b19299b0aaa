//! Every vendor's refusals: no key, a wrong one, no credits, nothing found, bad input, too many requests.

use serde_json::{Value, json};
use store::{Scope, Scopes};

use crate::support::{Answer, Caller, EMAIL, TestServer};

/// A vendor's call that finds the person of an email, and the shape of its refusals.
struct Vendor {
    name: &'static str,
    find: fn(&str) -> (String, Option<Value>),
    /// A request with an invalid email.
    wrong: fn() -> (String, Option<Value>),
    /// Kind of a refusal, from its body.
    kind: fn(&Answer) -> String,
    expected: [(u16, &'static str); 6],
}

static VENDORS: [Vendor; 4] = [
    Vendor {
        name: "pdl",
        find: |email| (format!("/dialect/pdl/v5/person/enrich?email={email}"), None),
        wrong: || ("/dialect/pdl/v5/person/enrich?email=nonsense".to_owned(), None),
        kind: |answer| {
            assert_eq!(answer.json()["status"], answer.status);
            answer.json()["error"]["type"].as_str().unwrap().to_owned()
        },
        expected: [
            (401, "authentication_error"),
            (401, "authentication_error"),
            (402, "payment_required"),
            (404, "not_found"),
            (400, "invalid_request_error"),
            (429, "rate_limit_error"),
        ],
    },
    Vendor {
        name: "hunter",
        find: |email| (format!("/dialect/hunter/v2/people/find?email={email}"), None),
        wrong: || ("/dialect/hunter/v2/people/find?email=nonsense".to_owned(), None),
        kind: |answer| {
            let error = answer.json()["errors"][0].clone();
            assert_eq!(error["code"], answer.status);
            assert!(error["details"].is_string());
            error["id"].as_str().unwrap().to_owned()
        },
        expected: [
            (401, "authentication_failed"),
            (401, "authentication_failed"),
            (429, "usage_limit_reached"),
            (404, "not_found"),
            (400, "wrong_params"),
            (403, "too_many_requests"),
        ],
    },
    Vendor {
        name: "apollo",
        find: |email| ("/dialect/apollo/api/v1/people/match".to_owned(), Some(json!({ "email": email }))),
        wrong: || ("/dialect/apollo/api/v1/people/match".to_owned(), Some(json!({ "email": "nonsense" }))),
        kind: |answer| match answer.status {
            401 => answer.text.clone(),
            429 => answer.json()["message"].as_str().map(|_| "message").unwrap().to_owned(),
            200 => answer.json()["person"].to_string(),
            _ => answer.json()["error_code"].as_str().unwrap().to_owned(),
        },
        expected: [
            (401, "Invalid access credentials."),
            (401, "Invalid access credentials."),
            (402, "INSUFFICIENT_CREDITS"),
            (200, "null"),
            (422, "INVALID_PARAMETERS"),
            (429, "message"),
        ],
    },
    Vendor {
        name: "clearbit",
        find: |email| (format!("/dialect/clearbit/person/v2/people/find?email={email}"), None),
        wrong: || ("/dialect/clearbit/person/v2/people/find?email=nonsense".to_owned(), None),
        kind: |answer| answer.json()["error"]["type"].as_str().unwrap().to_owned(),
        expected: [
            (401, "auth_required"),
            (401, "auth_invalid"),
            (402, "over_quota"),
            (404, "unknown_record"),
            (422, "params_invalid"),
            (429, "rate_limit"),
        ],
    },
];

async fn send(caller: &Caller, (path, body): (String, Option<Value>)) -> Answer {
    match body {
        Some(body) => caller.post(&path, body).await,
        None => caller.get(&path).await,
    }
}

#[tokio::test]
async fn every_refusal_has_the_vendors_status_and_shape() {
    let server = TestServer::start().await;
    let (rich, poor) = (server.account(100).await, server.account(0).await);
    let limited = TestServer::with(|settings| {
        settings.plans.values_mut().for_each(|terms| terms.requests_per_second = 1);
    })
    .await;
    for vendor in &VENDORS {
        let busy = limited.account(100).await;
        for _ in 0..2 {
            send(&busy, (vendor.find)(EMAIL)).await;
        }
        let wrong_key = rich.with_wrong_key();
        let answers = [
            send(&rich.with_key(""), (vendor.find)(EMAIL)).await,
            send(&wrong_key, (vendor.find)(EMAIL)).await,
            send(&poor, (vendor.find)(EMAIL)).await,
            send(&rich, (vendor.find)("nobody@tidewater.example")).await,
            send(&rich, (vendor.wrong)()).await,
            send(&busy, (vendor.find)(EMAIL)).await,
        ];
        let said = answers.each_ref().map(|answer| (answer.status, (vendor.kind)(answer)));
        let said = said.each_ref().map(|(status, kind)| (*status, kind.as_str()));
        assert_eq!(said, vendor.expected, "{}", vendor.name);
    }
    assert_eq!(server.balance(&rich).to_string(), "100", "no refusal is charged");
}

#[tokio::test]
async fn a_key_that_may_only_read_cannot_spend() {
    let server = TestServer::start().await;
    let reader = server.account_with(10, Scopes::from_iter([Scope::Read])).await;
    for vendor in &VENDORS {
        assert_eq!(send(&reader, (vendor.find)(EMAIL)).await.status, 403, "{}", vendor.name);
    }
    reader.get("/dialect/clearbit/autocomplete/v1/companies/suggest?query=tide").await.ok();
}

#[tokio::test]
async fn garbage_is_refused_and_nothing_breaks() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let bodies: Vec<Vec<u8>> = vec![
        b"{".to_vec(),
        b"[]".to_vec(),
        b"null".to_vec(),
        b"\xff\xfe".to_vec(),
        format!("{{\"details\": {deep}}}").into_bytes(),
        format!("{{\"query\": {deep}}}").into_bytes(),
        format!("{{\"sql\": \"{}\"}}", "(".repeat(100_000)).into_bytes(),
        format!("{{\"email\": \"{}\"}}", "x".repeat(900_000)).into_bytes(),
        br#"{"email": {"a": 1}, "requests": 7, "details": [[]], "query": {"bool": 1}}"#.to_vec(),
        br#"{"requests": [{"params": null}, 3, "x"]}"#.to_vec(),
        br#"{"details": [null], "name": "\u0000<script>alert(1)</script>", "domain": "\u202e"}"#.to_vec(),
    ];
    for (method, path) in dialects::Dialect::ALL.into_iter().flat_map(dialects::Dialect::paths) {
        let path = path.replace("{email}", "%00%ff").replace("{domain}", "..%2f..");
        if method == "GET" {
            let query = "email=%ff%00&domain=%22%3E&query=%7B&sql=';--&text=%00&field=company&name=%F0%9F%92%A9&requests=1";
            let answer = caller.get(&format!("{path}?{query}")).await;
            assert!((400..500).contains(&answer.status) || answer.status == 200, "{path}: {}", answer.text);
            continue;
        }
        for body in &bodies {
            let answer = caller.post_bytes(&path, body.clone()).await;
            let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
            let is_refused = (400..500).contains(&answer.status);
            assert!(is_refused || answer.status == 200, "{path} {shown}: {} {}", answer.status, answer.text);
        }
    }
}

/// Every route with values in its path, and its vendor.
fn every_route() -> impl Iterator<Item = (&'static Vendor, &'static str, String)> {
    let filled = |path: String| path.replace("{email}", EMAIL).replace("{domain}", "tidewater.example");
    dialects::Dialect::ALL.into_iter().flat_map(dialects::Dialect::paths).map(move |(method, path)| {
        let vendor =
            VENDORS.iter().find(|vendor| path.contains(&format!("/dialect/{}/", vendor.name))).unwrap();
        (vendor, method, filled(path))
    })
}

#[tokio::test]
async fn every_route_refuses_a_missing_or_wrong_key_in_the_vendors_own_words() {
    let server = TestServer::start().await;
    let rich = server.account(10).await;
    let wrong = rich.with_wrong_key();
    for (vendor, method, path) in every_route() {
        for caller in [&rich.with_key(""), &wrong] {
            // Also with parameters that would be refused by themselves.
            for sent in ["", "email=nonsense&unknown=1"] {
                let answer = match method {
                    "GET" => caller.get(&format!("{path}?{sent}")).await,
                    _ => caller.post(&format!("{path}?{sent}"), json!({})).await,
                };
                let told = match vendor.name {
                    "hunter" => answer.json()["errors"][0]["details"].as_str().unwrap().to_owned(),
                    "apollo" => answer.text.clone(),
                    _ => answer.json()["error"]["message"].as_str().unwrap().to_owned(),
                };
                let own = match (vendor.name, caller.key.is_empty()) {
                    ("pdl", _) => "Request contained a missing or invalid key",
                    ("hunter", _) => "No user found for the API key supplied",
                    ("apollo", _) => "Invalid access credentials.",
                    (_, true) => "Send an API key as a bearer token, or as the user of basic authentication.",
                    (_, false) => "Invalid API key provided.",
                };
                assert_eq!((answer.status, told.as_str()), (401, own), "{method} {path}?{sent}");
                (vendor.kind)(&answer);
            }
        }
    }
}

#[tokio::test]
async fn no_refusal_names_a_field_of_ours() {
    /// Names that no vendor has.
    const OURS: [&str; 9] = [
        "networkUrl",
        "fullName",
        "firstName",
        "lastName",
        "person_id",
        "company_id",
        "company_identifier",
        "company_domains",
        "company_names",
    ];
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let requests = [
        json!({}),
        json!({ "first_name": "Marta" }),
        json!({ "first_name": "Marta", "domain": "tidewater.example" }),
        json!({ "name": "Marta Quist" }),
        json!({ "full_name": "Marta Quist" }),
        json!({ "given_name": "Marta" }),
        json!({ "email": "nonsense" }),
        json!({ "domain": "not a domain" }),
        json!({ "linkedin_url": "nonsense" }),
        json!({ "profile": "nonsense" }),
        json!({ "website": "not a domain" }),
        json!({ "q_organization_domains_list": ["not a domain"] }),
        json!({ "person_seniorities": ["emperor"] }),
        json!({ "seniority": "emperor", "domain": "tidewater.example" }),
        json!({ "department": "alchemy", "domain": "tidewater.example" }),
    ];
    let mut refused = 0;
    for (_, method, path) in every_route() {
        for request in &requests {
            let answer = match method {
                "GET" => {
                    let members = request.as_object().unwrap().iter();
                    let text = |value: &Value| {
                        value.as_str().map_or_else(|| value[0].as_str().unwrap().to_owned(), str::to_owned)
                    };
                    let query: Vec<String> = members
                        .map(|(name, value)| format!("{name}={}", text(value).replace(' ', "%20")))
                        .collect();
                    caller.get(&format!("{path}?{}", query.join("&"))).await
                }
                _ => caller.post(&path, request.clone()).await,
            };
            // No mail server can be asked here.
            assert!(answer.status < 500 || answer.status == 503, "{path} {request}: {}", answer.text);
            if answer.status >= 400 {
                refused += 1;
                let named: Vec<&&str> = OURS.iter().filter(|name| answer.text.contains(**name)).collect();
                assert!(named.is_empty(), "{method} {path} {request}: {named:?} in {}", answer.text);
            }
        }
    }
    assert!(refused >= 300, "{refused}");
}

#[tokio::test]
async fn every_route_names_a_value_that_is_not_utf_8() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    for (vendor, method, path) in every_route() {
        if method == "GET" {
            let invalid = vendor.expected[4].0;
            for name in ["email", "domain", "query", "name"] {
                let answer = caller.get(&format!("{path}?{name}=a%ffb")).await;
                assert_eq!(answer.status, invalid, "{path}: {}", answer.text);
                assert!(
                    answer.text.contains(&format!("{name}: This is not UTF-8 text.")),
                    "{path}: {}",
                    answer.text
                );
            }
        }
    }
    for path in ["person/v2/people/email/%ff", "company/v2/companies/domain/%ff"] {
        let answer = caller.get(&format!("/dialect/clearbit/{path}")).await;
        assert_eq!(
            (answer.status, answer.text.contains("The path is not UTF-8 text.")),
            (422, true),
            "{}",
            answer.text
        );
    }
    assert_eq!(server.balance(&caller).to_string(), "100");
}

#[tokio::test]
async fn every_route_that_takes_a_body_refuses_one_that_is_compressed() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    for (vendor, _, path) in every_route().filter(|(_, method, _)| *method == "POST") {
        let answer = caller.post_encoded(&path, "gzip", vec![0x1f, 0x8b, 8, 0]).await;
        assert_eq!(answer.status, 415, "{path}: {}", answer.text);
        assert!(answer.text.contains("Content-Encoding"), "{path}: {}", answer.text);
        (vendor.kind)(&answer);
    }
}
