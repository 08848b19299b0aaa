//! `brimful import`: reads files and stores their claims.

mod indexing;
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
    Counts, Format, Mapping, Plan, Preset, Reader, RejectWriter, SignalPlan, Subject, claims, plan,
    signal_claims, signal_plan,
};
use store::{IngestReport, Store};

use crate::{
    data::import::{
        indexing::Indexing,
        pipeline::{Rows, file_all},
        position::Position,
    },
    output::{Output, table},
    storage::DataOption,
};

/// The preset that is a format: its columns are always the same.
const VCARD: &str = "vcard";

#[derive(Args)]
pub(crate) struct Import {
    /// Subject of the rows
    #[arg(value_enum)]
    subject: SubjectWord,
    /// Files to read: csv, tsv, json, jsonl, parquet or vcf, plain or gz or zst; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of the source, as shown in responses
    #[arg(long, value_name = "NAME")]
    source: String,
    /// TOML file that maps columns to fields, or the name of a preset [default: detected from the header]
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// The product the files were exported from: apollo, hubspot, salesforce, pdl, crunchbase or vcard
    #[arg(long, value_name = "NAME", conflicts_with = "mapping")]
    preset: Option<String>,
    /// Show the plan without importing
    #[arg(long)]
    dry_run: bool,
    /// Start at the first row instead of resuming an interrupted import
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
    /// Rows stored by an earlier, interrupted import.
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

/// How the columns of a file become fields.
enum How {
    Records(Box<Mapping>),
    Signals(Option<&'static Preset>),
}

impl Import {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = if self.dry_run { None } else { Some(self.data.open_for_import()?) };
        let indexing = match &store {
            Some(store) => Indexing::begin(store, &self.data.config()?.server.data)?,
            None => None,
        };
        let mut reports = Vec::new();
        for file in &self.files {
            let report = self.one(file, store.as_ref(), indexing.is_some()).await;
            reports.push(report.with_context(|| format!("{}", file.display()))?);
        }
        if let Some(indexing) = indexing {
            indexing.finish().await?;
        }
        output.print(&reports, || reports.iter().map(describe).collect::<Vec<_>>().join("\n\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Subject of the rows; nothing for signals.
    fn subject(&self) -> Option<Subject> {
        match self.subject {
            SubjectWord::People => Some(Subject::People),
            SubjectWord::Companies => Some(Subject::Companies),
            SubjectWord::Signals => None,
        }
    }

    /// The requested preset, by either option.
    fn preset(&self) -> Option<String> {
        let mapping = self.mapping.as_deref().filter(|mapping| !mapping.exists()).and_then(Path::to_str);
        let named = mapping.filter(|name| *name == VCARD || Preset::names().contains(name));
        self.preset.clone().or_else(|| named.map(str::to_owned))
    }

    fn open(&self, file: &Path) -> anyhow::Result<Reader> {
        let mut options = self.mapping_file()?.as_ref().map(Mapping::read_options).unwrap_or_default();
        options.format = (self.preset().as_deref() == Some(VCARD)).then_some(Format::Vcard);
        Ok(if file.as_os_str() == "-" { Reader::stdin(options)? } else { Reader::open(file, options)? })
    }

    /// The mapping file, where one is named.
    fn mapping_file(&self) -> anyhow::Result<Option<Mapping>> {
        let (Some(path), None) = (&self.mapping, self.preset()) else { return Ok(None) };
        let Some(subject) = self.subject() else {
            anyhow::bail!("signals take no --mapping; name the columns as the fields, or give a --preset");
        };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the mapping {}", path.display()))?;
        let mapping = Mapping::from_toml(subject, &text).with_context(|| format!("{}", path.display()))?;
        Ok(Some(mapping))
    }

    /// How the columns of a file become fields: by the mapping, by the requested preset, by the one whose columns these
    /// are, else by their names.
    fn how(&self, reader: &mut Reader) -> anyhow::Result<How> {
        let subject = self.subject();
        let preset = match self.preset() {
            _ if reader.format() == Format::Vcard => None,
            Some(name) => Some(Preset::named(&name, subject, reader)?),
            None if self.mapping.is_none() => Preset::detect(subject, reader)?,
            None => None,
        };
        let Some(subject) = subject else { return Ok(How::Signals(preset)) };
        Ok(How::Records(Box::new(match (self.mapping_file()?, preset) {
            (Some(mapping), _) => mapping,
            (None, Some(preset)) => preset.mapping(subject)?,
            (None, None) => Mapping::guessed(subject),
        })))
    }

    async fn one(&self, file: &Path, store: Option<&Store>, alone: bool) -> anyhow::Result<FileReport> {
        let stdin = file.as_os_str() == "-";
        let mut reader = self.open(file)?;
        let how = self.how(&mut reader)?;
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
        let rows = match how {
            How::Records(mapping) => {
                Rows::Records(Box::new(claims(reader, *mapping, &self.source, observed_at)?))
            }
            How::Signals(preset) => {
                Rows::Signals(Box::new(signal_claims(reader, preset, &self.source, observed_at)))
            }
        };
        let outcome = file_all(rows, rejects, store, position, after, alone).await?;
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
