//! What was paid for stays after an erasure, as far as it is about others.

use ::records::identifier::IdentifierKind;
use serde_json::{Value, json};
use store::{
    BulkItemStatus, BulkOutcome, Credits, ErasureTarget, NewBulkItem, NewBulkJob, NewEvent, Settlement, Store,
};

use crate::{support::*, suppression::identifier, webhooks};

/// Answers of every shape with Jane among others, and what is left of each when she is erased.
fn answers(jane: &str) -> Vec<(Value, Value)> {
    let erased = json!({ "erased": true });
    let (record, max) = (
        json!({ "id": jane, "fullName": "Jane Doe", "emails": [{ "address": "jane@acme.example", "status": "valid" }],
                "company": { "name": "Acme", "domain": "acme.example" }, "title": "CTO" }),
        json!({ "id": "per_max", "fullName": "Max Roe", "emails": [{ "address": "max@acme.example" }] }),
    );
    vec![
        (
            json!({ "total": 2, "results": [record, max], "cost": { "credits": 2 } }),
            json!({ "total": 2, "results": [erased, max], "cost": { "credits": 2 } }),
        ),
        (
            json!({ "company": { "id": "com_1", "domain": "acme.example", "emails": ["info@acme.example", "jane@acme.example"] },
                    "decision_maker": record, "alternatives": [max] }),
            json!({ "company": { "id": "com_1", "domain": "acme.example", "emails": ["info@acme.example"] },
                    "decision_maker": erased, "alternatives": [max] }),
        ),
        (
            json!({ "matches": [{ "signal": "sig_1", "person": record }, { "signal": "sig_2", "person": max }] }),
            json!({ "matches": [erased, { "signal": "sig_2", "person": max }] }),
        ),
        // A contact without a name belongs to what holds it.
        (
            json!({ "results": [{ "title": "CTO", "emails": [{ "address": "jane@acme.example" }] }, max] }),
            json!({ "results": [erased, max] }),
        ),
        (json!({ "found": true, "person": record, "explain": { "title": "CTO" } }), erased.clone()),
        (
            json!({ "email": "jane@acme.example", "status": "valid", "tried": ["jd@acme.example"] }),
            erased.clone(),
        ),
        (json!({ "found": true, "number": 12_025_550_143_i64 }), erased.clone()),
        // A namesake has an id of her own, at the same employer or at another one.
        (
            json!({ "results": [record, namesake("Acme"), namesake("Globex")] }),
            json!({ "results": [erased, namesake("Acme"), namesake("Globex")] }),
        ),
        (
            json!({ "found": true, "person": namesake("Acme"), "explain": { "fullName": { "value": "Jane Doe" } } }),
            json!({ "found": true, "person": namesake("Acme"), "explain": { "fullName": { "value": "Jane Doe" } } }),
        ),
        // Without an id, the employer that stands with the name decides.
        (
            json!({ "results": [{ "fullName": "Jane Doe", "companyName": "Globex" }, { "companyName": "Acme" },
                                { "firstName": "Jane", "lastName": "Doe", "companyName": "Acme" }] }),
            json!({ "results": [{ "fullName": "Jane Doe", "companyName": "Globex" }, { "companyName": "Acme" }, erased] }),
        ),
        // What mentions her among other words is still about its company.
        (
            json!({ "signals": [{ "id": "sig_1", "company": { "name": "Acme" }, "amount": 5,
                                  "headline": "Jane Doe invests in Acme", "investors": ["Jane Doe", "Max Roe"] },
                                { "id": "sig_2", "company": { "name": "Globex" }, "headline": "Jane Doe joins Globex" }] }),
            json!({ "signals": [{ "id": "sig_1", "company": { "name": "Acme" }, "amount": 5,
                                  "headline": "(erased)", "investors": ["(erased)", "Max Roe"] },
                                { "id": "sig_2", "company": { "name": "Globex" }, "headline": "Jane Doe joins Globex" }] }),
        ),
        (
            json!({ "id": "com_1", "name": "Acme", "phone": "+1 202 555 0143", "city": "Reading" }),
            json!({ "id": "com_1", "name": "Acme", "phone": "(erased)", "city": "Reading" }),
        ),
        // An audience of hashes: SHA-256 of her address, and of another.
        (
            json!({ "hashes": [HASH, "973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b"], "stats": { "valid": 2 } }),
            json!({ "hashes": ["973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b"], "stats": { "valid": 2 } }),
        ),
    ]
}

