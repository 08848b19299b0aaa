//! What changed, in order, for whatever follows the store.

use store::{Changed, Store};

use crate::support::*;

/// Everything after a place, as words, and the place to go on from.
fn follow(store: &Store, after: i64) -> (Vec<String>, i64) {
    let changes = store.changes_after(after, 100).unwrap();
    let last = changes.last().map_or(after, |change| change.sequence);
    let words = changes.into_iter().map(|change| match change.what {
        Changed::Person(record) => format!("{} {}", record.person.full_name, record.emails.len()),
        Changed::Company(company) => company.name,
        Changed::PersonGone(id) | Changed::CompanyGone(id) => format!("gone {id}"),
        Changed::Forgotten => "forgotten".into(),
        Changed::Other => "other".into(),
    });
    (words.collect(), last)
}

#[test]
fn a_follower_sees_each_record_as_it_is_at_its_last_change() {
    on_every_engine(async |store| {
        assert_eq!(store.last_change().unwrap(), 0);
        let claims = vec![
            person("1", named("Jo Doe", "jo@acme.example")),
            person("2", named("Al Roe", "al@acme.example")),
        ];
        store.ingest(claims.clone()).await.unwrap();
        let (words, place) = follow(&store, 0);
        assert_eq!(words, ["Jo Doe 1", "Al Roe 1"]);
        assert_eq!(store.last_change().unwrap(), place);
        store.ingest(claims).await.unwrap();
        assert_eq!(follow(&store, place), (Vec::new(), place));
        let mut later = person("3", named("Jo Doe", "jo@acme.example"));
        later.observed_at = second(60);
        store.ingest(vec![later]).await.unwrap();
        assert_eq!(follow(&store, place).0, ["Jo Doe 1"]);
        assert_eq!(follow(&store, 0).0, ["Al Roe 1", "Jo Doe 1"]);
    });
}

#[test]
fn a_follower_hears_of_a_join_wherever_it_stands() {
    on_every_engine(async |store| {
        let (work, home) = (named("Jo Doe", "jo@acme.example"), named("Jo Doe", "jo@home.example"));
        store.ingest(vec![person("1", work.clone()), person("2", home.clone())]).await.unwrap();
        let gone = store.some_people(2).unwrap().pop().unwrap().person.id;
        let place = store.last_change().unwrap();
        let mut both = work;
        both.emails.extend(home.emails);
        assert_eq!(store.ingest(vec![person("3", both)]).await.unwrap().joined, 1);
        let (mut words, _) = follow(&store, place);
        words.sort_unstable();
        assert_eq!(words, ["Jo Doe 2".to_owned(), format!("gone {gone}")]);
    });
}
