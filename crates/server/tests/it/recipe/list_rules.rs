//! What every list-shaped endpoint does alike.

use serde_json::{Value, json};
use store::{Credits, Plan};

use super::Stage;
use crate::support::{Account, faults};

/// Which of the common options an endpoint takes.
#[derive(Clone, Copy, Default)]
pub struct Takes {
    pub icp: bool,
    pub time: bool,
}

impl Takes {
    pub const NOTHING: Self = Self { icp: false, time: false };
    pub const ICP: Self = Self { icp: true, time: false };
    pub const ICP_AND_TIME: Self = Self { icp: true, time: true };
}

/// Proves of an endpoint what holds for all: pages join without gap or repeat and cost what the whole costs, cursors
/// belong to their question, previews are free, and what is not understood is refused. The request must find two
/// items or more.
pub async fn list_rules(stage: &Stage, path: &str, request: Value, takes: Takes) {
    let whole = fresh(stage).await.post(path, with(&request, "limit", json!(100))).await.ok();
    let items = whole["results"].as_array().unwrap();
    assert!(items.len() >= 2, "{path}: the rules need two items: {whole:#}");
    assert_eq!(whole["next_cursor"], Value::Null, "{path}: this was all");
    assert_eq!(whole["exhausted"], json!(true), "{path}");
    assert!(whole["looked_at"].as_u64() >= Some(items.len() as u64), "{path}: {whole}");
    new_ones_only(stage, path, &request, items).await;
    pages_join(stage, path, &request, items).await;
    previews_are_free(stage, path, &request, &whole["cost"]["credits"]).await;
    refusals(stage, path, &request).await;
    if takes.icp {
        icp_narrows(stage, path, &request, items).await;
    }
    if takes.time {
        time_narrows(stage, path, &request).await;
    }
}

/// Calls for what is new give disjoint results whose union is the whole list; then the whole list costs nothing.
async fn new_ones_only(stage: &Stage, path: &str, request: &Value, items: &[Value]) {
    let account = fresh(stage).await;
    let new_only = with(&with(request, "new_only", json!(true)), "limit", json!(1));
    let mut told = Vec::new();
    for _ in 0..=items.len() {
        let page = account.post(path, new_only.clone()).await.ok();
        told.extend(page["results"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(told, items, "{path}: each once, in the order of the list");
    let whole = account.post(path, with(request, "limit", json!(100))).await.ok();
    assert_eq!(
        (whole["results"].as_array().unwrap(), &whole["cost"]["credits"]),
        (&told, &json!(0)),
        "{path}"
    );
}

async fn fresh(stage: &Stage) -> Account {
    stage.server.account(Plan::Pro, 10_000).await
}

fn with(request: &Value, field: &str, value: Value) -> Value {
    let mut request = request.clone();
    request[field] = value;
    request
}

async fn pages_join(stage: &Stage, path: &str, request: &Value, items: &[Value]) {
    let account = fresh(stage).await;
    let mut joined: Vec<Value> = Vec::new();
    let mut page_request = with(request, "limit", json!(1));
    let mut spent = 0.0;
    let mut last_cursor = Value::Null;
    for _ in 0..=items.len() {
        let page = account.post(path, page_request.clone()).await.ok();
        let found = page["results"].as_array().unwrap();
        assert!(found.len() <= 1, "{path}: a page has what fits");
        joined.extend(found.iter().cloned());
        spent += page["cost"]["credits"].as_f64().unwrap();
        if page["next_cursor"].is_null() {
            break;
        }
        last_cursor = page["next_cursor"].clone();
        page_request["cursor"] = last_cursor.clone();
    }
    assert_eq!(joined, items, "{path}: pages join without gap or repeat");
    assert!(
        spent > 0.0
            && stage.server.balance(&account)
                == Credits::whole(10_000).checked_sub(thousandths(spent)).unwrap()
    );

    let other_path =
        if path == "/v1/job-change-radar" { "/v1/funding-radar" } else { "/v1/job-change-radar" };
    let elsewhere = account.post(other_path, json!({ "cursor": last_cursor })).await;
    assert_eq!(faults(&elsewhere.problem(422, "invalid_request")), ["/cursor: invalid_value"], "{path}");
    let made_up = account.post(path, with(request, "cursor", json!("00ff"))).await;
    assert_eq!(faults(&made_up.problem(422, "invalid_request")), ["/cursor: invalid_value"], "{path}");
}

fn thousandths(credits: f64) -> Credits {
    Credits::from_thousandths((credits * 1_000.0).round() as i64)
}

async fn previews_are_free(stage: &Stage, path: &str, request: &Value, charged: &Value) {
    let account = fresh(stage).await;
    let before = stage.server.traces(&account);
    let preview = account.post(path, with(request, "preview", json!(true))).await.ok();
    assert_eq!(stage.server.traces(&account), before, "{path}");
    assert!(preview["would_cost"]["max_credits"].as_f64() >= charged.as_f64(), "{path}: {preview}");
    let asked = account.post(path, request.clone()).await.ok();
    let estimated = preview["would_cost"]["estimated_credits"].as_f64();
    assert!(estimated >= asked["cost"]["credits"].as_f64(), "{path}: {preview}");
    let again = account.post(path, with(request, "preview", json!(true))).await.ok();
    assert!(
        again["would_cost"]["estimated_credits"].as_f64() <= estimated,
        "{path}: what is paid for is free"
    );
    assert_eq!(preview.get("results"), None, "{path}");
}

async fn refusals(stage: &Stage, path: &str, request: &Value) {
    let refused = |field: &'static str, value: Value, code: &'static str| async move {
        let answer = stage.account.post(path, with(request, field, value)).await;
        let problem = answer.json();
        assert_eq!((answer.status, faults(&problem)), (422, vec![format!("/{field}: {code}")]), "{path}");
    };
    refused("limit", json!(0), "too_small").await;
    refused("limit", json!(101), "too_large").await;
    refused("limits", json!(1), "unknown_field").await;
}

async fn icp_narrows(stage: &Stage, path: &str, request: &Value, items: &[Value]) {
    let nowhere = with(request, "icp", json!({ "domains": ["nowhere.example"] }));
    stage.nothing(path, nowhere).await;
    let everywhere = with(request, "icp", json!({ "exclude_domains": ["nowhere.example"] }));
    let found = fresh(stage).await.post(path, with(&everywhere, "limit", json!(100))).await.ok();
    assert_eq!(found["results"].as_array().unwrap(), items, "{path}: filters that all pass change nothing");
    let misspelt = stage.account.post(path, with(request, "icp", json!({ "domain": ["a.example"] }))).await;
    misspelt.problem(422, "unknown_field");
}

async fn time_narrows(stage: &Stage, path: &str, request: &Value) {
    let mut request = request.clone();
    request.as_object_mut().unwrap().shift_remove("within_days");
    stage.nothing(path, with(&request, "since", json!("2026-03-04T12:00:00Z"))).await;
    let both = with(&with(&request, "since", json!("2026-03-01T00:00:00Z")), "within_days", json!(3));
    let problem = stage.account.post(path, both).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/within_days: contradiction"], "{path}");
    stage.account.post(path, with(&request, "within_days", json!(731))).await.problem(422, "invalid_request");
}
