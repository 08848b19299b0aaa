//! A server over claims written by hand, and an account that asks it.

use std::{cell::RefCell, collections::BTreeSet};

use records::Claim;
use serde_json::{Value, json};
use server::CATALOGUE;
use store::Plan;

use super::ClaimBuilder;
use crate::support::{Account, TestServer};

/// Enough for every question of a test.
const CREDITS: i64 = 10_000;

/// A server and an account that asks it.
pub struct Stage {
    pub server: TestServer,
    pub account: Account,
    /// Every person named in an answer to [`Stage::ask_again`].
    named: RefCell<BTreeSet<String>>,
}

/// A server that knows only what it is told here.
pub async fn stage(told: impl IntoIterator<Item = ClaimBuilder>) -> Stage {
    let claims: Vec<Claim> = told.into_iter().map(Claim::from).collect();
    let server = TestServer::with(|setup| setup.claims = claims).await;
    server.indexed().await;
    let account = server.account(Plan::Pro, CREDITS).await;
    Stage { server, account, named: RefCell::default() }
}

impl Stage {
    /// Asks as an account that has paid for nothing yet, and proves that the books tell the same as the answer: the
    /// charge, the balance, the row of the history and the people seen.
    #[track_caller]
    pub fn ask<'s>(
        &'s self,
        path: &'s str,
        request: Value,
        credits: f64,
        resolved: u64,
    ) -> impl Future<Output = Value> + 's {
        let place = std::panic::Location::caller();
        async move {
            let account = self.server.account(Plan::Pro, CREDITS).await;
            let named = RefCell::default();
            self.ask_as(&account, &named, place, (path, request), (credits, resolved)).await
        }
    }

    /// The same as the account of the stage, which does not pay for an item twice. The people seen are exactly those that
    /// the answers so far have named.
    #[track_caller]
    pub fn ask_again<'s>(
        &'s self,
        path: &'s str,
        request: Value,
        credits: f64,
        resolved: u64,
    ) -> impl Future<Output = Value> + 's {
        let place = std::panic::Location::caller();
        self.ask_as(&self.account, &self.named, place, (path, request), (credits, resolved))
    }

    async fn ask_as(
        &self,
        account: &Account,
        named: &RefCell<BTreeSet<String>>,
        place: &'static std::panic::Location<'static>,
        (path, request): (&str, Value),
        (credits, resolved): (f64, u64),
    ) -> Value {
        let answer = account.post(path, request).await;
        let request_id = answer.header("x-request-id").to_owned();
        let answer = answer.ok();
        assert_eq!(answer["cost"]["credits"], json_number(credits), "{place}: {answer:#}");
        let left = self.server.balance(account);
        assert_eq!(answer["cost"]["balance_remaining"], json!(left), "{place}");
        self.server.app.history_written().await;
        let row =
            self.server.store.history_row(&account.id, &request_id).unwrap().expect("a row of the call");
        let spec = CATALOGUE.iter().find(|entry| entry.spec.path == path).unwrap().spec;
        assert_eq!(row.endpoint, spec.id);
        assert_eq!(
            (json!(row.credits), row.resolved, row.status),
            (json_number(credits), resolved, 200),
            "{place}"
        );
        people(&answer, &mut named.borrow_mut());
        let seen = self.server.store.people_seen(&account.id, None, None, CREDITS as usize).unwrap();
        let seen: BTreeSet<String> = seen.into_iter().map(|seen| seen.record.person.id).collect();
        assert_eq!(seen, *named.borrow(), "{place}: people seen");
        self.server.prove_books();
        answer
    }

    /// Asks for what is not there: nothing is answered and nothing is charged.
    #[track_caller]
    pub fn nothing<'s>(&'s self, path: &'s str, request: Value) -> impl Future<Output = ()> + 's {
        let asked = self.ask_again(path, request, 0.0, 0);
        async move {
            let answer = asked.await;
            assert_eq!((&answer["results"], &answer["next_cursor"]), (&json!([]), &Value::Null));
        }
    }
}

/// A number as answers write it: no fraction where there is none.
fn json_number(number: f64) -> Value {
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

/// Ids of the people in an answer.
fn people(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(id) = members.get("id").and_then(Value::as_str).filter(|id| id.starts_with("per_")) {
                found.insert(id.to_owned());
            }
            members.values().for_each(|member| people(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| people(item, found)),
        _ => {}
    }
}

/// The text at a pointer of each item of a list.
pub fn texts<'v>(list: &'v Value, pointer: &str) -> Vec<&'v str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item.pointer(pointer).and_then(Value::as_str).unwrap_or_default()).collect()
}
