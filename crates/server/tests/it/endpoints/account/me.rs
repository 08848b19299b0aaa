//! `GET /v1/me`

use serde_json::json;
use store::Plan;

use crate::support::{KATHERINE, TestServer};

#[tokio::test]
async fn the_account_says_plan_balance_and_limits() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    insta::assert_json_snapshot!(account.get("/v1/me").await.ok(), { ".account_id" => "acc_…" }, @r#"
    {
      "account_id": "acc_…",
      "email": "customer-0@client.example",
      "plan": "pro",
      "balance": 9,
      "limits": {
        "requests_per_second": 0,
        "monthly_credits": 25000,
        "webhooks": true
      },
      "created_at": "2026-03-04T12:00:00Z"
    }
    "#);
}
