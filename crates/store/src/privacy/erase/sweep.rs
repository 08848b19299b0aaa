//! One pass over every column of every table: what names those who are erased is swept, or counted.
//!
//! Rows are read in pages on a reader connection; those that name the person are read again and changed in small
//! jobs of the writer, so that no other write waits long.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::Serialize;

use super::{
    columns::TABLES,
    finder::{Finder, Look},
};
use crate::privacy::erase::decision::{Act, Decision, ERASED_WORDS, Named, Replacement, SweptTable};
use crate::{
    Store,
    money::operator::erased_reference,
    sql::{Datum, Result, Row, Sql, Value, params, parts::scope_of, scope::Scope},
    subjects::codec::{expand, is_compressed},
};

/// Rows read in one transaction.
const PAGE_ROWS: usize = 500;
/// Rows changed by one job of the writer.
const JOB_ROWS: usize = 8;
/// Bytes of rows changed by one job of the writer.
const JOB_BYTES: usize = 256 * 1024;
/// Tables that are swept before the others: their rows expire, or are fetched again.
const LEAVING: [&str; 3] = ["delivery", "reply", "bulk_item"];

/// Columns whose bytes are compressed.
const COMPRESSED: [(&str, &str); 2] = [("claim", "facts"), ("subject", "record")];

/// A column that still names an erased person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ColumnLeft {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// In how many rows.
    pub rows: u64,
}

/// What a pass has read and found.
#[derive(Debug, Default)]
pub(crate) struct Pass {
    /// Rows read.
    pub(crate) rows_read: u64,
    /// Rows that were swept.
    pub(crate) swept: u64,
    /// Columns that name an erased person and were not swept.
    left: BTreeMap<(&'static str, &'static str), u64>,
    /// Longer addresses of others that contain one of theirs.
    pub(crate) others: BTreeSet<String>,
    /// Whether an account signs in with one of their addresses.
    pub(crate) is_account: bool,
}

impl Pass {
    /// Where something is left.
    pub(crate) fn left(&self) -> Vec<ColumnLeft> {
        let place = |(&(table, column), &rows): (&(&'static str, &'static str), &u64)| ColumnLeft {
            table,
            column,
            rows,
        };
        self.left.iter().map(place).collect()
    }
}

/// Reads every column; with `swept_at`, sweeps the rows that name an erased person. `beat` is called between two pages.
pub(crate) fn pass(
    store: &Store,
    finder: &Arc<Finder>,
    swept_at: Option<i64>,
    beat: &mut dyn FnMut() -> Result<()>,
) -> Result<Pass> {
    let mut pass = Pass::default();
    let (leaving, staying): (Vec<_>, Vec<_>) = TABLES.iter().partition(|table| LEAVING.contains(&table.name));
    for table in leaving.into_iter().chain(staying) {
        let mut after: Option<Vec<Datum>> = None;
        loop {
            let page = store.read(|sql| read_page(sql, table, after.as_deref(), finder, &mut pass))?;
            if let Some(at) = swept_at {
                pass.swept += sweep_rows(store, table, &page.keys, finder, at)?;
            }
            beat()?;
            after = page.last;
            if after.is_none() {
                break;
            }
        }
    }
    if swept_at.is_some() {
        pass.swept += forget_engagement(store, finder)?;
    }
    Ok(pass)
}

/// A page of a table.
struct SweepPage {
    /// Keys of the rows to be swept.
    keys: Vec<Vec<Datum>>,
    /// The last key; none at the end of the table.
    last: Option<Vec<Datum>>,
}

