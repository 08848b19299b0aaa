//! What operators see of sources: what they were asked, what that cost, and what customers paid for it.

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::Plan;

use crate::support::{Account, TestServer, TestVendor, failure, json_answer, miss, vendors};

/// A server with two vendors of companies: the first knows one and fails for another, the second knows them all.
async fn server() -> (TestServer, [TestVendor; 2]) {
    let first = |path: &str| match path.split_once("domain=") {
        Some((_, "new.example")) => json_answer(&json!({ "name": "Newcomer" })),
        Some((_, "down.example" | "dark.example")) => failure(),
        _ => miss(),
    };
    let second = |path: &str| match path.split_once("domain=") {
        Some((_, "dark.example")) => failure(),
        _ => json_answer(&json!({ "name": "Known" })),
    };
    let asked = [
        TestVendor::start("atlas", Fact::Company, first).await,
        TestVendor::start("beacon", Fact::Company, second).await,
    ];
    (TestServer::with(|setup| setup.external = vendors(&asked)).await, asked)
}

/// The figures of a period after it was counted again.
async fn figures(server: &TestServer, operator: &Account, period: &str) -> Value {
    server.app.history_written().await;
    server.wait(60);
    for _ in 0..400 {
        let answer = operator.get(&format!("/v1/operator/sources?period={period}")).await.ok();
        if answer["counting"] == false && answer["counted_at"] == json!(server.clock.now().to_string()) {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the sources are not counted");
}

fn of<'a>(answer: &'a Value, name: &str) -> &'a Value {
    answer["sources"].as_array().unwrap().iter().find(|source| source["name"] == name).unwrap()
}

#[tokio::test]
async fn each_source_has_what_it_was_asked_what_that_cost_and_what_customers_paid() {
    let (server, _vendors) = server().await;
    let customer = server.account(Plan::Pro, 10).await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let ask = async |domain: &str| customer.post("/v1/companies", json!({ "domain": domain })).await;
    ask("new.example").await.ok();
    ask("old.example").await.ok();
    ask("down.example").await.ok();
    ask("dark.example").await.problem(503, "sources_unavailable");
    let answer = figures(&server, &operator, "7d").await;
    let (atlas, beacon) = (of(&answer, "atlas"), of(&answer, "beacon"));
    for (name, first, second) in [
        ("asked", json!(4), json!(3)),
        ("answered", json!(2), json!(2)),
        ("hits", json!(1), json!(2)),
        ("hit_percent", json!(50.0), json!(100.0)),
        ("errors", json!(2), json!(1)),
        ("calls", json!(1), json!(2)),
        ("paid_credits", json!(1), json!(2)),
        // A credit of the plan pro costs 0.016, and a match of either vendor 0.1.
        ("cost_usd", json!(0.1), json!(0.2)),
        ("cost_per_hit_usd", json!(0.1), json!(0.1)),
        ("paid_usd", json!(0.016), json!(0.032)),
        ("margin_usd", json!(-0.084), json!(-0.168)),
    ] {
        assert_eq!((&atlas[name], &beacon[name]), (&first, &second), "{name}: {answer}");
    }
    assert_eq!((&atlas["outcomes"]["failed"], &atlas["kind"]), (&json!(2), &json!("vendor")));
    assert!(atlas["latency_p50_ms"].as_u64() <= atlas["latency_p95_ms"].as_u64());
    let total = json!({
        "calls": 4, "paid_credits": 3, "paid_usd": 0.048, "cost_usd": 0.3, "margin_usd": -0.252,
    });
    assert_eq!(answer["total"], total);
    assert_eq!(answer["vendors"][0]["failures"], 2);

    server.wait(8 * 24 * 3_600);
    let later = figures(&server, &operator, "7d").await;
    assert_eq!(
        (&of(&later, "atlas")["asked"], &of(&later, "atlas")["hit_percent"]),
        (&json!(0), &Value::Null)
    );
    let month = figures(&server, &operator, "30d").await;
    assert_eq!(of(&month, "atlas")["asked"], 4);
    operator.get("/v1/operator/sources?period=8d").await.problem(422, "invalid_request");
}

#[tokio::test]
async fn a_call_that_failed_says_who_was_asked_in_its_history() {
    let (server, _vendors) = server().await;
    let customer = server.account(Plan::Pro, 10).await;
    let failed = customer.post("/v1/companies", json!({ "domain": "dark.example" })).await;
    let request = failed.problem(503, "sources_unavailable")["request_id"].as_str().unwrap().to_owned();
    let row = customer.get(&format!("/v1/me/history/{request}")).await.ok();
    let asked: Vec<(&Value, &Value)> = row["upstream"]
        .as_array()
        .unwrap()
        .iter()
        .map(|asked| (&asked["provider"], &asked["outcome"]))
        .collect();
    assert_eq!(asked, [(&json!("atlas"), &json!("failed")), (&json!("beacon"), &json!("failed"))], "{row}");
}
