//! `brimful backup` and `brimful restore`: a checked copy made under load, and a folder made from it.
//!
//! `BRIMFUL_BACKUP_ROUNDS` makes the test longer.

use std::{
    collections::BTreeSet,
    os::unix::fs::PermissionsExt,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use serde_json::{Value, json};

use crate::{
    http::Caller,
    process::{Place, open_database},
};

const ROUNDS: u64 = 3;
const CLIENTS: usize = 2;
/// How long a charging call may take while a copy is made, on a machine that does other things besides.
const CALL_MAX: Duration = Duration::from_secs(5);

fn loaded_place() -> (Place, String) {
    let place = Place::new().with("BRIMFUL_API__PLANS__SCALE__REQUESTS_PER_SECOND", "0");
    place.write("people.csv", "Name,Email\nJo Doe,jo@acme.example\n");
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", "1000000");
    (place, key)
}

/// Ids of requests that a folder's ledger knows.
fn charged(folder: &std::path::Path) -> BTreeSet<String> {
    let database = open_database(folder);
    let mut rows = database.prepare("SELECT request_id FROM ledger WHERE request_id IS NOT NULL").unwrap();
    let ids = rows.query_map([], |row| row.get(0)).unwrap();
    ids.map(Result::unwrap).collect()
}

#[test]
fn a_copy_made_under_load_holds_every_charge_acknowledged_before_it_and_can_be_served() {
    let rounds = std::env::var("BRIMFUL_BACKUP_ROUNDS").map_or(ROUNDS, |text| text.parse().unwrap());
    let (place, key) = loaded_place();
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let (over, acknowledged) = (AtomicBool::new(false), Mutex::new(Vec::<String>::new()));
    let slowest = Mutex::new(Duration::ZERO);
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (caller, over, acknowledged, slowest) = (&caller, &over, &acknowledged, &slowest);
            scope.spawn(move || {
                for number in 0.. {
                    if over.load(Ordering::SeqCst) {
                        break;
                    }
                    let (key, started) = (format!("client{client}-{number}"), Instant::now());
                    let question = json!({ "email": "jo@acme.example" });
                    let answer = caller.post_once("/v1/enrich", &question, &key).unwrap();
                    assert_eq!(answer.status, 200, "{}", answer.body);
                    let mut slowest = slowest.lock().unwrap();
                    *slowest = slowest.max(started.elapsed());
                    acknowledged.lock().unwrap().push(answer.header("x-request-id").unwrap().to_owned());
                }
            });
        }
        for round in 0..rounds {
            std::thread::sleep(Duration::from_millis(100));
            let before = acknowledged.lock().unwrap().clone();
            let (file, folder) = (format!("backup-{round}.db"), format!("restored-{round}"));
            let made = place.json(&["backup", &file, "--data", "data"]);
            assert!(made["ledger_rows"].as_u64().unwrap() >= before.len() as u64, "{made}");
            place.json(&["restore", &file, "--data", &folder]);
            let doctor = place.json(&["doctor", "--data", &folder]);
            assert_eq!(doctor["ok"], true, "{doctor}");
            let kept = charged(&place.path(&folder));
            let lost: Vec<_> = before.iter().filter(|request| !kept.contains(*request)).collect();
            assert_eq!(lost, Vec::<&String>::new(), "round {round}");
        }
        over.store(true, Ordering::SeqCst);
    });
    assert!(*slowest.lock().unwrap() < CALL_MAX, "a call took {:?}", slowest.lock().unwrap());
    server.stop();
    let restored = place.start(&["serve", "--data", "restored-0"]);
    let caller = Caller::new(&restored.address, &key);
    assert_eq!(caller.post("/v1/enrich", &json!({ "email": "jo@acme.example" })).json()["found"], true);
    let search = || caller.post("/v1/search/people", &json!({ "filters": { "name": "Jo Doe" } }));
    let deadline = Instant::now() + Duration::from_secs(30);
    while search().status != 200 {
        assert!(Instant::now() < deadline, "the index is not made again: {}", search().body);
        std::thread::sleep(Duration::from_millis(100));
    }
    restored.stop();
}

