//! What the people who are erased are recognised by: mailboxes, numbers, profiles, ids, and names at employers.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Company, ExternalId, PersonRecord,
    company_name::company_name_key,
    domain::registrable_domain,
    email::{EmailAddress, is_free_provider},
    identifier::{Identifier, IdentifierKind},
    keys::{Key, person_identity_keys},
    name::{Name, words_in},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Shorter names of companies are words that anything may hold.
const EMPLOYER_BYTES_MIN: usize = 4;
/// Shorter names of people are, too, and so is a name of one word.
const NAME_BYTES_MIN: usize = 5;

/// What those who are erased are recognised by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trace {
    /// Addresses as they are written.
    pub(crate) addresses: BTreeSet<String>,
    /// Mailboxes, in the form that every spelling shares.
    pub(crate) mailboxes: BTreeSet<String>,
    /// Numbers in E.164.
    pub(crate) phones: BTreeSet<String>,
    /// Addresses of profiles and pages.
    pub(crate) profiles: BTreeSet<String>,
    /// Ids of records and signals.
    pub(crate) ids: BTreeSet<String>,
    /// Hashes that lists of others may know them by.
    pub(crate) keys: BTreeSet<u64>,
    /// Domains of companies that may publish their contacts.
    pub(crate) domains: BTreeSet<String>,
    /// Names, each with the employers at which it is theirs; both as folded words.
    pub(crate) names: BTreeMap<String, BTreeSet<String>>,
}

impl Trace {
    /// The person who has this identifier, known or not.
    pub(crate) fn of_identifier(identifier: &Identifier) -> Self {
        let mut trace = Self::default();
        let value = identifier.value().to_owned();
        let key = match identifier.kind() {
            IdentifierKind::Email => {
                trace.add_address(&value);
                Key::email(&value)
            }
            IdentifierKind::Phone => {
                trace.phones.insert(value.clone());
                Key::phone(&value)
            }
            IdentifierKind::Profile => {
                trace.profiles.insert(value.clone());
                Key::profile(&value)
            }
            IdentifierKind::External => {
                let Ok(id) = value.parse() else { return trace };
                trace.add_external(&id);
                Key::of_person(&id)
            }
            // Others may have worked there; only what is about the company itself goes.
            IdentifierKind::Domain | IdentifierKind::Name => return trace,
        };
        trace.keys.insert(key.0);
        trace
    }

    /// Takes in a person with everything their record says.
    pub(crate) fn add_person(&mut self, record: &PersonRecord) {
        let person = &record.person;
        record.emails.iter().for_each(|email| self.add_address(&email.address));
        self.phones.extend(record.phones.iter().map(|phone| phone.number.clone()));
        self.profiles.extend(person.network_url.iter().cloned());
        self.profiles.extend(person.profiles.iter().map(|profile| profile.url.clone()));
        person.identifiers.iter().for_each(|id| self.add_external(id));
        let keys = person_identity_keys(record, record.name().as_ref());
        self.keys.extend(keys.iter().map(|key| key.0));
        let positions = person.experience.iter().map(|position| &position.company);
        let employers: Vec<_> = person.company.iter().chain(positions).collect();
        self.domains.extend(employers.iter().filter_map(|employer| employer.domain.clone()));
        let mut places = BTreeSet::new();
        for employer in employers {
            places.extend(employer.domain.iter().flat_map(|domain| places_of_domain(domain)));
            places.extend(employer.name.iter().flat_map(|name| places_of_name(name)));
            places.extend(employer.identifier.iter().map(|identifier| identifier.value.to_lowercase()));
        }
        for email in &record.emails {
            let host = email.address.rsplit_once('@').map_or("", |(_, host)| host);
            if !is_free_provider(host) {
                places.extend(places_of_domain(host));
            }
        }
        for name in spellings_of(&person.full_name) {
            self.names.entry(name).or_default().extend(places.iter().cloned());
        }
    }

    /// Takes in a company with its page.
    pub(crate) fn add_company(&mut self, company: &Company) {
        self.profiles.extend(company.network_url.iter().cloned());
    }

