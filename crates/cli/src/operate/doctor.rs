//! `brimful doctor`

mod folder;
pub(crate) mod machine;
mod mail;

use std::{process::ExitCode, sync::Arc};

use clap::Args;
use engine::{Engine, Index};
use jiff::Timestamp;
use serde::Serialize;
use server::health::{self, Check};
use store::Store;

use crate::{output::Output, serve::INDEX_FOLDER, storage::DataOption};

#[derive(Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    data: DataOption,
}

#[derive(Serialize)]
struct Diagnosis {
    ok: bool,
    checks: Vec<Check>,
}

/// Whether the search index is whole and holds what the store holds.
fn index_check(data: &DataOption, store: &Store) -> anyhow::Result<Check> {
    let name = "index";
    let folder = data.config()?.server.data.join(INDEX_FOLDER);
    if !folder.exists() {
        return Ok(Check::new(name, true, "there is none yet; the server makes it when it starts"));
    }
    let index = match Index::open(&folder) {
        Ok(index) => index,
        Err(error) => return Ok(Check::new(name, false, error.to_string())),
    };
    let engine = Engine::new(store.clone()).with_index(Arc::new(index));
    Ok(health::index(&engine, store)?)
}

impl Doctor {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        // First: the other checks read tables that may be missing.
        let (schema, findings) = health::schema(&store)?;
        if findings.iter().any(|finding| finding.detail.ends_with("is missing")) {
            return self.broken(output, schema);
        }
        let counts = store.counts()?;
        let mut checks = health::books(&store, &counts)?;
        checks.push(schema);
        checks.push(index_check(&self.data, &store)?);
        checks.push(health::clock(&store, Timestamp::now())?);
        if store.is_shared() {
            checks.push(health::nodes(&store)?);
        }
        checks.extend(machine::checks(&self.data.config()?, store.is_shared()).await?);
        print(output, checks)
    }

    /// The report on a store whose schema is incomplete: no other check can be trusted.
    fn broken(&self, output: Output, schema: Check) -> anyhow::Result<ExitCode> {
        let folder = self.data.config()?.server.data;
        print(output, vec![schema, folder::files(&folder)?, folder::server(&folder)?])
    }
}

/// The word that begins the line of a check.
fn word(check: &Check) -> &'static str {
    match (check.ok, check.warning) {
        (false, _) => "FAIL",
        (true, true) => "warn",
        (true, false) => "ok  ",
    }
}

fn print(output: Output, checks: Vec<Check>) -> anyhow::Result<ExitCode> {
    let diagnosis = Diagnosis { ok: checks.iter().all(|check| check.ok), checks };
    output.print(&diagnosis, || {
        let line = |check: &Check| format!("{}  {:<10} {}", word(check), check.name, check.detail);
        diagnosis.checks.iter().map(line).collect::<Vec<_>>().join("\n")
    })?;
    Ok(if diagnosis.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
