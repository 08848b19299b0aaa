//! Invalid filters are refused with all their faults and a suggestion for each.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::words;
use search::{CompanyFilters, Filters, MoneyRange, NumberRange, PeopleFilters};

/// Each fault as `pointer code`.
fn faults(filters: &impl Filters) -> Vec<String> {
    filters.check().iter().map(|fault| format!("{} {:?}", fault.pointer, fault.kind)).collect()
}

#[test]
fn a_word_outside_a_closed_list_is_refused_with_the_nearest_one() {
    let filters = PeopleFilters {
        seniorities: words(&["vp", "directr"]),
        exclude_departments: words(&["enginering"]),
        ..PeopleFilters::default()
    };
    let found = filters.check();
    assert_eq!(faults(&filters), ["/seniorities/1 UnknownValue", "/exclude_departments/0 UnknownValue"]);
    assert!(found[0].message.contains("did you mean `director`"), "{}", found[0].message);
    assert!(found[1].message.contains("did you mean `engineering`"), "{}", found[1].message);
    let filters = CompanyFilters {
        funding_stages: words(&["series_z"]),
        size_bands: words(&["a few"]),
        ..CompanyFilters::default()
    };
    assert_eq!(faults(&filters), ["/size_bands/0 UnknownValue", "/funding_stages/0 UnknownValue"]);
}

#[test]
fn values_without_a_meaning_are_refused() {
    let filters = PeopleFilters {
        countries: words(&["Atlantis"]),
        company_domains: words(&["not a domain"]),
        skills: words(&["  ", "…"]),
        titles: words(&["of the"]),
        name: Some("--".to_owned()),
        ..PeopleFilters::default()
    };
    assert_eq!(
        faults(&filters),
        [
            "/titles/0 InvalidValue",
            "/skills/0 EmptyValue",
            "/skills/1 InvalidValue",
            "/countries/0 InvalidValue",
            "/company_domains/0 InvalidValue",
            "/name EmptyValue",
        ]
    );
}

#[test]
fn contradictory_ranges_are_refused() {
    let filters = CompanyFilters {
        employee_count: Some(NumberRange { min: Some(10), max: Some(9) }),
        revenue: Some(MoneyRange { min: Some(1), max: Some(0), currency: Some("euro".to_owned()) }),
        ..CompanyFilters::default()
    };
    assert_eq!(
        faults(&filters),
        [
            "/employee_count ContradictoryRange",
            "/revenue ContradictoryRange",
            "/revenue/currency InvalidValue"
        ]
    );
}

#[test]
fn lists_and_values_have_limits() {
    let filters = PeopleFilters {
        skills: (0..10_000).map(|number| format!("skill {number}")).collect(),
        cities: vec!["x".repeat(201)],
        text: Some("word ".repeat(33)),
        changed_jobs_within_days: Some(u32::MAX),
        ..PeopleFilters::default()
    };
    assert_eq!(
        faults(&filters),
        [
            "/skills TooManyValues",
            "/cities/0 ValueTooLong",
            "/changed_jobs_within_days ValueTooLarge",
            "/text ValueTooLong",
        ]
    );
}

#[test]
fn an_unknown_filter_and_a_wrong_type_are_rejected() {
    for text in [r#"{"title": ["x"]}"#, r#"{"titles": "x"}"#, r#"{"employee_count": {"from": 1}}"#] {
        assert!(serde_json::from_str::<PeopleFilters>(text).is_err(), "{text}");
    }
    let filters: PeopleFilters = serde_json::from_str(r#"{"titles": ["x"], "has_email": true}"#).unwrap();
    assert_eq!(serde_json::to_string(&filters).unwrap(), r#"{"titles":["x"],"has_email":true}"#);
}

#[test]
fn unchecked_invalid_filters_match_nothing() {
    let filters = PeopleFilters { countries: words(&["Atlantis"]), ..PeopleFilters::default() };
    let record = common::person("1", "Ana", "CTO");
    assert!(!filters.matches(&record, None, common::now()));
    let blank = PeopleFilters { text: Some("…".to_owned()), ..PeopleFilters::default() };
    assert!(!blank.matches(&record, None, common::now()));
}
