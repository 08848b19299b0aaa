//! The sandbox: its door, with a number of calls a day for each client, and its own demo lists.

use std::net::IpAddr;

use jiff::{Timestamp, tz::TimeZone};
use records::SignalKind;
use store::{Credits, IcpTarget, NewAccount, Plan, SavedIcp, Store, StoreError, WatchList, WatchTarget};

use crate::{
    app::App,
    auth,
    problem::{Code, Problem},
    showcase,
};

/// The account that the sandbox's lists belong to.
pub const ACCOUNT: &str = "acc_sandbox";
/// The id of each thing in the sandbox that has one.
const DEMO: &str = "demo";
/// Companies on the sandbox's watch list.
const WATCHED_MAX: usize = 200;

/// Puts into the sandbox's store what every example needs, and a watch list and a saved ICP that can be run.
pub async fn furnish(store: &Store, now: Timestamp) -> Result<(), StoreError> {
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

/// Counts a sandbox call and refuses it when the client's calls of today are used up.
pub async fn admit(app: &App, client: IpAddr, now: Timestamp) -> Result<(), Problem> {
    let limit = app.settings.limits.sandbox_calls_per_day;
    let calls = app.store.count_sandbox_call(auth::client_digest(app, client), now).await?;
    if calls <= limit {
        return Ok(());
    }
    Err(Problem::new(
        Code::SandboxLimit,
        format!(
            "The sandbox answers {limit} calls a day and client. Sign up for a key, or come back tomorrow."
        ),
    )
    .retry_after(seconds_to_midnight(now)))
}

fn seconds_to_midnight(now: Timestamp) -> u64 {
    let today = now.to_zoned(TimeZone::UTC);
    let tomorrow = today.tomorrow().and_then(|day| day.start_of_day());
    let seconds = tomorrow.map_or(0, |day| day.timestamp().as_second() - now.as_second());
    u64::try_from(seconds).unwrap_or(0).max(1)
}
