//! The suppression list of a running server.

use serde_json::{Value, json};
use store::{Plan, scan_bytes};

use crate::support::{HARBOR, JONAS, KATHERINE, PostOffice, TestServer, cast};

#[tokio::test]
async fn an_entry_takes_a_person_out_at_once_and_its_end_lets_them_back_in() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 100).await).await;
    let found =
        async || operator.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok()["found"].clone();
    assert_eq!(found().await, true);
    let request = json!({ "phone": "+1 202 555 0143", "reason": "asked by mail" });
    let entry = operator.post("/v1/suppressions", request).await;
    assert_eq!(entry.status, 201);
    let entry = entry.ok();
    assert_eq!((&entry["kind"], &entry["reason"]), (&json!("phone"), &json!("asked by mail")));
    assert_eq!((&entry["erased"]["people"], &entry["erased"]["cleaned"]), (&json!(1), &json!(true)));
    assert_eq!(found().await, false);
    server.store.ingest(cast()).await.unwrap();
    assert_eq!(found().await, false);

    let listed = operator.get("/v1/suppressions").await;
    assert_eq!(listed.ok()["results"][0]["id"], entry["id"]);
    for personal in ["brandt", "5550143", "harbor"] {
        assert!(!listed.text().contains(personal), "{personal}");
    }
    let path = format!("/v1/suppressions/{}", entry["id"].as_str().unwrap());
    operator.delete(&path).await.ok();
    operator.delete(&path).await.problem(404, "not_found");
    server.store.ingest(cast()).await.unwrap();
    assert_eq!(found().await, true);
}

#[tokio::test]
async fn an_erasure_names_the_files_that_wait_for_an_import() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 100).await).await;
    let erase = async || {
        let erased = operator.post("/v1/erase", json!({ "email": "k.brandt@harbor.example" })).await.ok();
        erased["erased"]["waiting_imports"].clone()
    };
    assert_eq!(erase().await, json!([]));
    let file = json!({ "name": "contacts.csv", "csv": "Id,Mail\n1,k.brandt@harbor.example\n" });
    let import = operator.post("/v1/operator/imports", file).await.ok()["id"].clone();
    assert_eq!(erase().await, json!([import]));
    let entry = operator.post("/v1/suppressions", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    assert_eq!(entry["erased"]["waiting_imports"], json!([import]));
    operator.delete(&format!("/v1/operator/imports/{}", import.as_str().unwrap())).await.ok();
    assert_eq!(erase().await, json!([]));
}

#[tokio::test]
async fn a_domain_takes_out_the_company_and_its_people() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 100).await).await;
    let entry = operator.post("/v1/suppressions", json!({ "domain": HARBOR })).await.ok();
    assert_eq!((&entry["erased"]["people"], &entry["erased"]["companies"]), (&json!(1), &json!(1)));
    server.store.ingest(cast()).await.unwrap();
    let found = async |path: &str, request: Value| operator.post(path, request).await.ok()["found"].clone();
    for domain in [HARBOR, "harbor-systems.example"] {
        assert_eq!(found("/v1/companies", json!({ "domain": domain })).await, false, "{domain}");
    }
    assert_eq!(found("/v1/enrich", json!({ "networkUrl": KATHERINE })).await, false);
    assert_eq!(found("/v1/enrich", json!({ "networkUrl": JONAS })).await, true);
}

#[tokio::test]
async fn rows_about_a_suppressed_person_are_counted_and_dropped() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 100).await).await;
    operator.post("/v1/suppressions", json!({ "domain": HARBOR })).await.ok();
    let signal = json!({
        "kind": "funding", "id": "1", "companyDomain": HARBOR, "round": "seed", "amount": 1_000_000,
        "currency": "USD", "date": "2026-03-01",
    });
    let report = json!({ "source": "news", "signals": [signal] });
    let answer = operator.post("/v1/ingest/signals", report).await.ok();
    assert_eq!((&answer["accepted"], &answer["suppressed"]), (&json!(0), &json!(1)));
    assert_eq!(operator.get("/v1/signals?kind=funding").await.ok()["results"], json!([]));
}

const ADDRESS: &str = "nobody.knows@quill.example";

#[tokio::test]
async fn queries_about_a_suppressed_person_are_not_stored() {
    let (folder, office) = (tempfile::tempdir().unwrap(), PostOffice::start().await);
    office.open(ADDRESS);
    let verifier = office.verifier();
    let server = TestServer::with(|setup| {
        setup.folder = Some(folder.path().to_owned());
        setup.verifier = Some(verifier);
    })
    .await;
    let account = server.account(Plan::Pro, 100).await;
    let operator = server.operator(&account).await;
    operator.post("/v1/suppressions", json!({ "email": ADDRESS })).await.ok();
    let items =
        json!({ "items": [{ "email": ADDRESS, "ref": ADDRESS }, { "networkUrl": JONAS, "ref": "row 2" }] });
    let job = account.post("/v1/bulk/enrich", items).await.ok();
    let verify = async || {
        let keyed = account.with("idempotency-key", ADDRESS);
        keyed.post("/v1/verify-email", json!({ "email": ADDRESS })).await
    };
    let first = verify().await;
    assert_eq!(first.ok()["email"], ADDRESS);
    assert_eq!(verify().await.text(), first.text(), "the answer is given again");
    server.run_due().await;
    let results = account.get(&format!("/v1/bulk/{}", job["id"].as_str().unwrap())).await.ok();
    let status = |no: usize| results["results"][no]["status"].clone();
    assert_eq!((status(0), status(1)), (json!("not_found"), json!("resolved")), "{results}");
    server.stop().await;
    let left = scan_bytes(folder.path(), &[ADDRESS.to_owned()].into()).unwrap();
    assert_eq!(left.places, []);
}
