//! Calls that asked outside, and documents that all nodes read.

use store::{Credits, Refund, Settlement, UpstreamCall};

use crate::support::*;

fn asked(outcome: &str, cost_micros: i64) -> Vec<UpstreamCall> {
    vec![UpstreamCall {
        provider: "atlas".into(),
        fact: "mobile".into(),
        outcome: outcome.into(),
        started_ms: None,
        latency_ms: 120,
        cost_micros,
    }]
}

#[test]
fn calls_that_asked_outside_are_those_of_every_account_in_the_period_less_what_was_given_back() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        account(&store, "bob", 100).await;
        for (name, request, at, credits, upstream) in [
            ("ada", "req_before", 1, 1, asked("hit", 7)),
            ("ada", "req_hit", 5, 3, asked("hit", 250_000)),
            ("ada", "req_records", 6, 1, Vec::new()),
            ("bob", "req_miss", 7, 0, asked("miss", 0)),
            ("bob", "req_refunded", 8, 4, asked("hit", 250_000)),
            ("bob", "req_after", 9, 1, asked("hit", 7)),
        ] {
            let paid = call(name, request, Credits::whole(credits));
            done(&store, Settlement { at: second(at), upstream, ..paid }).await;
        }
        let refund = Refund {
            request_id: "req_refunded".into(),
            credits: Some(Credits::whole(3)),
            reason: "wrong number".into(),
            reference: None,
            account: None,
        };
        store.refund(refund, second(20)).await.unwrap();
        let mut seen = Vec::new();
        store
            .each_outside_call(second(2), second(9), |call| {
                seen.push((call.credits, call.upstream[0].outcome.clone(), call.upstream[0].cost_micros));
            })
            .unwrap();
        seen.sort();
        let whole = Credits::whole;
        let expected = [(whole(0), "miss", 0), (whole(1), "hit", 250_000), (whole(3), "hit", 250_000)];
        assert_eq!(seen, expected.map(|(credits, outcome, cost)| (credits, outcome.to_owned(), cost)));
    });
}

#[test]
fn a_document_is_changed_from_what_it_was_and_deleted_with_nothing() {
    on_every_engine(async |store| {
        assert_eq!(store.document("order").unwrap(), None);
        for number in 1..=3_u32 {
            let counted = move |known: Option<store::Document>| {
                let before: u32 = known.map_or(0, |document| document.body.parse().unwrap());
                assert_eq!(before, number - 1);
                Ok(Some(number.to_string()))
            };
            store.change_document("order", second(i64::from(number)), counted).await.unwrap();
        }
        let kept = store.document("order").unwrap().unwrap();
        assert_eq!((kept.at, kept.body.as_str()), (second(3), "3"));
        assert_eq!(store.document("other").unwrap(), None);
        store.change_document("order", second(4), |_| Ok(None)).await.unwrap();
        assert_eq!(store.document("order").unwrap(), None);
    });
}
