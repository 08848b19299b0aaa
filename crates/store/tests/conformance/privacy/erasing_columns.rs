//! Every column of the schema: text that names an erased person is removed, or the proof reports where it is left.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::atomic::{AtomicI64, Ordering},
};

use ::records::{CompanyFacts, PersonFacts, identifier::IdentifierKind};
use rusqlite::{Connection, types::Value};
use store::{ColumnDecision, Erased, ErasureProof, ErasureTarget, Store, column_decisions, scan_bytes};

use crate::{support::*, suppression::identifier};

const ADDRESS: &str = "zebulonia@canarycorp.example";
const NAME: &str = "Zebulonia Quackenfrost, Canarycorp Aviaries";
/// Tables whose rows are derived from claims, and planted as claims.
const RECORDS: [&str; 3] = ["claim", "signal", "subject"];

fn zebulonia() -> PersonFacts {
    PersonFacts {
        company_name: Some("Canarycorp Aviaries".into()),
        company_domain: Some("canarycorp.example".into()),
        ..named("Zebulonia Quackenfrost", ADDRESS)
    }
}

/// Columns of a table with their types.
fn columns(connection: &Connection, table: &str) -> Vec<(String, String)> {
    let mut statement = connection.prepare("SELECT name, type FROM pragma_table_info(?1)").unwrap();
    let rows = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn holds_text(kind: &str) -> bool {
    !matches!(kind, "INTEGER" | "BIGINT" | "SMALLINT")
}

/// Puts a row into a table with a text in one column; what the others hold is different in each row.
fn plant(connection: &Connection, table: &str, marked: &str, text: &str) {
    static NEXT: AtomicI64 = AtomicI64::new(1_000);
    let columns = columns(connection, table);
    let value = |(name, kind): &(String, String)| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        match kind.as_str() {
            "BLOB" if name == marked => Value::Blob(text.as_bytes().to_vec()),
            "BLOB" => Value::Blob(format!("{{\"n\":{number}}}").into_bytes()),
            kind if !holds_text(kind) => Value::Integer(number),
            _ if name == marked => Value::Text(text.to_owned()),
            _ => Value::Text(format!("t{number}")),
        }
    };
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let places: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
    let insert = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
    let values: Vec<Value> = columns.iter().map(value).collect();
    connection
        .execute(&insert, rusqlite::params_from_iter(values))
        .unwrap_or_else(|error| panic!("{table}: {error}"));
}

/// Rows of a table in which a column holds a text, whatever its case.
pub fn rows_with(connection: &Connection, table: &str, column: &str, text: &str) -> i64 {
    let count =
        format!("SELECT COUNT(*) FROM {table} WHERE instr(lower(CAST({column} AS TEXT)), lower(?1)) > 0");
    connection.query_row(&count, [text], |row| row.get(0)).unwrap()
}

pub fn connect(folder: &Path) -> Connection {
    let connection = crate::support::open_files(folder);
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
    connection
}

fn erase_and_prove(store: &Store, folder: &Path) -> (Erased, ErasureProof) {
    block_on(async {
        let target = ErasureTarget::Identifier(identifier(IdentifierKind::Email, ADDRESS));
        let erased = store.erase(target, None, second(9)).await.unwrap();
        let (store, folder, changed) = (store.clone(), folder.to_owned(), store.last_change().unwrap());
        let prove = move || {
            store.clean(erased.cleaning, changed).unwrap();
            let proof = store.prove_erased(&folder, &erased).unwrap();
            (erased, proof)
        };
        tokio::task::spawn_blocking(prove).await.unwrap()
    })
}

/// The text that is planted, as the column takes it.
fn planted(decision: &ColumnDecision, words: &str) -> String {
    match (decision.table, decision.column) {
        ("saved_icp", "filters") => format!(r#"{{"titles":["{words}","Engineer"]}}"#),
        ("webhook", "url") => format!("https://hooks.example/{words}"),
        _ => words.to_owned(),
    }
}

#[test]
fn every_column_of_text_or_bytes_has_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let _store = Store::open(folder.path()).unwrap();
    let connection = connect(folder.path());
    let mut statement = connection
        .prepare(
            "SELECT name FROM (SELECT * FROM main.sqlite_master UNION ALL SELECT * FROM records.sqlite_master)
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .unwrap();
    let tables: Vec<String> =
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut found = BTreeSet::new();
    for table in tables {
        let texts = columns(&connection, &table).into_iter().filter(|(_, kind)| holds_text(kind));
        found.extend(texts.map(|(column, _)| format!("{table}.{column}")));
    }
    let decided: BTreeSet<String> =
        column_decisions().iter().map(|one| format!("{}.{}", one.table, one.column)).collect();
    assert_eq!(found, decided, "each column is swept, or has a reason why it cannot name a person");
    assert!(column_decisions().iter().all(|one| one.is_swept || !one.why.is_empty()));
}

#[test]
fn what_is_planted_in_any_swept_column_is_gone_from_rows_and_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(store.ingest(vec![person("1", zebulonia())])).unwrap();
    let connection = connect(folder.path());
    let decisions = column_decisions();
    let swept: Vec<&ColumnDecision> =
        decisions.iter().filter(|one| one.is_swept && !RECORDS.contains(&one.table)).collect();
    assert!(swept.len() > 25, "{}", swept.len());
    for decision in &swept {
        plant(&connection, decision.table, decision.column, &planted(decision, ADDRESS));
        if decision.holds_names {
            plant(&connection, decision.table, decision.column, &planted(decision, NAME));
        }
        plant(&connection, decision.table, decision.column, &planted(decision, "nobody in particular"));
    }
    let (erased, proof) = erase_and_prove(&store, folder.path());
    assert_eq!((proof.left(), proof.unclean_pages, erased.people), (0, 0, 1), "{proof:?}");
    let planted_rows = swept.iter().map(|one| 1 + u64::from(one.holds_names)).sum::<u64>();
    assert_eq!(erased.rows, planted_rows, "each row that names her, and no other");
    for decision in &swept {
        for text in [ADDRESS, "quackenfrost"] {
            let rows = rows_with(&connection, decision.table, decision.column, text);
            assert_eq!(rows, 0, "{text} in {}.{}", decision.table, decision.column);
        }
        let others = rows_with(&connection, decision.table, decision.column, "nobody in particular");
        assert_eq!(others, 1, "{}.{}", decision.table, decision.column);
    }
    let texts = [ADDRESS, "quackenfrost"].map(str::to_owned).into();
    assert_eq!(scan_bytes(folder.path(), &texts).unwrap().places, []);
}

