//! A small table, read whole into memory within limits.

use std::io::Cursor;

use super::{FileError, FileRow, ReadOptions, RowReader};

/// How much of a table is read.
#[derive(Debug, Clone, Copy)]
pub struct TableLimits {
    /// Most rows that are kept; those after them are counted.
    pub rows: usize,
    /// Most columns.
    pub columns: usize,
    /// Most bytes of the kept cells and headings.
    pub bytes: usize,
    /// Most characters of a heading.
    pub heading: usize,
    /// Most characters of a cell.
    pub cell: usize,
    /// Most bytes that a workbook may unpack to.
    pub unpacked: u64,
}

/// A table: headings that differ from each other, and rows with a cell for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The headings.
    pub columns: Vec<String>,
    /// The first rows, without blank ones. Cells have no spaces around them.
    pub rows: Vec<Vec<String>>,
    /// How many rows there are.
    pub rows_in_all: u64,
}

/// A table that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A row cannot be read.
    #[error("line {line} cannot be read: {fault}")]
    Row {
        /// Where the row begins.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// There is a heading, and no row.
    #[error("the table has no rows")]
    NoRows,
    /// It has more columns than are read.
    #[error("the table has more than {0} columns; leave some out")]
    Columns(usize),
    /// A heading is too long.
    #[error("the heading of column {column} is longer than {limit} characters; shorten it")]
    Heading {
        /// Number of the column.
        column: usize,
        /// Characters that it may have.
        limit: usize,
    },
    /// A cell is too long.
    #[error(
        "line {line} has more than {limit} characters in column {column} ({heading}); shorten the cell, or leave out the column"
    )]
    Cell {
        /// Where the row begins.
        line: u64,
        /// Number of the column.
        column: usize,
        /// The beginning of its heading.
        heading: String,
        /// Characters that it may have.
        limit: usize,
    },
    /// Its rows are too large to be kept.
    #[error("the first {rows} rows hold more than {} kB; leave out long columns", bytes >> 10)]
    Bytes {
        /// Rows that would be kept.
        rows: usize,
        /// Bytes that they may have.
        bytes: usize,
    },
}

/// Characters of a heading that names the column of a cell.
const HEADING_SHOWN: usize = 40;

/// Whether a text has more characters than allowed.
fn is_longer(text: &str, limit: usize) -> bool {
    text.len() > limit && text.chars().nth(limit).is_some()
}

impl Table {
    /// Reads a file of any format that an import takes.
    pub fn read(file: Vec<u8>, limits: TableLimits) -> Result<Self, TableError> {
        let options = ReadOptions { unpacked_max: Some(limits.unpacked), ..ReadOptions::default() };
        let mut reader = RowReader::from_stream(Box::new(Cursor::new(file)), options)?;
        let (mut rows, mut rows_in_all, mut bytes) = (Vec::new(), 0, 0);
        let mut row = FileRow::default();
        while reader.read(&mut row)? {
            if let Some(fault) = row.fault.take() {
                return Err(TableError::Row { line: row.line, fault });
            }
            // Headings of JSON grow while it is read.
            if reader.columns().len() > limits.columns {
                return Err(TableError::Columns(limits.columns));
            }
            let mut cells = vec![String::new(); reader.columns().len()];
            for (column, value) in row.values() {
                let (column, value) = (column as usize, value.trim());
                if rows.len() < limits.rows && is_longer(value, limits.cell) {
                    let heading = reader.columns().names()[column].chars().take(HEADING_SHOWN).collect();
                    let (line, column, limit) = (row.line, column + 1, limits.cell);
                    return Err(TableError::Cell { line, column, heading, limit });
                }
                value.clone_into(&mut cells[column]);
            }
            if cells.iter().all(String::is_empty) {
                continue;
            }
            rows_in_all += 1;
            if rows.len() == limits.rows {
                continue;
            }
            bytes += cells.iter().map(|cell| cell.len() + 1).sum::<usize>();
            if bytes > limits.bytes {
                return Err(TableError::Bytes { rows: limits.rows, bytes: limits.bytes });
            }
            rows.push(cells);
        }
        let columns = reader.columns().names().to_vec();
        if let Some(column) = columns.iter().position(|heading| is_longer(heading, limits.heading)) {
            return Err(TableError::Heading { column: column + 1, limit: limits.heading });
        }
        rows.iter_mut().for_each(|cells| cells.resize(columns.len(), String::new()));
        if rows.is_empty() { Err(TableError::NoRows) } else { Ok(Self { columns, rows, rows_in_all }) }
    }

    /// The table as csv, which is read as the same table.
    pub fn to_csv(&self) -> String {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let written =
            std::iter::once(&self.columns).chain(&self.rows).try_for_each(|cells| csv.write_record(cells));
        debug_assert!(written.is_ok(), "memory takes every line, and all have as many cells");
        String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}