/// SHA-256 of `jane@acme.example`.
const HASH: &str = "cd5decc91f7ef6fe8deb0f0a13ebdd0e76c53842d88b4edbbe7866d94b70d89d";

/// Another Jane Doe.
fn namesake(employer: &str) -> Value {
    json!({ "id": "per_2", "fullName": "Jane Doe", "headline": format!("Jane Doe, Analyst at {employer}"),
            "company": { "name": employer }, "experience": [{ "company": { "name": employer } }] })
}

async fn jane(store: &Store) -> String {
    let mut facts = named("Jane Doe", "jane@acme.example");
    facts.phones = vec![::records::PhoneFact { number: "+12025550143".into(), ..Default::default() }];
    facts.company_domain = Some("acme.example".into());
    store.ingest(vec![person("1", facts)]).await.unwrap();
    let query =
        ::records::query::PersonQuery { email: Some("jane@acme.example".into()), ..Default::default() };
    store.people_by_keys(&query.keys()).unwrap()[0].person.id.clone()
}

async fn erase(store: &Store) {
    let target = ErasureTarget::Identifier(identifier(IdentifierKind::Email, "jane@acme.example"));
    assert_eq!(store.erase(target, None, second(9)).await.unwrap().people, 1);
}

#[test]
fn answers_and_events_lose_one_person_and_keep_the_others() {
    on_every_engine(async |store| {
        account(&store, "ada", 50).await;
        let hook = webhooks::webhook(&store, "wh_1").await;
        let answers = answers(&jane(&store).await);
        for (no, (answer, _)) in answers.iter().enumerate() {
            let body = answer.to_string().into_bytes();
            let call = Settlement {
                reply: Some(reply_key(&format!("jane@acme.example {no}"), "body")),
                keeps_answer: true,
                render: Box::new(move |_, _| body.clone()),
                ..call("ada", &format!("req_{no}"), Credits::whole(1))
            };
            done(&store, call).await;
            let event = NewEvent {
                webhook: hook.id.clone(),
                kind: store::EventKind::WatchListMatched,
                subject: format!("list {no}"),
                data: answer.clone(),
            };
            store.file_event(&"acc_ada".into(), event, second(2)).await.unwrap();
        }
        erase(&store).await;
        let mut sent: Vec<Value> = Vec::new();
        for sending in webhooks::take(&store, 100, 100, 3).await {
            sent.push(serde_json::from_slice(&sending.body).unwrap());
        }
        for (no, (answer, left)) in answers.iter().enumerate() {
            // Under its key, which named her, and by its request.
            let kept =
                store.reply("acc_ada", &format!("jane@acme.example {no}"), second(3)).unwrap().unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&kept.body).unwrap(), *left, "{answer}");
            let kept =
                store.charged_reply(&"acc_ada".into(), &format!("req_{no}"), second(3)).unwrap().unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&kept.body).unwrap(), *left, "{answer}");
            assert_eq!(sent[no]["data"], *left, "{answer}");
            assert_eq!(sent[no]["type"], "watch_list.matched");
        }
    });
}

#[test]
fn a_grant_whose_reference_named_an_erased_person_is_still_made_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        jane(&store).await;
        let grant = async || {
            let reference = "gift for Jane Doe of acme.example";
            store
                .grant_once(&"acc_ada".into(), Credits::whole(10), "a gift", reference, second(2))
                .await
                .unwrap()
        };
        assert!(!grant().await.was_known);
        erase(&store).await;
        assert!(grant().await.was_known);
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(15));
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn an_event_that_was_being_sent_is_sent_again_without_the_person() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let hook = webhooks::webhook(&store, "wh_1").await;
        let id = jane(&store).await;
        let data = json!({ "person": { "id": id, "fullName": "Jane Doe" } });
        let event = NewEvent {
            webhook: hook.id.clone(),
            kind: store::EventKind::WatchListMatched,
            subject: "list".into(),
            data,
        };
        store.file_event(&"acc_ada".into(), event, second(1)).await.unwrap();
        let sending = webhooks::take(&store, 1, 1, 2).await;
        assert_eq!(sending.len(), 1);
        erase(&store).await;
        let again = webhooks::take(&store, 1, 1, 10).await;
        assert_eq!(again.len(), 1, "it is due again by itself");
        assert!(!String::from_utf8_lossy(&again[0].body).contains("Jane"));
    });
}

