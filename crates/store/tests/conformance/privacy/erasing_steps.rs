//! An erasure goes in small steps: other writes do not wait long for it, a crash does not leave half of it, and nothing is left on
//! the pages of the database.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use ::records::{PersonFacts, identifier::IdentifierKind};
use store::{Credits, ErasureTarget, Store};

use crate::{support::*, suppression::identifier};

/// How long a charge may wait in a test build on a busy machine, whatever is erased beside it.
const WAIT_MAX: Duration = Duration::from_millis(250);
/// The same at the 99th percentile in the long form, which is run with a release build.
const LONG_P99_MAX: Duration = Duration::from_millis(50);

fn some_people(count: usize) -> Vec<PersonFacts> {
    let facts = |no: usize| PersonFacts {
        company_name: Some(format!("Company {}", no / 50)),
        company_domain: Some(format!("company{}.example", no / 50)),
        headline: Some(format!("headline of {no} {}", "about the work ".repeat(20))),
        skills: (0..8).map(|skill| format!("skill {}", (no + skill) % 90)).collect(),
        ..named(&format!("Given{no} Family{no}"), &format!("person{no}@company{}.example", no / 50))
    };
    (0..count).map(facts).collect()
}

fn fill(store: &Store, count: usize) {
    let claims: Vec<_> = some_people(count)
        .into_iter()
        .enumerate()
        .map(|(no, facts)| person(&no.to_string(), facts))
        .collect();
    for batch in claims.chunks(2_000) {
        block_on(store.ingest(batch.to_vec())).unwrap();
    }
}

fn by_email(text: &str) -> ErasureTarget {
    ErasureTarget::Identifier(identifier(IdentifierKind::Email, text))
}

/// Erases some people one after the other, cleaning each time.
fn erase_some(store: &Store, count: usize) {
    for no in 0..count {
        let address = format!("person{no}@company{}.example", no / 50);
        let erased = block_on(store.erase(by_email(&address), None, second(9))).unwrap();
        assert_eq!(erased.people, 1);
        store.clean(erased.cleaning, store.last_change().unwrap()).unwrap();
    }
}

/// How long charges take while others are erased, the longest last.
fn waits_during(store: &Store, erase: impl FnOnce() + Send) -> Vec<Duration> {
    static REQUESTS: AtomicU64 = AtomicU64::new(1);
    let is_over = AtomicBool::new(false);
    let mut waits = std::thread::scope(|scope| {
        let charging = scope.spawn(|| {
            let mut waits = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let request = format!("req_{}", REQUESTS.fetch_add(1, Ordering::Relaxed));
                let call = call("ada", &request, thousandths(1));
                block_on(done(store, call));
                waits.push(begun.elapsed());
                std::thread::sleep(Duration::from_millis(1));
            }
            waits
        });
        erase();
        is_over.store(true, Ordering::Relaxed);
        charging.join().unwrap()
    });
    waits.sort();
    waits
}

#[test]
fn charges_do_not_wait_for_an_erasure() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(store.create_account(new_account("ada", Credits::whole(10_000)), None, start())).unwrap();
    fill(&store, 3_000);
    let waits = waits_during(&store, || erase_some(&store, 3));
    let longest = *waits.last().unwrap();
    assert!(waits.len() > 20 && longest < WAIT_MAX, "{} charges, the longest {longest:?}", waits.len());
    assert_eq!(store.audit().unwrap().findings, []);
}

/// The long form: 300,000 people. Run with `cargo test --release -p store -- --ignored charges_do_not_wait`.
#[test]
#[ignore = "takes minutes and needs a release build"]
fn charges_do_not_wait_for_an_erasure_among_300_000_people() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(store.create_account(new_account("ada", Credits::whole(1_000_000)), None, start())).unwrap();
    fill(&store, 300_000);
    let at = |waits: &[Duration], share: usize| waits[(waits.len() - 1) * share / 1_000];
    for (round, count) in [("first", 1), ("later", 3)] {
        let begun = Instant::now();
        let waits = waits_during(&store, || {
            for no in 0..count {
                let no = if round == "first" { 200_000 } else { no };
                let address = format!("person{no}@company{}.example", no / 50);
                let erased = block_on(store.erase(by_email(&address), None, second(9))).unwrap();
                store.clean(erased.cleaning, store.last_change().unwrap()).unwrap();
            }
        });
        let (half, most, longest) = (at(&waits, 500), at(&waits, 990), at(&waits, 1_000));
        eprintln!(
            "{round}: {count} erased in {:?}; {} charges, p50 {half:?}, p99 {most:?}, longest {longest:?}",
            begun.elapsed(),
            waits.len()
        );
        assert!(most < LONG_P99_MAX, "{most:?}");
    }
}

#[test]
fn what_was_overwritten_leaves_a_sound_file_and_every_other_row() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    // Long facts reach over several pages, and records that are rewritten leave free ones.
    for round in 0..4 {
        let long = |(no, facts): (usize, PersonFacts)| {
            let headline = Some(format!("round {round} {}", "x".repeat(no * 40 * (4 - round))));
            let claim = person(&no.to_string(), PersonFacts { headline, ..facts });
            ::records::Claim { observed_at: second(round as i64), ..claim }
        };
        block_on(store.ingest(some_people(120).into_iter().enumerate().map(long).collect())).unwrap();
    }
    erase_some(&store, 8);
    let erased = block_on(store.erase(by_email("nobody@acme.example"), None, second(9))).unwrap();
    store.clean(erased.cleaning, store.last_change().unwrap()).unwrap();
    let proof = store.prove_erased(folder.path(), &erased).unwrap();
    assert_eq!((proof.left(), proof.unclean_pages), (0, 0));
    assert_eq!(store.counts().unwrap().people, 112);
    assert_eq!(store.audit().unwrap().findings, []);
    for log in ["brimful.db-wal", "records.db-wal"] {
        let bytes = std::fs::metadata(folder.path().join(log)).map_or(0, |log| log.len());
        assert!(bytes < 100_000, "{log} was truncated, and holds {bytes} bytes");
    }
}

#[test]
fn an_erasure_that_a_crash_has_interrupted_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    fill(&store, 60);
    block_on(store.file_privacy_request(
        "prq_1".into(),
        identifier(IdentifierKind::Email, "person7@company0.example"),
        second(2),
    ))
    .unwrap();
    block_on(store.begin_erasure(by_email("person7@company0.example"), second(9))).unwrap();
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    assert!(!store.resume_erasures().unwrap(), "it may be under way in another process");
    let begun = Instant::now();
    while !store.resume_erasures().unwrap() {
        assert!(begun.elapsed() < Duration::from_secs(30), "the erasure is not resumed");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(store.counts().unwrap().people, 59);
    assert!(!store.has_open_erasure().unwrap() && store.cleaning_wanted().unwrap().is_some());
    let request = store.privacy_request("prq_1").unwrap();
    assert_eq!((request.value, request.status.as_str()), (None, "approved"));
}

#[test]
fn all_of_an_employer_are_erased_in_steps() {
    let store = Store::temporary().unwrap();
    fill(&store, 120);
    let target = ErasureTarget::Identifier(identifier(IdentifierKind::Domain, "company1.example"));
    let erased = block_on(store.erase(target, None, second(9))).unwrap();
    assert_eq!((erased.people, store.counts().unwrap().people), (50, 70));
    assert_eq!(store.audit().unwrap().findings, []);
}
