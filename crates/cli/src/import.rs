//! `brimful import`: files in, claims filed.

mod pipeline;
mod position;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use serde::Serialize;
use sources::file::{
    Counts, Mapping, Plan, Reader, RejectWriter, SignalPlan, Subject, claims, plan, signal_claims,
    signal_plan,
};
use store::{IngestReport, Store};

use crate::{
    import::{
        pipeline::{Rows, file_all},
        position::Position,
    },
    output::{Output, table},
    storage::DataOption,
};

#[derive(Args)]
pub(crate) struct Import {
    /// What the rows are about
    #[arg(value_enum)]
    subject: SubjectWord,
    /// Files to read: csv, tsv or jsonl, plain or gz or zst; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of the source, as answers will show it
    #[arg(long, value_name = "NAME")]
    source: String,
    /// TOML file that says which column is which field; guessed from the header when left out
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Only show what would be done
    #[arg(long)]
    dry_run: bool,
    /// Read from the first row on, even when an import of this file was cut off
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    data: DataOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum SubjectWord {
    People,
    Companies,
    Signals,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    plan: FilePlan,
    /// Rows that an import which was cut off had filed already.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_after: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Counts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filed: Option<IngestReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejects: Option<PathBuf>,
}

/// What a file would become.
#[derive(Serialize)]
#[serde(untagged)]
enum FilePlan {
    Records(Box<Plan>),
    Signals(SignalPlan),
}

impl Import {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let mapping = self.mapping()?;
        let store = if self.dry_run { None } else { Some(self.data.open_for_import()?) };
        let mut reports = Vec::new();
        for file in &self.files {
            let report = self.one(file, mapping.as_ref(), store.as_ref()).await;
            reports.push(report.with_context(|| format!("{}", file.display()))?);
        }
        output.print(&reports, || reports.iter().map(describe).collect::<Vec<_>>().join("\n\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// How columns become fields; signals have no mapping of their own.
    fn mapping(&self) -> anyhow::Result<Option<Mapping>> {
        let subject = match self.subject {
            SubjectWord::People => Subject::People,
            SubjectWord::Companies => Subject::Companies,
            SubjectWord::Signals => {
                anyhow::ensure!(
                    self.mapping.is_none(),
                    "signals take no --mapping; name the columns as the fields"
                );
                return Ok(None);
            }
        };
        let Some(path) = &self.mapping else { return Ok(Some(Mapping::guessed(subject))) };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the mapping {}", path.display()))?;
        let mapping = Mapping::from_toml(subject, &text).with_context(|| format!("{}", path.display()))?;
        Ok(Some(mapping))
    }

    async fn one(
        &self,
        file: &Path,
        mapping: Option<&Mapping>,
        store: Option<&Store>,
    ) -> anyhow::Result<FileReport> {
        let stdin = file.as_os_str() == "-";
        let options = mapping.map(Mapping::read_options).unwrap_or_default();
        let mut reader = if stdin { Reader::stdin(options)? } else { Reader::open(file, options)? };
        let plan = match mapping {
            Some(mapping) => FilePlan::Records(Box::new(plan(&mut reader, mapping)?)),
            None => FilePlan::Signals(signal_plan(&mut reader)?),
        };
        let mut report = FileReport {
            file: file.display().to_string(),
            plan,
            resumed_after: None,
            rows: None,
            filed: None,
            rejects: None,
        };
        let Some(store) = store else { return Ok(report) };
        let position = if stdin { None } else { Some(Position::of(file, self)?) };
        let after = match &position {
            Some(position) if !self.restart => position.rows(store)?,
            _ => 0,
        };
        report.resumed_after = (after > 0).then_some(after);
        reader.skip(after)?;
        let rejects_path = if stdin { PathBuf::from("stdin.rejects.csv") } else { rejects_beside(file) };
        let rejects = RejectWriter::new(&rejects_path, reader.original_columns()).appending(after > 0);
        let observed_at = if stdin { Timestamp::now() } else { modified(file)? };
        let rows = match mapping {
            Some(mapping) => {
                Rows::Records(Box::new(claims(reader, mapping.clone(), &self.source, observed_at)?))
            }
            None => Rows::Signals(signal_claims(reader, &self.source, observed_at)),
        };
        let outcome = file_all(rows, rejects, store, position, after).await?;
        report.rejects = (outcome.rejected > 0).then_some(rejects_path);
        report.rows = Some(outcome.rows);
        report.filed = Some(outcome.filed);
        Ok(report)
    }
}

fn rejects_beside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".rejects.csv");
    file.with_file_name(name)
}

fn modified(file: &Path) -> anyhow::Result<Timestamp> {
    Ok(Timestamp::try_from(std::fs::metadata(file)?.modified()?)?)
}

fn describe(report: &FileReport) -> String {
    let plan = match &report.plan {
        FilePlan::Records(plan) => plan.to_string(),
        FilePlan::Signals(plan) => {
            let rows: Vec<Vec<String>> =
                plan.mapped.iter().map(|(column, field)| vec![column.clone(), (*field).to_owned()]).collect();
            format!("{}\nunused columns: {}", table(&["COLUMN", "FIELD"], &rows), plan.unmapped.join(", "))
        }
    };
    let mut text = format!("{}\n{plan}", report.file);
    if let Some(after) = report.resumed_after {
        text.push_str(&format!("\nresumed after row {after}, where an import was cut off"));
    }
    if let (Some(rows), Some(filed)) = (&report.rows, &report.filed) {
        text.push_str(&format!(
            "\n{} rows: {} new claims, {} unchanged, {} rejected; {} records made, {} updated, {} joined",
            rows.rows,
            filed.claims,
            filed.unchanged,
            rows.rejected,
            filed.created,
            filed.updated,
            filed.joined
        ));
        for (warning, count) in &rows.warnings {
            text.push_str(&format!("\n{count} values left out: {warning}"));
        }
    }
    if let Some(path) = &report.rejects {
        text.push_str(&format!("\nrejected rows, with the reason for each: {}", path.display()));
    }
    text
}
