//! Migrations: each is a file whose text never changes, and a folder of every older schema is migrated whole.
//!
//! `BRIMFUL_RECORD_FIXTURES=1` writes the fixtures that are missing, from the newest one that is there.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use sha2::{Digest, Sha256};
use store::Store;

/// What the text of each migration is pinned to. A folder may have seen it: change the schema with a new file.
const PINNED: &[(&str, &str)] = &[
    ("0001.sql", "3d099ec4a0b68b4dc6206c54e0256aa91a890cf258213b42e3361b725cd4bd06"),
    ("0002.sql", "7b8b3d3fdb351165cbfad346d9a92f958fcfcac106f3236009ee61d0a79162bd"),
    ("0003.sql", "885a60e063dc225b3a4c741c427e6255f00ecfcb9db07d7359e745ce096b6595"),
    ("0004.sql", "bda58223ba44135919a1e82e453efe0b18b383ed0293297dd301865038640f48"),
    ("0005.sql", "cfe4291a876b36c7500fcc4e7e66ee8014be545401d3daa249f9d8789c92a71a"),
    ("0006.sql", "9937a9471cb1808b4503c01272b018aabf30f00082b46a3c061c17048b672792"),
    ("0007.sql", "7c0fba5a429a203c6637f5b27c7e07ff44218194537daacd82c873c0f65472ff"),
    ("0008.sql", "0a7f49acef9884f3c7c786d8ed9569473995310075e78e798a4f9d8732313d34"),
    ("0009.sql", "0e84d2124eaaaee9869ed62aa2013e83f8e3fab7260c328fad3f9a349d727190"),
    ("0010.sql", "01f566242e3c719e41d493de8437d8a0716398759a799dc9c08875fd375a7400"),
    ("0011.sql", "eafa8bafe196714309971e93974c6105999de477bf2050dc5ae6917852fadea9"),
    ("0012.sql", "0fb0073bea9f302982cd71dc1da34010f8ddd7b107b285829d75e4620e0fee03"),
    ("0013.sql", "13c105d74116a7a006a3a6d8a6a4690c208b18cc27024ae5cfe2a0fc51d797ab"),
];
/// The one table that is empty in a folder at rest: the pending log of an import is applied when the folder is opened.
const EMPTY_AT_REST: &str = "subject_key_log";

/// Tables whose rows moved to another: the table, the new one, a column that has another name there, and one that did not
/// come along.
const MOVED: &[(&str, &str, (&str, &str), &str)] =
    &[("idempotency", "reply", ("account_id", "owner"), "digest")];

/// Tables that an upgrade makes anew from the claims; of records only the ids stay.
const REBUILT: &[&str] =
    &["subject_key", "commonness", "subject", "signal", "company_domain", "watermark", "records_watermark"];

/// Rows of a table as text, with the given columns.
type Rows = Vec<String>;

fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Name and text of each migration, in order.
fn migrations() -> Vec<(String, String)> {
    let entries = fs::read_dir(package("src/sql/migrations")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let text = |name: &String| fs::read_to_string(package("src/sql/migrations").join(name)).unwrap();
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

fn fixture(schema: usize) -> PathBuf {
    package(&format!("tests/fixtures/schema-{schema}.sql"))
}

fn names(database: &Connection, question: &str) -> Vec<String> {
    let mut statement = database.prepare(question).unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

fn tables(database: &Connection) -> Vec<String> {
    names(
        database,
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
}

fn columns(database: &Connection, table: &str) -> Vec<String> {
    names(database, &format!("SELECT name FROM pragma_table_info('{table}')"))
}

fn rows(database: &Connection, table: &str, columns: &[String]) -> Rows {
    let quoted: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
    names(database, &format!("SELECT {} FROM \"{table}\" ORDER BY 1", quoted.join(" || ',' || ")))
}

/// Every table of a database with its columns and rows.
fn contents(database: &Connection) -> BTreeMap<String, (Vec<String>, Rows)> {
    let content = |table: String| {
        let mut columns = columns(database, &table);
        columns.retain(|column| !MOVED.iter().any(|(from, _, _, left)| *from == table && left == column));
        let rows = rows(database, &table, &columns);
        (table, (columns, rows))
    };
    tables(database).into_iter().map(content).collect()
}

/// A folder of an older schema.
pub fn folder_of(schema: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let database = crate::support::open_files(folder.path());
    database.execute_batch(&fs::read_to_string(fixture(schema)).unwrap()).unwrap();
    folder
}

fn version(database: &Connection) -> usize {
    database.query_row("PRAGMA user_version", [], |row| row.get::<_, u32>(0)).unwrap() as usize
}

#[test]
fn the_text_of_a_migration_never_changes() {
    let digest = |text: &str| hex::encode(Sha256::digest(text));
    let found: Vec<(String, String)> =
        migrations().into_iter().map(|(name, text)| (name, digest(&text))).collect();
    let pinned: Vec<(String, String)> =
        PINNED.iter().map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned())).collect();
    assert_eq!(found, pinned, "pin a new migration here; change a schema that exists with a new file");
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let database = crate::support::open_files(folder.path());
    assert_eq!(version(&database), found.len(), "every file is in the list of migrations");
}

#[test]
fn every_older_schema_has_a_fixture_with_rows_in_every_table() {
    let count = migrations().len();
    if std::env::var_os("BRIMFUL_RECORD_FIXTURES").is_some() {
        (1..count).filter(|schema| !fixture(*schema).exists()).for_each(record);
    }
    for schema in 1..count {
        assert!(
            fixture(schema).exists(),
            "schema {schema} has no fixture; BRIMFUL_RECORD_FIXTURES=1 writes it"
        );
        let folder = folder_of(schema);
        let database = crate::support::open_files(folder.path());
        assert_eq!(version(&database), schema);
        for (table, (_, rows)) in contents(&database) {
            assert!(!rows.is_empty() || table == EMPTY_AT_REST, "the fixture has no row of {table}");
        }
        let mut made = Connection::open_in_memory().unwrap();
        migrate(&mut made, 0, schema);
        assert_eq!(tables(&made), tables(&database), "the fixture has the tables of its schema");
        for table in tables(&made) {
            assert_eq!(columns(&made, &table), columns(&database, &table), "{table} of schema {schema}");
        }
    }
}

#[test]
fn a_folder_of_every_older_schema_is_migrated_and_no_row_is_lost() {
    for schema in 1..migrations().len() {
        let folder = folder_of(schema);
        let before = contents(&crate::support::open_files(folder.path()));
        let store = Store::open(folder.path()).unwrap();
        let findings = [store.audit().unwrap().findings, store.check_schema().unwrap()].concat();
        assert_eq!(findings, [], "schema {schema}");
        let after = crate::support::open_files(folder.path());
        for (table, (columns, old)) in before {
            let name = MOVED.iter().find(|(from, ..)| *from == table);
            if REBUILT.contains(&table.as_str()) {
                let ids = |database: &Connection| names(database, "SELECT id FROM subject ORDER BY no");
                assert_eq!(ids(&after), ids(&crate::support::open_files(folder_of(schema).path())));
                continue;
            }
            let Some((_, to, (from, new), _)) = name else {
                assert_eq!(rows(&after, &table, &columns), old, "{table} of schema {schema}");
                continue;
            };
            let renamed = |column: String| if column == *from { (*new).to_owned() } else { column };
            let columns: Vec<String> = columns.into_iter().map(renamed).collect();
            assert_eq!(rows(&after, to, &columns), old, "{table} of schema {schema}");
        }
        let account = store.accounts().unwrap().remove(0);
        let statement = store.statement(&account.id, None, None, usize::MAX).unwrap();
        assert_eq!((statement.closing, account.closed_at), (account.balance, None));
    }
}

#[test]
fn months_that_were_granted_before_are_not_granted_again() {
    let folder = folder_of(2);
    let store = Store::open(folder.path()).unwrap();
    let database = crate::support::open_files(folder.path());
    let months = names(&database, "SELECT CAST(month AS TEXT) FROM monthly_grant ORDER BY month");
    assert_eq!(months, ["1", "2", "3"]);
    drop(store);
}

/// Applies the migrations after `from` up to `to`.
fn migrate(database: &mut Connection, from: usize, to: usize) {
    for (_, text) in &migrations()[from..to] {
        database.execute_batch(text).unwrap();
    }
    database.pragma_update(None, "user_version", to as u32).unwrap();
}

/// Writes the fixture of a schema from that of the schema before it, with a row in each table that is new.
fn record(schema: usize) {
    let folder = folder_of(schema - 1);
    let mut database = crate::support::open_files(folder.path());
    migrate(&mut database, schema - 1, schema);
    for (table, (_, rows)) in contents(&database) {
        if rows.is_empty() && table != EMPTY_AT_REST {
            fill(&database, &table);
        }
    }
    let head = format!("-- A data folder of schema {schema}, with rows in every table.\n");
    fs::write(fixture(schema), head + &dump(&database, schema)).unwrap();
}

/// Puts a row into a table: what it refers to where it does, else something of the column's type.
fn fill(database: &Connection, table: &str) {
    let value = |column: &String| {
        let refers = format!(
            "SELECT \"table\" || '|' || COALESCE(\"to\", 'id') FROM pragma_foreign_key_list('{table}')
             WHERE \"from\" = '{column}'"
        );
        if let Some((parent, key)) = names(database, &refers).first().and_then(|text| text.split_once('|')) {
            return format!("(SELECT \"{key}\" FROM \"{parent}\" LIMIT 1)");
        }
        let kind = format!("SELECT type FROM pragma_table_info('{table}') WHERE name = '{column}'");
        match names(database, &kind)[0].as_str() {
            "TEXT" => "'something'".to_owned(),
            "BLOB" => "x'00'".to_owned(),
            _ => "1".to_owned(),
        }
    };
    let columns = columns(database, table);
    let values: Vec<String> = columns.iter().map(value).collect();
    database.execute_batch(&format!("INSERT INTO \"{table}\" VALUES ({})", values.join(", "))).unwrap();
}

fn dump(database: &Connection, schema: usize) -> String {
    let made = |kind: &str| {
        names(
            database,
            &format!(
                "SELECT sql FROM sqlite_master WHERE type IN ({kind}) AND sql IS NOT NULL
                 AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
            ),
        )
    };
    let mut lines = vec!["PRAGMA foreign_keys = OFF".to_owned(), "BEGIN".to_owned()];
    lines.extend(made("'table'"));
    for (table, (_, rows)) in contents(database) {
        lines.extend(rows.iter().map(|row| format!("INSERT INTO \"{table}\" VALUES ({row})")));
    }
    lines.extend(made("'index', 'trigger'"));
    lines.push("COMMIT".to_owned());
    lines.push(format!("PRAGMA user_version = {schema}"));
    lines.into_iter().map(|line| line + ";\n").collect()
}
