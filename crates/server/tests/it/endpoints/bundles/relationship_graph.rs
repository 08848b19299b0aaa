//! `POST /v1/bundles/relationship-graph`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, profile, stage, texts};

const PATH: &str = "/v1/bundles/relationship-graph";

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example").employs(20),
        company("huge.example").employs(40_000),
        person("Ada Winter").at("acme.example", "VP of Sales", "2022-01").before(
            "huge.example",
            "Sales Manager",
            "2016-01",
            "2022-01",
        ),
        person("Near Desk").at("acme.example", "Sales Manager", "2023-03"),
        person("Far Desk").at("acme.example", "Accountant", "2023-03"),
        person("Old Mate").at("else.example", "CEO", "2021-01").before(
            "huge.example",
            "Sales Director",
            "2015-01",
            "2021-01",
        ),
        person("Came After").at("huge.example", "Sales Manager", "2022-01"),
        person("Un Dated").at("acme.example", "Sales Manager", ""),
        person("Go Between").at("bank.example", "Banker", "2021-06").before(
            "else.example",
            "Analyst",
            "2021-01",
            "2021-06",
        ),
        person("Stran Ger").at("other.example", "CEO", "2010-01"),
    ]
}

#[tokio::test]
async fn coworkers_are_those_whose_time_overlaps_the_nearest_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Ada Winter") }), 15.0, 1).await;
    assert_eq!(answer["person"]["fullName"], "Ada Winter");
    let coworkers = &answer["coworkers"];
    assert_eq!(texts(coworkers, "/person/fullName"), ["Near Desk", "Far Desk", "Old Mate"]);
    assert_eq!(texts(coworkers, "/shared/company/domain"), ["acme.example", "acme.example", "huge.example"]);
    let months: Vec<u64> = [0, 1, 2].map(|n| coworkers[n]["shared"]["months"].as_u64().unwrap()).to_vec();
    assert_eq!(months, [36, 36, 60]);
    assert_eq!(
        (&coworkers[2]["shared"]["from"], &coworkers[2]["shared"]["to"]),
        (&json!("2016-01"), &json!("2021-01"))
    );
    assert_eq!(coworkers[0]["shared"].get("to"), None, "both are still there");
    assert!(coworkers.as_array().unwrap().iter().all(|coworker| coworker["path"] == json!([])));
}

#[tokio::test]
async fn a_person_the_account_has_resolved_can_introduce() {
    let stage = stage(world()).await;
    let ask = json!({ "networkUrl": profile("Ada Winter") });
    stage.account.post("/v1/enrich", json!({ "networkUrl": profile("Go Between") })).await.ok();
    let answer = stage.account.post(PATH, ask.clone()).await.ok();
    let mate = &answer["coworkers"][2];
    assert_eq!(texts(&mate["path"], "/fullName"), ["Go Between", "Old Mate", "Ada Winter"]);
    assert_eq!(mate["path"][0]["knows_next"], "worked together at Else for 5 months");
    assert_eq!(mate["path"][1]["knows_next"], "worked together at Huge for 60 months");
    assert_eq!(mate["path"][2].get("knows_next"), None);

    stage.account.post("/v1/enrich", json!({ "networkUrl": profile("Old Mate") })).await.ok();
    let answer = stage.account.post(PATH, ask).await.ok();
    let path = texts(&answer["coworkers"][2]["path"], "/fullName");
    assert_eq!(path, ["Old Mate", "Ada Winter"], "the shortest way");
}

#[tokio::test]
async fn a_large_employer_does_not_push_the_others_out() {
    let crowd = (0..60).map(|number| {
        person(&format!("Crowd Number{}", number + 100)).at("huge.example", "Sales Manager", "2010-01")
    });
    let stage = stage(world().into_iter().chain(crowd)).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Ada Winter") }), 15.0, 1).await;
    let names = texts(&answer["coworkers"], "/person/fullName");
    assert!(names.contains(&"Near Desk") && names.contains(&"Far Desk"), "{names:?}");
    assert!(names.iter().filter(|name| name.starts_with("Crowd")).count() <= 8, "{names:?}");
}

#[tokio::test]
async fn an_unknown_subject_is_free() {
    let stage = stage([]).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Ada Winter") }), 0.0, 0).await;
    assert_eq!((&answer["person"], &answer["coworkers"]), (&Value::Null, &json!([])));
    stage.account.post(PATH, json!({})).await.problem(422, "invalid_request");
}
