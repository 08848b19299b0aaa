//! Grants under a reference: once, whatever is sent again.

use store::{Credits, StoreError};

use crate::support::*;

#[test]
fn the_same_reference_is_granted_once_and_answers_the_same() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        for number in 0..5 {
            let entered = store
                .grant_once(&"acc_ada".into(), Credits::whole(10), "paid", "invoice-1", second(number))
                .await
                .unwrap();
            assert_eq!((entered.was_known, entered.credits), (number > 0, Credits::whole(10)));
            assert_eq!((entered.at, entered.account.balance), (second(0), Credits::whole(15)));
        }
        assert_eq!(store.movements(&"acc_ada".into()).unwrap().len(), 2);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn a_reference_stands_for_one_amount_and_one_account() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 5).await;
        store.grant_once(&"acc_ada".into(), Credits::whole(10), "paid", "invoice-1", start()).await.unwrap();
        for (account, credits) in [("acc_ada", 11), ("acc_ada", -10), ("acc_bob", 10)] {
            let refused = store
                .grant_once(&account.into(), Credits::whole(credits), "paid", "invoice-1", start())
                .await;
            assert!(matches!(refused, Err(StoreError::ReferenceUsed(_))), "{account} {credits}");
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(15));
        assert_eq!(store.balance(&"acc_bob".into()).unwrap(), Credits::whole(5));
    });
}

#[test]
fn what_is_taken_back_under_a_reference_is_taken_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        for _ in 0..3 {
            store
                .grant_once(&"acc_ada".into(), Credits::whole(-2), "a mistake", "undo-1", start())
                .await
                .unwrap();
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(3));
        let below =
            store.grant_once(&"acc_ada".into(), Credits::whole(-4), "too much", "undo-2", start()).await;
        assert!(matches!(below, Err(StoreError::OutOfRange)));
    });
}

#[test]
fn sixteen_threads_that_send_one_reference_grant_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        let grants: Vec<_> = (0..16)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    store.grant_once(&"acc_ada".into(), Credits::whole(7), "paid", "invoice-1", start()).await
                })
            })
            .collect();
        let mut granted = 0;
        for grant in grants {
            granted += usize::from(!grant.await.unwrap().unwrap().was_known);
        }
        assert_eq!((granted, store.balance(&"acc_ada".into()).unwrap()), (1, Credits::whole(7)));
    });
}

#[test]
fn the_ledger_takes_no_email_address_because_it_could_not_be_erased() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let (credits, now) = (Credits::whole(1), start());
        for (reason, reference) in [("for jo@acme.example", "a"), ("paid", "jo@acme.example")] {
            let refused = store.grant_once(&"acc_ada".into(), credits, reason, reference, now).await;
            assert!(matches!(refused, Err(StoreError::Refused(_))), "{reason} {reference}");
        }
        let refused = store.grant(&"acc_ada".into(), credits, "for jo@acme.example", now).await;
        assert!(matches!(refused, Err(StoreError::Refused(_))));
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(5));
    });
}
