//! State file: which rows went into which job, so that an interrupted run resumes without paying twice.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Digits of the table's digest that identify it.
const DIGITS: usize = 24;

/// Some rows that were sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Sent {
    /// The first row, from 1.
    pub(super) from: u64,
    /// How many.
    pub(super) rows: usize,
    /// The job they went into.
    pub(super) job: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    table: String,
}

/// The file beside the table: its digest, then a line for each job.
pub(super) struct EnrichState {
    digest: String,
    sent: Vec<Sent>,
    file: File,
    path: PathBuf,
}

impl EnrichState {
    /// Opens the state of a table, or begins one.
    pub(super) fn open(path: &Path, table: &Path) -> anyhow::Result<Self> {
        let digest = digest_of(table)?;
        let open = || OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = open().with_context(|| format!("cannot write {}", path.display()))?;
        let mut lines = BufReader::new(&file).lines();
        let sent = match lines.next().transpose()? {
            None => {
                writeln!(file, "{}", serde_json::to_string(&Header { table: digest.clone() })?)?;
                Vec::new()
            }
            Some(first) => {
                let header: Header = serde_json::from_str(&first).with_context(|| {
                    format!(
                        "{} is no state of this command; remove it or name another --state",
                        path.display()
                    )
                })?;
                if header.table != digest {
                    bail!(
                        "{} is about another table, or the table has changed since; remove it to start over",
                        path.display()
                    );
                }
                // A line that was cut off stands for rows that will be sent again, under the same name.
                lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect()
            }
        };
        Ok(Self { digest, sent, file, path: path.to_owned() })
    }

    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// The job that the rows from this one on went into.
    pub(super) fn job_from(&self, from: u64) -> Option<&Sent> {
        self.sent.iter().rev().find(|sent| sent.from == from)
    }

    pub(super) fn remember(&mut self, from: u64, rows: usize, job: &str) -> anyhow::Result<()> {
        let sent = Sent { from, rows, job: job.to_owned() };
        // Begun on a line of its own, whatever was cut off before.
        let line = format!("\n{}\n", serde_json::to_string(&sent)?);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.sent.push(sent);
        Ok(())
    }
}

fn digest_of(table: &Path) -> anyhow::Result<String> {
    let mut file = File::open(table).with_context(|| format!("cannot read {}", table.display()))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        hash.update(&buffer[..length]);
    }
    let digits = hex::encode(hash.finalize());
    Ok(digits[..DIGITS].to_owned())
}
