//! Cached contact checks: verdicts, searches, and the recheck queue.

use records::PersonFacts;
use store::{CheckEnd, ContactKind, ContactSearch, KeptVerification, NextSearch, ProvenAddress, Recheck};

use crate::support::*;

fn search(question: &str, proven: Option<&str>, asked: i64) -> ContactSearch {
    ContactSearch {
        kind: ContactKind::Email,
        question: question.into(),
        domain: Some("acme.example".into()),
        name: Some("Jane Doe".into()),
        proven: proven.map(str::to_owned),
        outcome: format!("{{\"asked\":{asked}}}"),
        asked_at: second(asked),
        next: NextSearch::Ended(CheckEnd::Settled),
    }
}

fn recheck(address: &str, due: i64) -> Recheck {
    Recheck {
        address: address.into(),
        verdict: "{}".into(),
        asked_at: second(0),
        due_at: second(due),
        attempts: 1,
    }
}

fn addresses(rechecks: &[Recheck]) -> Vec<&str> {
    rechecks.iter().map(|recheck| recheck.address.as_str()).collect()
}

#[test]
fn a_search_is_kept_by_kind_and_question_and_the_last_one_counts() {
    on_every_engine(async |store| {
        store.keep_contact_search(search("jane", None, 1)).await.unwrap();
        store.keep_contact_search(search("jane", Some("jane@acme.example"), 2)).await.unwrap();
        let kept = store.contact_search(ContactKind::Email, "jane").unwrap().unwrap();
        assert_eq!((kept.outcome.as_str(), kept.asked_at), ("{\"asked\":2}", second(2)));
        assert_eq!(store.contact_search(ContactKind::Phone, "jane").unwrap(), None);
        assert_eq!(store.contact_search(ContactKind::Email, "john").unwrap(), None);
    });
}

#[test]
fn addresses_that_were_proven_at_a_domain_are_told_newest_first() {
    on_every_engine(async |store| {
        for (question, proven, asked) in [
            ("a", Some("a@acme.example"), 1),
            ("b", None, 2),
            ("c", Some("c@acme.example"), 3),
            ("d", Some("d@acme.example"), 2),
        ] {
            store.keep_contact_search(search(question, proven, asked)).await.unwrap();
        }
        let proven = |address: &str| ProvenAddress { name: "Jane Doe".into(), address: address.into() };
        let found = store.proven_addresses("acme.example", 2).unwrap();
        assert_eq!(found, [proven("c@acme.example"), proven("d@acme.example")]);
        assert_eq!(store.proven_addresses("other.example", 2).unwrap(), []);
    });
}

#[test]
fn the_staff_of_a_domain_is_told_newest_first() {
    on_every_engine(async |store| {
        let employed = |name: &str, domain: &str| PersonFacts {
            company_domain: Some(domain.into()),
            ..named(name, &format!("{name}@{domain}").to_lowercase())
        };
        for (number, (name, domain)) in
            [("Ada", "acme.example"), ("Bob", "other.example"), ("Cleo", "acme.example")].iter().enumerate()
        {
            store.ingest(vec![person(&number.to_string(), employed(name, domain))]).await.unwrap();
        }
        let staff = store.newest_staff("acme.example", 10).unwrap();
        let names: Vec<&str> = staff.iter().map(|record| record.person.full_name.as_str()).collect();
        assert_eq!(names, ["Cleo", "Ada"]);
        assert_eq!(store.newest_staff("acme.example", 1).unwrap().len(), 1);
    });
}

