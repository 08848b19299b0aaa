//! Refunds: a new row that names the request it refunds, in all never more than was charged.

use store::{Credits, HistoryFilter, Refund, Store, StoreError};

use crate::support::*;

fn refund(request: &str, credits: Option<i64>, reference: Option<&str>) -> Refund {
    Refund {
        request_id: request.into(),
        credits: credits.map(thousandths),
        reason: "out of date".into(),
        reference: reference.map(str::to_owned),
        account: None,
    }
}

async fn charged(store: &Store) {
    account(store, "ada", 10).await;
    done(store, call("ada", "req_1", thousandths(3_000))).await;
    done(store, call("ada", "req_free", Credits::ZERO)).await;
}

#[test]
fn a_refund_gives_back_the_charge_and_names_it_in_history_and_statement() {
    on_every_engine(async |store| {
        charged(&store).await;
        let entered = store.refund(refund("req_1", None, None), second(9)).await.unwrap();
        assert_eq!((entered.credits, entered.account.balance), (Credits::whole(3), Credits::whole(10)));
        let last = store.movements(&"acc_ada".into()).unwrap().pop().unwrap();
        assert_eq!((last.refunds.as_deref(), last.request_id), (Some("req_1"), None));
        assert_eq!((last.credits, last.reason.as_str()), (Credits::whole(3), "out of date"));
        let rows = store.history(&"acc_ada".into(), &HistoryFilter::default(), (i64::MIN, None), 10).unwrap();
        let refunded: Vec<_> = rows.iter().map(|row| (row.request_id.as_str(), row.refunded)).collect();
        assert_eq!(refunded, [("req_free", Credits::ZERO), ("req_1", Credits::whole(3))]);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn a_second_refund_without_a_reference_is_refused() {
    on_every_engine(async |store| {
        charged(&store).await;
        store.refund(refund("req_1", Some(1_000), None), start()).await.unwrap();
        for credits in [None, Some(1_000), Some(1)] {
            let refused = store.refund(refund("req_1", credits, None), start()).await;
            assert!(matches!(refused, Err(StoreError::RefundRefused(_))), "{refused:?}");
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(8));
    });
}

#[test]
fn parts_are_refunded_each_once_and_together_never_more_than_the_charge() {
    on_every_engine(async |store| {
        charged(&store).await;
        for _ in 0..3 {
            for part in ["a", "b"] {
                store.refund(refund("req_1", Some(1_000), Some(part)), start()).await.unwrap();
            }
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(9));
        let too_much = store.refund(refund("req_1", Some(1_001), Some("c")), start()).await;
        assert!(matches!(too_much, Err(StoreError::RefundRefused(_))), "{too_much:?}");
        let rest = store.refund(refund("req_1", None, Some("d")), start()).await.unwrap();
        assert_eq!((rest.credits, rest.account.balance), (Credits::whole(1), Credits::whole(10)));
        let over = store.refund(refund("req_1", None, Some("e")), start()).await;
        assert!(matches!(over, Err(StoreError::RefundRefused(_))), "{over:?}");
        let other = store.refund(refund("req_1", Some(500), Some("a")), start()).await;
        assert!(matches!(other, Err(StoreError::ReferenceUsed(_))), "{other:?}");
        assert_eq!(store.refunded("req_1").unwrap(), Credits::whole(3));
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn what_was_not_charged_cannot_be_refunded() {
    on_every_engine(async |store| {
        charged(&store).await;
        for request in ["req_free", "req_never", ""] {
            let refused = store.refund(refund(request, None, None), start()).await;
            assert!(matches!(refused, Err(StoreError::NotFound(_))), "{request}: {refused:?}");
        }
        for credits in [0, -1, i64::MIN] {
            let refused = store.refund(refund("req_1", Some(credits), Some("x")), start()).await;
            assert!(matches!(refused, Err(StoreError::OutOfRange)), "{credits}: {refused:?}");
        }
        let mut foreign = refund("req_1", None, None);
        foreign.account = Some("acc_bob".into());
        assert!(matches!(store.refund(foreign, start()).await, Err(StoreError::NotFound(_))));
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(7));
    });
}
