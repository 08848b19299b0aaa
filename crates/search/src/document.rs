//! What the index holds of a record: the terms it is found by, the numbers it is measured by and the labels it
//! shows. The scan without an index reads the same document, so that a filter has one meaning.

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
use values::Loose;

pub(crate) use company::company;
pub use company::employer_fingerprint;
pub(crate) use person::{Employment, person, person_at};
pub(crate) use place::{read_point, region_key};
pub(crate) use values::{SEPARATOR, Values};

/// Words of a text that are indexed; what follows is found by no search.
const TEXT_WORDS_MAX: usize = 400;

/// A record as the index sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// The name as it is sorted.
    pub(crate) name: String,
    pub(crate) terms: Values<Term>,
    pub(crate) labels: Values<Label>,
    pub(crate) numbers: Vec<(Number, i64)>,
    /// What the record is found by besides: the facts of an employer are shared by all its people.
    pub(crate) shared: Option<Arc<Document>>,
}

impl Document {
    /// The document itself, and the one it shares.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.shared.as_deref())
    }

    /// The terms of a field.
    pub(crate) fn terms(&self, field: Term) -> impl Iterator<Item = &str> {
        self.parts().flat_map(move |part| part.terms.of(field))
    }

    /// Whether the document has a term.
    pub(crate) fn has(&self, field: Term, term: &str) -> bool {
        self.parts().any(|part| part.terms.contains(field, term))
    }

    /// The values of a number.
    pub(crate) fn numbers(&self, field: Number) -> impl Iterator<Item = i64> + '_ {
        let all = self.parts().flat_map(|part| &part.numbers);
        all.filter(move |(known, _)| *known == field).map(|(_, number)| *number)
    }
}

/// A document being written.
#[derive(Default)]
struct Draft {
    terms: Loose<Term>,
    labels: Loose<Label>,
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

    /// A value that is found as a whole.
    fn value(&mut self, term: Term, label: Label, value: &str) {
        self.terms.write(term, |text| fold::push_key(text, value));
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
        let placed = place::placed(place);
        if let Some(country) = &place.country {
            self.word(Term::Country, Label::Country, country);
        }
        self.term(Term::Region, &placed.region);
        self.term(Term::City, &placed.city);
        self.term(Term::Place, &placed.point);
        self.label(Label::Region, place.region.as_deref().unwrap_or_default());
        self.label(Label::City, place.city.as_deref().unwrap_or_default());
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
