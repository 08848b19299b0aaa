//! Settles paid calls as fast as the store takes them, and prints how many a second.
//!
//! Usage: `settlements STORE ACCOUNTS [SECONDS]`, where STORE is a folder or the URL of a PostgreSQL database. Each call is
//! durable before it counts. The accounts are made first, with enough credits.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::{
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use store::{
    AccountId, CacheUse, Credits, NewAccount, Plan, Settled, SettledAnswer, Settlement, Store, StoreError,
};

/// Calls under way at a time.
const CALLERS: usize = 64;
const CONNECTIONS: usize = 16;

fn account(run: i64, number: usize) -> NewAccount {
    NewAccount {
        id: format!("acc_{run}_{number}").into(),
        email: format!("{run}-{number}@client.example"),
        password_hash: None,
        plan: Plan::Pro,
        trial_ends_at: None,
        credits: Credits::whole(1_000_000),
    }
}

fn call(account_id: AccountId, request_id: String) -> Settlement {
    Settlement {
        request_id,
        account_id,
        key_id: "key_bench".into(),
        at: Timestamp::now(),
        endpoint: "enrich",
        status: 200,
        credits: Credits::whole(1),
        once: None,
        latency_us: 1_500,
        cache: Some(CacheUse::Hit),
        resolved: 1,
        people: Vec::new(),
        detail: Default::default(),
        upstream: Vec::new(),
        effects: Vec::new(),
        reply: None,
        lock: None,
        keeps_answer: false,
        answer: SettledAnswer::Bytes(Vec::new()),
        render: Box::new(|answer, _| answer),
    }
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), StoreError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [at, accounts, rest @ ..] = &arguments[..] else {
        panic!("usage: settlements STORE ACCOUNTS [SECONDS]");
    };
    let accounts: usize = accounts.parse().unwrap();
    let seconds = rest.first().map_or(5, |seconds| seconds.parse().unwrap());
    let store =
        if at.contains("://") { Store::connect(at, CONNECTIONS)? } else { Store::open(Path::new(at))? };
    // Request ids and accounts of another run on the same store have other names.
    let run = Timestamp::now().as_millisecond();
    for number in 0..accounts {
        store.create_account(account(run, number), None, Timestamp::now()).await?;
    }
    let (settled, end) = (AtomicU64::new(0), Instant::now() + Duration::from_secs(seconds));
    std::thread::scope(|threads| {
        for caller in 0..CALLERS {
            let (store, settled) = (&store, &settled);
            let runtime = tokio::runtime::Handle::current();
            threads.spawn(move || {
                for number in (caller..).step_by(CALLERS) {
                    if Instant::now() >= end {
                        break;
                    }
                    let owner = format!("acc_{run}_{}", number % accounts).into();
                    let outcome = runtime.block_on(store.settle(call(owner, format!("req_{run}_{number}"))));
                    assert!(matches!(outcome.unwrap(), Settled::Done { .. }));
                    settled.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    println!("{}", settled.load(Ordering::Relaxed) / seconds);
    Ok(())
}
