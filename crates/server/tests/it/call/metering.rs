//! Credits: what is charged, when, and that nothing else is.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use server::{CATALOGUE, Entry};
use store::{Credits, Plan};

use crate::support::{KATHERINE, TEST_CATALOGUE, TestServer, call, own_path};

fn charging() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().filter(|entry| entry.spec.price.charges())
}

#[tokio::test]
async fn every_charging_answer_says_what_it_cost_and_what_is_left() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Pro, 1_000).await;
    // What is charged later, item by item, is left to the tests of bulk jobs.
    for entry in charging().filter(|entry| entry.spec.items_of.is_none()) {
        let path = own_path(&account, entry, &sample).await;
        let answer = call(&account, entry, &path, (entry.example)(&sample)).await.ok();
        let left = server.balance(&account);
        assert!(answer["cost"]["credits"].is_number(), "{}", entry.spec.id);
        assert_eq!(answer["cost"]["balance_remaining"], json!(left), "{}", entry.spec.id);
    }
    assert!(server.balance(&account) < Credits::whole(1_000));
    server.prove_books();
}

#[tokio::test]
async fn a_charge_is_a_movement_with_the_request_that_made_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
    answer.ok();
    let movements = server.store.movements(&account.id).unwrap();
    assert_eq!(movements.iter().map(|movement| movement.credits).sum_thousandths(), 9_000);
    let charge = movements.last().unwrap();
    assert_eq!(charge.credits, Credits::whole(-1));
    assert_eq!(charge.reason, "enrich");
    assert_eq!(charge.request_id.as_deref(), Some(answer.header("x-request-id")));
    let row = server.store.history_row(&account.id, answer.header("x-request-id")).unwrap().unwrap();
    assert_eq!(row.credits, Credits::whole(1));
}

trait SumThousandths {
    fn sum_thousandths(self) -> i64;
}

impl<I: Iterator<Item = Credits>> SumThousandths for I {
    fn sum_thousandths(self) -> i64 {
        self.map(Credits::thousandths).sum()
    }
}

#[tokio::test]
async fn a_preview_charges_nothing_writes_nothing_and_names_no_person() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Pro, 1_000).await;
    for entry in charging() {
        let path = own_path(&account, entry, &sample).await;
        let before = server.traces(&account);
        let mut request = (entry.example)(&sample);
        request["preview"] = true.into();
        let caller = account.with("idempotency-key", "preview");
        let preview = call(&caller, entry, &path, request).await.ok();
        assert_eq!(server.traces(&account), before, "{}", entry.spec.id);

        let most = preview["would_cost"]["max_credits"].as_f64().unwrap();
        assert!(most >= preview["would_cost"]["estimated_credits"].as_f64().unwrap());
        let members: Vec<_> = preview.as_object().unwrap().keys().map(String::as_str).collect();
        // Searches also show masked rows; those of records that the account has are whole.
        let expected = ["preview", "would_cost", "total", "rows", "rows_left_today", "next_cursor"];
        assert!(members.iter().all(|member| expected.contains(member)), "{}: {members:?}", entry.spec.id);
        for row in preview["rows"].as_array().into_iter().flatten().filter(|row| row["owned"] == false) {
            let names = ["id", "fullName", "firstName", "lastName", "name", "domain", "networkUrl"];
            assert!(names.iter().all(|name| row.get(*name).is_none()), "{}: {row}", entry.spec.id);
        }

        let charged = call(&account, entry, &path, (entry.example)(&sample)).await.ok();
        assert!(charged["cost"]["credits"].as_f64().unwrap() <= most, "{}", entry.spec.id);
        server.run_due().await;
    }
}

#[tokio::test]
async fn a_preview_needs_no_balance_but_a_sound_request() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 0).await;
    let preview = |email: &str| json!({ "email": email, "preview": true });
    let answer = account.post("/v1/reverse-email", preview("jonas@quill.example")).await.ok();
    assert_eq!(
        answer,
        json!({ "preview": true, "would_cost": { "max_credits": 1, "estimated_credits": 1 } })
    );
    account.post("/v1/reverse-email", preview("jonas")).await.problem(422, "invalid_request");
    let asked = json!({ "email": "jonas@quill.example", "preview": false });
    account.post("/v1/reverse-email", asked).await.problem(402, "insufficient_credits");
}

#[tokio::test]
async fn a_call_the_balance_cannot_cover_is_refused_before_it_runs() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 1).await;
    let before = server.traces(&account);
    let answer = account.post("/v1/reverse-phone", json!({ "phone": "+12025550143" })).await;
    let problem = answer.problem(402, "insufficient_credits");
    assert_eq!((&problem["required"], &problem["balance"]), (&json!(2), &json!(1)));
    assert_eq!(problem.get("largest_affordable_limit"), None, "this endpoint has no limit to lower");
    assert_eq!(server.traces(&account), before);
}

