//! Options of `brimful import`: which files are read, and how their columns become fields.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use engine::FilePosition;
use sources::file::{Format, Mapping, Preset, RowKind, RowReader};

use crate::storage::DataOption;

/// The preset that is a format: its columns are always the same.
const VCARD: &str = "vcard";

#[derive(Args)]
pub(super) struct ImportOptions {
    /// What the rows are about
    #[arg(value_enum)]
    pub(super) subject: SubjectWord,
    /// Files to read: csv, tsv, json, jsonl, parquet or vcf, plain or gz, zst or zip; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Name of the source, as shown in responses
    #[arg(long, value_name = "NAME")]
    pub(super) source: String,
    /// TOML file that maps columns to fields, or the name of a preset [default: detected from the header]
    #[arg(long, value_name = "FILE")]
    pub(super) mapping: Option<PathBuf>,
    /// The product the files were exported from: apollo, hubspot, salesforce, pdl, crunchbase or vcard
    #[arg(long, value_name = "NAME", conflicts_with = "mapping")]
    pub(super) preset: Option<String>,
    /// Show the plan without importing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Start at the first row instead of resuming an interrupted import
    #[arg(long)]
    pub(super) restart: bool,
    #[command(flatten)]
    pub(super) data: DataOption,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SubjectWord {
    People,
    Companies,
    Signals,
}

/// How the columns of a file become fields.
pub(super) enum How {
    Records(Box<Mapping>),
    Signals(Option<&'static Preset>),
}

impl ImportOptions {
    /// What the rows are about; nothing for signals.
    fn subject(&self) -> Option<RowKind> {
        match self.subject {
            SubjectWord::People => Some(RowKind::People),
            SubjectWord::Companies => Some(RowKind::Companies),
            SubjectWord::Signals => None,
        }
    }

    /// The requested preset, by either option.
    fn preset(&self) -> Option<String> {
        let mapping = self.mapping.as_deref().filter(|mapping| !mapping.exists()).and_then(Path::to_str);
        let named = mapping.filter(|name| *name == VCARD || Preset::names().contains(name));
        self.preset.clone().or_else(|| named.map(str::to_owned))
    }

    pub(super) fn open(&self, file: &Path) -> anyhow::Result<RowReader> {
        let mut options = self.mapping_file()?.as_ref().map(Mapping::read_options).unwrap_or_default();
        options.format = (self.preset().as_deref() == Some(VCARD)).then_some(Format::Vcard);
        Ok(if file.as_os_str() == "-" { RowReader::stdin(options)? } else { RowReader::open(file, options)? })
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

    /// What tells a file with these options from others, to go on where an import of it was cut off.
    pub(super) fn position(&self, file: &Path) -> anyhow::Result<FilePosition> {
        // The mapping was read before; if the file has been removed since, hash nothing.
        let mapping = self.mapping.as_ref().map(|mapping| std::fs::read(mapping).unwrap_or_default());
        let options: [&[u8]; 5] = [
            &[self.subject as u8],
            self.source.as_bytes(),
            &[0],
            mapping.as_deref().unwrap_or_default(),
            self.preset.as_deref().unwrap_or_default().as_bytes(),
        ];
        FilePosition::of(file, &options).with_context(|| format!("cannot open {}", file.display()))
    }

    /// How the columns of a file become fields: by the mapping, by the requested preset, by the one whose columns these
    /// are, else by their names.
    pub(super) fn how(&self, reader: &mut RowReader) -> anyhow::Result<How> {
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
}
