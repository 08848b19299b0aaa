//! Sessions: they belong to an account, share the key of its pages, and end.

use store::{AccountId, NewKey, NewSession, Store};

use crate::support::*;

fn new_session(name: &str, ends: i64) -> NewSession {
    NewSession {
        token: digest(name),
        ends_at: second(ends),
        key: NewKey { for_pages: true, ..new_key(&format!("pages-{name}")) },
    }
}

async fn begin(store: &Store, account: &AccountId, name: &str, now: i64, ends: i64) {
    store.begin_session(account, new_session(name, ends), second(now)).await.unwrap();
}

fn is_there(store: &Store, name: &str) -> bool {
    store.session(&digest(name)).unwrap().is_some()
}

#[test]
fn sessions_of_an_account_share_one_key_without_a_secret() {
    on_every_engine(async |store| {
        let account = account(&store, "ada", 5).await;
        begin(&store, &account.id, "one", 1, 60).await;
        begin(&store, &account.id, "two", 2, 60).await;
        let (one, two) = (
            store.session(&digest("one")).unwrap().unwrap(),
            store.session(&digest("two")).unwrap().unwrap(),
        );
        assert_eq!((&one.owner.key.id, &one.owner.account), (&two.owner.key.id, &account));
        assert!(one.owner.key.for_pages && one.owner.key.scopes.has(store::Scope::Spend));
        assert_eq!((one.created_at, one.used_at, one.ends_at), (second(1), second(1), second(60)));
        assert_eq!(store.keys(&account.id).unwrap().len(), 1);

        store.touch_sessions(vec![(digest("one"), second(9)), (digest("two"), second(1))]).await.unwrap();
        assert_eq!(store.session(&digest("one")).unwrap().unwrap().used_at, second(9));
        assert_eq!(store.session(&digest("two")).unwrap().unwrap().used_at, second(2), "never back");
    });
}

#[test]
fn a_revoked_key_of_the_pages_is_replaced() {
    on_every_engine(async |store| {
        let account = account(&store, "ada", 0).await;
        begin(&store, &account.id, "one", 1, 60).await;
        let key = store.session(&digest("one")).unwrap().unwrap().owner.key.id;
        store.revoke_key(&account.id, &key, second(2)).await.unwrap();
        begin(&store, &account.id, "two", 3, 60).await;
        assert_ne!(store.session(&digest("two")).unwrap().unwrap().owner.key.id, key);
    });
}

#[test]
fn sessions_end_one_by_one_all_at_once_and_with_the_password() {
    on_every_engine(async |store| {
        let (ada, bob) = (account(&store, "ada", 0).await.id, account(&store, "bob", 0).await.id);
        for name in ["one", "two", "three"] {
            begin(&store, &ada, name, 1, 60).await;
        }
        begin(&store, &bob, "of-bob", 1, 60).await;
        store.end_session(digest("one")).await.unwrap();
        assert!(!is_there(&store, "one") && is_there(&store, "two"));
        assert_eq!(store.end_sessions(&ada).await.unwrap(), 2);
        begin(&store, &ada, "four", 2, 60).await;
        store.set_password(&ada, "hash".into()).await.unwrap();
        assert!(!is_there(&store, "four") && is_there(&store, "of-bob"));
        assert_eq!(
            store.password_of("ada@customer.example").unwrap().map(|(_, hash)| hash),
            Some("hash".into())
        );
    });
}

#[test]
fn sessions_that_are_over_and_those_beyond_the_cap_are_deleted() {
    on_every_engine(async |store| {
        let account = account(&store, "ada", 0).await.id;
        begin(&store, &account, "short", 1, 5).await;
        begin(&store, &account, "later", 6, 600).await;
        assert!(!is_there(&store, "short"), "its time was over");
        for number in 0..50 {
            begin(&store, &account, &format!("more-{number}"), 10 + number, 600).await;
        }
        assert!(!is_there(&store, "later") && is_there(&store, "more-0") && is_there(&store, "more-49"));
    });
}

#[test]
fn an_operator_is_one_from_the_next_request_until_it_is_taken_away() {
    on_every_engine(async |store| {
        let (ada, bob) = (account(&store, "ada", 0).await.id, account(&store, "bob", 0).await.id);
        begin(&store, &ada, "one", 1, 60).await;
        begin(&store, &bob, "other", 1, 60).await;
        let operates = |name: &str| {
            let session = store.session(&digest(name)).unwrap().unwrap();
            session.owner.key.scopes.has(store::Scope::Operate)
        };
        let key = |name: &str| new_session(name, 60).key;
        store.set_operator(&ada, true, key("unused"), second(2)).await.unwrap();
        assert!(operates("one") && !operates("other"));
        assert_eq!(store.keys(&ada).unwrap().len(), 1, "the key of the pages was there");
        store.set_operator(&ada, false, key("unused"), second(3)).await.unwrap();
        assert!(!operates("one"));

        // Before the first sign-in there is no key, so that one is made.
        let cyd = account(&store, "cyd", 0).await.id;
        store.set_operator(&cyd, false, key("never"), second(4)).await.unwrap();
        assert_eq!(store.keys(&cyd).unwrap().len(), 0);
        store.set_operator(&cyd, true, key("first"), second(5)).await.unwrap();
        begin(&store, &cyd, "later", 6, 60).await;
        assert!(operates("later"));
        let unknown = store.set_operator(&"acc_none".into(), true, key("none"), second(7)).await;
        assert!(matches!(unknown, Err(store::StoreError::NotFound("account"))));
    });
}