#[test]
fn a_backup_is_one_file_for_its_owner_and_replaces_nothing_unasked() {
    let (place, _) = loaded_place();
    place.json(&["backup", "copy.db", "--data", "data"]);
    let mode = std::fs::metadata(place.path("copy.db")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let sentence = place.refusal(&["backup", "copy.db", "--data", "data"]);
    assert!(sentence.contains("copy.db is there already"), "{sentence}");
    place.json(&["backup", "copy.db", "--force", "--data", "data"]);
    std::fs::create_dir(place.path("shelf")).unwrap();
    let made = place.json(&["backup", "shelf", "--data", "data"]);
    assert!(made["file"].as_str().unwrap().starts_with("shelf/brimful-"), "{made}");
    let left: Vec<_> = std::fs::read_dir(place.path("shelf")).unwrap().map(|one| one.unwrap()).collect();
    assert_eq!(left.len(), 1, "nothing but the backup is left: {left:?}");
}

#[test]
fn what_a_killed_backup_has_left_is_removed_by_the_next_one() {
    let (place, _) = loaded_place();
    for left in
        ["b.db.partial-1", "brimful-20260101T000000Z.db.partial-2", "b.db.partial-x", "c.db.partial-1"]
    {
        let file = std::fs::File::options().write(true).open(place.write(left, "left")).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(86_400)).unwrap();
    }
    place.write("b.db.partial-3", "being written");
    place.json(&["backup", "b.db", "--data", "data"]);
    let is_there = |name: &str| place.path(name).exists();
    assert!(!is_there("b.db.partial-1") && !is_there("brimful-20260101T000000Z.db.partial-2"));
    assert!(is_there("b.db.partial-3"), "another backup writes it");
    assert!(is_there("b.db.partial-x") && is_there("c.db.partial-1"), "not ours");
}

