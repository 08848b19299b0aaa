//! Evidence that two claims are about the same person, if no identifier decides it.
//!
//! Each trait that both claims state adds or subtracts evidence in bits: the log2 of how much likelier its agreement is
//! for one person than for two (Fellegi and Sunter). A shared common name is weak evidence, a shared birth date strong.

mod clusters;
mod commonness;
mod compare;

use std::borrow::Cow;

use crate::{
    EmailFact, Location, PersonFacts, PersonRecord, PrivateTraits,
    identifiers::{company_name::company_name_key, email::EmailAddress, name::Name},
    keys::Key,
};

pub use clusters::{
    Clusters, Link, Row, clusters, evidence_between, joins, link, may_be_one, share_identifier,
};
pub use compare::{Evidence, EvidencePart, compare};

/// The traits of a claim for identity matching, in comparable forms.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traits {
    name: Option<Name>,
    given: String,
    family: String,
    /// Digits of the date, year first; empty when unknown.
    birth: String,
    house: String,
    street: String,
    unit: String,
    city: String,
    postcode: String,
    region: String,
    emails: Vec<String>,
    phones: Vec<String>,
    employers: Vec<String>,
    profile: Option<String>,
    /// Blocking keys that yield candidates; empty if only a name is known.
    blocks: Vec<Key>,
    learned: LearnedShares,
}

/// Shares of all people with the same trait value, counted in the store; 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct LearnedShares {
    given: f64,
    family: f64,
    city: f64,
}

/// Number of leading letters in a block; later letters are often misspelt.
const BLOCK_LETTERS: usize = 6;

const SOUNDEX_LETTERS: usize = 4;

