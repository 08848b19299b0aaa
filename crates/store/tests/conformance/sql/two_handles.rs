//! Two handles on one store, as two processes have them, change it at the same time: what reads and then writes must come
//! out as if one had gone before the other. `BRIMFUL_TWO_HANDLES_ROUNDS` sets how often.

use std::collections::BTreeSet;

use store::{Credits, IngestReport, Plan, Store};

use crate::{bulk, database::Database, support::*};

/// Changes of each kind, unless the environment says otherwise.
const ROUNDS: usize = 60;

/// Calls of both handles at a time.
const TOGETHER: usize = 4;

fn rounds() -> usize {
    std::env::var("BRIMFUL_TWO_HANDLES_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(ROUNDS)
}

/// Runs a test with two handles on a folder, and with two on a database where one is there.
fn with_two_handles(test: impl AsyncFn(Store, Store)) {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open(folder.path()).unwrap();
    block_on(test(open(), open()));
    if let Some(database) = Database::with_tables() {
        block_on(test(database.open(), database.open()));
    }
}

/// Does the same with both handles, several times at once, this often in all.
async fn at_once<F>(handles: [&Store; 2], times: usize, make: impl Fn(Store, usize) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut under_way = tokio::task::JoinSet::new();
    for number in 0..times {
        under_way.spawn(make(handles[number % 2].clone(), number));
        if under_way.len() >= 2 * TOGETHER {
            under_way.join_next().await.unwrap().unwrap();
        }
    }
    while let Some(ended) = under_way.join_next().await {
        ended.unwrap();
    }
}

#[test]
fn no_charge_and_no_grant_is_lost() {
    with_two_handles(async |one, other| {
        account(&one, "ada", 1_000_000).await;
        let times = 2 * rounds();
        at_once([&one, &other], times, |store, number| async move {
            if number % 3 == 0 {
                store.grant(&"acc_ada".into(), Credits::whole(2), "a gift", second(2)).await.unwrap();
            } else {
                done(&store, call("ada", &format!("req_{number}"), Credits::whole(1))).await;
            }
        })
        .await;
        let grants = times.div_ceil(3);
        let expected = 1_000_000 + 2 * grants as i64 - (times - grants) as i64;
        assert_eq!(other.balance(&"acc_ada".into()).unwrap(), Credits::whole(expected));
        assert!(one.audit().unwrap().findings.is_empty(), "{:?}", one.audit().unwrap().findings);
    });
}

#[test]
fn an_account_spends_no_more_than_it_has() {
    with_two_handles(async |one, other| {
        account(&one, "ada", 10).await;
        at_once([&one, &other], 40, |store, number| async move {
            let _ = store.settle(call("ada", &format!("req_{number}"), Credits::whole(1))).await.unwrap();
        })
        .await;
        assert_eq!(one.balance(&"acc_ada".into()).unwrap(), Credits::ZERO);
        assert_eq!(one.audit().unwrap().ledger_rows, 11);
    });
}

#[test]
fn a_month_is_granted_once() {
    with_two_handles(async |one, other| {
        for number in 0..10 {
            account(&one, &format!("a{number}"), 0).await;
        }
        at_once([&one, &other], 8, |store, _| async move {
            let monthly = vec![(Plan::Pro, Credits::whole(100))];
            let later = second(40 * 24 * 3_600);
            store.grant_monthly_credits(monthly, later, 100).await.unwrap();
        })
        .await;
        for number in 0..10 {
            let balance = other.balance(&format!("acc_a{number}").into()).unwrap();
            assert_eq!(balance, Credits::whole(100), "a{number}");
        }
    });
}

#[test]
fn an_item_of_a_job_is_taken_by_one_worker() {
    with_two_handles(async |one, other| {
        account(&one, "ada", 100).await;
        bulk::submit(&one, "ada", "blk_1", 60).await;
        let taken = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        at_once([&one, &other], 30, |store, number| {
            let taken = taken.clone();
            async move {
                let chunks = bulk::take(&store, &format!("wrk_{number}"), 4, 2).await;
                taken
                    .lock()
                    .unwrap()
                    .extend(chunks.iter().flat_map(|chunk| &chunk.items).map(|item| item.no));
            }
        })
        .await;
        let taken = taken.lock().unwrap().clone();
        assert_eq!(taken.len(), 60);
        assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), 60, "each once");
    });
}

#[test]
fn rows_about_one_person_become_one_record_whichever_handle_files_them() {
    with_two_handles(async |one, other| {
        let times = rounds();
        at_once([&one, &other], times, |store, number| async move {
            let who = number % 10;
            let facts = named("Ada Lovelace", &format!("ada{who}@firm{who}.example"));
            let report: IngestReport =
                store.ingest(vec![person(&format!("row {number}"), facts)]).await.unwrap();
            assert_eq!(report.claims, 1);
        })
        .await;
        let counts = other.counts().unwrap();
        assert_eq!((counts.people, counts.claims), (10.min(times as u64), times as u64));
        let changes = one.changes_after(0, 10_000).unwrap();
        let sequences: BTreeSet<i64> = changes.iter().map(|change| change.sequence).collect();
        assert_eq!(sequences.len(), changes.len(), "each change has a number of its own");
    });
}
