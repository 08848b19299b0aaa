//! Erasing a person removes them from every table, and removes no one else.

use ::records::{Claim, identifier::IdentifierKind, query::PersonQuery};
use store::{
    Changed, ContactKind, ContactSearch, Credits, ErasureTarget, KeptVerification, Recheck, Settlement,
    StoreError, scan_bytes,
};

use crate::{
    support::*,
    suppression::{identifier, jane},
};

fn by_email(text: &str) -> ErasureTarget {
    ErasureTarget::Identifier(identifier(IdentifierKind::Email, text))
}

#[test]
fn an_erased_person_is_gone_and_may_be_filed_again() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        store
            .ingest(vec![person("1", jane()), person("2", named("Joe Roe", "joe@acme.example"))])
            .await
            .unwrap();
        let id = store.some_people(1).unwrap()[0].person.id.clone();
        let seen = Settlement { people: vec![id.clone()], ..call("ada", "req_1", Credits::whole(1)) };
        done(&store, seen).await;
        let erased = store.erase(by_email("jane@acme.example"), None, second(5)).await.unwrap();
        assert_eq!((erased.people, erased.claims), (1, 1));
        assert!(erased.traces.contains("jane.doe@gmail.com") && erased.traces.contains(&id));
        assert!(store.person_by_id(&id).unwrap().is_none());
        assert!(store.people_seen(&"acc_ada".into(), None, None, 10).unwrap().is_empty());
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_some(), "what was paid stays paid");
        let changes = store.changes_after(0, 99).unwrap();
        assert!(changes.iter().any(|one| matches!(&one.what, Changed::PersonGone(gone) if *gone == id)));
        let last = &changes.last().unwrap().what;
        assert!(matches!(last, Changed::CompanyGone(_)), "only her row told of the employer");
        assert_eq!(store.counts().unwrap().people, 1);
        assert_eq!(store.audit().unwrap().findings, [], "nothing leads to who is gone");
        assert_eq!(store.ingest(vec![person("1", jane())]).await.unwrap().created, 1);
    });
}

#[test]
fn a_question_that_found_only_the_person_is_erased_however_it_spells_the_name() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let people = vec![person("1", jane()), person("2", named("Joe Roe", "joe@acme.example"))];
        store.ingest(people).await.unwrap();
        let id_of = |name: &str| {
            let people = store.some_people(10).unwrap();
            people.into_iter().map(|one| one.person).find(|one| one.full_name == name).unwrap().id
        };
        let (jane, joe) = (id_of("Jane Doe"), id_of("Joe Roe"));
        for (request, found) in [("req_1", vec![jane.clone()]), ("req_2", vec![jane.clone(), joe])] {
            let asked = Some(r#"{"fullName":"Jnae Dooe","company_domain":"acme.example"}"#.to_owned());
            let detail = store::CallDetail { asked, found, ..store::CallDetail::default() };
            let call = call("ada", request, Credits::whole(1));
            done(&store, Settlement { people: vec![jane.clone()], detail, ..call }).await;
        }
        store.erase(by_email("jane@acme.example"), None, second(5)).await.unwrap();
        let asked = |request: &str| store.history_row(&"acc_ada".into(), request).unwrap().unwrap().asked;
        assert!(!asked("req_1").unwrap().contains("Jnae"), "it was about her alone");
        assert!(asked("req_2").unwrap().contains("Jnae"), "its question may be about the other one");
    });
}

#[test]
fn a_record_is_erased_by_its_id_and_an_unknown_one_is_told() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        let id = store.some_people(1).unwrap()[0].person.id.clone();
        assert_eq!(store.erase(ErasureTarget::Record(id.clone()), None, second(5)).await.unwrap().people, 1);
        assert_eq!(store.erase(ErasureTarget::Record(id.clone()), None, second(5)).await.unwrap().people, 0);
        let entry = crate::suppression::entry("sup_1");
        let refused = store.erase(ErasureTarget::Record(id), Some(entry), second(5)).await;
        assert!(matches!(refused, Err(StoreError::NotFound("record"))), "{refused:?}");
    });
}

