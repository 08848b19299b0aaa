//! What gives somebody away wherever texts are kept: addresses, numbers, profiles, ids, and their name at an employer.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use records::{
    Company, PersonRecord,
    email::EmailAddress,
    identifier::{Identifier, IdentifierKind},
    keys::{Key, PersonQuery, person_keys},
};

use crate::sql::{Result, StoreError};

/// Shorter names of companies are words that anything may hold.
const EMPLOYER_BYTES_MIN: usize = 4;
/// Shorter names of people are, too, and so is a name of one word.
const NAME_BYTES_MIN: usize = 5;

/// What those who are erased are told by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trace {
    /// Texts that belong to them alone.
    pub(crate) texts: BTreeSet<String>,
    /// Mailboxes, in the form that every spelling shares.
    pub(crate) mailboxes: BTreeSet<String>,
    /// Hashes that lists of others may know them by.
    pub(crate) keys: BTreeSet<Key>,
    /// Domains of companies that may publish their contacts.
    pub(crate) domains: BTreeSet<String>,
    /// Names in lower case, each with the employers in lower case that make it theirs.
    names: Vec<(String, Vec<String>)>,
}

impl Trace {
    /// Whoever has this identifier, known or not.
    pub(crate) fn of_identifier(identifier: &Identifier) -> Self {
        let mut trace = Self::default();
        let value = identifier.value().to_owned();
        let query = match identifier.kind() {
            IdentifierKind::Email => {
                trace.add_address(&value);
                PersonQuery { email: Some(value), ..PersonQuery::default() }
            }
            IdentifierKind::Phone => {
                trace.texts.insert(value.clone());
                PersonQuery { phone: Some(value), ..PersonQuery::default() }
            }
            IdentifierKind::Profile => {
                trace.texts.insert(value.clone());
                PersonQuery { network_url: Some(value), ..PersonQuery::default() }
            }
            // Others may have worked there; only what is about the company itself goes.
            IdentifierKind::Domain | IdentifierKind::Name => return trace,
        };
        trace.keys.extend(query.keys());
        trace
    }

    /// Takes in a person with everything their record says.
    pub(crate) fn add_person(&mut self, record: &PersonRecord) {
        let person = &record.person;
        record.emails.iter().for_each(|email| self.add_address(&email.address));
        self.texts.extend(record.phones.iter().map(|phone| phone.number.clone()));
        self.texts.extend(person.network_url.iter().cloned());
        self.texts.extend(person.profiles.iter().map(|profile| profile.url.clone()));
        self.keys.extend(person_keys(record));
        let positions = person.experience.iter().map(|position| &position.company);
        let employers: Vec<_> = person.company.iter().chain(positions).collect();
        self.domains.extend(employers.iter().filter_map(|employer| employer.domain.clone()));
        let places = employers.iter().flat_map(|employer| [&employer.domain, &employer.name]).flatten();
        let places = places.filter(|place| place.len() >= EMPLOYER_BYTES_MIN);
        let name = person.full_name.trim();
        if name.len() >= NAME_BYTES_MIN && name.contains(' ') {
            self.names.push((name.to_lowercase(), places.map(|place| place.to_lowercase()).collect()));
        }
    }

    /// Takes in a company with its page.
    pub(crate) fn add_company(&mut self, company: &Company) {
        self.texts.extend(company.network_url.iter().cloned());
    }

    fn add_address(&mut self, address: &str) {
        self.texts.insert(address.to_owned());
        if let Ok(address) = EmailAddress::parse(address) {
            self.texts.insert(address.identity().to_owned());
            self.mailboxes.insert(address.identity().to_owned());
            self.domains.insert(address.domain().to_owned());
        }
    }

    /// Whether a company's contact is theirs.
    pub(crate) fn has(&self, identifier: &Identifier) -> bool {
        self.mailboxes.contains(identifier.value()) || self.texts.contains(identifier.value())
    }

    /// Whether an address leads to one of their mailboxes.
    pub(crate) fn has_address(&self, address: &str) -> bool {
        EmailAddress::parse(address).is_ok_and(|address| self.mailboxes.contains(address.identity()))
    }

