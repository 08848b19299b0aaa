//! `/v1/saved-icps`: filters that are kept and run again; a result is charged once however often it is answered.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, HARBOR, TestServer, faults, person_claim};

const PATH: &str = "/v1/saved-icps";

async fn saved(account: &Account, target: &str, filters: Value) -> String {
    let body = json!({ "name": "buyers", "target": target, "filters": filters });
    account.post(PATH, body).await.ok()["id"].as_str().unwrap().to_owned()
}

fn seller(number: usize) -> records::Claim {
    person_claim(
        &format!("seller{number}"),
        json!({ "fullName": format!("Seller {number:02}"), "title": "Sales Manager", "companyDomain": HARBOR,
                "networkUrl": format!("https://network.example/in/seller-{number}") }),
    )
}

async fn server_with_sellers(count: usize) -> (TestServer, Account) {
    let server = TestServer::start().await;
    server.store.ingest((0..count).map(seller).collect()).await.unwrap();
    server.indexed().await;
    let account = server.account(Plan::Starter, 100).await;
    (server, account)
}

#[tokio::test]
async fn an_icp_is_saved_read_listed_and_deleted() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let filters = json!({ "departments": ["sales"], "near": { "city": "London", "radius_km": 50 } });
    let body = json!({ "name": "London sales", "target": "people", "filters": filters });
    let answer = account.post(PATH, body).await;
    assert_eq!(answer.status, 201);
    let icp = answer.ok();
    assert_eq!(icp["filters"], filters, "kept as it was sent");
    assert!(icp.get("last_run_at").is_none());
    let own = format!("{PATH}/{}", icp["id"].as_str().unwrap());
    assert_eq!(account.get(&own).await.ok(), icp);
    assert_eq!(account.get(PATH).await.ok()["results"], json!([icp]));
    account.delete(&own).await.ok();
    account.get(&own).await.problem(404, "not_found");
    account.post(&format!("{own}/run"), json!({})).await.problem(404, "not_found");
}

#[tokio::test]
async fn filters_that_cannot_be_searched_with_cannot_be_saved() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (target, filters, fault) in [
        ("people", json!({ "technologies": ["AWS"] }), "/filters/technologies: unknown_field"),
        ("companies", json!({ "seniorities": ["vp"] }), "/filters/seniorities: unknown_field"),
        ("people", json!({ "seniorities": ["directr"] }), "/filters/seniorities/0: unknown_value"),
        ("people", json!({ "seniorities": "vp" }), "/filters/seniorities: wrong_type"),
        (
            "companies",
            json!({ "founded_year": { "min": 9, "max": 1 } }),
            "/filters/founded_year: contradictory_range",
        ),
        (
            "companies",
            json!({ "near": { "city": "Qwxyz", "radius_km": 1 } }),
            "/filters/near/city: unknown_value",
        ),
        ("robots", json!({}), "/target: not_one_of"),
    ] {
        let answer = account.post(PATH, json!({ "name": "x", "target": target, "filters": filters })).await;
        assert_eq!(answer.status, 422, "{fault}");
        assert_eq!(faults(&answer.json()), [fault]);
    }
}

#[tokio::test]
async fn a_result_that_an_earlier_run_has_answered_is_not_charged_again() {
    let (server, account) = server_with_sellers(3).await;
    let icp = saved(&account, "people", json!({ "titles": ["\"Sales Manager\""] })).await;
    let run = format!("{PATH}/{icp}/run");
    let first = account.post(&run, json!({})).await.ok();
    assert_eq!(
        (first["results"].as_array().unwrap().len(), &first["new"], &first["total"]),
        (3, &json!(3), &json!(3))
    );
    assert_eq!(first["cost"]["credits"], 2.5);
    let again = account.post(&run, json!({})).await.ok();
    assert_eq!((again["results"].as_array().unwrap().len(), &again["new"]), (3, &json!(0)));
    assert_eq!(again["cost"]["credits"], 0, "all of it is paid for");
    server.store.ingest(vec![seller(7)]).await.unwrap();
    server.indexed().await;
    let third = account.post(&run, json!({})).await.ok();
    assert_eq!((third["results"].as_array().unwrap().len(), &third["new"]), (4, &json!(1)));
    assert_eq!(third["cost"]["credits"], 1.5);
    assert!(account.get(&format!("{PATH}/{icp}")).await.ok()["last_run_at"].is_string());
    assert_eq!(server.balance(&account), Credits::from_thousandths(96_000));
    server.prove_books();
}

