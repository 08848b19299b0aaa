//! A suppressed person is neither asked about outside nor charged for, at any endpoint that takes a contact or a name.

use serde_json::{Map, Value, json};
use server::{CATALOGUE, Entry, Sample, request_schemas};
use sources::vendor::Fact;
use store::Plan;

use crate::support::{
    PostOffice, QUILL, SmallWorld, TestServer, TestVendor, call, miss, person_claim, vendors,
};

/// Members that say which person a request is about.
const NAMING: [&str; 12] = [
    "company_domain",
    "company_id",
    "company_name",
    "contacts",
    "domain",
    "email",
    "firstName",
    "fullName",
    "kind",
    "lastName",
    "networkUrl",
    "phone",
];
/// Hashes the caller's own texts and tells nothing of their owners; each distinct address is charged, known or not.
const CHARGED_ANYWAY: [&str; 1] = ["ad_audience"];

/// A person by all that requests may name them by.
struct Subject {
    first: &'static str,
    last: &'static str,
    email: &'static str,
    phone: &'static str,
    profile: &'static str,
}

const KEPT_OUT: Subject = Subject {
    first: "Zora",
    last: "Quintanilla",
    email: "zora.quintanilla@quill.example",
    phone: "+12025550167",
    profile: "https://network.example/in/zora-quintanilla",
};
const STRANGER: Subject = Subject {
    first: "Basil",
    last: "Thornquist",
    email: "basil.thornquist@quill.example",
    phone: "+12025550168",
    profile: "https://network.example/in/basil-thornquist",
};

impl Subject {
    /// Every way to name the person in a request of these properties.
    fn named(&self, properties: &Value) -> Vec<Map<String, Value>> {
        let full = format!("{} {}", self.first, self.last);
        let ways = [
            json!({ "email": self.email }),
            json!({ "phone": self.phone }),
            json!({ "networkUrl": self.profile }),
            json!({ "fullName": full, "company_domain": QUILL }),
            json!({ "firstName": self.first, "lastName": self.last, "company_domain": QUILL }),
            json!({ "fullName": full, "domain": QUILL }),
            json!({ "firstName": self.first, "lastName": self.last, "domain": QUILL }),
            json!({ "contacts": [{ "email": self.email }, { "networkUrl": self.profile }] }),
            json!({ "emails": [self.email] }),
        ];
        let takes =
            |name: &String| properties.get(name).is_some_and(|property| property["format"] != "company-page");
        let fits = |way: &Map<String, Value>| way.keys().all(takes);
        ways.into_iter().filter_map(|way| way.as_object().cloned()).filter(fits).collect()
    }

    /// The requests of an entry about the person; of a job one for each item.
    fn requests(&self, entry: &Entry, sample: &Sample) -> Vec<Value> {
        let schemas = request_schemas(CATALOGUE);
        let asks = entry.spec.items_of.unwrap_or(entry.spec.id);
        let ways = self.named(&schemas.request(asks)["properties"]);
        if entry.spec.items_of.is_some() {
            return ways.into_iter().map(|item| json!({ "items": [item] })).collect();
        }
        let mut rest = (entry.example)(sample);
        NAMING.iter().for_each(|name| drop(rest.as_object_mut().unwrap().shift_remove(*name)));
        let with = |way: Map<String, Value>| {
            let mut request = rest.clone();
            request.as_object_mut().unwrap().extend(way);
            request
        };
        ways.into_iter().map(with).collect()
    }
}

