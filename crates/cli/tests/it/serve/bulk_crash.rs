//! `kill -9` in the middle of bulk jobs of several kinds, again and again: each answer of a job is charged once, however
//! many items have it, and each job's end is notified under one id.
//!
//! `BRIMFUL_CRASH_CYCLES` makes the test longer.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    http::Caller,
    process::{Place, open_database},
};

const CYCLES: u64 = 4;
const JOBS_A_CYCLE: usize = 3;
const ITEMS: usize = 400;
const PEOPLE: usize = 20;
const CREDITS: u64 = 1_000_000;
/// Leases of a worker that was killed run out within this time, and then the rest is a matter of moments.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ids of the events that were heard, by job.
type Heard = Arc<Mutex<BTreeMap<String, BTreeSet<String>>>>;

/// Someone who hears of the ends of jobs.
fn receiver() -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let heard = Heard::default();
    let noted = heard.clone();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let noted = noted.clone();
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let mut chunk = [0; 4096];
                while let Ok(length) = stream.read(&mut chunk) {
                    if length == 0 {
                        break;
                    }
                    bytes.extend_from_slice(&chunk[..length]);
                    if let Some((job, id)) = event(&String::from_utf8_lossy(&bytes)) {
                        noted.lock().unwrap().entry(job).or_default().insert(id);
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                        bytes.clear();
                    }
                }
            });
        }
    });
    (url, heard)
}

/// The job and the id of a whole event.
fn event(text: &str) -> Option<(String, String)> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let header = |name: &str| {
        head.lines()
            .find_map(|line| line.to_lowercase().strip_prefix(&format!("{name}: ")).map(str::to_owned))
    };
    if body.len() < header("content-length")?.parse().ok()? {
        return None;
    }
    let body: Value = serde_json::from_str(body).unwrap();
    Some((body["data"]["id"].as_str().unwrap().to_owned(), header("webhook-id")?))
}

/// The calls that jobs are made of, and the price of each in whole credits.
const KINDS: [(&str, u64); 3] = [("enrich", 1), ("reverse-phone", 2), ("reverse-email", 1)];

/// The kind of a job, by its name.
fn kind(name: &str) -> (&'static str, u64) {
    KINDS[usize::from(*name.as_bytes().last().unwrap()) % KINDS.len()]
}

fn submission(name: &str, webhook: &str) -> Value {
    let seed: usize = name.bytes().map(usize::from).sum();
    let item = |number: usize| {
        let n = (seed + number) % PEOPLE;
        match kind(name).0 {
            "reverse-phone" => json!({ "phone": format!("+12025550{n:03}") }),
            _ => json!({ "email": format!("person{n}@acme.example") }),
        }
    };
    json!({ "items": (0..ITEMS).map(item).collect::<Vec<Value>>(), "webhook": { "url": webhook } })
}

fn prepare() -> (Place, String) {
    let place = Place::new().with("BRIMFUL_API__PLANS__SCALE__REQUESTS_PER_SECOND", "0");
    place.write("brimful.toml", "[network]\nallow_private = [\"127.0.0.0/8\"]\n");
    let row = |n: usize| format!("Person Number{n},person{n}@acme.example,+12025550{n:03},acme.example\n");
    let rows: String = (0..PEOPLE).map(row).collect();
    place.write("people.csv", format!("name,email,mobile,company domain\n{rows}"));
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", &CREDITS.to_string());
    (place, key)
}

/// Waits until every job has come to its end and its webhook was delivered.
fn wait_for(caller: &Caller, jobs: &BTreeMap<String, String>, heard: &Heard) {
    let deadline = Instant::now() + PATIENCE;
    for (name, job) in jobs {
        let credits = PEOPLE as u64 * kind(name).1;
        loop {
            let status = caller.get(&format!("/v1/bulk/{job}?limit=1")).json();
            if status["status"] == "completed" && heard.lock().unwrap().contains_key(job) {
                assert_eq!(
                    (&status["resolved"], &status["credits"]),
                    (&json!(ITEMS), &json!(credits)),
                    "{status}"
                );
                break;
            }
            assert!(Instant::now() < deadline, "the job does not end: {status}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn each_answer_is_charged_once_and_each_job_end_notified_under_one_id_despite_kills() {
    let cycles = std::env::var("BRIMFUL_CRASH_CYCLES").map_or(CYCLES, |text| text.parse().unwrap());
    let (place, key) = prepare();
    let (webhook, heard) = receiver();
    let (mut names, mut jobs) = (BTreeSet::new(), BTreeMap::new());
    let mut unfinished = 0;
    for cycle in 0..=cycles {
        let server = place.serve();
        let caller = Caller::new(&server.address, &key);
        if cycle < cycles {
            names.extend((0..JOBS_A_CYCLE).map(|number| format!("cycle{cycle}-job{number}")));
        }
        // Each is submitted in every cycle under one key: whatever was cut off is repeated, and nothing twice.
        for name in &names {
            let path = format!("/v1/bulk/{}", kind(name).0);
            let answer = caller.post_once(&path, &submission(name, &webhook), name).unwrap();
            assert_eq!(answer.status, 202, "{}", answer.body);
            let id = answer.json()["id"].as_str().unwrap().to_owned();
            let known = jobs.insert(name.clone(), id.clone());
            assert!(known.is_none_or(|known| known == id), "a submission became two jobs");
        }
        if cycle < cycles {
            std::thread::sleep(Duration::from_millis(10 + cycle * 31 % 150));
            let open = caller.get("/v1/bulk?limit=100").json();
            let open =
                open["results"].as_array().unwrap().iter().filter(|job| job["status"] != "completed").count();
            unfinished += open;
            // Dropping it is `kill -9`.
            drop(server);
            continue;
        }
        wait_for(&caller, &jobs, &heard);
        let spent: u64 = names.iter().map(|name| PEOPLE as u64 * kind(name).1).sum();
        assert_eq!(caller.balance() as u64, CREDITS - spent);
        let doctor = place.json(&["doctor", "--data", "data"]);
        assert_eq!(doctor["ok"], true, "{doctor}");
    }
    let charges: i64 = open_database(&place.path("data"))
        .query_row("SELECT COUNT(*) FROM ledger WHERE reason LIKE 'bulk_%'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(charges as usize, names.len() * PEOPLE);
    let heard = heard.lock().unwrap();
    assert!(heard.values().all(|ids| ids.len() == 1), "one id for each event: {heard:?}");
    println!(
        "{cycles} kills in {} jobs of {ITEMS} items: {charges} charges, {} events",
        jobs.len(),
        heard.len()
    );
    assert!(unfinished > 0, "no job was ever cut off");
}
