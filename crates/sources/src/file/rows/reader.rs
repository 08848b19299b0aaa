//! Reads rows from a file or stream in constant memory.

use std::{
    collections::VecDeque,
    fs::File,
    io::{Read, Seek},
    path::Path,
};

use serde::Serialize;

use super::{
    buffer::Buffer,
    decode::{Holds, PARQUET_MAGIC, decode},
    delimited::Delimited,
    input::{Input, spool},
    json_lines::JsonLines,
    parquet::Records,
    row::{Columns, FileRow},
    vcard::{BEGINNING, Cards},
    workbook,
};
use crate::file::{Compression, Encoding, FileError};

/// Rows examined to detect what a file holds.
pub const SAMPLE_ROWS: usize = 100;

/// File format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Delimited text.
    Csv,
    /// Text delimited by tabs.
    Tsv,
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// One vCard per row.
    Vcard,
    /// An Excel workbook, of which one sheet is read.
    Xlsx,
}

impl Format {
    /// The format by file name, ignoring a suffix for compression.
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name =
            [".gz", ".zst", ".zstd", ".zip"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        Self::of_name(name.rsplit_once('.')?.1)
    }

    /// The format by name or file name extension.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "csv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            "parquet" | "pq" => Some(Self::Parquet),
            "vcf" | "vcard" => Some(Self::Vcard),
            "xlsx" | "xlsm" => Some(Self::Xlsx),
            _ => None,
        }
    }
}

/// What the caller knows about a file; the rest is detected from its name and bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// Format of the file.
    pub format: Option<Format>,
    /// Delimiter between cells.
    pub delimiter: Option<u8>,
    /// Most bytes that a workbook may unpack to.
    pub unpacked_max: Option<u64>,
}

enum Rows {
    Delimited(Box<Delimited>),
    Jsonl(JsonLines),
    Parquet(Box<Records>),
    Vcard(Cards),
}

/// A stream of rows.
pub struct RowReader {
    rows: Rows,
    format: Format,
    compression: Compression,
    encoding: Encoding,
    columns: Columns,
    header_columns: usize,
    /// Rows that were read by [`Self::sample`] and not yet by [`Self::read`].
    peeked: VecDeque<FileRow>,
    rows_read: u64,
}

