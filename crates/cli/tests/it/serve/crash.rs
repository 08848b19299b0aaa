//! `kill -9` in the middle of load, again and again: nothing that was acknowledged is lost, and whatever was cut
//! off can be sent again and is charged once.
//!
//! `BRIMFUL_CRASH_CYCLES` makes the test longer.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    http::Caller,
    process::{Place, Server, open_database},
};

const CYCLES: u64 = 20;
const CLIENTS: usize = 4;
const PEOPLE: usize = 20;
const CREDITS: u64 = 1_000_000;
/// How long the first answer may take.
const FIRST_ANSWER_MAX: Duration = Duration::from_secs(30);

/// What the clients know: which calls were acknowledged, and which were cut off.
#[derive(Default)]
struct Known {
    /// Request ids by idempotency key.
    acknowledged: BTreeMap<String, String>,
    cut_off: BTreeSet<String>,
}

/// The call that belongs to an idempotency key.
fn question(key: &str) -> Value {
    let number = key.bytes().map(usize::from).sum::<usize>() % PEOPLE;
    json!({ "email": format!("person{number}@acme.example") })
}

/// Calls until the server is gone. The last call is the one whose fate is unknown.
fn client(caller: &Caller, name: &str, answered: &AtomicUsize) -> Known {
    let mut known = Known::default();
    for number in 0.. {
        let key = format!("{name}-{number}");
        match caller.post_once("/v1/enrich", &question(&key), &key) {
            Ok(answer) => {
                assert_eq!(answer.status, 200, "{}", answer.body);
                assert_eq!(answer.json()["cost"]["credits"], 1);
                known.acknowledged.insert(key, answer.header("x-request-id").unwrap().to_owned());
                answered.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => {
                known.cut_off.insert(key);
                break;
            }
        }
    }
    known
}

/// Loads the server from all sides, and kills it after a while that differs from cycle to cycle.
fn load_and_kill(server: Server, key: &str, cycle: u64) -> Known {
    let caller = Caller::new(&server.address, key);
    let (mut known, answered) = (Known::default(), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (caller, answered, name) = (&caller, &answered, format!("cycle{cycle}-client{number}"));
                scope.spawn(move || client(caller, &name, answered))
            })
            .collect();
        // On a busy machine the first answer takes longer than the load.
        let began = Instant::now();
        while answered.load(Ordering::Relaxed) == 0 && began.elapsed() < FIRST_ANSWER_MAX {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(cycle * 37 % 240));
        // Dropping it is `kill -9`.
        drop(server);
        for client in clients {
            let client = client.join().unwrap();
            known.acknowledged.extend(client.acknowledged);
            known.cut_off.extend(client.cut_off);
        }
    });
    known
}

/// Every acknowledged charge is in the history, and the books are right.
fn verify(place: &Place, caller: &Caller, known: &Known) {
    let doctor = place.json(&["doctor", "--data", "data"]);
    assert_eq!(doctor["ok"], true, "{doctor}");
    let export = caller.get("/v1/me/history/export");
    let charged: BTreeSet<&str> = export
        .body
        .lines()
        .skip(1)
        .filter(|line| line.split(',').nth(4) == Some("1"))
        .filter_map(|line| line.split(',').next())
        .collect();
    for (key, request) in &known.acknowledged {
        assert!(charged.contains(request.as_str()), "the charge of {key}, {request}, is gone");
    }
}

/// Sends what was cut off again; each is answered, from the first time or anew.
fn retry(caller: &Caller, known: &mut Known) -> usize {
    let mut replayed = 0;
    for key in std::mem::take(&mut known.cut_off) {
        let answer = caller.post_once("/v1/enrich", &question(&key), &key).unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        replayed += usize::from(answer.header("idempotent-replayed") == Some("true"));
        let again = caller.post_once("/v1/enrich", &question(&key), &key).unwrap();
        assert_eq!((again.status, &again.body), (200, &answer.body));
        // A replay does not return its own request id; the store has it.
        known.acknowledged.insert(key, String::new());
    }
    replayed
}

/// An idempotency key as the store keeps it.
fn stored_key(owner: &str, key: &str) -> String {
    Sha256::digest(format!("{owner}\0{key}")).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Replaces what a replay did not tell, and proves that keys and charges are one to one.
fn reconcile(place: &Place, known: &mut Known) {
    let data = open_database(&place.path("data"));
    let mut rows = data
        .prepare(
            "SELECT i.owner, i.key, i.request_id, COALESCE(h.credits, 0)
             FROM reply i LEFT JOIN history h ON h.request_id = i.request_id",
        )
        .unwrap();
    let kept = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    let (mut requests, mut keys, mut plain) = (BTreeSet::new(), BTreeSet::new(), HashMap::new());
    for row in kept {
        let (owner, hash, request, credits): (String, String, String, i64) = row.unwrap();
        if plain.is_empty() {
            // Keys are stored as hashes; all calls are of one account.
            plain.extend(known.acknowledged.keys().map(|key| (stored_key(&owner, key), key.clone())));
        }
        let key = plain.get(&hash).cloned().unwrap_or(hash);
        assert_eq!(credits, 1_000, "{key} was kept without its charge");
        if let Some(acknowledged) = known.acknowledged.get_mut(&key) {
            assert!(
                acknowledged.is_empty() || *acknowledged == request,
                "{key} was answered as {acknowledged}, stored as {request}"
            );
            acknowledged.clone_from(&request);
        }
        requests.insert(request);
        keys.insert(key);
    }
    assert!(
        keys.iter().eq(known.acknowledged.keys()),
        "a stored call was never made, or a made call is missing"
    );
    // Replays are in the history, too, without a charge.
    let charged = "SELECT COUNT(*) FROM history WHERE credits > 0";
    let charges: i64 = data.query_row(charged, [], |row| row.get(0)).unwrap();
    assert_eq!(charges, requests.len() as i64, "a call was charged more than once");
}

fn prepare() -> (Place, String) {
    let place = Place::new().with("BRIMFUL_API__PLANS__SCALE__REQUESTS_PER_SECOND", "0");
    let rows: String = (0..PEOPLE).map(|n| format!("Person Number{n},person{n}@acme.example\n")).collect();
    place.write("people.csv", format!("name,email\n{rows}"));
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", &CREDITS.to_string());
    (place, key)
}

#[test]
fn no_acknowledged_charge_is_lost_and_no_cut_off_call_is_charged_twice() {
    let cycles = std::env::var("BRIMFUL_CRASH_CYCLES").map_or(CYCLES, |text| text.parse().unwrap());
    let (place, key) = prepare();
    let mut known = Known::default();
    let (mut cut_off, mut replayed) = (0, 0);
    for cycle in 0..=cycles {
        let server = place.serve();
        let caller = Caller::new(&server.address, &key);
        verify(&place, &caller, &known);
        cut_off += known.cut_off.len();
        replayed += retry(&caller, &mut known);
        reconcile(&place, &mut known);
        assert_eq!(caller.balance() as u64, CREDITS - known.acknowledged.len() as u64);
        if cycle < cycles {
            let after = load_and_kill(server, &key, cycle);
            assert!(!after.acknowledged.is_empty(), "the server was killed before there was any load");
            known.acknowledged.extend(after.acknowledged);
            known.cut_off.extend(after.cut_off);
        }
    }
    println!(
        "{cycles} kills: {} calls charged once each, {cut_off} cut off, {replayed} of them already charged",
        known.acknowledged.len()
    );
    assert!(cut_off > 0, "no call was ever cut off");
}
