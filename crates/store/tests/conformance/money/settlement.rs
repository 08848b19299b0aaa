//! Settling a call: the charge, its history row and the people seen stand or fall together.

use ::records::PersonFacts;
use store::{CacheUse, ChargedOnce, Credits, Settled, Settlement, StoreError};

use crate::support::*;

#[test]
fn a_settled_call_is_charged_recorded_and_answered_with_the_balance_left() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let (body, balance) = done(&store, call("ada", "req_1", thousandths(1_250))).await;
        assert_eq!((body.as_str(), balance), ("balance 3.75", thousandths(3_750)));
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), balance);
        let paid = store.movements(&"acc_ada".into()).unwrap().pop().unwrap();
        assert_eq!((paid.credits, paid.at), (thousandths(-1_250), second(1)));
        assert_eq!((paid.reason.as_str(), paid.request_id.as_deref()), ("enrich", Some("req_1")));
        let row = store.history_row(&"acc_ada".into(), "req_1").unwrap().unwrap();
        assert_eq!((row.credits, row.status, row.resolved), (thousandths(1_250), 200, 1));
        assert_eq!((row.latency_us, row.cache, row.at), (1_500, Some(CacheUse::Hit), second(1)));
    });
}

#[test]
fn a_call_that_costs_nothing_is_recorded_without_a_movement() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        let (body, balance) = done(&store, call("ada", "req_1", Credits::ZERO)).await;
        assert_eq!((body.as_str(), balance), ("balance 0", Credits::ZERO));
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_some());
        assert!(store.movements(&"acc_ada".into()).unwrap().is_empty());
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn the_last_credit_can_be_spent_but_not_one_thousandth_more() {
    on_every_engine(async |store| {
        account(&store, "ada", 1).await;
        let short = store.settle(call("ada", "req_1", thousandths(1_001))).await.unwrap();
        assert_eq!(short, Settled::InsufficientBalance { balance: Credits::whole(1) });
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_none());
        assert_eq!(done(&store, call("ada", "req_1", Credits::whole(1))).await.1, Credits::ZERO);
        let short = store.settle(call("ada", "req_2", thousandths(1))).await.unwrap();
        assert_eq!(short, Settled::InsufficientBalance { balance: Credits::ZERO });
    });
}

#[test]
fn a_call_that_is_short_writes_nothing_and_renders_nothing() {
    on_every_engine(async |store| {
        account(&store, "ada", 1).await;
        let person = seen_person(&store).await;
        let settlement = Settlement {
            people: vec![person],
            reply: Some(reply_key("once", "body")),
            render: Box::new(|_, _| panic!("an answer that is not paid for is never made")),
            ..call("ada", "req_1", Credits::whole(2))
        };
        let short = store.settle(settlement).await.unwrap();
        assert_eq!(short, Settled::InsufficientBalance { balance: Credits::whole(1) });
        assert!(store.reply("acc_ada", "once", second(1)).unwrap().is_none());
        assert!(store.people_seen(&"acc_ada".into(), None, None, 10).unwrap().is_empty());
        assert_eq!(store.movements(&"acc_ada".into()).unwrap().len(), 1);
    });
}

#[test]
fn a_request_is_settled_once_whatever_happens() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        done(&store, call("ada", "req_1", Credits::whole(1))).await;
        let again = store.settle(call("ada", "req_1", Credits::whole(1))).await;
        assert!(matches!(again, Err(StoreError::Duplicate(_))), "{again:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(4));
    });
}

#[test]
fn a_price_below_zero_is_refused() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let refused = store.settle(call("ada", "req_1", thousandths(-1))).await;
        assert!(matches!(refused, Err(StoreError::OutOfRange)), "{refused:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(5));
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_none());
    });
}

#[test]
fn an_unknown_account_is_charged_nothing() {
    on_every_engine(async |store| {
        for price in [Credits::ZERO, Credits::whole(1)] {
            let refused = store.settle(call("nobody", "req_1", price)).await;
            assert!(matches!(refused, Err(StoreError::NotFound("account"))), "{refused:?}");
        }
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn a_person_that_was_joined_while_the_call_ran_is_still_seen() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let first = person("1", named("Jo Doe", "jo@acme.example"));
        let second = person("2", named("Jo Doe", "jo.doe@mail.example"));
        store.ingest(vec![first, second]).await.unwrap();
        let answered = store.some_people(2).unwrap().pop().unwrap().person.id;
        let mut both = named("Jo Doe", "jo@acme.example");
        both.emails.extend(named("Jo Doe", "jo.doe@mail.example").emails);
        let report = store.ingest(vec![person("3", both)]).await.unwrap();
        assert_eq!(report.joined, 1);
        let settlement = Settlement { people: vec![answered], ..call("ada", "req_1", Credits::whole(1)) };
        done(&store, settlement).await;
        assert_eq!(store.people_seen(&"acc_ada".into(), None, None, 10).unwrap().len(), 1);
    });
}

async fn seen_person(store: &store::Store) -> String {
    let facts = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@acme.example") };
    store.ingest(vec![person("1", facts)]).await.unwrap();
    store.some_people(1).unwrap().remove(0).person.id
}

/// A call whose answer has these items, at two credits each and one for the call.
fn with_items(request: &str, items: &[&str]) -> Settlement {
    let price = |new| if new == 0 { Credits::ZERO } else { Credits::whole(1 + 2 * new as i64) };
    let once = ChargedOnce {
        items: items.iter().map(|item| (*item).to_owned()).collect(),
        price: Box::new(move |new| (price(new), Vec::new())),
    };
    Settlement { once: Some(once), ..call("ada", request, price(items.len() as u64)) }
}

#[test]
fn an_item_is_charged_once_however_often_it_is_answered() {
    on_every_engine(async |store| {
        account(&store, "ada", 20).await;
        assert_eq!(done(&store, with_items("req_1", &["a", "b"])).await.1, Credits::whole(15));
        assert_eq!(done(&store, with_items("req_2", &["b", "a"])).await.1, Credits::whole(15));
        assert_eq!(done(&store, with_items("req_3", &["a", "c", "c"])).await.1, Credits::whole(12));
        let row = store.history_row(&"acc_ada".into(), "req_2").unwrap().unwrap();
        assert_eq!((row.credits, row.resolved), (Credits::ZERO, 1));
        // The balance has to cover what is new, not what the whole answer would cost.
        let left = with_items("req_4", &["a", "b", "c", "d", "e", "f", "g", "h"]);
        assert_eq!(done(&store, left).await.1, Credits::whole(1));
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn of_equal_calls_at_one_time_one_pays() {
    on_every_engine(async |store| {
        account(&store, "ada", 20).await;
        let settle = |request| store.settle(with_items(request, &["a", "b"]));
        let (one, two, three) = tokio::join!(settle("req_1"), settle("req_2"), settle("req_3"));
        assert!([one, two, three].iter().all(|settled| matches!(settled, Ok(Settled::Done { .. }))));
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(15));
        assert!(store.audit().unwrap().findings.is_empty());
    });
}
