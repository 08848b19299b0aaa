//! The traits of a claim, in comparable forms.

use std::borrow::Cow;

use super::{blocks, rates::Rates};
use crate::{
    EmailFact, Employer, ExternalId, Location, PersonFacts, PersonRecord, PrivateTraits,
    identifiers::{
        company_name::company_name_key,
        email::EmailAddress,
        name::Name,
        placeholder::{is_placeholder_mailbox, is_placeholder_phone},
        role_mailbox::is_role,
    },
    keys::Key,
    place,
};

/// Fewest letters of a national number.
const NATIONAL_ID_LETTERS: usize = 6;

/// The traits of a claim for identity matching, in comparable forms.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traits {
    pub(super) name: Option<Name>,
    pub(super) given: String,
    pub(super) family: String,
    /// Digits of the date, year first; empty when unknown.
    pub(super) birth: String,
    pub(super) house: String,
    pub(super) street: String,
    pub(super) unit: String,
    pub(super) city: String,
    pub(super) postcode: String,
    pub(super) region: String,
    pub(super) country: String,
    /// Mailboxes of one person; those of roles say nothing about who reads them.
    pub(super) emails: Vec<String>,
    pub(super) phones: Vec<String>,
    pub(super) employers: Vec<String>,
    pub(super) identifiers: Vec<ExternalId>,
    pub(super) profile: Option<String>,
    /// Number of a national register, for identity matching only; empty when unknown.
    pub(super) national_id: String,
    /// Blocking keys that yield candidates; empty if only a name is known.
    pub(super) blocks: Vec<Key>,
    pub(super) learned: LearnedShares,
}

/// What the store has counted; all 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct LearnedShares {
    /// People there are.
    pub(super) people: i64,
    /// Shares of all people with the same value.
    pub(super) given: f64,
    pub(super) family: f64,
    pub(super) city: f64,
    pub(super) employer: f64,
    /// Subjects that have the phone which most have.
    pub(super) phone_holders: usize,
    /// How often claims about one person agree.
    pub(super) rates: Rates,
}

impl Traits {
    /// The traits in the facts of a claim.
    pub fn of(facts: &PersonFacts) -> Self {
        let parts = (facts.first_name.as_deref().unwrap_or(""), facts.last_name.as_deref().unwrap_or(""));
        let name = match (parts, &facts.full_name) {
            (("", ""), Some(full)) => Name::parse(full),
            ((first, last), full) => Name::from_parts(first, last)
                .map(|name| name.completed(full.as_deref().and_then(Name::parse))),
        };
        // A single name stays in the field in which the source put it.
        let (given, family) = match (&name, parts) {
            (Some(name), ("", last)) if !last.is_empty() => (String::new(), whole_key(name)),
            (Some(name), (first, "")) if !first.is_empty() => (whole_key(name), String::new()),
            (Some(name), _) => (name.first_key().to_owned(), name.last_key().to_owned()),
            (None, _) => Default::default(),
        };
        let unknown = (PrivateTraits::default(), Location::default());
        let private = facts.private.as_ref().unwrap_or(&unknown.0);
        let location = facts.location.as_ref().unwrap_or(&unknown.1);
        let employer = employer(facts.company_domain.as_deref(), facts.company_name.as_deref());
        let mut traits = Self {
            name,
            given,
            family,
            birth: private.birth_date.clone().unwrap_or_default(),
            house: folded(private.house_number.as_deref()),
            street: folded(private.street.as_deref()),
            unit: folded(private.address_line.as_deref()),
            city: city(location),
            postcode: folded(private.postcode.as_deref()),
            region: region(location),
            country: folded(location.country.as_deref()),
            emails: facts.emails.iter().filter_map(mailbox).collect(),
            phones: phones(facts),
            employers: employer.into_iter().collect(),
            identifiers: facts.identifiers.clone(),
            profile: facts.network_url.clone(),
            national_id: national_id(private.national_id.as_deref()),
            blocks: Vec::new(),
            learned: LearnedShares::default(),
        };
        traits.blocks = blocks::find(&traits.blocked());
        traits
    }

    /// Keys of the values whose frequency [`Self::learn`] looks up.
    pub fn counted(&self) -> impl Iterator<Item = Key> {
        let employer = self.employers.first().and_then(|employer| value("employer", employer));
        let others = [("given", &self.given), ("family", &self.family), ("city", &self.city)];
        others.into_iter().filter_map(|(kind, text)| value(kind, text)).chain(employer)
    }

