//! Output of commands.

use std::{
    io::{ErrorKind, IsTerminal, Write},
    sync::{Mutex, PoisonError, mpsc},
    time::Duration,
};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// A wait that is longer is shown.
const WAIT_SHOWN_AFTER: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// The wait that is shown at present, so that what is printed does not run into it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows on a terminal that a command is at work, once that takes longer than two seconds and until it is dropped.
pub(crate) struct Waiting {
    _end: mpsc::Sender<()>,
}

impl Waiting {
    pub(crate) fn new(what: &'static str) -> Self {
        let (end, ended) = mpsc::channel::<()>();
        if std::io::stderr().is_terminal() {
            std::thread::spawn(move || {
                if ended.recv_timeout(WAIT_SHOWN_AFTER) != Err(mpsc::RecvTimeoutError::Timeout) {
                    return;
                }
                let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
                let bar = ProgressBar::new_spinner().with_message(what);
                bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
                bar.enable_steady_tick(TICK);
                *shown() = Some(bar);
                let _ = ended.recv();
            });
        }
        Self { _end: end }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(bar) = shown().take() {
            bar.finish_and_clear();
        }
    }
}

fn shown() -> std::sync::MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether what goes to standard error may be coloured: only on a terminal, and not where `NO_COLOR` is set.
pub(crate) fn colours_errors() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stderr().is_terminal() && !is_refused
}

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
    let write = || {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}").and_then(|()| out.flush())
    };
    let written = match shown().as_ref() {
        Some(bar) => bar.suspend(write),
        None => write(),
    };
    match written {
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
