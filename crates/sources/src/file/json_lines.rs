//! Rows of JSON lines: one object per line, its nested values addressed as `a.b` and `a[0].b`.

use std::io;

use serde_json::Value;

use super::{
    FileError,
    buffer::{Buffer, MAX_FIELD_BYTES, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    row::{Columns, Row},
};

/// A stream of objects, one per line.
pub(super) struct JsonLines {
    buffer: Buffer,
    /// Whether rows need cells, or only their JSON.
    flatten: bool,
}

impl JsonLines {
    pub(super) fn new(mut buffer: Buffer) -> Result<Self, FileError> {
        let is_empty = |buffer: &Buffer| buffer.bytes().trim_ascii().is_empty();
        while is_empty(&buffer) && !buffer.at_end() && !buffer.is_full() {
            buffer.fill().map_err(|source| FileError::Read { line: 0, source })?;
        }
        match buffer.bytes().trim_ascii_start().first() {
            None => Err(FileError::Empty),
            Some(b'[') => Err(FileError::UnsupportedFormat {
                found: "one JSON array",
                advice: "write one object per line, for example with `jq -c '.[]'`",
            }),
            Some(_) => Ok(Self { buffer, flatten: true }),
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.buffer.line()
    }

    /// From now on rows carry their JSON and no cells.
    pub(super) fn keep_whole(&mut self) {
        self.flatten = false;
    }

    /// Reads the next row; false at the end.
    pub(super) fn read(&mut self, columns: &mut Columns, row: &mut Row) -> io::Result<bool> {
        row.clear();
        loop {
            row.line = self.buffer.line();
            let Some(length) = line_length(self.buffer.bytes(), self.buffer.at_end()) else {
                if self.buffer.is_full() {
                    self.buffer.skip_line()?;
                    row.fault = Some(format!("the line is longer than {MAX_ROW_BYTES} bytes; shorten it"));
                    return Ok(true);
                }
                self.buffer.fill()?;
                continue;
            };
            if length == 0 {
                return Ok(false);
            }
            let line = self.buffer.bytes()[..length].trim_ascii();
            match std::str::from_utf8(line) {
                Ok(text) => row.json.push_str(text),
                Err(_) => push_windows_1252(line, &mut row.json),
            }
            self.buffer.consume(length);
            if !row.json.is_empty() {
                break;
            }
        }
        if self.flatten {
            row.fault = flatten_row(columns, row).err();
        }
        Ok(true)
    }
}

fn flatten_row(columns: &mut Columns, row: &mut Row) -> Result<(), String> {
    let value: Value = serde_json::from_str(&row.json).map_err(|error| {
        format!("not a JSON object: {}; write one object per line", without_place(&error))
    })?;
    if !value.is_object() {
        return Err("not a JSON object but another value; write one object per line".into());
    }
    flatten(&mut String::new(), &value, columns, row)
}

/// serde_json tells line and column within the one line it saw, which would mislead.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let column = error.column();
    match text.rsplit_once(" at line ") {
        Some((message, _)) if error.line() > 0 => format!("{message} at character {column}"),
        _ => text,
    }
}

pub(super) fn flatten(
    path: &mut String,
    value: &Value,
    columns: &mut Columns,
    row: &mut Row,
) -> Result<(), String> {
    let length = path.len();
    match value {
        Value::Null => {}
        Value::Object(members) => {
            for (name, member) in members {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                flatten(path, member, columns, row)?;
                path.truncate(length);
            }
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (index, item) in items.iter().enumerate() {
                path.push_str(&format!("[{index}]"));
                flatten(path, item, columns, row)?;
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            let column = column_at(path, columns)?;
            let items = items.iter().filter(|item| !item.is_null());
            row.push_list(
                column,
                items.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)),
            );
        }
        Value::String(text) if text.len() > MAX_FIELD_BYTES => {
            return Err(format!("the field {path:?} is longer than {MAX_FIELD_BYTES} bytes; shorten it"));
        }
        Value::String(text) => row.push(column_at(path, columns)?, |out| out.push_str(text)),
        Value::Bool(_) | Value::Number(_) => {
            row.push(column_at(path, columns)?, |out| out.push_str(&value.to_string()));
        }
    }
    Ok(())
}

fn column_at(path: &str, columns: &mut Columns) -> Result<u32, String> {
    columns.find_or_add(path).ok_or_else(|| {
        "the objects have more different fields than a file may have columns; move keyed objects into lists"
            .into()
    })
}