#[test]
fn a_bulk_item_that_was_being_answered_cannot_store_its_answer_about_the_person() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        jane(&store).await;
        let item = NewBulkItem {
            row: None,
            reference: None,
            request: br#"{"email":"jane@acme.example"}"#.to_vec(),
            about: Default::default(),
            faults: None,
        };
        let job =
            NewBulkJob { id: "job_1".into(), endpoint: "bulk_enrich", webhook: None, items: vec![item] };
        store.submit_bulk_job(&"acc_ada".into(), &"key_1".into(), job, second(1)).await.unwrap();
        let take = async |at: i64| {
            let none = std::collections::HashMap::new();
            store.take_bulk_items("w", 10, 10, none, second(at), second(at + 100)).await.unwrap().chunks
        };
        let leased = take(2).await;
        erase(&store).await;
        let late = BulkOutcome {
            job: "job_1".into(),
            no: leased[0].items[0].no,
            fence: leased[0].items[0].fence,
            status: BulkItemStatus::NotFound,
            answer: Some(br#"{"email":"jane@acme.example"}"#.to_vec()),
        };
        let _ = store.end_bulk_items(vec![late], second(10)).await;
        let items = store.bulk_items(&"acc_ada".into(), "job_1", 0, 10).unwrap();
        assert_eq!((items[0].answer.as_ref(), items[0].status), (None, BulkItemStatus::Pending));
        assert_eq!(take(11).await.len(), 1, "it is leased again, with a question about no one");
    });
}

#[test]
fn a_large_answer_with_many_alike_names_is_redacted_quickly() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let id = jane(&store).await;
        let other = |no: usize| json!({ "id": format!("per_{no}"), "fullName": format!("Jane Roe{no}"), "title": "Engineer" });
        let mut results: Vec<Value> = (0..3_000).map(other).collect();
        results.push(json!({ "id": id, "fullName": "Jane Doe" }));
        let body = json!({ "results": results }).to_string().into_bytes();
        let call = Settlement {
            keeps_answer: true,
            render: Box::new(move |_, _| body.clone()),
            ..call("ada", "req_1", Credits::whole(1))
        };
        done(&store, call).await;
        let begun = std::time::Instant::now();
        erase(&store).await;
        assert!(begun.elapsed() < std::time::Duration::from_secs(15), "it took {:?}", begun.elapsed());
        let kept = store.charged_reply(&"acc_ada".into(), "req_1", second(3)).unwrap().unwrap();
        let kept: Value = serde_json::from_slice(&kept.body).unwrap();
        assert_eq!(kept["results"][0]["fullName"], "Jane Roe0");
        assert_eq!(kept["results"][3_000], json!({ "erased": true }));
    });
}

