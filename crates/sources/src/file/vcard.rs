//! Rows of vCards, versions 2.1 to 4.0: each card is a row whose columns have the names of fields.

use std::io;

use super::{
    buffer::{Buffer, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    row::{Columns, Row},
};

/// The first line of every card.
pub(super) const BEGINNING: &str = "BEGIN:VCARD";

const UNENDED: &str = "the card does not end; add END:VCARD";

/// Sites on which a page is a person's own.
const PROFILE_SITES: [&str; 3] = ["linkedin.com/in/", "github.com/", "network.example/in/"];

/// A stream of cards.
pub(super) struct Cards {
    buffer: Buffer,
    /// The line after the last one taken, which may continue it.
    ahead: Option<String>,
    /// The line on which the next card begins, when its first line was read in search of the end of the one before.
    begun: Option<u64>,
}

impl Cards {
    pub(super) fn new(buffer: Buffer) -> Self {
        Self { buffer, ahead: None, begun: None }
    }

    pub(super) fn line(&self) -> u64 {
        self.buffer.line()
    }

    /// Reads the next card; false at the end.
    pub(super) fn read(&mut self, columns: &mut Columns, row: &mut Row) -> io::Result<bool> {
        row.clear();
        let begun = self.begun.take();
        let (mut is_inside, mut bytes, mut lines) = (begun.is_some(), 0, Vec::new());
        row.line = begun.unwrap_or_default();
        loop {
            // A line that was looked at ahead is still to come.
            let at = self.buffer.line() - u64::from(self.ahead.is_some());
            row.line = if is_inside { row.line } else { at };
            let Some(line) = self.unfolded()? else {
                if is_inside {
                    row.fault = Some(UNENDED.into());
                }
                return Ok(is_inside);
            };
            let is_beginning = line.trim().eq_ignore_ascii_case(BEGINNING);
            if is_beginning && is_inside {
                // Whose lines these are can no longer be told.
                row.fault = Some(UNENDED.into());
                self.begun = Some(at);
                return Ok(true);
            }
            if is_beginning {
                is_inside = true;
            } else if line.trim().eq_ignore_ascii_case("END:VCARD") && is_inside {
                if row.fault.is_none() {
                    take_in_all(&lines, columns, row);
                }
                return Ok(true);
            } else if is_inside {
                bytes += line.len();
                lines.push(line);
            }
            if bytes > MAX_ROW_BYTES {
                lines.clear();
                row.fault =
                    Some(format!("the card is longer than {MAX_ROW_BYTES} bytes; leave out its photo"));
            }
        }
    }

    /// A line with those that continue it: after a fold they begin with a blank, in quoted-printable the line before
    /// ends with an equals sign.
    fn unfolded(&mut self) -> io::Result<Option<String>> {
        let Some(mut line) = (match self.ahead.take() {
            Some(line) => Some(line),
            None => self.physical()?,
        }) else {
            return Ok(None);
        };
        while let Some(next) = self.physical()? {
            if line.len() > MAX_ROW_BYTES {
                // Read on, but keep no more: the card is refused.
                line.truncate(line.floor_char_boundary(MAX_ROW_BYTES));
            }
            if let Some(rest) = next.strip_prefix([' ', '\t']) {
                line.push_str(rest);
            } else if is_quoted_printable(&line) && line.ends_with('=') {
                line.pop();
                line.push_str(&next);
            } else {
                self.ahead = Some(next);
                break;
            }
        }
        Ok(Some(line))
    }

    fn physical(&mut self) -> io::Result<Option<String>> {
        loop {
            let Some(length) = line_length(self.buffer.bytes(), self.buffer.at_end()) else {
                if self.buffer.is_full() {
                    self.buffer.skip_line()?;
                    return Ok(Some(String::new()));
                }
                self.buffer.fill()?;
                continue;
            };
            if length == 0 {
                return Ok(None);
            }
            let bytes = &self.buffer.bytes()[..length];
            let end =
                bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
            let line = text_of(&bytes[..end]);
            self.buffer.consume(length);
            return Ok(Some(line));
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let mut text = String::new();
            push_windows_1252(bytes, &mut text);
            text
        }
    }
}

fn is_quoted_printable(line: &str) -> bool {
    let head = line.split(':').next().unwrap_or_default();
    head.to_ascii_uppercase().contains("QUOTED-PRINTABLE")
}

/// Puts the properties of a card into the row.
fn take_in_all(lines: &[String], columns: &mut Columns, row: &mut Row) {
    let is_company = lines.iter().any(|line| is_of_company(line));
    lines.iter().for_each(|line| take_in(line, is_company, columns, row));
}

/// Whether a line says that the card is a company's.
fn is_of_company(line: &str) -> bool {
    let line = line.to_ascii_uppercase();
    matches!(line.trim(), "KIND:ORG" | "KIND:ORGANIZATION" | "X-ABSHOWAS:COMPANY")
}

/// Puts one property of a card into the row.
fn take_in(line: &str, is_company: bool, columns: &mut Columns, row: &mut Row) {
    let Some((head, value)) = split_head(line) else { return };
    let mut parts = head.split(';');
    // A group stands before the name: `item1.EMAIL`.
    let name = parts.next().unwrap_or_default().rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
    let kinds = parts.collect::<Vec<_>>().join(";").to_ascii_lowercase();
    let value = if is_quoted_printable(line) { unquoted(value) } else { value.to_owned() };
    let mut put = |column: &str, text: &str| {
        let text = unescaped(text);
        if let Some(column) = columns.find_or_add(column).filter(|_| !text.trim().is_empty()) {
            row.push(column, |out| out.push_str(text.trim()));
        }
    };
    match name.as_str() {
        "UID" => put("id", value.trim_start_matches("urn:uuid:")),
        "REV" => put("observedAt", &value),
        // What a company is called is nobody's name, and its phone nobody's phone.
        "FN" if is_company => put("companyName", &value),
        "N" | "EMAIL" | "BDAY" if is_company => {}
        "TEL" if is_company && !kinds.contains("fax") => {
            put("companyPhone", value.trim_start_matches("tel:"))
        }
        "URL" if is_company => put("companyDomain", &value),
        "FN" => put("fullName", &value),
        "N" => {
            for (column, part) in ["lastName", "firstName", "middleName"].into_iter().zip(fields(&value)) {
                put(column, &part);
            }
        }
        "TITLE" => put("title", &value),
        "ORG" => put("companyName", &fields(&value).next().unwrap_or_default()),
        "EMAIL" if kinds.contains("home") => put("personalEmail", &value),
        "EMAIL" => put("email", value.trim_start_matches("mailto:")),
        "TEL" if kinds.contains("fax") => {}
        "TEL" => {
            let column = if kinds.contains("cell") { "mobile" } else { "phone" };
            put(column, value.trim_start_matches("tel:"));
        }
        "BDAY" => put("birthDate", &value),
        "ADR" => {
            // Post box and extension come first; they tell nobody apart that the street does not.
            let columns = ["", "addressLine", "street", "city", "region", "postcode", "country"];
            for (column, part) in
                columns.into_iter().zip(fields(&value)).filter(|(column, _)| !column.is_empty())
            {
                put(column, &part);
            }
        }
        "URL" | "X-SOCIALPROFILE" | "SOCIALPROFILE" | "IMPP" => {
            let is_own = PROFILE_SITES.iter().any(|site| value.contains(site));
            if is_own && value.contains("/in/") {
                put("networkUrl", &value);
            } else if is_own {
                put("profile", &value);
            } else if name == "URL" && kinds.contains("work") {
                put("companyDomain", &value);
            }
        }
        _ => {}
    }
}

/// Name and parameters, and the value: apart by the first colon outside of quotes.
fn split_head(line: &str) -> Option<(&str, &str)> {
    let mut is_quoted = false;
    let at = line.char_indices().find(|(_, character)| {
        is_quoted ^= *character == '"';
        *character == ':' && !is_quoted
    })?;
    Some((&line[..at.0], &line[at.0 + 1..]))
}

/// The parts of a value, apart by semicolons that are not escaped.
fn fields(value: &str) -> impl Iterator<Item = String> {
    let mut parts = vec![String::new()];
    let mut is_escaped = false;
    for character in value.chars() {
        if character == ';' && !is_escaped {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(character);
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    parts.into_iter()
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n' | 'N') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            other => plain.push(other),
        }
    }
    plain
}

/// Quoted-printable as bytes, read as text.
fn unquoted(value: &str) -> String {
    let bytes = value.as_bytes();
    let (mut plain, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let code = value.get(at + 1..at + 3).filter(|_| *byte == b'=');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(coded) => {
                plain.push(coded);
                at += 3;
            }
            None => {
                plain.push(*byte);
                at += 1;
            }
        }
    }
    text_of(&plain)
}
