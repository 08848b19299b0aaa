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

const VENDORS: [Vendor; 4] = [
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
    for vendor in VENDORS {
        let busy = limited.account(100).await;
        for _ in 0..2 {
            send(&busy, (vendor.find)(EMAIL)).await;
        }
        let wrong_key = rich.with_key(&format!("{}x", &rich.key[..rich.key.len() - 1]));
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
    for vendor in VENDORS {
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
