//! Other spellings do not evade an erasure or the suppression list, and a longer address that contains the erased one
//! is left alone.

use ::records::{PersonFacts, identifier::IdentifierKind};
use jiff::Timestamp;
use store::{ErasureTarget, Store, WatchList, WatchTarget};

use crate::{support::*, suppression::*};

const ERASED: &str = "(erased)";

/// Ann, and others whose addresses and profiles contain hers.
fn people() -> Vec<PersonFacts> {
    let ann = PersonFacts {
        company_name: Some("Acme Works".into()),
        company_domain: Some("acme.example".into()),
        network_url: profile("ann-lee"),
        phones: vec![::records::PhoneFact { number: "+12025550143".into(), ..Default::default() }],
        emails: vec![email_fact("ann@acme.example"), email_fact("ann.lee@gmail.com")],
        ..named("Ann Lee", "ann@acme.example")
    };
    vec![
        ann,
        named("Joann Bell", "joann@acme.example"),
        named("Mary-Ann Fox", "mary-ann@acme.example"),
        named("Jo Ann Ray", "jo.ann@acme.example"),
        PersonFacts { network_url: profile("ann-lee-smith"), ..named("Anna Smith", "anna@birch.example") },
    ]
}

async fn list_named(store: &Store, id: &str, name: &str) {
    let list = WatchList {
        id: id.into(),
        name: name.into(),
        target: WatchTarget::Domains,
        kinds: Vec::new(),
        entries: 0,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        last_run_at: None,
    };
    store.create_watch_list(&"acc_ada".into(), list, Vec::new()).await.unwrap();
}

/// What lists of these names are called once Ann is erased.
fn names_after(names: &[&str]) -> Vec<String> {
    block_on(async {
        let store = Store::temporary().unwrap();
        account(&store, "ada", 1).await;
        let claims = people().into_iter().enumerate().map(|(no, facts)| person(&no.to_string(), facts));
        assert_eq!(store.ingest(claims.collect()).await.unwrap().created, 5);
        for (no, name) in names.iter().enumerate() {
            list_named(&store, &format!("wl_{no}"), name).await;
        }
        let target = ErasureTarget::Identifier(identifier(IdentifierKind::Email, "ann@acme.example"));
        store.erase(target, None, second(9)).await.unwrap();
        let name = |no: usize| store.watch_list(&"acc_ada".into(), &format!("wl_{no}")).unwrap().name;
        (0..names.len()).map(name).collect()
    })
}

#[test]
fn words_that_hold_an_address_or_a_name_anywhere_and_in_any_spelling_are_erased() {
    let names = [
        "ann@acme.example",
        "ANN@Acme.Example",
        "enrich-ann@acme.example",
        "x_ann@acme.example_y",
        "job.ann@acme.example",
        "tag+ann@acme.example",
        "mailto:ann@acme.example?subject=x",
        "ann%40acme.example",
        "ann%2540acme%2Eexample",
        r"ann\u0040acme.example",
        "ann&#64;acme.example",
        "ａｎｎ＠ａｃｍｅ．ｅｘａｍｐｌｅ",
        "a\u{200b}nn@ac\u{ad}me.example",
        "ann@acme.example.csv",
        "ann@acme.example-2026",
        "annlee@gmail.com",
        "a.n.n.lee+news@googlemail.com",
        "+1 (202) 555-0143",
        "0012025550143",
        "call 1 202.555.0143 today",
        "+1 (0)202 555\u{2013}0143",
        "+1_202_555_0143",
        "+1 202 555 014-3",
        "+1 0202 5550143",
        "202-555-0143",
        "call (202) 555 0143 or mail",
        "2025550143",
        "room 12, 202.555.0143 x9",
        "in/ann-lee",
        "see /in/Ann-Lee/, soon",
        "ann-lee",
        "Ann-Lee.",
        "Ann Lee's accounts (Acme Works)",
        "Ann Lee\u{2019}s accounts, Acme Works",
        "+\u{661} \u{662}\u{660}\u{662} \u{665}\u{665}\u{665} \u{660}\u{661}\u{664}\u{663}",
        "list/ann@acme.example",
        "\"ann\"@acme\u{3002}example",
        r"ann\x40acme.example",
        "ann%252525252540acme.example",
        "linkedin.com/in/ann-lee/",
        "https://de.linkedin.com/in/Ann-Lee?trk=1",
        "profile-https://www.linkedin.com/in/ann-lee-2",
        "Ann Lee, Acme Works",
        "ann lee (acme.example)",
        "LEE, Ann: Acme",
        "Ａｎｎ Ｌｅｅ at Acme Works",
        "A\u{301}nn Le\u{301}e, ACME works",
        "A\u{200d}nn L\u{2060}ee/acme",
        "\u{410}nn Lee, Acme",
    ];
    for (name, after) in names.iter().zip(names_after(&names)) {
        assert_eq!(after, ERASED, "{name}");
    }
}

