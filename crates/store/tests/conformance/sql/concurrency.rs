//! Concurrent callers: no account overspends, and one caller's failure does not affect another.

use store::{Cost, Credits, HistoryFilter, Settled, SettledAnswer, Settlement, Store, StoreError};

use crate::support::*;

const THREADS: usize = 16;
const CALLS_PER_THREAD: usize = 12;

/// Runs a function on all threads concurrently, each with its own runtime.
fn on_threads<T: Send>(work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let barrier = std::sync::Barrier::new(THREADS);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (barrier, work) = (&barrier, &work);
                scope.spawn(move || {
                    barrier.wait();
                    work(thread)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn sixteen_threads_spend_exactly_what_one_balance_affords() {
    on_every_engine(async |store| {
        let affords = THREADS * CALLS_PER_THREAD / 3;
        account(&store, "ada", affords as i64).await;
        let outcomes = on_threads(|thread| {
            let settle = async |number: usize| {
                let request = format!("req_{thread}_{number}");
                store.settle(call("ada", &request, Credits::whole(1))).await.unwrap()
            };
            block_on(async {
                let mut balances = Vec::new();
                for number in 0..CALLS_PER_THREAD {
                    if let Settled::Done { cost: Cost { balance, .. }, .. } = settle(number).await {
                        balances.push(balance);
                    }
                }
                balances
            })
        });
        let mut balances: Vec<Credits> = outcomes.into_iter().flatten().collect();
        balances.sort_unstable();
        // Each delivered call saw a balance of its own, down to nothing.
        let expected: Vec<Credits> = (0..affords as i64).map(Credits::whole).collect();
        assert_eq!(balances, expected);
        let summary = store.history_summary(&"acc_ada".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((summary.requests, summary.credits), (affords as u64, Credits::whole(affords as i64)));
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn one_idempotency_key_on_sixteen_threads_is_charged_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        let bodies = on_threads(|thread| {
            let settlement = Settlement {
                reply: Some(reply_key("once", "body")),
                ..call("ada", &format!("req_{thread}"), Credits::whole(1))
            };
            match block_on(store.settle(settlement)).unwrap() {
                Settled::Done { body, .. } => body,
                Settled::Replayed(reply) => reply.body,
                short @ Settled::InsufficientBalance { .. } => panic!("{short:?}"),
            }
        });
        assert!(bodies.iter().all(|body| body == b"balance 99"), "{bodies:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(99));
    });
}

/// Settles 40 calls concurrently; `spoil` makes every tenth fail.
async fn with_bad_neighbours(store: &Store, spoil: impl Fn(&mut Settlement)) -> Vec<StoreError> {
    account(store, "ada", 100).await;
    let calls: Vec<_> = (0..40)
        .map(|number| {
            let mut settlement = call("ada", &format!("req_{number}"), Credits::whole(1));
            if number % 10 == 5 {
                spoil(&mut settlement);
            }
            let store = store.clone();
            tokio::spawn(async move { store.settle(settlement).await })
        })
        .collect();
    let mut errors = Vec::new();
    for call in calls {
        errors.extend(call.await.unwrap().err());
    }
    assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(64));
    let summary = store.history_summary(&"acc_ada".into(), &HistoryFilter::default()).unwrap();
    assert_eq!(summary.requests, 36);
    assert!(store.audit().unwrap().findings.is_empty());
    errors
}

#[test]
fn a_change_that_fails_leaves_its_neighbours_alone() {
    on_every_engine(async |store| {
        let errors = with_bad_neighbours(&store, |call| call.account_id = "acc_nobody".into()).await;
        assert_eq!(errors.len(), 4);
        assert!(errors.iter().all(|error| matches!(error, StoreError::NotFound("account"))), "{errors:?}");
    });
}

#[test]
fn a_change_that_panics_leaves_its_neighbours_alone() {
    on_every_engine(async |store| {
        let errors =
            with_bad_neighbours(&store, |call| call.render = Box::new(|_, _| panic!("a bug in an answer")))
                .await;
        assert_eq!(errors.len(), 4);
        done(&store, call("ada", "req_after", Credits::whole(1))).await;
    });
}

#[test]
fn a_change_that_panics_after_its_charge_leaves_its_neighbours_alone() {
    on_every_engine(async |store| {
        // The charge and the history row are written by then, and have to be undone.
        let failing = store.clone();
        let spoil = move |call: &mut Settlement| {
            let change = failing.unchanged(Vec::new()).map(|_: Vec<u8>| panic!("a bug in a change"));
            call.answer = SettledAnswer::Write(change);
        };
        assert_eq!(with_bad_neighbours(&store, spoil).await.len(), 4);
        done(&store, call("ada", "req_after", Credits::whole(1))).await;
    });
}

#[test]
fn claims_from_many_threads_about_one_person_make_one_record() {
    on_every_engine(async |store| {
        on_threads(|thread| {
            let claim = person(&thread.to_string(), named("Jo Doe", "jo@acme.example"));
            block_on(store.ingest(vec![claim])).unwrap()
        });
        let counts = store.counts().unwrap();
        assert_eq!((counts.people, counts.claims), (1, THREADS as u64));
    });
}

#[test]
fn a_flush_waits_for_everything_before_it() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        let calls: Vec<_> = (0..20)
            .map(|number| {
                let store = store.clone();
                let request = format!("req_{number}");
                tokio::spawn(async move { done(&store, call("ada", &request, Credits::whole(1))).await })
            })
            .collect();
        for call in calls {
            call.await.unwrap();
        }
        store.flush().await.unwrap();
        assert_eq!(store.queue_depth(), 0);
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(80));
    });
}
