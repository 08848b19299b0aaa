//! Maps columns to fields: by a mapping file, a preset, or the column names of well-known exports.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    field::{Field, header_key},
    synonyms::{guess, names_the_company},
};
use crate::file::{
    DateOrder, FileError, MappingError, Preset, ReadOptions, Reader, Row, SAMPLE_ROWS, Subject,
    facts::dates::{detect_order, parse_instant},
};

/// Maps a column to nothing on purpose.
const IGNORE: &str = "ignore";

/// The TOML structure of a mapping file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MappingFile {
    columns: BTreeMap<String, String>,
    options: OptionsTable,
    constants: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::file) struct OptionsTable {
    delimiter: Option<String>,
    default_country: Option<String>,
    observed_at: Option<String>,
    list_separator: Option<String>,
    date_order: Option<DateOrder>,
    currency: Option<String>,
    guess: Option<bool>,
}

/// Options that apply to every row of a file.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// Delimiter between cells.
    pub delimiter: Option<u8>,
    /// Country of phone numbers without a country code, if the row has no country.
    pub default_country: Option<&'static str>,
    /// Observation time of the facts, if the row has none.
    pub observed_at: Option<Timestamp>,
    /// Separator between the items of a list in a cell.
    pub list_separator: Option<char>,
    /// Order of day and month in `3/9/2024`.
    pub date_order: Option<DateOrder>,
    /// Currency of amounts without one, ISO 4217.
    pub currency: Option<String>,
}

/// An entry of the `[columns]` table.
#[derive(Debug, Clone)]
struct Rule {
    column: String,
    key: String,
    /// `None` if the column is ignored on purpose.
    field: Option<Field>,
}

/// Assigns columns to fields.
#[derive(Debug, Clone)]
pub struct Mapping {
    subject: Subject,
    rules: Vec<Rule>,
    constants: Vec<(Field, String)>,
    options: ImportOptions,
    guesses: bool,
    preset: Option<&'static Preset>,
}

/// Origin of a column's mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MappedBy {
    /// The mapping file.
    Mapping,
    /// The preset of the exporting product.
    Preset,
    /// The column's well-known name.
    Guess,
}

/// The field that a column is mapped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) struct Binding {
    pub(in crate::file) field: Field,
    /// Index of the list item to use; `None` for all.
    pub(in crate::file) item: Option<usize>,
    /// Index of the object in a list of objects that the column belongs to.
    pub(in crate::file) group: usize,
    pub(in crate::file) by: MappedBy,
}

/// The result of mapping one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) enum Bound {
    To(Vec<Binding>),
    Ignored,
    Unmapped,
}

impl Mapping {
    /// A mapping by well-known column names only.
    pub fn guessed(subject: Subject) -> Self {
        let options = ImportOptions::default();
        Self { subject, rules: Vec::new(), constants: Vec::new(), options, guesses: true, preset: None }
    }

    /// The mapping of a preset for people or companies.
    pub(in crate::file) fn from_preset(
        subject: Subject,
        preset: &'static Preset,
    ) -> Result<Self, MappingError> {
        let file = MappingFile {
            columns: preset.columns.clone(),
            options: preset.options.clone(),
            constants: preset.constants.clone(),
        };
        Ok(Self { preset: Some(preset), ..Self::from_file(subject, file)? })
    }