impl RowReader {
    /// Opens a file.
    pub fn open(path: &Path, options: ReadOptions) -> Result<Self, FileError> {
        let fail = |source| FileError::Open { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(fail)?;
        // A pipe can be read once.
        if file.metadata().map_err(fail)?.is_file() {
            let mut magic = [0; 4];
            // A shorter file cannot be Parquet.
            if file.read_exact(&mut magic).is_ok() && magic == PARQUET_MAGIC {
                return Self::from_parquet(file, Compression::None);
            }
            file.rewind().map_err(fail)?;
        }
        let format = options.format.or_else(|| Format::of_path(path));
        Self::from_stream(Box::new(file), ReadOptions { format, ..options })
    }

    /// Reads standard input.
    pub fn stdin(options: ReadOptions) -> Result<Self, FileError> {
        Self::from_stream(Box::new(std::io::stdin()), options)
    }

    /// Reads a stream.
    pub fn from_stream(input: Box<dyn Read + Send>, options: ReadOptions) -> Result<Self, FileError> {
        let unpacked_max = options.unpacked_max.unwrap_or(workbook::UNPACKED_BYTES_MAX);
        let decoded = decode(input as Input, unpacked_max)?;
        if decoded.holds == Holds::Parquet {
            return Self::from_parquet(spool(decoded.input)?, decoded.compression);
        }
        let mut buffer = Buffer::new(decoded.input);
        buffer.fill().map_err(|source| FileError::Read { line: 0, source })?;
        let detected = || match buffer.bytes().trim_ascii_start().first() {
            Some(b'{' | b'[') => Format::Jsonl,
            _ if is_cards(buffer.bytes()) => Format::Vcard,
            _ => Format::Csv,
        };
        let is_sheet = decoded.holds == Holds::Sheet;
        let format = if is_sheet { Format::Xlsx } else { options.format.unwrap_or_else(detected) };
        let mut columns = Columns::default();
        let rows = match format {
            Format::Jsonl => Rows::Jsonl(JsonLines::new(buffer)?),
            Format::Vcard => Rows::Vcard(Cards::new(buffer)),
            Format::Parquet => {
                return Err(FileError::UnsupportedFormat {
                    found: "a file named like Parquet that is not one",
                    advice: "rename it to match its format, or download it again",
                });
            }
            Format::Xlsx if !is_sheet => {
                return Err(FileError::UnsupportedFormat {
                    found: "a file named like an Excel workbook that is not one",
                    advice: "rename it to match its format, or download it again",
                });
            }
            Format::Xlsx => {
                let sheet = Delimited::new(buffer, Some(workbook::DELIMITER), &mut columns)?;
                Rows::Delimited(Box::new(sheet))
            }
            Format::Csv | Format::Tsv => {
                let delimiter = options.delimiter.or((format == Format::Tsv).then_some(b'\t'));
                Rows::Delimited(Box::new(Delimited::new(buffer, delimiter, &mut columns)?))
            }
        };
        let (compression, encoding) = (decoded.compression, decoded.encoding);
        let header_columns = columns.len();
        let peeked = VecDeque::new();
        Ok(Self { rows, format, compression, encoding, columns, header_columns, peeked, rows_read: 0 })
    }

    fn from_parquet(file: File, compression: Compression) -> Result<Self, FileError> {
        let rows = Rows::Parquet(Box::new(Records::new(file)?));
        Ok(Self {
            rows,
            format: Format::Parquet,
            compression,
            encoding: Encoding::Utf8,
            columns: Columns::default(),
            header_columns: 0,
            peeked: VecDeque::new(),
            rows_read: 0,
        })
    }

    /// Format of the file, given or detected.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Detected compression.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// Detected character encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Delimiter between cells, for delimited text.
    pub fn delimiter(&self) -> Option<char> {
        match &self.rows {
            Rows::Delimited(_) if self.format == Format::Xlsx => None,
            Rows::Delimited(rows) => Some(char::from(rows.delimiter())),
            Rows::Jsonl(_) | Rows::Parquet(_) | Rows::Vcard(_) => None,
        }
    }

    /// The columns seen so far. For delimited text they are complete from the start.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The columns of the rejects file: the header, or the single column `json`.
    pub fn original_columns(&self) -> Vec<String> {
        match self.format {
            Format::Jsonl | Format::Parquet => vec!["json".into()],
            Format::Vcard => self.columns.names().to_vec(),
            Format::Csv | Format::Tsv | Format::Xlsx => self.columns.names()[..self.header_columns].to_vec(),
        }
    }

    /// Peeks at the next rows without consuming them.
    pub fn sample(&mut self, rows: usize) -> Result<impl Iterator<Item = &FileRow>, FileError> {
        while self.peeked.len() < rows {
            let mut row = FileRow::default();
            if !self.read_next(&mut row)? {
                break;
            }
            self.peeked.push_back(row);
        }
        Ok(self.peeked.iter().take(rows))
    }

    /// Reads the next row into `row`; false at the end.
    pub fn read(&mut self, row: &mut FileRow) -> Result<bool, FileError> {
        match self.peeked.pop_front() {
            Some(next) => {
                *row = next;
                Ok(true)
            }
            None => self.read_next(row),
        }
    }

    /// Skips the next rows, including those that were peeked at.
    pub fn skip(&mut self, rows: u64) -> Result<(), FileError> {
        let mut row = FileRow::default();
        for _ in 0..rows {
            if !self.read(&mut row)? {
                break;
            }
        }
        Ok(())
    }

    /// From now on rows of JSON have their JSON and no cells.
    pub(in crate::file) fn skip_cells(&mut self) {
        match &mut self.rows {
            Rows::Jsonl(rows) => rows.skip_cells(),
            Rows::Parquet(rows) => rows.skip_cells(),
            Rows::Delimited(_) | Rows::Vcard(_) => {}
        }
    }

    fn read_next(&mut self, row: &mut FileRow) -> Result<bool, FileError> {
        let (result, line) = match &mut self.rows {
            Rows::Delimited(rows) => (rows.read(&mut self.columns, row), rows.line()),
            Rows::Jsonl(rows) => (rows.read(&mut self.columns, row), rows.line()),
            Rows::Parquet(rows) => (rows.read(&mut self.columns, row), rows.line()),
            Rows::Vcard(rows) => (rows.read(&mut self.columns, row), rows.line()),
        };
        let found = result.map_err(|source| FileError::Read { line: line.saturating_sub(1), source })?;
        self.rows_read += u64::from(found);
        row.number = self.rows_read;
        Ok(found)
    }
}

fn is_cards(bytes: &[u8]) -> bool {
    let head = bytes.trim_ascii_start();
    head.get(..BEGINNING.len()).is_some_and(|head| head.eq_ignore_ascii_case(BEGINNING.as_bytes()))
}
