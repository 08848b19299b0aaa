//! Which companies hire the most, counted company by company.

use ::records::{
    Claim, CompanyFacts, Department, Facts, JobFacts, Location, Openings, PersonFacts, SignalKind,
};
use jiff::Timestamp;
use store::{Changed, SignalFilter, Store};

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

fn hiring(store: &Store, department: Option<Department>) -> Vec<(u32, String)> {
    let counted = store.company_openings(day("2025-10-01"), day("2025-12-31")).unwrap();
    let mut counts: Vec<_> = counted.into_iter().map(|one| (one.count(department), one.handle)).collect();
    counts.retain(|(count, _)| *count > 0);
    counts.sort();
    counts
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
fn the_domains_of_one_company_count_together() {
    on_every_engine(async |store| {
        filled(&store).await;
        let busiest = hiring(&store, None);
        let expected = [(2, "acme-group.example"), (2, "birch.example"), (2, "cedar.example")];
        assert_eq!(busiest, expected.map(|(count, handle)| (count, handle.to_owned())), "by one department");
    });
}

#[test]
fn a_department_and_a_window_are_counted_alone() {
    on_every_engine(async |store| {
        filled(&store).await;
        let sales = hiring(&store, Some(Department::Sales));
        assert!(
            sales.contains(&(2, "acme-group.example".into())),
            "neither the engineer nor the last day counts: {sales:?}"
        );
        assert_eq!(hiring(&store, Some(Department::Legal)), []);
        assert_eq!(
            hiring(&store, Some(Department::Engineering)).len()
                + hiring(&store, Some(Department::Data)).len(),
            1
        );
    });
}

/// A posting on a board, in Berlin if no other place is given.
fn posting(board: &str, row: &str, title: &str, city: Option<&str>, url: Option<&str>) -> Claim {
    let place = |city: &str| Location { city: Some(city.into()), country: Some("DE".into()), region: None };
    let mut claim = opening("acme.example", title, "2025-11-03");
    let Facts::Job(facts) = &mut claim.facts else { unreachable!("an opening is a job") };
    facts.location = city.map(place);
    facts.url = url.map(str::to_owned);
    Claim { source: board.into(), reference: row.into(), ..claim }
}

#[test]
fn a_position_on_two_boards_is_one_in_any_order() {
    let engineer = "Data Engineer";
    let claims = [
        posting("one", "1", engineer, Some("Berlin"), None),
        posting("two", "1", engineer, Some("Berlin"), Some("https://two.example/7")),
        posting("three", "1", engineer, None, Some("https://three.example/7")),
        // Another place, another level, and a second position of the first board.
        posting("four", "1", engineer, Some("Hamburg"), None),
        posting("two", "2", "Senior Data Engineer", Some("Berlin"), None),
        posting("one", "2", engineer, Some("Berlin"), None),
    ];
    for first in 0..claims.len() {
        on_every_engine(async |store| {
            let mut rows = claims.clone();
            rows.rotate_left(first);
            for row in rows.iter().chain(&rows) {
                store.ingest(vec![row.clone()]).await.unwrap();
            }
            let filter = SignalFilter { open_only: true, ..SignalFilter::default() };
            let signals = store.signals(SignalKind::Hiring, &filter, None, 10).unwrap();
            let jobs: Vec<_> = signals.iter().map(|stored| stored.signal.job.as_ref().unwrap()).collect();
            assert_eq!(jobs.len(), 4, "{jobs:#?}");
            let mut sources: Vec<usize> = jobs.iter().map(|job| job.sources.len()).collect();
            sources.sort_unstable();
            assert_eq!(sources.iter().sum::<usize>(), 6);
            assert_eq!(store.audit().unwrap().findings, []);
        });
    }
}

fn openings(store: &Store, id: &str) -> Option<(u32, Vec<(String, u32)>)> {
    let openings = store.company_by_id(id).unwrap().unwrap().openings?;
    Some((openings.count, openings.by_department.into_iter().collect()))
}

#[test]
fn a_company_has_the_openings_on_record_and_those_that_a_source_states_counted_once() {
    on_every_engine(async |store| {
        let acme = CompanyFacts {
            name: Some("Acme Works".into()),
            domains: vec!["acme.example".into()],
            ..Default::default()
        };
        // One position is filed before its company is known, and one mentions it by name.
        store.ingest(vec![opening("acme.example", "Data Engineer", "2025-11-01")]).await.unwrap();
        store.ingest(vec![company("acme", acme.clone())]).await.unwrap();
        let id = store
            .changes_after(0, 10)
            .unwrap()
            .into_iter()
            .find_map(|change| match change.what {
                Changed::Company(company) => Some(company.id),
                _ => None,
            })
            .unwrap();
        let counted = |count: u32, departments: &[(&str, u32)]| {
            Some((count, departments.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect()))
        };
        assert_eq!(openings(&store, &id), counted(1, &[("data", 1)]));
        let mut by_name = opening("acme.example", "Sales Manager", "2025-11-02");
        let Facts::Job(facts) = &mut by_name.facts else { unreachable!("an opening is a job") };
        (facts.company_domain, facts.company_name) = (None, Some("ACME Works".into()));
        let before = store.last_change().unwrap();
        store.ingest(vec![by_name.clone()]).await.unwrap();
        assert_eq!(openings(&store, &id), counted(2, &[("data", 1), ("sales", 1)]));
        let changed = store.changes_after(before, 10).unwrap();
        assert!(
            changed.iter().any(|change| matches!(&change.what, Changed::Company(_))),
            "the index follows"
        );
        let mut closed = opening("acme.example", "Data Engineer", "2025-11-01");
        let Facts::Job(facts) = &mut closed.facts else { unreachable!("an opening is a job") };
        facts.closed_at = Some("2025-11-20".parse().unwrap());
        store.ingest(vec![Claim { observed_at: second(9), ..closed }]).await.unwrap();
        assert_eq!(openings(&store, &id), counted(1, &[("sales", 1)]));
        // A stated number is about the same positions.
        let by_department = [("Sales".to_owned(), 3), ("legal".to_owned(), 1)].into_iter().collect();
        let stated = CompanyFacts { openings: Some(Openings { count: 4, by_department }), ..acme };
        store.ingest(vec![Claim { observed_at: second(5), ..company("acme", stated) }]).await.unwrap();
        assert_eq!(openings(&store, &id), counted(4, &[("Sales", 3), ("legal", 1)]));
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn a_name_that_two_companies_have_adds_openings_to_neither() {
    on_every_engine(async |store| {
        let firm = |domain: &str| {
            let facts = CompanyFacts {
                name: Some("Acme Works".into()),
                domains: vec![domain.into()],
                ..Default::default()
            };
            company(domain, facts)
        };
        let mut by_name = opening("acme.example", "Sales Manager", "2025-11-02");
        let Facts::Job(facts) = &mut by_name.facts else { unreachable!("an opening is a job") };
        (facts.company_domain, facts.company_name) = (None, Some("ACME Works".into()));
        store.ingest(vec![by_name, firm("acme.example")]).await.unwrap();
        let count = |store: &Store| {
            let companies =
                store.changes_after(0, 10).unwrap().into_iter().filter_map(|change| match change.what {
                    Changed::Company(company) => Some(company.openings.map_or(0, |openings| openings.count)),
                    _ => None,
                });
            companies.collect::<Vec<u32>>()
        };
        assert_eq!(count(&store), [1]);
        store.ingest(vec![firm("acme-works.example")]).await.unwrap();
        assert_eq!(count(&store), [0, 0]);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}
