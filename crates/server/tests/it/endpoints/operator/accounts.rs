//! The operator's hands on accounts over HTTP: credits, plans, closing, statements.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, KATHERINE, TestServer, faults};

struct Desk {
    server: TestServer,
    operator: Account,
    customer: Account,
}

impl Desk {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let operator = server.operator(&server.account(Plan::Scale, 0).await).await;
        let customer = server.account(Plan::Pro, 10).await;
        Self { server, operator, customer }
    }

    fn path(&self, what: &str) -> String {
        format!("/v1/operator/accounts/{}/{what}", self.customer.id)
    }

    async fn charged(&self) -> String {
        let answer = self.customer.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
        answer.ok();
        answer.header("x-request-id").to_owned()
    }
}

#[tokio::test]
async fn a_grant_is_made_once_for_each_reference() {
    let desk = Desk::new().await;
    let body = json!({ "credits": 2.5, "reference": "invoice-1" });
    for known in [false, true, true] {
        let answer = desk.operator.post(&desk.path("grants"), body.clone()).await.ok();
        assert_eq!((&answer["already_entered"], &answer["credits"]), (&json!(known), &json!(2.5)));
        assert_eq!(answer["account"]["balance"], 12.5);
    }
    let other = json!({ "credits": 3, "reference": "invoice-1" });
    desk.operator.post(&desk.path("grants"), other).await.problem(409, "reference_used");
    let me = desk.customer.get("/v1/me").await.ok();
    assert_eq!(me["balance"], 12.5);
    desk.server.prove_books();
}

#[tokio::test]
async fn an_amount_that_cannot_be_is_told_and_moves_nothing() {
    let desk = Desk::new().await;
    for credits in [json!(0), json!(1.2345), json!(1e300), json!(-11), json!(9_223_372_036_854_775_807_i64)] {
        let body = json!({ "credits": credits, "reference": "odd" });
        let refused = desk.operator.post(&desk.path("grants"), body).await;
        assert_eq!(refused.status, 422, "{credits}: {}", refused.text());
        assert!(faults(&refused.json())[0].starts_with("/credits: "), "{credits}");
    }
    assert_eq!(desk.server.balance(&desk.customer), Credits::whole(10));
}

#[tokio::test]
async fn every_call_that_takes_credits_says_what_is_wrong_with_an_amount() {
    let desk = Desk::new().await;
    let request = desk.charged().await;
    let huge = || serde_json::from_str::<Value>("99999999999999999999999").unwrap();
    let most = "Must be at most 9223372036854775.807.";
    let grant = |credits: Value| (desk.path("grants"), json!({ "credits": credits, "reference": "r" }));
    let refund = |credits: Value| {
        (desk.path("refunds"), json!({ "credits": credits, "reference": "r", "request_id": request }))
    };
    let cap = |credits: Value| ("/v1/me/keys".to_owned(), json!({ "name": "k", "monthly_cap": credits }));
    let decimals = "Send credits as a number with at most three decimals.";
    let refused = [
        (grant(json!(0)), "0 credits move nothing. Send another amount."),
        (grant(json!(0.0001)), decimals),
        (grant(huge()), most),
        (
            grant(json!(9_223_372_036_854_775_u64)),
            "The account has 9 credits, and a balance has 9223372036854775.807 at most",
        ),
        (
            grant(json!(-9.5)),
            "The account has 9 credits, and a balance does not go below zero: 9.5 cannot be withdrawn.",
        ),
        (refund(json!(0)), "0 credits move nothing. Send another amount."),
        (refund(json!(-1)), "A refund is more than 0 credits."),
        (refund(json!(1.2345)), decimals),
        (refund(huge()), most),
        (cap(json!(-1)), "Must be at least 0."),
        (cap(json!(0.5)), "Must be an integer, not a number with decimals."),
        (cap(json!(1_000_000_001)), "Must be at most 1000000000."),
        (cap(huge()), "Must be at most 1000000000."),
        (cap(json!(-1e300)), "Must be at least 0."),
    ];
    for ((path, body), expected) in refused {
        let caller = if path == "/v1/me/keys" { &desk.customer } else { &desk.operator };
        let detail = caller.post(&path, body.clone()).await.problem(422, "invalid_request")["detail"].clone();
        assert!(detail.as_str().unwrap().starts_with(expected), "{path} {body}: {detail}");
    }
    assert_eq!(desk.server.balance(&desk.customer), Credits::whole(9));
    desk.server.prove_books();
}

#[tokio::test]
async fn a_negative_grant_is_a_withdrawal_and_is_called_one() {
    let desk = Desk::new().await;
    let taken = json!({ "credits": -4.5, "reference": "mistake-1" });
    assert_eq!(desk.operator.post(&desk.path("grants"), taken).await.ok()["account"]["balance"], 5.5);
    let statement = desk.operator.get(&desk.path("statement")).await.ok();
    let last = statement["movements"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["credits"], &last["reason"]), (&json!(-4.5), &json!("withdrawn by the operator")));
}

