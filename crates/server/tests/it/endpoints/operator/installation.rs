//! What operators see of the installation: vendors, feeds, imports, health, settings.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{Account, TestServer};

const PATHS: [&str; 5] = ["sources", "feeds", "imports", "health", "settings"];

#[tokio::test]
async fn operators_read_the_installation_and_customers_do_not() {
    let server = TestServer::start().await;
    let customer = server.account(Plan::Scale, 10).await;
    let operator = server.operator(&customer).await;
    for path in PATHS {
        let path = format!("/v1/operator/{path}");
        operator.get(&path).await.ok();
        customer.get(&path).await.problem(403, "scope_required");
    }
    assert_eq!(operator.get("/v1/operator/audit").await.ok()["results"], json!([]), "reading is not entered");
}

/// What was checked, once the check has ended.
async fn checked(operator: &Account) -> Value {
    for _ in 0..1_000 {
        let health = operator.get("/v1/operator/health").await.ok();
        if health["checking"] == false {
            return health;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the check does not end");
}

#[tokio::test]
async fn checks_are_made_again_only_when_they_are_old() {
    let server = TestServer::start().await;
    server.indexed().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let first = checked(&operator).await["checked_at"].clone();
    server.wait(60);
    assert_eq!(checked(&operator).await["checked_at"], first);
    server.wait(120);
    checked(&operator).await;
    assert_eq!(checked(&operator).await["checked_at"], server.clock.now().to_string());
}

#[tokio::test]
async fn health_is_what_doctor_checks() {
    let server = TestServer::start().await;
    server.indexed().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let health = checked(&operator).await;
    assert_eq!(health["ok"], true, "{health}");
    assert_eq!(health["checked_at"], server.clock.now().to_string());
    let names: Vec<&Value> =
        health["checks"].as_array().unwrap().iter().map(|check| &check["name"]).collect();
    assert_eq!(names, ["ledger", "history", "integrity", "bulk", "outbox", "schema", "index", "clock"]);
}