    /// The preset it was created from.
    pub fn preset(&self) -> Option<&'static Preset> {
        self.preset
    }

    /// Parses a mapping file:
    ///
    /// ```toml
    /// [columns]                  # column of the file = field
    /// "Work Email" = "email"
    /// "emails[].value" = "email" # JSON: a.b inside an object, a[0] one item, a[] every item
    /// "Notes" = "ignore"
    ///
    /// [options]                  # all optional
    /// delimiter = ";"            # detected if omitted
    /// default_country = "DE"     # for phone numbers without a country code
    /// observed_at = "2024-03-01" # if omitted: a mapped column, or the file's time
    /// list_separator = "/"       # if omitted: ; | or a comma
    /// date_order = "day_first"   # or month_first: what 3/9/2024 means
    /// currency = "EUR"           # for amounts without a currency
    /// guess = false              # do not map columns that are not listed above
    ///
    /// [constants]                # values for rows that have none
    /// companyName = "Acme"
    /// ```
    ///
    /// A field named in `[columns]` is filled only from the columns listed there. Columns that are not listed are
    /// mapped by their well-known names unless `guess` is false.
    pub fn from_toml(subject: Subject, text: &str) -> Result<Self, MappingError> {
        let file: MappingFile = toml::from_str(text)
            .map_err(|error| MappingError::Syntax(error.to_string().trim().to_owned()))?;
        Self::from_file(subject, file)
    }

    fn from_file(subject: Subject, file: MappingFile) -> Result<Self, MappingError> {
        let mut unknown = Vec::new();
        let mut rules = Vec::new();
        for (column, name) in file.columns {
            let field = if name == IGNORE { None } else { target(subject, &name, &mut unknown) };
            rules.push(Rule { key: header_key(&column), column, field });
        }
        let mut constants = Vec::new();
        for (name, value) in file.constants {
            constants.extend(target(subject, &name, &mut unknown).map(|field| (field, value)));
        }
        if !unknown.is_empty() {
            return Err(MappingError::UnknownFields(unknown));
        }
        let guesses = file.options.guess.unwrap_or(true);
        Ok(Self { subject, rules, constants, options: file.options.check()?, guesses, preset: None })
    }

    /// The kind of rows.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// Detects the order of dates from the first rows, unless the mapping sets it.
    pub(in crate::file) fn with_detected_dates(mut self, reader: &mut Reader) -> Result<Self, FileError> {
        if self.options.date_order.is_none() {
            let rows: Vec<Row> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
            let bounds = self.bind_all(reader.columns().names());
            let is_date = |column: u32| match bounds.get(column as usize) {
                Some(Bound::To(bindings)) => bindings.iter().any(|binding| binding.field.is_date()),
                _ => false,
            };
            let cells = rows.iter().flat_map(Row::cells).filter(|(column, _)| is_date(*column));
            self.options.date_order = detect_order(cells.flat_map(|(_, cell)| cell.items()));
        }
        Ok(self)
    }

    /// The options that apply to every row.
    pub fn options(&self) -> &ImportOptions {
        &self.options
    }

    /// The options for opening the file.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions { format: None, delimiter: self.options.delimiter }
    }

    /// Values for rows without their own.
    pub fn constants(&self) -> &[(Field, String)] {
        &self.constants
    }

    /// The columns of the mapping that are not among `columns`.
    pub(in crate::file) fn absent(&self, columns: &[String]) -> Vec<String> {
        // A preset lists the columns of every edition of an export; no file has all of them.
        if self.preset.is_some() {
            return Vec::new();
        }
        let is_absent = |rule: &&Rule| !columns.iter().any(|column| rule.matches(column).is_some());
        self.rules.iter().filter(is_absent).map(|rule| rule.column.clone()).collect()
    }

    /// Maps each column.
    pub(in crate::file) fn bind_all(&self, columns: &[String]) -> Vec<Bound> {
        self.bind_more(columns, &mut Vec::new())
    }

    /// Maps each column. `alone` caches the result of each column by itself, because JSON objects bring new columns row
    /// by row; each is looked up once.
    pub(in crate::file) fn bind_more(&self, columns: &[String], alone: &mut Vec<Bound>) -> Vec<Bound> {
        alone.extend(columns[alone.len().min(columns.len())..].iter().map(|column| self.bind(column)));
        let mut all = alone.clone();
        match self.subject {
            Subject::Companies => drop_person_columns(columns, &mut all),
            Subject::People => drop_salutation(columns, &mut all),
        }
        all
    }

    /// Maps a column by itself.
    fn bind(&self, column: &str) -> Bound {
        let matches: Vec<(&Rule, Match)> =
            self.rules.iter().filter_map(|rule| rule.matches(column).map(|kind| (rule, kind))).collect();
        // A rule for this exact spelling takes precedence over one for a similar spelling.
        let has_exact = matches.iter().any(|(_, kind)| *kind != Match::Similar);
        let by = if self.preset.is_some() { MappedBy::Preset } else { MappedBy::Mapping };
        let group = list_index(column);
        let mut bindings = Vec::new();
        for (rule, kind) in matches.iter().filter(|(_, kind)| !has_exact || *kind != Match::Similar) {
            let item = if let Match::Item(item) = kind { Some(*item) } else { None };
            let binding = rule.field.map(|field| Binding { field, item, group, by });
            // `FirstName` and `First Name` are two rules that both match a column `FIRSTNAME`.
            bindings.extend(binding.filter(|binding| !bindings.contains(binding)));
        }
        if !bindings.is_empty() {
            return Bound::To(bindings);
        }
        if !matches.is_empty() {
            return Bound::Ignored;
        }
        let is_taken = |field: &Field| self.rules.iter().any(|rule| rule.field == Some(*field));
        match guess(self.subject, column).filter(|field| self.guesses && !is_taken(field)) {
            Some(field) => Bound::To(vec![Binding { field, item: None, group, by: MappedBy::Guess }]),
            None => Bound::Unmapped,
        }
    }
}