#[tokio::test]
async fn a_refund_names_its_request_and_is_never_more_than_the_charge() {
    let desk = Desk::new().await;
    let request = desk.charged().await;
    let refund = |credits: Value, reference: &str| {
        let mut body = json!({ "request_id": request, "reference": reference });
        if !credits.is_null() {
            body["credits"] = credits;
        }
        body
    };
    let path = desk.path("refunds");
    for _ in 0..2 {
        let part = desk.operator.post(&path, refund(json!(0.25), "ticket-1")).await.ok();
        assert_eq!(part["account"]["balance"], 9.25);
    }
    desk.operator.post(&path, refund(json!(0.751), "ticket-2")).await.problem(409, "refund_refused");
    let rest = desk.operator.post(&path, refund(Value::Null, "ticket-3")).await.ok();
    assert_eq!((&rest["credits"], &rest["account"]["balance"]), (&json!(0.75), &json!(10)));
    desk.operator.post(&path, refund(Value::Null, "ticket-4")).await.problem(409, "refund_refused");
    let history = desk.customer.get("/v1/me/history").await.ok();
    let row = history["results"].as_array().unwrap().iter().find(|row| row["request_id"] == request).unwrap();
    assert_eq!((&row["credits"], &row["refunded"]), (&json!(1), &json!(1)));
    let foreign = format!("/v1/operator/accounts/{}/refunds", desk.operator.id);
    desk.operator.post(&foreign, refund(Value::Null, "ticket-5")).await.problem(404, "not_found");
    desk.server.prove_books();
}

#[tokio::test]
async fn a_statement_adds_up_and_names_requests_and_refunds() {
    let desk = Desk::new().await;
    let request = desk.charged().await;
    desk.server.wait(3600);
    let since = desk.server.now();
    let refund = json!({ "request_id": request, "reference": "ticket-1" });
    desk.operator.post(&desk.path("refunds"), refund).await.ok();
    let whole = desk.operator.get(&desk.path("statement")).await.ok();
    let credits: Vec<&Value> =
        whole["movements"].as_array().unwrap().iter().map(|movement| &movement["credits"]).collect();
    assert_eq!(credits, [&json!(10), &json!(-1), &json!(1)]);
    assert_eq!((&whole["opening"], &whole["closing"]), (&json!(0), &json!(10)));
    assert_eq!(whole["movements"][1]["request_id"], request);
    assert_eq!(whole["movements"][2]["refunds"], request);
    let part = desk.operator.get(&format!("{}?since={since}", desk.path("statement"))).await.ok();
    assert_eq!((&part["opening"], &part["closing"]), (&json!(9), &json!(10)));
}

#[tokio::test]
async fn every_call_of_a_closed_account_is_refused_until_it_is_opened_again() {
    let desk = Desk::new().await;
    desk.operator.post(&desk.path("close"), json!({})).await.ok();
    let closed = desk.operator.post(&desk.path("close"), json!({})).await.ok();
    assert!(closed["closed_at"].is_string(), "{closed}");
    desk.customer.get("/v1/me").await.problem(403, "account_closed");
    let call = desk.customer.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
    call.problem(403, "account_closed");
    assert_eq!(desk.server.balance(&desk.customer), Credits::whole(10));
    desk.operator.post(&desk.path("reopen"), json!({})).await.ok();
    desk.charged().await;
    assert_eq!(desk.server.balance(&desk.customer), Credits::whole(9));
}

#[tokio::test]
async fn a_plan_is_set_and_a_customer_may_do_none_of_this() {
    let desk = Desk::new().await;
    let set = desk.operator.post(&desk.path("plan"), json!({ "plan": "free" })).await.ok();
    assert_eq!(set["plan"], "free");
    assert_eq!(desk.customer.get("/v1/me").await.ok()["plan"], "free");
    let attempts = [
        ("grants", json!({ "credits": 1, "reference": "x" })),
        ("refunds", json!({ "request_id": "req_1", "reference": "x" })),
        ("plan", json!({ "plan": "scale" })),
        ("close", json!({})),
        ("reopen", json!({})),
    ];
    for (what, body) in attempts {
        desk.customer.post(&desk.path(what), body).await.problem(403, "scope_required");
    }
    desk.customer.get(&desk.path("statement")).await.problem(403, "scope_required");
    for what in ["grants", "plan", "close"] {
        let body = match what {
            "grants" => json!({ "credits": 1, "reference": "x" }),
            "plan" => json!({ "plan": "scale" }),
            _ => json!({}),
        };
        let path = format!("/v1/operator/accounts/acc_nobody/{what}");
        desk.operator.post(&path, body).await.problem(404, "not_found");
    }
}
