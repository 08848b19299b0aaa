//! Watch lists that watch by themselves: told as signals arrive or on a schedule, and never beyond the budget.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, QUILL, Receiver, Reply, TestServer, faults};

const DAY: i64 = 24 * 3600;

async fn setting(credits: i64) -> (TestServer, Account, Receiver) {
    let server = TestServer::start().await;
    let account = server.operator(&server.account(Plan::Pro, credits).await).await;
    (server, account, Receiver::start(Reply::Status(200)).await)
}

/// A list of one company.
async fn list(account: &Account, more: Value) -> Value {
    let mut request = json!({ "name": "key accounts", "domains": [QUILL] });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    account.post("/v1/watch-lists", request).await.ok()
}

/// Makes it known that the company has raised money in a round.
async fn raised(account: &Account, round: &str) {
    let (date, amount) = match round {
        "seed" => ("2026-01-20", 1_000_000),
        "series_a" => ("2026-02-05", 5_000_000),
        "series_b" => ("2026-02-20", 20_000_000),
        _ => ("2026-03-03", 50_000_000),
    };
    let signal = json!({
        "kind": "funding", "id": round, "companyDomain": QUILL, "round": round, "amount": amount, "currency": "USD",
        "date": date,
    });
    account.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
}

async fn read(account: &Account, list: &Value) -> Value {
    account.get(&format!("/v1/watch-lists/{}", list["id"].as_str().unwrap())).await.ok()
}

