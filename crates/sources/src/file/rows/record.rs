//! Parses one record of delimited text in a buffer.
//!
//! Written here instead of using a library, because a stray quote must cost one row only: when a streaming parser
//! learns that a quote is stray, it no longer has the line on which the quote was opened.

use super::buffer::line_end_length;

/// The fields of one record without quotes, end to end in one buffer.
#[derive(Debug, Default)]
pub(in crate::file) struct Record {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Record {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(in crate::file) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(in crate::file) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The range of each field in [`Self::bytes`].
    pub(in crate::file) fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.ends.iter().scan(0, |start, end| {
            let range = *start..*end;
            *start = *end;
            Some(range)
        })
    }

    /// Whether the line is empty or contains only whitespace.
    pub(in crate::file) fn is_blank(&self) -> bool {
        self.ends.len() == 1 && self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    fn end_field(&mut self) {
        self.ends.push(self.bytes.len());
    }
}

/// What the buffer begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) enum Scan {
    /// A complete record of this many bytes, including its line end.
    Complete(usize),
    /// The record does not end within the buffer.
    Incomplete,
    /// The record opens a quote that is not closed before the end of the stream.
    OpenQuote,
}

/// Parses the first record of `bytes` into `record`; `at_end` means that nothing follows them.
pub(in crate::file) fn scan_record(bytes: &[u8], delimiter: u8, at_end: bool, record: &mut Record) -> Scan {
    record.clear();
    let mut at = 0;
    loop {
        let spaces = bytes[at..].iter().take_while(|byte| **byte == b' ').count();
        let is_quoted = bytes.get(at + spaces) == Some(&b'"');
        if is_quoted {
            match scan_quoted(bytes, at + spaces + 1, at_end, record) {
                Ok(next) => at = next,
                Err(scan) => return scan,
            }
        }
        let rest = &bytes[at..];
        let length = rest.iter().position(|byte| *byte == delimiter || matches!(byte, b'\n' | b'\r'));
        let Some(length) = length.or_else(|| at_end.then_some(rest.len())) else { return Scan::Incomplete };
        // Spaces between a closing quote and the delimiter are dropped; anything else is kept.
        if !is_quoted || rest[..length].iter().any(|byte| *byte != b' ') {
            record.bytes.extend_from_slice(&rest[..length]);
        }
        record.end_field();
        at += length;
        match bytes.get(at) {
            None => return Scan::Complete(at),
            Some(byte) if *byte == delimiter => at += 1,
            Some(_) => {
                return line_end_length(bytes, at, at_end)
                    .map_or(Scan::Incomplete, |end| Scan::Complete(at + end));
            }
        }
    }
}

/// Continues after an opening quote; returns the position after the closing one.
fn scan_quoted(bytes: &[u8], mut at: usize, at_end: bool, record: &mut Record) -> Result<usize, Scan> {
    let unfinished = if at_end { Scan::OpenQuote } else { Scan::Incomplete };
    loop {
        let length = bytes[at..].iter().position(|byte| *byte == b'"').ok_or(unfinished)?;
        record.bytes.extend_from_slice(&bytes[at..at + length]);
        at += length + 1;
        match bytes.get(at) {
            Some(b'"') => {
                record.bytes.push(b'"');
                at += 1;
            }
            None if !at_end => return Err(Scan::Incomplete),
            _ => return Ok(at),
        }
    }
}

/// The delimiter with which most of the first records have equally many fields.
pub(in crate::file) fn sniff_delimiter(head: &[u8], at_end: bool) -> u8 {
    const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
    let mut best = (0, 0);
    let mut chosen = b',';
    for candidate in CANDIDATES {
        let score = agreement(head, candidate, at_end);
        if score > best {
            best = score;
            chosen = candidate;
        }
    }
    chosen
}

/// Length of notes before the header: leading records with less than half as many filled cells as the fullest of the
/// first records.
pub(in crate::file) fn preamble_length(head: &[u8], delimiter: u8, at_end: bool) -> usize {
    const RECORDS: usize = 20;
    let mut record = Record::default();
    let (mut at, mut starts) = (0, Vec::new());
    while at < head.len() && starts.len() < RECORDS {
        let Scan::Complete(length) = scan_record(&head[at..], delimiter, at_end, &mut record) else { break };
        let filled = record.ranges().filter(|range| !record.bytes()[range.clone()].trim_ascii().is_empty());
        starts.push((at, filled.count()));
        at += length;
    }
    let fullest = starts.iter().map(|(_, filled)| *filled).max().unwrap_or(0);
    starts.iter().find(|(_, filled)| *filled > 0 && filled * 2 >= fullest).map_or(0, |(at, _)| *at)
}

