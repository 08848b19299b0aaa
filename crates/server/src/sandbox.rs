//! The sandbox: its door, with a number of calls a day for each client, and its own demo lists.

pub(crate) mod sample;
pub(crate) mod showcase;

use jiff::Timestamp;
use records::SignalKind;
use store::{Credits, IcpTarget, NewAccount, Plan, SavedIcp, Store, StoreError, WatchList, WatchTarget};

/// The account that the sandbox's lists belong to.
pub const ACCOUNT: &str = "acc_sandbox";
/// The id of each thing in the sandbox that has one.
const DEMO: &str = "demo";
/// Companies on the sandbox's watch list.
const WATCHED_MAX: usize = 200;

/// Puts into the sandbox's store what every example needs, and a watch list and a saved ICP that can be run.
pub async fn seed(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    store.ingest(showcase::claims(now)).await?;
    let account = NewAccount {
        id: ACCOUNT.into(),
        email: "sandbox@brimful.example".into(),
        password_hash: None,
        plan: Plan::Free,
        trial_ends_at: None,
        credits: Credits::ZERO,
    };
    store.create_account(account, None, now).await?;
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
    store.create_watch_list(ACCOUNT, list, domains).await?;
    let icp = SavedIcp {
        id: DEMO.into(),
        name: "demo buyers".into(),
        target: IcpTarget::People,
        filters: r#"{"seniorities":["c_suite","vp","head","director"]}"#.into(),
        created_at: now,
        last_run_at: None,
    };
    store.save_icp(ACCOUNT, icp).await?;
    Ok(())
}
