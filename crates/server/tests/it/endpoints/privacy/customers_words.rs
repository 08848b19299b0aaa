//! What customers wrote themselves: names of lists and keys, filters, addresses of webhooks and idempotency keys do not
//! name an erased person.

use serde_json::json;
use store::{Credits, Plan};

use crate::support::{HARBOR, TestServer, person_claim};

const EMAIL: &str = "zebulonia@canarycorp.example";
const NAME: &str = "Zebulonia Quackenfrost, Canarycorp Aviaries";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_customers_wrote_names_an_erased_person() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| {
        setup.folder = Some(folder.path().to_owned());
        setup.index_in_folder = true;
        setup.claims.push(person_claim(
            "1",
            json!({
                "fullName": "Zebulonia Quackenfrost", "companyName": "Canarycorp Aviaries",
                "companyDomain": "canarycorp.example", "emails": [{ "address": EMAIL }],
            }),
        ));
    })
    .await;
    server.indexed().await;
    let account = server.account(Plan::Scale, 100).await;
    let operator = server.operator(&account).await;
    let icp = json!({
        "name": "Zebulonia Quackenfrost", "target": "people",
        "filters": {
            "company_domains": ["canarycorp.example"], "name": "zebulonia quackenfrost", "skills": [EMAIL, "falconry"],
        },
    });
    account.post("/v1/saved-icps", icp).await.ok();
    account.post("/v1/watch-lists", json!({ "name": NAME, "domains": [HARBOR] })).await.ok();
    account.post("/v1/watch-lists", json!({ "name": "harbor", "domains": [HARBOR] })).await.ok();
    let hook = format!("http://127.0.0.1:9999/hooks/{}", EMAIL.replace('@', "%40"));
    let hook = account.post("/v1/me/webhooks", json!({ "url": hook })).await.ok();
    let key = account
        .with("idempotency-key", "key-1")
        .post("/v1/me/keys", json!({ "name": format!("key of {EMAIL}"), "scopes": ["read"] }))
        .await
        .ok();
    let by_key = account.with("idempotency-key", &format!("enrich-{EMAIL}"));
    assert_eq!(by_key.post("/v1/enrich", json!({ "email": EMAIL })).await.ok()["found"], true);
    server.anyone().post("/v1/privacy/requests", json!({ "email": EMAIL })).await.ok();
    server.store.grant(&account.id, Credits::whole(5), &format!("for {NAME}"), server.now()).await.unwrap();

    let erased = operator.post("/v1/erase", json!({ "email": EMAIL })).await.ok();
    assert_eq!((&erased["erased"]["people"], &erased["erased"]["cleaned"]), (&json!(1), &json!(true)));
    for path in [
        "/v1/saved-icps",
        "/v1/watch-lists",
        "/v1/me/webhooks",
        "/v1/me/keys",
        "/v1/me/history",
        "/v1/privacy/requests?status=approved",
        "/v1/privacy/requests",
    ] {
        let answer = operator.get(path).await;
        let text = answer.text().to_lowercase();
        assert!(!text.contains("zebulonia") && !text.contains("quackenfrost"), "{path}: {text}");
        assert!(!answer.ok()["results"].is_null(), "{path} is answered");
    }
    let names = |answer: serde_json::Value| -> Vec<String> {
        let mut names: Vec<String> = answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(account.get("/v1/watch-lists").await.ok()), ["(erased)", "harbor"]);
    let icps = account.get("/v1/saved-icps").await.ok();
    let filters = &icps["results"][0]["filters"];
    assert_eq!(filters["company_domains"], json!(["canarycorp.example"]));
    assert_eq!((&filters["skills"], &filters["name"]), (&json!(["falconry"]), &json!("(erased)")));
    let hooks = account.get("/v1/me/webhooks").await.ok();
    let ended = format!("https://erased.invalid/{}", hook["id"].as_str().unwrap());
    assert_eq!(
        (&hooks["results"][0]["url"], &hooks["results"][0]["status"]),
        (&json!(ended), &json!("gone"))
    );
    let path = format!("/v1/me/webhooks/{}", hook["id"].as_str().unwrap());
    let enabled = account.patch(&path, json!({ "enabled": true })).await;
    enabled.problem(409, "webhook_not_receiving");
    let approved = operator.get("/v1/privacy/requests?status=approved").await.ok();
    assert_eq!(approved["results"].as_array().unwrap().len(), 1, "the request is done by the erasure");
    let renamed = server.anyone().with_key(key["key"].as_str().unwrap());
    assert_eq!(renamed.get("/v1/me").await.status, 200, "a key goes on working under its new name");
    server.prove_books();
    let reasons: Vec<String> =
        server.store.movements(&account.id).unwrap().into_iter().map(|one| one.reason).collect();
    assert!(reasons.iter().any(|reason| reason == "(erased)"), "{reasons:?}");
    server.stop().await;
    let texts = ["zebulonia", "quackenfrost"].map(str::to_owned).into();
    assert_eq!(store::scan_bytes(folder.path(), &texts).unwrap().places, []);
}

#[tokio::test]
async fn words_about_a_suppressed_person_are_not_stored() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 100).await;
    let operator = server.operator(&account).await;
    operator.post("/v1/erase", json!({ "email": EMAIL, "keep_out": true })).await.ok();
    let words = format!("leads like {EMAIL}");
    let list = json!({ "name": words, "contacts": [{ "email": EMAIL }, { "email": "max@harbor.example" }] });
    let list = account.post("/v1/watch-lists", list).await.ok();
    assert_eq!((&list["name"], &list["entries"]), (&json!("(erased)"), &json!(1)), "{list}");
    let key = account.post("/v1/me/keys", json!({ "name": words, "scopes": ["read"] })).await.ok();
    assert_eq!(key["details"]["name"], "(erased)", "{key}");
    let hook = json!({ "url": format!("http://127.0.0.1:9999/?for={EMAIL}") });
    account.post("/v1/me/webhooks", hook).await.problem(422, "invalid_request");
    let grant = json!({ "credits": 1, "reason": "for zebulonia%40canarycorp.example" });
    let path = format!("/v1/operator/accounts/{}/grants", account.id);
    operator.post(&path, grant).await.problem(422, "invalid_request");
    let items = json!({ "items": [{ "fullName": words, "company_domain": HARBOR, "ref": words }] });
    let job = account.post("/v1/bulk/enrich", items).await.ok();
    let results = account.get(&format!("/v1/bulk/{}", job["id"].as_str().unwrap())).await;
    assert!(!results.text().contains("zebulonia"), "{}", results.text());
}
