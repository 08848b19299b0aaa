//! Data folders that cannot be used: one sentence, a non-zero exit, and nothing made worse.

use std::os::unix::fs::PermissionsExt;

use crate::process::{Place, open_database};

/// Commands that start, and commands that only look.
const COMMANDS: [&[&str]; 6] = [
    &["serve", "--listen", "127.0.0.1:0"],
    &["demo", "--listen", "127.0.0.1:0", "--people", "5"],
    &["doctor"],
    &["account", "list"],
    &["keys", "list", "ada@customer.example"],
    &["credits", "grant", "ada@customer.example", "5"],
];

fn refused_by_all(place: &Place, expected: &str) {
    for command in COMMANDS {
        let sentence = place.refusal(&[command, &["--data", "data"]].concat());
        assert!(sentence.contains(expected), "{command:?}: {sentence}");
    }
}

/// A folder with an account in it, and the bytes of its file.
fn used() -> (Place, Vec<u8>) {
    let place = Place::new();
    place.account("ada@customer.example", "5");
    let bytes = std::fs::read(place.path("data/brimful.db")).unwrap();
    (place, bytes)
}

#[test]
fn a_file_of_noise_is_reported_as_damaged_and_left_as_it_is() {
    let place = Place::new();
    let noise: Vec<u8> =
        (0..20_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    place.write("data/brimful.db", &noise);
    refused_by_all(&place, "the database file is damaged");
    assert_eq!(std::fs::read(place.path("data/brimful.db")).unwrap(), noise);
}

#[test]
fn a_file_that_was_cut_off_is_reported_as_damaged() {
    let (place, bytes) = used();
    for length in [50, 700, 5_000, bytes.len() / 2] {
        place.write("data/brimful.db", &bytes[..length]);
        refused_by_all(&place, "the database file is damaged");
    }
}

#[test]
fn a_page_that_was_overwritten_is_reported_as_damaged() {
    let (place, mut bytes) = used();
    bytes[8_192..40_960].fill(0xa5);
    place.write("data/brimful.db", &bytes);
    refused_by_all(&place, "the database file is damaged");
}

#[test]
fn a_folder_where_the_file_should_be_is_named() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("data/brimful.db")).unwrap();
    refused_by_all(&place, "its brimful.db is a folder; move that away");
}

#[test]
fn a_file_where_the_folder_should_be_is_named() {
    let place = Place::new();
    place.write("data", "hello");
    for command in [&COMMANDS[0], &COMMANDS[1]] {
        let sentence = place.refusal(&[command, &["--data", "data"][..]].concat());
        assert_eq!(sentence, "cannot open the data folder data: it is a file; name a folder");
        let below = place.refusal(&[command, &["--data", "data/below"][..]].concat());
        assert!(below.starts_with("cannot open the data folder data/below: "), "{below}");
    }
}

#[test]
fn a_missing_folder_is_reported_by_commands_that_need_one_and_not_made() {
    let place = Place::new();
    for command in &COMMANDS[2..] {
        let sentence = place.refusal(&[command, &["--data", "data"][..]].concat());
        assert_eq!(
            sentence,
            "data holds no brimful data; start `brimful serve` or `brimful demo` there first"
        );
    }
    assert!(!place.path("data").exists());
}

#[test]
fn an_unwritable_folder_is_reported() {
    let place = Place::new();
    let locked = place.path("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    // Root ignores permissions, so use a kernel folder, which is read-only even for root.
    let is_locked = std::fs::write(locked.join("probe"), "").is_err();
    let folder = if is_locked { "locked/data" } else { "/proc/brimful" };
    let sentence = place.refusal(&["serve", "--data", folder, "--listen", "127.0.0.1:0"]);
    assert!(sentence.starts_with(&format!("cannot open the data folder {folder}: ")), "{sentence}");
    if is_locked {
        let sentence = place.refusal(&["serve", "--data", "locked", "--listen", "127.0.0.1:0"]);
        assert!(sentence.starts_with("cannot open the data folder locked: "), "{sentence}");
    }
}

#[test]
fn a_folder_of_a_newer_version_is_left_alone() {
    let (place, _) = used();
    open_database(&place.path("data")).pragma_update(None, "user_version", 9_999).unwrap();
    refused_by_all(&place, "data was written by a newer brimful (schema 9999, this one knows");
    let version: i64 = open_database(&place.path("data"))
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, 9_999);
}

#[test]
fn a_damaged_world_of_the_demo_is_reported() {
    let place = Place::new();
    place.write("data/world.json", "{");
    let sentence = place.refusal(&[COMMANDS[1], &["--data", "data"]].concat());
    assert!(sentence.contains("world.json is damaged; remove the folder to start over"), "{sentence}");
}
