//! Look-up keys: a record and every query that can match it share at least one key.
//!
//! Keys are coarse on purpose. They only yield candidates; [`crate::matching`] decides.

use sha2::{Digest, Sha256};

use crate::{
    Company, Employer, PersonRecord,
    identifiers::{company_name::company_name_key, email::identity_of_normal, name::Name},
};

/// Maximum number of employers of one person that get keys; a broken import may list more.
const MAX_EMPLOYERS: usize = 24;

/// Maximum number of parts of one family name that get keys of their own.
const MAX_NAME_PARTS: usize = 4;

/// The first eight bytes, big-endian, of the SHA-256 of a kind byte and the value.
///
/// Keys are stored, so neither the hash nor the kinds may ever change. The hash is cryptographic because sources
/// choose the values and must not be able to construct collisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

#[derive(Clone, Copy)]
#[repr(u8)]
enum Kind {
    Email = 1,
    Phone = 2,
    Profile = 3,
    NameAtDomain = 4,
    NameAtCompany = 5,
    Domain = 6,
    CompanyPage = 7,
    CompanyName = 8,
    CompanySpelling = 9,
    Posting = 10,
    Block = 11,
    Id = 12,
    Employer = 13,
    Value = 14,
    Row = 15,
}

impl Key {
    /// The key of a job posting's address.
    pub fn posting(url: &str) -> Self {
        Self::of(Kind::Posting, &[url])
    }

    /// The key of a person's profile.
    pub fn profile(url: &str) -> Self {
        Self::of(Kind::Profile, &[url])
    }

    /// The key of a mailbox, given by its identity (equal for every spelling of the address).
    pub fn email(identity: &str) -> Self {
        Self::of(Kind::Email, &[identity])
    }

    /// The key of a row of a source.
    pub fn row(source: &str, reference: &str) -> Self {
        Self::of(Kind::Row, &[source, reference])
    }

    /// The key of a record's own id.
    pub fn id(id: &str) -> Self {
        Self::of(Kind::Id, &[id])
    }

    /// The key of the current employees of the company with this domain.
    pub fn employer(domain: &str) -> Self {
        Self::of(Kind::Employer, &[domain])
    }

    /// The key under which the frequency of a trait value is counted, such as a family name.
    pub(crate) fn value(kind: &str, value: &str) -> Self {
        Self::of(Kind::Value, &[kind, value])
    }

    /// The key of a block: coarse traits that two claims about the same person usually share.
    pub(crate) fn block(parts: &[&str]) -> Self {
        Self::of(Kind::Block, parts)
    }

    fn of(kind: Kind, parts: &[&str]) -> Self {
        let mut hash = Sha256::new_with_prefix([kind as u8]);
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                hash.update([0]);
            }
            hash.update(part.as_bytes());
        }
        let digest = hash.finalize();
        Self(digest.iter().take(8).fold(0, |key, byte| (key << 8) | u64::from(*byte)))
    }
}

/// A query for a person, in normal forms.
#[derive(Debug, Clone, Default)]
pub struct PersonQuery {
    /// Professional-network profile.
    pub network_url: Option<String>,
    /// Identity of an email address.
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    /// Name.
    pub name: Option<Name>,
    /// Registrable domain of an employer.
    pub company_domain: Option<String>,
    /// Name of an employer.
    pub company_name: Option<String>,
}

/// A query for a company, in normal forms.
#[derive(Debug, Clone, Default)]
pub struct CompanyQuery {
    /// Registrable domain.
    pub domain: Option<String>,
    /// Professional-network page.
    pub network_url: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
}

impl PersonQuery {
    /// Look-up keys of the query, sorted.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        keys.extend(self.email.as_deref().map(Key::email));
        keys.extend(self.phone.as_deref().map(|phone| Key::of(Kind::Phone, &[phone])));
        keys.extend(self.network_url.as_deref().map(Key::profile));
        let families = self.name.as_ref().map(family_blocks).unwrap_or_default();
        name_keys(&mut keys, &families, self.company_domain.as_deref(), self.company_name.as_deref());
        sorted(keys)
    }
}

impl CompanyQuery {
    /// Look-up keys of the query, sorted.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        keys.extend(self.domain.as_deref().map(|domain| Key::of(Kind::Domain, &[domain])));
        keys.extend(self.network_url.as_deref().map(|url| Key::of(Kind::CompanyPage, &[url])));
        company_name_keys(&mut keys, self.name.as_deref());
        sorted(keys)
    }
}

/// All look-up keys of a person record, sorted.
pub fn person_keys(record: &PersonRecord) -> Vec<Key> {
    person_keys_named(record, name_of(record).as_ref())
}

