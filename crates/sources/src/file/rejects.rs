//! Writes rejected rows to a file, to be corrected and imported again.

use std::{
    fs::File,
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
            let options =
                if self.appends { options.append(true) } else { options.write(true).truncate(true) };
            let file = options.create(true).open(&self.path).map_err(|error| fail(error.into()))?;
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(file);
            if !self.appends {
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
