//! The people an account has resolved: each once, paged, searched by name.

use store::{Credits, SeenPerson, Settlement, Store, StoreError};

use crate::support::*;

const NAMES: [&str; 5] = ["Ana Núñez", "Bea 100% Roe", "Cy Under_score", "Dan Roe", "Eve ROE"];

/// Five people in the store, and their ids in the order of [`NAMES`].
async fn five_people(store: &Store) -> Vec<String> {
    account(store, "ada", 1_000).await;
    let claim =
        |number: usize| person(&number.to_string(), named(NAMES[number], &format!("p{number}@acme.example")));
    store.ingest((0..NAMES.len()).map(claim).collect()).await.unwrap();
    let people = store.some_people(10).unwrap();
    let id = |name: &&str| people.iter().find(|record| record.person.full_name == **name);
    NAMES.iter().map(|name| id(name).unwrap().person.id.clone()).collect()
}

async fn see(store: &Store, request: &str, at: i64, endpoint: &'static str, people: &[&String]) {
    let settlement = Settlement {
        at: second(at),
        endpoint,
        people: people.iter().map(|id| (*id).clone()).collect(),
        ..call("ada", request, Credits::whole(1))
    };
    done(store, settlement).await;
}

fn names(seen: &[SeenPerson]) -> Vec<&str> {
    seen.iter().map(|seen| seen.record.person.full_name.as_str()).collect()
}

#[test]
fn a_person_seen_again_is_listed_once_with_first_and_last_time() {
    on_every_engine(async |store| {
        let ids = five_people(&store).await;
        see(&store, "req_1", 1, "enrich", &[&ids[0]]).await;
        see(&store, "req_2", 9, "reverse-email", &[&ids[0], &ids[1]]).await;
        let seen = store.people_seen(&"acc_ada".into(), Some("ana"), None, 10).unwrap();
        assert_eq!(seen.len(), 1);
        let ana = &seen[0];
        assert_eq!((ana.first_at, ana.first_endpoint.as_str()), (second(1), "enrich"));
        assert_eq!((ana.last_at, ana.last_endpoint.as_str()), (second(9), "reverse-email"));
        assert_eq!(ana.times, 2);
    });
}

#[test]
fn calls_settled_out_of_order_leave_the_times_in_order() {
    on_every_engine(async |store| {
        let ids = five_people(&store).await;
        see(&store, "req_late", 9, "reverse-email", &[&ids[0]]).await;
        see(&store, "req_early", 1, "enrich", &[&ids[0]]).await;
        let ana = store.people_seen(&"acc_ada".into(), None, None, 10).unwrap().remove(0);
        assert_eq!((ana.first_at, ana.first_endpoint.as_str()), (second(1), "enrich"));
        assert_eq!((ana.last_at, ana.last_endpoint.as_str()), (second(9), "reverse-email"));
    });
}

#[test]
fn pages_go_from_the_latest_newcomer_to_the_first() {
    on_every_engine(async |store| {
        let ids = five_people(&store).await;
        see(&store, "req_1", 1, "enrich", &[&ids[0]]).await;
        // Three people seen at the same instant: the cursor has to tell them apart.
        see(&store, "req_2", 2, "enrich", &[&ids[1], &ids[2], &ids[3]]).await;
        see(&store, "req_3", 3, "enrich", &[&ids[4]]).await;
        let (mut all, mut before) = (Vec::new(), None::<(jiff::Timestamp, String)>);
        for _ in 0..5 {
            let cursor = before.as_ref().map(|(at, id)| (*at, id.as_str()));
            let page = store.people_seen(&"acc_ada".into(), None, cursor, 2).unwrap();
            let Some(last) = page.last() else { break };
            before = Some((last.first_at, last.record.person.id.clone()));
            all.extend(page);
        }
        let all = names(&all);
        assert_eq!((all[0], all[4], all.len()), ("Eve ROE", "Ana Núñez", 5));
        let mut middle = all[1..4].to_vec();
        middle.sort_unstable();
        assert_eq!(middle, NAMES[1..4]);
    });
}

#[test]
fn a_name_is_searched_without_case_and_without_wildcards() {
    on_every_engine(async |store| {
        let ids = five_people(&store).await;
        see(&store, "req_1", 1, "enrich", &ids.iter().collect::<Vec<_>>()).await;
        let found = |text: &str| {
            let seen = store.people_seen(&"acc_ada".into(), Some(text), None, 10).unwrap();
            let mut found: Vec<String> = names(&seen).into_iter().map(str::to_owned).collect();
            found.sort_unstable();
            found
        };
        assert_eq!(found("roe"), ["Bea 100% Roe", "Dan Roe", "Eve ROE"]);
        assert_eq!(found("NÚÑEZ"), ["Ana Núñez"]);
        assert_eq!(found("%"), ["Bea 100% Roe"]);
        assert_eq!(found("_"), ["Cy Under_score"]);
        assert!(found("!").is_empty());
        assert_eq!(found("").len(), 5);
    });
}

