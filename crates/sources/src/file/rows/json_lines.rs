//! Reads rows of JSON: one object per line, a list of objects, or an object of objects. Nested values have columns `a.b` and `a[0].b`.

use std::io;

use serde_json::Value;

use super::{
    buffer::{Buffer, MAX_FIELD_BYTES, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    row::{Columns, FileRow},
};
use crate::file::FileError;

/// Arrangement of the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JsonLayout {
    /// One per line.
    Lines,
    /// In a list.
    List,
    /// The members of one object, whose names are numbers or ids.
    Keyed,
    /// One after the other, each over several lines.
    Spread,
}

pub(in crate::file) struct JsonLines {
    buffer: Buffer,
    layout: JsonLayout,
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
        let before = buffer.bytes().len() - text.len();
        let wrapped = length_before_list(text);
        let layout = match first_line.trim_ascii_end() {
            [] => return Err(FileError::Empty),
            [b'[', ..] => JsonLayout::List,
            _ if wrapped.is_some() => JsonLayout::List,
            _ if is_keyed(text) => JsonLayout::Keyed,
            b"{" => JsonLayout::Spread,
            _ => JsonLayout::Lines,
        };
        match layout {
            JsonLayout::List => buffer.consume(before + wrapped.unwrap_or(1)),
            JsonLayout::Keyed => buffer.consume(before + 1),
            JsonLayout::Lines | JsonLayout::Spread => {}
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
    pub(in crate::file) fn read(&mut self, columns: &mut Columns, row: &mut FileRow) -> io::Result<bool> {
        row.clear();
        let found = match self.layout {
            JsonLayout::Lines => self.read_line(row)?,
            JsonLayout::List | JsonLayout::Spread | JsonLayout::Keyed => self.read_value(row)?,
        };
        if found && self.flatten && row.fault.is_none() {
            row.fault = flatten_row(columns, row).err();
        }
        Ok(found)
    }

    fn read_line(&mut self, row: &mut FileRow) -> io::Result<bool> {
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
    fn read_value(&mut self, row: &mut FileRow) -> io::Result<bool> {
        let is_layout = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        loop {
            let bytes = self.buffer.bytes();
            let mut before = bytes.iter().take_while(|byte| is_layout(byte)).count();
            if self.layout == JsonLayout::Keyed {
                before += key_length(&bytes[before..]).unwrap_or(0);
            }
            let value = &bytes[before..];
            match (value.first(), value_length(value)) {
                (Some(b']'), _) if self.layout == JsonLayout::List => return Ok(false),
                (Some(b'}'), _) if self.layout == JsonLayout::Keyed => return Ok(false),
                // The name of a member whose value is not read yet.
                (Some(b'"'), _)
                    if self.layout == JsonLayout::Keyed
                        && !self.buffer.at_end()
                        && !self.buffer.is_full() =>
                {
                    self.buffer.fill()?;
                }
                (None, _) if self.buffer.at_end() && self.layout == JsonLayout::Spread => return Ok(false),
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

/// Names of members in which answers of services wrap their lists.
const WRAPPERS: &[&[u8]] = &[
    b"_embedded",
    b"data",
    b"results",
    b"result",
    b"items",
    b"records",
    b"rows",
    b"value",
    b"values",
    b"entries",
    b"hits",
    b"content",
    b"companies",
    b"organizations",
    b"organisations",
    b"people",
    b"persons",
    b"contacts",
    b"enheter",
    b"elements",
    b"objects",
    b"list",
];

/// Length of the name of a member with its colon, and of the blanks after it.
fn key_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    if bytes.first() != Some(&b'"') {
        return None;
    }
    while *bytes.get(at)? != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    let blanks = |from: usize| {
        bytes.get(from..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_whitespace()).count())
    };
    let colon = at + 1 + blanks(at + 1);
    if *bytes.get(colon)? != b':' {
        return None;
    }
    let end = colon + 1 + blanks(colon + 1);
    bytes.get(end).map(|_| end)
}

/// Length of what stands before the first object of a list that the text wraps, as in `{"data": [{`. Rows that begin with
/// a list of their own are told by the row after them.
fn length_before_list(text: &[u8]) -> Option<usize> {
    const DEPTH_MAX: usize = 2;
    if value_length(text).is_some_and(|length| text[length..].trim_ascii_start().first() == Some(&b'{')) {
        return None;
    }
    let blanks = |at: usize| text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut at = 0;
    for _ in 0..DEPTH_MAX {
        if text.get(at) != Some(&b'{') {
            return None;
        }
        at += 1;
        at += blanks(at);
        let length = key_length(&text[at..])?;
        let name = text[at..].split(|byte| *byte == b'"').nth(1)?;
        if !WRAPPERS.contains(&name) {
            return None;
        }
        at += length;
        if text.get(at) == Some(&b'[') {
            let first = text[at + 1..].trim_ascii_start().first();
            return (first == Some(&b'{')).then_some(at + 1);
        }
    }
    None
}

/// Whether the text is one object whose members are all objects with the same names, such as `{"0": {"a": 1}, "1": {"a":
/// 2}}`.
fn is_keyed(text: &[u8]) -> bool {
    const FEWEST: usize = 2;
    const COMPARED: usize = 20;
    let mut names: Vec<Vec<String>> = Vec::new();
    let is_layout = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let mut at = 1;
    if text.first() != Some(&b'{') {
        return false;
    }
    while names.len() < COMPARED {
        at += text[at..].iter().take_while(|byte| is_layout(byte)).count();
        match text.get(at) {
            // One object of objects, and nothing behind it.
            Some(b'}') if text[at + 1..].trim_ascii().is_empty() => break,
            Some(b'"') => {}
            _ => return false,
        }
        let Some(length) = key_length(&text[at..]) else { break };
        at += length;
        if text.get(at) != Some(&b'{') {
            return false;
        }
        let Some(length) = value_length(&text[at..]) else { break };
        let Ok(Value::Object(members)) = serde_json::from_slice(&text[at..at + length]) else { return false };
        names.push(members.keys().cloned().collect());
        at += length;
    }
    names.len() >= FEWEST && !names[0].is_empty() && names.iter().all(|other| shares_most(&names[0], other))
}

/// Whether most names of one object are those of another.
fn shares_most(names: &[String], other: &[String]) -> bool {
    let shared = names.iter().filter(|name| other.contains(name)).count();
    shared * 2 > names.len() && shared * 2 > other.len()
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

fn flatten_row(columns: &mut Columns, row: &mut FileRow) -> Result<(), String> {
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
    row: &mut FileRow,
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
