//! The two files of an embedded store: what is in which, and what happens when one is locked, older, or missing.

use std::{collections::BTreeSet, fs, path::Path, time::Instant};

use ::records::identifier::IdentifierKind;
use rusqlite::Connection;
use store::{Credits, ErasureTarget, Settlement, Store, TwoValues};

use super::migrations::folder_of;
use crate::{support::*, suppression::identifier};

fn names(file: &Path, kind: &str) -> BTreeSet<String> {
    let connection = Connection::open(file).unwrap();
    let question = "SELECT name FROM sqlite_master WHERE type = ?1 AND name NOT LIKE 'sqlite_%'";
    let mut statement = connection.prepare(question).unwrap();
    statement.query_map([kind], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// A folder with an account that has resolved Ann, and Ann's id.
fn used() -> (tempfile::TempDir, Store, String) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let id = block_on(async {
        account(&store, "ada", 100).await;
        let people = ["Ann Ames", "Bob Bell"].map(|name| {
            let local = &name[..3].to_lowercase();
            person(local, named(name, &format!("{local}@acme.example")))
        });
        store.ingest(people.into()).await.unwrap();
        let people = store.some_people(10).unwrap();
        let ann = people.iter().find(|record| record.person.full_name == "Ann Ames").unwrap();
        let id = ann.person.id.clone();
        let settlement = Settlement { people: vec![id.clone()], ..call("ada", "req_1", Credits::whole(1)) };
        done(&store, settlement).await;
        id
    });
    (folder, store, id)
}

#[test]
fn every_table_is_in_one_file_and_no_foreign_key_leads_to_the_other() {
    let (folder, store, _) = used();
    drop(store);
    let files = ["brimful.db", "records.db"].map(|file| folder.path().join(file));
    let [state, records] = files.clone().map(|file| names(&file, "table"));
    assert_eq!(state.intersection(&records).count(), 0);
    assert!(state.contains("ledger") && records.contains("claim"), "{state:?} {records:?}");
    for (file, tables) in files.iter().zip([&state, &records]) {
        let connection = Connection::open(file).unwrap();
        for table in tables {
            let question = "SELECT \"table\" FROM pragma_foreign_key_list(?1)";
            let mut statement = connection.prepare(question).unwrap();
            for parent in statement.query_map([table], |row| row.get::<_, String>(0)).unwrap() {
                let parent = parent.unwrap();
                assert!(tables.contains(&parent), "{table} refers to {parent} of the other file");
            }
        }
    }
    assert!(
        !folder.path().join("brimful.db-wal").exists(),
        "the last connection checkpoints and deletes the log"
    );
    assert!(
        !folder.path().join("records.db-wal").exists(),
        "the last connection checkpoints and deletes the log"
    );
}

#[test]
fn a_probe_writes_to_each_file() {
    let (folder, store, _) = used();
    let (state, records) = (store.state_version(), store.records_version());
    block_on(store.probe(second(7))).unwrap();
    block_on(store.probe_records(second(7))).unwrap();
    for (file, table) in [("brimful.db", "watermark"), ("records.db", "records_watermark")] {
        let file = Connection::open(folder.path().join(file)).unwrap();
        let question = format!("SELECT no FROM {table} WHERE name = 'probe'");
        let noted: i64 = file.query_row(&question, [], |row| row.get(0)).unwrap();
        assert_eq!(noted, second(7).as_microsecond(), "{table}");
    }
    assert_eq!((store.state_version(), store.records_version()), (state, records), "caches stay valid");
}

#[test]
fn a_charge_does_not_wait_for_a_change_of_records_nor_that_for_a_charge() {
    let (folder, store, _) = used();
    let file = |name: &str| Connection::open(folder.path().join(name)).unwrap();
    let import = file("records.db");
    import.execute_batch("BEGIN IMMEDIATE; UPDATE subject SET label = label").unwrap();
    let began = Instant::now();
    block_on(done(&store, call("ada", "req_2", Credits::whole(1))));
    import.execute_batch("ROLLBACK").unwrap();
    let charges = file("brimful.db");
    charges.execute_batch("BEGIN IMMEDIATE; UPDATE account SET plan = plan").unwrap();
    block_on(store.ingest(vec![person("cy", named("Cy Cole", "cy@acme.example"))])).unwrap();
    charges.execute_batch("ROLLBACK").unwrap();
    assert!(began.elapsed().as_secs() < 5, "a writer of one file waits ten seconds for its lock");
    assert_eq!(store.counts().unwrap().people, 3);
}

#[test]
fn what_moved_before_a_crash_is_followed_by_the_next_start() {
    for is_joined in [true, false] {
        let (folder, store, ann) = used();
        drop(store);
        // As a process leaves it that is killed between its change of the records and that of the state.
        let files = open_files(folder.path());
        let number = |name: &str| -> i64 {
            let question = "SELECT no FROM subject WHERE label LIKE ?1";
            files.query_row(question, [format!("%{name}%")], |row| row.get(0)).unwrap()
        };
        let (gone, other) = (number("Ann"), number("Bob"));
        let target = is_joined.then_some(other);
        let moved = "INSERT INTO subject_moved (subject, target, at) VALUES (?1, ?2, 1)";
        files.execute(moved, (gone, target)).unwrap();
        files.execute("DELETE FROM subject WHERE no = ?1", [gone]).unwrap();
        if is_joined {
            files.execute("INSERT INTO subject_alias (id, subject) VALUES (?1, ?2)", (&ann, other)).unwrap();
        }
        drop(files);
        for _ in 0..2 {
            let store = Store::open(folder.path()).unwrap();
            let seen = store.people_seen(&"acc_ada".into(), None, None, 10).unwrap();
            let names: Vec<&str> = seen.iter().map(|seen| seen.record.person.full_name.as_str()).collect();
            assert_eq!(names, if is_joined { vec!["Bob Bell"] } else { vec![] });
        }
        let left: i64 = open_files(folder.path())
            .query_row("SELECT COUNT(*) FROM person_seen WHERE subject = ?1", [gone], |row| row.get(0))
            .unwrap();
        assert_eq!(left, 0);
    }
}

#[test]
fn a_move_of_another_process_is_followed_before_the_next_charge() {
    let (folder, store, ann) = used();
    let other = Store::open_for_import(folder.path()).unwrap();
    let people = store.some_people(10).unwrap();
    let bob = people.iter().find(|record| record.person.full_name == "Bob Bell").unwrap();
    block_on(other.merge_by_hand(&bob.person.id, &ann, TwoValues::Refused)).unwrap();
    // The account has seen Ann, who is Bob now: seen twice, and one person.
    let settlement =
        Settlement { people: vec![bob.person.id.clone()], ..call("ada", "req_2", Credits::whole(1)) };
    block_on(done(&store, settlement));
    let seen = store.people_seen(&"acc_ada".into(), None, None, 10).unwrap();
    assert_eq!(seen.iter().map(|seen| seen.times).collect::<Vec<_>>(), [2]);
    drop((store, other));
    assert_eq!(Store::open(folder.path()).unwrap().audit().unwrap().findings, []);
}

#[test]
fn records_that_were_moved_to_their_file_in_part_are_moved_again() {
    let folder = folder_of(11);
    let whole = fs::read(folder.path().join("brimful.db")).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let counts = store.counts().unwrap();
    drop(store);
    let [state, records] = ["brimful.db", "records.db"].map(|file| folder.path().join(file));
    // As a crash leaves it before the tables are dropped: the old file whole, the new one with or without its name.
    for left in ["records.db", "records.db-new"] {
        let made = Connection::open(&records).unwrap();
        let pair = "SELECT no FROM records_watermark WHERE name = 'pair of files'";
        let pair: i64 = made.query_row(pair, [], |row| row.get(0)).unwrap();
        drop(made);
        fs::write(&state, &whole).unwrap();
        if left == "records.db" {
            let refused = Store::open(folder.path()).err().unwrap().to_string();
            assert!(refused.contains("brimful restore"), "it may be all there is of its records: {refused}");
        } else {
            fs::remove_file(&records).unwrap();
            fs::write(folder.path().join(left), b"half a file").unwrap();
        }
        let begun = Connection::open(&state).unwrap();
        let note = "INSERT INTO watermark (name, no) VALUES ('making a pair of files', ?1)";
        begun.execute(note, [pair]).unwrap();
        drop(begun);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.counts().unwrap(), counts, "{left}");
        assert_eq!([store.audit().unwrap().findings, store.check_schema().unwrap()].concat(), []);
        assert!(!folder.path().join("records.db-new").exists());
    }
}

