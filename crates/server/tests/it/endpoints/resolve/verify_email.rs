//! `/v1/verify-email`: what the mail server says, now or later.

use serde_json::{Value, json};
use store::{Clock, Credits, Plan};

use crate::support::{Manner, PostOffice, START, TestServer};

const PATH: &str = "/v1/verify-email";
const DAY: i64 = 24 * 3_600;
const ADDRESS: &str = "nora.lind@quill.example";
const QUILL: &str = "quill.example";

async fn stage() -> (TestServer, PostOffice) {
    let office = PostOffice::start().await;
    let verifier = office.verifier();
    (TestServer::with(|setup| setup.verifier = Some(verifier)).await, office)
}

fn question() -> Value {
    json!({ "email": "Nora.Lind@Quill.example" })
}

#[tokio::test]
async fn a_verdict_is_asked_for_once_and_billed_alike_from_the_cache() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.open(ADDRESS);
    let first = account.post(PATH, question()).await.ok();
    assert_eq!((&first["email"], &first["status"]), (&json!(ADDRESS), &json!("deliverable")));
    assert_eq!((&first["reason"], &first["catch_all"]), (&json!("mailbox_exists"), &json!(false)));
    let asked = office.asked();
    server.wait(30 * DAY - 1);
    let second = account.post(PATH, question()).await.ok();
    assert_eq!(second["last_validated_at"], START);
    assert_eq!((office.asked(), second["cost"]["credits"].clone()), (asked, json!(0.5)));
    server.wait(1);
    account.post(PATH, question()).await.ok();
    assert!(office.asked() > asked);
    let history = account.get("/v1/me/history").await.ok();
    let cache: Vec<_> =
        history["results"].as_array().unwrap().iter().map(|row| row["cache"].clone()).collect();
    assert_eq!(cache, ["miss", "hit", "miss"]);
    assert_eq!(server.balance(&account), Credits::from_thousandths(8_500));
}

#[tokio::test]
async fn a_server_that_asks_for_time_is_left_alone_until_then_and_gives_its_verdict_by_itself() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.open(ADDRESS);
    office.behave(QUILL, Manner::Greylisting);
    let first = account.post(PATH, question()).await.ok();
    assert_eq!((&first["status"], &first["reason"]), (&json!("unknown"), &json!("greylisted")));
    assert_eq!((&first["retry_after_seconds"], &first["cost"]["credits"]), (&json!(60), &json!(0)));
    let asked = office.asked();
    server.wait(20);
    let sooner = account.post(PATH, question()).await.ok();
    assert_eq!((&sooner["status"], &sooner["retry_after_seconds"]), (&json!("unknown"), &json!(40)));
    assert_eq!(sooner["last_validated_at"], START);
    assert_eq!(office.asked(), asked, "the mail server is not asked before the time");
    server.wait(40);
    office.behave(QUILL, Manner::Normal);
    server.app.engine.work_due(server.now()).await.unwrap();
    let asked = office.asked();
    server.wait(DAY);
    let last = account.post(PATH, question()).await.ok();
    assert_eq!((&last["status"], &last["cost"]["credits"]), (&json!("deliverable"), &json!(0.5)));
    assert_eq!(last["last_validated_at"], "2026-03-04T12:01:00Z");
    assert_eq!(office.asked(), asked, "the verdict was there already");
}

#[tokio::test]
async fn who_waits_for_a_verdict_is_remembered_over_a_restart() {
    let office = PostOffice::start().await;
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    let start = async || {
        TestServer::with(|setup| {
            setup.verifier = Some(office.verifier());
            setup.folder = Some(folder.path().to_owned());
            setup.clock = clock.clone();
        })
        .await
    };
    let server = start().await;
    let account = server.account(Plan::Pro, 10).await;
    office.behave(QUILL, Manner::Greylisting);
    account.post(PATH, question()).await.ok();
    server.stop().await;
    office.behave(QUILL, Manner::Normal);
    let server = start().await;
    server.wait(60);
    server.app.engine.work_due(server.now()).await.unwrap();
    let asked = office.asked();
    let client = server.anyone().with_key(&account.key);
    let answer = client.post(PATH, question()).await.ok();
    assert_eq!((&answer["reason"], office.asked()), (&json!("mailbox_not_found"), asked));
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up_after_longer_and_longer_waits() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.behave(QUILL, Manner::Greylisting);
    account.post(PATH, question()).await.ok();
    let mut waits = Vec::new();
    while let Some(waiting) = server.store.recheck(ADDRESS).unwrap() {
        let wait = waiting.due_at.duration_since(server.now()).as_secs();
        waits.push(wait);
        server.wait(wait);
        server.app.engine.work_due(server.now()).await.unwrap();
    }
    assert_eq!(waits, [60, 120, 240, 480, 960]);
    let asked = office.asked();
    server.app.engine.work_due(server.now()).await.unwrap();
    assert_eq!(office.asked(), asked);
}

#[tokio::test]
async fn what_is_no_address_has_its_verdict_too() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account.post(PATH, json!({ "email": "nora.lind@@quill" })).await.ok();
    assert_eq!((&answer["status"], &answer["syntax_valid"]), (&json!("undeliverable"), &json!(false)));
    assert_eq!(office.asked(), 0);
}
