//! `POST /v1/buying-committee`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/buying-committee";

/// A company with a person of every rank in every department that sells or buys.
fn acme() -> Vec<ClaimBuilder> {
    let staff = [
        ("Cleo Boss", "CEO"),
        ("Fina Ledger", "CFO"),
        ("Tara Core", "CTO"),
        ("Cy Iron", "Chief Information Security Officer"),
        ("Dana Lake", "Head of Data"),
        ("Vera Petit", "VP of Sales"),
        ("Mara Voss", "CMO"),
        ("Elias Build", "VP of Engineering"),
        ("Ria Ops", "Sales Operations Manager"),
        ("Milo Kern", "Sales Manager"),
        ("Sid Guard", "Security Engineer"),
        ("Ann Graph", "Data Analyst"),
        ("Rex Call", "Account Executive"),
        ("Pia Brand", "Marketing Specialist"),
        ("Max Code", "Software Engineer"),
        ("Lia Code", "Engineering Manager"),
        ("Ivo Wire", "IT Manager"),
        ("Lex Law", "General Counsel"),
        ("Ada Aide", "Executive Assistant"),
        ("Gil Grow", "Marketing Manager"),
        ("Dex Data", "Data Science Manager"),
    ];
    let hire = |(name, title): (&str, &str)| person(name).at("acme.example", title, "2022-01");
    let elsewhere = [company("other.example"), person("Otis Else").at("other.example", "CISO", "2022-01")];
    std::iter::once(company("acme.example")).chain(staff.map(hire)).chain(elsewhere).collect()
}

fn request(deal_type: &str, max_per_role: u32) -> Value {
    json!({ "company_domain": "acme.example", "deal_type": deal_type, "max_per_role": max_per_role })
}

#[tokio::test]
async fn each_kind_of_deal_has_the_people_a_seller_would_call() {
    let stage = stage(acme()).await;
    for (deal_type, decides, advises, uses) in [
        ("security", "Cy Iron", "Ivo Wire", "Sid Guard"),
        ("data_infra", "Dana Lake", "Dex Data", "Ann Graph"),
        ("sales_ops", "Vera Petit", "Ria Ops", "Rex Call"),
        ("exec", "Cleo Boss", "Fina Ledger", "Ada Aide"),
        ("marketing", "Mara Voss", "Gil Grow", "Pia Brand"),
        ("engineering", "Tara Core", "Lia Code", "Max Code"),
    ] {
        let answer = stage.ask(PATH, request(deal_type, 1), 9.0, 3).await;
        assert_eq!(answer["total_people"], 3, "{deal_type}");
        let committee = &answer["committee"];
        let named = ["decision_maker", "influencer", "user"].map(|part| texts(&committee[part], "/fullName"));
        assert_eq!(named, [[decides], [advises], [uses]], "{deal_type}");
    }
}

#[tokio::test]
async fn no_person_has_two_parts_and_no_person_of_another_company_has_one() {
    let stage = stage(acme()).await;
    let answer = stage.account.post(PATH, request("security", 10)).await.ok();
    let parts = ["decision_maker", "influencer", "user"];
    let mut all: Vec<&str> =
        parts.iter().flat_map(|part| texts(&answer["committee"][part], "/fullName")).collect();
    let total = all.len();
    assert_eq!(answer["total_people"], total);
    assert_eq!(answer["cost"]["credits"], 3 * total);
    assert!(!all.contains(&"Otis Else"));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), total, "each person once");
}

#[tokio::test]
async fn a_part_is_filled_up_from_all_who_may_have_it() {
    let stage = stage(acme()).await;
    let answer = stage.account.post(PATH, request("sales_ops", 2)).await.ok();
    // Sales operations first, though she is one of the sales managers, too.
    assert_eq!(texts(&answer["committee"]["influencer"], "/fullName"), ["Ria Ops", "Milo Kern"]);
    let decides = texts(&answer["committee"]["decision_maker"], "/fullName");
    assert_eq!(decides, ["Vera Petit"], "no chief of another trade where there is one of this");
}

#[tokio::test]
async fn a_part_has_people_of_several_functions_before_many_of_one() {
    let mut claims = acme();
    claims.push(person("Ida Wire").at("acme.example", "IT Manager", "2022-01"));
    claims.push(person("Uwe Wire").at("acme.example", "IT Manager", "2022-01"));
    let stage = stage(claims).await;
    let answer = stage.account.post(PATH, request("security", 3)).await.ok();
    let advises = texts(&answer["committee"]["influencer"], "/fullName");
    assert_eq!(advises.iter().filter(|name| name.ends_with("Wire")).count(), 1, "{advises:?}");
    assert!(advises.contains(&"Lex Law") && advises.contains(&"Fina Ledger"), "{advises:?}");
}

#[tokio::test]
async fn a_briefing_names_the_same_decision_maker() {
    let stage = stage(acme()).await;
    for (deal_type, target_role) in [
        ("security", "who buys security tooling"),
        ("data_infra", "data"),
        ("sales_ops", "sales"),
        ("exec", "CEO"),
        ("marketing", "marketing"),
        ("engineering", "DevOps"),
    ] {
        let committee = stage.account.post(PATH, request(deal_type, 1)).await.ok();
        let deck = json!({ "company_domain": "acme.example", "target_role": target_role });
        let deck = stage.account.post("/v1/bundles/sales-deck", deck).await.ok();
        let decides = texts(&committee["committee"]["decision_maker"], "/fullName");
        assert_eq!([deck["decision_maker"]["fullName"].as_str().unwrap()], decides.as_slice(), "{deal_type}");
    }
}

#[tokio::test]
async fn without_a_person_of_the_department_the_leader_decides() {
    let stage = stage([
        company("tiny.example").employs(4),
        person("Cleo Boss").at("tiny.example", "Founder", "2020-01"),
    ])
    .await;
    let asked = json!({ "company_domain": "tiny.example", "deal_type": "security" });
    let answer = stage.ask(PATH, asked, 3.0, 1).await;
    assert_eq!(texts(&answer["committee"]["decision_maker"], "/fullName"), ["Cleo Boss"]);
    assert_eq!((&answer["committee"]["influencer"], &answer["committee"]["user"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn an_unknown_company_is_free_and_an_unknown_kind_of_deal_is_refused() {
    let stage = stage([]).await;
    let answer = stage.ask(PATH, request("exec", 2), 0.0, 0).await;
    assert_eq!(answer["total_people"], 0);
    let problem = stage.account.post(PATH, request("hardware", 11)).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/deal_type: not_one_of", "/max_per_role: too_large"]);
    let preview = stage.account.post(
        PATH,
        json!({
            "company_domain": "acme.example", "deal_type": "exec", "max_per_role": 2, "preview": true,
        }),
    );
    assert_eq!(preview.await.ok()["would_cost"]["max_credits"], 18);
}
