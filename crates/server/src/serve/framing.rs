//! Strict HTTP/1 framing: checks every byte that arrives before the HTTP library sees it.
//!
//! A request that two parsers can read in two ways lets one caller smuggle a request into another caller's
//! connection. So line ends are CRLF only, lengths are plain digits and named once, the only transfer coding is
//! `chunked`, and a head has a size limit that holds to the byte.

/// Maximum bytes of a request head, from the request line to the empty line.
pub const HEAD_BYTES_MAX: usize = 32 << 10;
/// Maximum empty lines before a head.
const BLANK_LINES_MAX: u8 = 4;
/// Maximum bytes of a chunk-size line, extensions included.
const CHUNK_LINE_BYTES_MAX: usize = 256;
/// Maximum bytes of the trailer section of a chunked body.
const TRAILER_BYTES_MAX: usize = 4 << 10;
/// Maximum digits of a length: more is beyond every body limit.
const LENGTH_DIGITS_MAX: usize = 15;

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// Not an unambiguous HTTP/1 request.
    Malformed,
    /// The head is larger than [`HEAD_BYTES_MAX`].
    HeadTooLarge,
}

/// Result of checking a piece of input.
#[derive(Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that may be passed on.
    pub accepted: usize,
    /// Heads completed by them.
    pub heads: usize,
    /// The violation after the accepted bytes, if any.
    pub violation: Option<Violation>,
}

/// Framing state of one connection.
#[derive(Debug, Default)]
pub struct Framing {
    state: State,
    /// The head or line being read.
    line: Vec<u8>,
    /// Empty lines since the last head.
    blank_lines: u8,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Head,
    Body(u64),
    ChunkSize,
    ChunkData(u64),
    /// The CRLF after chunk data, and the bytes of it read so far.
    ChunkEnd(u8),
    Trailer,
}

#[derive(Debug, PartialEq, Eq)]
enum Length {
    Fixed(u64),
    Chunked,
}

impl Framing {
    /// Whether part of a head has arrived, but not all of it.
    pub fn is_inside_head(&self) -> bool {
        self.state == State::Head && !self.line.is_empty()
    }

    /// Whether the connection is between two requests or in a head.
    pub fn is_at_head(&self) -> bool {
        self.state == State::Head
    }

    /// Checks the next bytes.
    pub fn advance(&mut self, input: &[u8]) -> Progress {
        let mut progress = Progress { accepted: 0, heads: 0, violation: None };
        let mut rest = input;
        while !rest.is_empty() {
            match self.step(rest) {
                Ok((taken, head_ended)) => {
                    rest = &rest[taken..];
                    progress.accepted += taken;
                    progress.heads += usize::from(head_ended);
                }
                Err(violation) => {
                    progress.violation = Some(violation);
                    return progress;
                }
            }
        }
        progress
    }

    /// Consumes bytes of one state: how many, and whether they completed a head. An invalid head is not accepted at
    /// all.
    fn step(&mut self, input: &[u8]) -> Result<(usize, bool), Violation> {
        match self.state {
            State::Head => self.head(input),
            State::Body(left) => Ok((self.data(input, left, State::Body, State::Head), false)),
            State::ChunkData(left) => {
                Ok((self.data(input, left, State::ChunkData, State::ChunkEnd(0)), false))
            }
            State::ChunkEnd(read) => {
                if input[0] != [b'\r', b'\n'][usize::from(read)] {
                    return Err(Violation::Malformed);
                }
                self.state = if read == 0 { State::ChunkEnd(1) } else { State::ChunkSize };
                Ok((1, false))
            }
            State::ChunkSize => self.chunk_size(input),
            State::Trailer => self.trailer(input),
        }
    }

    fn data(&mut self, input: &[u8], left: u64, more: fn(u64) -> State, then: State) -> usize {
        let taken = usize::try_from(left).unwrap_or(usize::MAX).min(input.len());
        let left = left - taken as u64;
        self.state = if left == 0 { then } else { more(left) };
        taken
    }