    /// Looks up how common the trait values are among `people`: `share` returns the share of them with a value.
    pub fn learn<E>(&mut self, people: i64, mut share: impl FnMut(Key) -> Result<f64, E>) -> Result<(), E> {
        let employer = self.employers.first().and_then(|employer| value("employer", employer));
        self.learned = LearnedShares {
            people,
            given: value("given", &self.given).map_or(Ok(0.0), &mut share)?,
            family: value("family", &self.family).map_or(Ok(0.0), &mut share)?,
            city: value("city", &self.city).map_or(Ok(0.0), &mut share)?,
            employer: employer.map_or(Ok(0.0), &mut share)?,
            ..self.learned
        };
        Ok(())
    }

    /// Sets how many subjects have the phone that most of them have.
    pub fn learn_phone_holders(&mut self, subjects: usize) {
        self.learned.phone_holders = subjects;
    }

    /// Sets how often claims about one person agree.
    pub fn learn_rates(&mut self, rates: Rates) {
        self.learned.rates = rates;
    }

    /// Blocking keys of the phones.
    pub fn phone_blocks(&self) -> impl Iterator<Item = Key> {
        self.phones.iter().map(|phone| blocks::phone(phone))
    }

    /// Whether the local part of an address is made of the name alone.
    pub(super) fn is_called(&self, local: &str) -> bool {
        let letters = letters_of(local);
        !letters.is_empty() && (letters == self.given || self.forms_with_family().contains(&letters))
    }

    /// Whether a mailbox spells the family name as this claim does.
    pub(super) fn spells_family(&self) -> bool {
        !self.family.is_empty() && self.has_mailbox_of(&self.forms_with_family())
    }

    /// Whether a mailbox spells the given name as this claim does.
    pub(super) fn spells_given(&self) -> bool {
        let (given, family) = (&self.given, &self.family);
        !given.is_empty()
            && self.has_mailbox_of(&[given.clone(), format!("{given}{family}"), format!("{family}{given}")])
    }

    fn has_mailbox_of(&self, forms: &[String]) -> bool {
        let locals = self.emails.iter().filter_map(|email| Some(email.split_once('@')?.0));
        locals.map(letters_of).any(|letters| forms.contains(&letters))
    }

    /// The forms of the name with the family name that local parts are made of.
    fn forms_with_family(&self) -> [String; 5] {
        let (given, family) = (self.given.as_str(), self.family.as_str());
        let initial = given.get(..1).unwrap_or_default();
        [
            family.to_owned(),
            format!("{given}{family}"),
            format!("{family}{given}"),
            format!("{initial}{family}"),
            format!("{family}{initial}"),
        ]
    }

    /// The name, if it is known.
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// The key of the profile, if there is one.
    pub fn profile_key(&self) -> Option<Key> {
        self.profile.as_deref().map(Key::profile)
    }

    /// Whether there is a profile or a value of a register.
    pub fn is_registered(&self) -> bool {
        self.profile.is_some() || !self.identifiers.is_empty()
    }

    /// Whether both have the same profile and the same values of registers.
    pub fn is_registered_as(&self, other: &Self) -> bool {
        self.profile == other.profile && self.identifiers == other.identifiers
    }

    /// Blocking keys that yield candidates, sorted.
    pub fn blocks(&self) -> &[Key] {
        &self.blocks
    }

    fn blocked(&self) -> blocks::Blocked<'_> {
        blocks::Blocked {
            given: &self.given,
            family: &self.family,
            birth: &self.birth,
            street: &self.street,
            city: &self.city,
            postcode: &self.postcode,
            emails: &self.emails,
            phones: &self.phones,
            employers: &self.employers,
            national_id: &self.national_id,
        }
    }
}

/// Keys of a person's trait values whose frequency is counted.
pub fn values(record: &PersonRecord, name: Option<&Name>) -> Vec<Key> {
    let person = &record.person;
    let city = person.location.as_ref().map(city).unwrap_or_default();
    let company = person.company.as_ref();
    let employer = |company: &Employer| employer_value(company.domain.as_deref(), company.name.as_deref());
    let counted = [
        Some(people_value()),
        name.and_then(|name| value("given", name.first_key())),
        name.and_then(|name| value("family", name.last_key())),
        value("city", &city),
        company.and_then(employer),
    ];
    counted.into_iter().flatten().collect()
}

