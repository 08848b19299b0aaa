//! `/v1/me/history` and its export: every call made, and what it cost.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use store::{CacheUse, Credits, Plan, Settlement};

use crate::support::{Account, KATHERINE, TestServer, faults};

async fn enrich(account: &Account, url: &str) {
    account.post("/v1/enrich", json!({ "networkUrl": url })).await.ok();
}

/// Calls that were made long ago, written as the pipeline writes them.
async fn settle(server: &TestServer, account: &Account, count: usize) {
    for number in 0..count {
        let settlement = Settlement {
            request_id: format!("req_{number:026}"),
            account_id: account.id.clone(),
            key_id: account.key_id.clone(),
            at: server.now(),
            endpoint: "enrich",
            status: 200,
            credits: Credits::ZERO,
            once: None,
            latency_us: 1_500,
            cache: Some(CacheUse::Miss),
            resolved: 0,
            people: Vec::new(),
            detail: Default::default(),
            upstream: Vec::new(),
            effects: Vec::new(),
            reply: None,
            lock: None,
            keeps_answer: false,
            answer: store::SettledAnswer::Bytes(Vec::new()),
            render: Box::new(|answer, _| answer),
        };
        server.store.settle(settlement).await.unwrap();
    }
}

#[tokio::test]
async fn a_row_says_what_the_call_was_and_what_it_cost() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let call = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
    let history = account.get("/v1/me/history").await.ok();
    assert_eq!(history["results"][0]["request_id"], call.header("x-request-id"));
    insta::assert_json_snapshot!(history, {
        ".results[].request_id" => "req_…",
        ".results[].key_id" => "key_…",
        ".results[].latency_ms" => "…",
        ".summary.mean_latency_ms" => "…",
    }, @r#"
    {
      "results": [
        {
          "request_id": "req_…",
          "at": "2026-03-04T12:00:00Z",
          "endpoint": "enrich",
          "path": "/v1/enrich",
          "key_id": "key_…",
          "key_name": "first key",
          "status": 200,
          "outcome": "answered",
          "asked": {
            "networkUrl": "https://network.example/in/katherine-brandt"
          },
          "credits": 1,
          "latency_ms": "…",
          "cache": "hit",
          "resolved": 1
        }
      ],
      "summary": {
        "requests": 1,
        "credits": 1,
        "resolved": 1,
        "cache_hits": 1,
        "mean_latency_ms": "…"
      },
      "next_cursor": null
    }
    "#);
}

#[tokio::test]
async fn filters_narrow_rows_and_summary_alike() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    enrich(&account, KATHERINE).await;
    enrich(&account, "https://network.example/in/nobody").await;
    let noon = server.now();
    server.wait(3_600);
    account.post("/v1/companies", json!({ "domain": "quill.example" })).await.ok();
    let later = server.now();

    for (query, rows, credits, resolved) in [
        (String::new(), 3, 2, 2),
        ("?endpoint=enrich".into(), 2, 1, 1),
        ("?endpoint=companies&status=200".into(), 1, 1, 1),
        ("?endpoint=/v1/companies".into(), 1, 1, 1),
        ("?status=402".into(), 0, 0, 0),
        (format!("?until={later}"), 2, 1, 1),
        (format!("?since={later}&charged=true"), 1, 1, 1),
        ("?charged=true".into(), 2, 2, 2),
        ("?charged=false&endpoint=enrich".into(), 1, 0, 0),
        ("?key=first%20key&endpoint=enrich".into(), 2, 1, 1),
        (format!("?key={}&endpoint=enrich", account.key_id), 2, 1, 1),
        (format!("?since={noon}&until={later}&endpoint=companies"), 0, 0, 0),
    ] {
        let history = account.get(&format!("/v1/me/history{query}")).await.ok();
        assert_eq!(history["results"].as_array().unwrap().len(), rows, "{query}");
        assert_eq!(history["summary"]["requests"], rows, "{query}");
        assert_eq!(history["summary"]["credits"], credits, "{query}");
        assert_eq!(history["summary"]["resolved"], resolved, "{query}");
    }
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_while_new_calls_arrive() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    settle(&server, &account, 53).await;
    let mut seen = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let query = cursor.as_str().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = account.get(&format!("/v1/me/history?limit=10{query}")).await.ok();
        let ids = page["results"].as_array().unwrap().iter().map(|row| row["request_id"].to_string());
        seen.extend(ids);
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        enrich(&account, KATHERINE).await;
    }
    let expected: Vec<String> = (0..53).rev().map(|number| format!("\"req_{number:026}\"")).collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_cursor_is_good_only_for_the_question_it_came_from() {
    let server = TestServer::start().await;
    let (one, two) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    for account in [&one, &two] {
        enrich(account, KATHERINE).await;
        enrich(account, KATHERINE).await;
    }
    let page = one.get("/v1/me/history?limit=1").await.ok();
    let cursor = page["next_cursor"].as_str().unwrap();
    one.get(&format!("/v1/me/history?limit=1&cursor={cursor}")).await.ok();
    for answer in [
        two.get(&format!("/v1/me/history?limit=1&cursor={cursor}")).await,
        one.get(&format!("/v1/me/history?limit=1&endpoint=enrich&cursor={cursor}")).await,
        one.get(&format!("/v1/me/people?limit=1&cursor={cursor}")).await,
        one.get("/v1/me/history?cursor=00ff").await,
        one.get("/v1/me/history?cursor=%F0%9F%98%80").await,
    ] {
        assert_eq!(faults(&answer.problem(422, "invalid_request")), ["/cursor: invalid_value"]);
    }
}

