//! Maps columns to fields: by a mapping file, a preset, or the column names of well-known exports.

use std::collections::BTreeMap;

use super::{
    bound::{Binding, Bound, MappedBy, any_index},
    field::{Field, header_key},
    learning::{Hint, Learned, learn},
    mapping_file::{ImportOptions, MappingFile},
    synonyms::{guess, names_the_company},
};
use crate::file::{
    FileError, FileRow, MappingError, ReadOptions, RowKind, RowReader, SAMPLE_ROWS,
    facts::dates::detect_order,
};

/// Maps a column to nothing on purpose.
const IGNORE: &str = "ignore";

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
    subject: RowKind,
    rules: Vec<Rule>,
    constants: Vec<(Field, String)>,
    options: ImportOptions,
    guesses: bool,
    preset_title: Option<&'static str>,
    /// Guesses from the first rows; `None` before [`Self::learn`].
    learned: Option<Learned>,
}

impl Mapping {
    /// A mapping by well-known column names only.
    pub fn guessed(subject: RowKind) -> Self {
        let options = ImportOptions::default();
        Self {
            subject,
            rules: Vec::new(),
            constants: Vec::new(),
            options,
            guesses: true,
            preset_title: None,
            learned: None,
        }
    }

    /// The mapping of a preset with this title.
    pub(in crate::file) fn from_preset(
        subject: RowKind,
        title: &'static str,
        file: MappingFile,
    ) -> Result<Self, MappingError> {
        Ok(Self { preset_title: Some(title), ..Self::from_file(subject, file)? })
    }

    /// Title of the preset it was created from.
    pub fn preset_title(&self) -> Option<&'static str> {
        self.preset_title
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
    pub fn from_toml(subject: RowKind, text: &str) -> Result<Self, MappingError> {
        let file: MappingFile = toml::from_str(text)
            .map_err(|error| MappingError::Syntax(error.to_string().trim().to_owned()))?;
        Self::from_file(subject, file)
    }

    /// A mapping of exactly these columns, each to the field of this name; nothing is guessed.
    pub fn of_columns(subject: RowKind, columns: BTreeMap<String, String>) -> Result<Self, MappingError> {
        let mut file = MappingFile { columns, ..MappingFile::default() };
        file.options.guess = Some(false);
        Self::from_file(subject, file)
    }

    fn from_file(subject: RowKind, file: MappingFile) -> Result<Self, MappingError> {
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
        let options = file.options.check()?;
        Ok(Self { subject, rules, constants, options, guesses, preset_title: None, learned: None })
    }

    /// The kind of rows.
    pub fn subject(&self) -> RowKind {
        self.subject
    }

    /// Guesses the columns that neither the mapping nor a well-known name explains, from the words of their headers and
    /// the values of the first rows. Call it before rows are skipped: the guesses of a resumed import must be those of
    /// the import that was cut off.
    pub fn learn(&mut self, reader: &mut RowReader) -> Result<(), FileError> {
        if self.learned.is_some() || !self.guesses {
            return Ok(());
        }
        let rows: Vec<FileRow> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
        let columns = reader.columns().names();
        let is_free = |field: Field| !self.rules.iter().any(|rule| rule.field == Some(field));
        self.learned = Some(learn(self.subject, columns, &rows, &self.bind_all(columns), is_free));
        Ok(())
    }

    /// Why a column was guessed, unless by its well-known name.
    pub(in crate::file) fn reason(&self, column: &str) -> Option<&str> {
        Some(self.learned.as_ref()?.guess(column)?.reason.as_str())
    }

    /// What a column that is left over seems to be.
    pub(in crate::file) fn hint(&self, column: &str) -> Option<&Hint> {
        self.learned.as_ref()?.hint(column)
    }

