use jiff::Timestamp;

use super::*;
use crate::{
    CompanyFacts, EducationFact, ExperienceFact, Facts, Money, PersonFacts,
    merge::{merge_company, merge_person},
};

fn at(text: &str) -> Timestamp {
    format!("{text}T12:00:00Z").parse().unwrap()
}

fn person(observed: &str, facts: PersonFacts) -> Claim {
    Claim {
        source: "directory".into(),
        reference: "1".into(),
        observed_at: at(observed),
        facts: Facts::Person(Box::new(facts)),
    }
}

fn works_at(domain: &str, title: &str, started: Option<&str>) -> PersonFacts {
    PersonFacts {
        full_name: Some("Ada Miller".into()),
        title: Some(title.into()),
        company_domain: Some(domain.into()),
        company_name: Some(domain.split('.').next().unwrap().into()),
        started_at: started.map(|date| date.parse().unwrap()),
        education: Vec::<EducationFact>::new(),
        ..PersonFacts::default()
    }
}

fn kinds(claims: &[Claim]) -> Vec<(SignalKind, String)> {
    let record = merge_person("per_1", claims);
    let signals = person_signals(&record, claims);
    signals.iter().map(|signal| (signal.kind, signal.at.to_string()[..10].to_owned())).collect()
}

#[test]
fn a_new_employer_is_a_job_change_dated_by_the_start_of_the_role() {
    let claims = [
        person("2026-01-01", works_at("old.example", "Sales Manager", Some("2020-02"))),
        person("2026-10-01", works_at("new.example", "VP Sales", Some("2026-09-15"))),
    ];
    assert_eq!(kinds(&claims), [(SignalKind::JobChange, "2026-09-15".to_owned())]);
}

#[test]
fn a_new_employer_without_dates_is_dated_by_the_first_observation() {
    let claims = [
        person("2026-01-01", works_at("old.example", "Sales Manager", None)),
        person("2026-08-01", works_at("new.example", "VP Sales", None)),
        person("2026-10-01", works_at("new.example", "VP Sales", None)),
    ];
    assert_eq!(kinds(&claims), [(SignalKind::JobChange, "2026-08-01".to_owned())]);
}

#[test]
fn a_higher_title_at_the_same_employer_is_a_promotion() {
    let claims = [
        person("2026-01-01", works_at("acme.example", "Sales Manager", Some("2020-02"))),
        person("2026-10-01", works_at("acme.example", "VP Sales", Some("2026-09"))),
    ];
    assert_eq!(kinds(&claims), [(SignalKind::Promotion, "2026-09-01".to_owned())]);
}

#[test]
fn a_higher_title_in_a_later_claim_of_one_source_is_a_promotion_without_any_dates() {
    let claims = [
        person("2026-01-01", works_at("acme.example", "Sales Manager", None)),
        person("2026-02-01", works_at("acme.example", "Sales Director", None)),
        person("2026-03-01", works_at("acme.example", "Sales Director", None)),
    ];
    assert_eq!(kinds(&claims), [(SignalKind::Promotion, "2026-02-01".to_owned())]);
    let signals = person_signals(&merge_person("per_1", &claims), &claims);
    let change = signals[0].change.as_ref().unwrap();
    assert_eq!(
        (change.old_title.as_deref(), change.new_title.as_deref()),
        (Some("Sales Manager"), Some("Sales Director"))
    );
    let mut reversed = claims.clone();
    reversed.reverse();
    assert_eq!(kinds(&reversed), kinds(&claims), "independent of the order");
}

#[test]
fn a_title_that_is_as_high_or_lower_is_no_promotion() {
    for (before, after) in [
        ("Sales Director", "Sales Manager"),
        ("Sales Manager", "Key Account Manager"),
        ("Sales Mgr", "Sales Manager"),
    ] {
        let claims = [
            person("2026-01-01", works_at("acme.example", before, None)),
            person("2026-02-01", works_at("acme.example", after, None)),
        ];
        assert_eq!(kinds(&claims), [], "{before} to {after}");
    }
}

#[test]
fn different_titles_of_two_sources_are_no_promotion() {
    let mut other = person("2026-02-01", works_at("acme.example", "Sales Director", None));
    other.source = "crm".into();
    let first = person("2026-01-01", works_at("acme.example", "Sales Manager", None));
    assert_eq!(kinds(&[first.clone(), other.clone()]), []);
    let follows = person("2026-03-01", works_at("acme.example", "Sales Director", None));
    assert_eq!(
        kinds(&[first, other, follows]),
        [],
        "another source stated the title before, so the date is unknown"
    );
}

#[test]
fn a_later_move_without_a_date_is_a_second_signal() {
    let claims = [
        person("2025-01-01", works_at("first.example", "Sales Manager", Some("2020-02"))),
        person("2025-06-01", works_at("second.example", "Sales Manager", Some("2025-03"))),
        person("2026-02-01", works_at("third.example", "VP Sales", None)),
    ];
    let mut found = kinds(&claims);
    found.sort();
    let change = |at: &str| (SignalKind::JobChange, at.to_owned());
    assert_eq!(found, [change("2025-03-01"), change("2026-02-01")]);
}