#[test]
fn an_older_copy_of_the_records_is_refused() {
    let (folder, store, _) = used();
    drop(store);
    let records = folder.path().join("records.db");
    let older = fs::read(&records).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let ann = ErasureTarget::Identifier(identifier(IdentifierKind::Email, "ann@acme.example"));
    assert_eq!(block_on(store.erase(ann, None, second(5))).unwrap().people, 1);
    block_on(store.flush()).unwrap();
    drop(store);
    fs::write(&records, &older).unwrap();
    let refused = Store::open(folder.path()).err().unwrap().to_string();
    assert!(refused.contains("older than its brimful.db"), "the erased person would be back: {refused}");
}

#[test]
fn a_folder_with_one_of_the_two_files_is_refused_and_left_as_it_is() {
    for (missing, kept) in [("records.db", "brimful.db"), ("brimful.db", "records.db")] {
        let (folder, store, _) = used();
        drop(store);
        let bytes = fs::read(folder.path().join(kept)).unwrap();
        fs::remove_file(folder.path().join(missing)).unwrap();
        for _ in 0..2 {
            let refused = Store::open(folder.path()).err().unwrap().to_string();
            assert!(refused.contains("restore a backup"), "{missing}: {refused}");
        }
        assert_eq!(fs::read(folder.path().join(kept)).unwrap(), bytes, "{missing}");
    }
}

