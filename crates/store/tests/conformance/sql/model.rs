//! Random operations on accounts, compared with a model of a few lines: the store says what the model says.

use std::collections::BTreeMap;

use proptest::prelude::*;
use store::{AccountId, Cost, Credits, HistoryFilter, Settled, Settlement, Store, StoreError};

use crate::support::*;

const ACCOUNTS: usize = 3;

#[derive(Debug, Clone)]
enum Operation {
    Create {
        account: usize,
        credits: i64,
    },
    Grant {
        account: usize,
        amount: i64,
    },
    Settle {
        account: usize,
        price: i64,
        key: Option<u8>,
    },
    /// Sends the request id of an earlier call again.
    Repeat {
        account: usize,
        price: i64,
    },
}

fn operation() -> impl Strategy<Value = Operation> {
    let account = 0..ACCOUNTS;
    let edge = prop_oneof![Just(0), Just(1), Just(-1), Just(i64::MAX), Just(-i64::MAX), Just(i64::MIN)];
    let amount = prop_oneof![6 => -5_000..20_000_i64, 1 => edge.clone()];
    let price = prop_oneof![6 => 0..4_000_i64, 1 => edge];
    prop_oneof![
        2 => (account.clone(), amount.clone()).prop_map(|(account, credits)| Operation::Create { account, credits }),
        3 => (account.clone(), amount).prop_map(|(account, amount)| Operation::Grant { account, amount }),
        8 => (account.clone(), price.clone(), proptest::option::of(0..4_u8))
            .prop_map(|(account, price, key)| Operation::Settle { account, price, key }),
        1 => (account, price).prop_map(|(account, price)| Operation::Repeat { account, price }),
    ]
}

/// What an operation is answered with.
#[derive(Debug, PartialEq)]
enum Outcome {
    Balance(i64),
    Short(i64),
    Replayed(String),
    OutOfRange,
    NotFound,
    Duplicate,
}

#[derive(Default)]
struct ModelAccount {
    balance: i64,
    movements: Vec<i64>,
    history: Vec<(String, i64)>,
    replies: BTreeMap<u8, String>,
}

#[derive(Default)]
struct Model {
    accounts: BTreeMap<usize, ModelAccount>,
}

impl Model {
    fn apply(&mut self, operation: &Operation, request: &str) -> Outcome {
        match *operation {
            Operation::Create { account, .. } if self.accounts.contains_key(&account) => Outcome::Duplicate,
            Operation::Create { credits, .. } if credits < 0 => Outcome::OutOfRange,
            Operation::Create { account, credits } => {
                let movements = if credits == 0 { Vec::new() } else { vec![credits] };
                let new = ModelAccount { balance: credits, movements, ..Default::default() };
                self.accounts.insert(account, new);
                Outcome::Balance(credits)
            }
            Operation::Grant { account, amount } => {
                let Some(account) = self.accounts.get_mut(&account) else {
                    return if amount == 0 || amount == i64::MIN {
                        Outcome::OutOfRange
                    } else {
                        Outcome::NotFound
                    };
                };
                match account.balance.checked_add(amount).filter(|after| *after >= 0 && amount != 0) {
                    None => Outcome::OutOfRange,
                    Some(after) => {
                        account.balance = after;
                        account.movements.push(amount);
                        Outcome::Balance(after)
                    }
                }
            }
            Operation::Settle { account, price, key } => self.settle(account, price, key, request),
            Operation::Repeat { account, price } => self.repeat(account, price),
        }
    }

    fn settle(&mut self, account: usize, price: i64, key: Option<u8>, request: &str) -> Outcome {
        if price < 0 {
            return Outcome::OutOfRange;
        }
        let Some(account) = self.accounts.get_mut(&account) else { return Outcome::NotFound };
        if let Some(kept) = key.and_then(|key| account.replies.get(&key)) {
            return Outcome::Replayed(kept.clone());
        }
        if price > account.balance {
            return Outcome::Short(account.balance);
        }
        account.balance -= price;
        account.history.push((request.to_owned(), price));
        if price > 0 {
            account.movements.push(-price);
        }
        if let Some(key) = key {
            account.replies.insert(key, request.to_owned());
        }
        Outcome::Balance(account.balance)
    }

    fn repeat(&self, account: usize, price: i64) -> Outcome {
        match self.accounts.get(&account) {
            _ if price < 0 => Outcome::OutOfRange,
            None => Outcome::NotFound,
            Some(account) if price > account.balance => Outcome::Short(account.balance),
            Some(_) => Outcome::Duplicate,
        }
    }
}

