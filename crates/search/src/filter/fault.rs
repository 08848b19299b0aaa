//! Validation of filters, with messages that say what to write instead.

use records::{
    currency,
    place::{country_code, similar_cities, similar_country},
};

use super::{
    DAYS_BACK_MAX, LIST_VALUES_MAX, ListFilter, MoneyRange, Near, NumberRange, RADIUS_KM_MAX, Reading,
    TEXT_WORDS_MAX, VALUE_CHARACTERS_MAX,
};
use crate::{field::Term, fold};

/// A validation error of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterFault {
    /// JSON pointer into the filters, such as `/seniorities/0`.
    pub pointer: String,
    /// Kind of fault.
    pub kind: FilterFaultKind,
    /// What is wrong and what to do.
    pub message: String,
}

/// Kind of a validation error; the server gives it a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterFaultKind {
    /// Too many values in one list.
    TooManyValues,
    /// Not in the vocabulary of the filter.
    UnknownValue,
    /// Not readable as what the filter takes.
    InvalidValue,
    /// No text.
    EmptyValue,
    /// Too long a text.
    ValueTooLong,
    /// Too large a number.
    ValueTooLarge,
    /// The minimum is above the maximum.
    ContradictoryRange,
    /// No effect beside another value.
    NotApplicable,
}

/// Minimum Jaro-Winkler similarity of a suggestion.
const SUGGESTION_LIKENESS_MIN: f64 = 0.75;

/// Collects the faults of a set of filters.
#[derive(Debug, Default)]
pub(super) struct FilterFaults(pub(super) Vec<FilterFault>);

impl FilterFaults {
    fn add(&mut self, pointer: String, kind: FilterFaultKind, message: String) {
        self.0.push(FilterFault { pointer, kind, message });
    }

    pub(super) fn list(&mut self, list: &ListFilter<'_>) {
        let ListFilter { name, values, reading, .. } = list;
        if values.len() > LIST_VALUES_MAX {
            let message = format!(
                "{} values are too many; give at most {LIST_VALUES_MAX} and search again for the rest",
                values.len()
            );
            self.add(format!("/{name}"), FilterFaultKind::TooManyValues, message);
            return;
        }
        for (index, value) in values.iter().enumerate() {
            let pointer = format!("/{name}/{index}");
            if !self.length(&pointer, value) || reading.node(value).is_some() {
                continue;
            }
            match reading.vocabulary() {
                Some(words) => self.add(pointer, FilterFaultKind::UnknownValue, unknown(value, &words)),
                None => {
                    let message =
                        format!("`{value}` is not {}{}", reading.expects(), suggestion(*reading, value));
                    self.add(pointer, FilterFaultKind::InvalidValue, message);
                }
            }
        }
    }

    /// Checks that a value is neither empty nor too long.
    fn length(&mut self, pointer: &str, value: &str) -> bool {
        if value.trim().is_empty() {
            self.add(
                pointer.to_owned(),
                FilterFaultKind::EmptyValue,
                "an empty value finds nothing; leave it out".to_owned(),
            );
        } else if value.chars().count() > VALUE_CHARACTERS_MAX {
            let message = format!("the value is too long; give at most {VALUE_CHARACTERS_MAX} characters");
            self.add(pointer.to_owned(), FilterFaultKind::ValueTooLong, message);
        } else {
            return true;
        }
        false
    }

    pub(super) fn text(&mut self, name: &str, text: Option<&String>) {
        let Some(text) = text else { return };
        let words = fold::words(text).len();
        if words == 0 {
            let message = "the text contains no word to search for; leave it out".to_owned();
            self.add(format!("/{name}"), FilterFaultKind::EmptyValue, message);
        } else if words > TEXT_WORDS_MAX {
            let message = format!("{words} words are too many; give at most {TEXT_WORDS_MAX}");
            self.add(format!("/{name}"), FilterFaultKind::ValueTooLong, message);
        }
    }

    pub(super) fn range(&mut self, name: &str, range: Option<NumberRange>) {
        let Some(range) = range else { return };
        if range.low() > range.high() {
            let message = format!(
                "nothing is at least {} and at most {}; swap `min` and `max` or leave one out",
                range.low(),
                range.high()
            );
            self.add(format!("/{name}"), FilterFaultKind::ContradictoryRange, message);
        }
    }