#[tokio::test]
async fn a_limit_that_is_too_high_is_refused_with_the_largest_that_is_not() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    let account = server.account(Plan::Pro, 7).await;
    let listing = async |limit: Value| account.post("/v1/test/listing", json!({ "limit": limit })).await;
    let problem = listing(10.into()).await.problem(402, "insufficient_credits");
    assert_eq!((&problem["required"], &problem["balance"]), (&json!(20), &json!(7)));
    let affordable = problem["largest_affordable_limit"].clone();
    assert_eq!(affordable, 3);
    let answer = listing(affordable).await.ok();
    assert_eq!(answer["cost"], json!({ "credits": 6, "balance_remaining": 1 }));
}

#[tokio::test]
async fn only_what_was_resolved_is_charged_however_much_was_asked_for() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    let account = server.account(Plan::Pro, 100).await;
    let answer = account.post("/v1/test/listing", json!({ "limit": 50, "there_are": 3 })).await.ok();
    assert_eq!(answer["cost"], json!({ "credits": 6, "balance_remaining": 94 }));
    let answer = account.post("/v1/test/listing", json!({ "limit": 40, "there_are": 0 })).await.ok();
    assert_eq!(answer["cost"], json!({ "credits": 0, "balance_remaining": 94 }));
}

#[tokio::test]
async fn a_call_waits_for_credits_that_another_only_holds() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    let account = server.account(Plan::Pro, 1).await;
    let slow = |milliseconds: u64, finds: bool| {
        account.post("/v1/test/slow", json!({ "milliseconds": milliseconds, "finds": finds }))
    };
    let second = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        slow(0, true).await
    };
    let (first, second) = tokio::join!(slow(400, false), second);
    assert_eq!(first.ok()["cost"], json!({ "credits": 0, "balance_remaining": 1 }));
    assert_eq!(second.ok()["cost"], json!({ "credits": 1, "balance_remaining": 0 }));
}

#[tokio::test]
async fn a_call_that_takes_too_long_costs_nothing() {
    let server = TestServer::with(|setup| {
        setup.catalogue = TEST_CATALOGUE;
        setup.settings.limits.call_seconds = 1;
    })
    .await;
    let account = server.account(Plan::Pro, 1).await;
    let before = server.traces(&account);
    let answer = account.post("/v1/test/slow", json!({ "milliseconds": 5_000 })).await;
    answer.problem(503, "sources_unavailable");
    assert_eq!(answer.header("retry-after"), "5");
    assert_eq!(server.traces(&account), before);
}

#[tokio::test]
async fn a_call_that_is_cut_off_costs_nothing_and_holds_nothing() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    let account = server.account(Plan::Pro, 1).await;
    let slow = |milliseconds: u64| account.post("/v1/test/slow", json!({ "milliseconds": milliseconds }));
    let cut = tokio::time::timeout(Duration::from_millis(200), slow(600)).await;
    assert!(cut.is_err(), "the caller hung up");
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(server.traces(&account).calls, 0);
    assert_eq!(slow(0).await.ok()["cost"]["credits"], 1, "the credit is there to be spent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_200_calls_at_once_exactly_those_the_balance_affords_are_delivered() {
    for affordable in [1_u64, 7, 50, 199] {
        let server = Arc::new(TestServer::start().await);
        let account = Arc::new(server.account(Plan::Pro, affordable as i64).await);
        let calls: Vec<_> = (0..200)
            .map(|_| {
                let account = account.clone();
                tokio::spawn(
                    async move { account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await },
                )
            })
            .collect();
        let mut delivered = 0;
        for call in calls {
            let answer = call.await.unwrap();
            if answer.status == 200 {
                assert_eq!(answer.ok()["found"], true);
                delivered += 1;
            } else {
                answer.problem(402, "insufficient_credits");
            }
        }
        assert_eq!(delivered, affordable);
        assert_eq!(server.balance(&account), Credits::ZERO);
        assert_eq!(server.traces(&account).calls, affordable);
        server.prove_books();
    }
}

#[tokio::test]
async fn credits_that_are_granted_can_be_spent_at_once_and_those_taken_back_cannot() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 1).await;
    let enrich = || account.post("/v1/enrich", json!({ "networkUrl": KATHERINE }));
    let grant =
        |credits| server.store.grant(&account.id, Credits::whole(credits), "correction", server.now());
    for _ in 0..3 {
        assert_eq!(enrich().await.ok()["cost"], json!({ "credits": 1, "balance_remaining": 0 }));
        enrich().await.problem(402, "insufficient_credits");
        grant(3).await.unwrap();
        assert_eq!(enrich().await.ok()["cost"]["balance_remaining"], 2);
        grant(-2).await.unwrap();
        enrich().await.problem(402, "insufficient_credits");
        grant(1).await.unwrap();
    }
    server.prove_books();
}
