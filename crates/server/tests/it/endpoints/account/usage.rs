//! `GET /v1/me/usage`: what history and ledger hold, added up.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use store::{Credits, Plan, Scopes};

use crate::support::{Account, HARBOR, JONAS, KATHERINE, TestServer};

const DAY: i64 = 24 * 3_600;

/// Thousandths of a JSON number of credits.
fn thousandths(credits: &Value) -> i64 {
    credits.to_string().parse::<Credits>().unwrap().thousandths()
}

/// All rows of a paged list.
async fn all(account: &Account, path: &str) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = account.get(&format!("{path}?limit=7{cursor}")).await.ok();
        rows.extend(page["results"].as_array().unwrap().iter().cloned());
        let Some(next) = page["next_cursor"].as_str() else { return rows };
        cursor = format!("&cursor={next}");
    }
}

async fn some_calls(server: &TestServer, account: &Account) {
    let other = server.key(account, Scopes::CUSTOMER, None).await;
    for (caller, wait) in [(account, 0), (&other, DAY), (account, DAY)] {
        server.turn(wait).await;
        caller.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
        caller.post("/v1/enrich", json!({ "email": "nobody@harbor.example" })).await.ok();
        caller.post("/v1/reverse-email", json!({ "email": "jonas@quill.example" })).await.ok();
        let search = json!({ "filters": { "company_domains": [HARBOR] } });
        caller.post("/v1/search/people", search).await.ok();
        let emails = ["a@b.example", "c@d.example", "e@f.example"];
        caller.post("/v1/ad-audience", json!({ "emails": emails })).await.ok();
        let job = json!({ "items": [{ "networkUrl": KATHERINE }, { "networkUrl": JONAS }] });
        caller.post("/v1/bulk/enrich", job).await.ok();
        caller.post("/v1/enrich", json!({ "x": 1 })).await.problem(422, "unknown_field");
        caller.get("/v1/me").await.ok();
        server.run_due().await;
    }
}

#[tokio::test]
async fn the_sums_of_history_ledger_and_usage_are_one() {
    let server = TestServer::start().await;
    server.indexed().await;
    let account = server.account(Plan::Pro, 1_000).await;
    some_calls(&server, &account).await;
    let operator = server.operator(&account).await;
    let history = all(&account, "/v1/me/history").await;
    let charged: Vec<&Value> = history.iter().filter(|row| row["credits"] != 0).collect();
    let refund = json!({ "request_id": charged[0]["request_id"], "reference": "ticket-1" });
    operator.post(&format!("/v1/operator/accounts/{}/refunds", account.id), refund).await.ok();

    let ledger = all(&account, "/v1/me/ledger").await;
    let of_kind = |kind: &str| -> i64 {
        ledger.iter().filter(|row| row["kind"] == kind).map(|row| thousandths(&row["credits"])).sum()
    };
    let in_history: i64 = history.iter().map(|row| thousandths(&row["credits"])).sum();
    assert!(in_history > 10_000, "{in_history}");
    assert_eq!(-of_kind("charge"), in_history);
    let balance = 1_000_000 - in_history + of_kind("refund");
    assert_eq!(server.balance(&account).thousandths(), balance);
    assert_eq!(thousandths(&ledger[0]["balance_after"]), balance);

    // Each row in full: its lines add up to its credits, and the ledger has the same.
    let by_request: BTreeMap<&str, i64> = ledger
        .iter()
        .filter_map(|row| Some((row["request_id"].as_str()?, -thousandths(&row["credits"]))))
        .collect();
    assert_eq!(by_request.len(), charged.len());
    for row in &charged {
        let id = row["request_id"].as_str().unwrap();
        let detail = account.get(&format!("/v1/me/history/{id}")).await.ok();
        let lines = detail["charged"]["lines"].as_array().unwrap();
        let sum: i64 = lines.iter().map(|line| thousandths(&line["credits"])).sum();
        assert_eq!(
            (sum, by_request[id]),
            (thousandths(&row["credits"]), thousandths(&row["credits"])),
            "{detail}"
        );
        assert!(!detail["asked"].is_null(), "{detail}");
    }

    let looked_up = history.iter().filter(|row| row["outcome"] == "answered" && row.get("cache").is_some());
    let found = looked_up.clone().filter(|row| row["resolved"] != 0).count();
    let looked_up = looked_up.count();
    assert!(0 < found && found < looked_up, "{found} of {looked_up}");

    for by in ["day", "endpoint", "day_and_endpoint", "key"] {
        let usage = account.get(&format!("/v1/me/usage?by={by}")).await.ok();
        assert_eq!(thousandths(&usage["total"]["credits"]), in_history, "{usage}");
        assert_eq!(thousandths(&usage["total"]["refunded"]), of_kind("refund"), "{usage}");
        assert_eq!(usage["total"]["charged_requests"], charged.len());
        assert_eq!(
            (&usage["total"]["looked_up"], &usage["total"]["found"]),
            (&json!(looked_up), &json!(found))
        );
        let mut groups: BTreeMap<String, (u64, i64)> = BTreeMap::new();
        for row in &history {
            let group = match by {
                "day" => row["at"].as_str().unwrap()[..10].to_owned(),
                "endpoint" => row["endpoint"].as_str().unwrap().to_owned(),
                "day_and_endpoint" => {
                    format!("{} {}", &row["at"].as_str().unwrap()[..10], row["endpoint"].as_str().unwrap())
                }
                _ => row["key_id"].as_str().unwrap().to_owned(),
            };
            let sum = groups.entry(group).or_default();
            *sum = (sum.0 + u64::from(row["credits"] != 0), sum.1 + thousandths(&row["credits"]));
        }
        let names: &[&str] = match by {
            "day_and_endpoint" => &["day", "endpoint"],
            "key" => &["key_id"],
            _ => &[by],
        };
        let told = usage["results"].as_array().unwrap().iter().map(|row| {
            let charged = row["charged_requests"].as_u64().unwrap();
            let group: Vec<&str> = names.iter().map(|name| row[*name].as_str().unwrap()).collect();
            (group.join(" "), (charged, thousandths(&row["credits"])))
        });
        let paid = |groups: BTreeMap<String, (u64, i64)>| -> BTreeMap<String, (u64, i64)> {
            groups.into_iter().filter(|(_, (charged, _))| *charged > 0).collect()
        };
        assert_eq!(paid(told.collect()), paid(groups), "{by}");
    }
    let since = "2026-03-05T00:00:00Z";
    let usage = account.get(&format!("/v1/me/usage?since={since}&until=2026-03-06T00:00:00Z")).await.ok();
    assert_eq!(
        (usage["results"].as_array().unwrap().len(), &usage["results"][0]["day"]),
        (1, &json!("2026-03-05"))
    );
    server.prove_books();
}
