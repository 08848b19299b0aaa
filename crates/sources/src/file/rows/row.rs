//! A row of a file: its cells in order, each with its column.

use std::{
    collections::HashMap,
    fmt::{Display, Write},
};

/// Most columns of a file. JSON objects with ids as keys would otherwise add columns without bound.
pub const MAX_COLUMNS: usize = 4096;

/// Separates the items of a list in a row's text: the ASCII unit separator.
const ITEM_SEPARATOR: char = '\u{1f}';

/// The columns of a file in the order in which they were first seen.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    names: Vec<String>,
    positions: HashMap<String, u32>,
}

impl Columns {
    /// The names of all columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no columns yet.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a column.
    pub fn name(&self, column: u32) -> &str {
        self.names.get(column as usize).map_or("", String::as_str)
    }

    /// Whether there is a column of this name.
    pub(in crate::file) fn has(&self, name: &str) -> bool {
        self.positions.contains_key(name)
    }

    /// The column of this name, added if it is new; `None` if the limit is reached.
    pub(in crate::file) fn find_or_add(&mut self, name: &str) -> Option<u32> {
        if let Some(column) = self.positions.get(name) {
            return Some(*column);
        }
        if self.names.len() >= MAX_COLUMNS {
            return None;
        }
        let column = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.positions.insert(name.to_owned(), column);
        Some(column)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    column: u32,
    start: usize,
    end: usize,
    is_list: bool,
}

/// One row. Its memory is reused for the next one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileRow {
    /// Line of the file on which the row begins, from 1.
    pub line: u64,
    /// Number of the row, from 1, without header and blank lines.
    pub number: u64,
    /// Why the row cannot be used, if so.
    pub fault: Option<String>,
    /// Whether the row has more cells than the header has columns.
    pub is_ragged: bool,
    /// The JSON the row was read from; empty for other formats.
    pub json: String,
    text: String,
    cells: Vec<Cell>,
}

impl FileRow {
    /// The cells as (column, value); the items of a list are joined with `; `.
    pub fn values(&self) -> impl Iterator<Item = (u32, String)> {
        self.cells().map(|(column, value)| (column, value.to_string()))
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = (u32, CellValue<'_>)> {
        self.cells.iter().map(|cell| {
            let text = &self.text[cell.start..cell.end];
            (cell.column, if cell.is_list { CellValue::List(text) } else { CellValue::Text(text) })
        })
    }

    pub(in crate::file) fn clear(&mut self) {
        self.fault = None;
        self.is_ragged = false;
        self.json.clear();
        self.text.clear();
        self.cells.clear();
    }

    /// Adds a cell whose text `write` appends.
    pub(in crate::file) fn push(&mut self, column: u32, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.cells.push(Cell { column, start, end: self.text.len(), is_list: false });
    }

    /// Adds a cell that is a list.
    pub(in crate::file) fn push_list(&mut self, column: u32, items: impl Iterator<Item = impl Display>) {
        let start = self.text.len();
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.text.push(ITEM_SEPARATOR);
            }
            // Writing to a String cannot fail.
            let _ = write!(self.text, "{item}");
        }
        self.cells.push(Cell { column, start, end: self.text.len(), is_list: true });
    }
}

/// The value of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellValue<'a> {
    /// A single text.
    Text(&'a str),
    /// A list that the file itself marks as one.
    List(&'a str),
}

impl<'a> CellValue<'a> {
    /// The items of a list, or the single text.
    pub fn items(self) -> impl Iterator<Item = &'a str> {
        let (text, separator) = match self {
            // Without a separator this never splits.
            CellValue::Text(text) => (text, None),
            CellValue::List(text) => (text, Some(ITEM_SEPARATOR)),
        };
        text.split(move |character| Some(character) == separator)
    }
}

impl Display for CellValue<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, item) in self.items().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            f.write_str(item)?;
        }
        Ok(())
    }
}
