//! From rows to claims.

use std::collections::BTreeMap;

use jiff::Timestamp;
use records::{Claim, CompanyFacts, Facts, PersonFacts};
use serde::Serialize;

use super::{
    Columns, Field, FileError, Mapping, Reader, Row, Subject, Warning,
    companies::company_facts,
    dates::parse_instant,
    mapped::Mapped,
    mapping::{Binding, Bound},
    normal::{normalise_company, normalise_person},
    people::person_facts,
    plan::{SAMPLE_ROWS, Shape, shape},
    shaped::{Shaped, read_shaped},
    warning::{WarningKind, Warnings},
};

/// A row that makes no claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// The line of the file on which the row begins, from 1.
    pub line: u64,
    /// The row's own id, or its number.
    pub reference: String,
    /// Why, and what to do about it.
    pub reasons: Vec<String>,
    /// The row as it was: column and value.
    pub row: Vec<(String, String)>,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Rows read, header and blank lines aside.
    pub rows: u64,
    /// Rows that made a claim.
    pub claims: u64,
    /// Rows that made none.
    pub rejected: u64,
    /// Values left out, by kind.
    pub warnings: BTreeMap<&'static str, u64>,
    /// Columns that were mapped to nothing.
    pub unmapped_columns: Vec<String>,
}

/// The claims of a file, one row at a time; see [`claims`].
pub struct Claims {
    reader: Reader,
    maker: ClaimMaker,
    row: Row,
    counts: Counts,
    failure: Option<FileError>,
}

/// Makes a claim of every row that names a subject. `observed_at` is the file's own time, for rows that say
/// nothing better. Take the items from `&mut claims`, then call [`Claims::finish`]: it tells whether the file
/// was read to its end.
pub fn claims(
    mut reader: Reader,
    mapping: Mapping,
    source: &str,
    observed_at: Timestamp,
) -> Result<Claims, FileError> {
    let shape = shape(mapping.subject(), reader.sample(SAMPLE_ROWS)?);
    let mapping = mapping.with_dates_of(&mut reader)?;
    if shape == Shape::Records {
        reader.keep_whole();
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
    Ok(Claims { reader, maker, row: Row::default(), counts: Counts::default(), failure: None })
}

impl Claims {
    /// The values left out of the row of the last item.
    pub fn warnings(&self) -> &[Warning] {
        &self.maker.warnings.0
    }

    /// What was done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What was done in all, or why reading broke off. The claims made before that stand.
    pub fn finish(mut self) -> Result<Counts, FileError> {
        self.counts.unmapped_columns = self.maker.unmapped;
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.counts),
        }
    }
}

impl Iterator for Claims {
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
            *self.counts.warnings.entry(warning.kind.word()).or_default() += 1;
        }
        Some(item)
    }
}

/// Makes a claim of one row after another.
struct ClaimMaker {
    mapping: Mapping,
    source: String,
    observed_at: Timestamp,
    shape: Shape,
    /// What each column is, seen alone; grows as columns appear.
    alone: Vec<Bound>,
    /// Where each column goes.
    bindings: Vec<Vec<Binding>>,
    unmapped: Vec<String>,
    warnings: Warnings,
}

/// What one row says, whichever way it was written.
struct Said {
    facts: Facts,
    id: Option<String>,
    observed_at: Option<Timestamp>,
}

impl ClaimMaker {
    fn claim(&mut self, row: &Row, columns: &Columns) -> Result<Claim, Reject> {
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
        let said = match self.shape {
            Shape::Columns => Ok(self.said_in_columns(row, columns)),
            Shape::Records => self.said_in_record(row),
        };
        let said = said.map_err(|fault| reject(None, vec![fault]))?;
        if let Some(reason) = missing_subject(&said.facts) {
            let others =
                self.warnings.0.iter().map(|warning| format!("{}: {}", warning.field, warning.message));
            return Err(reject(said.id, std::iter::once(reason.to_owned()).chain(others).collect()));
        }
        Ok(Claim {
            source: self.source.clone(),
            reference: said.id.unwrap_or_else(|| row.number.to_string()),
            observed_at: said.observed_at.unwrap_or(self.observed_at),
            facts: said.facts,
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

    fn said_in_columns(&mut self, row: &Row, columns: &Columns) -> Said {
        if self.bindings.len() < columns.len() {
            self.bind(columns);
        }
        let warnings = &mut self.warnings;
        let mapped = Mapped::new(row, &self.bindings, &self.mapping, warnings);
        let facts = match self.mapping.subject() {
            Subject::People => {
                let mut facts = person_facts(&mapped, warnings);
                normalise_person(&mut facts, self.mapping.options(), warnings);
                Facts::Person(Box::new(facts))
            }
            Subject::Companies => {
                let mut facts = company_facts(&mapped, warnings);
                normalise_company(&mut facts, self.mapping.options(), warnings);
                Facts::Company(Box::new(facts))
            }
        };
        let observed_at = mapped.instant(Field::ObservedAt, warnings);
        Said { facts, id: mapped.text(Field::Id), observed_at }
    }

    fn said_in_record(&mut self, row: &Row) -> Result<Said, String> {
        let warnings = &mut self.warnings;
        let options = self.mapping.options();
        let (facts, id, observed_at) = match self.mapping.subject() {
            Subject::People => {
                let Shaped { mut facts, id, observed_at } = read_shaped::<PersonFacts>(&row.json, warnings)?;
                normalise_person(&mut facts, options, warnings);
                (Facts::Person(Box::new(facts)), id, observed_at)
            }
            Subject::Companies => {
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
        Ok(Said { facts, id, observed_at })
    }
}

/// Why facts cannot be filed: nothing tells whom they are about.
fn missing_subject(facts: &Facts) -> Option<&'static str> {
    match facts {
        Facts::Person(person) => {
            let has_identifier = person.network_url.is_some()
                || !person.emails.is_empty()
                || !person.phones.is_empty()
                || !person.profiles.is_empty();
            let has_name =
                person.full_name.is_some() || person.first_name.is_some() || person.last_name.is_some();
            let is_told_apart = person.company_name.is_some()
                || person.company_domain.is_some()
                || person.company_network_url.is_some()
                || person.private.is_some()
                || person.location.is_some();
            let advice = "nothing tells who this is; give a networkUrl, an email, a phone, or a name with a company, \
                          a place or a birth date";
            let is_named = has_identifier || (has_name && is_told_apart);
            (!is_named).then_some(advice)
        }
        Facts::Company(company) => {
            let has_identifier =
                !company.domains.is_empty() || company.network_url.is_some() || company.name.is_some();
            let advice = "nothing tells which company this is; give a domain, a networkUrl or a name";
            (!has_identifier).then_some(advice)
        }
        Facts::Job(job) => {
            let is_named =
                job.title.is_some() && (job.company_domain.is_some() || job.company_name.is_some());
            (!is_named).then_some("nothing tells whose position this is; give a title and a company")
        }
    }
}

pub(super) fn original(row: &Row, columns: &Columns) -> Vec<(String, String)> {
    if !row.json.is_empty() {
        return vec![("json".to_owned(), row.json.clone())];
    }
    row.values().map(|(column, value)| (columns.name(column).to_owned(), value)).collect()
}
