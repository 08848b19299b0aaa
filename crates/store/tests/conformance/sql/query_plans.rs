//! The plan of every statement: none scans a table that grows with the data, unless it says here why it may.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use store::Store;

/// Tables with few rows, however much is stored.
const SMALL: [&str; 16] = [
    "bulk_turn",
    "clock_jump",
    "erasure",
    "feed",
    "import_position",
    "installation",
    "key_claim",
    "node",
    "plan_cap",
    "privacy_request",
    "ruling",
    "ruling_row",
    "suppression",
    "suppression_secret",
    "task_lease",
    "watermark",
];

/// Statements that read a whole table on purpose, by a part of their text, and why.
const WHOLE: &[(&str, &str)] = &[
    ("SELECT trait, outcome, pairs FROM agreement", "a row for each trait and outcome"),
    (
        "SELECT subject FROM claim GROUP BY subject",
        "a command measures the confidence of matches; from an index",
    ),
    ("FROM records.sqlite_sequence WHERE name", "a row for each numbered table"),
    ("SELECT key FROM subject_key", "an import that has the folder alone fills its filter of known keys"),
    ("SELECT source, reference FROM claim", "the same for rows"),
    ("SELECT EXISTS (SELECT 1 FROM subject_key_log)", "stops at the first row"),
    ("SELECT 1 FROM watching LIMIT 1", "the same"),
    ("WITH named (entry, domain)", "the domains of the entries of one list"),
    ("SELECT changes FROM subject_key_log", "the pending log of an import is applied whole"),
    ("FROM doubt d JOIN subject a", "the review list is sorted by evidence; a command line reads it"),
    ("FROM doubt d JOIN subject s", "review pairs, a few times while the rates of agreement are learned"),
    ("FROM account a LEFT JOIN monthly_credit", "accounts without a month of grants; a task, in pages"),
    (
        "SELECT id, email, plan, trial_ends_at, balance, created_at, closed_at FROM account ORDER BY",
        "the list of accounts",
    ),
    ("FROM account a WHERE (a.created_at > ?1", "the same, for an operator, in pages"),
    ("SELECT COUNT(*) FROM subject WHERE kind", "counts for doctor and the demo"),
    ("SELECT COUNT(*) FROM claim", "the same"),
    ("SELECT record FROM subject WHERE kind = ?1 ORDER BY no LIMIT", "some records, for examples"),
    ("UPDATE bulk_item SET lease_until = lease_until + ?1", "waits that move with an adopted clock jump"),
    ("UPDATE delivery SET due_at = due_at + ?1", "the same"),
    ("UPDATE delivery SET lease_until = lease_until + ?1", "the same"),
    ("UPDATE webhook SET", "the same, and webhooks are few"),
    ("UPDATE recheck SET due_at = due_at + ?1", "the same"),
    ("UPDATE session SET", "the same, and sessions end"),
    ("(SELECT COUNT(*) FROM recheck) < ?6", "a capped table"),
    ("DELETE FROM webhook WHERE status = 'deleted'", "webhooks are few; a task"),
    ("UPDATE bulk_item SET lease_until = ?2 WHERE status = 'leased'", "a partial index of what is leased"),
    (
        "UPDATE delivery SET lease_until = ?2 WHERE status = 'sending'",
        "a partial index of what is being sent",
    ),
    ("SELECT no, webhook FROM delivery WHERE status = 'sending'", "the same"),
    (
        "(SELECT DISTINCT account_id FROM bulk_job WHERE waiting > 0",
        "a partial index of jobs with waiting items",
    ),
    ("FROM (SELECT no, at FROM reply ORDER BY no LIMIT ?2)", "the oldest answers, in pages"),
];

/// The SQL texts of the crate, each with its file.
fn statements() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("postgres") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !EXEMPT.iter().any(|exempt| path.ends_with(exempt))
            {
                let source = fs::read_to_string(&path).unwrap();
                let code = source.split("#[cfg(test)]").next().unwrap_or_default();
                found.extend(
                    literals(code).filter(|text| is_statement(text)).map(|text| (path.clone(), text)),
                );
            }
        }
    }
    found
}

