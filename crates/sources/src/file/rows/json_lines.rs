//! Reads rows of JSON: one object per line, or a list of objects. Nested values have columns `a.b` and `a[0].b`.

use std::io;

use serde_json::Value;

use super::{
    buffer::{Buffer, MAX_FIELD_BYTES, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    row::{Columns, Row},
};
use crate::file::FileError;

/// Arrangement of the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One per line.
    Lines,
    /// In a list.
    List,
    /// One after the other, each over several lines.
    Spread,
}

pub(in crate::file) struct JsonLines {
    buffer: Buffer,
    layout: Layout,
    /// Whether rows need cells or only their JSON.
    flatten: bool,
}

impl JsonLines {
    pub(in crate::file) fn new(mut buffer: Buffer) -> Result<Self, FileError> {
        let is_empty = |buffer: &Buffer| buffer.bytes().trim_ascii().is_empty();
        while is_empty(&buffer) && !buffer.at_end() && !buffer.is_full() {
            buffer.fill().map_err(|source| FileError::Read { line: 0, source })?;
        }
        let text = buffer.bytes().trim_ascii_start();
        let first_line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let layout = match first_line.trim_ascii_end() {
            [] => return Err(FileError::Empty),
            [b'[', ..] => Layout::List,
            b"{" => Layout::Spread,
            _ => Layout::Lines,
        };
        if layout == Layout::List {
            let before = buffer.bytes().len() - text.len();
            buffer.consume(before + 1);
        }
        Ok(Self { buffer, layout, flatten: true })
    }

    pub(in crate::file) fn line(&self) -> u64 {
        self.buffer.line()
    }

    /// From now on rows have their JSON and no cells.
    pub(in crate::file) fn skip_cells(&mut self) {
        self.flatten = false;
    }

    /// Reads the next row; false at the end.
    pub(in crate::file) fn read(&mut self, columns: &mut Columns, row: &mut Row) -> io::Result<bool> {
        row.clear();
        let found = match self.layout {
            Layout::Lines => self.read_line(row)?,
            Layout::List | Layout::Spread => self.read_value(row)?,
        };
        if found && self.flatten && row.fault.is_none() {
            row.fault = flatten_row(columns, row).err();
        }
        Ok(found)
    }

    fn read_line(&mut self, row: &mut Row) -> io::Result<bool> {
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
            // Lines copied from a list keep its commas.
            push_text(line.strip_suffix(b",").unwrap_or(line), &mut row.json);
            self.buffer.consume(length);
            if !row.json.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads a value that may span lines. If it does not end, the values after it cannot be found.
    fn read_value(&mut self, row: &mut Row) -> io::Result<bool> {
        let is_layout = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        loop {
            let bytes = self.buffer.bytes();
            let before = bytes.iter().take_while(|byte| is_layout(byte)).count();
            let value = &bytes[before..];
            match (value.first(), value_length(value)) {
                (Some(b']'), _) if self.layout == Layout::List => return Ok(false),
                (None, _) if self.buffer.at_end() && self.layout == Layout::Spread => return Ok(false),
                (Some(_), Some(length)) => {
                    push_text(&value[..length], &mut row.json);
                    self.buffer.consume(before);
                    row.line = self.buffer.line();
                    self.buffer.consume(length);
                    return Ok(true);
                }
                _ if self.buffer.at_end() => {
                    let message = "the last object, or the list of objects, does not end";
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
                }
                _ if self.buffer.is_full() => {
                    let message = format!("an object is longer than {MAX_ROW_BYTES} bytes");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                _ => self.buffer.fill()?,
            }
        }
    }
}

fn push_text(bytes: &[u8], out: &mut String) {
    match std::str::from_utf8(bytes) {
        Ok(text) => out.push_str(text),
        Err(_) => push_windows_1252(bytes, out),
    }
}

/// The length of the first value in the bytes; `None` if it does not end there.
fn value_length(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b'}' | b']' if depth == 1 => return Some(at + 1),
            // The end of the enclosing list or object after a scalar, or a surplus bracket.
            b',' | b'}' | b']' if depth == 0 => return Some(at.max(1)),
            _ => {}
        }
    }
    None
}

fn flatten_row(columns: &mut Columns, row: &mut Row) -> Result<(), String> {
    let value: Value = serde_json::from_str(&row.json).map_err(|error| {
        format!("not a JSON object: {}; write one object per line", without_position(&error))
    })?;
    if !value.is_object() {
        return Err("not a JSON object but another value; write one object per line".into());
    }
    flatten(&mut String::new(), &value, columns, row)
}

/// Removes the line and column from an error: serde_json counts them within one row, which would mislead.
pub(in crate::file) fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let column = error.column();
    match text.rsplit_once(" at line ") {
        Some((message, _)) if error.line() > 0 => format!("{message} at character {column}"),
        _ => text,
    }
}

pub(in crate::file) fn flatten(
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