    /// A register's value, as requests write it and as answers do.
    fn add_external(&mut self, id: &ExternalId) {
        self.profiles.extend([id.to_string(), id.value.clone()]);
    }

    fn add_address(&mut self, address: &str) {
        self.addresses.insert(address.to_owned());
        if let Ok(address) = EmailAddress::parse(address) {
            self.addresses.insert(address.identity().to_owned());
            self.mailboxes.insert(address.identity().to_owned());
            self.domains.insert(address.domain().to_owned());
        }
    }

    /// Leaves out an identifier that others have, too: the number of a switchboard is shared.
    pub(crate) fn leave_out(&mut self, identifier: &Identifier) {
        let value = identifier.value();
        let is_another = |address: &String| {
            EmailAddress::parse(address).map_or(true, |address| address.identity() != value)
        };
        self.addresses.retain(is_another);
        self.mailboxes.remove(value);
        self.phones.remove(value);
        self.profiles.remove(value);
    }

    /// Whether a company's contact is theirs.
    pub(crate) fn has(&self, identifier: &Identifier) -> bool {
        let value = identifier.value();
        self.mailboxes.contains(value) || self.phones.contains(value) || self.profiles.contains(value)
    }

    /// What the bytes of all files are searched for.
    pub(crate) fn texts(&self) -> BTreeSet<String> {
        let written = [&self.addresses, &self.phones, &self.profiles, &self.ids].into_iter().flatten();
        written.cloned().chain(self.address_hashes()).collect()
    }

    /// SHA-256 of each address, in the spellings that ad platforms hash: as it is written, and for Gmail without dots and
    /// tag.
    pub(crate) fn address_hashes(&self) -> BTreeSet<String> {
        let gmail = self.addresses.iter().filter_map(|address| address.strip_suffix("@gmail.com"));
        let spellings = gmail.map(|local| format!("{local}@googlemail.com"));
        self.addresses
            .iter()
            .cloned()
            .chain(spellings)
            .map(|address| hex::encode(Sha256::digest(address)))
            .collect()
    }

    /// Takes in everything of another one.
    pub(crate) fn extend(&mut self, other: Self) {
        self.addresses.extend(other.addresses);
        self.mailboxes.extend(other.mailboxes);
        self.phones.extend(other.phones);
        self.profiles.extend(other.profiles);
        self.ids.extend(other.ids);
        self.keys.extend(other.keys);
        self.domains.extend(other.domains);
        for (name, places) in other.names {
            self.names.entry(name).or_default().extend(places);
        }
    }
}

/// A name as folded words: whole, without middle names, and with the family name first.
pub(super) fn spellings_of(full: &str) -> BTreeSet<String> {
    let Some(name) = Name::parse(full) else { return BTreeSet::new() };
    let (first, last) = (name.first().unwrap_or_default(), name.last().unwrap_or_default());
    let written = [full.to_owned(), format!("{first} {last}"), format!("{last} {first}")];
    let words = written.iter().map(|text| words_in(text));
    // One word names many people, unless a script writes names without spaces.
    let is_telling = |words: &String| {
        words.trim().len() >= NAME_BYTES_MIN && (words.trim().contains(' ') || full.chars().any(is_unspaced))
    };
    words.filter(is_telling).collect()
}

/// Characters of scripts that write names without a space: Thai, Japanese, Chinese, Korean.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}')
}

fn places_of_domain(domain: &str) -> Vec<String> {
    let registered = registrable_domain(domain).unwrap_or_else(|_| domain.to_owned());
    let label = registered.split('.').next().unwrap_or_default().to_owned();
    telling_places([registered, label])
}

fn places_of_name(name: &str) -> Vec<String> {
    telling_places([name.to_owned(), company_name_key(name)])
}

fn telling_places(places: [String; 2]) -> Vec<String> {
    let words = places.into_iter().map(|place| words_in(&place));
    words.filter(|words| words.trim().len() >= EMPLOYER_BYTES_MIN).collect()
}