impl Traits {
    /// The traits in the facts of a claim.
    pub fn of(facts: &PersonFacts) -> Self {
        let parts = (facts.first_name.as_deref().unwrap_or(""), facts.last_name.as_deref().unwrap_or(""));
        let name = match (parts, &facts.full_name) {
            (("", ""), Some(full)) => Name::parse(full),
            ((first, last), _) => Name::from_parts(first, last),
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
        let employer = facts
            .company_domain
            .clone()
            .or_else(|| facts.company_name.as_deref().map(company_name_key).filter(|name| !name.is_empty()));
        let mut traits = Self {
            name,
            given,
            family,
            birth: private.birth_date.clone().unwrap_or_default(),
            house: folded(private.house_number.as_deref()),
            street: folded(private.street.as_deref()),
            unit: folded(private.address_line.as_deref()),
            city: folded(location.city.as_deref()),
            postcode: folded(private.postcode.as_deref()),
            region: folded(location.region.as_deref()),
            emails: facts.emails.iter().filter_map(identity).collect(),
            phones: facts.phones.iter().map(|phone| phone.number.clone()).collect(),
            employers: employer.into_iter().collect(),
            profile: facts.network_url.clone(),
            blocks: Vec::new(),
            learned: LearnedShares::default(),
        };
        traits.blocks = traits.find_blocks();
        traits
    }

    /// Looks up how common the trait values are: `share` returns the share of all people with a value.
    pub fn learn<E>(&mut self, mut share: impl FnMut(Key) -> Result<f64, E>) -> Result<(), E> {
        self.learned = LearnedShares {
            given: given_value(&self.given).map_or(Ok(0.0), &mut share)?,
            family: family_value(&self.family).map_or(Ok(0.0), &mut share)?,
            city: city_value(&self.city).map_or(Ok(0.0), &mut share)?,
        };
        Ok(())
    }

    /// Whether a name is known.
    pub fn has_name(&self) -> bool {
        self.name.is_some()
    }

    /// The key of the profile, if there is one.
    pub fn profile_key(&self) -> Option<Key> {
        self.profile.as_deref().map(Key::profile)
    }

    /// Blocking keys that yield candidates, sorted.
    pub fn blocks(&self) -> &[Key] {
        &self.blocks
    }

    fn find_blocks(&self) -> Vec<Key> {
        let mut blocks = Vec::new();
        let mut add = |parts: &[&str]| {
            if parts.iter().all(|part| !part.is_empty()) {
                blocks.push(Key::block(parts));
            }
        };
        let (given, family) = (soundex(&self.given), soundex(&self.family));
        let (year, day) = self.birth.split_at_checked(4).unwrap_or_default();
        let street: String = self.street.chars().take(BLOCK_LETTERS).collect();
        add(&["birth", &self.birth]);
        for name in [&given, &family] {
            // Given and family names are often swapped, so both use the same kind of key.
            add(&["year", name, year]);
            add(&["day", name, day]);
            add(&["post", name, &self.postcode]);
        }
        if self.birth.is_empty() && self.postcode.is_empty() {
            // Without both, a block needs the full name and a place, or an employer.
            add(&["city", &given, &family, &self.city]);
        } else {
            add(&["both", given.as_str().min(&family), given.as_str().max(&family)]);
            add(&["city", &given, &self.city]);
            add(&["city", &family, &self.city]);
        }
        add(&["street", &street, &self.postcode]);
        add(&["street", &street, &soundex(&self.city)]);
        for employer in &self.employers {
            add(&["employer", &family, employer]);
        }
        if !self.birth.is_empty() {
            for email in &self.emails {
                let local: String =
                    email.chars().take_while(|letter| *letter != '@').take(BLOCK_LETTERS).collect();
                add(&["mail", &local]);
            }
        }
        for phone in &self.phones {
            add(&["phone", phone]);
        }
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
}

/// Keys of a person's trait values whose frequency is counted: given name, family name and city.
pub fn values(record: &PersonRecord, name: Option<&Name>) -> Vec<Key> {
    let city = folded(record.person.location.as_ref().and_then(|location| location.city.as_deref()));
    let given = name.and_then(|name| given_value(name.first_key()));
    let family = name.and_then(|name| family_value(name.last_key()));
    given.into_iter().chain(family).chain(city_value(&city)).collect()
}

fn given_value(name: &str) -> Option<Key> {
    (!name.is_empty()).then(|| Key::value("given", name))
}

fn family_value(name: &str) -> Option<Key> {
    (!name.is_empty()).then(|| Key::value("family", name))
}

fn city_value(city: &str) -> Option<Key> {
    (!city.is_empty()).then(|| Key::value("city", city))
}

fn whole_key(name: &Name) -> String {
    format!("{}{}", name.first_key(), name.last_key())
}

fn identity(email: &EmailFact) -> Option<String> {
    EmailAddress::parse(&email.address).ok().map(|address| address.identity().to_owned())
}

fn folded(text: Option<&str>) -> String {
    let text = text.unwrap_or_default();
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

/// Soundex code of a name: its first letter and up to three classes of consonants.
fn soundex(name: &str) -> String {
    let class = |letter: u8| match letter {
        b'b' | b'f' | b'p' | b'v' => b'1',
        b'c' | b'g' | b'j' | b'k' | b'q' | b's' | b'x' | b'z' => b'2',
        b'd' | b't' => b'3',
        b'l' => b'4',
        b'm' | b'n' => b'5',
        b'r' => b'6',
        b'h' | b'w' => b'-',
        _ => b'0',
    };
    let mut letters = name.bytes().filter(u8::is_ascii_lowercase);
    let Some(first) = letters.next() else { return String::new() };
    let mut code = String::with_capacity(SOUNDEX_LETTERS);
    code.push(char::from(first));
    let mut last = class(first);
    for letter in letters {
        let this = class(letter);
        if this == b'-' {
            continue;
        }
        if this != b'0' && this != last {
            code.push(char::from(this));
        }
        last = this;
        if code.len() == SOUNDEX_LETTERS {
            break;
        }
    }
    code
}

#[cfg(test)]
mod tests;
