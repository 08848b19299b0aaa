//! Copying a whole store into another engine's, table by table in the order of their keys. One that was cut off goes on
//! behind the last row that arrived.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Store,
    privacy::compaction::{mark, set_mark},
    sql::{
        Datum, Result, Row, StoreError, Value, migrations::MIGRATIONS, params, parts::scope_of, scope::Scope,
    },
};

/// Rows that one transaction copies.
const BATCH_ROWS: i64 = 1_000;

/// Tables of the nodes that run now, sessions, which begin anew, the pending log of an import, which is applied when a store is
/// opened, and moves of records, which the state has followed by then.
const LEFT_OUT: [&str; 8] = [
    "node",
    "task_lease",
    "rate_bucket",
    "key_claim",
    "session",
    "subject_key_log",
    "subject_moved",
    "moves_followed",
];

/// Copied last: what a store notes about itself, which a new one has its own rows of.
const NOTES: [(&str, &str); 2] =
    [("records_watermark", "DELETE FROM records_watermark"), ("watermark", "DELETE FROM watermark")];

/// In the notes of the state while rows are copied.
const UNDER_WAY: &str = "transfer under way";

/// A table, and statements about it.
struct Table {
    name: String,
    columns: usize,
    /// Places of the key's columns among them.
    key: Vec<usize>,
    /// The last row by its key, in the target.
    last: &'static str,
    /// Rows behind a key, in the source: parameters are the key and how many.
    behind: &'static str,
    /// The first rows, in the source.
    first: &'static str,
    insert: &'static str,
    count: &'static str,
}

impl Store {
    /// Copies everything into a store that is empty, or that an earlier copy has filled in part. Tells each table with the
    /// rows that it has. Blocks; nothing else may write to either store meanwhile.
    pub fn transfer_to(&self, target: &Self, told: &mut dyn FnMut(&str, i64)) -> Result<()> {
        let tables = self.tables()?;
        target.begin_transfer()?;
        for table in &tables {
            while self.copy_batch(target, table)? {}
            let (mine, theirs) = (self.count(table)?, target.count(table)?);
            if mine != theirs && table.notes().is_none() {
                let why = format!("{} has {mine} rows, and {theirs} arrived", table.name);
                return Err(StoreError::Damaged { what: "copy", why });
            }
            told(&table.name, theirs);
        }
        target.backend.numbers_copied()
    }

    fn begin_transfer(&self) -> Result<()> {
        self.write_and_wait(Scope::State, |sql| {
            if mark(sql, UNDER_WAY)? == 0 {
                let used = "SELECT 1 FROM account UNION ALL SELECT 1 FROM subject LIMIT 1";
                if sql.first(used, &[], |row| row.int(0))?.is_some() {
                    return Err(StoreError::Refused("the target is in use; copy into an empty database"));
                }
                set_mark(sql, UNDER_WAY, 1)?;
            }
            Ok(())
        })
    }

    /// Copies some rows; false when there were none left.
    fn copy_batch(&self, target: &Self, table: &Table) -> Result<bool> {
        let notes = table.notes();
        let rows = if let Some(delete) = notes {
            target.write_and_wait(scope_of(&table.name), |sql| sql.execute(delete, &[]).map(drop))?;
            self.rows(table.first, &[Datum::Int(i64::MAX)], table.columns)?
        } else {
            let last = target.rows(table.last, &[], table.key.len())?;
            match last.into_iter().next() {
                Some(mut key) => {
                    key.push(Datum::Int(BATCH_ROWS));
                    self.rows(table.behind, &key, table.columns)?
                }
                None => self.rows(table.first, &[Datum::Int(BATCH_ROWS)], table.columns)?,
            }
        };
        let (insert, is_end) = (table.insert, notes.is_some() || rows.is_empty());
        target.write_and_wait(scope_of(&table.name), move |sql| {
            for row in &rows {
                let values: Vec<Value<'_>> = row.iter().map(Value::from).collect();
                sql.send(insert, &values)?;
            }
            Ok(())
        })?;
        Ok(!is_end)
    }

