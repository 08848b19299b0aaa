//! Guesses the columns that no table names, from the words of their headers and the values of the first rows.
//!
//! A guess fills only a field that no other column has. A column that is left over gets a hint: what it seems to be,
//! and the field it could be mapped to.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    bound::{Bound, MappedBy, any_index},
    field::{Cardinality, Field, REGISTERS, RowKind, header_key},
    header_words::{self, Meaning, Reading},
    identifier_headers::scheme_of,
    synonyms::guess,
    value_kinds::{
        LATEST_OLDEST_BIRTH, Values, has_legal_form, is_city, is_company_page, is_country_name, is_day,
        is_email, is_full_phone, is_industry, is_long_place, is_person_page, is_phone, is_site,
        is_telling_postcode,
    },
};
use crate::file::FileRow;

/// Fewest values from which a column without a telling header is guessed.
const FEWEST_VALUES: usize = 3;
/// The same for kinds that other columns may have too.
const FEWEST_PLACES: usize = 5;
const NEARLY_ALL: usize = 90;

/// Parts of one postal address: they are taken from columns with the same qualifying words.
const ADDRESS: &[Field] = &[
    Field::City,
    Field::Postcode,
    Field::Region,
    Field::Country,
    Field::Street,
    Field::AddressLine,
    Field::HouseNumber,
];

/// What was learned about the columns of a file, by column with list indices left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::file) struct Learned {
    guesses: BTreeMap<String, Guess>,
    hints: BTreeMap<String, Hint>,
    /// Columns whose values contradict their well-known name.
    contradicted: BTreeSet<String>,
}

/// A field for a column, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) struct Guess {
    pub(in crate::file) field: Field,
    pub(in crate::file) reason: String,
}

/// What a column that is left over seems to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) struct Hint {
    /// A field it could be mapped to.
    pub(in crate::file) field: Option<Field>,
    pub(in crate::file) note: String,
}

impl Learned {
    pub(in crate::file) fn guess(&self, column: &str) -> Option<&Guess> {
        self.guesses.get(&any_index(column))
    }

    pub(in crate::file) fn hint(&self, column: &str) -> Option<&Hint> {
        self.hints.get(&any_index(column))
    }

    pub(in crate::file) fn is_contradicted(&self, column: &str) -> bool {
        self.contradicted.contains(&any_index(column))
    }
}

/// A column that may have a field.
struct Candidate<'a> {
    column: &'a str,
    field: Field,
    reading: &'a Reading,
}

struct Learner<'a> {
    subject: RowKind,
    /// The columns that nothing else maps, in order, with their values.
    open: Vec<(String, Values<'a>)>,
    taken: Vec<Field>,
    learned: Learned,
}

