//! `POST /v1/quiet-power-users`

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{ClaimBuilder, Stage, Takes, company, list_rules, person, profile, stage, texts};

const PATH: &str = "/v1/quiet-power-users";

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example"),
        company("new.example"),
        person("Mo Ver").at("new.example", "CFO", "2026-02-10").before(
            "acme.example",
            "Finance Director",
            "2020-01",
            "2026-02-10",
        ),
        person("Lee Late").at("new.example", "CFO", "2025-12-03").before(
            "acme.example",
            "Controller",
            "2020-01",
            "2025-12-03",
        ),
        person("Tia Tull").at("acme.example", "Tax Manager", "2026-01-15").before(
            "acme.example",
            "Finance Manager",
            "2020-01",
            "2026-01-15",
        ),
        person("Crm Row").by("crm").seen("2026-01-10").at("acme.example", "Manager", ""),
        person("Crm Row").by("crm").seen("2026-02-01").at("acme.example", "Director", ""),
        person("Qui Ett").at("acme.example", "Analyst", "2020-01").email("qui@acme.example"),
    ]
}

fn contacts(names: &[&str]) -> Value {
    json!({ "contacts": names.iter().map(|name| json!({ "networkUrl": profile(name) })).collect::<Vec<_>>() })
}

/// Tells of engagement: one event in each of the hours before a day that lies so far back.
async fn engaged(stage: &Stage, contact: Value, days_ago: i64, events: i64) {
    let start: Timestamp = stage.server.now() - SignedDuration::from_hours(24 * days_ago);
    let event = |hour: i64| {
        let mut event = contact.clone();
        event["at"] = (start - SignedDuration::from_hours(hour)).to_string().into();
        event
    };
    let events: Vec<Value> = (0..events).map(event).collect();
    let told = stage.account.post("/v1/engagement-events", json!({ "events": events })).await.ok();
    assert_eq!(told["accepted"], events.len());
}

#[tokio::test]
async fn a_new_job_and_a_new_title_are_told_the_newest_first() {
    let stage = stage(world()).await;
    let everyone = contacts(&["Mo Ver", "Lee Late", "Tia Tull", "Crm Row", "Qui Ett", "No Body"]);
    let answer = stage.ask(PATH, everyone, 6.0, 3).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/person/fullName"), ["Mo Ver", "Crm Row", "Tia Tull"]);
    assert_eq!(texts(results, "/change"), ["job_change", "title_change", "title_change"]);
    assert_eq!(
        texts(results, "/detail"),
        [
            "from Finance Director at Acme to CFO at New",
            "from Manager to Director",
            "from Finance Manager to Tax Manager",
        ]
    );
    assert_eq!(results[0]["at"], "2026-02-10T00:00:00Z");
}

#[tokio::test]
async fn a_week_of_far_more_engagement_than_usual_is_a_spike() {
    let stage = stage(world()).await;
    let (by_profile, by_email) =
        (json!({ "networkUrl": profile("Qui Ett") }), json!({ "email": "qui@acme.example" }));
    engaged(&stage, by_email.clone(), 1, 4).await;
    stage.nothing(PATH, contacts(&["Qui Ett"])).await;
    engaged(&stage, by_profile, 2, 1).await;
    let answer = stage.ask_again(PATH, contacts(&["Qui Ett"]), 2.0, 1).await;
    let spike = &answer["results"][0];
    assert_eq!(
        (&spike["change"], &spike["person"]["fullName"]),
        (&json!("engagement_spike"), &json!("Qui Ett"))
    );
    assert_eq!(spike["detail"], "5 events within 7 days, against 0.0 in a usual week");
    assert_eq!(spike["at"], "2026-03-03T12:00:00Z", "its last event");

    let again = stage.ask_again(PATH, json!({ "contacts": [by_email.clone()] }), 0.0, 1).await;
    assert_eq!(again["results"].as_array().unwrap().len(), 1, "the same spike, paid for once");
    engaged(&stage, by_email, 20, 14).await;
    stage.nothing(PATH, contacts(&["Qui Ett"])).await;
}

#[tokio::test]
async fn a_contact_without_a_record_can_spike_and_events_count_only_for_the_account_that_sent_them() {
    let stage = stage([]).await;
    let stranger = json!({ "email": "who@client.example" });
    engaged(&stage, stranger.clone(), 1, 5).await;
    let answer = stage.ask_again(PATH, json!({ "contacts": [stranger] }), 2.0, 1).await;
    assert_eq!(answer["results"][0].get("person"), None);
    let other = stage.server.account(store::Plan::Pro, 10).await;
    let answer = other.post(PATH, json!({ "contacts": [{ "email": "who@client.example" }] })).await.ok();
    assert_eq!(answer["results"], json!([]), "an account's events are its own");
    let preview = json!({ "contacts": [{ "email": "who@client.example" }], "preview": true });
    let preview = other.post(PATH, preview).await.ok();
    assert_eq!(preview["would_cost"]["max_credits"], 6, "a job, a title and a spike at most");
}

#[tokio::test]
async fn spikes_keep_their_place_while_the_clock_goes_on() {
    let stage = stage([]).await;
    let contacts: Vec<Value> =
        (0..3).map(|number| json!({ "email": format!("c{number}@client.example") })).collect();
    for contact in &contacts {
        engaged(&stage, contact.clone(), 1, 5).await;
    }
    let mut request = json!({ "contacts": contacts, "limit": 1 });
    let mut told = Vec::new();
    for _ in 0..3 {
        let page = stage.account.post(PATH, request.clone()).await.ok();
        told.extend(texts(&page["results"], "/contact/email").into_iter().map(str::to_owned));
        request["cursor"] = page["next_cursor"].clone();
        stage.server.wait(60);
    }
    told.sort();
    assert_eq!(told, ["c0@client.example", "c1@client.example", "c2@client.example"]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, contacts(&["Mo Ver", "Tia Tull", "Crm Row"]), Takes::ICP_AND_TIME).await;
    stage.account.post(PATH, json!({ "contacts": [{}] })).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, contacts(&["Mo Ver"])).await;
}
