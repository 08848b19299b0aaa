//! Mappings for the exports of well-known products. Each is a data file in `presets/`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    field::header_key,
    mapping_file::{MappingFile, OptionsTable},
};
use crate::file::{
    FileError, Mapping, MappingError, RowKind, RowReader, SAMPLE_ROWS, Shape, facts::shaped::shape,
};

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| TEXTS.iter().filter_map(|text| toml::from_str(text).ok()).collect());

const TEXTS: &[&str] = &[
    include_str!("presets/apollo_contacts.toml"),
    include_str!("presets/apollo_accounts.toml"),
    include_str!("presets/hubspot_contacts.toml"),
    include_str!("presets/hubspot_companies.toml"),
    include_str!("presets/salesforce_contacts.toml"),
    include_str!("presets/salesforce_accounts.toml"),
    include_str!("presets/pdl_people.toml"),
    include_str!("presets/pdl_companies.toml"),
    include_str!("presets/crunchbase_companies.toml"),
    include_str!("presets/crunchbase_search.toml"),
    include_str!("presets/crunchbase_people.toml"),
    include_str!("presets/crunchbase_rounds.toml"),
    include_str!("presets/crunchbase_acquisitions.toml"),
];

/// Mapping of a well-known export.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Name of the product.
    #[serde(rename = "preset")]
    pub name: String,
    /// Title of the export.
    pub title: String,
    subject: Rows,
    /// Columns that identify the export if all are present.
    marks: Vec<String>,
    /// The same for other editions of the export.
    #[serde(default)]
    also: Vec<Vec<String>>,
    pub(in crate::file) columns: BTreeMap<String, String>,
    #[serde(default)]
    pub(in crate::file) options: OptionsTable,
    #[serde(default)]
    pub(in crate::file) constants: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rows {
    People,
    Companies,
    Signals,
}

impl Rows {
    fn of(subject: Option<RowKind>) -> Self {
        match subject {
            Some(RowKind::People) => Self::People,
            Some(RowKind::Companies) => Self::Companies,
            None => Self::Signals,
        }
    }
}

impl Preset {
    /// The names of all presets, without duplicates.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<&str> = PRESETS.iter().map(|preset| preset.name.as_str()).collect();
        names.dedup();
        names
    }

    /// The preset of this name for people, companies or signals; of several, the one whose identifying columns are
    /// present.
    pub fn named(
        name: &str,
        subject: Option<RowKind>,
        reader: &mut RowReader,
    ) -> Result<&'static Self, FileError> {
        reader.sample(SAMPLE_ROWS)?.for_each(drop);
        let columns = keys(reader.columns().names());
        let candidates =
            PRESETS.iter().filter(|preset| preset.name == name && preset.subject == Rows::of(subject));
        let best = candidates.max_by_key(|preset| preset.matching_marks(&columns));
        best.ok_or_else(|| {
            MappingError::UnknownPreset { name: name.to_owned(), known: Self::names().join(", ") }.into()
        })
    }

    /// Detects the preset by its identifying columns. Rows that are already records need none.
    pub fn detect(
        subject: Option<RowKind>,
        reader: &mut RowReader,
    ) -> Result<Option<&'static Self>, FileError> {
        if let Some(subject) = subject
            && shape(subject, reader.sample(SAMPLE_ROWS)?) == Shape::Records
        {
            return Ok(None);
        }
        reader.sample(SAMPLE_ROWS)?.for_each(drop);
        let columns = keys(reader.columns().names());
        let candidates = PRESETS.iter().filter(|preset| preset.subject == Rows::of(subject));
        let best = candidates.max_by_key(|preset| preset.matching_marks(&columns));
        Ok(best.filter(|preset| preset.matching_marks(&columns) > 0))
    }

    /// The mapping of a preset for people or companies.
    pub fn mapping(&'static self, subject: RowKind) -> Result<Mapping, MappingError> {
        let file = MappingFile {
            columns: self.columns.clone(),
            options: self.options.clone(),
            constants: self.constants.clone(),
        };
        Mapping::from_preset(subject, &self.title, file)
    }

    /// The number of identifying columns of an edition that is completely present; 0 if none is.
    fn matching_marks(&self, columns: &[String]) -> usize {
        let editions = std::iter::once(&self.marks).chain(&self.also);
        let whole = editions.filter(|marks| marks.iter().all(|mark| columns.contains(&header_key(mark))));
        whole.map(Vec::len).max().unwrap_or(0)
    }

    /// The report field that a column is mapped to.
    pub(in crate::file) fn signal_field(&self, column: &str) -> Option<&str> {
        let key = header_key(column);
        self.columns.iter().find(|(name, _)| header_key(name) == key).map(|(_, field)| field.as_str())
    }
}

fn keys(columns: &[String]) -> Vec<String> {
    columns.iter().map(|column| header_key(column)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_uses_existing_fields() {
        assert_eq!(PRESETS.len(), TEXTS.len());
        for preset in PRESETS.iter() {
            match preset.subject {
                Rows::People => drop(preset.mapping(RowKind::People).unwrap()),
                Rows::Companies => drop(preset.mapping(RowKind::Companies).unwrap()),
                Rows::Signals => assert!(preset.constants.contains_key("kind")),
            }
        }
        assert_eq!(Preset::names(), ["apollo", "hubspot", "salesforce", "pdl", "crunchbase"]);
    }
}
