//! Measuring whether stated confidences are true, over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use store::Plan;

use crate::support::{Account, TestServer, person_claim};

const PATH: &str = "/v1/operator/calibration";
const START: &str = "/v1/operator/calibration/start";
const LAST: [&str; 6] = ["Okafor", "Lindqvist", "Zamorano", "Petrov", "Brandt", "Moreau"];

/// A server with people of whom two sources tell under one profile.
async fn server() -> TestServer {
    let row = |number: usize, source: &str| {
        let facts = json!({
            "fullName": format!("Anna {}", LAST[number]), "companyDomain": "works.example", "companyName": "Works",
            "networkUrl": format!("https://network.example/in/anna-{number}"),
            "emails": [{ "address": format!("anna.{}@works.example", LAST[number].to_lowercase()), "kind": "business" }],
        });
        records::Claim { source: source.into(), ..person_claim(&format!("{source}{number}"), facts) }
    };
    let rows = (0..LAST.len()).flat_map(|number| [row(number, "crm"), row(number, "network")]).collect();
    TestServer::with(|setup| setup.claims = rows).await
}

async fn ended(operator: &Account) -> Value {
    for _ in 0..400 {
        let answer = operator.get(PATH).await.ok();
        if answer["running"] == false {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the measurement does not end");
}

#[tokio::test]
async fn a_measurement_runs_in_the_background_and_its_result_stays() {
    let server = server().await;
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    assert_eq!(operator.get(PATH).await.ok(), json!({ "running": false, "failed": false }));
    let started = operator.post(START, json!({ "questions": 100 })).await;
    assert_eq!((started.status, &started.json()["started"]), (202, &json!(true)));
    let measured = ended(&operator).await;
    let people = &measured["last"]["people"];
    let questions = people["known"].as_u64().unwrap() + people["strangers"].as_u64().unwrap();
    assert_eq!((questions, &measured["failed"]), (6, &json!(false)), "{measured}");
    let bands = people["bands"].as_array().unwrap();
    let pairs: u64 = bands.iter().map(|band| band["pairs"].as_u64().unwrap()).sum();
    assert_eq!((Some(pairs), bands.is_empty()), (people["pairs"].as_u64(), false), "{measured}");
    assert_eq!(measured["last"]["measured_at"], server.clock.now().to_string());
    let acts = operator.get("/v1/operator/audit").await.ok();
    assert_eq!(acts["results"][0]["action"], "operator_start_calibration", "{acts}");
}

#[tokio::test]
async fn customers_neither_read_nor_start_a_measurement() {
    let server = server().await;
    let customer = server.account(Plan::Scale, 10).await;
    customer.get(PATH).await.problem(403, "scope_required");
    customer.post(START, json!({})).await.problem(403, "scope_required");
}