#[tokio::test]
async fn a_query_with_faults_is_refused_with_all_of_them() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let query = "?limit=0&since=yesterday&endpont=enrich&status=abc";
    let problem = account.get(&format!("/v1/me/history{query}")).await.problem(422, "invalid_request");
    assert_eq!(
        faults(&problem),
        ["/limit: too_small", "/since: invalid_value", "/endpont: unknown_field", "/status: wrong_type"]
    );
    let twice = account.get("/v1/me/history?limit=1&limit=2").await.problem(422, "invalid_request");
    assert_eq!(faults(&twice), ["/limit: wrong_type"], "which of the two is meant is not guessed");
}

#[tokio::test]
async fn an_endpoint_is_meant_in_every_spelling_and_an_unknown_one_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    account.post("/v1/reverse-email", json!({ "email": "jonas@quill.example" })).await.ok();
    for text in [
        "reverse_email",
        "reverse-email",
        "/v1/reverse-email",
        "v1/reverse-email",
        "POST%20/v1/reverse-email",
    ] {
        let history = account.get(&format!("/v1/me/history?endpoint={text}")).await.ok();
        assert_eq!(history["summary"]["requests"], 1, "{text}");
    }
    for path in ["/v1/me/history", "/v1/me/history/export"] {
        let problem = account.get(&format!("{path}?endpoint=revrse-email&key=frst-key")).await;
        let problem = problem.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/endpoint: not_one_of", "/key: invalid_value"]);
        let message = |at: usize| problem["errors"][at]["message"].as_str().unwrap().to_owned();
        assert!(message(0).ends_with("Did you mean \"reverse_email\"?"), "{problem}");
        assert!(message(1).ends_with("Did you mean \"first key\"?"), "{problem}");
    }
}

#[tokio::test]
async fn the_export_is_the_whole_history_as_csv() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    settle(&server, &account, 3_100).await;
    enrich(&account, KATHERINE).await;
    let export = account.get("/v1/me/history/export").await;
    assert_eq!(export.status, 200);
    assert_eq!(export.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(export.header("content-disposition"), "attachment; filename=\"brimful-history.csv\"");
    assert_eq!(export.header("transfer-encoding"), "chunked", "it is streamed");

    let text = export.text();
    let mut lines = text.split_terminator("\r\n");
    assert_eq!(
        lines.next(),
        Some("request_id,at,endpoint,status,credits,latency_ms,cache,resolved,key_id,outcome,code,asked")
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3_101);
    assert!(rows.iter().all(|row| row.len() == 12));
    assert_eq!(rows[0][2..5], ["enrich", "200", "1"]);
    assert_eq!(rows.iter().map(|row| row[0]).collect::<BTreeSet<_>>().len(), 3_101);

    let narrowed = account.get("/v1/me/history/export?endpoint=companies").await.text();
    assert_eq!(narrowed.lines().count(), 1, "the header stays");
}

#[tokio::test]
async fn an_account_sees_only_its_own_history() {
    let server = TestServer::start().await;
    let (one, two) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    enrich(&one, KATHERINE).await;
    assert_eq!(two.get("/v1/me/history").await.ok()["results"], json!([]));
    assert_eq!(two.get("/v1/me/people").await.ok()["results"], json!([]));
    let export = two.get("/v1/me/history/export").await.text();
    assert_eq!(export.lines().count(), 3, "the header, and the two reads before: {export}");
    let id = one.get("/v1/me/history").await.ok()["results"][0]["request_id"].clone();
    let path = format!("/v1/me/history/{}", id.as_str().unwrap());
    two.get(&path).await.problem(404, "not_found");
    two.get(&format!("{path}/answer")).await.problem(404, "not_found");
}
