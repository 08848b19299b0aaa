//! One folder, one server: a second one ends with a sentence, and a dead one does not block the next.

use std::{
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

use crate::process::Place;

const SECOND: [&[&str]; 2] = [&["serve"], &["demo", "--people", "5"]];

#[test]
fn a_second_server_or_demo_ends_at_once_and_names_the_first() {
    let place = Place::new();
    let server = place.serve();
    for command in SECOND {
        let begun = Instant::now();
        let arguments = [command, &["--data", "data", "--listen", "127.0.0.1:0"]].concat();
        let sentence = place.refusal(&arguments);
        assert!(sentence.starts_with("another server (pid "), "{sentence}");
        assert!(sentence.contains(&format!("http://{}", server.address)), "{sentence}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
    let doctor = place.run(&["doctor", "--data", "data"]).stdout;
    assert!(doctor.contains(&format!("one runs (pid {}", sentence_pid(&doctor))), "{doctor}");
    place.account("beside@customer.example", "5");
    server.stop();
    let doctor = place.run(&["doctor", "--data", "data"]).stdout;
    assert!(doctor.contains("server     none runs"), "{doctor}");
}

/// The process that a diagnosis names.
fn sentence_pid(doctor: &str) -> u32 {
    let after = doctor.split("one runs (pid ").nth(1).unwrap();
    after.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn after_a_kill_the_next_server_starts_at_once() {
    let place = Place::new();
    for _ in 0..3 {
        // Dropping it is `kill -9`.
        drop(place.serve());
    }
    place.serve().stop();
}

#[test]
fn temporary_folders_of_killed_servers_do_not_pile_up() {
    let place = Place::new();
    for _ in 0..4 {
        drop(place.serve());
    }
    let server = place.serve();
    let left = || {
        let entries = std::fs::read_dir(place.path("tmp")).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    assert_eq!(left().len(), 1, "only that of the one that runs: {:?}", left());
    server.stop();
    assert_eq!(left().len(), 0, "{:?}", left());
}

/// Every path below a folder with the rights of others than its owner.
fn open_paths(folder: &Path, found: &mut Vec<String>) {
    let mode = std::fs::metadata(folder).unwrap().permissions().mode();
    if mode & 0o077 != 0 {
        found.push(format!("{} {:o}", folder.display(), mode & 0o777));
    }
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).unwrap() {
            open_paths(&entry.unwrap().path(), found);
        }
    }
}

#[test]
fn every_file_of_a_data_folder_is_for_its_owner_alone() {
    let place = Place::new();
    let server = place.start(&["demo", "--data", "data", "--people", "30"]);
    place.account("ada@customer.example", "5");
    place.json(&["backup", "data-copy.db", "--data", "data"]);
    std::thread::sleep(Duration::from_millis(500));
    let mut found = Vec::new();
    open_paths(&place.path("data"), &mut found);
    open_paths(&place.path("data-copy.db"), &mut found);
    assert_eq!(found, Vec::<String>::new());
    server.stop();
    open_paths(&place.path("data"), &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_folder_made_open_before_is_reported_by_doctor_and_closed_at_the_next_start() {
    let place = Place::new();
    place.serve().stop();
    place.write("data/mine.sh", "#!/bin/sh\n");
    for path in ["data", "data/brimful.db", "data/records.db", "data/index", "data/mine.sh"] {
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.path(path), open).unwrap();
    }
    let report = place.run(&["doctor", "--data", "data"]);
    assert_eq!(report.code, Some(1));
    assert!(report.stdout.contains("FAIL  files"), "{}", report.stdout);
    let server = place.serve();
    assert!(server.log().contains("was open to other users"), "{}", server.log());
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
    let mode = std::fs::metadata(place.path("data/mine.sh")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o755, "what is not brimful's is left as it is");
    server.stop();
}
