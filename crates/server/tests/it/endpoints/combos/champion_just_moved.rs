//! `POST /v1/champion-just-moved`

use serde_json::{Value, json};

use super::{ClaimBuilder, Takes, company, list_rules, person, profile, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/champion-just-moved";

fn moved(name: &str, day: &str) -> ClaimBuilder {
    person(name).at("new.example", "CFO", day).before("old.example", "Finance Director", "2019-01", day)
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("new.example"),
        company("old.example").also_at("old-group.example"),
        moved("Edge Inn", "2025-12-04"),
        moved("Edge Out", "2025-12-03"),
        moved("Ada Mail", "2026-02-10").email("ada@new.example").email("a.mail@old-group.example"),
        moved("Next Day", "2026-03-05"),
        person("Stay Put").at("old.example", "CFO", "2019-01"),
    ]
}

fn contacts(names: &[&str]) -> Value {
    let contact = |name: &&str| json!({ "networkUrl": profile(name), "company_domain": "old.example" });
    json!({ "contacts": names.iter().map(contact).collect::<Vec<_>>() })
}

#[tokio::test]
async fn contacts_who_changed_companies_within_90_days_are_told_the_newest_first() {
    let stage = stage(world()).await;
    let everyone = contacts(&["Edge Inn", "Edge Out", "Ada Mail", "Next Day", "Stay Put", "No Body"]);
    let answer = stage.ask(PATH, everyone, 4.0, 2).await;
    assert_eq!(texts(&answer["results"], "/person_unmasked/fullName"), ["Ada Mail", "Edge Inn"]);
    let first = &answer["results"][0];
    assert_eq!(
        first["contact"],
        json!({ "networkUrl": profile("Ada Mail"), "company_domain": "old.example" })
    );
    assert_eq!(
        (&first["previous"]["title"], &first["previous"]["company"]["domain"]),
        (&json!("Finance Director"), &json!("old.example"))
    );
    assert_eq!((&first["new_role"], &first["company"]["domain"]), (&json!("CFO"), &json!("new.example")));
    assert_eq!(first["changed_at"], "2026-02-10");
}

#[tokio::test]
async fn an_email_at_the_old_company_is_enough_under_any_of_its_domains() {
    let stage = stage(world()).await;
    let by_email = json!({ "contacts": [{ "email": "A.Mail@old-group.example", "ref": "crm-7" }] });
    let answer = stage.ask(PATH, by_email, 2.0, 1).await;
    assert_eq!(answer["results"][0]["contact"]["ref"], "crm-7");
    // The caller knows her at the new company already: that is no news.
    stage.nothing(PATH, json!({ "contacts": [{ "email": "ada@new.example" }] })).await;
    let elsewhere =
        json!({ "contacts": [{ "networkUrl": profile("Ada Mail"), "company_name": "Elsewhere" }] });
    stage.nothing(PATH, elsewhere).await;
}

#[tokio::test]
async fn a_person_sent_twice_is_told_once_by_whichever_row_fits() {
    let stage = stage(world()).await;
    let twice = json!({ "contacts": [
        { "email": "ada@new.example" },
        { "email": "a.mail@old-group.example" },
        { "networkUrl": profile("Ada Mail") },
    ] });
    let answer = stage.ask(PATH, twice, 2.0, 1).await;
    assert_eq!(texts(&answer["results"], "/contact/email"), ["a.mail@old-group.example"]);
}

#[tokio::test]
async fn what_was_paid_for_is_answered_again_but_not_charged_again() {
    let stage = stage(world()).await;
    let first = stage.ask_again(PATH, contacts(&["Ada Mail"]), 2.0, 1).await;
    let again = stage.ask_again(PATH, contacts(&["Ada Mail"]), 0.0, 1).await;
    assert_eq!(again["results"], first["results"]);
    let more = stage.ask_again(PATH, contacts(&["Ada Mail", "Edge Inn"]), 2.0, 2).await;
    assert_eq!(more["results"].as_array().unwrap().len(), 2, "only the new one is charged for");
}

#[tokio::test]
async fn of_calls_side_by_side_one_pays() {
    let stage = stage(world()).await;
    let call = || stage.account.post(PATH, contacts(&["Ada Mail"]));
    let (one, two, three) = tokio::join!(call(), call(), call());
    let costs: f64 =
        [one, two, three].map(|answer| answer.ok()["cost"]["credits"].as_f64().unwrap()).iter().sum();
    assert_eq!(costs, 2.0, "the others are answered what is paid for");
    assert_eq!(stage.server.balance(&stage.account), store::Credits::whole(10_000 - 2));
    let again = stage.account.post(PATH, contacts(&["Ada Mail"])).await.ok();
    assert_eq!((&again["cost"]["credits"], again["results"].as_array().unwrap().len()), (&json!(0), 1));
    stage.server.prove_books();
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, contacts(&["Edge Inn", "Ada Mail"]), Takes::ICP_AND_TIME).await;
    let problem = stage.account.post(PATH, json!({ "contacts": [{ "company_name": "Old" }] })).await;
    assert_eq!(faults(&problem.problem(422, "invalid_request")), ["/contacts/0: missing_identifier"]);
    stage.account.post(PATH, json!({ "contacts": [] })).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, contacts(&["Ada Mail"])).await;
}
