//! No suppressed person is in any answer of the catalogue, before or after the next import.

use std::{collections::BTreeSet, time::Duration};

use serde_json::Value;
use server::{CATALOGUE, Group, Sample};
use store::{Entropy, ErasureTarget, NewSuppression, Plan};

use crate::support::{Account, SmallWorld, TestServer, call};

/// Ids and profiles of the people in an answer.
fn people(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for name in ["id", "networkUrl", "network_url", "personId"] {
                let text = members.get(name).and_then(Value::as_str);
                let is_person = |text: &&str| text.starts_with("per_") || text.contains("/in/");
                found.extend(text.filter(is_person).map(str::to_owned));
            }
            members.values().for_each(|member| people(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| people(item, found)),
        _ => {}
    }
}

/// Every person named in the answers to the examples of the catalogue.
async fn people_named(account: &Account, sample: &Sample) -> (BTreeSet<String>, usize) {
    let (mut found, mut naming) = (BTreeSet::new(), 0);
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.has_twin() && entry.spec.group != Group::Sticky) {
        let answer = call(account, entry, entry.spec.path, (entry.example)(sample)).await.ok();
        let mut named = BTreeSet::new();
        people(&answer, &mut named);
        naming += usize::from(!named.is_empty());
        found.extend(named);
    }
    (found, naming)
}

#[tokio::test]
async fn a_person_named_in_answers_is_in_none_once_suppressed_and_after_the_next_import() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 100_000).await;
    let (before, naming) = people_named(&account, &sample).await;
    assert!(naming > 20, "most endpoints name people: {naming}");
    let ids: Vec<&String> = before.iter().filter(|text| text.starts_with("per_")).collect();
    let mut suppressed = BTreeSet::new();
    for id in ids {
        let Some(record) = server.store.person_by_id(id).unwrap() else { continue };
        suppressed.extend(record.person.network_url);
        suppressed.insert(id.clone());
        let entry = NewSuppression::new(format!("sup_{id}"), "a test".into(), &Entropy::seeded(3));
        server.store.erase(ErasureTarget::Record(id.clone()), Some(entry), server.now()).await.unwrap();
    }
    assert!(suppressed.len() > 20, "{suppressed:?}");
    for round in ["at once", "after the next import"] {
        server.indexed().await;
        // A fresh account, so that nothing is left out because it was paid for before.
        let account = server.account(Plan::Scale, 100_000).await;
        let (now, _) = people_named(&account, &sample).await;
        let left: Vec<&String> = now.intersection(&suppressed).collect();
        assert_eq!(left, Vec::<&String>::new(), "{round}");
        let report = server.store.ingest(SmallWorld::at(server.now()).await.claims()).await.unwrap();
        assert!(report.suppressed as usize >= suppressed.len() / 2, "{report:?}");
        assert_eq!(report.created, 0, "no record comes back");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