#[test]
fn a_backup_of_books_that_do_not_add_up_is_refused_and_leaves_nothing() {
    let (place, _) = loaded_place();
    open_database(&place.path("data")).execute("UPDATE account SET balance = 1", []).unwrap();
    let sentence = place.refusal(&["backup", "copy.db", "--data", "data"]);
    assert!(sentence.contains("does not hold together"), "{sentence}");
    let left = std::fs::read_dir(place.path(""))
        .unwrap()
        .filter(|one| one.as_ref().unwrap().file_name().to_string_lossy().starts_with("copy.db"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_restore_refuses_a_folder_that_is_in_use_or_not_empty_and_puts_aside_what_it_held() {
    let (place, _) = loaded_place();
    place.json(&["backup", "copy.db", "--data", "data"]);
    let (extra, _) = place.account("eve@customer.example", "5");
    let sentence = place.refusal(&["restore", "copy.db", "--data", "data"]);
    assert!(sentence.contains("is not empty"), "{sentence}");
    let server = place.serve();
    let sentence = place.refusal(&["restore", "copy.db", "--force", "--data", "data"]);
    assert!(sentence.contains("another server (pid "), "{sentence}");
    server.stop();
    let restored = place.json(&["restore", "copy.db", "--force", "--data", "data"]);
    let accounts = place.json(&["account", "list", "--data", "data"]);
    assert_eq!(accounts.as_array().unwrap().len(), 1, "{accounts}");
    let aside = restored["put_aside"].as_str().unwrap();
    let kept = place.json(&["account", "list", "--data", aside]);
    let ids: Vec<&Value> = kept.as_array().unwrap().iter().map(|account| &account["id"]).collect();
    assert!(ids.contains(&&json!(extra)), "{kept}");
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
}

#[test]
fn a_file_that_is_no_backup_is_refused_and_the_folder_stays_as_it_was() {
    let (place, _) = loaded_place();
    place.write("noise.db", vec![7; 20_000]);
    place.json(&["backup", "cut.db", "--data", "data"]);
    let bytes = std::fs::read(place.path("cut.db")).unwrap();
    place.write("cut.db", &bytes[..bytes.len() / 2]);
    for file in ["noise.db", "cut.db", "missing.db"] {
        place.refusal(&["restore", file, "--force", "--data", "data"]);
        assert!(!place.path("data/.restoring").exists(), "{file}: a refused copy is removed");
        assert_eq!(place.json(&["account", "list", "--data", "data"]).as_array().unwrap().len(), 1, "{file}");
    }
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
}

#[test]
fn a_backup_that_is_copied_over_a_file_of_a_store_is_refused_and_replaces_nothing() {
    let (place, _) = loaded_place();
    place.json(&["backup", "copy.db", "--data", "data"]);
    place.write("more.csv", "Name,Email\nAl Roe,al@acme.example\n");
    place.json(&["import", "people", "more.csv", "--source", "more", "--data", "data"]);
    for file in ["brimful.db", "records.db"] {
        let (of_store, aside) = (place.path(&format!("data/{file}")), place.path("aside.db"));
        std::fs::rename(&of_store, &aside).unwrap();
        std::fs::copy(place.path("copy.db"), &of_store).unwrap();
        let sentence = place.refusal(&["account", "list", "--data", "data"]);
        assert!(sentence.contains("`brimful restore`"), "{file}: {sentence}");
        std::fs::rename(&aside, &of_store).unwrap();
    }
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
    let people = place.run(&["export", "people", "--data", "data"]).stdout;
    assert_eq!(people.lines().count(), 2, "{people}");
}

#[test]
fn a_restore_that_was_interrupted_is_told_and_can_be_done_again() {
    let (place, _) = loaded_place();
    place.json(&["backup", "copy.db", "--data", "data"]);
    // Killed while the copy was checked: what is left goes with the next command.
    std::fs::create_dir(place.path("data/.restoring")).unwrap();
    std::fs::copy(place.path("copy.db"), place.path("data/.restoring/brimful.db")).unwrap();
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
    assert!(!place.path("data/.restoring").exists());
    // Killed while files were put in their places.
    std::fs::create_dir(place.path("data/.restored")).unwrap();
    std::fs::create_dir(place.path("data/before-restore-1")).unwrap();
    for file in ["brimful.db", "records.db"] {
        let from = place.path(&format!("data/{file}"));
        std::fs::copy(&from, place.path(&format!("data/.restored/{file}"))).unwrap();
        std::fs::rename(&from, place.path(&format!("data/before-restore-1/{file}"))).unwrap();
    }
    place.write("noise.db", "noise");
    place.refusal(&["restore", "copy.db", "--data", "data"]);
    place.refusal(&["restore", "noise.db", "--force", "--data", "data"]);
    for command in [&["account", "list", "--data", "data"][..], &["serve", "--data", "data"]] {
        let sentence = place.refusal(command);
        assert!(sentence.contains("restore was interrupted"), "{sentence}");
    }
    place.json(&["restore", "copy.db", "--force", "--data", "data"]);
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
    assert!(!place.path("data/.restored").exists());
}

#[test]
fn a_restore_does_not_replace_files_that_a_process_has_open() {
    let (place, _) = loaded_place();
    place.json(&["backup", "copy.db", "--data", "data"]);
    let open = store::Store::open(&place.path("data")).unwrap();
    let sentence = place.refusal(&["restore", "copy.db", "--force", "--data", "data"]);
    assert!(sentence.contains("uses the data folder"), "{sentence}");
    drop(open);
    place.json(&["restore", "copy.db", "--force", "--data", "data"]);
}

#[test]
fn a_row_that_cannot_be_read_is_found_by_every_check() {
    let (place, _) = loaded_place();
    let database = rusqlite::Connection::open(place.path("data/records.db")).unwrap();
    let damage = "UPDATE claim SET facts = substr(facts, 1, 8) || x'585858585858' WHERE no = 1";
    assert_eq!(database.execute(damage, []).unwrap(), 1);
    drop(database);
    let sentence = place.refusal(&["backup", "copy.db", "--data", "data"]);
    assert!(sentence.contains("claim: 1 rows cannot be read"), "{sentence}");
    let erased = place.run(&["erase", "--email", "nobody@acme.example", "--data", "data"]);
    assert_ne!(erased.code, Some(0), "what cannot be read may name the person: {}", erased.stdout);
}

#[test]
fn a_backup_does_not_replace_a_file_of_its_own_store() {
    let (place, _) = loaded_place();
    for target in ["data/brimful.db", "./data/../data/records.db", "data/brimful.db-wal", "data/server.lock"]
    {
        let sentence = place.refusal(&["backup", target, "--force", "--data", "data"]);
        assert!(sentence.contains("is a file of the data folder itself"), "{target}: {sentence}");
    }
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
}
