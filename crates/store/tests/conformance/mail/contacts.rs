//! What an account's own contacts did, and what it has paid for about them.

use ::records::keys::Key;
use store::{Effect, StoreError};

use crate::support::*;

#[test]
fn engagement_is_counted_within_a_time_with_its_last_moment() {
    on_every_engine(async |store| {
        account(&store, "one", 0).await;
        account(&store, "two", 0).await;
        let (mine, other) = (Key(7), Key(u64::MAX));
        let events = vec![(mine, second(10)), (mine, second(20)), (mine, second(20)), (other, second(30))];
        store.note_engagement(&"acc_one".into(), events, second(40)).await.unwrap();
        let count = |account: &str, keys: &[Key], from: i64, to: i64| {
            store.engagement(&account.into(), keys, second(from), second(to)).unwrap()
        };
        assert_eq!(count("acc_one", &[mine], 0, 40), (2, Some(second(20))), "the same moment counts once");
        assert_eq!(count("acc_one", &[mine, other], 0, 40), (3, Some(second(30))));
        assert_eq!(count("acc_one", &[mine], 10, 20), (1, Some(second(10))), "the end is left out");
        assert_eq!(count("acc_one", &[mine], 21, 40), (0, None));
        assert_eq!(count("acc_two", &[mine, other], 0, 40), (0, None), "an account's events are its own");
    });
}

#[test]
fn an_item_is_charged_once_for_each_account_and_endpoint() {
    on_every_engine(async |store| {
        account(&store, "one", 10).await;
        account(&store, "two", 10).await;
        let items = vec!["a".to_owned(), "b".to_owned()];
        let charging = |account: &str, request: &str| {
            let mut call = call(account, request, thousandths(2_000));
            call.effects = vec![Effect::ItemsCharged { items: vec!["a".into()] }];
            call
        };
        store.settle(charging("one", "req_1")).await.unwrap();
        let charged = store.charged_items(&"acc_one".into(), "enrich", &items).unwrap();
        assert_eq!(charged.into_iter().collect::<Vec<_>>(), ["a"]);
        assert!(store.charged_items(&"acc_two".into(), "enrich", &items).unwrap().is_empty());
        assert!(store.charged_items(&"acc_one".into(), "companies", &items).unwrap().is_empty());

        let twice = store.settle(charging("one", "req_2")).await;
        assert!(matches!(twice, Err(StoreError::Duplicate(_))), "{twice:?}");
        assert_eq!(
            store.balance(&"acc_one".into()).unwrap(),
            thousandths(8_000),
            "the second call cost nothing"
        );
        store.settle(charging("two", "req_3")).await.unwrap();
    });
}