#[test]
fn dated_and_undated_claims_of_one_move_are_one_signal() {
    let claims = [
        person("2025-01-01", works_at("first.example", "Sales Manager", Some("2020-02"))),
        person("2025-06-01", works_at("second.example", "Sales Manager", Some("2025-03"))),
        person("2026-02-01", works_at("second.example", "VP Sales", None)),
    ];
    let mut found = kinds(&claims);
    found.sort();
    let expected = [(SignalKind::JobChange, "2025-03-01"), (SignalKind::Promotion, "2026-02-01")];
    assert_eq!(found, expected.map(|(kind, at)| (kind, at.to_owned())));
}

#[test]
fn a_move_to_a_role_without_a_department_can_be_stored_and_read_back() {
    let claims = [
        person("2026-01-01", works_at("old.example", "Sales Manager", None)),
        person("2026-10-01", works_at("new.example", "Vice President", None)),
    ];
    let signals = person_signals(&merge_person("per_1", &claims), &claims);
    assert_eq!(signals[0].change.as_ref().unwrap().departments, []);
    let stored = serde_json::to_string(&signals).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Signal>>(&stored).unwrap(), signals);
}

#[test]
fn a_correction_of_an_old_record_is_no_job_change() {
    let corrected = [
        person("2026-01-01", works_at("wrong.example", "Sales Manager", Some("2020-02"))),
        person("2026-10-01", works_at("right.example", "Sales Manager", Some("2019-05"))),
    ];
    assert_eq!(kinds(&corrected), []);
    let respelled = [
        person("2026-01-01", works_at("acme.example", "Sales Mgr", Some("2020-02"))),
        person("2026-10-01", works_at("acme.example", "Sales Manager", Some("2020-02"))),
    ];
    assert_eq!(kinds(&respelled), []);
}

#[test]
fn an_old_move_is_no_signal() {
    let mut facts = works_at("acme.example", "Sales Manager", Some("2015-02"));
    facts.experience = vec![ExperienceFact {
        company_domain: Some("older.example".into()),
        title: Some("Sales Representative".into()),
        started_at: "2010-01".parse().ok(),
        ended_at: "2015-01".parse().ok(),
        ..ExperienceFact::default()
    }];
    assert_eq!(kinds(&[person("2026-10-01", facts)]), []);
}

#[test]
fn two_reports_of_one_round_are_one_signal_with_two_sources() {
    let round = |amount: i64, date: &str| CompanyFacts {
        name: Some("Acme".into()),
        domains: vec!["acme.example".into()],
        funding_rounds: vec![FundingRound {
            round: "series_a".into(),
            amount: Some(Money { amount, currency: "USD".into() }),
            announced_at: date.parse().ok(),
            investors: vec![],
        }],
        ..CompanyFacts::default()
    };
    let claim = |source: &str, facts| Claim {
        source: source.into(),
        reference: "1".into(),
        observed_at: at("2026-10-01"),
        facts: Facts::Company(Box::new(facts)),
    };
    let claims =
        [claim("news", round(10_000_000, "2026-09-20")), claim("filings", round(10_000_000, "2026-09-28"))];
    let company = merge_company("com_1", &claims);
    let signals = company_signals(&company, &claims);
    assert_eq!(signals.len(), 1);
    let names: Vec<&str> = signals[0].sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["filings", "news"]);
}

#[test]
fn a_reported_move_is_a_job_change_from_the_old_employer() {
    let report = SignalReport {
        kind: Some(SignalKind::JobChange),
        full_name: Some("Ada Miller".into()),
        network_url: Some("network.example/in/ada".into()),
        company_domain: Some("https://new.example/about".into()),
        title: Some("VP Sales".into()),
        old_company_domain: Some("old.example".into()),
        old_title: Some("Sales Manager".into()),
        date: "2026-09-15".parse().ok(),
        ..SignalReport::default()
    };
    let claims = [report.into_claim("feed", 1, at("2026-10-01")).unwrap()];
    assert_eq!(kinds(&claims), [(SignalKind::JobChange, "2026-09-15".to_owned())]);
    let record = merge_person("per_1", &claims);
    let change = person_signals(&record, &claims).remove(0).change.unwrap();
    assert_eq!(change.old_company.domain.as_deref(), Some("old.example"));
    assert_eq!(change.new_title.as_deref(), Some("VP Sales"));
}

#[test]
fn an_incomplete_report_is_rejected_with_the_missing_field() {
    let at = at("2026-10-01");
    let empty = SignalReport::default();
    assert!(empty.clone().into_claim("feed", 1, at).unwrap_err().contains("kind"));
    let funding = SignalReport { kind: Some(SignalKind::Funding), ..empty };
    assert!(funding.clone().into_claim("feed", 1, at).unwrap_err().contains("companyDomain"));
    let named = SignalReport { company_name: Some("Acme".into()), ..funding };
    assert!(named.into_claim("feed", 1, at).unwrap_err().contains("date"));
}
