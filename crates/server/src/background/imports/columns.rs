//! How the columns of a file that an operator sent become fields: as guessed, or as the operator corrected it.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::Serialize;
use sources::file::{
    Field, FileError, Format, Mapping, Preset, ReadOptions, RowKind, RowReader, SAMPLE_ROWS, plan,
};

/// Sample values of a column.
const SAMPLES: usize = 3;
/// Characters of a sample.
const SAMPLE_CHARACTERS: usize = 40;

/// A column of a file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ImportColumn {
    /// Its heading.
    pub column: String,
    /// The field it is guessed to be; absent if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Why, or what it seems to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Some of its values.
    pub samples: Vec<String>,
}

/// The columns of a file.
pub struct Columns {
    /// In the order of the file.
    pub columns: Vec<ImportColumn>,
    /// Why every row would be rejected, if no column identifies its subject.
    pub missing: Option<&'static str>,
    /// The product whose export this is.
    pub preset: Option<&'static str>,
}

/// Opens a file that was sent.
pub fn open(path: &Path) -> Result<RowReader, FileError> {
    RowReader::open(path, ReadOptions { format: Some(Format::Csv), ..ReadOptions::default() })
}

/// The mapping of the columns that were chosen, or as it is guessed.
pub fn mapping(
    reader: &mut RowReader,
    subject: RowKind,
    chosen: Option<&BTreeMap<String, String>>,
) -> Result<Mapping, FileError> {
    let mut mapping = match (chosen, Preset::detect(Some(subject), reader)?) {
        (Some(columns), _) => Mapping::of_columns(subject, columns.clone())?,
        (None, Some(preset)) => preset.mapping(subject)?,
        (None, None) => Mapping::guessed(subject),
    };
    // Before rows are skipped: an import that goes on must map as it did at first.
    mapping.learn(reader)?;
    Ok(mapping)
}

/// The columns of a file with what they are guessed to be.
pub fn guess(path: &Path, subject: RowKind) -> Result<Columns, FileError> {
    let mut reader = open(path)?;
    let mapping = mapping(&mut reader, subject, None)?;
    let plan = plan(&mut reader, &mapping)?;
    let rows: Vec<_> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
    let mut samples: HashMap<u32, Vec<String>> = HashMap::new();
    for (column, value) in rows.iter().flat_map(|row| row.values()) {
        let of_column = samples.entry(column).or_default();
        if of_column.len() < SAMPLES && !value.trim().is_empty() {
            of_column.push(value.chars().take(SAMPLE_CHARACTERS).collect());
        }
    }
    let columns = (0u32..).zip(reader.columns().names()).map(|(number, column)| {
        let mapped = plan.mapped.iter().find(|mapped| mapped.column == *column);
        let unused = plan.unmapped.iter().find(|unused| unused.column == *column);
        ImportColumn {
            column: column.clone(),
            field: mapped.map(|mapped| mapped.field.name().to_owned()),
            reason: mapped.and_then(|mapped| mapped.reason.clone()).or_else(|| unused?.note.clone()),
            samples: samples.remove(&number).unwrap_or_default(),
        }
    });
    Ok(Columns { columns: columns.collect(), missing: plan.missing, preset: plan.preset })
}

/// The same on a thread of its own: reading a file blocks.
pub async fn guess_aside(path: PathBuf, subject: RowKind) -> Result<Columns, FileError> {
    let guessing = tokio::task::spawn_blocking(move || guess(&path, subject));
    guessing
        .await
        .unwrap_or_else(|error| Err(FileError::Read { line: 0, source: std::io::Error::other(error) }))
}

/// Names of the fields that a column can be.
pub fn fields(subject: RowKind) -> Vec<&'static str> {
    let mut names: Vec<&str> = Field::of(subject).map(Field::name).collect();
    names.sort_unstable();
    names
}