#[test]
fn what_is_planted_in_any_other_column_is_named_by_the_proof() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let connection = connect(folder.path());
    let decisions = column_decisions();
    let is_kept = |one: &&ColumnDecision| {
        matches!(one.table, "account" | "erasure" | "subject_gone" | "subject_key_log")
    };
    let others: Vec<&ColumnDecision> = decisions
        .iter()
        .filter(|one| !one.is_swept && !RECORDS.contains(&one.table) && !is_kept(one))
        .collect();
    for decision in &others {
        plant(&connection, decision.table, decision.column, ADDRESS);
    }
    let (_, proof) = erase_and_prove(&store, folder.path());
    let named: BTreeSet<_> = proof.columns.iter().map(|left| (left.table, left.column)).collect();
    let expected: BTreeSet<_> = others.iter().map(|one| (one.table, one.column)).collect();
    assert_eq!(named, expected);
    assert!(proof.scan.left() > 0, "the bytes tell as well");
}

#[test]
fn a_customer_s_own_address_to_sign_in_with_stays_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let account = store::NewAccount { email: ADDRESS.into(), ..new_account("ada", thousandths(0)) };
    block_on(store.create_account(account, None, start())).unwrap();
    block_on(store.ingest(vec![person("1", zebulonia())])).unwrap();
    let (erased, proof) = erase_and_prove(&store, folder.path());
    assert_eq!((erased.people, proof.left(), proof.is_account), (1, 0, true), "{proof:?}");
    assert!(store.account_by_email(ADDRESS).unwrap().is_some());
}

#[test]
fn claims_about_others_lose_what_names_an_erased_person_and_keep_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let about_company = CompanyFacts {
        name: Some("Canarycorp Aviaries".into()),
        domains: vec!["canarycorp.example".into()],
        description: Some("Founded by Zebulonia Quackenfrost.".into()),
        emails: vec![ADDRESS.into(), "info@canarycorp.example".into()],
        ..Default::default()
    };
    let colleague = PersonFacts {
        headline: Some("Works with Zebulonia Quackenfrost at Canarycorp".into()),
        skills: vec![format!("mail {ADDRESS}"), "falconry".into()],
        ..named("Ben Carter", "ben@canarycorp.example")
    };
    let namesake = PersonFacts {
        company_name: Some("Rookery".into()),
        headline: Some("Formerly of Canarycorp Aviaries".into()),
        network_url: profile("another-zebulonia"),
        ..named("Zebulonia Quackenfrost", "z.q@gmail.com")
    };
    block_on(store.ingest(vec![
        person("1", zebulonia()),
        company("2", about_company),
        person("3", colleague),
        person("4", namesake),
    ]))
    .unwrap();
    let (erased, proof) = erase_and_prove(&store, folder.path());
    assert_eq!((erased.people, proof.left(), proof.unclean_pages), (1, 0, 0), "{proof:?}");
    assert_eq!(scan_bytes(folder.path(), &[ADDRESS.to_owned()].into()).unwrap().places, []);
    let people = store.some_people(10).unwrap();
    let of = |name: &str| people.iter().find(|one| one.person.full_name == name).unwrap();
    assert_eq!(of("Ben Carter").person.skills, ["falconry"]);
    assert_eq!(of("Zebulonia Quackenfrost").emails[0].address, "z.q@gmail.com", "a namesake stays whole");
    let texts = ["founded by zebulonia", "works with zebulonia"].map(str::to_owned).into();
    assert_eq!(scan_bytes(folder.path(), &texts).unwrap().places, []);
    assert_eq!(store.audit().unwrap().findings, []);
}

#[test]
fn the_ledger_lets_a_reason_be_erased_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(account(&store, "ada", 5));
    let connection = connect(folder.path());
    for change in [
        "reason = 'another'",
        "reason = '(erased)', amount = amount + 1",
        "reason = '(erased)', to_account = 'acc_eve'",
        "reason = '(erased)', request_id = 'req_1'",
        "reason = '(erased)', at = at + 1",
    ] {
        let refused = connection.execute(&format!("UPDATE ledger SET {change}"), []);
        assert!(refused.unwrap_err().to_string().contains("append-only"), "{change}");
    }
    assert_eq!(connection.execute("UPDATE ledger SET reason = '(erased)'", []).unwrap(), 1);
}