    fn rows(&self, statement: &'static str, parameters: &[Datum], columns: usize) -> Result<Vec<Vec<Datum>>> {
        let values: Vec<Value<'_>> = parameters.iter().map(Value::from).collect();
        let read = |row: &dyn Row| (0..columns).map(|column| row.datum(column)).collect::<Result<Vec<_>>>();
        self.read(|sql| sql.all(statement, &values, read))
    }

    fn count(&self, table: &Table) -> Result<i64> {
        Ok(self.read(|sql| sql.first(table.count, params![], |row| row.int(0)))?.unwrap_or(0))
    }

    /// Every table, those that others refer to first.
    fn tables(&self) -> Result<Vec<Table>> {
        let mut columns: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
        for item in self.backend.schema()?.into_iter().filter(|item| item.kind == "column") {
            let Some((table, column)) = item.name.split_once('.') else { continue };
            // The text ends with the place of the column in the key, from 1.
            let place = item.text.rsplit(' ').next().and_then(|place| place.parse().ok()).unwrap_or(0);
            columns.entry(table.to_owned()).or_default().push((column.to_owned(), place));
        }
        let referred = references();
        let mut done: BTreeSet<String> = LEFT_OUT.iter().map(|name| (*name).to_owned()).collect();
        let mut tables = Vec::new();
        while let Some(next) = columns
            .keys()
            .filter(|name| {
                !done.contains(*name) && (notes(name).is_none() || done.len() + NOTES.len() >= columns.len())
            })
            .find(|name| {
                referred
                    .get(*name)
                    .is_none_or(|others| others.iter().all(|other| done.contains(other) || other == *name))
            })
        {
            tables.push(Table::new(next, &columns[next]));
            done.insert(next.clone());
        }
        Ok(tables)
    }
}

/// How the notes of a new store are deleted, if a table has such.
fn notes(table: &str) -> Option<&'static str> {
    NOTES.iter().find(|(name, _)| *name == table).map(|(_, delete)| *delete)
}

impl Table {
    fn notes(&self) -> Option<&'static str> {
        notes(&self.name)
    }

    fn new(name: &str, columns: &[(String, usize)]) -> Self {
        let mut key: Vec<(usize, usize)> = columns
            .iter()
            .enumerate()
            .filter(|(_, (_, place))| *place > 0)
            .map(|(at, (_, place))| (*place, at))
            .collect();
        key.sort_unstable();
        let key: Vec<usize> = key.into_iter().map(|(_, at)| at).collect();
        let names = columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let keys = key.iter().map(|at| columns[*at].0.as_str()).collect::<Vec<_>>();
        let numbers =
            |count: usize| (1..=count).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ");
        let (order, down) =
            (keys.join(", "), keys.iter().map(|key| format!("{key} DESC")).collect::<Vec<_>>().join(", "));
        // Kept for the rest of the process: there are some dozens, and a copy is made once.
        let text = |text: String| -> &'static str { text.leak() };
        Self {
            last: text(format!("SELECT {order} FROM {name} ORDER BY {down} LIMIT 1")),
            behind: text(format!(
                "SELECT {names} FROM {name} WHERE ({order}) > ({}) ORDER BY {order} LIMIT ?{}",
                numbers(key.len()),
                key.len() + 1
            )),
            first: text(format!("SELECT {names} FROM {name} ORDER BY {order} LIMIT ?1")),
            insert: text(format!("INSERT INTO {name} ({names}) VALUES ({})", numbers(columns.len()))),
            count: text(format!("SELECT COUNT(*) FROM {name}")),
            name: name.to_owned(),
            columns: columns.len(),
            key,
        }
    }
}

/// The tables that each table refers to, by the text of the migrations.
fn references() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut table = String::new();
    for line in MIGRATIONS.iter().flat_map(|migration| migration.script.lines()) {
        if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            table = rest.split_whitespace().next().unwrap_or_default().to_owned();
        }
        if let Some((_, rest)) = line.split_once(" REFERENCES ") {
            let other = rest.split_whitespace().next().unwrap_or_default().to_owned();
            found.entry(table.clone()).or_default().insert(other);
        }
    }
    found
}
