//! Which companies hire the most, counted company by company.

use ::records::{Claim, CompanyFacts, Department, Facts, JobFacts, PersonFacts};
use jiff::Timestamp;
use store::{HiringPosition, Store};

use crate::support::*;

fn opening(domain: &str, title: &str, day: &str) -> Claim {
    let facts = JobFacts {
        title: Some(title.into()),
        company_domain: Some(domain.into()),
        posted_at: Some(day.parse().unwrap()),
        ..Default::default()
    };
    let reference = format!("{domain} {title} {day}");
    Claim { facts: Facts::Job(Box::new(facts)), ..person(&reference, PersonFacts::default()) }
}

fn day(text: &str) -> Timestamp {
    format!("{text}T00:00:00Z").parse().unwrap()
}

fn hiring(
    store: &Store,
    department: Option<Department>,
    least: u32,
    after: Option<&HiringPosition>,
) -> Vec<(i64, String)> {
    let window = (day("2025-10-01"), day("2025-12-31"));
    let found = store.companies_hiring(window, department, least, after, 2).unwrap();
    found.into_iter().map(|place| (place.openings, place.handle)).collect()
}

async fn filled(store: &Store) {
    let both = CompanyFacts {
        name: Some("Acme".into()),
        domains: vec!["acme.example".into(), "acme-group.example".into()],
        ..Default::default()
    };
    let claims = vec![
        company("acme", both),
        opening("acme.example", "Sales Manager", "2025-10-01"),
        opening("acme-group.example", "Account Executive", "2025-12-30"),
        opening("acme.example", "Data Engineer", "2025-11-01"),
        opening("acme.example", "Sales Director", "2025-12-31"),
        opening("birch.example", "Sales Manager", "2025-11-01"),
        opening("birch.example", "Account Executive", "2025-11-02"),
        opening("cedar.example", "Sales Manager", "2025-11-01"),
        opening("cedar.example", "Account Executive", "2025-09-30"),
        opening("cedar.example", "Account Manager", "2025-11-02"),
    ];
    store.ingest(claims).await.unwrap();
}

#[test]
fn the_domains_of_one_company_count_together_and_the_most_come_first_in_pages() {
    on_every_engine(async |store| {
        filled(&store).await;
        let first = hiring(&store, None, 2, None);
        assert_eq!(first, [(3, "acme-group.example".into()), (2, "birch.example".into())]);
        let after = HiringPosition { openings: 2, handle: "birch.example".into() };
        assert_eq!(hiring(&store, None, 2, Some(&after)), [(2, "cedar.example".into())]);
        assert_eq!(hiring(&store, None, 3, None), [(3, "acme-group.example".into())]);
    });
}

#[test]
fn a_department_and_a_window_are_counted_alone() {
    on_every_engine(async |store| {
        filled(&store).await;
        let sales = hiring(&store, Some(Department::Sales), 2, None);
        assert_eq!(
            sales[0],
            (2, "acme-group.example".into()),
            "neither the engineer nor the last day counts"
        );
        assert_eq!(hiring(&store, Some(Department::Legal), 1, None), []);
    });
}
