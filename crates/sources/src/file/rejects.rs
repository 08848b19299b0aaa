//! Writes rejected rows to a file, to be corrected and imported again.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use super::{FileError, Reject};

/// Writes rejected rows as csv: the original columns, then `line` and `reason`, then cells beyond the header. The
/// file is created with the first rejected row, so that an import without any creates none.
pub struct RejectWriter {
    path: PathBuf,
    columns: Vec<String>,
    writer: Option<csv::Writer<File>>,
    appends: bool,
    written: u64,
}

impl RejectWriter {
    /// Creates a writer for rows of these columns; see [`super::RowReader::original_columns`].
    pub fn new(path: &Path, columns: Vec<String>) -> Self {
        Self { path: path.to_owned(), columns, writer: None, appends: false, written: 0 }
    }

    /// Appends to the existing rows, for an import that resumes after an interruption.
    pub fn appending(mut self, appends: bool) -> Self {
        self.appends = appends && self.path.exists();
        self
    }

    /// Writes one row.
    pub fn write(&mut self, reject: &Reject) -> Result<(), FileError> {
        let fail = |error: csv::Error| FileError::Rejects { path: self.path.clone(), source: error.into() };
        if self.writer.is_none() {
            let mut options = File::options();
            let options = options.read(true).write(true).create(true).truncate(!self.appends);
            let mut file = options.open(&self.path).map_err(|error| fail(error.into()))?;
            let kept = if self.appends { self.rows_before(&file, reject.line).map_err(fail)? } else { 0 };
            cut(&mut file, kept).map_err(|error| fail(error.into()))?;
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(file);
            if kept == 0 {
                let header = self.columns.iter().map(String::as_str).chain(["line", "reason"]);
                writer.write_record(header).map_err(fail)?;
            }
            self.writer = Some(writer);
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let value = |column: &String| {
            reject.row.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value.as_str())
        };
        let (line, reason) = (reject.line.to_string(), reject.reasons.join("; "));
        let extra = reject.row.iter().filter(|(name, _)| !self.columns.contains(name));
        let cells = self.columns.iter().map(value).chain([line.as_str(), reason.as_str()]);
        writer.write_record(cells.chain(extra.map(|(_, value)| value.as_str()))).map_err(fail)?;
        self.written += 1;
        Ok(())
    }

    /// Bytes of the whole rows before a line. An interrupted import may have rejected rows beyond those it had filed; it
    /// rejects them again when it resumes, the first of them in the first row that is written.
    fn rows_before(&self, file: &File, line: u64) -> Result<u64, csv::Error> {
        let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
        let (mut row, mut ends) = (csv::ByteRecord::new(), vec![0]);
        while rows.read_byte_record(&mut row)? {
            let number = row.get(self.columns.len()).and_then(|cell| str::from_utf8(cell).ok());
            let is_header = ends.len() == 1;
            if !is_header && number.and_then(|number| number.parse().ok()).is_none_or(|at: u64| at >= line) {
                break;
            }
            ends.push(rows.position().byte());
        }
        let is_whole = |end: &u64| *end == 0 || last_byte(file, *end).is_ok_and(|byte| byte == b'\n');
        Ok(ends.into_iter().rev().find(is_whole).unwrap_or(0))
    }

    /// Flushes the file and returns the number of rows written.
    pub fn finish(mut self) -> Result<u64, FileError> {
        self.flush()?;
        Ok(self.written)
    }

    /// Flushes the rows written so far.
    pub fn flush(&mut self) -> Result<(), FileError> {
        match &mut self.writer {
            Some(writer) => {
                writer.flush().map_err(|source| FileError::Rejects { path: self.path.clone(), source })
            }
            None => Ok(()),
        }
    }
}

fn last_byte(mut file: &File, end: u64) -> io::Result<u8> {
    let mut byte = [0];
    file.seek(SeekFrom::Start(end - 1))?;
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// Shortens a file and writes on from there.
fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes)).map(drop)
}
