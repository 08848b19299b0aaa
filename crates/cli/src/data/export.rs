//! `brimful export`

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use store::{ClaimOrigin, Exported, Store, StoreError};

use crate::storage::DataOption;

/// Records read per batch.
const PAGE: usize = 500;

/// Write records as jsonl, each with the source and row of every claim behind it.
#[derive(Args)]
pub(crate) struct ExportCommand {
    /// Kind of records to export
    what: What,
    #[command(flatten)]
    data: DataOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    People,
    Companies,
    Signals,
}

impl ExportCommand {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        let written = match self.what {
            What::People => write(&store, Store::people_after, |person| {
                let mut value = json!(person.person);
                value["emails"] = json!(person.emails);
                value["phones"] = json!(person.phones);
                value
            }),
            What::Companies => write(&store, Store::companies_after, |company| json!(company)),
            What::Signals => write(&store, Store::signals_after, |signal| json!(signal)),
        };
        match written {
            // A closed pipe ends the export without an error.
            Err(error) if error.downcast_ref::<io::Error>().is_some_and(is_broken_pipe) => {
                Ok(ExitCode::SUCCESS)
            }
            other => other.map(|()| ExitCode::SUCCESS),
        }
    }
}

fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

type ExportPage<T> = fn(&Store, i64, usize) -> Result<Vec<Exported<T>>, StoreError>;

fn write<T>(store: &Store, page: ExportPage<T>, value: impl Fn(&T) -> Value) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut after = 0;
    loop {
        let records = page(store, after, PAGE)?;
        for record in &records {
            let mut line = value(&record.record);
            line["claims"] = record.claims.iter().map(origin).collect();
            serde_json::to_writer(&mut out, &line).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
            after = record.no;
        }
        if records.len() < PAGE {
            out.flush()?;
            return Ok(());
        }
    }
}

fn origin(claim: &ClaimOrigin) -> Value {
    json!({ "source": claim.source, "ref": claim.reference })
}
