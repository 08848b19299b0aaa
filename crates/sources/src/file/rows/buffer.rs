//! Read buffer that grows until it holds a complete row, up to the row limit.

use std::io::{self, Read};

use super::input::Input;

/// The longest row that is read, in bytes. A longer one is rejected and reading continues.
pub const MAX_ROW_BYTES: usize = 4 << 20;

/// The longest field that is read, in bytes. A row with a longer one is rejected.
pub const MAX_FIELD_BYTES: usize = 1 << 20;

const FIRST_BYTES: usize = 1 << 16;

/// Unconsumed bytes, and the number of the line they begin on.
pub(in crate::file) struct Buffer {
    input: Input,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    at_end: bool,
    line: u64,
}

impl Buffer {
    pub(in crate::file) fn new(input: Input) -> Self {
        Self { input, bytes: vec![0; FIRST_BYTES], start: 0, end: 0, at_end: false, line: 1 }
    }

    /// The bytes that were read and not yet consumed.
    pub(in crate::file) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether the stream ends after [`Self::bytes`].
    pub(in crate::file) fn at_end(&self) -> bool {
        self.at_end
    }

    /// Whether the buffer has reached the row limit.
    pub(in crate::file) fn is_full(&self) -> bool {
        self.end - self.start >= MAX_ROW_BYTES
    }

    /// The line on which [`Self::bytes`] begins, from 1.
    pub(in crate::file) fn line(&self) -> u64 {
        self.line
    }

    /// Reads more bytes. The buffer doubles when it is full of one incomplete row.
    pub(in crate::file) fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.bytes.len() {
            self.bytes.resize(self.bytes.len() * 2, 0);
        }
        loop {
            match self.input.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }

    /// Consumes bytes that end with a line end or at the end of the stream.
    pub(in crate::file) fn consume(&mut self, count: usize) {
        self.line += count_lines(&self.bytes()[..count]);
        self.start += count;
    }

    /// Discards everything up to and including the next line end.
    pub(in crate::file) fn skip_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(length) = line_length(self.bytes(), self.at_end) {
                self.consume(length);
                return Ok(());
            }
            // A carriage return may be the first half of `\r\n`; the second half is not read yet.
            let keep = usize::from(self.bytes().last() == Some(&b'\r'));
            self.start = self.end - keep;
            self.fill()?;
        }
    }
}

/// The length of the first line including its end; `None` if its end is not in the buffer yet.
pub(in crate::file) fn line_length(bytes: &[u8], at_end: bool) -> Option<usize> {
    match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => line_end_length(bytes, end, at_end).map(|length| end + length),
        None => at_end.then_some(bytes.len()),
    }
}

/// The length of the line end at `end`; `None` if its second byte may not be read yet.
pub(in crate::file) fn line_end_length(bytes: &[u8], end: usize, at_end: bool) -> Option<usize> {
    match (bytes[end], bytes.get(end + 1)) {
        (b'\r', Some(b'\n')) => Some(2),
        (b'\r', None) if !at_end => None,
        _ => Some(1),
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    let mut lines = 0;
    let mut after_return = false;
    for byte in bytes {
        lines += u64::from(*byte == b'\r' || (*byte == b'\n' && !after_return));
        after_return = *byte == b'\r';
    }
    lines
}
