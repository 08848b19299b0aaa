//! What the index holds of a record: the terms it is found by, the numbers it is measured by and the labels it
//! shows. The scan without an index reads the same document, so that a filter has one meaning.

mod company;
mod person;

use jiff::{Timestamp, civil::Date};

use crate::{
    field::{Label, Number, Term},
    fold,
};

pub(crate) use company::company;
pub use company::employer_fingerprint;
pub(crate) use person::{Employment, person, person_at};

/// Words of a text that are indexed; what follows is found by no search.
const TEXT_WORDS_MAX: usize = 400;

/// The longest term; a longer value is no name of anything.
const TERM_BYTES_MAX: usize = 200;

/// A record as the index sees it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// The name as it is sorted.
    pub(crate) name: String,
    /// Sorted, each once.
    pub(crate) terms: Vec<(Term, String)>,
    pub(crate) labels: Vec<(Label, String)>,
    pub(crate) numbers: Vec<(Number, i64)>,
}

impl Document {
    fn new(id: &str, name: &str) -> Self {
        Self { id: id.to_owned(), name: fold::sort_key(name), ..Self::default() }
    }

    fn term(&mut self, field: Term, term: impl Into<String>) {
        let term = term.into();
        if !term.is_empty() && term.len() <= TERM_BYTES_MAX {
            self.terms.push((field, term));
        }
    }

    fn terms(&mut self, field: Term, terms: impl IntoIterator<Item = String>) {
        terms.into_iter().for_each(|term| self.term(field, term));
    }

    fn text(&mut self, field: Term, text: &str) {
        self.terms(field, fold::words(text).into_iter().take(TEXT_WORDS_MAX));
    }

    fn label(&mut self, field: Label, label: &str) {
        if !label.is_empty() && label.len() <= TERM_BYTES_MAX {
            self.labels.push((field, label.to_owned()));
        }
    }

    fn number(&mut self, field: Number, number: Option<i64>) {
        self.numbers.extend(number.map(|number| (field, number)));
    }

    /// A value that is found as a whole.
    fn value(&mut self, term: Term, label: Label, value: &str) {
        self.term(term, fold::key(value));
        self.label(label, value);
    }

    /// A name that is found by any part of it.
    fn named(&mut self, term: Term, label: Label, name: &str) {
        self.terms(term, fold::runs(name));
        self.label(label, name);
    }

    /// A word of a closed list.
    fn word(&mut self, term: Term, label: Label, word: &str) {
        self.term(term, word);
        self.label(label, word);
    }

    fn place(&mut self, place: &records::Location) {
        if let Some(country) = &place.country {
            self.word(Term::Country, Label::Country, country);
        }
        if let Some(region) = &place.region {
            self.term(Term::Region, region_key(region));
            self.label(Label::Region, region);
        }
        if let Some(city) = &place.city {
            self.value(Term::City, Label::City, city);
        }
    }

    /// Adds what another document has.
    fn take_in(&mut self, other: &Self) {
        self.terms.extend_from_slice(&other.terms);
        self.labels.extend_from_slice(&other.labels);
        self.numbers.extend_from_slice(&other.numbers);
    }

    fn finish(mut self) -> Self {
        self.terms.sort_unstable();
        self.terms.dedup();
        self.labels.sort_unstable();
        self.labels.dedup();
        self
    }

    /// Whether the document has a term.
    pub(crate) fn has(&self, field: Term, term: &str) -> bool {
        self.terms.binary_search_by(|(known, text)| (*known, text.as_str()).cmp(&(field, term))).is_ok()
    }

    /// The values of a number.
    pub(crate) fn numbers(&self, field: Number) -> impl Iterator<Item = i64> + '_ {
        self.numbers.iter().filter(move |(known, _)| *known == field).map(|(_, number)| *number)
    }
}

/// A region in one spelling: `Bavaria` is `Bayern`.
pub(crate) fn region_key(region: &str) -> String {
    let read = records::place::parse_location(region).region;
    fold::key(read.as_deref().unwrap_or(region))
}

/// A day as a number.
pub(crate) fn day_number(date: Date) -> i64 {
    date.duration_since(jiff::civil::date(1970, 1, 1)).as_hours() / 24
}

/// The day of a moment, in UTC.
pub(crate) fn today(now: Timestamp) -> Date {
    now.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// More days than any date has.
const DAYS_SPAN: i64 = 10_000_000;

/// What relevance comes down to where no words were searched: how much is known, then how newly.
fn relevance(facts: &[bool], updated_at: Option<Timestamp>) -> Option<i64> {
    let known = facts.iter().filter(|known| **known).count() as i64;
    Some(known * DAYS_SPAN + updated_at.map_or(0, |at| at.as_second() / 86_400))
}
