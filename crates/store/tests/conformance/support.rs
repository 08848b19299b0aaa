//! The engines under test, and short words for what the tests are about.

use crate::database::Database;
use ::records::{Claim, CompanyFacts, EmailFact, Facts, PersonFacts};
use jiff::{SignedDuration, Timestamp};
use store::{
    Account, CacheUse, CallOutcome, Credits, NewAccount, NewKey, Plan, ReplyKey, Scopes, Settled,
    SettledAnswer, Settlement, Store, UnbilledCall,
};

/// A fresh, empty store, and what has to live as long as it does.
pub struct Fresh {
    pub store: Store,
    _folder: Option<tempfile::TempDir>,
    _database: Option<Database>,
}

type Open = fn() -> Option<Fresh>;

/// Every engine, with the function that opens a fresh store on it, if the engine is there.
const ENGINES: &[(&str, Open)] =
    &[("a SQLite folder", folder), ("temporary SQLite", temporary), ("PostgreSQL", postgres)];

fn folder() -> Option<Fresh> {
    let folder = tempfile::tempdir().unwrap();
    Some(Fresh { store: Store::open(folder.path()).unwrap(), _folder: Some(folder), _database: None })
}

fn temporary() -> Option<Fresh> {
    Some(Fresh { store: Store::temporary().unwrap(), _folder: None, _database: None })
}

fn postgres() -> Option<Fresh> {
    let database = Database::with_tables()?;
    Some(Fresh { store: database.open(), _folder: None, _database: Some(database) })
}

/// Runs a test once per engine; the last engine named in the output is the one that failed.
pub fn on_every_engine(test: impl AsyncFn(Store)) {
    for (name, open) in ENGINES {
        eprintln!("on {name}");
        let Some(fresh) = open() else {
            eprintln!("which is not there");
            continue;
        };
        block_on(test(fresh.store.clone()));
    }
}

/// A connection to the files of a folder, past every guard: those of a store, or the one file of an older schema.
pub fn open_files(folder: &std::path::Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(folder.join("brimful.db")).unwrap();
    let records = folder.join("records.db");
    if records.exists() {
        connection.execute("ATTACH ?1 AS records", [records.to_str().unwrap()]).unwrap();
    }
    connection
}

/// Waits for a future outside of any runtime.
pub fn block_on<F: IntoFuture>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(future.into_future())
}

/// The start of every test's time.
pub fn start() -> Timestamp {
    "2026-01-01T00:00:00Z".parse().unwrap()
}

/// This many seconds after the start.
pub fn second(seconds: i64) -> Timestamp {
    start() + SignedDuration::from_secs(seconds)
}

/// Whole thousandths of a credit.
pub fn thousandths(count: i64) -> Credits {
    Credits::from_thousandths(count)
}

/// An account `acc_NAME` on the plan pro.
pub fn new_account(name: &str, credits: Credits) -> NewAccount {
    NewAccount {
        id: format!("acc_{name}").into(),
        email: format!("{name}@customer.example"),
        password_hash: None,
        plan: Plan::Pro,
        trial_ends_at: None,
        credits,
    }
}

/// A stored account with this many whole credits.
pub async fn account(store: &Store, name: &str, credits: i64) -> Account {
    store.create_account(new_account(name, Credits::whole(credits)), None, start()).await.unwrap()
}

/// A key `key_NAME` with every scope and no end.
pub fn new_key(name: &str) -> NewKey {
    NewKey {
        id: format!("key_{name}").into(),
        name: name.into(),
        hash: digest(name),
        hint: name.into(),
        scopes: Scopes::CUSTOMER,
        expires_at: None,
        for_pages: false,
        cap: store::NewKeyCap::None,
    }
}

/// Some 32 bytes that belong to a word.
pub fn digest(word: &str) -> [u8; 32] {
    let mut digest = [0; 32];
    for (slot, byte) in digest.iter_mut().zip(word.bytes().cycle()) {
        *slot = byte;
    }
    digest
}

/// A call of the account `acc_NAME`, one second after the start, that costs this much.
pub fn call(name: &str, request: &str, credits: Credits) -> Settlement {
    Settlement {
        request_id: request.into(),
        account_id: format!("acc_{name}").into(),
        key_id: "key_used".into(),
        at: second(1),
        endpoint: "enrich",
        status: 200,
        credits,
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
        render: Box::new(|_, cost| format!("balance {}", cost.balance).into_bytes()),
    }
}

/// A refused call of ada that asked something.
pub fn refused_call(request: &str, asked: &str) -> UnbilledCall {
    UnbilledCall {
        request_id: request.into(),
        account_id: "acc_ada".into(),
        key_id: "key_1".into(),
        at: second(6),
        endpoint: "enrich",
        status: 422,
        outcome: CallOutcome::Refused,
        code: Some("invalid_request"),
        latency_us: 1,
        cache: None,
        upstream: Vec::new(),
        asked: Some(asked.to_owned()),
        found: Vec::new(),
        replays: None,
    }
}

/// An idempotency key for a request of this body.
pub fn reply_key(key: &str, body: &str) -> ReplyKey {
    ReplyKey { key: key.into(), digest: digest(body), is_claimed: false }
}

/// Settles and expects to be done: the bytes to send, and the balance left.
pub async fn done(store: &Store, settlement: Settlement) -> (String, Credits) {
    match store.settle(settlement).await.unwrap() {
        Settled::Done { body, cost } => (String::from_utf8(body).unwrap(), cost.balance),
        other => panic!("the call was not settled: {other:?}"),
    }
}

/// What the crm says about a person under its own id, one second after the start.
pub fn person(reference: &str, facts: PersonFacts) -> Claim {
    Claim {
        source: "crm".into(),
        reference: reference.into(),
        observed_at: second(1),
        facts: Facts::Person(Box::new(facts)),
    }
}

/// What the crm says about a company under its own id, one second after the start.
pub fn company(reference: &str, facts: CompanyFacts) -> Claim {
    Claim {
        source: "crm".into(),
        reference: reference.into(),
        observed_at: second(1),
        facts: Facts::Company(Box::new(facts)),
    }
}

/// A name and an email.
pub fn named(full_name: &str, email: &str) -> PersonFacts {
    PersonFacts {
        full_name: Some(full_name.into()),
        emails: vec![EmailFact { address: email.into(), ..Default::default() }],
        ..Default::default()
    }
}

/// A profile on the professional network.
pub fn profile(handle: &str) -> Option<String> {
    Some(format!("https://www.linkedin.com/in/{handle}"))
}