#[test]
fn words_about_others_stay_as_they_are() {
    let names = [
        "joann@acme.example",
        "mary-ann@acme.example",
        "jo.ann@acme.example",
        "leann@acme.example",
        "ann@acme.example.org",
        "ann@acme.com",
        "ann.leeds@gmail.com",
        "+12025550144",
        "+120255501430",
        "+44 202 555 0143",
        "0044 (202) 555-0143",
        "12 202555014",
        "0143",
        "555-0143",
        "5550143",
        "92025550143",
        "in/ann-lee-smith",
        "https://www.linkedin.com/company/ann-lee",
        "team ann-lee-2",
        "https://www.linkedin.com/in/ann-lee-smith",
        "https://www.linkedin.com/in/ann-leeds",
        "Ann Lee, Other Corp",
        "Joann Lee, Acme Works",
        "Ann Leeds, Acme Works",
        "ann.lee@acme.example",
        "Acme Works",
        "100% of accounts & more",
    ];
    let after = names_after(&names);
    assert_eq!(after, names);
}

#[test]
fn no_spelling_brings_a_suppressed_person_back() {
    let spellings = |store: &Store| {
        let facts = [
            named("Somebody", "ＡＮＮ@acme.example"),
            named("Somebody", "Ann@ＡＣＭＥ.example"),
            named("Somebody", "a.nn.lee+x@googlemail.com"),
            PersonFacts { network_url: Some("LinkedIn.com/in/ANN-LEE/?x=1".into()), ..Default::default() },
            PersonFacts {
                full_name: Some("Ａ\u{200b}nn Le\u{301}e".into()),
                company_name: Some("ACME WORKS, Inc.".into()),
                ..Default::default()
            },
        ];
        let claims = facts.into_iter().enumerate().map(|(no, facts)| person(&format!("again {no}"), facts));
        block_on(store.ingest(claims.collect())).unwrap()
    };
    let store = Store::temporary().unwrap();
    let claims = people().into_iter().enumerate().map(|(no, facts)| person(&no.to_string(), facts));
    block_on(store.ingest(claims.collect())).unwrap();
    block_on(suppress(&store, "sup_1", IdentifierKind::Email, "ann@acme.example"));
    let report = spellings(&store);
    assert_eq!((report.suppressed, report.created), (5, 0), "{report:?}");
    assert_eq!(store.counts().unwrap().people, 4, "others stay");
}

#[test]
fn an_identifier_that_others_share_is_neither_swept_nor_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let desk = |name: &str, email: &str| PersonFacts {
        phones: vec![::records::PhoneFact { number: "+12025550100".into(), ..Default::default() }],
        ..named(name, email)
    };
    let claims = vec![
        person("1", desk("Ann Lee", "ann@acme.example")),
        person("2", desk("Ben Carter", "ben@acme.example")),
    ];
    block_on(store.ingest(claims)).unwrap();
    block_on(async {
        account(&store, "ada", 1).await;
        list_named(&store, "wl_1", "switchboard +1 202 555 0100").await;
    });
    let target = ErasureTarget::Identifier(identifier(IdentifierKind::Email, "ann@acme.example"));
    let erased = block_on(store.erase(target, None, second(9))).unwrap();
    assert!(!erased.traces.contains("+12025550100"), "{:?}", erased.traces);
    assert_eq!(store.watch_list(&"acc_ada".into(), "wl_1").unwrap().name, "switchboard +1 202 555 0100");
    store.clean(erased.cleaning, store.last_change().unwrap()).unwrap();
    let proof = store.prove_erased(folder.path(), &erased).unwrap();
    assert_eq!(proof.left(), 0, "{proof:?}");
}

#[test]
fn questions_and_rows_with_a_number_without_country_code_or_a_bare_profile_are_erased() {
    let erased = [
        r#"{"phone":"(202) 555-0143"}"#,
        r#"{"phone":2025550143}"#,
        r#"{"networkUrl":"ann-lee"}"#,
        r#"{"networkUrl":"in/ann-lee"}"#,
        r#"{"items":[{"identifier":"Ann-Lee"}]}"#,
        r#"{"Her LinkedIn":"@ann-lee"}"#,
    ];
    let kept = [
        r#"{"phone":"+44 202 555 0143"}"#,
        r#"{"phone":"+12025550144","networkUrl":"in/ann-lee-smith"}"#,
        r#"{"titles":["ann-lee"]}"#,
        r#"{"min_amount":5550143,"since":"2025-01-43"}"#,
    ];
    let store = Store::temporary().unwrap();
    let id = |no: usize| format!("req_{no}");
    block_on(async {
        account(&store, "ada", 1).await;
        let claims = people().into_iter().enumerate().map(|(no, facts)| person(&no.to_string(), facts));
        store.ingest(claims.collect()).await.unwrap();
        let call = |(no, asked): (usize, &&str)| refused_call(&id(no), asked);
        let calls: Vec<_> = erased.iter().chain(&kept).enumerate().map(call).collect();
        store.note_calls(calls.into(), None).await.unwrap();
        let target = ErasureTarget::Identifier(identifier(IdentifierKind::Email, "ann@acme.example"));
        store.erase(target, None, second(9)).await.unwrap();
    });
    let asked = |no: usize| store.history_row(&"acc_ada".into(), &id(no)).unwrap().unwrap().asked.unwrap();
    for (no, question) in erased.iter().enumerate() {
        let left = asked(no);
        assert!(left.contains("erased"), "{question} became {left}");
        for text in ["0143", "ann-lee", "Ann-Lee"] {
            assert!(!left.contains(text), "{question} became {left}");
        }
    }
    for (no, question) in kept.iter().enumerate() {
        assert_eq!(asked(erased.len() + no), *question);
    }
}
