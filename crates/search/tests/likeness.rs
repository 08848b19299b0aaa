//! Similar companies and people: likeness is symmetric, has reasons and does not depend on the index layout.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use proptest::{collection::vec, option, prelude::*};
use records::{Company, Location, Technology};
use search::{CompanyFilters, PeopleFilters, SearchIndex, SimilarPeopleOptions, likeness};

fn firm(id: &str, industry: &str, employees: u32, technologies: &[&str], country: &str) -> Company {
    let used = |name: &&str| Technology { name: (*name).to_owned(), category: None, last_seen_at: None };
    Company {
        industry: Some(industry.to_owned()),
        industries: vec![industry.to_owned()],
        employee_count: Some(employees),
        technologies: technologies.iter().map(used).collect(),
        location: Some(Location { country: Some(country.to_owned()), ..Location::default() }),
        ..company(id, id, &format!("{id}.example"))
    }
}

#[test]
fn the_nearest_company_comes_first_and_says_why() {
    let source = firm("source", "Software Development", 100, &["React", "AWS"], "DE");
    let companies = [
        source.clone(),
        firm("far", "Restaurants", 9000, &["POS"], "US"),
        firm("near", "Software Development", 120, &["AWS", "React", "Slack"], "DE"),
        firm("half", "Software Development", 5000, &["SAP"], "US"),
    ];
    let index = index(&[], &companies);
    let found = index.companies().lookalikes(&[source], &CompanyFilters::default(), 10, now()).unwrap();
    let ids: Vec<&str> = found.iter().map(|alike| alike.id.as_str()).collect();
    assert_eq!(ids, ["near", "half"]);
    let reasons = &found[0].likeness.reasons;
    for reason in [
        "Same industry: Software Development",
        "Both use Amazon Web Services, React",
        "Similar size: 100 and 120 employees",
        "Both in DE",
    ] {
        assert!(reasons.contains(&reason.to_owned()), "{reasons:?}");
    }
}

#[test]
fn lookalikes_are_narrowed_by_filters_and_never_list_a_source() {
    let sources = [firm("a", "Caterers", 10, &[], "DE"), firm("b", "Caterers", 12, &[], "DE")];
    let companies =
        [sources.to_vec(), vec![firm("c", "Caterers", 11, &[], "DE"), firm("d", "Caterers", 11, &[], "US")]]
            .concat();
    let index = index(&[], &companies);
    let german = CompanyFilters { countries: words(&["DE"]), ..CompanyFilters::default() };
    let ids = |filters: &CompanyFilters| -> Vec<String> {
        let found = index.companies().lookalikes(&sources, filters, 10, now()).unwrap();
        found.into_iter().map(|alike| alike.id).collect()
    };
    assert_eq!(ids(&CompanyFilters::default()), ["c", "d"]);
    assert_eq!(ids(&german), ["c"]);
}

#[test]
fn similar_people_work_elsewhere_and_shared_employers_are_left_out_unless_requested() {
    let placed = |id: &str, title: &str, now_at: &str, before: &str| {
        let mut record = person(id, id, title);
        record.person.company = Some(employer(now_at));
        record.person.experience =
            vec![position(now_at, "2022", None), position(before, "2018", Some("2021"))];
        record.person.skills = words(&["Negotiation"]);
        (record, None)
    };
    let staff = vec![
        placed("source", "VP Sales", "acme.example", "globex.example"),
        placed("colleague", "VP Sales", "acme.example", "hooli.example"),
        placed("once", "VP Sales", "initech.example", "globex.example"),
        placed("twin", "Vice President of Sales", "umbrella.example", "hooli.example"),
        placed("cook", "Chef", "umbrella.example", "hooli.example"),
    ];
    let index = index(&staff, &[]);
    let ids = |shared_employers| -> Vec<String> {
        let source = (&staff[0].0, None);
        let options = SimilarPeopleOptions { shared_employers };
        let found =
            index.people().similar_people(source, &PeopleFilters::default(), options, 2, now()).unwrap();
        found.into_iter().map(|alike| alike.id).collect()
    };
    assert_eq!(ids(false), ["twin", "cook"]);
    assert_eq!(ids(true), ["once", "twin"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn likeness_is_symmetric_and_highest_with_itself(one in any_company(), other in any_company()) {
        let there = likeness::of_companies(&one, &other);
        prop_assert_eq!(&there, &likeness::of_companies(&other, &one));
        prop_assert!((0.0..=1.0).contains(&there.similarity));
        let same = likeness::of_companies(&one, &one).similarity;
        prop_assert!(there.similarity <= same);
    }

    #[test]
    fn likeness_of_people_is_symmetric(
        one in (any_person(), option::of(any_company())),
        other in (any_person(), option::of(any_company())),
    ) {
        let (one, other) = ((&one.0, one.1.as_ref()), (&other.0, other.1.as_ref()));
        prop_assert_eq!(likeness::of_people(one, other), likeness::of_people(other, one));
    }

    #[test]
    fn likeness_from_the_index_equals_likeness_from_the_records(companies in vec(any_company(), 2..30)) {
        let companies = numbered(companies, |company, id| {
            company.domain = Some(format!("{id}.example"));
            company.domains = company.domain.iter().cloned().collect();
            company.id = id;
        });
        let pieces = SearchIndex::in_memory().unwrap();
        for (step, part) in companies.chunks(4).enumerate() {
            part.iter().for_each(|company| pieces.put_company(company, None).unwrap());
            pieces.commit(step as u64).unwrap();
        }
        let source = &companies[..1];
        let found = pieces.companies().lookalikes(source, &CompanyFilters::default(), 100, now()).unwrap();
        let whole = index(&[], &companies);
        let again = whole.companies().lookalikes(source, &CompanyFilters::default(), 100, now()).unwrap();
        prop_assert_eq!(&found, &again);
        for alike in &found {
            let other = companies.iter().find(|company| company.id == alike.id).unwrap();
            prop_assert_eq!(&alike.likeness, &likeness::of_companies(&source[0], other));
        }
    }
}