/// The string literals of a source file, with line breaks as spaces.
fn literals(code: &str) -> impl Iterator<Item = String> {
    let without_comments: String = code
        .lines()
        .map(|line| if line.trim_start().starts_with("//") { "" } else { line })
        .collect::<Vec<_>>()
        .join("\n");
    let parts: Vec<String> = without_comments.replace("\\\"", "'").split('"').map(str::to_owned).collect();
    parts.into_iter().skip(1).step_by(2).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The audit reads everything; the schema is read from the engine's own tables.
const EXEMPT: [&str; 5] = ["audit.rs", "audit_outbox.rs", "connect.rs", "schema.rs", "scrub.rs"];

fn is_statement(text: &str) -> bool {
    let verbs = ["SELECT ", "UPDATE ", "DELETE FROM ", "INSERT INTO ", "WITH "];
    // Statements that are put together from clauses have a test beside them.
    let is_whole = !["VALUES", "AND", "="].iter().any(|end| text.ends_with(end));
    verbs.iter().any(|verb| text.starts_with(verb)) && !text.contains('{') && is_whole
}

/// Tables by the name that a plan gives them: their own or their alias.
fn tables(statement: &str) -> BTreeMap<String, String> {
    let words: Vec<&str> = statement.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
    let mut tables = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        if !["FROM", "JOIN", "UPDATE", "INTO"].contains(word) {
            continue;
        }
        let Some(table) = words.get(at + 1) else { continue };
        tables.insert((*table).to_owned(), (*table).to_owned());
        let alias = words.get(at + 2).filter(|alias| alias.chars().all(|one| one.is_ascii_lowercase()));
        tables.extend(alias.map(|alias| ((*alias).to_owned(), (*table).to_owned())));
    }
    tables
}

/// Large tables that a statement reads from end to end.
fn scans(connection: &Connection, statement: &str) -> Vec<String> {
    let mut prepared = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {statement}"))
        .unwrap_or_else(|error| panic!("{statement}: {error}"));
    let none = vec![rusqlite::types::Null; prepared.parameter_count()];
    let steps: Vec<String> = prepared
        .query_map(rusqlite::params_from_iter(none), |row| row.get(3))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let tables = tables(statement);
    let sorts = steps.iter().any(|step| step.contains("TEMP B-TREE"));
    // The first page of a whole table ends after as many rows as it answers.
    let is_page = statement.contains("LIMIT") && !statement.contains("WHERE") && !sorts;
    let scanned = steps.iter().filter_map(|step| step.strip_prefix("SCAN "));
    let names = scanned.filter_map(|step| tables.get(step.split(' ').next().unwrap_or_default()).cloned());
    names.filter(|table| !is_page && !SMALL.contains(&table.as_str())).collect()
}

#[test]
fn every_foreign_key_has_an_index() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let connection = crate::support::open_files(folder.path());
    let texts = |query: &str| -> Vec<String> {
        let mut statement = connection.prepare(query).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut keys = 0;
    let tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'
                  UNION ALL SELECT name FROM records.sqlite_master WHERE type = 'table'";
    for table in texts(tables) {
        let of_key = format!("SELECT \"from\" FROM pragma_foreign_key_list('{table}') WHERE seq = 0");
        for column in texts(&of_key) {
            keys += 1;
            // A row of the other table that is deleted looks for its children by this column.
            let plan = format!("EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {column} = 1");
            let steps: Vec<String> = {
                let mut statement = connection.prepare(&plan).unwrap();
                statement.query_map([], |row| row.get(3)).unwrap().map(Result::unwrap).collect()
            };
            assert!(!steps.iter().any(|step| step.starts_with("SCAN")), "{table}.{column}: {steps:?}");
        }
    }
    assert!(keys > 10, "{keys}");
}

#[test]
fn no_statement_scans_a_table_that_grows() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let connection = crate::support::open_files(folder.path());
    let statements = statements();
    assert!(statements.len() > 200, "only {} statements were found", statements.len());
    let mut faults = Vec::new();
    for (path, statement) in &statements {
        let scans = scans(&connection, statement);
        let is_known = statement.ends_with("LIMIT 1") && !statement.contains("WHERE")
            || WHOLE.iter().any(|(part, _)| statement.contains(part));
        if !scans.is_empty() && !is_known {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            faults.push(format!("{file} scans {}: {statement}", scans.join(", ")));
        }
    }
    assert_eq!(faults.len(), 0, "{}", faults.join("\n"));
    for (part, _) in WHOLE {
        assert!(statements.iter().any(|(_, text)| text.contains(part)), "no statement has {part}");
    }
}
