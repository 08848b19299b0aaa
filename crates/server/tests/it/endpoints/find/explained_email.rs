//! `explain` on `/v1/find-email`: candidates, what the confidence is made of, and the conversation.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{Account, KATHERINE, Manner, PostOffice, QUILL, TestServer, person_at, with_phones};

struct Stage {
    server: TestServer,
    office: PostOffice,
    account: Account,
}

impl Stage {
    /// A server whose records have three colleagues at Quill, all written first.last.
    async fn start() -> Self {
        let office = PostOffice::start().await;
        let verifier = office.verifier();
        let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
        let account = server.account(Plan::Pro, 100).await;
        let colleagues = [("Ada Berg", "ada.berg"), ("Bo Falk", "bo.falk"), ("Cleo Hart", "cleo.hart")];
        let claims = colleagues.map(|(name, local)| person_at(name, &format!("{local}@{QUILL}"), QUILL));
        server.store.ingest(claims.to_vec()).await.unwrap();
        Self { server, office, account }
    }

    async fn ask(&self, mut request: Value) -> Value {
        request["explain"] = json!(true);
        self.account.post("/v1/find-email", request).await.ok()
    }

    async fn nora(&self) -> Value {
        self.ask(json!({ "firstName": "Nora", "lastName": "Lind", "domain": QUILL })).await
    }

    /// Files a person at Quill of whom no address is known.
    async fn employ(&self, name: &str) {
        self.server.store.ingest(vec![with_phones(name, QUILL, Vec::new())]).await.unwrap();
    }
}

/// The confidence after the last piece of evidence is the one that is answered.
fn assert_adds_up(answer: &Value) {
    let steps = answer["explain"]["confidence"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["confidence"], answer["confidence"], "{answer:#}");
}

fn evidence(answer: &Value) -> Vec<&str> {
    let steps = answer["explain"]["confidence"].as_array().unwrap();
    steps.iter().map(|step| step["because"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_stated_address_names_its_check() {
    let stage = Stage::start().await;
    let answer = stage.ask(json!({ "networkUrl": KATHERINE })).await;
    let explain = &answer["explain"];
    assert_eq!(explain["candidates"][0]["address"], "k.brandt@harbor.example");
    assert_eq!((evidence(&answer), &explain["from_cache"]), (vec!["stated_by_source"], &json!(true)));
    assert_adds_up(&answer);
    let plain = stage.account.post("/v1/find-email", json!({ "networkUrl": KATHERINE })).await.ok();
    assert_eq!(plain.get("explain"), None);
}

#[tokio::test]
async fn a_derived_address_names_candidates_evidence_and_conversation_also_when_cached() {
    let stage = Stage::start().await;
    stage.office.open(&format!("nora.lind@{QUILL}"));
    let first = stage.nora().await;
    assert_eq!(first["email"], format!("nora.lind@{QUILL}"));
    let explain = &first["explain"];
    assert!(explain["learned_from"].as_u64() >= Some(3), "{explain:#}");
    let candidate = &explain["candidates"][0];
    assert_eq!(
        (&candidate["pattern"], &candidate["reason"]),
        (&json!("first_dot_last"), &json!("mailbox_exists"))
    );
    assert_eq!(evidence(&first), ["name_pattern", "mailbox_exists"]);
    assert!(explain["conversation"].to_string().contains("250 2.1.5 Ok"), "{explain:#}");
    assert_adds_up(&first);
    let again = stage.nora().await;
    assert_eq!(again["explain"]["from_cache"], true);
    assert_eq!(again["explain"]["candidates"], explain["candidates"]);
    assert_adds_up(&again);
}

#[tokio::test]
async fn a_less_likely_address_says_that_likelier_ones_were_refused() {
    let stage = Stage::start().await;
    stage.office.open(&format!("nlind@{QUILL}"));
    let answer = stage.nora().await;
    assert_eq!(answer["email"], format!("nlind@{QUILL}"));
    assert_eq!(answer["explain"]["candidates"][0]["reason"], "mailbox_not_found");
    assert_eq!(evidence(&answer)[..2], ["name_pattern", "others_refused"]);
    assert_adds_up(&answer);
}

#[tokio::test]
async fn what_could_not_be_proven_says_why() {
    for (manner, last) in [(Manner::CatchAll, "name_pattern"), (Manner::Down, "not_checked")] {
        let stage = Stage::start().await;
        stage.employ("Nora Lind").await;
        stage.office.behave(QUILL, manner);
        let answer = stage.nora().await;
        assert_eq!(answer["found"], true, "{answer:#}");
        assert_eq!(evidence(&answer).last(), Some(&last));
        assert_adds_up(&answer);
    }
}

#[tokio::test]
async fn a_free_answer_gives_no_address_away() {
    // A guess that may not be sold, for lack of a record or of a proof.
    for (manner, verified_only) in
        [(Manner::CatchAll, false), (Manner::CatchAll, true), (Manner::Greylisting, false)]
    {
        let stage = Stage::start().await;
        stage.office.behave(QUILL, manner);
        let request = json!({ "fullName": "Nora Lind", "domain": QUILL, "verified_only": verified_only });
        for _ in 0..2 {
            let answer = stage.ask(request.clone()).await;
            assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
            assert_eq!(answer["explain"]["candidates"], json!([]), "{answer:#}");
            assert!(!answer.to_string().contains("lind@"), "{answer:#}");
        }
    }
    // Addresses that the mail server refused are no use to anyone.
    let stage = Stage::start().await;
    let answer = stage.nora().await;
    assert_eq!(answer["explain"]["candidates"][0]["address"], format!("nora.lind@{QUILL}"));
    assert_eq!(answer["explain"]["candidates"][0]["reason"], "mailbox_not_found");
}
