//! `POST /v1/smb-buying-committee`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/smb-buying-committee";

fn pipes() -> Vec<ClaimBuilder> {
    let hire = |(name, title): (&str, &str)| person(name).at("pipes.example", title, "2020-01");
    let staff = [
        ("Pat Pipes", "Owner"),
        ("Gail Front", "General Manager"),
        ("Dirk Route", "Dispatcher"),
        ("Olga Flow", "Operations Manager"),
        ("Rob Wrench", "Plumber"),
    ]
    .map(hire);
    let elsewhere = person("Otis Else").at("other.example", "Dispatcher", "2020-01");
    std::iter::once(company("pipes.example").employs(14)).chain(staff).chain([elsewhere]).collect()
}

fn names(answer: &Value) -> [Vec<&str>; 4] {
    ["owner", "manager", "dispatcher", "ops_lead"].map(|part| texts(&answer["committee"][part], "/fullName"))
}

#[tokio::test]
async fn each_part_has_its_person_and_no_person_has_two() {
    let stage = stage(pipes()).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "pipes.example" }), 16.0, 4).await;
    assert_eq!(answer["total_people"], 4);
    assert_eq!(names(&answer), [["Pat Pipes"], ["Gail Front"], ["Dirk Route"], ["Olga Flow"]]);
}

#[tokio::test]
async fn a_part_without_a_person_is_empty_and_costs_nothing() {
    let claims =
        [company("shop.example").employs(2), person("Cora Cup").at("shop.example", "Owner", "2020-01")];
    let stage = stage(claims).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "shop.example" }), 4.0, 1).await;
    assert_eq!(names(&answer), [vec!["Cora Cup"], vec![], vec![], vec![]]);
}

#[tokio::test]
async fn a_company_of_more_than_250_people_is_no_small_business_and_free() {
    let claims = [
        company("ward.example").employs(500),
        person("Cleo Boss").at("ward.example", "Chief Executive Officer", "2020-01"),
    ];
    let stage = stage(claims).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "ward.example" }), 0.0, 0).await;
    assert_eq!((&answer["total_people"], &answer["reason"]), (&json!(0), &json!("too_large")));
    assert_eq!(names(&answer), [const { Vec::<&str>::new() }; 4]);
}

#[tokio::test]
async fn more_of_each_part_are_told_when_asked_for() {
    let mut claims = pipes();
    claims.push(person("Dora Route").at("pipes.example", "Dispatch Coordinator", "2021-01"));
    let stage = stage(claims).await;
    let asked = json!({ "company_domain": "pipes.example", "max_per_role": 2 });
    let answer = stage.ask(PATH, asked, 20.0, 5).await;
    assert_eq!(names(&answer)[2], ["Dirk Route", "Dora Route"]);
}

#[tokio::test]
async fn an_unknown_subject_is_free() {
    let stage = stage([]).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "pipes.example" }), 0.0, 0).await;
    assert_eq!(answer["total_people"], 0);
    let problem =
        stage.account.post(PATH, json!({ "max_per_role": 0 })).await.problem(422, "invalid_request");
    let mut told = faults(&problem);
    told.sort();
    assert_eq!(told, ["/company_domain: required", "/max_per_role: too_small"]);
}
