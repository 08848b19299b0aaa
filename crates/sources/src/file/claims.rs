//! Turns rows into claims.

use std::collections::BTreeMap;

use jiff::Timestamp;
use records::{Claim, CompanyFacts, Facts, PersonFacts};
use serde::Serialize;

use super::{
    Columns, Field, FileError, FileRow, Mapping, RowKind, RowReader, SAMPLE_ROWS, Shape, Warning,
    columns::{
        bound::{Binding, Bound},
        mapped::Mapped,
    },
    facts::{
        companies::company_facts,
        dates::parse_instant,
        normal::{normalise_company, normalise_person},
        people::person_facts,
        shaped::{Shaped, read_shaped, shape},
    },
    warning::{WarningKind, Warnings},
};

/// A row that yields no claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// Line of the file on which the row begins, from 1.
    pub line: u64,
    /// The row's id, or its number.
    pub reference: String,
    /// Reasons and remedies.
    pub reasons: Vec<String>,
    /// The original row: column and value.
    pub row: Vec<(String, String)>,
}

/// Statistics of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ClaimCounts {
    /// Rows read, without header and blank lines.
    pub rows: u64,
    /// Rows that yielded a claim.
    pub claims: u64,
    /// Rows that yielded none.
    pub rejected: u64,
    /// Number of values left out, by kind of warning.
    pub warnings: BTreeMap<&'static str, u64>,
    /// Columns that are not mapped to a field.
    pub unmapped_columns: Vec<String>,
}

/// The claims of a file, one row at a time; see [`claims`].
pub struct ClaimReader {
    reader: RowReader,
    maker: ClaimMaker,
    row: FileRow,
    counts: ClaimCounts,
    failure: Option<FileError>,
}

/// Makes a claim of every row that identifies a subject. `observed_at` is the file's time, used for rows without
/// their own. Iterate over `&mut claims`, then call [`ClaimReader::finish`] to learn whether the file was read to its
/// end.
pub fn claims(
    mut reader: RowReader,
    mut mapping: Mapping,
    source: &str,
    observed_at: Timestamp,
) -> Result<ClaimReader, FileError> {
    let shape = shape(mapping.subject(), reader.sample(SAMPLE_ROWS)?);
    if shape == Shape::Columns {
        mapping.learn(&mut reader)?;
    }
    let mapping = mapping.with_detected_dates(&mut reader)?;
    if shape == Shape::Records {
        reader.skip_cells();
    }
    let maker = ClaimMaker {
        observed_at: mapping.options().observed_at.unwrap_or(observed_at),
        mapping,
        source: source.to_owned(),
        shape,
        alone: Vec::new(),
        bindings: Vec::new(),
        unmapped: Vec::new(),
        warnings: Warnings::default(),
    };
    Ok(ClaimReader { reader, maker, row: FileRow::default(), counts: ClaimCounts::default(), failure: None })
}

impl ClaimReader {
    /// The warnings of the last row.
    pub fn warnings(&self) -> &[Warning] {
        &self.maker.warnings.0
    }

    /// The statistics so far.
    pub fn counts(&self) -> &ClaimCounts {
        &self.counts
    }

    /// The final statistics, or the error that stopped reading. ClaimReader made before the error remain valid.
    pub fn finish(mut self) -> Result<ClaimCounts, FileError> {
        self.counts.unmapped_columns = self.maker.unmapped;
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.counts),
        }
    }
}

impl Iterator for ClaimReader {
    type Item = Result<Claim, Reject>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failure.is_some() {
            return None;
        }
        match self.reader.read(&mut self.row) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(failure) => {
                self.failure = Some(failure);
                return None;
            }
        }
        let item = self.maker.claim(&self.row, self.reader.columns());
        self.counts.rows += 1;
        match item {
            Ok(_) => self.counts.claims += 1,
            Err(_) => self.counts.rejected += 1,
        }
        for warning in &self.maker.warnings.0 {
            *self.counts.warnings.entry(warning.kind.as_str()).or_default() += 1;
        }
        Some(item)
    }
}

/// Makes one claim per row.
struct ClaimMaker {
    mapping: Mapping,
    source: String,
    observed_at: Timestamp,
    shape: Shape,
    /// The binding of each column by itself; grows as columns appear.
    alone: Vec<Bound>,
    /// The fields that each column is mapped to.
    bindings: Vec<Vec<Binding>>,
    unmapped: Vec<String>,
    warnings: Warnings,
}

/// The parsed content of a row, from columns or from a record.
struct ParsedRow {
    facts: Facts,
    id: Option<String>,
    observed_at: Option<Timestamp>,
}