/// Learns from the first rows. `bounds` is what the mapping itself makes of the columns; `is_free` tells whether a field
/// may be guessed at all.
pub(in crate::file) fn learn(
    subject: RowKind,
    columns: &[String],
    rows: &[FileRow],
    bounds: &[Bound],
    is_free: impl Fn(Field) -> bool,
) -> Learned {
    let mut values: BTreeMap<String, Values<'_>> = BTreeMap::new();
    for (column, cell) in rows.iter().flat_map(FileRow::cells) {
        let Some(name) = columns.get(column as usize) else { continue };
        let values = values.entry(any_index(name)).or_default();
        cell.items().for_each(|item| values.add(item));
    }
    let mut learned = Learned::default();
    let mut taken: Vec<Field> = Field::ALL.iter().copied().filter(|field| !is_free(*field)).collect();
    let mut open: Vec<(String, Values<'_>)> = Vec::new();
    for (column, bound) in columns.iter().zip(bounds) {
        let key = any_index(column);
        match bound {
            Bound::To(bindings) => {
                let first = bindings.first();
                let is_guessed = first.is_some_and(|first| first.by == MappedBy::Guess);
                if is_guessed && contradicts(subject, column, values.get(&key)) {
                    let note = "a legal form or a kind of company, not an industry".to_owned();
                    learned.hints.insert(key.clone(), Hint { field: None, note });
                    learned.contradicted.insert(key);
                } else {
                    taken.extend(bindings.iter().map(|binding| binding.field));
                }
            }
            // A well-known name that was dropped, because the column is about something else.
            Bound::Unmapped if guess(subject, column).is_some() => {}
            Bound::Unmapped if open.iter().any(|(known, _)| *known == key) => {}
            Bound::Unmapped => {
                let values = values.remove(&key).unwrap_or_default();
                open.push((key, values));
            }
            Bound::Ignored => {}
        }
    }
    let learner = Learner { subject, open, taken, learned };
    learner.run()
}

/// Whether the values show that a column called `category` has no industries.
fn contradicts(subject: RowKind, column: &str, values: Option<&Values<'_>>) -> bool {
    const MOST: usize = 70;
    const FORMS: &[&str] = &[
        "limited",
        "private",
        "public",
        "partnership",
        "corporation",
        "llc",
        "company",
        "gmbh",
        "proprietor",
        "filer",
        "incorporated",
        "nonprofit",
        "non-profit",
        "charity",
        "individual",
    ];
    let is_form = |text: &str| {
        let lower = text.to_lowercase();
        FORMS.iter().any(|form| lower.contains(form)) && !is_industry(text)
    };
    subject == RowKind::Companies
        && matches!(header_key(column).as_str(), "category" | "categorycode")
        && values.is_some_and(|values| values.mostly(MOST, is_form))
}

impl Learner<'_> {
    fn run(mut self) -> Learned {
        self.use_register_numbers();
        let readings: Vec<(usize, Reading)> = (0..self.open.len())
            .filter_map(|at| Some((at, header_words::read(self.subject, &self.open[at].0)?)))
            .collect();
        let places = self.places(&readings);
        self.use_words(&readings, &places);
        self.use_birth_place(&readings);
        self.use_values(&readings);
        self.explain(&readings);
        self.learned
    }

    fn is_taken(&self, field: Field) -> bool {
        let has = |field: Field| self.taken.contains(&field);
        has(field)
            || (field == Field::FullName && has(Field::FirstName) && has(Field::LastName))
            || (field == Field::Location && has(Field::City))
    }

    fn bind(&mut self, column: &str, field: Field, reason: String) {
        self.learned.guesses.insert(column.to_owned(), Guess { field, reason });
    }

    /// Columns whose header and values are those of a register.
    fn use_register_numbers(&mut self) {
        for at in 0..self.open.len() {
            let (column, values) = &self.open[at];
            let Some(scheme) = scheme_of(column) else { continue };
            let column = column.clone();
            let field = REGISTERS.iter().find(|(_, known)| *known == scheme).map(|(field, _)| *field);
            let field = field.filter(|field| field.is_of(self.subject) && !self.is_taken(*field));
            match field.filter(|_| values.have_form(scheme)) {
                Some(field) => {
                    self.bind(&column, field, format!("numbers of a register ({scheme})"));
                    self.taken.push(field);
                }
                None => {
                    let note = format!("called like numbers of a register ({scheme}), but not of their form");
                    self.learned.hints.insert(column, Hint { field, note });
                }
            }
        }
    }

    fn is_settled(&self, column: &str) -> bool {
        self.learned.guesses.contains_key(column) || self.learned.hints.contains_key(column)
    }

    /// The fields of columns whose header names just any place.
    fn places(&self, readings: &[(usize, Reading)]) -> BTreeMap<usize, Field> {
        const HALF: usize = 50;
        let places = readings.iter().filter(|(_, reading)| reading.meaning == Meaning::Place);
        let field = |at: usize| {
            let values = &self.open[at].1;
            if values.mostly(HALF, is_long_place) {
                return Some(Field::Location);
            }
            values.mostly(HALF, is_city).then_some(Field::City)
        };
        places.filter_map(|(at, _)| Some((*at, field(*at)?))).collect()
    }

    /// Maps the columns whose words have a meaning that the values do not contradict.
    fn use_words(&mut self, readings: &[(usize, Reading)], places: &BTreeMap<usize, Field>) {
        let mut candidates: Vec<(usize, Candidate<'_>)> = Vec::new();
        for (at, reading) in readings {
            let (column, values) = &self.open[*at];
            let field = match reading.meaning {
                Meaning::Is(field) => field,
                Meaning::Place => match places.get(at) {
                    Some(field) => *field,
                    None => continue,
                },
                Meaning::Unused(_)
                    if header_key(column).contains("category") && values.mostly(30, is_industry) =>
                {
                    Field::Industry
                }
                Meaning::BirthPlace | Meaning::Unused(_) => continue,
            };
            let is_credible = values.allow(field) && (reading.is_whole || values.confirm(field));
            if field.is_of(self.subject) && is_credible && !self.is_taken(field) && !self.is_settled(column) {
                candidates.push((*at, Candidate { column, field, reading }));
            }
        }
        let order = |(at, candidate): &(usize, Candidate<'_>)| {
            (!candidate.reading.is_whole, candidate.reading.rank, *at)
        };
        let cities: Vec<&(usize, Candidate<'_>)> =
            candidates.iter().filter(|(_, candidate)| candidate.field == Field::City).collect();
        let chosen = cities.iter().min_by_key(|city| order(city)).map(|(_, city)| city.reading.group.clone());
        let other_addresses: Vec<&str> = cities
            .iter()
            .map(|(_, city)| city.reading.group.as_str())
            .filter(|group| Some(*group) != chosen.as_deref())
            .collect();
        let is_part = |field: Field| {
            ADDRESS.contains(&field) || (field == Field::Phone && self.subject == RowKind::Companies)
        };
        let mut found: Vec<(String, Field, String)> = Vec::new();
        for field in Field::of(self.subject) {
            let mut of_field: Vec<&(usize, Candidate<'_>)> = candidates
                .iter()
                .filter(|(_, candidate)| candidate.field == field)
                // A part of another address than the chosen one.
                .filter(|(_, candidate)| {
                    !is_part(field) || !other_addresses.contains(&candidate.reading.group.as_str())
                })
                .collect();
            of_field.sort_by_key(|candidate| {
                let is_apart =
                    is_part(field) && Some(candidate.1.reading.group.as_str()) != chosen.as_deref();
                (is_apart, order(candidate))
            });
            let is_list = field.cardinality() != Cardinality::One && !is_part(field);
            let best = of_field.iter().take(1);
            let more = of_field.iter().skip(1).filter(|(_, candidate)| is_list && candidate.reading.is_whole);
            for (at, candidate) in best.chain(more) {
                let reason = self.reason(*at, candidate);
                found.push((candidate.column.to_owned(), field, reason));
            }
        }
        for (column, field, reason) in found {
            if self.is_taken(field) && field == Field::FullName {
                continue;
            }
            self.bind(&column, field, reason);
            self.taken.push(field);
        }
    }

    fn reason(&self, at: usize, candidate: &Candidate<'_>) -> String {
        let header = format!("the header says {:?}", candidate.reading.phrase);
        let values = &self.open[at].1;
        let seen = match candidate.field {
            Field::City => values.share(is_city),
            Field::BirthDate => values.share(is_day),
            Field::Email => values.share(is_email),
            Field::Phone | Field::Mobile => values.share(is_phone),
            _ => return header,
        };
        if candidate.reading.is_whole {
            return header;
        }
        let kind = match candidate.field {
            Field::City => "known cities",
            Field::BirthDate => "dates",
            Field::Email => "emails",
            _ => "phone numbers",
        };
        format!("{header}, and {seen} values are {kind}")
    }

    /// Where a person was born tells namesakes apart, if the file says nothing of where the person lives.
    fn use_birth_place(&mut self, readings: &[(usize, Reading)]) {
        if self.is_taken(Field::City) || self.is_taken(Field::Location) {
            return;
        }
        let is_birth_place =
            |(_, reading): &&(usize, Reading)| reading.meaning == Meaning::BirthPlace && reading.is_whole;
        let Some((at, reading)) = readings.iter().find(is_birth_place) else { return };
        let (column, values) = &self.open[*at];
        if values.allow(Field::City) && !values.is_empty() {
            let column = column.clone();
            let field = if values.mostly(50, is_long_place) { Field::Location } else { Field::City };
            let reason = format!("the header says {:?}, and no other column has a place", reading.phrase);
            self.bind(&column, field, reason);
            self.taken.push(field);
        }
    }

    /// Maps columns by their values alone. Kinds that several columns of a file may have need a header that says
    /// nothing.
    fn use_values(&mut self, readings: &[(usize, Reading)]) {
        let read: BTreeSet<usize> = readings.iter().map(|(at, _)| *at).collect();
        let mut found: Vec<(usize, Field, String)> = Vec::new();
        for (at, (column, values)) in self.open.iter().enumerate() {
            if read.contains(&at) || self.is_settled(column) || values.len() < FEWEST_VALUES {
                continue;
            }
            if header_words::is_about_other(self.subject, column) {
                continue;
            }
            let is_silent = header_words::is_meaningless(column);
            let Some((field, kind, share)) = kind_of(self.subject, values, is_silent) else { continue };
            let reason = format!("{share} values are {kind}");
            let is_free = !self.is_taken(field) && found.iter().all(|(_, other, _)| *other != field);
            if is_free && (is_silent || is_telling(field)) {
                found.push((at, field, reason));
            } else {
                let suggested = Some(field).filter(|field| !self.is_taken(*field));
                self.learned.hints.insert(column.clone(), Hint { field: suggested, note: reason });
            }
        }
        for (at, field, reason) in found {
            let column = self.open[at].0.clone();
            self.bind(&column, field, reason);
            self.taken.push(field);
        }
    }

    /// Hints for the columns with a meaning that were not used.
    fn explain(&mut self, readings: &[(usize, Reading)]) {
        for (at, reading) in readings {
            let column = self.open[*at].0.clone();
            if self.is_settled(&column) {
                continue;
            }
            let header = format!("the header says {:?}", reading.phrase);
            let (field, note) = match reading.meaning {
                Meaning::Unused(note) => (None, note.to_owned()),
                Meaning::BirthPlace => (None, "a place of birth, for which there is no field".to_owned()),
                Meaning::Place => (Some(Field::Location), header),
                Meaning::Is(field) if !field.is_of(self.subject) => {
                    (None, format!("{}: companies have no field for it", field.name()))
                }
                Meaning::Is(field) => (Some(field), header),
            };
            let values = &self.open[*at].1;
            let is_credible = |field: &Field| !values.is_empty() && values.allow(*field);
            let field = field.filter(|field| !self.is_taken(*field)).filter(is_credible);
            self.learned.hints.insert(column, Hint { field, note });
        }
    }
}

/// Kinds of values that tell their field whatever the header is called.
fn is_telling(field: Field) -> bool {
    matches!(
        field,
        Field::Email | Field::NetworkUrl | Field::CompanyNetworkUrl | Field::Website | Field::Name
    )
}

/// The field that values alone suggest, the name of their kind, and their share.
fn kind_of(subject: RowKind, values: &Values<'_>, is_silent: bool) -> Option<(Field, &'static str, String)> {
    const LEGAL_FORMS: usize = 40;
    const CITIES: usize = 80;
    let is_people = subject == RowKind::People;
    let are = |is_kind: fn(&str) -> bool| values.mostly(NEARLY_ALL, is_kind) && values.differ(NEARLY_ALL);
    if are(is_email) {
        return is_people.then(|| (Field::Email, "emails", values.share(is_email)));
    }
    if are(is_person_page) {
        return is_people.then(|| (Field::NetworkUrl, "profiles", values.share(is_person_page)));
    }
    if values.mostly(NEARLY_ALL, is_company_page) && (is_people || values.differ(NEARLY_ALL)) {
        let field = if is_people { Field::CompanyNetworkUrl } else { Field::NetworkUrl };
        return Some((field, "company pages", values.share(is_company_page)));
    }
    if !is_people && values.mostly(NEARLY_ALL, is_site) && values.domains_differ(NEARLY_ALL) {
        return Some((Field::Website, "websites", values.share(is_site)));
    }
    if !is_people && values.mostly(LEGAL_FORMS, has_legal_form) && values.differ(NEARLY_ALL) {
        return Some((Field::Name, "names with a legal form", values.share(has_legal_form)));
    }
    if values.len() < FEWEST_PLACES {
        return None;
    }
    if values.mostly(NEARLY_ALL, is_telling_postcode) {
        return is_people.then(|| (Field::Postcode, "postcodes", values.share(is_telling_postcode)));
    }
    if values.mostly(NEARLY_ALL, is_country_name) {
        return Some((Field::Country, "countries", values.share(is_country_name)));
    }
    if values.mostly(CITIES, is_city) {
        return Some((Field::City, "known cities", values.share(is_city)));
    }
    if values.mostly(NEARLY_ALL, is_long_place) {
        return Some((Field::Location, "places", values.share(is_long_place)));
    }
    if values.mostly(NEARLY_ALL, is_full_phone) && values.differ(NEARLY_ALL) {
        return Some((Field::Phone, "phone numbers", values.share(is_full_phone)));
    }
    let is_birth = |(oldest, newest): (i16, i16)| oldest < LATEST_OLDEST_BIRTH && newest < 2015;
    if is_people && is_silent && values.mostly(NEARLY_ALL, is_day) && values.years().is_some_and(is_birth) {
        return Some((Field::BirthDate, "dates, the oldest before 1980", values.share(is_day)));
    }
    None
}
