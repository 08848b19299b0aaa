//! What no record answers is asked outside, filed, and known from then on.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use engine::{ClaimSource, ClaimsFuture, ContactQuery, Unavailable};
use jiff::Timestamp;
use records::{
    EmailKind,
    keys::{CompanyQuery, PersonQuery},
};
use serde_json::json;
use store::{Credits, Plan};

use crate::support::{TestServer, company};

/// Knows one company, fails for another, and counts.
#[derive(Default)]
struct Stranger {
    asked: AtomicUsize,
}

impl ClaimSource for Stranger {
    fn company<'a>(&'a self, query: &'a CompanyQuery, _: Timestamp) -> ClaimsFuture<'a> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            match query.domain.as_deref() {
                Some("new.example") => Ok(vec![company("Newcomer", "new.example")]),
                Some("down.example") => Err(Unavailable("every vendor failed".into())),
                _ => Ok(Vec::new()),
            }
        })
    }

    fn person<'a>(&'a self, _: &'a PersonQuery, _: Timestamp) -> ClaimsFuture<'a> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(Vec::new()) })
    }

    fn email<'a>(&'a self, _: &'a ContactQuery, _: EmailKind, _: Timestamp) -> ClaimsFuture<'a> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

async fn server() -> (TestServer, Arc<Stranger>) {
    let stranger = Arc::new(Stranger::default());
    let source: Arc<dyn ClaimSource> = stranger.clone();
    (TestServer::with(|setup| setup.claim_source = Some(source)).await, stranger)
}

#[tokio::test]
async fn a_company_from_outside_is_found_charged_and_known_from_then_on() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    for _ in 0..2 {
        let answer = account.post("/v1/companies", json!({ "domain": "new.example" })).await.ok();
        assert_eq!((&answer["company"]["name"], &answer["cost"]["credits"]), (&json!("Newcomer"), &json!(1)));
    }
    assert_eq!(stranger.asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_nobody_knows_is_free_and_not_asked_again_at_once() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    for _ in 0..3 {
        let answer = account.post("/v1/companies", json!({ "domain": "nobody.example" })).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    }
    assert_eq!(stranger.asked.load(Ordering::SeqCst), 1);
    server.wait(7 * 3_600);
    account.post("/v1/companies", json!({ "domain": "nobody.example" })).await.ok();
    assert_eq!(stranger.asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn when_nobody_could_answer_it_is_said_and_nothing_is_charged() {
    let (server, _) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/companies", json!({ "domain": "down.example" })).await;
    answer.problem(503, "sources_unavailable");
    assert_eq!(server.balance(&account), Credits::whole(10));
}

#[tokio::test]
async fn a_name_without_a_domain_is_not_asked_for_outside() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    account.post("/v1/companies", json!({ "name": "Nobody At All" })).await.ok();
    assert_eq!(stranger.asked.load(Ordering::SeqCst), 0);
}