impl ClaimMaker {
    fn claim(&mut self, row: &FileRow, columns: &Columns) -> Result<Claim, Reject> {
        self.warnings.0.clear();
        if row.is_ragged {
            let message =
                "the row has more cells than the header has columns; check its quotes and delimiters";
            self.warnings.add(WarningKind::RaggedRow, "row", message);
        }
        let reject = |reference: Option<String>, reasons| Reject {
            line: row.line,
            reference: reference.unwrap_or_else(|| row.number.to_string()),
            reasons,
            row: original(row, columns),
        };
        if let Some(fault) = &row.fault {
            return Err(reject(None, vec![fault.clone()]));
        }
        let parsed = match self.shape {
            Shape::Columns => Ok(self.parse_columns(row, columns)),
            Shape::Records => self.parse_record(row),
        };
        let parsed = parsed.map_err(|fault| reject(None, vec![fault]))?;
        if let Some(reason) = missing_subject(&parsed.facts) {
            let others =
                self.warnings.0.iter().map(|warning| format!("{}: {}", warning.field, warning.message));
            return Err(reject(parsed.id, std::iter::once(reason.to_owned()).chain(others).collect()));
        }
        Ok(Claim {
            source: self.source.clone(),
            reference: parsed.id.unwrap_or_else(|| row.number.to_string()),
            observed_at: parsed.observed_at.unwrap_or(self.observed_at),
            facts: parsed.facts,
        })
    }

    fn bind(&mut self, columns: &Columns) {
        let bounds = self.mapping.bind_more(columns.names(), &mut self.alone);
        let unmapped = columns.names().iter().zip(&bounds).filter(|(_, bound)| **bound == Bound::Unmapped);
        self.unmapped = unmapped.map(|(column, _)| column.clone()).collect();
        let bindings =
            bounds.into_iter().map(|bound| if let Bound::To(to) = bound { to } else { Vec::new() });
        self.bindings = bindings.collect();
    }

    fn parse_columns(&mut self, row: &FileRow, columns: &Columns) -> ParsedRow {
        if self.bindings.len() < columns.len() {
            self.bind(columns);
        }
        let warnings = &mut self.warnings;
        let mapped = Mapped::new(row, &self.bindings, &self.mapping, warnings);
        let facts = match self.mapping.subject() {
            RowKind::People => {
                let mut facts = person_facts(&mapped, warnings);
                normalise_person(&mut facts, self.mapping.options(), warnings);
                Facts::Person(Box::new(facts))
            }
            RowKind::Companies => {
                let mut facts = company_facts(&mapped, warnings);
                normalise_company(&mut facts, self.mapping.options(), warnings);
                Facts::Company(Box::new(facts))
            }
        };
        let observed_at = mapped.instant(Field::ObservedAt, warnings);
        let id = mapped.text(Field::Id).or_else(|| register_number(&facts));
        ParsedRow { facts, id, observed_at }
    }

    fn parse_record(&mut self, row: &FileRow) -> Result<ParsedRow, String> {
        let warnings = &mut self.warnings;
        let options = self.mapping.options();
        let (facts, id, observed_at) = match self.mapping.subject() {
            RowKind::People => {
                let Shaped { mut facts, id, observed_at } = read_shaped::<PersonFacts>(&row.json, warnings)?;
                normalise_person(&mut facts, options, warnings);
                (Facts::Person(Box::new(facts)), id, observed_at)
            }
            RowKind::Companies => {
                let Shaped { mut facts, id, observed_at } = read_shaped::<CompanyFacts>(&row.json, warnings)?;
                normalise_company(&mut facts, options, warnings);
                (Facts::Company(Box::new(facts)), id, observed_at)
            }
        };
        let observed_at = observed_at.and_then(|text| {
            let instant =
                parse_instant(&text, options.date_order).ok_or("not a date or time; write 2024-03-09");
            warnings.keep(WarningKind::InvalidDate, Field::ObservedAt.name(), instant)
        });
        Ok(ParsedRow { facts, id, observed_at })
    }
}

/// Why facts cannot be stored: nothing identifies their subject.
fn missing_subject(facts: &Facts) -> Option<&'static str> {
    match facts {
        Facts::Person(person) => {
            let has_identifier = person.network_url.is_some()
                || !person.emails.is_empty()
                || !person.phones.is_empty()
                || !person.profiles.is_empty();
            let has_name =
                person.full_name.is_some() || person.first_name.is_some() || person.last_name.is_some();
            let has_context = person.company_name.is_some()
                || person.company_domain.is_some()
                || person.company_network_url.is_some()
                || person.private.is_some()
                || person.location.is_some();
            let advice = "nothing identifies this person; give a networkUrl, an email, a phone, or a name with a \
            company, a place or a birth date";
            let is_named = has_identifier || (has_name && has_context);
            (!is_named).then_some(advice)
        }
        Facts::Company(company) => {
            let has_identifier =
                !company.domains.is_empty() || company.network_url.is_some() || company.name.is_some();
            let advice = "nothing identifies this company; give a domain, a networkUrl or a name";
            (!has_identifier).then_some(advice)
        }
        Facts::Job(job) => {
            let is_named =
                job.title.is_some() && (job.company_domain.is_some() || job.company_name.is_some());
            (!is_named).then_some("nothing identifies the company of this job; give a title and a company")
        }
    }
}

pub(super) fn original(row: &FileRow, columns: &Columns) -> Vec<(String, String)> {
    if !row.json.is_empty() {
        return vec![("json".to_owned(), row.json.clone())];
    }
    row.values().map(|(column, value)| (columns.name(column).to_owned(), value)).collect()
}

/// A register's number identifies its row in every edition of a file that has no ids.
fn register_number(facts: &Facts) -> Option<String> {
    let identifiers = match facts {
        Facts::Person(facts) => &facts.identifiers,
        Facts::Company(facts) => &facts.identifiers,
        Facts::Job(_) => return None,
    };
    identifiers.first().map(ToString::to_string)
}