#[tokio::test]
async fn a_suppressed_person_is_neither_asked_about_nor_charged_for_at_any_endpoint() {
    let sample =
        Sample::of(&SmallWorld::at("2026-03-04T12:00:00Z".parse().unwrap()).await.store().await).unwrap();
    let office = PostOffice::start().await;
    for subject in [&KEPT_OUT, &STRANGER] {
        office.open(subject.email);
    }
    let asked = [
        TestVendor::start("people", Fact::Person, |_| miss()).await,
        TestVendor::start("emails", Fact::BusinessEmail, |_| miss()).await,
        TestVendor::start("mobiles", Fact::Mobile, |_| miss()).await,
    ];
    let server = TestServer::with(|setup| {
        setup.verifier = Some(office.verifier());
        setup.external = vendors(&asked);
        setup.claims.push(person_claim(
            "zora",
            json!({
                "fullName": format!("{} {}", KEPT_OUT.first, KEPT_OUT.last), "companyDomain": QUILL,
                "networkUrl": KEPT_OUT.profile, "emails": [{ "address": KEPT_OUT.email }],
                "phones": [{ "number": KEPT_OUT.phone }],
            }),
        ));
    })
    .await;
    server.indexed().await;
    let account = server.account(Plan::Scale, 1_000).await;
    let operator = server.operator(&account).await;
    let entry = operator.post("/v1/suppressions", json!({ "phone": KEPT_OUT.phone })).await.ok();
    assert_eq!(entry["erased"]["people"], 1, "{entry}");
    let outside = || asked.iter().map(TestVendor::requests).sum::<usize>() + office.asked();

    let charging = || CATALOGUE.iter().filter(|entry| entry.spec.price.charges());
    let mut endpoints = 0;
    for entry in charging().filter(|entry| !CHARGED_ANYWAY.contains(&entry.spec.id)) {
        let requests = KEPT_OUT.requests(entry, &sample);
        endpoints += usize::from(!requests.is_empty());
        for request in requests {
            let before = server.balance(&account);
            let answer = call(&account, entry, entry.spec.path, request.clone()).await;
            answer.ok();
            server.run_due().await;
            assert_eq!(server.balance(&account), before, "{} {request}: {}", entry.spec.path, answer.text());
            assert_eq!(outside(), 0, "{} {request} was asked outside", entry.spec.path);
        }
    }
    assert!(endpoints > 20, "most endpoints about people are tried: {endpoints}");

    for entry in charging() {
        for request in STRANGER.requests(entry, &sample) {
            call(&account, entry, entry.spec.path, request).await.ok();
        }
        server.run_due().await;
    }
    assert!(asked.iter().all(|vendor| vendor.requests() > 0) && office.asked() > 0, "others are asked about");
}

#[tokio::test]
async fn the_verdict_on_a_suppressed_address_is_that_of_a_server_that_does_not_reply() {
    let office = PostOffice::start().await;
    office.open(KEPT_OUT.email);
    let server = TestServer::with(|setup| setup.verifier = Some(office.verifier())).await;
    let account = server.account(Plan::Scale, 100).await;
    let operator = server.operator(&account).await;
    let verify = async |email: &str| account.post("/v1/verify-email", json!({ "email": email })).await.ok();
    assert_eq!(verify(KEPT_OUT.email).await["status"], "deliverable", "a verdict that is kept");
    let asked = office.asked_about(KEPT_OUT.email);
    operator.post("/v1/suppressions", json!({ "email": KEPT_OUT.email })).await.ok();
    for spelling in [KEPT_OUT.email, "Zora.Quintanilla+news@quill.example"] {
        let answer = verify(spelling).await;
        assert_eq!(
            (&answer["status"], &answer["reason"], &answer["cost"]["credits"]),
            (&json!("unknown"), &json!("timed_out"), &json!(0)),
            "{answer}"
        );
    }
    assert_eq!(office.asked_about(KEPT_OUT.email), asked);

    // An entry of an address alone: the names that lead to it are not known.
    let found = account
        .post("/v1/find-email", json!({ "firstName": KEPT_OUT.first, "lastName": KEPT_OUT.last, "domain": QUILL, "explain": true }))
        .await;
    assert_eq!(found.ok()["found"], false);
    assert!(!found.text().contains(KEPT_OUT.email), "{}", found.text());
    assert_eq!(office.asked_about(KEPT_OUT.email), asked);
    assert!(office.asked() > asked, "other addresses of the name are tried");
}