    /// Whether somebody of this name was sought at this place.
    pub(crate) fn has_name_at(&self, name: &str, place: &str) -> bool {
        let (name, place) = (name.to_lowercase(), place.to_lowercase());
        self.names.iter().any(|(known, places)| *known == name && places.contains(&place))
    }

    pub(crate) fn reader(&self) -> Result<TraceReader<'_>> {
        let texts: Vec<&String> = self.texts.iter().collect();
        let found = AhoCorasick::builder().ascii_case_insensitive(true).build(&texts);
        let found = found.map_err(|error| StoreError::Engine(format!("cannot look for traces: {error}")))?;
        Ok(TraceReader { found, any: !texts.is_empty(), names: &self.names })
    }
}

/// Tells texts that name somebody from those that do not.
pub(crate) struct TraceReader<'t> {
    found: AhoCorasick,
    any: bool,
    names: &'t [(String, Vec<String>)],
}

impl TraceReader<'_> {
    /// Whether a text names one of them.
    pub(crate) fn is_in(&self, text: &[u8]) -> bool {
        let is_whole = |start: usize, end: usize| !is_part(text, start, end);
        if self.any && self.found.find_overlapping_iter(text).any(|hit| is_whole(hit.start(), hit.end())) {
            return true;
        }
        if self.names.is_empty() {
            return false;
        }
        let text = String::from_utf8_lossy(text).to_lowercase();
        let is_there = |(name, places): &(String, Vec<String>)| {
            has_words(&text, name) && places.iter().any(|place| has_words(&text, place))
        };
        self.names.iter().any(is_there)
    }
}

/// Whether a text has these words, whole.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + words.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Whether what lies between is only part of a longer address: `ann@acme.com` of `joann@acme.com`, or `/in/jane` of
/// `/in/jane-doe`.
pub(crate) fn is_part(text: &[u8], start: usize, end: usize) -> bool {
    let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'%');
    let before = start.checked_sub(1).and_then(|at| text.get(at)).copied();
    let (after, further) = (text.get(end).copied(), text.get(end + 1).copied());
    before.is_some_and(|byte| goes_on(byte) || matches!(byte, b'.' | b'+'))
        || after.is_some_and(goes_on)
        || (after == Some(b'.') && further.is_some_and(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use records::{Employer, Person};

    use super::*;

    #[test]
    fn a_name_gives_somebody_away_only_whole_and_beside_an_employer() {
        let named = |name: &str| {
            let employer = Employer { name: Some("Data Works".into()), ..Employer::default() };
            let person = Person { full_name: name.into(), company: Some(employer), ..Person::default() };
            let mut trace = Trace::default();
            trace.add_person(&PersonRecord { person, ..PersonRecord::default() });
            trace
        };
        let (ann, li) = (named("Ann Lee"), named("Li"));
        for (trace, text, is_in) in [
            (&ann, r#"{"fullName":"ann lee","company_name":"Data Works"}"#, true),
            (&ann, r#"{"fullName":"Joann Lee","company_name":"Data Works"}"#, false),
            (&ann, r#"{"fullName":"Ann Lee","company_name":"Other"}"#, false),
            (&li, r#"{"fullName":"Li","company_name":"Data Works"}"#, false),
        ] {
            assert_eq!(trace.reader().unwrap().is_in(text.as_bytes()), is_in, "{text}");
        }
    }

    #[test]
    fn a_trace_is_found_whole_and_not_as_a_part_of_somebody_else_s() {
        let email = Identifier::parse(IdentifierKind::Email, "ann@acme.example").unwrap();
        let profile = Identifier::parse(IdentifierKind::Profile, "https://network.example/in/ann").unwrap();
        let mut trace = Trace::of_identifier(&email);
        trace.texts.extend(Trace::of_identifier(&profile).texts);
        let reader = trace.reader().unwrap();
        for text in [r#"{"email":"ANN@acme.example"}"#, "see https://network.example/in/ann."] {
            assert!(reader.is_in(text.as_bytes()), "{text}");
        }
        for text in ["joann@acme.example", "https://network.example/in/ann-marie", "ann@acme.example.org"] {
            assert!(!reader.is_in(text.as_bytes()), "{text}");
        }
    }
}
