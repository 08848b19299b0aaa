//! Accounts and plans.

use jiff::SignedDuration;
use store::{AccountId, Credits, NewAccount, Plan, StoreError};

use crate::support::*;

#[test]
fn an_account_is_found_by_id_and_by_email() {
    on_every_engine(async |store| {
        let made = account(&store, "ada", 5).await;
        assert_eq!(made.balance, Credits::whole(5));
        assert_eq!(made.created_at, start());
        assert_eq!(store.account(&"acc_ada".into()).unwrap(), Some(made.clone()));
        assert_eq!(store.account_by_email("ada@customer.example").unwrap(), Some(made));
        assert_eq!(store.account(&"acc_nobody".into()).unwrap(), None);
        assert_eq!(store.account_by_email("nobody@customer.example").unwrap(), None);
    });
}

#[test]
fn accounts_are_listed_oldest_first() {
    on_every_engine(async |store| {
        for (name, created) in [("b", 2), ("c", 2), ("a", 3)] {
            store.create_account(new_account(name, Credits::ZERO), None, second(created)).await.unwrap();
        }
        let ids: Vec<AccountId> = store.accounts().unwrap().into_iter().map(|account| account.id).collect();
        assert_eq!(ids, ["acc_b", "acc_c", "acc_a"]);
    });
}

#[test]
fn an_email_opens_one_account_only() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let twin = NewAccount { id: "acc_twin".into(), ..new_account("ada", Credits::whole(1)) };
        let refused = store.create_account(twin, Some(new_key("twin")), start()).await;
        assert!(matches!(refused, Err(StoreError::Duplicate(store::Duplicate::Account))), "{refused:?}");
        assert_eq!(store.account(&"acc_twin".into()).unwrap(), None);
        assert!(store.key_owner(&digest("twin")).unwrap().is_none());
    });
}

#[test]
fn an_account_is_made_with_credits_and_key_or_not_at_all() {
    on_every_engine(async |store| {
        store
            .create_account(new_account("ada", Credits::whole(5)), Some(new_key("one")), start())
            .await
            .unwrap();
        let same_key =
            store.create_account(new_account("bob", Credits::whole(5)), Some(new_key("one")), start()).await;
        assert!(matches!(same_key, Err(StoreError::Duplicate(_))), "{same_key:?}");
        let in_debt = store.create_account(new_account("eve", thousandths(-1)), None, start()).await;
        assert!(matches!(in_debt, Err(StoreError::OutOfRange)), "{in_debt:?}");
        assert_eq!(store.accounts().unwrap().len(), 1);
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn a_plan_that_is_bought_ends_the_trial() {
    on_every_engine(async |store| {
        let end = start() + SignedDuration::from_hours(7 * 24);
        let trial = NewAccount {
            plan: Plan::Free,
            trial_ends_at: Some(end),
            ..new_account("ada", Credits::whole(1))
        };
        let account = store.create_account(trial, None, start()).await.unwrap();
        assert_eq!(account.effective_plan(start()), Plan::Indie);
        assert_eq!(account.effective_plan(end), Plan::Free);
        assert!(account.trial_expired(end) && !account.trial_expired(start()));

        let account = store.set_plan(&"acc_ada".into(), Plan::Scale).await.unwrap();
        assert_eq!((account.plan, account.trial_ends_at), (Plan::Scale, None));
        assert!(!account.trial_expired(end));
        assert_eq!(store.account(&"acc_ada".into()).unwrap(), Some(account));
        assert!(matches!(
            store.set_plan(&"acc_nobody".into(), Plan::Pro).await,
            Err(StoreError::NotFound("account"))
        ));
    });
}
