//! `brimful import`

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use serde::Serialize;
use sources::file::{Counts, Mapping, Plan, Reader, RejectWriter, Subject, claims, plan};
use store::{IngestReport, Store};

use crate::{output::Output, storage::DataOption};

/// Claims filed in one transaction.
const BATCH_CLAIMS: usize = 2_000;

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
    #[command(flatten)]
    data: DataOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum SubjectWord {
    People,
    Companies,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    plan: Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Counts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filed: Option<IngestReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejects: Option<PathBuf>,
}

impl Import {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let subject = match self.subject {
            SubjectWord::People => Subject::People,
            SubjectWord::Companies => Subject::Companies,
        };
        let mapping = match &self.mapping {
            None => Mapping::guessed(subject),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read the mapping {}", path.display()))?;
                Mapping::from_toml(subject, &text).with_context(|| format!("{}", path.display()))?
            }
        };
        let store = if self.dry_run { None } else { Some(self.data.open()?) };
        let mut reports = Vec::new();
        for file in &self.files {
            let report = self.one(file, mapping.clone(), store.as_ref()).await;
            reports.push(report.with_context(|| format!("{}", file.display()))?);
        }
        output.print(&reports, || reports.iter().map(describe).collect::<Vec<_>>().join("\n\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    async fn one(&self, file: &Path, mapping: Mapping, store: Option<&Store>) -> anyhow::Result<FileReport> {
        let stdin = file.as_os_str() == "-";
        let options = mapping.read_options();
        let mut reader = if stdin { Reader::stdin(options)? } else { Reader::open(file, options)? };
        let plan = plan(&mut reader, &mapping)?;
        let mut report =
            FileReport { file: file.display().to_string(), plan, rows: None, filed: None, rejects: None };
        let Some(store) = store else { return Ok(report) };
        let rejects_path = if stdin { PathBuf::from("stdin.rejects.csv") } else { rejects_beside(file) };
        let mut rejects = RejectWriter::new(&rejects_path, reader.original_columns());
        let observed_at = if stdin { Timestamp::now() } else { modified(file)? };
        let mut rows = claims(reader, mapping, &self.source, observed_at)?;
        let (bar, mut filed) = (progress(), IngestReport::default());
        let mut batch = Vec::with_capacity(BATCH_CLAIMS);
        for row in &mut rows {
            bar.inc(1);
            match row {
                Ok(claim) => batch.push(claim),
                Err(reject) => rejects.write(&reject)?,
            }
            if batch.len() == BATCH_CLAIMS {
                filed +=
                    store.ingest(std::mem::replace(&mut batch, Vec::with_capacity(BATCH_CLAIMS))).await?;
            }
        }
        filed += store.ingest(batch).await?;
        bar.finish_and_clear();
        let rejected = rejects.finish()?;
        report.rejects = (rejected > 0).then_some(rejects_path);
        report.rows = Some(rows.finish()?);
        report.filed = Some(filed);
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

fn progress() -> ProgressBar {
    ProgressBar::new_spinner().with_style(
        ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}, {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
}

fn describe(report: &FileReport) -> String {
    let mut text = format!("{}\n{}", report.file, report.plan);
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
