//! The table as it is written: every column it had, in its order, and what was found behind them.

use std::{
    ffi::OsStr,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use jiff::Timestamp;
use serde_json::Value;
use server::{WorkbookWriter, table_headings};
use sources::file::FileRow;
use tempfile::NamedTempFile;

use super::call::Added;
use crate::ask::exit::{Exit, Refused};

/// Where the table is written to.
pub(super) struct Answers {
    out: Out,
    columns: usize,
    added: &'static [Added],
}

enum Out {
    /// Standard output, as csv.
    Standard(csv::Writer<Box<dyn Write>>),
    /// A csv file. It gets its name when it is whole, so that one of that name is not lost to a run that fails.
    Csv(csv::Writer<BufWriter<NamedTempFile>>, PathBuf),
    /// An Excel workbook.
    Workbook(Box<WorkbookWriter>, NamedTempFile, PathBuf),
}

impl Answers {
    /// Begins the table, on standard output without a path. A name that ends with `.xlsx` makes a workbook, any other csv.
    pub(super) fn new(
        path: Option<&Path>,
        columns: &[String],
        added: &'static [Added],
        now: Timestamp,
    ) -> anyhow::Result<Self> {
        // A table that was enriched before keeps what it was told then: columns of the same name are numbered.
        let headings = table_headings(columns, added.iter().map(|(name, _)| *name));
        let out = match path {
            None => {
                let mut csv = csv::Writer::from_writer(Box::new(std::io::stdout().lock()) as Box<dyn Write>);
                csv.write_record(&headings).context(WRITE)?;
                Out::Standard(csv)
            }
            Some(path) if is_workbook(path) => {
                let workbook = WorkbookWriter::new(&headings, columns.len(), now)?;
                Out::Workbook(Box::new(workbook), file_beside(path)?, path.to_owned())
            }
            Some(path) => {
                let mut csv = csv::Writer::from_writer(BufWriter::new(file_beside(path)?));
                csv.write_record(&headings).with_context(|| cannot_write(path))?;
                Out::Csv(csv, path.to_owned())
            }
        };
        Ok(Self { out, columns: columns.len(), added })
    }

    /// Writes a row with its result, or with the reason why it has none.
    pub(super) fn write(
        &mut self,
        row: &FileRow,
        result: Option<&Value>,
        reason: &str,
    ) -> anyhow::Result<()> {
        let mut cells = vec![String::new(); self.columns];
        for (column, value) in row.values() {
            if let Some(cell) = cells.get_mut(column as usize) {
                *cell = value;
            }
        }
        let found = self.added.iter().map(|(name, place)| {
            let value = result.and_then(|result| result.pointer(place));
            match value {
                None if *name == "brimful_status" => reason.into(),
                value => value.cloned().unwrap_or_default(),
            }
        });
        match &mut self.out {
            Out::Workbook(workbook, ..) => {
                let cells: Vec<Value> = cells.into_iter().map(Value::from).chain(found).collect();
                workbook.push(&cells)?;
            }
            Out::Standard(csv) => {
                cells.extend(found.map(harmless));
                csv.write_record(&cells).context(WRITE)?;
            }
            Out::Csv(csv, path) => {
                cells.extend(found.map(harmless));
                csv.write_record(&cells).with_context(|| cannot_write(path))?;
            }
        }
        Ok(())
    }

    /// Ends the table, and gives its file the name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let (mut file, path) = match self.out {
            Out::Standard(mut csv) => return csv.flush().context(WRITE),
            Out::Csv(csv, path) => {
                let buffer = csv.into_inner().map_err(|error| error.into_error())?;
                (buffer.into_inner().map_err(|error| error.into_error())?, path)
            }
            Out::Workbook(workbook, mut file, path) => {
                workbook.save(BufWriter::new(&mut file)).with_context(|| cannot_write(&path))?;
                (file, path)
            }
        };
        file.flush().with_context(|| cannot_write(&path))?;
        file.persist(&path).map(drop).with_context(|| cannot_write(&path))
    }
}

/// Refuses to write the table over the one that is read.
pub(super) fn refuse_same(table: &Path, out: &Path) -> anyhow::Result<()> {
    let is_same = std::fs::canonicalize(table)
        .ok()
        .is_some_and(|table| std::fs::canonicalize(out).is_ok_and(|out| out == table));
    if is_same {
        return Err(Refused::new(Exit::Usage, "--out names the table itself; name another file").into());
    }
    Ok(())
}

fn is_workbook(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"))
}

/// A new file in the folder of another, for its owner alone.
fn file_beside(path: &Path) -> anyhow::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).with_context(|| cannot_write(path))
}

const WRITE: &str = "cannot write to standard output";

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// The text of a value as a cell that no spreadsheet takes for a formula.
fn harmless(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}"),
        Value::String(text) => text,
        other => other.to_string(),
    }
}
