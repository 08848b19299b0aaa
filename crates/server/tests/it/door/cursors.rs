//! A cursor is accepted from the account that received it, with the query it came from, and unaltered.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::{Clock, Plan};

use crate::support::{KATHERINE, START, TestServer, call, faults, own_path, twin_path, verb};

/// Texts that look like cursors and are none of ours.
const JUNK: [&str; 7] = [
    "1",
    "zz",
    "00000000000031",
    "AAAAAAAAAAAAAAAAAAAAADE",
    "e3b0c44298fc31303030",
    "eyJvZmZzZXQiOjEwMDB9",
    "MjAyNi0wMy0wNFQxMjowMDowMFogd2xfMDE",
];

fn takes_cursor(document: &Value, entry: &server::Entry) -> bool {
    let operation = &document["paths"][entry.spec.path][verb(entry).as_str().to_lowercase()];
    let in_query =
        operation["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "cursor"));
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let body = schema.as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
    in_query || body.is_some_and(|body| !body["properties"]["cursor"].is_null())
}

#[tokio::test]
async fn a_cursor_that_is_none_of_ours_is_refused_by_every_endpoint_that_takes_one() {
    let (server, sample) =
        TestServer::of_the_world(|setup| setup.settings.limits.sandbox_calls_per_day = 100_000).await;
    let account = server.operator(&server.account(Plan::Scale, 1_000).await).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let mut seen = 0;
    for entry in CATALOGUE.iter().filter(|entry| takes_cursor(&document, entry)) {
        let path = own_path(&account, entry, &sample).await;
        for junk in JUNK {
            let mut request = (entry.example)(&sample);
            request["cursor"] = junk.into();
            let answer = call(&account, entry, &path, request.clone()).await;
            let problem = answer.problem(422, "invalid_request");
            assert_eq!(faults(&problem), ["/cursor: invalid_value"], "{} {junk}", entry.spec.id);
            if entry.spec.has_twin() {
                let twin = call(&server.anyone(), entry, &twin_path(entry, &sample), request).await;
                assert_eq!(twin.status, 422, "{} {junk}: {}", entry.spec.id, twin.text());
            }
        }
        seen += 1;
    }
    assert!(seen >= 25, "{seen} endpoints take a cursor");
}

#[tokio::test]
async fn a_cursor_is_of_one_account_and_one_question_and_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    let server = TestServer::in_folder(folder.path(), &clock).await;
    let (one, two) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    for account in [&one, &two] {
        for _ in 0..3 {
            account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
        }
    }
    let page = one.get("/v1/me/history?limit=1").await.ok();
    let cursor = page["next_cursor"].as_str().unwrap().to_owned();
    let path = format!("/v1/me/history?limit=1&cursor={cursor}");
    one.get(&path).await.ok();
    two.get(&path).await.problem(422, "invalid_request");
    one.get(&format!("{path}&status=200")).await.problem(422, "invalid_request");
    for position in 0..cursor.len() {
        let mut changed = cursor.clone().into_bytes();
        changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        let answer = one.get(&format!("/v1/me/history?limit=1&cursor={changed}")).await;
        // The last character holds bits that mean nothing; it is refused all the same.
        answer.problem(422, "invalid_request");
    }
    let (key, address) = (one.key.clone(), server.address);
    server.stop().await;
    let again = TestServer::in_folder(folder.path(), &clock).await;
    assert_ne!(again.address, address);
    again.anyone().with_key(&key).get(&path).await.ok();
}

#[tokio::test]
async fn a_cursor_is_taken_with_another_page_size_or_null_fields_and_refused_with_another_filter() {
    let (server, _) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let sales = json!({ "departments": ["sales"] });
    let cases = [
        (
            "/v1/funding-radar",
            json!({ "limit": 1, "within_days": 365 }),
            json!({ "limit": 2, "within_days": 365, "icp": null, "role": null }),
            json!({ "limit": 1, "within_days": 364 }),
        ),
        (
            "/v1/search/people",
            json!({ "limit": 1, "filters": sales }),
            json!({ "limit": 2, "sort": "relevance", "filters": sales, "include_total": true }),
            json!({ "limit": 1, "filters": { "departments": ["legal"] } }),
        ),
    ];
    for (path, first, same, other) in cases {
        let cursor = account.post(path, first).await.ok()["next_cursor"].clone();
        assert!(cursor.is_string(), "{path} has a second page");
        let at = |request: &Value| {
            let mut request = request.clone();
            request["cursor"] = cursor.clone();
            request
        };
        account.post(path, at(&same)).await.ok();
        let problem = account.post(path, at(&other)).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/cursor: invalid_value"], "{path}");
    }
    let page = account.get("/v1/signals?kind=funding&limit=1").await.ok();
    let cursor = page["next_cursor"].as_str().unwrap();
    account.get(&format!("/v1/signals?kind=funding&limit=2&cursor={cursor}")).await.ok();
    let changed = account.get(&format!("/v1/signals?kind=funding&country=DE&cursor={cursor}")).await;
    assert_eq!(faults(&changed.problem(422, "invalid_request")), ["/cursor: invalid_value"]);
}
