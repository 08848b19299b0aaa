//! The index is derived data: it knows its committed sequence, detects damage, and can be rebuilt.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::*;
use search::{PeopleFilters, PeopleSort, SearchError, SearchIndex};

fn filled(folder: &Path, people: usize, sequence: u64) -> SearchIndex {
    let index = SearchIndex::open(folder).unwrap();
    for number in 0..people {
        index.put_person(&person(&format!("per_{number}"), "Ana Díaz", "CTO"), None, None).unwrap();
    }
    index.put_company(&company("com_1", "Acme", "acme.example"), None).unwrap();
    index.commit(sequence).unwrap();
    index
}

fn ids(index: &SearchIndex) -> Vec<String> {
    all_ids(&index.people(), &PeopleFilters::default(), PeopleSort::Name, 100)
}

/// The largest file of the index of people.
fn largest_file(folder: &Path) -> PathBuf {
    let mut people = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().join("people"));
    let people = people.find(|path| path.is_dir()).unwrap();
    let files = fs::read_dir(people).unwrap().map(|entry| entry.unwrap().path());
    let segments = files.filter(|path| !path.to_string_lossy().contains("json"));
    segments.max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap()
}

#[test]
fn only_committed_records_are_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 3, 17);
    index.put_person(&person("per_9", "Never Committed", "CTO"), None, None).unwrap();
    drop(index);
    let index = SearchIndex::open(folder.path()).unwrap();
    assert_eq!(index.watermark(), 17);
    assert_eq!(ids(&index), ["per_0", "per_1", "per_2"]);
    assert_eq!(index.companies().records(), 1);
}

#[test]
fn a_new_index_is_empty_and_begins_at_zero() {
    let folder = tempfile::tempdir().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    assert_eq!((index.watermark(), index.people().records()), (0, 0));
    assert!(index.verify().is_sound());
}

#[test]
fn a_record_is_seen_after_its_commit_and_gone_after_its_removal() {
    let index = SearchIndex::in_memory().unwrap();
    index.put_person(&person("per_1", "Ana Díaz", "CTO"), None, None).unwrap();
    assert_eq!(index.people().records(), 0);
    index.commit(1).unwrap();
    assert_eq!(ids(&index), ["per_1"]);
    let earlier = index.people();
    index.put_person(&person("per_1", "Ana Ruiz", "CTO"), None, None).unwrap();
    index.commit(2).unwrap();
    let name = PeopleFilters { name: Some("Ruiz".to_owned()), ..PeopleFilters::default() };
    assert_eq!(index.people().count(&name, now()).unwrap(), 1);
    // A snapshot keeps showing its own commit.
    assert_eq!(earlier.count(&name, now()).unwrap(), 0);
    index.remove_person("per_1").unwrap();
    index.commit(3).unwrap();
    assert_eq!((ids(&index).len(), index.watermark()), (0, 3));
}

#[test]
fn a_sound_index_reports_its_size_and_sequence() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 5, 4);
    let report = index.verify();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.people.documents, report.companies.documents, report.watermark()), (5, 1, 4));
}

#[test]
fn a_flipped_bit_is_found_by_verifying() {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path(), 50, 1));
    let file = largest_file(folder.path());
    let mut bytes = fs::read(&file).unwrap();
    bytes[10] ^= 1;
    fs::write(&file, bytes).unwrap();
    match SearchIndex::open(folder.path()) {
        Ok(index) => assert!(!index.verify().is_sound()),
        Err(error) => assert!(matches!(error, SearchError::Unproven(_)), "{error}"),
    }
}

#[test]
fn a_truncated_or_missing_file_is_found_by_opening_or_verifying() {
    for cut in [Some(7), None] {
        let folder = tempfile::tempdir().unwrap();
        drop(filled(folder.path(), 50, 1));
        let file = largest_file(folder.path());
        match cut {
            Some(bytes) => {
                let length = fs::metadata(&file).unwrap().len();
                fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(length - bytes).unwrap();
            }
            None => fs::remove_file(&file).unwrap(),
        }
        let sound = SearchIndex::open(folder.path()).is_ok_and(|index| index.verify().is_sound());
        assert!(!sound, "cut {cut:?}");
    }
}

#[test]
fn an_index_that_cannot_be_opened_is_discarded_and_filled_again() {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path(), 3, 1));
    let meta = largest_file(folder.path()).with_file_name("meta.json");
    fs::write(&meta, "{").unwrap();
    let error = SearchIndex::open(folder.path()).err().unwrap();
    assert!(matches!(error, SearchError::Unproven(_)), "{error}");
    assert!(error.to_string().contains("rebuild"));
    SearchIndex::discard(folder.path()).unwrap();
    assert_eq!(ids(&filled(folder.path(), 2, 1)), ["per_0", "per_1"]);
}

