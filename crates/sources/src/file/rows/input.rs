//! The stream that a file is read from, and its copy in a temporary file for formats that are read from their end.

use std::{
    fs::File,
    io::{self, Read, Seek},
};

use crate::file::FileError;

/// Most bytes of a stream written to a temporary file, to be read from its end.
const SPOOLED_BYTES_MAX: u64 = 64 << 30;

/// A stream that may move to another thread.
pub(in crate::file) type Input = Box<dyn Read + Send>;

/// Copies a stream to a temporary file that is deleted when closed.
pub(in crate::file) fn spool(input: Input) -> Result<File, FileError> {
    let fail = |source| FileError::Read { line: 0, source };
    let mut file = tempfile::tempfile().map_err(fail)?;
    io::copy(&mut input.take(SPOOLED_BYTES_MAX), &mut file).map_err(fail)?;
    file.rewind().map_err(fail)?;
    Ok(file)
}
