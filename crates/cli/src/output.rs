//! Output of commands.

use std::io::{ErrorKind, Write};

use anyhow::Context;
use serde::Serialize;

/// How a command prints its result.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    pub(crate) json: bool,
}

impl Output {
    /// Prints a result: as JSON with `--json`, else as text.
    pub(crate) fn print(self, result: &impl Serialize, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        print_line(&if self.json { serde_json::to_string(result)? } else { text() })
    }
}

/// Prints data. A closed pipe, as with `head`, is not an error.
pub(crate) fn print_line(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// An error and its causes on one line, without repetitions.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    let parts: Vec<String> = error
        .chain()
        .map(|cause| cause.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let said_elsewhere = |at: usize, part: &String| {
        parts
            .iter()
            .enumerate()
            .any(|(other_at, other)| other.contains(part) && (other.len() > part.len() || other_at < at))
    };
    let kept = parts.iter().enumerate().filter(|(at, part)| !said_elsewhere(*at, part));
    kept.map(|(_, part)| part.as_str()).collect::<Vec<_>>().join(": ")
}

/// A table for a terminal, columns aligned.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(header.get(column).map(|name| name.len())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells.zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        padded.join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(&mut header.iter().copied())];
    lines.extend(rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_printed_on_one_line_without_repetitions() {
        let error =
            anyhow::anyhow!("no such file").context("cannot open a.csv: no such file").context("a.csv");
        assert_eq!(one_line(&error), "cannot open a.csv: no such file");
        let error = anyhow::anyhow!("line 3:\n  | it is so").context("bad file");
        assert_eq!(one_line(&error), "bad file: line 3: | it is so");
    }
}