#[test]
fn a_rebuild_serves_queries_only_after_publishing() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 3, 1);
    let rebuild = index.rebuild().unwrap();
    rebuild.add_person(&person("per_7", "Bea", "CTO"), None, None).unwrap();
    assert_eq!(ids(&index), ["per_0", "per_1", "per_2"]);
    let before = index.people();
    rebuild.publish(9).unwrap();
    assert_eq!((ids(&index), index.watermark()), (words(&["per_7"]), 9));
    assert_eq!(before.records(), 3);
    index.put_person(&person("per_8", "Cid", "CTO"), None, None).unwrap();
    index.commit(10).unwrap();
    drop(index);
    let index = SearchIndex::open(folder.path()).unwrap();
    assert_eq!((ids(&index), index.watermark()), (words(&["per_7", "per_8"]), 10));
}

#[test]
fn a_record_that_changes_during_a_rebuild_is_indexed_once_in_its_last_version() {
    let folder = tempfile::tempdir().unwrap();
    let index = SearchIndex::open(folder.path()).unwrap();
    let rebuild = index.rebuild().unwrap();
    for name in ["Ana Díaz", "Ana Ruiz"] {
        rebuild.add_person(&person("per_1", name, "CTO"), None, None).unwrap();
        rebuild.add_person(&person("per_2", name, "CTO"), None, None).unwrap();
    }
    rebuild.remove_person("per_2").unwrap();
    rebuild.publish(1).unwrap();
    let now_named = PeopleFilters { name: Some("Ruiz".to_owned()), ..PeopleFilters::default() };
    assert_eq!(index.people().count(&now_named, now()).unwrap(), 1);
    assert_eq!(ids(&index), ["per_1"]);
    assert!(index.verify().is_sound());
}

#[test]
fn an_interrupted_rebuild_leaves_the_old_index_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 3, 1);
    let rebuild = index.rebuild().unwrap();
    rebuild.add_person(&person("per_7", "Bea", "CTO"), None, None).unwrap();
    drop(rebuild);
    drop(index);
    let index = SearchIndex::open(folder.path()).unwrap();
    assert_eq!((ids(&index).len(), index.watermark()), (3, 1));
    index.rebuild().unwrap().publish(2).unwrap();
    assert_eq!((ids(&index).len(), index.watermark()), (0, 2));
}

#[test]
fn a_second_writer_is_refused_while_readers_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let writer = filled(folder.path(), 3, 1);
    let reader = SearchIndex::open(folder.path()).unwrap();
    assert_eq!(ids(&reader).len(), 3);
    let refused = reader.put_person(&person("per_8", "Cid", "CTO"), None, None);
    assert!(matches!(refused, Err(SearchError::Busy)));
    writer.remove_person("per_0").unwrap();
    writer.commit(2).unwrap();
    reader.refresh().unwrap();
    assert_eq!((ids(&reader).len(), reader.watermark()), (2, 2));
}

#[test]
fn the_employer_fingerprint_changes_only_with_facts_in_the_documents_of_people() {
    let firm = company("com_1", "Acme", "acme.example");
    let mut same = firm.clone();
    same.phone = Some("+4930123456".to_owned());
    assert_eq!(search::employer_fingerprint(&firm), search::employer_fingerprint(&same));
    same.employee_count = Some(4);
    assert_ne!(search::employer_fingerprint(&firm), search::employer_fingerprint(&same));
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn holds(folder: &Path, bytes: &[u8]) -> bool {
    let found = |content: Vec<u8>| content.windows(bytes.len()).any(|window| window == bytes);
    files(folder).iter().any(|file| fs::read(file).is_ok_and(found))
}

fn has_deletion_marks(folder: &Path) -> bool {
    files(folder).iter().any(|file| file.extension().is_some_and(|extension| extension == "del"))
}

#[test]
fn removed_documents_are_gone_from_disk_after_a_purge() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 3, 1);
    index.put_person(&person("per_canary", "Canarina Featherstone", "CTO"), None, None).unwrap();
    index.put_person(&person("per_8", "Ana Diaz", "CTO"), None, None).unwrap();
    index.commit(2).unwrap();
    index.remove_person("per_canary").unwrap();
    index.commit(3).unwrap();
    assert!(has_deletion_marks(folder.path()), "a removal only marks the document");
    index.purge().unwrap();
    assert!(!has_deletion_marks(folder.path()));
    assert!(!holds(folder.path(), b"canarina") && !holds(folder.path(), b"per_canary"));
    assert_eq!((index.watermark(), ids(&index).len()), (3, 4));
    assert!(index.verify().is_sound());
    index.put_person(&person("per_9", "Ana Diaz", "CTO"), None, None).unwrap();
    index.commit(4).unwrap();
    assert_eq!(ids(&index).len(), 5, "the index accepts writes after a purge");
}

#[test]
fn an_index_without_documents_can_be_purged() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(folder.path(), 1, 1);
    index.remove_person("per_0").unwrap();
    index.commit(2).unwrap();
    index.purge().unwrap();
    index.purge().unwrap();
    assert_eq!(index.people().records(), 0);
    assert_eq!(SearchIndex::open(folder.path()).unwrap().watermark(), 2);
}
