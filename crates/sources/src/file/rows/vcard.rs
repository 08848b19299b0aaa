//! Reads rows of vCards, versions 2.1 to 4.0: each card is a row whose columns are named like fields.

use std::io;

use super::{
    buffer::{Buffer, MAX_ROW_BYTES, line_length},
    decode::push_windows_1252,
    row::{Columns, FileRow},
};

pub(in crate::file) const BEGINNING: &str = "BEGIN:VCARD";

const UNFINISHED: &str = "the card does not end; add END:VCARD";

/// Sites on which a page is a personal profile.
const PROFILE_SITES: [&str; 3] = ["linkedin.com/in/", "github.com/", "network.example/in/"];

pub(in crate::file) struct Cards {
    buffer: Buffer,
    /// The next line, read to see whether it continues the current one.
    ahead: Option<String>,
    /// First line of the next card, if it was found while looking for the end of the previous one.
    next_start: Option<u64>,
}

impl Cards {
    pub(in crate::file) fn new(buffer: Buffer) -> Self {
        Self { buffer, ahead: None, next_start: None }
    }

    pub(in crate::file) fn line(&self) -> u64 {
        self.buffer.line()
    }

    /// Reads the next card; false at the end.
    pub(in crate::file) fn read(&mut self, columns: &mut Columns, row: &mut FileRow) -> io::Result<bool> {
        row.clear();
        let next_start = self.next_start.take();
        let (mut is_inside, mut bytes, mut lines) = (next_start.is_some(), 0, Vec::new());
        row.line = next_start.unwrap_or_default();
        loop {
            // A line that was read ahead has not been processed yet.
            let at = self.buffer.line() - u64::from(self.ahead.is_some());
            row.line = if is_inside { row.line } else { at };
            let Some(line) = self.logical_line()? else {
                if is_inside {
                    row.fault = Some(UNFINISHED.into());
                }
                return Ok(is_inside);
            };
            let is_beginning = line.trim().eq_ignore_ascii_case(BEGINNING);
            if is_beginning && is_inside {
                // It is unclear to which card the lines belong.
                row.fault = Some(UNFINISHED.into());
                self.next_start = Some(at);
                return Ok(true);
            }
            if is_beginning {
                is_inside = true;
            } else if line.trim().eq_ignore_ascii_case("END:VCARD") && is_inside {
                if row.fault.is_none() {
                    add_properties(&lines, columns, row);
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

    /// A logical line: continuation lines start with a blank; in quoted-printable, the line before ends with an equals
    /// sign.
    fn logical_line(&mut self) -> io::Result<Option<String>> {
        let Some(mut line) = (match self.ahead.take() {
            Some(line) => Some(line),
            None => self.physical_line()?,
        }) else {
            return Ok(None);
        };
        while let Some(next) = self.physical_line()? {
            if line.len() > MAX_ROW_BYTES {
                // Read on without storing more: the card is rejected anyway.
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

    fn physical_line(&mut self) -> io::Result<Option<String>> {
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
            let line = decode_text(&bytes[..end]);
            self.buffer.consume(length);
            return Ok(Some(line));
        }
    }
}

fn decode_text(bytes: &[u8]) -> String {
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

/// Adds the properties of a card to the row.
fn add_properties(lines: &[String], columns: &mut Columns, row: &mut FileRow) {
    let is_company = lines.iter().any(|line| is_company_marker(line));
    lines.iter().for_each(|line| add_property(line, is_company, columns, row));
}

/// Whether a line marks the card as a company's.
fn is_company_marker(line: &str) -> bool {
    let line = line.to_ascii_uppercase();
    matches!(line.trim(), "KIND:ORG" | "KIND:ORGANIZATION" | "X-ABSHOWAS:COMPANY")
}

/// Adds one property of a card to the row.
fn add_property(line: &str, is_company: bool, columns: &mut Columns, row: &mut FileRow) {
    let Some((head, value)) = split_property(line) else { return };
    let mut parts = head.split(';');
    // The name may have a group prefix: `item1.EMAIL`.
    let name = parts.next().unwrap_or_default().rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
    let kinds = parts.collect::<Vec<_>>().join(";").to_ascii_lowercase();
    let value = if is_quoted_printable(line) { decode_quoted_printable(value) } else { value.to_owned() };
    let mut put = |column: &str, text: &str| {
        let text = unescaped(text);
        if let Some(column) = columns.find_or_add(column).filter(|_| !text.trim().is_empty()) {
            row.push(column, |out| out.push_str(text.trim()));
        }
    };
    match name.as_str() {
        "UID" => put("id", value.trim_start_matches("urn:uuid:")),
        "REV" => put("observedAt", &value),
        // A company's name and phone are not those of a person.
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
            // Post box and extension come first; they do not distinguish people beyond the street.
            let columns = ["", "addressLine", "street", "city", "region", "postcode", "country"];
            for (column, part) in
                columns.into_iter().zip(fields(&value)).filter(|(column, _)| !column.is_empty())
            {
                put(column, &part);
            }
        }
        "URL" | "X-SOCIALPROFILE" | "SOCIALPROFILE" | "IMPP" => {
            let column = profile_column(&value);
            let company = (name == "URL" && kinds.contains("work")).then_some("companyDomain");
            column.or(company).into_iter().for_each(|column| put(column, &value));
        }
        _ => {}
    }
}

/// The column of a profile's URL; none for a URL of another site.
fn profile_column(url: &str) -> Option<&'static str> {
    let is_profile = PROFILE_SITES.iter().any(|site| url.contains(site));
    is_profile.then_some(if url.contains("/in/") { "networkUrl" } else { "profile" })
}

/// Splits name and parameters from the value, at the first colon outside of quotes.
fn split_property(line: &str) -> Option<(&str, &str)> {
    let mut is_quoted = false;
    let at = line.char_indices().find(|(_, character)| {
        is_quoted ^= *character == '"';
        *character == ':' && !is_quoted
    })?;
    Some((&line[..at.0], &line[at.0 + 1..]))
}

/// Splits a value at semicolons that are not escaped.
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

/// Decodes quoted-printable text.
fn decode_quoted_printable(value: &str) -> String {
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
    decode_text(&plain)
}
