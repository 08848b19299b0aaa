//! The schema check reports whatever is missing, altered or added in comparison with the migrations.

use std::{fs, path::Path};

use rusqlite::Connection;
use store::Store;

/// Sentences about a schema that a statement was run on.
fn findings_after(base: &Path, number: usize, statement: &str) -> Vec<String> {
    let file = base.with_file_name(format!("copy-{number}.db"));
    fs::copy(base, &file).unwrap();
    let connection = Connection::open(&file).unwrap();
    connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {statement}")).unwrap();
    drop(connection);
    let findings = Store::open_copy(&file).unwrap().check_schema().unwrap();
    fs::remove_file(&file).unwrap();
    findings.into_iter().map(|finding| finding.detail).collect()
}

/// A copy of an empty store, and what its schema is made of.
fn base() -> (tempfile::TempDir, std::path::PathBuf, Vec<(String, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let file = folder.path().join("base.db");
    store.copy_to(&file).unwrap();
    assert_eq!(store.check_schema().unwrap(), []);
    let database = Connection::open(&file).unwrap();
    let mut statement =
        database.prepare("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").unwrap();
    let items = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let items = items.map(Result::unwrap).collect();
    (folder, file, items)
}

#[test]
fn every_table_index_and_trigger_is_missed_when_it_is_gone() {
    let (_folder, file, items) = base();
    assert!(items.len() > 60, "{items:?}");
    for (number, (kind, name)) in items.iter().enumerate() {
        let found = findings_after(&file, number, &format!("DROP {kind} \"{name}\""));
        assert!(found.contains(&format!("the {kind} {name} is missing")), "{kind} {name}: {found:?}");
    }
}

#[test]
fn what_was_altered_or_added_is_told() {
    let (_folder, file, _) = base();
    for (number, (statement, expected)) in [
        ("ALTER TABLE account DROP COLUMN closed_at", "the column account.closed_at is missing"),
        ("ALTER TABLE account ADD COLUMN bonus BIGINT", "the column account.bonus is not of this version"),
        ("CREATE TABLE notes (text TEXT)", "the table notes is not of this version"),
        ("CREATE VIEW rich AS SELECT id FROM account", "the view rich is not of this version"),
        (
            "DROP INDEX ledger_from; CREATE INDEX ledger_from ON ledger (to_account)",
            "the index ledger_from was altered",
        ),
        (
            "DROP TRIGGER ledger_keeps_rows;
             CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN SELECT 1; END",
            "the trigger ledger_keeps_rows was altered",
        ),
        (
            "CREATE TRIGGER steal AFTER INSERT ON ledger BEGIN SELECT 1; END",
            "the trigger steal is not of this version",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let found = findings_after(&file, number, statement);
        assert!(found.iter().any(|one| one == expected), "{statement}: {found:?}");
    }
}
