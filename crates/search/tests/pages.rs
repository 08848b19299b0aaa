//! Paging: stable sort orders, and positions that neither skip nor repeat rows during writes.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::collections::HashSet;

use common::*;
use proptest::{collection::vec, prelude::*, sample::select};
use search::{CompanyFilters, CompanySort, PageRequest, PeopleFilters, PeopleSort, SearchError, SearchIndex};

fn request<S>(sort: S, limit: usize, after: Option<&str>) -> PageRequest<'_, S> {
    PageRequest { sort, limit, after }
}

/// Writes a person whose sort keys are derived from a number.
fn put(index: &SearchIndex, id: usize, number: u32) {
    let mut record = person(&format!("per_{id:05}"), &format!("Name {:03}", number % 50), "Analyst");
    let mut employer = company("com_1", "Acme", "acme.example");
    employer.employee_count = Some(number % 40);
    record.person.company = Some(common::employer("acme.example"));
    record.person.updated_at = Some(now() - jiff::SignedDuration::from_hours(i64::from(number % 30)));
    index.put_person(&record, Some(&employer), None).unwrap();
}

#[test]
fn equal_rows_are_ordered_by_id_and_missing_values_come_last() {
    let sizes = [Some(5), None, Some(9), Some(5)];
    let companies: Vec<_> = (0..4)
        .map(|number| {
            let mut firm = company(&format!("com_{number}"), "Same", "same.example");
            firm.employee_count = sizes[number];
            firm
        })
        .collect();
    let index = index(&[], &companies);
    let ids = |sort| all_ids(&index.companies(), &CompanyFilters::default(), sort, 1);
    assert_eq!(ids(CompanySort::EmployeeCount), ["com_2", "com_0", "com_3", "com_1"]);
    assert_eq!(ids(CompanySort::Name), ["com_0", "com_1", "com_2", "com_3"]);
}

#[test]
fn a_page_has_the_total_and_the_next_position() {
    let index = SearchIndex::in_memory().unwrap();
    (0..25).for_each(|id| put(&index, id, id as u32));
    index.commit(1).unwrap();
    let all = PeopleFilters::default();
    let first = index.people().search(&all, request(PeopleSort::Name, 20, None), now()).unwrap();
    assert_eq!((first.ids.len(), first.total), (20, 25));
    let next = first.next.unwrap();
    let second = index.people().search(&all, request(PeopleSort::Name, 20, Some(&next)), now()).unwrap();
    assert_eq!((second.ids.len(), second.total, second.next), (5, 25, None));
    let exact = index.people().search(&all, request(PeopleSort::Name, 25, None), now()).unwrap();
    assert_eq!(exact.next, None);
}

#[test]
fn rows_that_all_lie_at_the_far_end_of_an_order_are_listed_in_order() {
    let index = SearchIndex::in_memory().unwrap();
    for number in 0..3_000u32 {
        let mut firm = company(&format!("com_{number:04}"), "Acme", &format!("acme{number}.example"));
        firm.employee_count = Some(3_000 - number);
        firm.tags = if number >= 2_850 { words(&["far"]) } else { Vec::new() };
        index.put_company(&firm, None).unwrap();
    }
    index.commit(1).unwrap();
    let filters = CompanyFilters { tags: words(&["far"]), ..CompanyFilters::default() };
    let expected: Vec<String> = (2_850..3_000).map(|number| format!("com_{number:04}")).collect();
    for limit in [1, 7, 200] {
        assert_eq!(all_ids(&index.companies(), &filters, CompanySort::EmployeeCount, limit), expected);
    }
}

#[test]
fn a_position_of_another_query_is_refused() {
    let index = SearchIndex::in_memory().unwrap();
    (0..9).for_each(|id| put(&index, id, id as u32));
    index.commit(1).unwrap();
    let people = index.people();
    let all = PeopleFilters::default();
    let next = people.search(&all, request(PeopleSort::Name, 2, None), now()).unwrap().next.unwrap();
    let other = PeopleFilters { has_email: Some(false), ..PeopleFilters::default() };
    for (filters, sort, after) in [
        (&other, PeopleSort::Name, next.as_str()),
        (&all, PeopleSort::Relevance, &next),
        (&all, PeopleSort::Name, "junk"),
        (&all, PeopleSort::Name, ""),
    ] {
        let refused = people.search(filters, request(sort, 2, Some(after)), now());
        assert!(matches!(refused, Err(SearchError::ForeignPosition)), "{after}");
    }
}

#[test]
fn a_position_survives_merges_and_the_removal_of_its_row() {
    let index = SearchIndex::in_memory().unwrap();
    for id in 0..60 {
        put(&index, id, id as u32);
        if id % 7 == 0 {
            index.commit(id as u64).unwrap();
        }
    }
    index.commit(60).unwrap();
    let all = PeopleFilters::default();
    let before = all_ids(&index.people(), &all, PeopleSort::Name, 100);
    let first = index.people().search(&all, request(PeopleSort::Name, 30, None), now()).unwrap();
    // Remove the row that the position refers to.
    index.remove_person(first.ids.last().unwrap()).unwrap();
    index.commit(61).unwrap();
    index.merge().unwrap();
    let next = first.next.unwrap();
    let second = index.people().search(&all, request(PeopleSort::Name, 100, Some(&next)), now()).unwrap();
    assert_eq!([first.ids, second.ids].concat(), before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn unchanged_rows_are_listed_once_during_concurrent_writes(
        numbers in vec(0u32..1000, 30..80),
        writes in vec((0usize..120, 0u32..1000, any::<bool>()), 0..60),
        sort in select(PeopleSort::ALL),
        limit in 1usize..9,
    ) {
        let index = SearchIndex::in_memory().unwrap();
        numbers.iter().enumerate().for_each(|(id, number)| put(&index, id, *number));
        index.commit(1).unwrap();
        let touched: HashSet<String> = writes.iter().map(|(id, ..)| format!("per_{id:05}")).collect();
        let all = PeopleFilters::default();
        let expected: Vec<String> = all_ids(&index.people(), &all, sort, 100)
            .into_iter()
            .filter(|id| !touched.contains(id))
            .collect();
        let mut writes = writes.chunks(3);
        let mut listed = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let page = index.people().search(&all, request(sort, limit, after.as_deref()), now()).unwrap();
            listed.extend(page.ids.into_iter().filter(|id| !touched.contains(id)));
            after = page.next;
            if after.is_none() {
                break;
            }
            for (id, number, remove) in writes.next().unwrap_or_default() {
                match remove {
                    true => index.remove_person(&format!("per_{id:05}")).unwrap(),
                    false => put(&index, *id, *number),
                }
            }
            index.commit(2).unwrap();
        }
        prop_assert_eq!(listed, expected);
    }
}