/// People of one employer whose names are alike, and what the first one's erasure leaves of the others.
#[test]
fn colleagues_with_longer_names_keep_their_records_answers_and_contacts() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let at = |name: &str, email: &str| {
        let profile =
            format!("https://linkedin.com/in/{}", email.split('@').next().unwrap().replace('.', "-"));
        ::records::PersonFacts {
            company_name: Some("Orbital Foods".into()),
            company_domain: Some("orbital.example".into()),
            headline: Some(format!("{name}, Orbital Foods")),
            network_url: Some(profile),
            ..named(name, email)
        }
    };
    let others = ["Maria Garcia Lopez", "Ana Maria Garcia", "Maria K. Garcia"];
    let emails = ["mgl@orbital.example", "amg@orbital.example", "maria.garcia@orbital.example"];
    let mut claims = vec![person("0", at("Maria Garcia", "mg@orbital.example"))];
    claims.extend(others.iter().zip(emails).map(|(name, email)| person(email, at(name, email))));
    block_on(async {
        account(&store, "ada", 50).await;
        store.ingest(claims).await.unwrap();
        let before: Vec<_> = emails.map(|email| record_of(&store, email)).into();
        for (no, record) in before.iter().enumerate() {
            let body = json!({ "found": true, "person": record }).to_string().into_bytes();
            let render = Box::new(move |_, _| body.clone());
            let call = call("ada", &format!("req_{no}"), Credits::whole(1));
            done(&store, Settlement { keeps_answer: true, render, ..call }).await;
        }
        let erased = store.erase(by_email("mg@orbital.example"), None, second(9)).await.unwrap();
        assert_eq!(erased.people, 1);
        for (no, (record, email)) in before.iter().zip(emails).enumerate() {
            assert_eq!(record_of(&store, email), *record);
            let kept =
                store.charged_reply(&"acc_ada".into(), &format!("req_{no}"), second(3)).unwrap().unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&kept.body).unwrap()["person"], *record);
        }
        prove(&store, folder.path(), erased).await;
    });
}

#[test]
fn a_company_that_is_called_like_an_erased_person_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let at = |name: &str, email: &str| ::records::PersonFacts {
        company_name: Some("Calvin Kleinert".into()),
        company_domain: Some("kleinert.example".into()),
        headline: Some("With Calvin Kleinert since 2019".into()),
        ..named(name, email)
    };
    let firm = ::records::CompanyFacts {
        name: Some("Calvin Kleinert".into()),
        domains: vec!["kleinert.example".into()],
        description: Some("Calvin Kleinert makes shirts.".into()),
        ..Default::default()
    };
    block_on(async {
        let claims = vec![
            person("1", at("Calvin Kleinert", "ck@kleinert.example")),
            person("2", at("Rosa Diaz", "rosa@kleinert.example")),
            company("3", firm),
        ];
        store.ingest(claims).await.unwrap();
        let rosa = record_of(&store, "rosa@kleinert.example");
        let erased = store.erase(by_email("ck@kleinert.example"), None, second(9)).await.unwrap();
        assert_eq!((erased.people, erased.companies), (1, 0));
        assert_eq!(record_of(&store, "rosa@kleinert.example"), rosa);
        let query =
            ::records::query::CompanyQuery { domain: Some("kleinert.example".into()), ..Default::default() };
        let firm = &store.companies_by_keys(&query.keys()).unwrap()[0];
        assert_eq!(firm.description.as_deref(), Some("Calvin Kleinert makes shirts."));
        prove(&store, folder.path(), erased).await;
    });
}

fn by_email(text: &str) -> ErasureTarget {
    ErasureTarget::Identifier(identifier(IdentifierKind::Email, text))
}

fn record_of(store: &Store, email: &str) -> Value {
    let query = ::records::query::PersonQuery { email: Some(email.into()), ..Default::default() };
    let records = store.people_by_keys(&query.keys()).unwrap();
    serde_json::to_value(&records.first().unwrap_or_else(|| panic!("{email} is gone")).person).unwrap()
}

async fn prove(store: &Store, folder: &std::path::Path, erased: store::Erased) {
    let (store, folder) = (store.clone(), folder.to_owned());
    let proof =
        tokio::task::spawn_blocking(move || store.prove_erased(&folder, &erased).unwrap().columns).await;
    assert_eq!(proof.unwrap(), []);
}

