//! The table as it is written: every column it had, in its order, and what was found behind them.

use std::io::Write;

use anyhow::Context;
use serde_json::Value;
use sources::file::FileRow;

/// What is added, and where it lies in a result.
const ADDED: [(&str, &str); 17] = [
    ("brimful_status", "/status"),
    ("brimful_confidence", "/confidence"),
    ("brimful_credits", "/credits"),
    ("brimful_id", "/person/id"),
    ("brimful_full_name", "/person/fullName"),
    ("brimful_title", "/person/title"),
    ("brimful_seniority", "/person/seniority"),
    ("brimful_company_name", "/person/company/name"),
    ("brimful_company_domain", "/person/company/domain"),
    ("brimful_email", "/person/email"),
    ("brimful_email_status", "/person/emailStatus"),
    ("brimful_email_last_validated_at", "/person/emailLastValidatedAt"),
    ("brimful_network_url", "/person/networkUrl"),
    ("brimful_city", "/person/location/city"),
    ("brimful_region", "/person/location/region"),
    ("brimful_country", "/person/location/country"),
    ("brimful_detail", "/detail"),
];

pub(super) struct Answers<W: Write> {
    out: csv::Writer<W>,
    columns: usize,
}

impl<W: Write> Answers<W> {
    pub(super) fn new(out: W, columns: &[String]) -> anyhow::Result<Self> {
        let mut out = csv::WriterBuilder::new().flexible(false).from_writer(out);
        let added = ADDED.iter().map(|(name, _)| *name);
        out.write_record(columns.iter().map(String::as_str).chain(added)).context(WRITE)?;
        Ok(Self { out, columns: columns.len() })
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
        for (name, place) in ADDED {
            let value = result.and_then(|result| result.pointer(place));
            cells.push(match value {
                None if name == "brimful_status" => reason.to_owned(),
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
