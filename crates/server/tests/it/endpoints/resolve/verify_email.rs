//! `/v1/verify-email`: what the mail server says, now or later.

use std::sync::Arc;

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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn simultaneous_calls_ask_the_mail_server_once() {
    let (server, office) = stage().await;
    let account = Arc::new(server.account(Plan::Pro, 100).await);
    office.open(ADDRESS);
    for address in [ADDRESS, "nobody@quill.example"] {
        let calls: Vec<_> = (0..64)
            .map(|_| {
                let account = Arc::clone(&account);
                tokio::spawn(async move { account.post(PATH, json!({ "email": address })).await.ok() })
            })
            .collect();
        for call in calls {
            let status = if address == ADDRESS { "deliverable" } else { "undeliverable" };
            assert_eq!(call.await.unwrap()["status"], status);
        }
        assert_eq!(office.asked_about(address), 1, "{address}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_at_the_due_time_and_the_background_ask_the_mail_server_once() {
    let (server, office) = stage().await;
    let account = Arc::new(server.account(Plan::Pro, 100).await);
    office.open(ADDRESS);
    office.behave(QUILL, Manner::Greylisting);
    account.post(PATH, question()).await.ok();
    let asked = office.asked_about(ADDRESS);
    office.behave(QUILL, Manner::Slow);
    server.wait(60);
    let (engine, now) = (server.app.engine.clone(), server.now());
    let background = tokio::spawn(async move { engine.work_due(now).await.unwrap() });
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let account = Arc::clone(&account);
            tokio::spawn(async move { account.post(PATH, question()).await.ok() })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap()["status"], "deliverable");
    }
    background.await.unwrap();
    assert_eq!(office.asked_about(ADDRESS), asked + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn verdicts_of_a_slow_server_are_stored_as_they_come() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 100).await;
    office.behave(QUILL, Manner::Greylisting);
    let addresses: Vec<String> = (0..6).map(|number| format!("nobody{number}@quill.example")).collect();
    for address in &addresses {
        account.post(PATH, json!({ "email": address })).await.ok();
    }
    office.behave(QUILL, Manner::Slow);
    server.wait(60);
    let (engine, now) = (server.app.engine.clone(), server.now());
    let background = tokio::spawn(async move { engine.work_due(now).await.unwrap() });
    let settled = || {
        let is_settled = |address: &&String| server.store.verification(address).unwrap().is_some();
        addresses.iter().filter(is_settled).count()
    };
    while settled() == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(settled() < addresses.len() && !background.is_finished());
    background.await.unwrap();
    assert_eq!(settled(), addresses.len());
}

#[tokio::test]
async fn waits_in_which_nobody_was_asked_are_neither_counted_nor_doubled() {
    let office = PostOffice::start().await;
    let verifier = office.verifier_with_budget(1);
    let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
    let account = server.account(Plan::Pro, 100).await;
    let first = account.post(PATH, json!({ "email": "nobody@quill.example" })).await.ok();
    assert_eq!(first["reason"], "mailbox_not_found");
    let second = account.post(PATH, question()).await.ok();
    assert_eq!((&second["reason"], &second["status"]), (&json!("rate_limited"), &json!("unknown")));
    for _ in 0..8 {
        let waiting = server.store.recheck(ADDRESS).unwrap().expect("it is asked about later");
        assert_eq!(waiting.attempts, 0);
        let wait = waiting.due_at.duration_since(server.now()).as_secs();
        assert!((1..=3_600).contains(&wait), "{wait}");
        server.wait(wait);
        server.app.engine.work_due(server.now()).await.unwrap();
    }
    assert_eq!(office.asked_about(ADDRESS), 0);
}

#[tokio::test]
async fn refused_names_of_the_hour_are_remembered_over_a_restart() {
    let office = PostOffice::start().await;
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    let start = async || {
        TestServer::with(|setup| {
            setup.verifier = Some(office.verifier_with_budget(3));
            setup.folder = Some(folder.path().to_owned());
            setup.clock = clock.clone();
        })
        .await
    };
    let server = start().await;
    let account = server.account(Plan::Pro, 10).await;
    for number in 0..3 {
        let answer = account.post(PATH, json!({ "email": format!("no{number}@quill.example") })).await.ok();
        assert_eq!(answer["reason"], "mailbox_not_found");
    }
    server.wait(600);
    server.run_due().await;
    while server.store.document("mail servers").unwrap().is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let kept = server.store.document("mail servers").unwrap().unwrap().body;
    assert!(!kept.contains("no0"), "no address is kept: {kept}");
    server.stop().await;
    let server = start().await;
    server.run_due().await;
    let client = server.anyone().with_key(&account.key);
    let asked = office.asked();
    let mut answer = client.post(PATH, json!({ "email": "no3@quill.example" })).await.ok();
    while answer["reason"] != "rate_limited" && office.asked() == asked {
        answer = client.post(PATH, json!({ "email": "no3@quill.example" })).await.ok();
    }
    assert_eq!((&answer["reason"], office.asked()), (&json!("rate_limited"), asked), "{answer}");
    assert!((2_900..=3_600).contains(&answer["retry_after_seconds"].as_u64().unwrap()), "{answer}");
}

#[tokio::test]
async fn what_is_no_address_has_its_verdict_too() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account.post(PATH, json!({ "email": "nora.lind@@quill" })).await.ok();
    assert_eq!((&answer["status"], &answer["syntax_valid"]), (&json!("undeliverable"), &json!(false)));
    assert_eq!(office.asked(), 0);
}