    fn head(&mut self, input: &[u8]) -> Result<(usize, bool), Violation> {
        for (index, byte) in input.iter().enumerate() {
            self.line.push(*byte);
            // An empty line before a request is allowed (RFC 9112, 2.2).
            if self.line == b"\r\n" {
                self.line.clear();
                self.blank_lines += 1;
                // Limited, because each empty line restarts the timeout for a head.
                if self.blank_lines > BLANK_LINES_MAX {
                    return Err(Violation::Malformed);
                }
                continue;
            }
            if self.line.len() > HEAD_BYTES_MAX {
                return Err(Violation::HeadTooLarge);
            }
            if *byte == b'\n' {
                if !self.line.ends_with(b"\r\n") {
                    return Err(Violation::Malformed);
                }
                if self.line.ends_with(b"\r\n\r\n") {
                    let length = read_head(&self.line)?;
                    self.line.clear();
                    self.blank_lines = 0;
                    self.state = match length {
                        Length::Fixed(0) => State::Head,
                        Length::Fixed(bytes) => State::Body(bytes),
                        Length::Chunked => State::ChunkSize,
                    };
                    return Ok((index + 1, true));
                }
            }
        }
        Ok((input.len(), false))
    }

    fn chunk_size(&mut self, input: &[u8]) -> Result<(usize, bool), Violation> {
        let Some(taken) = self.take_line(input, CHUNK_LINE_BYTES_MAX)? else {
            return Ok((input.len(), false));
        };
        let line = std::mem::take(&mut self.line);
        let text = line.strip_suffix(b"\r\n").unwrap_or_default();
        let (digits, extension) =
            text.split_at(text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count());
        let is_extension = extension.first().is_none_or(|first| *first == b';');
        if digits.is_empty() || digits.len() > LENGTH_DIGITS_MAX || !is_extension || !is_text(extension) {
            return Err(Violation::Malformed);
        }
        let size = std::str::from_utf8(digits).ok().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        self.state = match size {
            Some(0) => State::Trailer,
            Some(size) => State::ChunkData(size),
            None => return Err(Violation::Malformed),
        };
        Ok((taken, false))
    }

    fn trailer(&mut self, input: &[u8]) -> Result<(usize, bool), Violation> {
        let Some(taken) = self.take_line(input, TRAILER_BYTES_MAX)? else {
            return Ok((input.len(), false));
        };
        let line = std::mem::take(&mut self.line);
        if line == b"\r\n" {
            self.state = State::Head;
        } else {
            let (name, _) = read_field(line.strip_suffix(b"\r\n").unwrap_or_default())?;
            // Some parsers would honour a length or coding in the trailers and others not.
            if is_framing_field(name) {
                return Err(Violation::Malformed);
            }
        }
        Ok((taken, false))
    }

    /// Reads up to the end of a line; none if the input ends first.
    fn take_line(&mut self, input: &[u8], limit: usize) -> Result<Option<usize>, Violation> {
        let end = input.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(input.len(), |end| end + 1);
        self.line.extend_from_slice(&input[..taken]);
        if self.line.len() > limit || (end.is_some() && !self.line.ends_with(b"\r\n")) {
            return Err(Violation::Malformed);
        }
        Ok(end.map(|_| taken))
    }
}

/// Parses a complete head; returns the length of the body.
fn read_head(head: &[u8]) -> Result<Length, Violation> {
    let text = head.strip_suffix(b"\r\n\r\n").ok_or(Violation::Malformed)?;
    let mut lines = split_lines(text);
    let version = read_request_line(lines.next().ok_or(Violation::Malformed)?)?;
    let (mut length, mut coding, mut hosts) = (None, None, 0);
    for line in lines {
        let (name, value) = read_field(line)?;
        if name.eq_ignore_ascii_case(b"content-length") {
            if length.replace(read_length(value)?).is_some() {
                return Err(Violation::Malformed);
            }
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            if !value.eq_ignore_ascii_case(b"chunked") || coding.replace(()).is_some() {
                return Err(Violation::Malformed);
            }
        } else if name.eq_ignore_ascii_case(b"host") {
            hosts += 1;
        }
    }
    let hosts_fit = if version == 1 { hosts == 1 } else { hosts <= 1 };
    match (length, coding) {
        _ if !hosts_fit => Err(Violation::Malformed),
        (None, None) => Ok(Length::Fixed(0)),
        (Some(bytes), None) => Ok(Length::Fixed(bytes)),
        (None, Some(())) if version == 1 => Ok(Length::Chunked),
        (_, Some(())) => Err(Violation::Malformed),
    }
}

fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Parses `METHOD target HTTP/1.x`; returns the minor version.
fn read_request_line(line: &[u8]) -> Result<u8, Violation> {
    let mut words = line.split(|byte| *byte == b' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    let method_fits = method.is_some_and(|method| !method.is_empty() && method.iter().all(is_token));
    let target_fits = target
        .is_some_and(|target| !target.is_empty() && target.iter().all(|byte| *byte > b' ' && *byte != 0x7f));
    match version {
        Some(b"HTTP/1.1") if method_fits && target_fits && words.next().is_none() => Ok(1),
        Some(b"HTTP/1.0") if method_fits && target_fits && words.next().is_none() => Ok(0),
        _ => Err(Violation::Malformed),
    }
}

/// Parses `name: value`; rejects folded lines and a space before the colon.
fn read_field(line: &[u8]) -> Result<(&[u8], &[u8]), Violation> {
    let colon = line.iter().position(|byte| *byte == b':').ok_or(Violation::Malformed)?;
    let (name, value) = (&line[..colon], &line[colon + 1..]);
    if name.is_empty() || !name.iter().all(is_token) || !is_text(value) {
        return Err(Violation::Malformed);
    }
    Ok((name, trim_blanks(value)))
}

fn read_length(value: &[u8]) -> Result<u64, Violation> {
    if value.is_empty() || value.len() > LENGTH_DIGITS_MAX || !value.iter().all(u8::is_ascii_digit) {
        return Err(Violation::Malformed);
    }
    std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok()).ok_or(Violation::Malformed)
}

fn is_framing_field(name: &[u8]) -> bool {
    [&b"content-length"[..], b"transfer-encoding", b"host", b"trailer"]
        .iter()
        .any(|field| name.eq_ignore_ascii_case(field))
}

/// Trims spaces and tabs only; other white space is part of the value.
fn trim_blanks(mut value: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

fn is_text(value: &[u8]) -> bool {
    value.iter().all(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 0x7f))
}

fn is_token(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: &[u8] = b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc\
        POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n0\r\nX-A: b\r\n\r\n\
        GET /c HTTP/1.1\r\nhost:x\r\n\r\n";

    proptest! {
        #[test]
        fn pieces_of_any_size_come_to_the_same(cuts in prop::collection::vec(0..GOOD.len(), 0..8)) {
            let mut cuts = cuts;
            cuts.extend([0, GOOD.len()]);
            cuts.sort_unstable();
            let mut framing = Framing::default();
            let mut heads = 0;
            for pair in cuts.windows(2) {
                let piece = &GOOD[pair[0]..pair[1]];
                let progress = framing.advance(piece);
                prop_assert_eq!((progress.accepted, progress.violation), (piece.len(), None));
                heads += progress.heads;
            }
            prop_assert_eq!(heads, 3);
            prop_assert!(framing.is_at_head() && !framing.is_inside_head());
        }

        #[test]
        fn no_input_makes_it_panic(input in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut framing = Framing::default();
            let progress = framing.advance(&input);
            prop_assert!(progress.accepted <= input.len());
        }
    }

    #[test]
    fn the_limit_of_a_head_holds_to_the_byte() {
        let head = |filler: usize| {
            format!("GET / HTTP/1.1\r\nHost: x\r\nX-A: {}\r\n\r\n", "a".repeat(filler)).into_bytes()
        };
        let around = head(0).len();
        let mut framing = Framing::default();
        assert_eq!(framing.advance(&head(HEAD_BYTES_MAX - around)).heads, 1);
        let over = framing.advance(&head(HEAD_BYTES_MAX - around + 1));
        assert_eq!((over.heads, over.violation), (0, Some(Violation::HeadTooLarge)));
    }
}