/// Whether the first record groups the headings of the second: it has gaps that the second fills, and the second has words where
/// the third has an address or a number.
pub(in crate::file) fn has_two_headings(head: &[u8], delimiter: u8, at_end: bool) -> bool {
    let (mut record, mut at, mut rows) = (Record::default(), 0, Vec::<Vec<Vec<u8>>>::new());
    while rows.len() < 3 {
        let Scan::Complete(length) = scan_record(&head[at..], delimiter, at_end, &mut record) else {
            return false;
        };
        at += length;
        if length == 0 {
            return false;
        }
        if !record.is_blank() {
            rows.push(record.ranges().map(|range| record.bytes()[range].trim_ascii().to_vec()).collect());
        }
    }
    let is_word =
        |cell: &[u8]| !cell.is_empty() && !cell.iter().any(|byte| byte.is_ascii_digit() || *byte == b'@');
    let is_value = |cell: &[u8]| cell.contains(&b'@') || cell.first().is_some_and(u8::is_ascii_digit);
    let has_gaps = rows[0].len() == rows[1].len() && rows[0].iter().any(Vec::is_empty);
    let differs = rows[1].iter().zip(&rows[2]).any(|(heading, cell)| is_word(heading) && is_value(cell));
    has_gaps && differs && rows[1].iter().all(|cell| is_word(cell))
}

/// How many of the first records have as many fields as the header, and the number of these fields.
fn agreement(head: &[u8], delimiter: u8, at_end: bool) -> (usize, usize) {
    const RECORDS: usize = 50;
    let mut record = Record::default();
    let (mut seen, mut agreeing, mut columns) = (0, 0, 0);
    let mut at = preamble_length(head, delimiter, at_end);
    while at < head.len() && seen < RECORDS {
        let Scan::Complete(length) = scan_record(&head[at..], delimiter, at_end, &mut record) else { break };
        at += length;
        if record.is_blank() {
            continue;
        }
        if seen == 0 {
            columns = record.len();
        }
        agreeing += usize::from(record.len() == columns);
        seen += 1;
    }
    if columns > 1 { (agreeing, columns) } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<String> {
        let mut record = Record::default();
        assert!(matches!(scan_record(text.as_bytes(), b',', true, &mut record), Scan::Complete(_)), "{text}");
        record.ranges().map(|range| String::from_utf8(record.bytes()[range].to_vec()).unwrap()).collect()
    }

    #[test]
    fn quotes_are_removed_and_doubled_ones_unescaped() {
        assert_eq!(fields("a,\"b, \"\"c\"\"\nd\",e\nnext"), ["a", "b, \"c\"\nd", "e"]);
        assert_eq!(fields("a, \"b\" ,"), ["a", "b", ""]);
        assert_eq!(fields("5\" disk,\"a\"b"), ["5\" disk", "ab"]);
    }

    #[test]
    fn a_record_that_exceeds_the_buffer_is_not_complete() {
        let mut record = Record::default();
        for text in ["a,b", "a,\"b", "a,\"b\"", "a,b\r"] {
            assert_eq!(scan_record(text.as_bytes(), b',', false, &mut record), Scan::Incomplete, "{text:?}");
        }
        assert_eq!(scan_record(b"a,\"b", b',', true, &mut record), Scan::OpenQuote);
        assert_eq!(scan_record(b"a,b\r\nc", b',', false, &mut record), Scan::Complete(5));
    }

    #[test]
    fn notes_before_the_header_are_skipped() {
        let notes = "Notes:\n\"Some addresses, as you may see, are missing\"\n\n";
        let table = "First Name,Last Name,URL,Company\nAda,,,\nBo,Ek,linkedin.com/in/bo,Birch\n";
        let length = |text: &str| preamble_length(text.as_bytes(), b',', true);
        assert_eq!(length(&format!("{notes}{table}")), notes.len());
        assert_eq!(length(table), 0);
        assert_eq!(length("email\nada@acme.com, bo@acme.com\n"), 0, "two cells are no table");
        assert_eq!(length("name,city\nx\n"), 0);
        assert_eq!(length(""), 0);
    }

    #[test]
    fn the_delimiter_is_the_one_with_consistent_field_counts() {
        assert_eq!(sniff_delimiter(b"name;city\nA, Inc;Bonn\nB, Inc;Ulm\n", true), b';');
        assert_eq!(sniff_delimiter(b"name\tcity\nx\ty\n", true), b'\t');
        assert_eq!(sniff_delimiter(b"name|city\nx|y\n", true), b'|');
        assert_eq!(sniff_delimiter(b"name,\"a;b;c\"\nx,\"a;b;c;d\"\n", true), b',');
        assert_eq!(sniff_delimiter(b"only\none\ncolumn\n", true), b',');
        assert_eq!(sniff_delimiter(b"Report, made today\n\na;b;c\nd;e;f\n", true), b';');
    }
}
