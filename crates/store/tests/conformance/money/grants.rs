//! Credits given and taken back, to the edges of the range.

use store::{Credits, StoreError};

use crate::support::*;

#[test]
fn credits_are_granted_and_taken_back_with_a_line_for_each() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let granted = store.grant(&"acc_ada".into(), thousandths(1), "a present", second(1)).await.unwrap();
        assert_eq!(granted.balance, thousandths(5_001));
        let taken =
            store.grant(&"acc_ada".into(), thousandths(-5_001), "a mistake", second(2)).await.unwrap();
        assert_eq!(taken.balance, Credits::ZERO);
        let lines: Vec<(i64, String)> = store
            .movements(&"acc_ada".into())
            .unwrap()
            .into_iter()
            .map(|movement| (movement.credits.thousandths(), movement.reason))
            .collect();
        let expected = [(5_000, "opening grant"), (1, "a present"), (-5_001, "a mistake")];
        assert_eq!(lines, expected.map(|(credits, reason)| (credits, reason.to_owned())));
    });
}

#[test]
fn no_more_is_taken_back_than_is_there() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let refused = store.grant(&"acc_ada".into(), thousandths(-5_001), "too much", second(1)).await;
        assert!(matches!(refused, Err(StoreError::OutOfRange)), "{refused:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(5));
        assert_eq!(store.movements(&"acc_ada".into()).unwrap().len(), 1);
    });
}

#[test]
fn a_grant_of_nothing_or_beyond_the_range_is_refused() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        for amount in [0, i64::MIN, -1] {
            let refused = store.grant(&"acc_ada".into(), thousandths(amount), "edge", second(1)).await;
            assert!(matches!(refused, Err(StoreError::OutOfRange)), "{amount}: {refused:?}");
        }
        let full = store.grant(&"acc_ada".into(), thousandths(i64::MAX), "edge", second(1)).await.unwrap();
        assert_eq!(full.balance, thousandths(i64::MAX));
        let over = store.grant(&"acc_ada".into(), thousandths(1), "edge", second(2)).await;
        assert!(matches!(over, Err(StoreError::OutOfRange)), "{over:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), thousandths(i64::MAX));
    });
}

#[test]
fn the_books_stay_provable_when_their_sums_leave_the_range() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        for round in 0..3 {
            let most = thousandths(i64::MAX);
            store.grant(&"acc_ada".into(), most, "all there is", second(round)).await.unwrap();
            done(&store, call("ada", &format!("req_{round}"), most)).await;
        }
        let audit = store.audit().unwrap();
        assert!(audit.findings.is_empty(), "{:?}", audit.findings);
        let summary = store.history_summary(&"acc_ada".into(), &Default::default()).unwrap();
        assert_eq!((summary.requests, summary.credits), (3, thousandths(i64::MAX)));
    });
}

#[test]
fn an_unknown_account_has_no_balance_and_takes_no_grant() {
    on_every_engine(async |store| {
        assert!(matches!(store.balance(&"acc_nobody".into()), Err(StoreError::NotFound("account"))));
        let refused = store.grant(&"acc_nobody".into(), Credits::whole(1), "lost", start()).await;
        assert!(matches!(refused, Err(StoreError::NotFound("account"))), "{refused:?}");
        assert!(store.movements(&"acc_nobody".into()).unwrap().is_empty());
    });
}