#[tokio::test]
async fn two_icps_that_answer_one_person_pay_for_them_once() {
    let (server, account) = server_with_sellers(3).await;
    for (credits, new) in [(json!(2.5), 3), (json!(0), 3)] {
        let icp = saved(&account, "people", json!({ "titles": ["\"Sales Manager\""] })).await;
        let answer = account.post(&format!("{PATH}/{icp}/run"), json!({ "new_only": true })).await.ok();
        assert_eq!((&answer["cost"]["credits"], &answer["new"]), (&credits, &json!(new)));
    }
    server.prove_books();
}

#[tokio::test]
async fn a_run_for_what_is_new_goes_on_where_the_last_one_stopped() {
    let (server, account) = server_with_sellers(5).await;
    let icp = saved(&account, "people", json!({ "titles": ["\"Sales Manager\""] })).await;
    let run = format!("{PATH}/{icp}/run");
    let mut seen = Vec::new();
    for expected in [2, 2, 1, 0] {
        let answer = account.post(&run, json!({ "new_only": true, "limit": 2 })).await.ok();
        let results = answer["results"].as_array().unwrap();
        assert_eq!((results.len(), &answer["new"]), (expected, &json!(expected)));
        assert_eq!((&answer["total"], &answer["next_cursor"]), (&json!(5), &Value::Null));
        seen.extend(results.iter().map(|person| person["id"].as_str().unwrap().to_owned()));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    // Three runs with results; the last had nothing new.
    assert_eq!(server.balance(&account), Credits::from_thousandths(94_500));
    let problem =
        account.post(&run, json!({ "new_only": true, "cursor": "00" })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/cursor: not_applicable"]);
}

#[tokio::test]
async fn a_run_reads_page_by_page_and_a_preview_charges_nothing() {
    let (server, account) = server_with_sellers(3).await;
    let icp = saved(&account, "companies", json!({ "domains": [HARBOR] })).await;
    let run = format!("{PATH}/{icp}/run");
    let quote = account.post(&run, json!({ "preview": true })).await.ok();
    assert_eq!((&quote["total"], &quote["would_cost"]["estimated_credits"]), (&json!(1), &json!(1.5)));
    assert_eq!(server.balance(&account), Credits::whole(100));
    let answer = account.post(&run, json!({})).await.ok();
    assert_eq!((&answer["target"], &answer["results"][0]["domain"]), (&json!("companies"), &json!(HARBOR)));
    let people = saved(&account, "people", json!({ "titles": ["\"Sales Manager\""] })).await;
    let run = format!("{PATH}/{people}/run");
    let first = account.post(&run, json!({ "limit": 2 })).await.ok();
    let rest = account.post(&run, json!({ "limit": 2, "cursor": first["next_cursor"] })).await.ok();
    assert_eq!(rest["results"].as_array().unwrap().len(), 1);
    assert_eq!(rest["next_cursor"], Value::Null);
    let foreign = format!("{PATH}/{icp}/run");
    account.post(&foreign, json!({ "cursor": first["next_cursor"] })).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn an_icp_of_another_account_is_not_found() {
    let server = TestServer::start().await;
    let (owner, stranger) =
        (server.account(Plan::Starter, 100).await, server.account(Plan::Starter, 100).await);
    let icp = saved(&owner, "people", json!({})).await;
    for id in [icp.as_str(), "icp_00000000000000000000000000"] {
        stranger.get(&format!("{PATH}/{id}")).await.problem(404, "not_found");
        stranger.post(&format!("{PATH}/{id}/run"), json!({})).await.problem(404, "not_found");
        stranger
            .post(&format!("{PATH}/{id}/run"), json!({ "preview": true }))
            .await
            .problem(404, "not_found");
        stranger.delete(&format!("{PATH}/{id}")).await.problem(404, "not_found");
    }
    owner.get(&format!("{PATH}/{icp}")).await.ok();
    assert_eq!(stranger.get(PATH).await.ok()["results"], json!([]));
}

#[tokio::test]
async fn an_icp_that_is_deleted_while_it_runs_answers_or_is_gone_and_never_fails() {
    let (server, account) = server_with_sellers(2).await;
    let mut spent = Credits::ZERO;
    for _ in 0..10 {
        let own =
            format!("{PATH}/{}", saved(&account, "people", json!({ "titles": ["\"Sales Manager\""] })).await);
        let run = format!("{own}/run");
        let (ran, deleted) = tokio::join!(account.post(&run, json!({})), account.delete(&own));
        deleted.ok();
        match ran.status {
            // The people are paid for with the first run.
            200 => spent = Credits::whole(2),
            _ => drop(ran.problem(404, "not_found")),
        }
    }
    assert_eq!(server.balance(&account), Credits::whole(100).checked_sub(spent).unwrap());
    server.prove_books();
}
