//! Every endpoint that answers first lines answers them in each language.

use serde_json::Value;
use server::CATALOGUE;
use store::Plan;

use super::coverage::server_of_the_world;
use crate::support::call;

/// Members of answers that hold a sentence to send.
const SENTENCES: [&str; 2] = ["personalization_hooks", "personalization_seed"];

/// The sentences of an answer, wherever they are.
fn sentences(answer: &Value, found: &mut Vec<String>) {
    match answer {
        Value::Object(members) => {
            for (name, member) in members {
                if SENTENCES.contains(&name.as_str()) {
                    let one = member.as_str().map(str::to_owned);
                    let list = member.as_array().into_iter().flatten();
                    found.extend(one.into_iter().chain(list.filter_map(Value::as_str).map(str::to_owned)));
                } else {
                    sentences(member, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| sentences(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn first_lines_come_in_four_languages_and_another_one_is_refused() {
    let (server, sample) = server_of_the_world().await;
    let account = server.account(Plan::Scale, 10_000).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let mut tried = Vec::new();
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.has_twin()) {
        let operation = &document["paths"][entry.spec.path]["post"];
        let example = &document["components"]["examples"][entry.spec.id];
        let documented = format!("{}{example}", operation["responses"]);
        if !SENTENCES.iter().any(|name| documented.contains(name)) {
            continue;
        }
        tried.push(entry.spec.id);
        let example = (entry.example)(&sample);
        let mut told: Vec<Vec<String>> = Vec::new();
        for language in [None, Some("en"), Some("de"), Some("fr"), Some("es")] {
            let mut request = example.clone();
            if let Some(language) = language {
                request["language"] = language.into();
            }
            let answer = call(&account, entry, entry.spec.path, request).await.ok();
            let mut found = Vec::new();
            sentences(&answer, &mut found);
            assert!(!found.is_empty(), "{} {language:?}: {answer}", entry.spec.id);
            told.push(found);
        }
        assert_eq!(told[0], told[1], "{}: English if omitted", entry.spec.id);
        for (index, one) in told[1..].iter().enumerate() {
            for other in &told[index + 2..] {
                assert!(one.iter().all(|line| !other.contains(line)), "{one:?} {other:?}");
            }
        }
        let mut request = example;
        request["language"] = "tlh".into();
        let refused = call(&account, entry, entry.spec.path, request).await;
        assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &"/language".into()));
    }
    assert_eq!(tried, ["prospect_package", "congrats_trigger"]);
}