/// In a file of contacts `City` belongs to the person and `Company City` to the company: if a field has a column
/// that names the company, guessed columns that do not are dropped.
fn drop_person_columns(columns: &[String], all: &mut [Bound]) {
    let guessed = |bound: &Bound| match bound {
        Bound::To(bindings) => {
            bindings.first().filter(|binding| binding.by == MappedBy::Guess).map(|b| b.field)
        }
        _ => None,
    };
    let named: Vec<Field> = columns
        .iter()
        .zip(all.iter())
        .filter(|(column, _)| names_the_company(column))
        .filter_map(|(_, bound)| guessed(bound))
        .collect();
    for (column, bound) in columns.iter().zip(all) {
        if !names_the_company(column) && guessed(bound).is_some_and(|field| named.contains(&field)) {
            *bound = Bound::Unmapped;
        }
    }
}

/// Next to `Job Title`, the column `Title` of address books means `Mr` or `Dr`.
fn drop_salutation(columns: &[String], all: &mut [Bound]) {
    let is_called = |column: &str, key: &str| header_key(column) == key;
    if !columns.iter().any(|column| is_called(column, "jobtitle")) {
        return;
    }
    for (column, bound) in columns.iter().zip(all) {
        let is_guess = matches!(bound, Bound::To(to) if to.iter().all(|to| to.by == MappedBy::Guess));
        if is_guess && is_called(column, "title") {
            *bound = Bound::Unmapped;
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    Exact,
    Item(usize),
    Similar,
}

impl Rule {
    fn matches(&self, column: &str) -> Option<Match> {
        if self.column == column || (self.column.contains("[]") && self.column == any_index(column)) {
            return Some(Match::Exact);
        }
        // One item of a list that is a single column.
        let index = self.column.strip_prefix(column).and_then(|rest| rest.strip_prefix('['));
        match index.and_then(|rest| rest.strip_suffix(']')) {
            Some("") => Some(Match::Exact),
            Some(index) => index.parse().ok().map(Match::Item),
            None if self.column.contains('[') => None,
            None => (!self.key.is_empty() && self.key == header_key(column)).then_some(Match::Similar),
        }
    }
}

/// The 3 of `emails[3].value`; 0 for columns outside of lists.
fn list_index(column: &str) -> usize {
    let index = column.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    index.and_then(|(index, _)| index.parse().ok()).unwrap_or(0)
}

/// Replaces `emails[3].value` by `emails[].value`.
fn any_index(column: &str) -> String {
    let mut inside = false;
    let mut general = String::with_capacity(column.len());
    for c in column.chars() {
        inside = inside && c != ']';
        if !inside {
            general.push(c);
        }
        inside = inside || c == '[';
    }
    general
}

fn target(subject: Subject, name: &str, unknown: &mut Vec<String>) -> Option<Field> {
    let field = Field::of_name(subject, name);
    if field.is_none() {
        unknown.push(match nearest(subject, name) {
            Some(nearest) => format!("{name:?} (did you mean {:?}?)", nearest.name()),
            None => {
                let all: Vec<_> = Field::of(subject).map(Field::name).collect();
                format!("{name:?} (the fields are {}, and {IGNORE})", all.join(", "))
            }
        });
    }
    field
}

/// The field that a misspelt name most likely means.
fn nearest(subject: Subject, name: &str) -> Option<Field> {
    const SIMILARITY_MIN: f64 = 0.6;
    let key = header_key(name);
    guess(subject, name).or_else(|| {
        Field::of(subject)
            .map(|field| (strsim::normalized_damerau_levenshtein(&key, &header_key(field.name())), field))
            .filter(|(similarity, _)| *similarity >= SIMILARITY_MIN)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, field)| field)
    })
}

