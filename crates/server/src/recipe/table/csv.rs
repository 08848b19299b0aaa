//! CSV lines with cells escaped against spreadsheet formulas.

use std::borrow::Cow;

use ::csv::{Terminator, WriterBuilder};

/// Media type of a CSV file.
pub const MEDIA: &str = "text/csv; charset=utf-8";

/// Appends one CSV line.
pub fn push_line<'c>(text: &mut String, cells: impl IntoIterator<Item = &'c str>) {
    let cells: Vec<Cow<'c, str>> = cells.into_iter().map(guarded).collect();
    let mut line = Vec::new();
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(&mut line);
    let written = writer.write_record(cells.iter().map(|cell| cell.as_bytes())).is_ok();
    drop(writer);
    debug_assert!(written, "memory takes every line");
    text.push_str(&String::from_utf8_lossy(&line));
}

/// Escapes a cell that a spreadsheet would run as a formula.
fn guarded(cell: &str) -> Cow<'_, str> {
    // A phone number computes nothing.
    let is_phone = |rest: &str| {
        rest.starts_with(|sign: char| sign.is_ascii_digit())
            && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
    };
    let numeric = cell.parse::<f64>().is_ok() || cell.strip_prefix('+').is_some_and(is_phone);
    let formula = !numeric && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[&str]) -> String {
        let mut text = String::new();
        push_line(&mut text, cells.iter().copied());
        text
    }

    #[test]
    fn no_cell_is_a_formula() {
        for cell in ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(line(&[cell, ""]).trim_start_matches('"').starts_with('\''), "{cell}");
        }
        assert_eq!(line(&["-0.5", "+1 415 555 0124"]), "-0.5,+1 415 555 0124\r\n");
    }

    #[test]
    fn cells_are_quoted_only_where_they_must_be() {
        assert_eq!(line(&["a,\"b\"", "c d", "", "e\nf"]), "\"a,\"\"b\"\"\",c d,,\"e\nf\"\r\n");
    }
}