    pub(super) fn money(&mut self, name: &str, range: Option<&MoneyRange>) {
        self.range(name, range.map(MoneyRange::numbers));
        let Some(written) = range.and_then(|range| range.currency.as_ref()) else { return };
        if currency::code(written).is_none() {
            let codes: Vec<&str> = currency::codes().collect();
            let message = format!("`{written}` has no reference rate; write one of {}", codes.join(", "));
            self.add(format!("/{name}/currency"), FilterFaultKind::InvalidValue, message);
        }
    }

    pub(super) fn near(&mut self, near: Option<&Near>) {
        let Some(near) = near else { return };
        if !(near.radius_km > 0.0 && near.radius_km <= RADIUS_KM_MAX) {
            let message = format!("give a radius of more than 0 and at most {RADIUS_KM_MAX} kilometres");
            self.add("/near/radius_km".to_owned(), FilterFaultKind::InvalidValue, message);
        }
        match (&near.city, near.latitude, near.longitude) {
            (Some(city), None, None) => self.city(near, city),
            (None, Some(_), Some(_)) => self.point(near),
            _ => {
                let message = "give either `city`, or both `latitude` and `longitude`".to_owned();
                self.add("/near".to_owned(), FilterFaultKind::InvalidValue, message);
            }
        }
    }

    fn point(&mut self, near: &Near) {
        if near.centre().is_none() {
            let message = "the point is invalid; latitudes go from -90 to 90, longitudes from -180 to 180";
            self.add("/near".to_owned(), FilterFaultKind::InvalidValue, message.to_owned());
        }
        for (name, given) in [("region", &near.region), ("country", &near.country)] {
            if given.is_some() {
                let message = format!("`{name}` selects a city by name; leave it out with a point");
                self.add(format!("/near/{name}"), FilterFaultKind::NotApplicable, message);
            }
        }
    }

    fn city(&mut self, near: &Near, city: &str) {
        let country = near.country.as_deref();
        if let Some(written) = country.filter(|written| country_code(written).is_none()) {
            let hint = suggestion(Reading::Country(Term::Country), written);
            let message = format!("`{written}` is not {}{hint}", Reading::Country(Term::Country).expects());
            self.add("/near/country".to_owned(), FilterFaultKind::InvalidValue, message);
        } else if self.length("/near/city", city) && near.centre().is_none() {
            let suggestions = similar_cities(city, country.and_then(country_code));
            let advice = if suggestions.is_empty() {
                "give a larger city nearby, or `latitude` and `longitude`".to_owned()
            } else {
                format!("did you mean `{}`?", suggestions.join("` or `"))
            };
            self.add(
                "/near/city".to_owned(),
                FilterFaultKind::UnknownValue,
                format!("`{city}` is not a known city; {advice}"),
            );
        }
    }

    pub(super) fn days(&mut self, name: &str, days: Option<u32>) {
        if days.is_some_and(|days| days > DAYS_BACK_MAX) {
            let message = format!("that is too long ago; give at most {DAYS_BACK_MAX} days");
            self.add(format!("/{name}"), FilterFaultKind::ValueTooLarge, message);
        }
    }
}

/// The end of a message about a country: the nearest one.
fn suggestion(reading: Reading, value: &str) -> String {
    match reading {
        Reading::Country(_) => {
            similar_country(value).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Message for a word outside a closed vocabulary, with the nearest valid word.
fn unknown(value: &str, words: &[&'static str]) -> String {
    let written = fold::word_of_list(value);
    let likeness = |word: &str| strsim::jaro_winkler(&written, word);
    let nearest = words.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match nearest.filter(|word| likeness(word) >= SUGGESTION_LIKENESS_MIN) {
        Some(word) => format!("`{value}` is not known; did you mean `{word}`?"),
        None if words.len() <= 32 => format!("`{value}` is not known; write one of {}", words.join(", ")),
        None => format!("`{value}` is not known"),
    }
}
