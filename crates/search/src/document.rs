//! Index documents: the terms, numbers and labels of a record. Matching without an index uses the same document, so a
//! filter has one meaning.

mod company;
mod person;
mod place;
mod values;

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};

use crate::{
    field::{Label, Number, Term},
    fold,
};
use values::ValuesBuilder;

pub(crate) use company::company;
pub use company::employer_fingerprint;
pub(crate) use person::{Employment, person, person_at};
pub(crate) use place::read_point;
pub(crate) use values::{SEPARATOR, Values};

/// Maximum number of indexed words of a text; the rest is not searchable.
const TEXT_WORDS_MAX: usize = 400;

/// A record as indexed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// Sort key of the name.
    pub(crate) name: String,
    pub(crate) terms: Values<Term>,
    pub(crate) labels: Values<Label>,
    pub(crate) numbers: Vec<(Number, i64)>,
    /// Employer facts, shared by the documents of all its people.
    pub(crate) shared: Option<Arc<Document>>,
}

impl Document {
    /// The document and its shared part.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.shared.as_deref())
    }

    /// The same document, first known at a time.
    pub(crate) fn first_seen(mut self, at: Option<Timestamp>) -> Self {
        self.numbers.extend(at.map(|at| (Number::FirstSeenAt, at.as_microsecond())));
        self
    }

    pub(crate) fn terms(&self, field: Term) -> impl Iterator<Item = &str> {
        self.parts().flat_map(move |part| part.terms.of(field))
    }

    pub(crate) fn has(&self, field: Term, term: &str) -> bool {
        self.parts().any(|part| part.terms.contains(field, term))
    }

    /// The values of a number field.
    pub(crate) fn numbers(&self, field: Number) -> impl Iterator<Item = i64> + '_ {
        let all = self.parts().flat_map(|part| &part.numbers);
        all.filter(move |(known, _)| *known == field).map(|(_, number)| *number)
    }
}

/// Builder of a document.
#[derive(Default)]
struct Draft {
    terms: ValuesBuilder<Term>,
    labels: ValuesBuilder<Label>,
    numbers: Vec<(Number, i64)>,
}

impl Draft {
    fn term(&mut self, field: Term, term: &str) {
        self.terms.push(field, term);
    }

    fn terms<T: AsRef<str>>(&mut self, field: Term, terms: impl IntoIterator<Item = T>) {
        terms.into_iter().for_each(|term| self.terms.push(field, term.as_ref()));
    }

    fn text(&mut self, field: Term, text: &str) {
        let mut left = TEXT_WORDS_MAX;
        fold::each_word(text, |word| {
            if left > 0 {
                left -= 1;
                self.terms.push(field, word);
            }
        });
    }

    fn label(&mut self, field: Label, label: &str) {
        self.labels.push(field, label);
    }

    fn number(&mut self, field: Number, number: Option<i64>) {
        self.numbers.extend(number.map(|number| (field, number)));
    }

    /// Adds a value that matches only as a whole.
    fn value(&mut self, term: Term, label: Label, value: &str) {
        self.terms.write(term, |text| fold::push_key(text, value));
        self.label(label, value);
    }

    /// Adds a name that matches by any consecutive words of it.
    fn named(&mut self, term: Term, label: Label, name: &str) {
        self.terms(term, fold::word_ngrams(name));
        self.label(label, name);
    }

    /// Adds a word of a closed vocabulary.
    fn word(&mut self, term: Term, label: Label, word: &str) {
        self.term(term, word);
        self.label(label, word);
    }

    fn place(&mut self, place: &records::Location) {
        let terms = place::place_terms(place);
        if let Some(country) = &place.country {
            self.word(Term::Country, Label::Country, country);
        }
        self.terms(Term::Region, terms.keys.region_terms());
        self.terms(Term::City, terms.keys.city_terms());
        self.term(Term::Place, &terms.point);
        self.label(Label::Region, &terms.region_label);
        self.label(Label::City, &terms.city_label);
    }

    fn finish(self, id: &str, name: &str, shared: Option<Arc<Document>>) -> Document {
        Document {
            id: id.to_owned(),
            name: fold::sort_key(name),
            terms: self.terms.grouped(),
            labels: self.labels.distinct(shared.as_deref().map(|shared| &shared.labels)),
            numbers: self.numbers,
            shared,
        }
    }
}

/// Days since 1970-01-01.
pub(crate) fn day_number(date: Date) -> i64 {
    date.duration_since(jiff::civil::date(1970, 1, 1)).as_hours() / 24
}

/// The UTC date of a timestamp.
pub(crate) fn today(now: Timestamp) -> Date {
    now.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// Larger than any day number, so that the number of known facts decides first.
const DAYS_SPAN: i64 = 10_000_000;

/// Relevance without search words: the number of known facts, then the date of the last update.
fn relevance(facts: &[bool], updated_at: Option<Timestamp>) -> Option<i64> {
    let known = facts.iter().filter(|known| **known).count() as i64;
    Some(known * DAYS_SPAN + updated_at.map_or(0, |at| at.as_second() / 86_400))
}