    /// Detects the order of dates from the first rows, unless the mapping sets it.
    pub(in crate::file) fn with_detected_dates(mut self, reader: &mut RowReader) -> Result<Self, FileError> {
        if self.options.date_order.is_none() {
            let rows: Vec<FileRow> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
            let bounds = self.bind_all(reader.columns().names());
            let is_date = |column: u32| match bounds.get(column as usize) {
                Some(Bound::To(bindings)) => bindings.iter().any(|binding| binding.field.is_date()),
                _ => false,
            };
            let cells = rows.iter().flat_map(FileRow::cells).filter(|(column, _)| is_date(*column));
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
        ReadOptions { delimiter: self.options.delimiter, ..ReadOptions::default() }
    }

    /// Values for rows without their own.
    pub fn constants(&self) -> &[(Field, String)] {
        &self.constants
    }

    /// The columns of the mapping that are not among `columns`.
    pub(in crate::file) fn absent(&self, columns: &[String]) -> Vec<String> {
        // A preset lists the columns of every edition of an export; no file has all of them.
        if self.preset_title.is_some() {
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
            RowKind::Companies => drop_person_columns(columns, &mut all),
            RowKind::People => drop_salutation(columns, &mut all),
        }
        all
    }

    /// Maps a column by itself.
    fn bind(&self, column: &str) -> Bound {
        let matches: Vec<(&Rule, ColumnMatch)> =
            self.rules.iter().filter_map(|rule| rule.matches(column).map(|kind| (rule, kind))).collect();
        // A rule for this exact spelling takes precedence over one for a similar spelling.
        let has_exact = matches.iter().any(|(_, kind)| *kind != ColumnMatch::Similar);
        let by = if self.preset_title.is_some() { MappedBy::Preset } else { MappedBy::Mapping };
        let group = list_index(column);
        let mut bindings = Vec::new();
        for (rule, kind) in matches.iter().filter(|(_, kind)| !has_exact || *kind != ColumnMatch::Similar) {
            let item = if let ColumnMatch::Item(item) = kind { Some(*item) } else { None };
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
        let is_contradicted = self.learned.as_ref().is_some_and(|learned| learned.is_contradicted(column));
        let known = guess(self.subject, column).filter(|_| self.guesses && !is_contradicted);
        let learned = || Some(self.learned.as_ref()?.guess(column)?.field);
        match known.or_else(learned).filter(|field| !is_taken(field)) {
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
enum ColumnMatch {
    Exact,
    Item(usize),
    Similar,
}

impl Rule {
    fn matches(&self, column: &str) -> Option<ColumnMatch> {
        if self.column == column || (self.column.contains("[]") && self.column == any_index(column)) {
            return Some(ColumnMatch::Exact);
        }
        // One item of a list that is a single column.
        let index = self.column.strip_prefix(column).and_then(|rest| rest.strip_prefix('['));
        match index.and_then(|rest| rest.strip_suffix(']')) {
            Some("") => Some(ColumnMatch::Exact),
            Some(index) => index.parse().ok().map(ColumnMatch::Item),
            None if self.column.contains('[') => None,
            None => (!self.key.is_empty() && self.key == header_key(column)).then_some(ColumnMatch::Similar),
        }
    }
}

/// The 3 of `emails[3].value`; 0 for columns outside of lists.
fn list_index(column: &str) -> usize {
    let index = column.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    index.and_then(|(index, _)| index.parse().ok()).unwrap_or(0)
}

fn target(subject: RowKind, name: &str, unknown: &mut Vec<String>) -> Option<Field> {
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
fn nearest(subject: RowKind, name: &str) -> Option<Field> {
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
        let mapping = Mapping::from_toml(RowKind::People, text).unwrap();
        assert_eq!(fields(&mapping, "KONTAKT"), [("email", None)]);
        assert_eq!(mapping.bind("Email"), Bound::Unmapped);
        assert_eq!(mapping.bind("Title"), Bound::Ignored);
        assert_eq!(fields(&mapping, "First Name"), [("firstName", None)]);
        assert_eq!(mapping.absent(&["kontakt".into()]), ["Title"]);
        let strict =
            Mapping::from_toml(RowKind::People, &format!("{text}[options]\nguess = false\n")).unwrap();
        assert_eq!(strict.bind("First Name"), Bound::Unmapped);
    }

    #[test]
    fn columns_about_people_are_not_mapped_to_their_company() {
        let columns = ["City", "Company City", "Website", "Company"].map(str::to_owned);
        let bounds = Mapping::guessed(RowKind::Companies).bind_all(&columns);
        assert_eq!(bounds[0], Bound::Unmapped);
        assert!(bounds[1..].iter().all(|bound| matches!(bound, Bound::To(_))));
    }

    #[test]
    fn a_title_beside_a_job_title_is_a_form_of_address() {
        let columns = ["Title", "First Name", "Job Title"].map(str::to_owned);
        let bounds = Mapping::guessed(RowKind::People).bind_all(&columns);
        assert_eq!(bounds[0], Bound::Unmapped);
        assert!(matches!(bounds[2], Bound::To(_)));
        assert!(matches!(Mapping::guessed(RowKind::People).bind_all(&columns[..2])[0], Bound::To(_)));
    }

    #[test]
    fn spellings_of_one_column_bind_it_once() {
        let text = "[columns]\n\"FirstName\" = \"firstName\"\n\"First Name\" = \"firstName\"\n";
        let mapping = Mapping::from_toml(RowKind::People, text).unwrap();
        assert_eq!(fields(&mapping, "FIRSTNAME"), [("firstName", None)]);
    }

    #[test]
    fn json_paths_point_into_lists() {
        let text =
            "[columns]\n\"emails[].value\" = \"email\"\n\"tels[0]\" = \"mobile\"\n\"tels[1]\" = \"phone\"\n";
        let mapping = Mapping::from_toml(RowKind::People, text).unwrap();
        assert_eq!(fields(&mapping, "emails[7].value"), [("email", None)]);
        assert_eq!(fields(&mapping, "tels"), [("mobile", Some(0)), ("phone", Some(1))]);
    }

    #[test]
    fn every_unknown_field_is_reported_with_a_suggestion() {
        let text = "[columns]\na = \"emial\"\nb = \"linkedin\"\nc = \"zzzzzzzz\"\n";
        let message = Mapping::from_toml(RowKind::People, text).unwrap_err().to_string();
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
            let message = Mapping::from_toml(RowKind::Companies, &text).unwrap_err().to_string();
            assert!(message.contains(option), "{message}");
        }
    }
}