/// Texts that a reader of the code thought of: each is left or erased alike by the sweep and by the proof.
#[test]
fn the_proof_agrees_with_the_sweep_about_parts_of_names_titles_and_addresses_beside_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let colleague = ::records::PersonFacts {
        first_name: Some("Jane".into()),
        last_name: Some("Doe".into()),
        company_domain: Some("acme.example".into()),
        headline: Some("Since 2020 at Acme".into()),
        network_url: Some("https://linkedin.com/in/jane-k-doe".into()),
        ..named("Jane K. Doe", "jkd@acme.example")
    };
    let jane = ::records::PersonFacts {
        company_domain: Some("acme.example".into()),
        network_url: Some("https://linkedin.com/in/jane-doe-1".into()),
        ..named("Jane Doe", "jane@acme.example")
    };
    block_on(async {
        account(&store, "ada", 50).await;
        store.ingest(vec![person("1", jane), person("2", colleague)]).await.unwrap();
        let before = record_of(&store, "jkd@acme.example");
        let icp = |id: &str, filters: Value| store::SavedIcp {
            name: "acme.example leads".into(),
            filters: filters.to_string(),
            ..crate::saved_icps::new_icp(id, 1)
        };
        for (id, filters) in
            [("icp_1", json!({ "titles": ["Jane Doe"] })), ("icp_2", json!({ "titles": ["Jane", "Doe"] }))]
        {
            store.save_icp(&"acc_ada".into(), icp(id, filters)).await.unwrap();
        }
        let items = [
            json!({ "fullName": "Dr. Jane Doe", "company_domain": "acme.example" }),
            json!({ "note": "Jane Doe;info@acme.example" }),
            json!({ "fullName": "Jane Doe", "company_domain": "globex.example" }),
            json!({ "email": "max@acme.example" }),
            json!({ "email": "otto@acme.example" }),
        ];
        let items = items.map(|item| NewBulkItem {
            reference: item["email"].is_string().then(|| "reports to Jane Doe, acme.example".to_owned()),
            row: Some(match item["email"] == "otto@acme.example" {
                true => r#"{"First Name":"Jane","Last Name":"Doe","Website":"acme.example"}"#.into(),
                false => json!({ "Owner": "Ines", "Manager": "jane@acme.example" }).to_string().into_bytes(),
            }),
            request: item.to_string().into_bytes(),
            about: Default::default(),
            faults: None,
        });
        let job =
            NewBulkJob { id: "job_1".into(), endpoint: "bulk_enrich", webhook: None, items: items.into() };
        store.submit_bulk_job(&"acc_ada".into(), &"key_1".into(), job, second(1)).await.unwrap();
        let contact = |reference: &str| {
            json!({ "email": "max@acme.example", "company_domain": "acme.example", "ref": reference })
                .to_string()
        };
        let hers = json!({ "email": "jane@acme.example", "company_domain": "acme.example" }).to_string();
        let list = store::WatchList {
            id: "wl_1".into(),
            name: "contacts".into(),
            target: store::WatchTarget::Contacts,
            kinds: Vec::new(),
            entries: 0,
            created_at: start(),
            updated_at: start(),
            last_run_at: None,
        };
        store
            .create_watch_list(&"acc_ada".into(), list, vec![contact("knows Jane Doe"), hers])
            .await
            .unwrap();
        let erased = store.erase(by_email("jane@acme.example"), None, second(9)).await.unwrap();
        assert_eq!(store.watch_entries(&"acc_ada".into(), "wl_1").unwrap(), [contact("(erased)")]);
        assert_eq!(record_of(&store, "jkd@acme.example"), before, "a colleague stays");
        let kept = store.saved_icp(&"acc_ada".into(), "icp_1").unwrap().filters;
        assert_eq!(kept, r#"{"titles":[]}"#);
        let none = std::collections::HashMap::new();
        let taken = store.take_bulk_items("w", 10, 10, none, second(10), second(100)).await.unwrap();
        let questions: Vec<String> = taken.chunks[0]
            .items
            .iter()
            .map(|item| String::from_utf8_lossy(&item.request).into_owned())
            .collect();
        assert!(questions[0].contains("erased") && questions[1].contains("erased"), "{questions:?}");
        assert!(questions[2].contains("globex") && questions[3].contains("max@"), "{questions:?}");
        let items = store.bulk_items(&"acc_ada".into(), "job_1", 0, 10).unwrap();
        assert_eq!(items[3].reference, None);
        let row = |no: usize| items[no].row.as_deref().map(|row| String::from_utf8_lossy(row).into_owned());
        assert_eq!((row(0), row(1)), (None, None), "a row about her leaves with its question");
        let left = row(3).unwrap();
        assert!(left.contains(r#""Owner":"Ines""#) && !left.contains("jane@"), "{left}");
        assert!(!row(4).is_some_and(|row| row.contains("Jane")), "a name in two columns is hers");
        prove(&store, folder.path(), erased).await;
    });
}