#[test]
fn addresses_are_taken_when_due_and_again_when_the_worker_that_took_them_was_cut_off() {
    on_every_engine(async |store| {
        for (address, due) in [("b@x.example", 20), ("a@x.example", 10), ("c@x.example", 30)] {
            store.schedule_recheck(recheck(address, due)).await.unwrap();
        }
        assert_eq!(store.take_due_rechecks(second(9), second(99), 10).await.unwrap(), []);
        let taken = store.take_due_rechecks(second(20), second(99), 10).await.unwrap();
        assert_eq!(addresses(&taken), ["a@x.example", "b@x.example"]);
        assert_eq!(store.take_due_rechecks(second(20), second(99), 10).await.unwrap(), []);
        let again = store.take_due_rechecks(second(99), second(199), 2).await.unwrap();
        assert_eq!(
            addresses(&again),
            ["c@x.example", "a@x.example"],
            "two at a time, the longest waiting first"
        );
        store.drop_recheck("b@x.example", second(99)).await.unwrap();
        assert_eq!(store.take_due_rechecks(second(99), second(199), 2).await.unwrap(), []);
    });
}

#[test]
fn a_verdict_ends_the_wait_for_it() {
    on_every_engine(async |store| {
        store.schedule_recheck(recheck("a@x.example", 10)).await.unwrap();
        let later = Recheck { attempts: 2, ..recheck("a@x.example", 20) };
        store.schedule_recheck(later.clone()).await.unwrap();
        assert_eq!(store.recheck("a@x.example").unwrap(), Some(later));
        let kept = KeptVerification { verdict: "{}".into(), validated_at: second(5) };
        store.keep_verification("a@x.example", kept.clone()).await.unwrap();
        assert_eq!(store.recheck("a@x.example").unwrap(), None);
        assert_eq!(store.verification("a@x.example").unwrap(), Some(kept));
    });
}

#[test]
fn putting_off_a_check_changes_nothing_of_one_that_was_settled_or_asked_again() {
    on_every_engine(async |store| {
        let first = recheck("a@x.example", 10);
        store.schedule_recheck(first.clone()).await.unwrap();
        let taken = store.take_due_rechecks(second(10), second(99), 10).await.unwrap().remove(0);
        store.delay_recheck(taken.clone(), second(20)).await.unwrap();
        assert_eq!(store.recheck("a@x.example").unwrap().map(|recheck| recheck.due_at), Some(second(20)));
        let again = Recheck { asked_at: second(15), attempts: 2, ..recheck("a@x.example", 40) };
        store.schedule_recheck(again.clone()).await.unwrap();
        store.delay_recheck(taken.clone(), second(30)).await.unwrap();
        assert_eq!(store.recheck("a@x.example").unwrap(), Some(again), "a caller asked meanwhile");
        let kept = KeptVerification { verdict: "{}".into(), validated_at: second(16) };
        store.keep_verification("a@x.example", kept).await.unwrap();
        store.delay_recheck(taken, second(50)).await.unwrap();
        assert_eq!(store.recheck("a@x.example").unwrap(), None, "it is settled");
    });
}

#[test]
fn what_is_too_old_is_forgotten_bit_by_bit() {
    on_every_engine(async |store| {
        for age in 1..=5 {
            let kept = KeptVerification { verdict: "{}".into(), validated_at: second(age) };
            store.keep_verification(&format!("{age}@x.example"), kept).await.unwrap();
            store.keep_contact_search(search(&age.to_string(), None, age)).await.unwrap();
        }
        assert_eq!(store.forget_contact_checks(second(4), 2).await.unwrap(), 4);
        assert_eq!(store.forget_contact_checks(second(4), 2).await.unwrap(), 2);
        assert_eq!(store.forget_contact_checks(second(4), 2).await.unwrap(), 0);
        assert!(store.verification("3@x.example").unwrap().is_none());
        assert!(store.verification("4@x.example").unwrap().is_some());
        assert!(store.contact_search(ContactKind::Email, "4").unwrap().is_some());
    });
}

#[test]
fn a_number_is_drawn_once() {
    on_every_engine(async |store| {
        assert_eq!(store.drawn_once("seed", u64::MAX).await.unwrap(), u64::MAX);
        assert_eq!(store.drawn_once("seed", 7).await.unwrap(), u64::MAX);
        assert_eq!(store.drawn_once("other", 7).await.unwrap(), 7);
    });
}