/// The key under which all people are counted.
pub fn people_value() -> Key {
    Key::value("records", "people")
}

/// The key under which the people at an employer are counted: by its domain, else by its name.
pub fn employer_value(domain: Option<&str>, name: Option<&str>) -> Option<Key> {
    employer(domain, name).and_then(|employer| value("employer", &employer))
}

fn value(kind: &str, value: &str) -> Option<Key> {
    (!value.is_empty()).then(|| Key::value(kind, value))
}

fn employer(domain: Option<&str>, name: Option<&str>) -> Option<String> {
    let named = || name.map(company_name_key).filter(|name| !name.is_empty() && !is_no_employer(name));
    domain.map(str::to_owned).or_else(named)
}

/// Words in the place of an employer that say that there is none, without spaces.
const NO_EMPLOYERS: [&str; 23] = [
    "autonomo",
    "confidential",
    "freelance",
    "freelancer",
    "freiberufler",
    "freiberuflich",
    "inbetweenjobs",
    "independentconsultant",
    "independentcontractor",
    "jobseeker",
    "liberoprofessionista",
    "lookingforwork",
    "notemployed",
    "opentowork",
    "rentner",
    "retired",
    "retraite",
    "selbstandig",
    "selbststandig",
    "selfemployed",
    "stealthstartup",
    "student",
    "unemployed",
];

/// Whether the comparison key of an employer's name is one of many who have no common employer.
fn is_no_employer(key: &str) -> bool {
    let word: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    NO_EMPLOYERS.binary_search(&word.as_str()).is_ok()
}

/// The letters and digits of a national number; none of a filler such as 000-00-0000.
fn national_id(text: Option<&str>) -> String {
    let number: String = text.unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).collect();
    let is_filler = number.len() < NATIONAL_ID_LETTERS
        || number.bytes().all(|byte| Some(byte) == number.bytes().next())
        || "1234567890".starts_with(&number);
    if is_filler { String::new() } else { number.to_ascii_lowercase() }
}

/// The letters of a local part; none of one with a number, which tells people of one name apart.
fn letters_of(local: &str) -> String {
    match local.bytes().any(|byte| byte.is_ascii_digit()) {
        true => String::new(),
        false => local.chars().filter(char::is_ascii_alphabetic).collect(),
    }
}

fn whole_key(name: &Name) -> String {
    format!("{}{}", name.first_key(), name.last_key())
}

/// The identity of a mailbox, unless it belongs to a role or is a placeholder.
fn mailbox(email: &EmailFact) -> Option<String> {
    let address = EmailAddress::parse(&email.address).ok()?;
    let is_personal = !is_role(address.local()) && !is_placeholder_mailbox(address.address());
    is_personal.then(|| address.identity().to_owned())
}

/// The phones, without placeholders.
fn phones(facts: &PersonFacts) -> Vec<String> {
    let numbers = facts.phones.iter().map(|phone| &phone.number);
    numbers.filter(|number| !is_placeholder_phone(number)).cloned().collect()
}

/// A town by its name in the table of cities, since sources write it in several languages.
fn city(place: &Location) -> String {
    folded(place::city_name(place).or(place.city.as_deref()))
}

/// A region by its code, since sources write the code or the name.
fn region(place: &Location) -> String {
    let known = place.region.as_deref().and_then(|written| place::region(written, place.country.as_deref()));
    known.map_or_else(|| folded(place.region.as_deref()), |region| region.id())
}

/// Whether a part of an address is written where nothing is known.
fn is_filler(text: &str) -> bool {
    let fillers = ["unknown", "tbd", "tba", "none", "n.a.", "not available", "not known", "xxx", "unbekannt"];
    fillers.iter().any(|filler| text.trim().eq_ignore_ascii_case(filler))
}

fn folded(text: Option<&str>) -> String {
    let text = text.filter(|text| !is_filler(text)).unwrap_or_default();
    let ascii = if text.is_ascii() { Cow::Borrowed(text) } else { any_ascii::any_ascii(text).into() };
    let mut folded = String::with_capacity(ascii.len());
    for word in ascii.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded.make_ascii_lowercase();
    folded
}