impl OptionsTable {
    fn check(self) -> Result<ImportOptions, MappingError> {
        let wrong = |option, message: &str| MappingError::Option { option, message: message.to_owned() };
        let one_character = |text: &str| {
            let mut characters = text.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        let delimiter = match self.delimiter.as_deref().map(|text| (text, one_character(text))) {
            None => None,
            Some(("tab", _)) => Some(b'\t'),
            Some((_, Some(c))) if c.is_ascii() && !matches!(c, '"' | '\n' | '\r') => Some(c as u8),
            Some(_) => {
                return Err(wrong("delimiter", "write one character such as \",\" or \";\", or \"tab\""));
            }
        };
        let list_separator = match self.list_separator.as_deref() {
            None => None,
            Some(text) => {
                Some(one_character(text).ok_or_else(|| wrong("list_separator", "write one character"))?)
            }
        };
        let default_country = match self.default_country.as_deref() {
            None => None,
            Some(text) => Some(
                records::place::country_code(text)
                    .ok_or_else(|| wrong("default_country", "write an ISO 3166 code such as \"DE\""))?,
            ),
        };
        let observed_at = match self.observed_at.as_deref() {
            None => None,
            Some(text) => Some(
                parse_instant(text, self.date_order)
                    .ok_or_else(|| wrong("observed_at", "write a date or time such as \"2024-03-01\""))?,
            ),
        };
        let is_code = |code: &String| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if self.currency.as_ref().is_some_and(|code| !is_code(code)) {
            return Err(wrong("currency", "write an ISO 4217 code such as \"EUR\""));
        }
        let (date_order, currency) = (self.date_order, self.currency);
        Ok(ImportOptions { delimiter, default_country, observed_at, list_separator, date_order, currency })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(mapping: &Mapping, column: &str) -> Vec<(&'static str, Option<usize>)> {
        match mapping.bind(column) {
            Bound::To(bindings) => bindings.iter().map(|b| (b.field.name(), b.item)).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_mapping_takes_precedence_over_guesses_and_claims_its_fields() {
        let text = "[columns]\n\"Kontakt\" = \"email\"\n\"Title\" = \"ignore\"\n";
        let mapping = Mapping::from_toml(Subject::People, text).unwrap();
        assert_eq!(fields(&mapping, "KONTAKT"), [("email", None)]);
        assert_eq!(mapping.bind("Email"), Bound::Unmapped);
        assert_eq!(mapping.bind("Title"), Bound::Ignored);
        assert_eq!(fields(&mapping, "First Name"), [("firstName", None)]);
        assert_eq!(mapping.absent(&["kontakt".into()]), ["Title"]);
        let strict =
            Mapping::from_toml(Subject::People, &format!("{text}[options]\nguess = false\n")).unwrap();
        assert_eq!(strict.bind("First Name"), Bound::Unmapped);
    }

    #[test]
    fn columns_about_people_are_not_mapped_to_their_company() {
        let columns = ["City", "Company City", "Website", "Company"].map(str::to_owned);
        let bounds = Mapping::guessed(Subject::Companies).bind_all(&columns);
        assert_eq!(bounds[0], Bound::Unmapped);
        assert!(bounds[1..].iter().all(|bound| matches!(bound, Bound::To(_))));
    }

    #[test]
    fn a_title_beside_a_job_title_is_a_form_of_address() {
        let columns = ["Title", "First Name", "Job Title"].map(str::to_owned);
        let bounds = Mapping::guessed(Subject::People).bind_all(&columns);
        assert_eq!(bounds[0], Bound::Unmapped);
        assert!(matches!(bounds[2], Bound::To(_)));
        assert!(matches!(Mapping::guessed(Subject::People).bind_all(&columns[..2])[0], Bound::To(_)));
    }

    #[test]
    fn spellings_of_one_column_bind_it_once() {
        let text = "[columns]\n\"FirstName\" = \"firstName\"\n\"First Name\" = \"firstName\"\n";
        let mapping = Mapping::from_toml(Subject::People, text).unwrap();
        assert_eq!(fields(&mapping, "FIRSTNAME"), [("firstName", None)]);
    }

    #[test]
    fn json_paths_point_into_lists() {
        let text =
            "[columns]\n\"emails[].value\" = \"email\"\n\"tels[0]\" = \"mobile\"\n\"tels[1]\" = \"phone\"\n";
        let mapping = Mapping::from_toml(Subject::People, text).unwrap();
        assert_eq!(fields(&mapping, "emails[7].value"), [("email", None)]);
        assert_eq!(fields(&mapping, "tels"), [("mobile", Some(0)), ("phone", Some(1))]);
    }

    #[test]
    fn every_unknown_field_is_reported_with_a_suggestion() {
        let text = "[columns]\na = \"emial\"\nb = \"linkedin\"\nc = \"zzzzzzzz\"\n";
        let message = Mapping::from_toml(Subject::People, text).unwrap_err().to_string();
        assert!(message.contains("\"emial\" (did you mean \"email\"?)"), "{message}");
        assert!(message.contains("\"linkedin\" (did you mean \"networkUrl\"?)"), "{message}");
        assert!(message.contains("\"zzzzzzzz\" (the fields are id, "), "{message}");
    }

    #[test]
    fn options_are_checked_before_the_first_row() {
        for (option, value) in [
            ("delimiter", "\";;\""),
            ("default_country", "\"Atlantis\""),
            ("observed_at", "\"soon\""),
            ("currency", "\"euro\""),
            ("colour", "\"red\""),
        ] {
            let text = format!("[options]\n{option} = {value}\n");
            let message = Mapping::from_toml(Subject::Companies, &text).unwrap_err().to_string();
            assert!(message.contains(option), "{message}");
        }
    }
}
