//! Keys: making, finding the owner, revoking, rotating, expiring.

use store::{KeyId, NewKey, Scope, StoreError};

use crate::support::*;

#[test]
fn a_key_speaks_for_its_account_by_its_hash_alone() {
    on_every_engine(async |store| {
        let account = account(&store, "ada", 5).await;
        let wanted = NewKey {
            scopes: [Scope::Read, Scope::Manage].into_iter().collect(),
            expires_at: Some(second(60)),
            ..new_key("one")
        };
        let key = store.create_key(&"acc_ada".into(), wanted, second(1)).await.unwrap();
        assert_eq!(key.scopes.list(), [Scope::Read, Scope::Manage]);
        assert!(!key.scopes.has(Scope::Spend));
        assert_eq!((key.created_at, key.expires_at), (second(1), Some(second(60))));
        assert_eq!((key.revoked_at, key.last_used_at), (None, None));
        let owner = store.key_owner(&digest("one")).unwrap().unwrap();
        assert_eq!((owner.key, owner.account), (key, account));
        assert!(store.key_owner(&digest("other")).unwrap().is_none());
    });
}

#[test]
fn keys_are_listed_oldest_first_with_the_revoked_ones() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        account(&store, "bob", 0).await;
        for (name, at) in [("late", 3), ("early", 1), ("middle", 2)] {
            store.create_key(&"acc_ada".into(), new_key(name), second(at)).await.unwrap();
        }
        store.create_key(&"acc_bob".into(), new_key("of-bob"), second(1)).await.unwrap();
        store.revoke_key(&"acc_ada".into(), &"key_early".into(), second(4)).await.unwrap();
        let ids: Vec<KeyId> = store.keys(&"acc_ada".into()).unwrap().into_iter().map(|key| key.id).collect();
        assert_eq!(ids, ["key_early", "key_middle", "key_late"]);
    });
}

#[test]
fn a_key_needs_an_account_and_a_hash_of_its_own() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        store.create_key(&"acc_ada".into(), new_key("one"), start()).await.unwrap();
        let same_hash = NewKey { id: "key_two".into(), ..new_key("one") };
        let refused = store.create_key(&"acc_ada".into(), same_hash, start()).await;
        assert!(matches!(refused, Err(StoreError::Duplicate(_))), "{refused:?}");
        let refused = store.create_key(&"acc_nobody".into(), new_key("three"), start()).await;
        assert!(matches!(refused, Err(StoreError::NotFound("account"))), "{refused:?}");
        assert_eq!(store.keys(&"acc_ada".into()).unwrap().len(), 1);
    });
}

#[test]
fn a_key_is_revoked_once_and_by_its_owner_only() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        account(&store, "bob", 0).await;
        store.create_key(&"acc_ada".into(), new_key("one"), start()).await.unwrap();
        let stranger = store.revoke_key(&"acc_bob".into(), &"key_one".into(), second(1)).await;
        assert!(matches!(stranger, Err(StoreError::NotFound("key"))), "{stranger:?}");
        let revoked = store.revoke_key(&"acc_ada".into(), &"key_one".into(), second(2)).await.unwrap();
        assert_eq!(revoked.revoked_at, Some(second(2)));
        let again = store.revoke_key(&"acc_ada".into(), &"key_one".into(), second(9)).await.unwrap();
        assert_eq!(again.revoked_at, Some(second(2)));
        let owner = store.key_owner(&digest("one")).unwrap().unwrap();
        assert_eq!(owner.key.revoked_at, Some(second(2)));
    });
}

#[test]
fn a_rotated_key_works_on_until_the_overlap_ends() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        store.create_key(&"acc_ada".into(), new_key("old"), start()).await.unwrap();
        let (new, old) = store
            .rotate_key(&"acc_ada".into(), &"key_old".into(), new_key("new"), second(100), second(1))
            .await
            .unwrap();
        assert_eq!((new.id.as_str(), new.expires_at), ("key_new", None));
        assert_eq!(old.expires_at, Some(second(100)));
        assert_eq!(store.keys(&"acc_ada".into()).unwrap(), [old, new]);
    });
}

#[test]
fn a_rotation_never_lengthens_the_life_of_the_old_key() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        let ending = NewKey { expires_at: Some(second(10)), ..new_key("old") };
        store.create_key(&"acc_ada".into(), ending, start()).await.unwrap();
        let (_, old) = store
            .rotate_key(&"acc_ada".into(), &"key_old".into(), new_key("new"), second(100), second(1))
            .await
            .unwrap();
        assert_eq!(old.expires_at, Some(second(10)));
    });
}

#[test]
fn a_dead_or_foreign_key_cannot_be_rotated() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        account(&store, "bob", 0).await;
        let expired = NewKey { expires_at: Some(second(10)), ..new_key("expired") };
        store.create_key(&"acc_ada".into(), expired, start()).await.unwrap();
        store.create_key(&"acc_ada".into(), new_key("revoked"), start()).await.unwrap();
        store.revoke_key(&"acc_ada".into(), &"key_revoked".into(), second(1)).await.unwrap();
        store.create_key(&"acc_bob".into(), new_key("of-bob"), start()).await.unwrap();
        for old in ["key_expired", "key_revoked", "key_of-bob", "key_never"] {
            let refused = store
                .rotate_key(&"acc_ada".into(), &old.into(), new_key("new"), second(100), second(10))
                .await;
            assert!(matches!(refused, Err(StoreError::NotFound("key"))), "{old}: {refused:?}");
        }
        assert!(store.key_owner(&digest("new")).unwrap().is_none());
    });
}

#[test]
fn the_last_use_of_a_key_only_moves_forward() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        store.create_key(&"acc_ada".into(), new_key("one"), start()).await.unwrap();
        let used = |at| vec![("key_one".into(), second(at)), ("key_never".into(), second(at))];
        store.touch_keys(used(20)).await.unwrap();
        store.touch_keys(used(10)).await.unwrap();
        assert_eq!(store.keys(&"acc_ada".into()).unwrap()[0].last_used_at, Some(second(20)));
    });
}
