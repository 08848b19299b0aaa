//! The sandbox's account, demo lists and seed data.

pub(crate) mod sample;
pub(crate) mod showcase;

use std::sync::LazyLock;

use jiff::Timestamp;
use records::SignalKind;
use store::{
    AccountId, Credits, IcpTarget, KeyId, NewAccount, Plan, SavedIcp, Store, StoreError, WatchList,
    WatchTarget,
};

/// Account that owns the sandbox's lists.
pub static ACCOUNT: LazyLock<AccountId> = LazyLock::new(|| AccountId::from("acc_sandbox"));
/// Key of a call without one: empty.
pub static KEY: LazyLock<KeyId> = LazyLock::new(|| KeyId::from(""));
/// Id of the demo watch list and the demo ICP.
const DEMO: &str = "demo";
/// Maximum number of people whose companies go on the demo watch list.
const WATCHED_MAX: usize = 200;

/// Seeds the sandbox's store with the data that the examples need, a watch list and a saved ICP.
pub async fn seed(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    store.ingest(showcase::claims(now)).await?;
    let account = NewAccount {
        id: ACCOUNT.clone(),
        email: "sandbox@brimful.example".into(),
        password_hash: None,
        plan: Plan::Free,
        trial_ends_at: None,
        credits: Credits::ZERO,
    };
    store.create_account(account, None, now).await?;
    seed_lists(store, &ACCOUNT, now).await
}

/// Makes the watch list and the saved ICP of the examples for an account.
pub async fn seed_lists(store: &Store, account: &AccountId, now: Timestamp) -> Result<(), StoreError> {
    let people = store.some_people(WATCHED_MAX)?;
    let domains = people.into_iter().filter_map(|record| record.person.company?.domain).collect();
    let list = WatchList {
        id: DEMO.into(),
        name: "demo companies".into(),
        target: WatchTarget::Domains,
        kinds: SignalKind::ALL.to_vec(),
        entries: 0,
        created_at: now,
        updated_at: now,
        last_run_at: None,
    };
    store.create_watch_list(account, list, domains).await?;
    let icp = SavedIcp {
        id: DEMO.into(),
        name: "demo buyers".into(),
        target: IcpTarget::People,
        filters: r#"{"seniorities":["c_suite","vp","head","director"]}"#.into(),
        created_at: now,
        last_run_at: None,
    };
    store.save_icp(account, icp).await?;
    Ok(())
}
