//! The order in which vendors are asked: read, chosen, in force at once, and taken back.

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::Plan;

use crate::support::{TestServer, TestVendor, faults, json_answer, vendors};

const PATH: &str = "/v1/operator/waterfall";
const CHOOSE: &str = "/v1/operator/waterfall/choose";

/// A server with three vendors that know every company, asked in this order.
async fn server() -> (TestServer, [TestVendor; 3]) {
    let start = |name: &'static str| {
        TestVendor::start(name, Fact::Company, |_| json_answer(&json!({ "name": "Known" })))
    };
    let asked = [start("atlas").await, start("beacon").await, start("cobalt").await];
    (TestServer::with(|setup| setup.external = vendors(&asked)).await, asked)
}

fn names(vendors: &Value) -> Vec<&str> {
    vendors.as_array().unwrap().iter().map(|vendor| vendor["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_chosen_order_is_in_force_at_once_and_stays_until_it_is_taken_back() {
    let (server, asked) = server().await;
    let customer = server.account(Plan::Pro, 10).await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    let ask = async |domain: &str| customer.post("/v1/companies", json!({ "domain": domain })).await.ok();
    let requests = || asked.each_ref().map(TestVendor::requests);
    ask("one.example").await;
    assert_eq!(requests(), [1, 0, 0]);
    let before = operator.get(PATH).await.ok()["results"][0].clone();
    assert_eq!((&before["fact"], &before["from"]), (&json!("company"), &json!("configuration")));
    assert_eq!(names(&before["vendors"]), ["atlas", "beacon", "cobalt"]);
    assert_eq!(
        (&before["vendors"][0]["price_usd"], &before["vendors"][1]["hit_percent"]),
        (&json!(0.1), &Value::Null)
    );

    let order = json!({ "fact": "company", "order": ["cobalt", "atlas"] });
    let chosen = operator.post(CHOOSE, order).await.ok();
    assert_eq!(chosen, json!({ "fact": "company", "order": ["cobalt", "atlas"], "adaptive": false }));
    let after = operator.get(PATH).await.ok()["results"][0].clone();
    assert_eq!((&after["from"], names(&after["vendors"])), (&json!("operator"), vec!["cobalt", "atlas"]));
    assert_eq!(names(&after["left_out"]), ["beacon"]);
    ask("two.example").await;
    assert_eq!(requests(), [1, 0, 1]);

    // What another node chose is followed within seconds.
    let stored = server.store.document("vendor order").unwrap().unwrap().body;
    let other = stored.replace(r#"["cobalt","atlas"]"#, r#"["beacon","gone"]"#);
    assert_ne!(other, stored);
    server.store.change_document("vendor order", server.clock.now(), |_| Ok(Some(other))).await.unwrap();
    server.wait(6);
    server.app.scheduler.run_due(&server.app).await;
    ask("three.example").await;
    assert_eq!(requests(), [1, 1, 1]);

    // Without names all vendors are asked, by what a hit is expected to cost.
    operator.post(CHOOSE, json!({ "fact": "company", "adaptive": true })).await.ok();
    let adaptive = operator.get(PATH).await.ok()["results"][0].clone();
    assert_eq!((&adaptive["adaptive"], names(&adaptive["vendors"]).len()), (&json!(true), 3), "{adaptive}");
    let costs: Vec<f64> = adaptive["vendors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|vendor| vendor["expected_cost_usd"].as_f64().unwrap())
        .collect();
    assert!(costs.is_sorted(), "{costs:?}");

    let reset = operator.post(&format!("{PATH}/reset"), json!({ "fact": "company" })).await.ok();
    assert_eq!(reset, json!({ "fact": "company" }));
    ask("four.example").await;
    assert_eq!((requests(), server.store.document("vendor order").unwrap()), ([2, 1, 1], None));
    let acts = operator.get("/v1/operator/audit").await.ok();
    let acts: Vec<_> =
        acts["results"].as_array().unwrap().iter().map(|act| (&act["action"], &act["subject"])).collect();
    let on = json!("fact_company");
    let chose = (&json!("operator_choose_order"), &on);
    assert_eq!(acts, [(&json!("operator_reset_order"), &on), chose, chose]);
}

#[tokio::test]
async fn an_order_names_vendors_that_offer_the_fact_each_once() {
    let (server, _asked) = server().await;
    let customer = server.account(Plan::Scale, 10).await;
    let operator = server.operator(&customer).await;
    let refused = async |fact: &str, order: Value| {
        let answer = operator.post(CHOOSE, json!({ "fact": fact, "order": order })).await;
        faults(&answer.problem(422, "invalid_request"))
    };
    assert_eq!(refused("company", json!(["atlas", "atlas"])).await, ["/order/1: invalid_value"]);
    assert_eq!(refused("company", json!(["atlas", "nobody"])).await, ["/order/1: invalid_value"]);
    assert_eq!(refused("mobile", json!(["atlas"])).await, ["/order/0: invalid_value"]);
    assert_eq!(refused("weather", json!(["atlas"])).await.len(), 1);
    let order = json!({ "fact": "company", "order": ["atlas"] });
    customer.post(CHOOSE, order).await.problem(403, "scope_required");
    assert_eq!(server.store.document("vendor order").unwrap(), None);
}