/// The account's name in this round; rounds share a store, and so have names of their own.
fn name(round: u64, account: usize) -> String {
    format!("{round}-{account}")
}

async fn apply(store: &Store, round: u64, operation: &Operation, request: &str) -> Outcome {
    let settled = match *operation {
        Operation::Create { account, credits } => {
            let new = new_account(&name(round, account), thousandths(credits));
            return outcome_of(store.create_account(new, None, start()).await.map(|account| account.balance));
        }
        Operation::Grant { account, amount } => {
            let id = AccountId::from(format!("acc_{}", name(round, account)));
            let granted = store.grant(&id, thousandths(amount), "model", start()).await;
            return outcome_of(granted.map(|account| account.balance));
        }
        Operation::Settle { account, price, key } => {
            let reply = key.map(|key| reply_key(&key.to_string(), "body"));
            let call = call(&name(round, account), request, thousandths(price));
            store.settle(Settlement { reply, ..call }).await
        }
        Operation::Repeat { account, price } => {
            store.settle(call(&name(round, account), &format!("req_{round}_taken"), thousandths(price))).await
        }
    };
    match settled {
        Ok(Settled::InsufficientBalance { balance }) => Outcome::Short(balance.thousandths()),
        Ok(Settled::Replayed(reply)) => Outcome::Replayed(reply.request_id),
        Ok(Settled::Done { body, cost: Cost { balance, .. } }) => {
            assert_eq!(body, format!("balance {balance}").into_bytes());
            Outcome::Balance(balance.thousandths())
        }
        Err(error) => outcome_of(Err(error)),
    }
}

fn outcome_of(outcome: Result<Credits, StoreError>) -> Outcome {
    match outcome {
        Ok(balance) => Outcome::Balance(balance.thousandths()),
        Err(StoreError::OutOfRange) => Outcome::OutOfRange,
        Err(StoreError::NotFound("account")) => Outcome::NotFound,
        Err(StoreError::Duplicate(_)) => Outcome::Duplicate,
        Err(error) => panic!("{error:?}"),
    }
}

/// Balances, statements and histories are the model's, and the books prove themselves.
fn compare(store: &Store, round: u64, model: &Model) {
    for (number, expected) in &model.accounts {
        let id = AccountId::from(format!("acc_{}", name(round, *number)));
        assert_eq!(store.balance(&id).unwrap().thousandths(), expected.balance);
        let movements: Vec<i64> =
            store.movements(&id).unwrap().into_iter().map(|line| line.credits.thousandths()).collect();
        assert_eq!(movements, expected.movements);
        let rows = store.history(&id, &HistoryFilter::default(), (i64::MIN, None), 1_000).unwrap();
        let history: Vec<(String, i64)> =
            rows.into_iter().rev().map(|row| (row.request_id, row.credits.thousandths())).collect();
        assert_eq!(history, expected.history);
    }
    let audit = store.audit().unwrap();
    assert!(audit.findings.is_empty(), "{:?}", audit.findings);
}

async fn play(store: &Store, round: u64, operations: &[Operation]) {
    // Every round starts with one request id that is taken.
    account(store, &format!("{round}-taker"), 1).await;
    done(store, call(&format!("{round}-taker"), &format!("req_{round}_taken"), Credits::whole(1))).await;
    let mut model = Model::default();
    for (step, operation) in operations.iter().enumerate() {
        let request = format!("req_{round}_{step}");
        let expected = model.apply(operation, &request);
        let got = apply(store, round, operation, &request).await;
        assert_eq!(got, expected, "step {step}: {operation:?}");
    }
    compare(store, round, &model);
}

#[test]
fn any_sequence_of_operations_ends_as_the_model_says() {
    on_every_engine(async |store| {
        let config = ProptestConfig { cases: 32, failure_persistence: None, ..Default::default() };
        let mut runner = proptest::test_runner::TestRunner::new(config);
        let rounds = std::sync::atomic::AtomicU64::new(0);
        let outcome = runner.run(&proptest::collection::vec(operation(), 1..40), |operations| {
            let round = rounds.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let store = store.clone();
            // The runner is not async; a runtime of its own on a thread of its own is.
            std::thread::scope(|scope| {
                scope.spawn(|| block_on(play(&store, round, &operations))).join().map_err(|panic| {
                    let message = panic.downcast_ref::<String>().cloned();
                    TestCaseError::fail(message.unwrap_or_else(|| "the round panicked".into()))
                })
            })
        });
        outcome.unwrap();
    });
}
