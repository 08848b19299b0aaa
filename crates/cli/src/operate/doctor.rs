//! `brimful doctor`

mod check;
mod folder;
mod mail;

use std::{process::ExitCode, sync::Arc};

use anyhow::Context;
use clap::Args;
use engine::{Engine, Index};
use serde::Serialize;
use store::{Counts, Finding, Store};

use check::Check;

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
fn index_check(data: &DataOption, store: &Store, counts: &Counts) -> anyhow::Result<Check> {
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
    let state = engine.index_state()?.context("the index cannot be opened")?;
    let behind = state.store_change.saturating_sub(state.index_change);
    let detail = if !state.faults.is_empty() {
        state.faults.join("; ")
    } else if behind > 0 {
        format!("{behind} changes behind; the server takes them in when it runs")
    } else {
        format!("{} people and {} companies, level with the store", state.people, state.companies)
    };
    let short = behind == 0 && (state.people, state.companies) != (counts.people, counts.companies);
    let detail = if short {
        let (people, companies) = (counts.people, counts.companies);
        format!("{detail}, but the store holds {people} and {companies}; run `brimful index rebuild`")
    } else {
        detail
    };
    let ok = state.faults.is_empty() && !short && state.index_change <= state.store_change;
    Ok(Check::new(name, ok, detail))
}

impl Doctor {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        // First: the other checks read tables that may be missing.
        let schema = store.check_schema()?;
        if schema.iter().any(|finding| finding.detail.ends_with("is missing")) {
            return self.broken(output, &schema);
        }
        let (audit, counts) = (store.audit()?, store.counts()?);
        let summary = |name: &'static str, fine: String| {
            let wrong: Vec<&str> = audit
                .findings
                .iter()
                .filter(|finding| finding.check == name)
                .map(|finding| finding.detail.as_str())
                .collect();
            Check::new(name, wrong.is_empty(), if wrong.is_empty() { fine } else { wrong.join("; ") })
        };
        let checks = vec![
            summary(
                "ledger",
                format!("{} accounts equal the sum of {} ledger rows", audit.accounts, audit.ledger_rows),
            ),
            summary("history", "every charge has its call and every call its charge".into()),
            summary(
                "integrity",
                format!(
                    "{} people, {} companies and {} claims in whole files",
                    counts.people, counts.companies, counts.claims
                ),
            ),
        ];
        let mut checks = checks;
        checks.push(schema_check(&schema));
        checks.push(index_check(&self.data, &store, &counts)?);
        checks.push(summary("bulk", "the counts of every job are those of its items".into()));
        checks.push(summary(
            "outbox",
            "whatever was charged to be delivered is in an event, and paid for".into(),
        ));
        let folder = self.data.config()?.server.data;
        checks.push(folder::clock(&store)?);
        if store.is_shared() {
            checks.push(nodes_check(&store)?);
        } else {
            checks.push(folder::files(&folder)?);
            checks.push(folder::server(&folder)?);
        }
        checks.extend(mail::checks(&self.data.config()?.network).await?);
        print(output, checks)
    }

    /// The report on a store whose schema is incomplete: no other check can be trusted.
    fn broken(&self, output: Output, schema: &[Finding]) -> anyhow::Result<ExitCode> {
        let folder = self.data.config()?.server.data;
        print(output, vec![schema_check(schema), folder::files(&folder)?, folder::server(&folder)?])
    }
}

/// The nodes of a shared store, and how far behind their search indexes are.
fn nodes_check(store: &Store) -> anyhow::Result<Check> {
    let (nodes, last) = (store.nodes()?, store.last_change()?);
    let alive: Vec<String> = nodes
        .iter()
        .filter(|node| node.is_alive)
        .map(|node| {
            let behind = last.saturating_sub(node.indexed);
            format!("{} at {} ({}), {behind} changes behind", node.name, node.address, node.version)
        })
        .collect();
    let detail = if alive.is_empty() { "none runs".to_owned() } else { alive.join("; ") };
    Ok(Check::new("nodes", true, detail))
}

fn schema_check(findings: &[Finding]) -> Check {
    let wrong: Vec<&str> = findings.iter().map(|finding| finding.detail.as_str()).collect();
    let fine = || "tables, columns, indexes and triggers are those of this version".to_owned();
    let detail = if wrong.is_empty() { fine() } else { format!("{}; restore a backup", wrong.join("; ")) };
    Check::new("schema", wrong.is_empty(), detail)
}

fn print(output: Output, checks: Vec<Check>) -> anyhow::Result<ExitCode> {
    let diagnosis = Diagnosis { ok: checks.iter().all(|check| check.ok), checks };
    output.print(&diagnosis, || {
        let line = |check: &Check| format!("{}  {:<10} {}", check.word(), check.name, check.detail);
        diagnosis.checks.iter().map(line).collect::<Vec<_>>().join("\n")
    })?;
    Ok(if diagnosis.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