/// Like [`person_keys`], with the name of the record already parsed.
pub fn person_keys_named(record: &PersonRecord, name: Option<&Name>) -> Vec<Key> {
    let person = &record.person;
    let mut keys = Vec::new();
    keys.extend(record.emails.iter().map(|email| Key::email(&identity_of_normal(&email.address))));
    keys.extend(record.phones.iter().map(|phone| Key::of(Kind::Phone, &[&phone.number])));
    let profiles = person.profiles.iter().map(|profile| &profile.url);
    keys.extend(person.network_url.iter().chain(profiles).map(|url| Key::profile(url)));
    let families = name.map(family_blocks).unwrap_or_default();
    let mut before = None;
    for employer in employers(record).take(MAX_EMPLOYERS) {
        let names = (employer.domain.as_deref(), employer.name.as_deref());
        // Skip an employer equal to the one before: the current employer is repeated in the first position, and
        // consecutive positions are often at one employer.
        if before.replace(names) != Some(names) {
            name_keys(&mut keys, &families, names.0, names.1);
        }
    }
    sorted(keys)
}

/// All look-up keys of a company record, sorted.
pub fn company_keys(company: &Company) -> Vec<Key> {
    let mut keys: Vec<Key> = company
        .domains
        .iter()
        .chain(&company.domain)
        .map(|domain| Key::of(Kind::Domain, &[domain]))
        .collect();
    keys.extend(company.network_url.as_deref().map(|url| Key::of(Kind::CompanyPage, &[url])));
    for name in [&company.name].into_iter().chain(&company.legal_name).chain(&company.former_names) {
        company_name_keys(&mut keys, Some(name));
    }
    sorted(keys)
}

/// The parsed name of a record: from first and last name if known, else from the full name.
pub fn name_of(record: &PersonRecord) -> Option<Name> {
    let person = &record.person;
    let parts = person.first_name.as_deref().zip(person.last_name.as_deref());
    parts.and_then(|(first, last)| Name::from_parts(first, last)).or_else(|| Name::parse(&person.full_name))
}

/// All employers, the current one first.
pub(crate) fn employers(record: &PersonRecord) -> impl Iterator<Item = &Employer> {
    let person = &record.person;
    person.company.iter().chain(person.experience.iter().map(|position| &position.company))
}

fn name_keys(keys: &mut Vec<Key>, families: &[String], domain: Option<&str>, company: Option<&str>) {
    let company = company.map(spelling_block).filter(|company| !company.is_empty());
    for family in families {
        keys.extend(domain.map(|domain| Key::of(Kind::NameAtDomain, &[family, domain])));
        keys.extend(company.as_deref().map(|company| Key::of(Kind::NameAtCompany, &[family, company])));
    }
}

fn company_name_keys(keys: &mut Vec<Key>, name: Option<&str>) {
    let Some(name) = name else { return };
    let key = company_name_key(name);
    if !key.is_empty() {
        keys.push(Key::of(Kind::CompanySpelling, &[&spelling_block(name)]));
        keys.push(Key::of(Kind::CompanyName, &[&key]));
    }
}

/// Parts of a family name that are too common for a key.
const PARTICLES: [&str; 14] =
    ["von", "van", "der", "den", "del", "della", "dos", "das", "des", "ter", "ten", "bin", "ibn", "abu"];