#[test]
fn contacts_of_other_endpoints_push_those_of_one_out_only_beyond_the_examined() {
    /// People of an account that are examined.
    const EXAMINED: usize = 5_000;
    on_every_engine(async |store| {
        let ids = five_people(&store).await;
        let letters = |number: usize| -> String {
            (0..4).map(|place| char::from(b'a' + (number / 26_usize.pow(place) % 26) as u8)).collect()
        };
        let claim = |number: usize| {
            let name = format!("G{} V{}", letters(number * 31), letters(number * 7_919));
            person(&format!("guest-{number}"), named(&name, &format!("guest{number}@visitor.example")))
        };
        store.ingest((0..EXAMINED - 2).map(claim).collect()).await.unwrap();
        let everybody = store.some_people(EXAMINED + 5).unwrap().into_iter().map(|record| record.person.id);
        let guests: Vec<String> = everybody.filter(|id| !ids.contains(id)).collect();
        assert_eq!(guests.len(), EXAMINED - 2);
        let resolved = |limit: usize| {
            let careers = store.people_resolved_by(&"acc_ada".into(), &["enrich", "find-email"], limit);
            let mut names: Vec<String> =
                careers.unwrap().into_iter().map(|career| career.full_name).collect();
            names.sort_unstable();
            names
        };
        see(&store, "req_1", 1, "enrich", &[&ids[0]]).await;
        see(&store, "req_2", 2, "find-email", &[&ids[1]]).await;
        see(&store, "req_3", 3, "search-people", &guests.iter().collect::<Vec<_>>()).await;
        assert_eq!(resolved(10), NAMES[..2], "others do not count towards the limit");
        assert_eq!(resolved(1), NAMES[1..2], "the newest by the first time");
        see(&store, "req_4", 4, "search-people", &[&ids[2]]).await;
        assert_eq!(resolved(10), NAMES[1..2], "the oldest is beyond the examined");
        see(&store, "req_5", 5, "enrich", &[&ids[2]]).await;
        assert_eq!(resolved(10), NAMES[1..3], "an endpoint that answered later counts");
    });
}

#[test]
fn an_answer_about_a_person_erased_meanwhile_is_neither_given_nor_charged() {
    on_every_engine(async |store| {
        five_people(&store).await;
        let settlement =
            Settlement { people: vec!["per_gone".into()], ..call("ada", "req_1", Credits::whole(1)) };
        let refused = store.settle(settlement).await;
        assert!(matches!(refused, Err(StoreError::Erased)), "{refused:?}");
        assert!(store.people_seen(&"acc_ada".into(), None, None, 10).unwrap().is_empty());
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_none());
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(1_000));
    });
}

#[test]
fn two_people_that_turn_out_to_be_one_are_seen_as_one_from_first_to_last() {
    on_every_engine(async |store| {
        account(&store, "ada", 1_000).await;
        let (work, home) = (named("Jo Doe", "jo@acme.example"), named("Jo Doe", "jo@home.example"));
        let claims = vec![person("1", work.clone()), person("2", home.clone())];
        store.ingest(claims).await.unwrap();
        let ids: Vec<String> =
            store.some_people(2).unwrap().into_iter().map(|record| record.person.id).collect();
        see(&store, "req_1", 4, "enrich", &[&ids[0]]).await;
        see(&store, "req_2", 2, "reverse-phone", &[&ids[1]]).await;
        see(&store, "req_3", 8, "reverse-email", &[&ids[1]]).await;
        let mut both = work;
        both.emails.extend(home.emails);
        assert_eq!(store.ingest(vec![person("3", both)]).await.unwrap().joined, 1);
        let seen = store.people_seen(&"acc_ada".into(), None, None, 10).unwrap();
        assert_eq!(names(&seen), ["Jo Doe"]);
        assert_eq!((seen[0].first_at, seen[0].first_endpoint.as_str()), (second(2), "reverse-phone"));
        assert_eq!((seen[0].last_at, seen[0].last_endpoint.as_str()), (second(8), "reverse-email"));
        assert_eq!(seen[0].times, 3);
    });
}
