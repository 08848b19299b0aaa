//! The audit log: every change by an operator, and nothing that names a person.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::{Plan, scan_bytes};

use crate::support::{Account, KATHERINE, TestServer, call, own_example, own_path};

async fn log(operator: &Account) -> Vec<Value> {
    operator.get("/v1/operator/audit?limit=100").await.ok()["results"].as_array().unwrap().clone()
}

#[tokio::test]
async fn every_change_of_an_operator_is_entered_with_who_what_on_what_and_when() {
    let (server, sample) =
        TestServer::of_the_world(|setup| setup.settings.signup.mode = server::SignupMode::Open).await;
    let changes: Vec<_> = CATALOGUE.iter().filter(|entry| entry.spec.is_operators_change()).collect();
    assert!(changes.len() >= 12, "{}", changes.len());
    for entry in changes {
        let operator = server.operator(&server.account(Plan::Scale, 1_000).await).await;
        let path = match entry.spec.path.starts_with("/v1/operator/accounts/") {
            true => own_path(&operator, entry, &sample).await,
            false => entry.spec.path.replace("{id}", "xyz_1"),
        };
        let example = own_example(&operator, entry, &sample).await;
        let answer = call(&operator, entry, &path, example).await;
        let entries = log(&operator).await;
        let entry_of = entries.iter().find(|one| one["request_id"] == answer.header("x-request-id"));
        let entered =
            entry_of.unwrap_or_else(|| panic!("{} is not in the log: {}", entry.spec.id, answer.text()));
        let outcome = if answer.status < 300 { "done" } else { "refused" };
        assert_eq!((&entered["action"], &entered["outcome"]), (&json!(entry.spec.id), &json!(outcome)));
        assert_eq!((&entered["by"], &entered["account_id"]), (&json!("key"), &json!(operator.id)));
        assert_eq!((&entered["key_id"], &entered["at"]), (&json!(operator.key_id), &json!(server.now())));
        let email = server.store.account(&operator.id).unwrap().unwrap().email;
        assert_eq!((&entered["account_email"], entered.get("system_user")), (&json!(email), None));
        if outcome == "refused" {
            assert_eq!(entered["code"], answer.json()["code"], "{}", answer.text());
        }
    }
}

#[tokio::test]
async fn reading_is_not_entered_and_a_customer_reads_nothing_of_the_log() {
    let server = TestServer::start().await;
    let customer = server.account(Plan::Scale, 10).await;
    let operator = server.operator(&customer).await;
    operator.get("/v1/operator/accounts").await.ok();
    customer.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    customer.post("/v1/me/keys", json!({ "name": "mine" })).await.ok();
    assert_eq!(log(&operator).await, Vec::<Value>::new());
    customer.get("/v1/operator/audit").await.problem(403, "scope_required");
}

#[tokio::test]
async fn a_retry_with_the_same_key_is_entered_once() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let keyed = operator.with("idempotency-key", "once");
    let path = format!("/v1/operator/accounts/{}/grants", operator.id);
    for _ in 0..3 {
        keyed.post(&path, json!({ "credits": 1, "reference": "a" })).await.ok();
    }
    let entries = log(&operator).await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["subject"], json!(operator.id));
}

#[tokio::test]
async fn the_log_is_read_page_by_page() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    for number in 0..5 {
        let path = format!("/v1/operator/accounts/acc_{number}/close");
        operator.post(&path, json!({})).await.problem(404, "not_found");
        server.wait(1);
    }
    let (mut subjects, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = operator.get(&format!("/v1/operator/audit?limit=2{cursor}")).await.ok();
        subjects.extend(page["results"].as_array().unwrap().iter().map(|one| one["subject"].clone()));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(subjects, ["acc_4", "acc_3", "acc_2", "acc_1", "acc_0"]);
}

#[tokio::test]
async fn an_erased_person_is_named_nowhere_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| setup.folder = Some(folder.path().to_owned())).await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let found = operator.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    let id = found["person"]["id"].as_str().unwrap().to_owned();
    let pair = json!({ "one": id, "other": "per_none" });
    operator.post("/v1/operator/review/merge", pair).await.problem(404, "not_found");
    let words = json!({ "one": "katherine@harbor.example", "other": "Katherine Brandt" });
    operator.post("/v1/operator/review/merge", words).await.problem(404, "not_found");
    operator.post("/v1/erase", json!({ "id": id })).await.ok();
    let entries = log(&operator).await;
    assert_eq!(entries.len(), 3);
    let text = json!(entries).to_string().to_lowercase();
    for name in ["katherine", "brandt", "harbor", id.as_str()] {
        assert!(!text.contains(name), "{name}: {text}");
    }
    assert_eq!((&entries[0]["action"], &entries[0]["subject"]), (&json!("erase"), &json!("(erased)")));
    server.stop().await;
    assert_eq!(scan_bytes(folder.path(), &[id].into()).unwrap().places, []);
}
