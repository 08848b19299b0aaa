//! Decision makers: a role description is parsed, and its candidates at a company are found and ranked.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use jiff::SignedDuration;
use records::PersonRecord;
use search::{PageRequest, PeopleFilters, PeopleSort, SearchIndex, role};

const DOMAIN: &str = "acme.example";

fn staff(titles: &[&str]) -> Vec<(PersonRecord, Option<records::Company>)> {
    let placed = titles.iter().enumerate().map(|(number, title)| {
        let mut record = person(title, &format!("Person {number}"), title);
        record.person.company = Some(employer(DOMAIN));
        record.person.updated_at = Some(now() - SignedDuration::from_hours(24 * number as i64));
        (record, None)
    });
    placed.collect()
}

/// Candidates for a role at the company, best first.
fn ranked_candidates(
    index: &SearchIndex,
    staff: &[(PersonRecord, Option<records::Company>)],
    words: &str,
) -> Vec<(String, f64)> {
    let role = role::read_role(words).unwrap();
    let request = PageRequest { sort: PeopleSort::Relevance, limit: 100, after: None };
    let filters = role.filters(
        PeopleFilters { company_domains: vec![DOMAIN.to_owned()], ..PeopleFilters::default() },
        role::MIN_SCORE,
    );
    let ids = index.people().search(&filters, request, now()).unwrap().ids;
    let candidates: Vec<PersonRecord> = staff
        .iter()
        .filter(|(record, _)| ids.contains(&record.person.id))
        .map(|(record, _)| record.clone())
        .collect();
    let ranked = role::rank(&role, &candidates, now());
    let best = role::best(&ranked, 3, role::MIN_SCORE);
    best.iter().map(|candidate| (candidate.record.person.id.clone(), candidate.score)).collect()
}

const LARGE: &[&str] = &[
    "Security Analyst",
    "Sales Manager",
    "Chief Financial Officer",
    "Head of Sales",
    "Chief Executive Officer",
    "Vice President of Sales",
    "Data Scientist",
    "Head of Data",
    "Chief Information Security Officer",
    "Chief Technology Officer",
    "VP Engineering",
    "Marketing Director",
    "Talent Acquisition Manager",
    "Head of Human Resources",
    "Account Executive",
];

#[test]
fn at_a_large_company_the_holder_of_the_role_comes_first() {
    let staff = staff(LARGE);
    let index = index(&staff, &[]);
    for (words, expected) in [
        ("VP of Sales", "Vice President of Sales"),
        ("who buys security tooling", "Chief Information Security Officer"),
        ("Head of Data", "Head of Data"),
        ("CTO", "Chief Technology Officer"),
        ("Geschäftsführer", "Chief Executive Officer"),
        ("owner", "Chief Executive Officer"),
        ("marketing", "Marketing Director"),
        ("who is in charge of recruiting", "Head of Human Resources"),
        ("CFO or Head of Finance", "Chief Financial Officer"),
        ("Leiter Vertrieb", "Head of Sales"),
        ("head of engineering", "VP Engineering"),
    ] {
        let ranked = ranked_candidates(&index, &staff, words);
        assert_eq!(ranked.first().map(|(id, _)| id.as_str()), Some(expected), "{words}: {ranked:?}");
        assert!(ranked.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{words}: {ranked:?}");
    }
}

#[test]
fn the_ranking_does_not_depend_on_the_order_of_the_candidates() {
    let mut staff = staff(LARGE);
    let role = role::read_role("VP of Sales").unwrap();
    let order = |staff: &[(PersonRecord, Option<records::Company>)]| -> Vec<String> {
        let records: Vec<PersonRecord> = staff.iter().map(|(record, _)| record.clone()).collect();
        role::rank(&role, &records, now())
            .iter()
            .map(|candidate| candidate.record.person.id.clone())
            .collect()
    };
    let forward = order(&staff);
    staff.reverse();
    assert_eq!(order(&staff), forward);
}

/// Organisation charts and, for each role, the first three answers at each of them.
const TABLE: &str = include_str!("role_table.txt");

/// A name with the lines below it.
type Section<'t> = (&'t str, Vec<&'t str>);

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("  "), sections.last_mut()) {
            (Some(entry), Some((_, entries))) => entries.push(entry),
            _ => sections.push((line, Vec::new())),
        }
    }
    sections
}

#[test]
fn each_role_finds_the_first_three_that_the_table_expects_in_each_organisation_chart() {
    let (charts, roles) = TABLE.split_once("== roles").unwrap();
    let (charts, roles) = (sections(charts), sections(roles));
    assert!(charts.len() >= 12 && roles.len() >= 30);
    for (role, expected) in roles {
        let selector = role::read_role(role).unwrap();
        let mut told = Vec::new();
        for (chart, titles) in &charts {
            let records: Vec<PersonRecord> = staff(titles).into_iter().map(|(record, _)| record).collect();
            let ranked = role::rank(&selector, &records, now());
            let best = role::best(&ranked, 3, role::MIN_SCORE);
            let names: Vec<&str> = best.iter().map(|found| found.record.person.id.as_str()).collect();
            if !names.is_empty() {
                told.push(format!("{chart}: {}", names.join("; ")));
            }
        }
        assert_eq!(told, expected, "{role}");
    }
}
