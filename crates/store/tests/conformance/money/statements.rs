//! Statements: an opening balance, the movements of a span, and a closing balance that they add up to.

use store::{Credits, Refund, StoreError};

use crate::support::*;

#[test]
fn statements_of_spans_that_follow_each_other_join_without_a_gap() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        for number in 1..=4 {
            let mut settlement = call("ada", &format!("req_{number}"), thousandths(500));
            settlement.at = second(number * 10);
            done(&store, settlement).await;
        }
        let refund = Refund {
            request_id: "req_2".into(),
            credits: None,
            reason: "wrong".into(),
            reference: None,
            account: None,
        };
        store.refund(refund, second(45)).await.unwrap();
        let whole = store.statement(&"acc_ada".into(), None, None, usize::MAX).unwrap();
        assert_eq!((whole.opening, whole.movements.len()), (Credits::ZERO, 6));
        assert_eq!(whole.closing, store.balance(&"acc_ada".into()).unwrap());
        let mut closing = Credits::ZERO;
        let mut seen = 0;
        for edge in 0..6 {
            let (since, until) = (second(edge * 10 - 5), second(edge * 10 + 5));
            let part = store.statement(&"acc_ada".into(), Some(since), Some(until), usize::MAX).unwrap();
            assert_eq!(part.opening, closing);
            closing = part.closing;
            seen += part.movements.len();
        }
        assert_eq!((closing, seen), (whole.closing, 6));
    });
}

#[test]
fn a_statement_is_bounded_and_says_so() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        for number in 0..5 {
            store.grant(&"acc_ada".into(), Credits::whole(1), "more", second(number)).await.unwrap();
        }
        let short = store.statement(&"acc_ada".into(), None, None, 3).unwrap();
        assert_eq!((short.movements.len(), short.more, short.closing), (3, true, Credits::whole(12)));
        assert!(!store.statement(&"acc_ada".into(), None, None, 6).unwrap().more);
        let unknown = store.statement(&"acc_nobody".into(), None, None, 3);
        assert!(matches!(unknown, Err(StoreError::NotFound("account"))));
    });
}

#[test]
fn a_closed_account_keeps_its_books_and_gets_no_monthly_credits() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        let closed = store.close_account(&"acc_ada".into(), true, second(5)).await.unwrap();
        assert_eq!(closed.closed_at, Some(second(5)));
        let again = store.close_account(&"acc_ada".into(), true, second(9)).await.unwrap();
        assert_eq!(again.closed_at, Some(second(5)), "closing twice changes nothing");
        let monthly = vec![(store::Plan::Pro, Credits::whole(100))];
        let month = start() + jiff::SignedDuration::from_hours(24 * 32);
        store.grant_monthly_credits(monthly, month, 10).await.unwrap();
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(10));
        let open = store.close_account(&"acc_ada".into(), false, second(20)).await.unwrap();
        assert_eq!((open.closed_at, open.balance), (None, Credits::whole(10)));
        assert_eq!(store.audit().unwrap().findings, []);
    });
}
