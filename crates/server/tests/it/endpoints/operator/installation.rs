//! What operators see of the installation: vendors, feeds, imports, health, settings.

use serde_json::{Value, json};
use store::Plan;

use crate::support::TestServer;

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

#[tokio::test]
async fn health_is_what_doctor_checks() {
    let server = TestServer::start().await;
    server.indexed().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let health = operator.get("/v1/operator/health").await.ok();
    assert_eq!(health["ok"], true, "{health}");
    let names: Vec<&Value> =
        health["checks"].as_array().unwrap().iter().map(|check| &check["name"]).collect();
    assert_eq!(names, ["ledger", "history", "integrity", "bulk", "outbox", "schema", "index", "clock"]);
}