/// The blocks of a family name: the whole and, for a double name, each part, since sources drop either.
fn family_blocks(name: &Name) -> Vec<String> {
    let whole = if name.last_key().is_empty() { name.first_key() } else { name.last_key() };
    let mut blocks = vec![block(whole)];
    let written = name.last().unwrap_or_default();
    if written.contains([' ', '-']) {
        let folded = any_ascii::any_ascii(written).to_ascii_lowercase();
        let parts = folded.split([' ', '-']).filter(|part| part.len() > 2 && !PARTICLES.contains(part));
        blocks.extend(parts.take(MAX_NAME_PARTS).map(block));
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The block of a company name: its words sorted, each reduced by [`block`].
fn spelling_block(name: &str) -> String {
    let key = company_name_key(name);
    let mut words: Vec<String> = key.split(' ').filter(|word| !word.is_empty()).map(block).collect();
    words.sort_unstable();
    words.concat()
}

/// A word without vowels after the first letter and without doubled letters, so that Müller, Mueller and Muller share
/// a block. A word that would become too short keeps its vowels, with the umlaut digraphs folded; otherwise every Lee,
/// Li and Liu would be a candidate.
fn block(word: &str) -> String {
    let skeleton = fold(word, |_, c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u'));
    if skeleton.chars().nth(2).is_some() {
        return skeleton;
    }
    fold(word, |before, c| c == 'e' && matches!(before, 'a' | 'o' | 'u'))
}

/// Removes doubled letters and those that `dropped` selects; the first letter always stays.
fn fold(word: &str, dropped: impl Fn(char, char) -> bool) -> String {
    let mut folded = String::with_capacity(word.len());
    let (mut before, mut kept) = (None, None);
    let letters = word.chars().filter(|c| c.is_alphanumeric());
    for letter in letters.map(|c| if c == 'y' { 'i' } else { c }) {
        let drop = before.is_some_and(|before| dropped(before, letter)) || kept == Some(letter);
        if !drop {
            folded.push(letter);
            kept = Some(letter);
        }
        before = Some(letter);
    }
    folded
}

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Email, EmailKind, Experience, Person, identifiers::email::EmailAddress};

    fn record(first: &str, last: &str, employers: &[(&str, &str)]) -> PersonRecord {
        let employer = |(name, domain): &(&str, &str)| Employer {
            name: Some((*name).to_owned()),
            domain: Some((*domain).to_owned()),
            ..Employer::default()
        };
        let experience =
            employers.iter().map(|e| Experience { company: employer(e), ..Experience::default() }).collect();
        let person = Person {
            full_name: format!("{first} {last}"),
            first_name: Some(first.to_owned()),
            last_name: Some(last.to_owned()),
            network_url: Some("https://network.example/in/jane".to_owned()),
            company: employers.first().map(employer),
            experience,
            ..Person::default()
        };
        let email = Email {
            address: "jane+news@acme.example".to_owned(),
            kind: EmailKind::Business,
            status: Default::default(),
            last_validated_at: None,
        };
        PersonRecord { person, emails: vec![email], phones: Vec::new() }
    }

    fn at_domain(first: &str, last: &str, domain: &str) -> PersonQuery {
        let (name, company_domain) = (Name::from_parts(first, last), Some(domain.to_owned()));
        PersonQuery { name, company_domain, ..PersonQuery::default() }
    }

    fn share_a_key(query: &[Key], record: &[Key]) -> bool {
        query.iter().any(|key| record.binary_search(key).is_ok())
    }

    #[test]
    fn a_key_never_changes() {
        assert_eq!(Key::of(Kind::Domain, &["acme.example"]).0, 953_415_139_134_969_566);
    }

    #[test]
    fn spellings_of_a_family_name_share_a_key() {
        let pairs = [
            ("Müller", "Mueller"),
            ("Müller", "Muller"),
            ("Löw", "Loew"),
            ("Meyer", "Meier"),
            ("García Márquez", "Garcia"),
            ("Garcia", "García-Márquez"),
            ("Hoffmann", "Hofmann"),
            ("O'Brien", "OBrien"),
            ("Müller-Lüdenscheidt", "Mueller Luedenscheidt"),
            ("Smith", "Smtih"),
        ];
        for (stored, queried) in pairs {
            let keys = person_keys(&record("Jane", stored, &[("Acme", "acme.example")]));
            assert!(
                share_a_key(&at_domain("J.", queried, "acme.example").keys(), &keys),
                "{stored} and {queried}"
            );
            assert!(!share_a_key(&at_domain("J.", queried, "other.example").keys(), &keys));
        }
        let keys = person_keys(&record("Jane", "Lee", &[("Acme", "acme.example")]));
        assert!(!share_a_key(&at_domain("Jane", "Liu", "acme.example").keys(), &keys));
    }

    #[test]
    fn a_person_is_found_at_past_employers_and_by_any_identifier() {
        let keys =
            person_keys(&record("Jane", "Doe", &[("Acme Inc", "acme.example"), ("Oldco", "oldco.example")]));
        assert!(share_a_key(&at_domain("Jane", "Doe", "oldco.example").keys(), &keys));
        let by = |query: PersonQuery| share_a_key(&query.keys(), &keys);
        let text = |text: &str| Some(text.to_owned());
        assert!(by(PersonQuery {
            network_url: text("https://network.example/in/jane"),
            ..Default::default()
        }));
        let identity = EmailAddress::parse("jane+news@acme.example").unwrap().identity().to_owned();
        assert!(by(PersonQuery { email: Some(identity), ..Default::default() }));
        let name = Name::from_parts("Jane", "Doe");
        assert!(by(PersonQuery { name, company_name: text("ACME"), ..Default::default() }));
        assert!(PersonQuery::default().keys().is_empty());
    }

    #[test]
    fn a_company_is_found_by_any_name_in_any_spelling() {
        let company = Company {
            name: "Acme Robotics GmbH".to_owned(),
            former_names: vec!["Apex".to_owned()],
            domains: vec!["acme.example".to_owned()],
            ..Company::default()
        };
        let keys = company_keys(&company);
        for name in ["acme robotics", "Acme Robotcis", "Robotics Acme", "Acmee Robotics", "Apex Inc"] {
            assert!(
                share_a_key(
                    &CompanyQuery { name: Some(name.to_owned()), ..Default::default() }.keys(),
                    &keys
                ),
                "{name}"
            );
        }
        assert!(keys.is_sorted());
    }

    #[test]
    fn the_number_of_keys_of_a_long_career_is_limited() {
        let employers: Vec<(String, String)> =
            (0..500).map(|n| (format!("Firm {n}"), format!("firm{n}.example"))).collect();
        let employers: Vec<(&str, &str)> = employers.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
        let keys = person_keys(&record("Jane", "A-Bcd-Efg-Hij-Klm-Nop-Qrs", &employers));
        assert!(keys.len() <= 2 + MAX_EMPLOYERS * 2 * (MAX_NAME_PARTS + 1));
    }
}