#[test]
fn stored_searches_and_checks_are_erased_too_and_do_not_come_back_for_a_suppressed_person() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        let search = |name: &str, address: &str| ContactSearch {
            kind: ContactKind::Email,
            question: format!("{} at acme.example", name.to_lowercase()),
            domain: Some("acme.example".into()),
            name: Some(name.into()),
            proven: None,
            outcome: format!(r#"{{"address":"{address}"}}"#),
            asked_at: second(2),
            next: store::NextSearch::Ended(store::CheckEnd::Settled),
        };
        let keep = async || {
            for address in ["jane@acme.example", "joe@acme.example"] {
                let kept = KeptVerification { verdict: "{}".into(), validated_at: second(2) };
                store.keep_verification(address, kept).await.unwrap();
                let recheck = Recheck {
                    address: address.into(),
                    verdict: "{}".into(),
                    asked_at: second(2),
                    due_at: second(3),
                    attempts: 1,
                };
                store.schedule_recheck(recheck).await.unwrap();
            }
            // A guess that a mail server refused: formed from her name, and in no record.
            let refused = KeptVerification { verdict: "{}".into(), validated_at: second(2) };
            store.keep_verification("j.doe@acme.example", refused).await.unwrap();
            store.keep_contact_search(search("Jane Doe", "j.doe@acme.example")).await.unwrap();
            store.keep_contact_search(search("Joe Roe", "joe@acme.example")).await.unwrap();
        };
        let kept = |name: &str, address: &str| {
            let question = format!("{name} at acme.example");
            let search = store.contact_search(ContactKind::Email, &question).unwrap().is_some();
            let checked = store.verification(address).unwrap().is_some();
            (search, checked, store.recheck(address).unwrap().is_some())
        };
        keep().await;
        assert_eq!(kept("jane doe", "jane@acme.example"), (true, true, true));
        let entry = crate::suppression::entry("sup_1");
        store.erase(by_email("jane@acme.example"), Some(entry), second(5)).await.unwrap();
        assert!(
            store.verification("j.doe@acme.example").unwrap().is_none(),
            "a guess leaves with its search"
        );
        for _ in 0..2 {
            assert_eq!(kept("jane doe", "jane@acme.example"), (false, false, false));
            assert_eq!(kept("joe roe", "joe@acme.example"), (true, true, true));
            keep().await;
        }
    });
}

#[test]
fn engagement_of_an_erased_person_is_deleted() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let keys = PersonQuery { email: Some("jane@acme.example".into()), ..PersonQuery::default() }.keys();
        store.note_engagement(&"acc_ada".into(), vec![(keys[0], second(2))], second(3)).await.unwrap();
        store.erase(by_email("jane@acme.example"), None, second(5)).await.unwrap();
        assert_eq!(store.engagement(&"acc_ada".into(), &keys, start(), second(9)).unwrap().0, 0);
    });
}

#[test]
fn a_cleaning_is_wanted_after_an_erasure_and_done_once() {
    on_every_engine(async |store| {
        assert_eq!(store.cleaning_wanted().unwrap(), None);
        let erased = store.erase(by_email("jane@acme.example"), None, second(5)).await.unwrap();
        assert_eq!(store.cleaning_wanted().unwrap(), Some(erased.cleaning));
        assert!(!store.is_cleaned(erased.cleaning).unwrap());
        let cleaning = store.clone();
        tokio::task::spawn_blocking(move || cleaning.clean(erased.cleaning, 0)).await.unwrap().unwrap();
        assert!(store.is_cleaned(erased.cleaning).unwrap());
        assert_eq!(store.cleaning_wanted().unwrap(), None);
    });
}

#[test]
fn no_byte_of_an_erased_person_is_left_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    block_on(async {
        let store = store::Store::open(folder.path()).unwrap();
        // Rewritten often, so that free pages hold older versions.
        for round in 0..40 {
            let mut facts = jane();
            facts.headline = Some(format!("canary-headline-{round} {}", "x".repeat(round * 300)));
            let claim = Claim { observed_at: second(round as i64), ..person("canary-reference", facts) };
            store.ingest(vec![claim, person("2", named("Joe Roe", "joe@acme.example"))]).await.unwrap();
        }
        let erased = store.erase(by_email("jane@acme.example"), None, second(99)).await.unwrap();
        let (cleaning, place, changed) =
            (store.clone(), folder.path().to_owned(), store.last_change().unwrap());
        let clean = move || {
            cleaning.clean(erased.cleaning, changed).unwrap();
            (cleaning.prove_erased(&place, &erased).unwrap(), erased)
        };
        let (proof, erased) = tokio::task::spawn_blocking(clean).await.unwrap();
        // Records are compressed, so that a text is not found in what is left of them: nothing is.
        assert_eq!((proof.left(), proof.unclean_pages), (0, 0));
        let mut texts = erased.traces;
        texts.extend(["canary-headline", "canary-reference", "jane doe"].map(str::to_owned));
        let scan = scan_bytes(folder.path(), &texts).unwrap();
        assert_eq!(scan.places, [], "{scan:?}");
        let others = scan_bytes(folder.path(), &["joe roe".to_owned()].into()).unwrap();
        assert!(
            others.places.iter().any(|place| place.times + place.inside_longer > 0),
            "others are still there"
        );
        assert_eq!(store.counts().unwrap().people, 1);
    });
}