#[tokio::test]
async fn a_live_list_tells_of_a_match_when_its_signal_arrives_and_pays_as_for_a_run() {
    let (server, account, receiver) = setting(100).await;
    let webhook = json!({ "url": receiver.url() });
    let made = list(&account, json!({ "live": true, "monthly_budget": 50, "webhook": webhook })).await;
    server.turn(2).await;
    assert_eq!(receiver.count(), 0, "nothing has happened yet");
    raised(&account, "series_a").await;
    server.turn(1).await;
    let told = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(told["type"], "watch_list.matched");
    assert_eq!(told["data"]["watch_list"]["id"], made["id"]);
    assert_eq!(told["data"]["matches"][0]["entry"], QUILL);
    assert_eq!(told["data"]["matches"][0]["signal"]["kind"], "funding");
    assert_eq!(told["data"]["credits"], 2);
    assert_eq!(server.balance(&account), Credits::whole(98));
    assert_eq!(read(&account, &made).await["watching"]["spent_this_month"], 2);
    let history = account.get("/v1/me/history?endpoint=run_watch_list").await.ok();
    assert_eq!(history["summary"]["credits"], 2);

    server.turn(DAY).await;
    assert_eq!(receiver.count(), 1, "what was told is not told again");
    let run = account.post(&format!("/v1/watch-lists/{}/run", made["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(run.ok()["matches"], json!([]), "nor paid for again");
    server.prove_books();
}

#[tokio::test]
async fn a_scheduled_list_tells_at_its_time_and_a_plain_one_never() {
    let (server, account, receiver) = setting(100).await;
    let webhook = json!({ "url": receiver.url() });
    list(&account, json!({ "every_minutes": 60, "monthly_budget": 50, "webhook": webhook })).await;
    list(&account, json!({})).await;
    server.turn(1).await;
    raised(&account, "series_a").await;
    raised(&account, "series_b").await;
    server.turn(3500).await;
    assert_eq!(receiver.count(), 0);
    server.turn(100).await;
    let told = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(told["data"]["matches"].as_array().unwrap().len(), 2);
    server.turn(DAY).await;
    assert_eq!(receiver.count(), 1);
}

#[tokio::test]
async fn the_budget_of_a_month_is_never_exceeded_and_the_rest_waits_for_the_next() {
    let (server, account, receiver) = setting(100).await;
    let webhook = json!({ "url": receiver.url() });
    let made = list(&account, json!({ "live": true, "monthly_budget": 5, "webhook": webhook })).await;
    for round in ["seed", "series_a", "series_b", "series_c"] {
        raised(&account, round).await;
    }
    server.turn(2).await;
    server.turn(2).await;
    let matches = |event: &Value| event["data"]["matches"].as_array().map_or(0, Vec::len);
    let told = receiver.wait_for(2).await;
    assert_eq!(told[1].json()["type"], "watch_list.resting");
    assert_eq!(told[1].json()["data"]["reason"], "monthly_budget_spent");
    let told: usize = told.iter().map(|event| matches(&event.json())).sum();
    assert_eq!((told, server.balance(&account)), (2, Credits::whole(96)));
    for _ in 0..3 {
        server.turn(3600).await;
    }
    assert_eq!(receiver.count(), 2, "it says once why it rests");
    // The first of April.
    server.turn(28 * DAY).await;
    let told: usize = receiver.wait_for(3).await.iter().map(|event| matches(&event.json())).sum();
    assert_eq!((told, server.balance(&account)), (4, Credits::whole(92)));
    assert_eq!(read(&account, &made).await["watching"]["spent_this_month"], 4);
    let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
    let lowered = account.patch(&path, json!({ "monthly_budget": 1 })).await.ok();
    assert_eq!(lowered["watching"]["spent_this_month"], 4, "what was spent stays spent");
}

#[tokio::test]
async fn what_another_list_has_paid_for_is_told_free_also_without_budget() {
    let (server, account, receiver) = setting(100).await;
    let second = Receiver::start(Reply::Status(200)).await;
    let watch = async |receiver: &Receiver, budget: u32| {
        let webhook = json!({ "url": receiver.url() });
        list(&account, json!({ "live": true, "monthly_budget": budget, "webhook": webhook })).await
    };
    let poor = watch(&second, 1).await;
    watch(&receiver, 50).await;
    raised(&account, "seed").await;
    server.turn(2).await;
    receiver.wait_for(1).await;
    assert_eq!(server.balance(&account), Credits::whole(98));
    // A list that ran before the other one had paid looks again.
    server.turn(601).await;
    let told = second.wait_for(2).await;
    let told: Vec<Value> = told.iter().map(|event| event.json()).collect();
    let matched = told.iter().find(|event| event["type"] == "watch_list.matched").unwrap();
    assert_eq!(matched["data"]["credits"], 0, "{matched}");
    assert_eq!(matched["data"]["matches"][0]["entry"], QUILL);
    let resting = told.iter().find(|event| event["type"] == "watch_list.resting").unwrap();
    assert_eq!(resting["data"]["reason"], "monthly_budget_spent");
    assert_eq!(server.balance(&account), Credits::whole(98), "it is paid for once");
    let state = read(&account, &poor).await["watching"].clone();
    assert_eq!((&state["state"], &state["spent_this_month"]), (&json!("resting"), &json!(0)), "{state}");
    server.prove_books();
}

#[tokio::test]
async fn the_preview_of_a_run_with_nothing_to_pay_for_is_zero() {
    let (server, account, receiver) = setting(100).await;
    let webhook = json!({ "url": receiver.url() });
    let plain = list(&account, json!({})).await;
    let run = format!("/v1/watch-lists/{}/run", plain["id"].as_str().unwrap());
    let estimated = async || {
        let quote = account.post(&run, json!({ "preview": true })).await.ok();
        quote["would_cost"]["estimated_credits"].clone()
    };
    assert_eq!(estimated().await, 0, "nothing is new");
    raised(&account, "seed").await;
    assert_eq!(estimated().await, 20, "how much is new is not told");
    list(&account, json!({ "live": true, "monthly_budget": 50, "webhook": webhook })).await;
    server.turn(2).await;
    receiver.wait_for(1).await;
    assert_eq!(estimated().await, 0, "another list has paid for it");
    assert_eq!(account.post(&run, json!({})).await.ok()["cost"]["credits"], 0);
}

#[tokio::test]
async fn without_credits_it_waits_for_a_top_up() {
    let (server, account, receiver) = setting(1).await;
    let webhook = json!({ "url": receiver.url() });
    list(&account, json!({ "live": true, "monthly_budget": 50, "webhook": webhook })).await;
    raised(&account, "seed").await;
    server.turn(2).await;
    let told = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(
        (&told["type"], &told["data"]["reason"]),
        (&json!("watch_list.resting"), &json!("insufficient_credits"))
    );
    assert_eq!(server.balance(&account), Credits::whole(1));
    server.store.grant(&account.id, Credits::whole(10), "top-up", server.now()).await.unwrap();
    server.turn(3600).await;
    assert_eq!(receiver.wait_for(2).await[1].json()["type"], "watch_list.matched");
    assert_eq!(server.balance(&account), Credits::whole(9));
}

#[tokio::test]
async fn it_can_be_switched_off_and_on() {
    let (server, account, receiver) = setting(100).await;
    let webhook = json!({ "url": receiver.url() });
    let made = list(&account, json!({ "live": true, "monthly_budget": 50, "webhook": webhook })).await;
    let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
    let change = async |body: Value| {
        account.send(reqwest::Method::PATCH, &path, |request| request.json(&body)).await.ok()
    };
    assert_eq!(change(json!({ "live": false })).await.get("watching"), None);
    raised(&account, "seed").await;
    server.turn(10).await;
    assert_eq!(receiver.count(), 0);
    let on = change(json!({ "live": true })).await;
    assert_eq!((&on["watching"]["live"], &on["watching"]["monthly_budget"]), (&json!(true), &json!(50)));
    server.turn(1).await;
    receiver.wait_for(1).await;
}

#[tokio::test]
async fn it_needs_a_webhook_a_budget_and_the_plan_for_it() {
    let (server, account, receiver) = setting(100).await;
    let create = json!({ "name": "n", "domains": [QUILL], "live": true });
    let problem = account.post("/v1/watch-lists", create.clone()).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/webhook: required", "/monthly_budget: required"]);
    let indie = server.account(Plan::Indie, 100).await;
    let mut create = create;
    create["monthly_budget"] = 5.into();
    create["webhook"] = json!({ "url": receiver.url() });
    indie.post("/v1/watch-lists", create).await.problem(403, "plan_required");
    assert_eq!(indie.get("/v1/watch-lists").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_list_of_contacts_tells_of_their_changes_once() {
    let (server, account, receiver) = setting(100).await;
    let champion = "champion@quill.example";
    let request = json!({
        "name": "champions", "contacts": [{ "email": champion, "ref": "crm 1" }], "every_minutes": 60,
        "monthly_budget": 50, "webhook": { "url": receiver.url() },
    });
    let made = account.post("/v1/watch-lists", request).await.ok();
    assert_eq!(made["target"], "contacts");
    server.turn(1).await;
    assert_eq!(receiver.count(), 0);
    let event = |hour: u32| json!({ "email": champion, "at": format!("2026-03-04T0{hour}:00:00Z") });
    let events: Vec<Value> = (0..8).map(event).collect();
    account.post("/v1/engagement-events", json!({ "events": events })).await.ok();
    server.turn(3600).await;
    let told = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(told["type"], "quiet_power_user.matched");
    assert_eq!(told["data"]["matches"][0]["change"], "engagement_spike");
    assert_eq!(told["data"]["matches"][0]["contact"]["ref"], "crm 1");
    assert_eq!(server.balance(&account), Credits::whole(98));
    server.turn(3600).await;
    assert_eq!((receiver.count(), server.balance(&account)), (1, Credits::whole(98)));
    let run = format!("/v1/watch-lists/{}/run", made["id"].as_str().unwrap());
    account.post(&run, json!({})).await.problem(422, "invalid_request");
}
