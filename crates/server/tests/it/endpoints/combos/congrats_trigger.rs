//! `POST /v1/congrats-trigger`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, person, profile, stage, texts};

const PATH: &str = "/v1/congrats-trigger";

/// A person who joined Acme on a day and posted about it.
fn joined(name: &str, day: &str) -> ClaimBuilder {
    person(name)
        .at("acme.example", "VP of Sales", day)
        .before("old.example", "Sales Director", "2021-01", day)
        .posted("I am happy to share that I have joined Acme!", "2026-02-27")
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example"),
        joined("Tia Lee", "2026-03-04"),
        joined("Edge Inn", "2026-02-02"),
        joined("Edge Out", "2026-02-01"),
        joined("Next Day", "2026-03-05"),
        person("Still Mum").at("acme.example", "VP of Sales", "2026-02-20").before(
            "old.example",
            "Sales Director",
            "2021-01",
            "2026-02-20",
        ),
        person("Rose Upp")
            .at("acme.example", "VP of Sales", "2026-02-20")
            .before("acme.example", "Sales Manager", "2021-01", "2026-02-20")
            .posted("Promoted!", "2026-02-21"),
    ]
}

#[tokio::test]
async fn those_who_moved_within_30_days_and_told_of_it_are_answered_the_newest_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "limit": 10 }), 4.0, 2).await;
    assert_eq!(texts(&answer["results"], "/person_unmasked/fullName"), ["Tia Lee", "Edge Inn"]);
    let first = &answer["results"][0];
    assert_eq!(first["person_unmasked"]["networkUrl"], profile("Tia Lee"));
    assert_eq!(
        (&first["person_unmasked"]["company"]["name"], &first["new_role"]),
        (&json!("Acme"), &json!("VP of Sales"))
    );
    assert_eq!(first["announcement_post_url"], "https://network.example/posts/2026-02-27");
    assert_eq!(first["announcement_text"], "I am happy to share that I have joined Acme!");
    assert_eq!(
        first["personalization_seed"],
        "Tia, congratulations on joining Acme as VP of Sales after more than five years at Old."
    );
    assert_eq!((first.get("explain"), first["person_unmasked"].get("email")), (None, None));
}

#[tokio::test]
async fn a_seed_names_its_fact_when_asked() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "limit": 1, "explain": true }), 2.0, 1).await;
    let explained = &answer["results"][0]["explain"];
    assert_eq!(explained["text"], answer["results"][0]["personalization_seed"]);
    assert_eq!(explained["value"], "2026-03-04");
}

#[tokio::test]
async fn a_longer_time_finds_more() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "within_days": 31 }), 6.0, 3).await;
    assert_eq!(texts(&answer["results"], "/person_unmasked/fullName"), ["Tia Lee", "Edge Inn", "Edge Out"]);
    let since = json!({ "since": "2026-02-02T00:00:01Z" });
    assert_eq!(texts(&stage.ask(PATH, since, 2.0, 1).await["results"], "/new_role").len(), 1);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP_AND_TIME).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "limit": 5 })).await;
}

#[tokio::test]
async fn nobody_is_congratulated_on_a_position_that_ended() {
    let left = person("Left Again")
        .at("third.example", "VP of Sales", "2026-03-01")
        .before("acme.example", "VP of Sales", "2026-02-10", "2026-02-20")
        .before("old.example", "Sales Director", "2021-01", "2026-02-09")
        .posted("I am happy to share that I have joined Acme!", "2026-02-11");
    let stage = stage([company("acme.example"), left, joined("Tia Lee", "2026-03-04")]).await;
    let answer = stage.ask(PATH, json!({ "limit": 10 }), 4.0, 2).await;
    let seeds = texts(&answer["results"], "/personalization_seed");
    assert!(
        seeds.iter().any(|seed| seed.starts_with("Left, congratulations on your move from Acme to Third"))
    );
    assert!(!seeds.iter().any(|seed| seed.starts_with("Left, congratulations on joining Acme")), "{seeds:?}");
}