fn read_page(
    sql: &mut dyn Sql,
    table: &'static SweptTable,
    after: Option<&[Datum]>,
    finder: &Finder,
    pass: &mut Pass,
) -> Result<SweepPage> {
    let statements = table.statements();
    let mut values = vec![Value::from(PAGE_ROWS as i64)];
    values.extend(after.into_iter().flatten().map(Value::from));
    let statement = if after.is_some() { statements.after } else { statements.first };
    let (mut rows, mut last, mut seen) = (0, None, Vec::new());
    sql.each(statement, &values, &mut |row| {
        rows += 1;
        let key = (0..table.key.len()).map(|at| row.datum(at)).collect::<Result<Vec<_>>>()?;
        let texts = (0..table.columns.len()).map(|at| readable(row, table.key.len() + at));
        let texts = texts.collect::<Result<Vec<_>>>()?;
        for (text, (column, _)) in texts.iter().zip(table.columns) {
            // What cannot be expanded may name them.
            if COMPRESSED.contains(&(table.name, column)) && is_compressed(text.bytes()) {
                *pass.left.entry((table.name, column)).or_default() += 1;
            }
        }
        let sightings = finder.look(&looks(table, &texts));
        if sightings.iter().any(|one| one.is_theirs || !one.doubtful.is_empty() || !one.others.is_empty()) {
            seen.push((key.clone(), sightings));
        }
        last = Some(key);
        Ok(())
    })?;
    pass.rows_read += rows as u64;
    let mut keys = Vec::new();
    for (key, sightings) in seen {
        let mut is_swept = false;
        for (sighting, (column, decision)) in sightings.iter().zip(table.columns) {
            if !finder.is_theirs(sql, sighting, &mut pass.others)? {
                continue;
            }
            match decision {
                Decision::Kept(_) => pass.is_account |= table.name == "account",
                Decision::Safe(_) => *pass.left.entry((table.name, column)).or_default() += 1,
                Decision::Swept(..) => {
                    is_swept = true;
                    *pass.left.entry((table.name, column)).or_default() += 1;
                }
            }
        }
        if is_swept {
            keys.push(key);
        }
    }
    Ok(SweepPage { keys, last: last.filter(|_| rows == PAGE_ROWS) })
}

/// The columns of a row with how each is searched.
fn looks<'t>(table: &SweptTable, texts: &'t [Datum]) -> Vec<(&'t [u8], Look)> {
    let look = |decision: &Decision| match decision {
        Decision::Swept(look, _) => *look,
        Decision::Safe(_) => Look::Words,
        Decision::Kept(_) => Look::Identifier,
    };
    texts.iter().zip(table.columns).map(|(text, (_, decision))| (text.bytes(), look(decision))).collect()
}

/// A row that names an erased person, with what is left of its documents. Made on a reader, because a large answer takes
/// longer to read than the writer may be held.
#[derive(Clone)]
struct Sweepable {
    key: Vec<Datum>,
    texts: Vec<Datum>,
    named: Vec<usize>,
    left: Vec<(usize, Option<String>)>,
}

impl Sweepable {
    /// The row, if it is there and names them.
    fn read(
        sql: &mut dyn Sql,
        table: &'static SweptTable,
        key: &[Datum],
        finder: &Finder,
    ) -> Result<Option<Self>> {
        let Some(texts) = texts_of(sql, table, key)? else { return Ok(None) };
        let (mut named, mut left) = (Vec::new(), Vec::new());
        for (index, sighting) in finder.look(&looks(table, &texts)).iter().enumerate() {
            let Decision::Swept(look, _) = table.columns[index].1 else { continue };
            if !finder.is_theirs(sql, sighting, &mut BTreeSet::new())? {
                continue;
            }
            named.push(index);
            if look == Look::Answer {
                left.push((index, finder.without_them(sql, texts[index].bytes())?));
            }
        }
        let row = Self { key: key.to_vec(), texts, named, left };
        Ok(Some(row).filter(|row| !row.named.is_empty()))
    }

    fn bytes(&self) -> usize {
        self.texts.iter().map(|text| text.bytes().len()).sum()
    }

    /// Sweeps the row; returns the number of rows swept. One that has changed since it was read is read again.
    fn sweep(self, sql: &mut dyn Sql, table: &'static SweptTable, finder: &Finder, at: i64) -> Result<u64> {
        let row = match texts_of(sql, table, &self.key)? {
            Some(texts) if texts == self.texts => self,
            Some(_) => match Self::read(sql, table, &self.key, finder)? {
                Some(row) => row,
                None => return Ok(0),
            },
            None => return Ok(0),
        };
        let statements = table.statements();
        let keys: Vec<Value<'_>> = row.key.iter().map(Value::from).collect();
        let named =
            Named { table, key: &row.key, texts: &row.texts, named: &row.named, left: &row.left, finder, at };
        match table.act {
            Act::Nothing => return Ok(0),
            Act::Delete => {
                sql.execute(statements.delete, &keys)?;
            }
            Act::Own(act) => act(sql, &named)?,
            Act::Replace => {
                for index in named.named {
                    let value = replacement(sql, &named, *index)?;
                    let mut values = keys.clone();
                    values.push(value.as_str().into());
                    sql.execute(statements.set[*index], &values)?;
                }
            }
        }
        Ok(1)
    }
}

