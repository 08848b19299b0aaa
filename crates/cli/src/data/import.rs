//! `brimful import`: reads files and stores their claims.

mod indexing;
mod options;

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;
use engine::{FileImport, ImportProgress, ImportRows};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use serde::Serialize;
use sources::file::{
    ClaimCounts, ImportPlan, RejectWriter, SignalPlan, claims, plan, signal_claims, signal_plan,
};
use store::{IngestReport, Store};

use crate::{
    data::import::{
        indexing::Indexing,
        options::{How, ImportOptions},
    },
    output::{Output, table},
};

#[derive(Args)]
pub(crate) struct Import {
    #[command(flatten)]
    options: ImportOptions,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    plan: FilePlan,
    /// ImportRows stored by an earlier, interrupted import.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_after: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<ClaimCounts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filed: Option<IngestReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejects: Option<PathBuf>,
}

/// What a file would become.
#[derive(Serialize)]
#[serde(untagged)]
enum FilePlan {
    Records(Box<ImportPlan>),
    Signals(SignalPlan),
}

impl Import {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = if self.options.dry_run { None } else { Some(self.options.data.open_for_import()?) };
        let indexing = match &store {
            Some(store) => Indexing::begin(store, &self.options.data.config()?.server.data)?,
            None => None,
        };
        let mut reports = Vec::new();
        for file in &self.options.files {
            let report = self.one(file, store.as_ref(), indexing.is_some()).await;
            reports.push(report.with_context(|| format!("{}", file.display()))?);
        }
        if let Some(indexing) = indexing {
            indexing.finish().await?;
        }
        output.print(&reports, || reports.iter().map(describe).collect::<Vec<_>>().join("\n\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    async fn one(&self, file: &Path, store: Option<&Store>, alone: bool) -> anyhow::Result<FileReport> {
        let is_stream = file.as_os_str() == "-" || std::fs::metadata(file).is_ok_and(|meta| !meta.is_file());
        let mut reader = self.options.open(file)?;
        let mut how = self.options.how(&mut reader)?;
        if let How::Records(mapping) = &mut how {
            mapping.learn(&mut reader)?;
        }
        let plan = match &how {
            How::Records(mapping) => FilePlan::Records(Box::new(plan(&mut reader, mapping)?)),
            How::Signals(preset) => FilePlan::Signals(signal_plan(&mut reader, *preset)?),
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
        let position = if is_stream { None } else { Some(self.options.position(file)?) };
        let after = match &position {
            Some(position) if !self.options.restart => position.rows(store)?,
            _ => 0,
        };
        report.resumed_after = (after > 0).then_some(after);
        reader.skip(after)?;
        let rejects_path = if is_stream { PathBuf::from("stdin.rejects.csv") } else { rejects_beside(file) };
        let rejects = RejectWriter::new(&rejects_path, reader.original_columns()).appending(after > 0);
        let observed_at = if is_stream { Timestamp::now() } else { modified(file)? };
        let rows = match how {
            How::Records(mapping) => {
                ImportRows::Records(Box::new(claims(reader, *mapping, &self.options.source, observed_at)?))
            }
            How::Signals(preset) => ImportRows::Signals(Box::new(signal_claims(
                reader,
                preset,
                &self.options.source,
                observed_at,
            ))),
        };
        let bar = progress();
        let import = FileImport { rows, rejects, position, after, alone };
        let outcome = import.run(store, Shown(bar.clone())).await?;
        bar.finish_and_clear();
        report.rejects = (outcome.rejected > 0).then_some(rejects_path);
        report.rows = Some(outcome.rows);
        report.filed = Some(outcome.filed);
        Ok(report)
    }
}

/// A line on the terminal that tells how far an import is.
struct Shown(ProgressBar);

impl ImportProgress for Shown {
    async fn filed(&mut self, rows: u64, _: &IngestReport) {
        self.0.set_position(rows);
    }

    fn is_stopping(&self) -> bool {
        false
    }
}

fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new_spinner().with_style(
        ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}, {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
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
            let preset = plan.preset.map(|preset| format!("the columns are those of {preset}\n"));
            let preset = preset.unwrap_or_default();
            format!(
                "{preset}{}\nunused columns: {}",
                table(&["COLUMN", "FIELD"], &rows),
                plan.unmapped.join(", ")
            )
        }
    };
    let mut text = format!("{}\n{plan}", report.file);
    if let (FilePlan::Records(plan), None) = (&report.plan, &report.rows)
        && let Some(rest) = plan.mapping_of_rest()
    {
        text.push_str(&format!(
            "a mapping for the columns left over, to complete and use with --mapping:\n\n{rest}"
        ));
    }
    if let Some(after) = report.resumed_after {
        text.push_str(&format!("\nresumed after row {after}, where an import was cut off"));
    }
    if let (Some(rows), Some(filed)) = (&report.rows, &report.filed) {
        text.push_str(&format!(
            "\n{} rows: {} new claims, {} unchanged, {} rejected, {} suppressed; {} records made, {} updated, {} joined",
            rows.rows,
            filed.claims,
            filed.unchanged,
            rows.rejected,
            filed.suppressed,
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