#[test]
fn processes_that_open_an_older_folder_at_once_split_it_once() {
    let folder = folder_of(11);
    let counts: Vec<_> = std::thread::scope(|scope| {
        let open = || Store::open(folder.path()).unwrap().counts().unwrap();
        let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(counts.iter().all(|one| *one == counts[0] && one.people > 0), "{counts:?}");
    assert_eq!(Store::open(folder.path()).unwrap().audit().unwrap().findings, []);
}

#[test]
fn files_under_each_other_s_name_or_of_different_stores_are_refused_and_left_as_they_are() {
    let (folder, store, _) = used();
    let (other, others, _) = used();
    drop((store, others));
    let file = |name: &str| folder.path().join(name);
    let (state, records) = (fs::read(file("brimful.db")).unwrap(), fs::read(file("records.db")).unwrap());
    let stranger = fs::read(other.path().join("records.db")).unwrap();
    for (as_state, as_records) in
        [(&records, &state), (&records, &records), (&state, &state), (&state, &stranger)]
    {
        fs::write(file("brimful.db"), as_state).unwrap();
        fs::write(file("records.db"), as_records).unwrap();
        for _ in 0..2 {
            assert!(Store::open(folder.path()).is_err());
        }
        let (left, right) = (fs::read(file("brimful.db")).unwrap(), fs::read(file("records.db")).unwrap());
        assert!(left == *as_state && right == *as_records, "a file was changed");
    }
    fs::write(file("brimful.db"), &state).unwrap();
    fs::write(file("records.db"), &records).unwrap();
    assert_eq!(Store::open(folder.path()).unwrap().counts().unwrap().people, 2);
}

#[test]
fn a_damaged_file_of_the_records_is_refused_with_advice() {
    let (folder, store, _) = used();
    drop(store);
    let file = folder.path().join("records.db");
    let whole = fs::read(&file).unwrap();
    let mut garbled = whole.clone();
    garbled.iter_mut().skip(4_096).step_by(3).for_each(|byte| *byte ^= 0x5a);
    for bytes in [b"not a database".repeat(500), garbled, whole[..whole.len() / 2].to_vec()] {
        fs::write(&file, bytes).unwrap();
        let refused = Store::open(folder.path()).err().unwrap().to_string();
        assert!(refused.contains("restore a backup"), "{refused}");
    }
}

#[test]
fn a_number_is_not_given_again_while_the_state_may_have_it() {
    let (folder, store, ann) = used();
    drop(store);
    // The state cannot follow while another process has its lock.
    let store = Store::open_for_import(folder.path()).unwrap();
    let people = store.some_people(10).unwrap();
    let bob = people.iter().find(|record| record.person.full_name == "Bob Bell").unwrap().person.id.clone();
    block_on(store.merge_by_hand(&ann, &bob, TwoValues::Refused)).unwrap();
    block_on(store.ingest(vec![person("cy", named("Cy Cole", "cy@acme.example"))])).unwrap();
    drop(store);
    let number = |name: &str| -> i64 {
        let question = "SELECT no FROM subject WHERE label LIKE ?1";
        open_files(folder.path()).query_row(question, [format!("%{name}%")], |row| row.get(0)).unwrap()
    };
    let moved: i64 = open_files(folder.path())
        .query_row("SELECT MAX(subject) FROM subject_moved", [], |row| row.get(0))
        .unwrap();
    assert!(number("Cy") > moved, "{} {moved}", number("Cy"));
}

#[test]
fn what_is_compressed_in_another_database_of_the_folder_is_found_by_the_proof() {
    let (folder, store, _) = used();
    let aside = folder.path().join("before-restore-1");
    fs::create_dir(&aside).unwrap();
    store.copy_to(&aside.join("backup.db")).unwrap();
    let text: BTreeSet<String> = ["ann@acme.example".to_owned()].into();
    let found = store::scan_bytes(folder.path(), &text).unwrap();
    let files: Vec<_> = found.places.iter().filter_map(|place| place.file.file_name()).collect();
    assert_eq!(files, ["backup.db"]);
}

#[test]
fn a_backup_is_one_file_that_becomes_both() {
    let (folder, store, ann) = used();
    let backup = folder.path().join("backup.db");
    store.copy_to(&backup).unwrap();
    let copy = Store::open_copy(&backup).unwrap();
    assert_eq!((copy.counts().unwrap(), copy.check_schema().unwrap()), (store.counts().unwrap(), vec![]));
    let restored = tempfile::tempdir().unwrap();
    fs::copy(&backup, restored.path().join("brimful.db")).unwrap();
    let restored = Store::open(restored.path()).unwrap();
    assert_eq!(restored.counts().unwrap(), store.counts().unwrap());
    assert!(restored.person_seen(&"acc_ada".into(), &ann).unwrap().is_some());
}