fn texts_of(sql: &mut dyn Sql, table: &'static SweptTable, key: &[Datum]) -> Result<Option<Vec<Datum>>> {
    let keys: Vec<Value<'_>> = key.iter().map(Value::from).collect();
    sql.first(table.statements().one, &keys, |row| {
        (0..table.columns.len()).map(|at| readable(row, at)).collect::<Result<Vec<_>>>()
    })
}

/// A column as text that can be searched: records are stored compressed.
fn readable(row: &dyn Row, column: usize) -> Result<Datum> {
    let datum = row.datum(column)?;
    let Datum::Blob(bytes) = &datum else { return Ok(datum) };
    // Bytes that only look compressed, such as a hash, are searched as they are.
    Ok(match expand(bytes) {
        Ok(Cow::Owned(json)) => Datum::Blob(json),
        Ok(Cow::Borrowed(_)) | Err(_) => datum,
    })
}

/// Sweeps rows in jobs of the writer that are small in rows and in bytes.
fn sweep_rows(
    store: &Store,
    table: &'static SweptTable,
    keys: &[Vec<Datum>],
    finder: &Arc<Finder>,
    at: i64,
) -> Result<u64> {
    let (mut swept, mut job, mut bytes) = (0, Vec::new(), 0);
    for (place, key) in keys.iter().enumerate() {
        if let Some(row) = store.read(|sql| Sweepable::read(sql, table, key, finder))? {
            bytes += row.bytes();
            job.push(row);
        }
        let is_full = job.len() >= JOB_ROWS || bytes >= JOB_BYTES || place + 1 == keys.len();
        if is_full && !job.is_empty() {
            let (rows, finder) = (std::mem::take(&mut job), finder.clone());
            bytes = 0;
            swept += store.write_and_wait(scope_of(table.name), move |sql| {
                rows.into_iter().try_fold(0, |swept, row| Ok(swept + row.sweep(sql, table, &finder, at)?))
            })?;
        }
    }
    Ok(swept)
}

fn replacement(sql: &mut dyn Sql, row: &Named<'_>, column: usize) -> Result<String> {
    Ok(match row.table.columns[column].1 {
        Decision::Swept(_, Replacement::HashedReference) => {
            erased_reference(&String::from_utf8_lossy(row.texts[column].bytes()))
        }
        Decision::Swept(_, Replacement::Redacted) => row.redacted(sql, column)?,
        _ => ERASED_WORDS.to_owned(),
    })
}

/// Deletes what accounts have noted about them under a hash.
fn forget_engagement(store: &Store, finder: &Arc<Finder>) -> Result<u64> {
    let (mut forgotten, mut after) = (0, (String::new(), i64::MIN, i64::MIN));
    while !finder.trace().keys.is_empty() {
        let page = store.read(|sql| {
            sql.all(
                "SELECT account_id, key, at FROM engagement WHERE (account_id, key, at) > (?2, ?3, ?4)
                 ORDER BY account_id, key, at LIMIT ?1",
                params![PAGE_ROWS as i64, &after.0, after.1, after.2],
                |row| Ok((row.text(0)?, row.int(1)?, row.int(2)?)),
            )
        })?;
        let Some(last) = page.last().cloned() else { break };
        let is_theirs = |key: i64| finder.trace().keys.contains(&key.cast_unsigned());
        let theirs: Vec<_> = page.into_iter().filter(|(_, key, _)| is_theirs(*key)).collect();
        for rows in theirs.chunks(JOB_ROWS) {
            let rows = rows.to_vec();
            forgotten += store.write_and_wait(Scope::State, move |sql| {
                rows.iter().try_fold(0, |count, (account, key, at)| {
                    let delete = "DELETE FROM engagement WHERE account_id = ?1 AND key = ?2 AND at = ?3";
                    Ok(count + sql.execute(delete, params![account, *key, *at])? as u64)
                })
            })?;
        }
        after = last;
    }
    Ok(forgotten)
}
