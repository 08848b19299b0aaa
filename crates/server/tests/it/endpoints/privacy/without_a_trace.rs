//! The proof: a person whose every field is marked is used everywhere, erased, and no byte of any file tells of them.

use std::{collections::BTreeSet, path::Path, time::Duration};

use records::Claim;
use serde_json::{Value, json};
use store::{Plan, scan_bytes};

use crate::support::{Account, HARBOR, JONAS, PostOffice, Receiver, Reply, TestServer, cast, person_claim};

const PROFILE: &str = "https://network.example/in/canarina-featherstone";
const EMAIL: &str = "canary-work@harbor.example";
const PRIVATE: &str = "canary.private@gmail.com";
const MOBILE: &str = "+12025550188";

/// Marks that are found nowhere else: one in each field that a claim about a person has.
const CANARIES: [&str; 26] = [
    "canarina",
    "featherstone",
    "canary-work",
    "canary.private",
    "2025550188",
    "canary-headline",
    "canary-title",
    "canary-employer",
    "canary-oldtitle",
    "canary-former",
    "canary-school",
    "canary-degree",
    "canary-field",
    "canary-skill",
    "canary-language",
    "canary-certificate",
    "canaryville",
    "canaryhub",
    "canary-announcement",
    "canary-post",
    "19770707",
    "canary-street",
    "canary-flat",
    "canary-reference",
    "canary-ref-of-a-job",
    "canary-carrier",
];

/// What a source says of her: first where she worked, then that she has moved.
fn claims() -> [Claim; 2] {
    let facts = |title: &str, employer: &str, domain: &str, started: &str, experience: Value| {
        json!({
            "fullName": "Canarina Featherstone", "firstName": "Canarina", "lastName": "Featherstone",
            "headline": "canary-headline", "title": title, "companyName": employer, "companyDomain": domain,
            "startedAt": started, "location": { "city": "Canaryville", "country": "US" }, "networkUrl": PROFILE,
            "profiles": ["https://github.com/canaryhub"],
            "emails": [
                { "address": EMAIL, "kind": "business", "status": "deliverable",
                  "lastValidatedAt": "2026-02-20T08:00:00Z" },
                { "address": PRIVATE, "kind": "personal" },
            ],
            "phones": [{ "number": MOBILE, "lineType": "mobile", "carrier": "canary-carrier" }],
            "experience": experience,
            "education": [{ "school": "canary-school", "degree": "canary-degree", "field": "canary-field" }],
            "skills": ["canary-skill"], "languages": ["canary-language"], "certifications": ["canary-certificate"],
            "announcement": {
                "url": "https://network.example/posts/canary-post", "text": "canary-announcement",
                "postedAt": "2026-02-16T09:00:00Z",
            },
            "private": {
                "birthDate": "19770707", "houseNumber": "7", "street": "canary-street",
                "addressLine": "canary-flat", "postcode": "90909",
            },
        })
    };
    let (former, former_domain) = ("Canary-Former Works", "canary-former.example");
    let before = facts("canary-oldtitle", former, former_domain, "2019-01", json!([]));
    let past = json!([{
        "companyName": former, "companyDomain": former_domain, "title": "canary-oldtitle", "startedAt": "2019-01",
        "endedAt": "2026-01",
    }]);
    let moved = facts("VP Sales canary-title", "Canary-Employer", HARBOR, "2026-02-15", past);
    let seen = |at: &str, claim: Claim| Claim { observed_at: at.parse().unwrap(), ..claim };
    [
        seen("2026-01-05T00:00:00Z", person_claim("canary-reference", before)),
        seen("2026-03-01T00:00:00Z", person_claim("canary-reference", moved)),
    ]
}

fn by_name(domain: &str) -> Value {
    json!({ "firstName": "Canarina", "lastName": "Featherstone", "domain": domain })
}

async fn ask(account: &Account, path: &str, request: Value) -> Value {
    let key = format!("once {path}");
    account.with("idempotency-key", &key).post(path, request).await.ok()
}

