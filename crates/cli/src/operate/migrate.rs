//! `brimful migrate`: a data folder into a PostgreSQL database.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use store::Store;

use crate::{config::DatabaseConfig, folder_lock, output::Output};

#[derive(Args)]
pub(crate) struct Migrate {
    /// Data folder to copy; its server must be stopped
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// PostgreSQL database to fill; empty, or filled in part by the same command
    #[arg(long, value_name = "URL")]
    to: String,
}

impl Migrate {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let source = Store::open_existing(&self.from)?;
        let Some(_alone) = folder_lock::alone(&self.from)? else {
            bail!("a server runs on {}; stop it first", self.from.display());
        };
        let database = DatabaseConfig { url: self.to, ..DatabaseConfig::default() };
        let target = database.shared()?.context("name the database with --to")?;
        let copied = tokio::task::spawn_blocking(move || {
            let mut rows = Vec::new();
            source.transfer_to(&target, &mut |table, count| rows.push((table.to_owned(), count)))?;
            let (before, after) = (source.audit()?, target.audit()?);
            if let Some(finding) = after.findings.first() {
                bail!("the copy does not hold together: {}", finding.detail);
            }
            if (before.accounts, before.ledger_rows) != (after.accounts, after.ledger_rows) {
                bail!(
                    "accounts or ledger rows are missing in the copy; empty the database and run this again"
                );
            }
            Ok(rows)
        });
        let rows = copied.await??;
        let (tables, all) = (rows.len(), rows.iter().map(|(_, count)| count).sum::<i64>());
        let shown = json!({ "tables": tables, "rows": all });
        output.print(&shown, || {
            format!("{all} rows of {tables} tables copied; start `brimful serve --database-url` with a new --data folder")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
