//! Reads rows of delimited text such as csv and tsv.

use std::{collections::HashMap, io};

use super::{
    buffer::{Buffer, MAX_FIELD_BYTES, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    record::{Record, Scan, has_two_headings, preamble_length, scan_record, sniff_delimiter},
    row::{Columns, FileRow, MAX_COLUMNS},
};
use crate::file::FileError;

/// Bytes examined to detect the delimiter.
const SNIFF_BYTES: usize = 1 << 15;

/// A stream of delimited rows after the header.
pub(in crate::file) struct Delimited {
    buffer: Buffer,
    delimiter: u8,
    record: Record,
    header_columns: usize,
}

impl Delimited {
    /// Reads the header into `columns`.
    pub(in crate::file) fn new(
        mut buffer: Buffer,
        delimiter: Option<u8>,
        columns: &mut Columns,
    ) -> Result<Self, FileError> {
        let fail = |source| FileError::Read { line: 0, source };
        while buffer.bytes().len() < SNIFF_BYTES && !buffer.at_end() {
            buffer.fill().map_err(fail)?;
        }
        let declared = declared_delimiter(&mut buffer);
        let delimiter =
            delimiter.or(declared).unwrap_or_else(|| sniff_delimiter(buffer.bytes(), buffer.at_end()));
        let before_header = preamble_length(buffer.bytes(), delimiter, buffer.at_end());
        buffer.consume(before_header);
        if has_two_headings(buffer.bytes(), delimiter, buffer.at_end()) {
            let why = "there seem to be two rows of headings, one above the other; keep one heading for each column";
            return Err(FileError::Header(why.to_owned()));
        }
        let mut rows = Self { buffer, delimiter, record: Record::default(), header_columns: 0 };
        match rows.next_record().map_err(fail)? {
            Some((_, Ok(()))) => {}
            Some((_, Err(fault))) => return Err(FileError::Header(fault)),
            None => return Err(FileError::Empty),
        }
        rows.name_columns(columns)?;
        Ok(rows)
    }

    pub(in crate::file) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    pub(in crate::file) fn line(&self) -> u64 {
        self.buffer.line()
    }

    /// Reads the next row; false at the end.
    pub(in crate::file) fn read(&mut self, columns: &mut Columns, row: &mut FileRow) -> io::Result<bool> {
        row.clear();
        let Some((line, outcome)) = self.next_record()? else { return Ok(false) };
        row.line = line;
        match outcome {
            Ok(()) => self.fill_row(columns, row),
            Err(fault) => row.fault = Some(fault),
        }
        Ok(true)
    }

    fn fill_row(&mut self, columns: &mut Columns, row: &mut FileRow) {
        // Cells are stored end to end, so the bytes of two neighbouring cells may form a valid UTF-8 character.
        let text = std::str::from_utf8(self.record.bytes())
            .ok()
            .filter(|text| self.record.ranges().all(|range| text.is_char_boundary(range.end)));
        for (index, range) in self.record.ranges().enumerate() {
            if index >= self.header_columns {
                if range.is_empty() {
                    continue;
                }
                row.is_ragged = true;
            }
            let column = if index < self.header_columns {
                index as u32
            } else if let Some(column) = columns.find_or_add(&format!("column {}", index + 1)) {
                column
            } else {
                row.fault = Some("the row has more cells than a file may have columns".into());
                return;
            };
            if range.len() > MAX_FIELD_BYTES {
                let (name, limit) = (columns.name(column), MAX_FIELD_BYTES);
                row.fault = Some(format!("the field {name:?} is longer than {limit} bytes; shorten it"));
                return;
            }
            row.push(column, |out| match text {
                Some(text) => out.push_str(&text[range]),
                None => push_windows_1252(&self.record.bytes()[range], out),
            });
        }
    }

    /// Reads the next record that is not blank: the line it begins on, and the fault that makes it unusable, if any.
    fn next_record(&mut self) -> io::Result<Option<(u64, Result<(), String>)>> {
        loop {
            let bytes = self.buffer.bytes();
            if bytes.is_empty() && self.buffer.at_end() {
                return Ok(None);
            }
            let line = self.buffer.line();
            match scan_record(bytes, self.delimiter, self.buffer.at_end(), &mut self.record) {
                Scan::Complete(length) => {
                    self.buffer.consume(length);
                    if !self.record.is_blank() {
                        return Ok(Some((line, Ok(()))));
                    }
                }
                Scan::Incomplete if !self.buffer.is_full() => self.buffer.fill()?,
                // Continue on the next line, so that a stray quote costs one row only.
                Scan::Incomplete | Scan::OpenQuote => {
                    let is_long_line = line_length(self.buffer.bytes(), self.buffer.at_end()).is_none();
                    self.buffer.skip_line()?;
                    let fault = if is_long_line {
                        format!("the row is longer than {MAX_ROW_BYTES} bytes; shorten it")
                    } else {
                        "a quote is opened on this line and never closed; close it or double it".to_owned()
                    };
                    return Ok(Some((line, Err(fault))));
                }
            }
        }
    }

    /// Makes every header unique, so that a mapping can refer to it.
    fn name_columns(&mut self, columns: &mut Columns) -> Result<(), FileError> {
        let too_many =
            || FileError::Header(format!("it has more than {MAX_COLUMNS} columns; leave some out"));
        self.header_columns = self.record.len();
        if self.header_columns > MAX_COLUMNS {
            return Err(too_many());
        }
        // How often each heading came, so that the next copy is named without trying all numbers again.
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (index, range) in self.record.ranges().enumerate() {
            let bytes = &self.record.bytes()[range];
            let mut name = String::new();
            match std::str::from_utf8(bytes) {
                Ok(text) => name.push_str(text),
                Err(_) => push_windows_1252(bytes, &mut name),
            }
            let name = match name.trim() {
                "" => format!("column {}", index + 1),
                name => name.to_owned(),
            };
            let mut unique = name.clone();
            let copies = seen.entry(name.clone()).or_insert(1);
            while columns.has(&unique) {
                *copies += 1;
                unique = format!("{name} ({copies})");
            }
            columns.find_or_add(&unique).ok_or_else(too_many)?;
        }
        Ok(())
    }
}

/// Spreadsheets may declare the delimiter on a line before the header: `sep=;`.
fn declared_delimiter(buffer: &mut Buffer) -> Option<u8> {
    let length = line_length(buffer.bytes(), buffer.at_end())?;
    let line = buffer.bytes()[..length].trim_ascii_end();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let delimiter = match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter] => *delimiter,
        // A tab is whitespace and was trimmed.
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'='] => b'\t',
        _ => return None,
    };
    buffer.consume(length);
    Some(delimiter)
}
