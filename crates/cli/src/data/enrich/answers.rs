//! The table as it is written: every column it had, in its order, and what was found behind them.

use std::io::Write;

use anyhow::Context;
use serde_json::Value;
use sources::file::FileRow;

use super::call::Added;

pub(super) struct Answers<W: Write> {
    out: csv::Writer<W>,
    columns: usize,
    added: &'static [Added],
}

impl<W: Write> Answers<W> {
    pub(super) fn new(out: W, columns: &[String], added: &'static [Added]) -> anyhow::Result<Self> {
        let mut out = csv::WriterBuilder::new().flexible(false).from_writer(out);
        // A table that was enriched before keeps what it was told then: columns of the same name are numbered.
        let mut names = columns.to_vec();
        for (name, _) in added {
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let free = std::iter::once((*name).to_owned()).chain(numbered).find(|name| !names.contains(name));
            names.extend(free);
        }
        out.write_record(&names).context(WRITE)?;
        Ok(Self { out, columns: columns.len(), added })
    }

    /// Writes a row with its result, or with the reason why it has none.
    pub(super) fn write(
        &mut self,
        row: &FileRow,
        result: Option<&Value>,
        reason: &str,
    ) -> anyhow::Result<()> {
        let mut cells = vec![String::new(); self.columns];
        for (column, value) in row.values() {
            if let Some(cell) = cells.get_mut(column as usize) {
                *cell = value;
            }
        }
        for (name, place) in self.added {
            let value = result.and_then(|result| result.pointer(place));
            cells.push(match value {
                None if *name == "brimful_status" => reason.to_owned(),
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => harmless(text),
                Some(other) => other.to_string(),
            });
        }
        self.out.write_record(&cells).context(WRITE)
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.out.flush().context(WRITE)
    }
}

const WRITE: &str = "cannot write to standard output";

/// A cell that no spreadsheet takes for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}
