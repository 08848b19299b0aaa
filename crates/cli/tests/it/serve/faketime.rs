//! A real server whose machine's clock is set while it runs, by libfaketime: the wall clock jumps, monotonic time does not.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    http::{Answer, Caller},
    process::{Place, Server},
};

/// How long a jump may take to be noticed, and a task to run again.
const NOTICED_MAX: Duration = Duration::from_secs(20);

/// The library, where the distribution's package has put it.
fn library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?;
    let candidates = folders.flatten().map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    candidates.chain([PathBuf::from("/usr/lib/faketime/libfaketimeMT.so.1")]).find(|path| path.exists())
}

fn wait_until(server: &Server, what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + NOTICED_MAX;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}: {}", server.log());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// How often a background task has run.
fn runs(caller: &Caller, task: &str) -> u64 {
    let page = caller.get("/metrics").body;
    let line = page.lines().find(|line| {
        line.starts_with("brimful_task_runs_total") && line.contains(&format!("task=\"{task}\""))
    });
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_server_goes_on_while_the_machines_clock_is_set_to_and_fro() {
    let Some(library) = library() else {
        eprintln!("skipped: libfaketime is not installed here");
        return;
    };
    let place = Place::new();
    place.write("people.csv", "Name,Email\nJo Doe,jo@acme.example\n");
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (account, _) = place.account("ada@customer.example", "5");
    let operator =
        place.json(&["keys", "create", &account, "--scopes", "read,spend,manage,operate", "--data", "data"]);
    let set = |offset: &str| std::fs::write(place.path("offset"), offset).unwrap();
    set("+0");
    let file = place.path("offset").display().to_string();
    let mut command = place.command(&["serve", "--data", "data", "--listen", "127.0.0.1:0"]);
    command
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", file)
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let server = place.spawn(command);
    let caller = Caller::new(&server.address, operator["key"].as_str().unwrap());
    let ask = || -> Answer {
        caller.post_once("/v1/enrich", &json!({ "email": "jo@acme.example" }), "order-1").unwrap()
    };
    let first = ask();
    assert_eq!(first.status, 200, "{}", first.body);
    let balance = caller.balance();
    for (number, offset) in ["-2h", "+26h", "+365d", "-365d"].into_iter().enumerate() {
        set(offset);
        wait_until(&server, offset, || {
            server.log().matches("the machine's clock has jumped").count() == number + 1
        });
        for task in ["webhooks", "watch_lists", "leases", "key_uses"] {
            let before = runs(&caller, task);
            wait_until(&server, task, || runs(&caller, task) > before);
        }
        let again = ask();
        assert_eq!((again.header("idempotent-replayed"), &again.body), (Some("true"), &first.body));
        assert_eq!(caller.balance(), balance, "{offset}");
        set("+0");
        wait_until(&server, "the return", || {
            server.log().matches("the machine's clock has come back").count() == number + 1
        });
    }
    let doctor = place.run(&["doctor", "--data", "data"]).stdout;
    assert!(doctor.contains("4 jumps were noticed; the last at "), "{doctor}");
    assert!(doctor.contains("it came back, and nothing was changed"), "{doctor}");
    server.stop();
}