/// A list that watches her, and then the news that she has moved.
async fn watch(server: &TestServer, account: &Account, receiver: &Receiver) {
    let list = json!({
        "name": "people", "profiles": [PROFILE, JONAS], "live": true, "monthly_budget": 50,
        "webhook": { "url": receiver.url() },
    });
    account.post("/v1/watch-lists", list).await.ok();
    server.turn(2).await;
    let [_, moved] = claims();
    server.store.ingest(vec![moved]).await.unwrap();
    told(server, receiver, "watch_list.matched").await;
    server.indexed().await;
}

/// Waits until an event of this kind has arrived.
async fn told(server: &TestServer, receiver: &Receiver, kind: &str) {
    for _ in 0..200 {
        server.turn(1).await;
        if receiver.received().iter().any(|event| event.json()["type"] == kind) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no event of {kind} was sent");
}

/// The request for a number, also one whose line was never checked.
fn unchecked_too(mut request: Value) -> Value {
    request["verified_only"] = json!(false);
    request
}

/// Has the person in every answer, list, job, cache and event that keeps anything.
async fn use_everywhere(server: &TestServer, account: &Account, receiver: &Receiver) {
    let by_profile = json!({ "networkUrl": PROFILE });
    for (path, request) in [
        ("/v1/enrich", json!({ "email": EMAIL, "explain": true })),
        ("/v1/reverse-email", json!({ "email": PRIVATE })),
        ("/v1/reverse-phone", json!({ "phone": MOBILE })),
        ("/v1/find-phone", unchecked_too(by_name(HARBOR))),
        ("/v1/find-email", json!({ "kind": "network", "networkUrl": PROFILE })),
        ("/v1/find-personal-email", by_profile.clone()),
        ("/v1/prospect-package", by_profile.clone()),
        ("/v1/ad-audience", json!({ "emails": [EMAIL, PRIVATE] })),
        ("/v1/search/people", json!({ "filters": { "company_domains": [HARBOR] } })),
        ("/v1/job-change-radar", json!({ "within_days": 60 })),
        (
            "/v1/champion-just-moved",
            json!({ "contacts": [{ "email": EMAIL, "company_domain": "canary-former.example" }] }),
        ),
    ] {
        let answer = ask(account, path, request).await;
        assert_ne!(answer["found"], false, "{path}: {answer}");
        assert_ne!(answer["results"], json!([]), "{path}: {answer}");
    }
    for address in [EMAIL, PRIVATE] {
        account.post("/v1/verify-email", json!({ "email": address })).await.ok();
    }
    account.post("/v1/find-email", by_name("canary-former.example")).await.ok();
    account.post("/v1/engagement-events", json!({ "events": [{ "email": EMAIL }] })).await.ok();
    let items = json!([{ "email": EMAIL, "ref": "canary-ref-of-a-job" }, { "networkUrl": JONAS }]);
    account
        .post("/v1/bulk/enrich", json!({ "items": items, "webhook": { "url": receiver.url() } }))
        .await
        .ok();
    told(server, receiver, "bulk.completed").await;
    let seen = account.get("/v1/me/people?q=canarina").await.ok();
    assert_eq!(seen["results"].as_array().unwrap().len(), 1);
}

fn left_of(folder: &Path) -> Vec<store::PlaceLeft> {
    let texts: BTreeSet<String> = CANARIES.iter().map(|text| (*text).to_owned()).collect();
    scan_bytes(folder, &texts).unwrap().places
}

/// Everything that would tell of the person is asked, and none of it does.
async fn nothing_is_told(account: &Account) {
    for (path, request) in [
        ("/v1/enrich", json!({ "email": EMAIL })),
        ("/v1/enrich", json!({ "networkUrl": PROFILE })),
        ("/v1/enrich", json!({ "fullName": "Canarina Featherstone", "company_domain": HARBOR })),
        ("/v1/reverse-email", json!({ "email": PRIVATE })),
        ("/v1/reverse-phone", json!({ "phone": MOBILE })),
        ("/v1/find-email", json!({ "kind": "name", "fullName": "Canarina Featherstone", "domain": HARBOR })),
        ("/v1/find-email", by_name(HARBOR)),
        ("/v1/find-phone", by_name(HARBOR)),
    ] {
        let answer = account.post(path, request).await.ok();
        assert_eq!(answer["cost"]["credits"], 0, "{path}: {answer}");
        for canary in ["featherstone", "canary"] {
            assert!(
                !answer.to_string().to_lowercase().replace(EMAIL, "").contains(canary),
                "{path}: {answer}"
            );
        }
    }
    let verified = account.post("/v1/verify-email", json!({ "email": EMAIL })).await.ok();
    assert_eq!(
        (&verified["status"], &verified["cost"]["credits"]),
        (&json!("unknown"), &json!(0)),
        "{verified}"
    );
    for path in ["/v1/signals?kind=job-change", "/v1/me/people?q=canarina"] {
        assert_eq!(account.get(path).await.ok()["results"], json!([]), "{path}");
    }
    let found =
        account.post("/v1/search/people", json!({ "filters": { "company_domains": [HARBOR] } })).await;
    assert!(!found.ok().to_string().to_lowercase().contains("canar"), "{}", found.text());
    let replayed = ask(account, "/v1/enrich", json!({ "email": EMAIL, "explain": true })).await;
    assert_eq!(replayed, json!({ "erased": true }), "a replay tells nothing and costs nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_byte_of_any_file_names_an_erased_person() {
    let folder = tempfile::tempdir().unwrap();
    let office = PostOffice::start().await;
    for address in [EMAIL, PRIVATE] {
        office.open(address);
    }
    let verifier = office.verifier();
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::with(|setup| {
        setup.folder = Some(folder.path().to_owned());
        setup.index_in_folder = true;
        setup.verifier = Some(verifier);
        setup.claims = cast().into_iter().chain(claims().into_iter().take(1)).collect();
    })
    .await;
    server.indexed().await;
    let account = server.account(Plan::Scale, 1_000).await;
    let operator = server.operator(&account).await;
    watch(&server, &account, &receiver).await;
    use_everywhere(&server, &account, &receiver).await;
    // What is compressed in the store's own files is read in a copy of them.
    let copies = tempfile::tempdir().unwrap();
    server.store.copy_to(&copies.path().join("before.db")).unwrap();
    for canary in CANARIES {
        let planted =
            [folder.path(), copies.path()].map(|folder| scan_bytes(folder, &[canary.to_owned()].into()));
        let is_there = planted.into_iter().any(|scan| !scan.unwrap().places.is_empty());
        assert!(is_there, "{canary} is there to be erased");
    }
    drop(copies);

    let erased = operator.post("/v1/erase", json!({ "email": EMAIL, "keep_out": true })).await.ok();
    assert_eq!((&erased["erased"]["people"], &erased["erased"]["cleaned"]), (&json!(1), &json!(true)));
    assert!(erased["erased"]["rows"].as_u64().unwrap() >= 10, "{erased}");
    server.indexed().await;
    nothing_is_told(&account).await;
    let report = server.store.ingest(claims().to_vec()).await.unwrap();
    assert_eq!((report.suppressed, report.claims), (2, 0));
    server.run_due().await;
    server.prove_books();
    let job = account.get("/v1/bulk").await.ok()["results"][0].clone();
    assert_eq!(
        (&job["status"], &job["resolved"]),
        (&json!("completed"), &json!(2)),
        "what was paid stays paid"
    );
    let copies = tempfile::tempdir().unwrap();
    server.store.copy_to(&copies.path().join("after.db")).unwrap();
    assert_eq!(left_of(copies.path()), [], "every row was read");
    server.stop().await;
    assert_eq!(left_of(folder.path()), [], "every byte of every file was read");
}
