//! Look-up keys of people and of queries for them.
//!
//! A query and the record it means share a key also when the family name has a wrong consonant (the ends of the name
//! or the given name, at the current employer), when given and family name are swapped (a query has the keys of both
//! orders), and when the employer is written in another way (its first word, and the aliases of its record).
//! Most rows of the key index are keys of people, so a misspelt name has keys under one form of the employer only.

use super::{
    key::{Key, Kind, sorted},
    skeleton::{block, spelling_block},
};
use crate::{
    Employer, ExternalId, PersonRecord,
    identifiers::{
        company_name::{company_name_key, core_words},
        email::{identity_of_normal, is_free_provider},
        name::Name,
        placeholder::is_placeholder_phone,
    },
    query::PersonQuery,
};

/// Maximum number of employers of one person that get keys; a broken import may list more.
const MAX_EMPLOYERS: usize = 24;

/// Maximum number of parts of one family name that get keys of their own.
const MAX_NAME_PARTS: usize = 4;

impl PersonQuery {
    /// Look-up keys of the query, sorted.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        keys.extend(self.personal_email().map(Key::email));
        keys.extend(self.phone.as_deref().filter(|phone| !is_placeholder_phone(phone)).map(Key::phone));
        keys.extend(self.network_url.as_deref().map(Key::profile));
        keys.extend(self.identifier.as_ref().map(Key::of_person));
        if let Some(name) = &self.name {
            let employers = self.employers();
            let swapped = name.swapped();
            for name in [Some(name), swapped.as_ref()].into_iter().flatten() {
                let families = family_blocks(name);
                for employer in &employers {
                    family_keys(&mut keys, &families, employer);
                    slip_keys(&mut keys, name, employer);
                }
            }
        }
        sorted(keys)
    }

    /// Keys of everybody at the employer who has the family name.
    pub(crate) fn family_name_keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        if let Some(name) = &self.name {
            let families = family_blocks(name);
            self.employers().iter().for_each(|employer| family_keys(&mut keys, &families, employer));
        }
        keys
    }

    /// Keys of everybody at the employer who has the given name.
    pub(crate) fn given_name_keys(&self) -> Vec<Key> {
        let given = self.name.as_ref().and_then(given_block);
        let key = |given: &str, employer: &str| Key::of(Kind::GivenAtEmployer, &[given, employer]);
        given.map_or_else(Vec::new, |given| self.employers().iter().map(|at| key(&given, at)).collect())
    }

    /// The forms in which the employer may be keyed.
    fn employers(&self) -> Vec<String> {
        self.employer_domains()
            .map(at_domain)
            .chain(self.employer_names().flat_map(at_company))
            .chain(self.employer_identifiers().map(at_identifier))
            .collect()
    }
}

/// All look-up keys of a person record, sorted.
pub fn person_keys(record: &PersonRecord) -> Vec<Key> {
    person_keys_named(record, record.name().as_ref())
}

/// Like [`person_keys`], with the name of the record already parsed.
pub fn person_keys_named(record: &PersonRecord, name: Option<&Name>) -> Vec<Key> {
    let mut keys = person_identity_keys(record, name);
    if let (Some(name), Some(employer)) = (name, record.employers().next()) {
        identifying_spellings(employer).for_each(|employer| slip_keys(&mut keys, name, &employer));
    }
    sorted(keys)
}

/// The keys of identifiers and of the name at each employer, without those under which a misspelt name meets many.
pub fn person_identity_keys(record: &PersonRecord, name: Option<&Name>) -> Vec<Key> {
    let person = &record.person;
    let mut keys = Vec::new();
    keys.extend(record.emails.iter().map(|email| Key::email(&identity_of_normal(&email.address))));
    let phones = record.phones.iter().map(|phone| phone.number.as_str());
    keys.extend(phones.filter(|number| !is_placeholder_phone(number)).map(Key::phone));
    let profiles = person.profiles.iter().map(|profile| &profile.url);
    keys.extend(person.network_url.iter().chain(profiles).map(|url| Key::profile(url)));
    keys.extend(person.identifiers.iter().map(Key::of_person));
    let Some(name) = name else { return sorted(keys) };
    let families = family_blocks(name);
    let mut before = None;
    for employer in record.employers().take(MAX_EMPLOYERS) {
        let names = (employer.domain.as_deref(), employer.name.as_deref(), employer.identifier.as_ref());
        // Skip an employer equal to the one before: the current employer is repeated in the first position, and
        // consecutive positions are often at one employer.
        if before.replace(names) == Some(names) {
            continue;
        }
        spellings(employer).for_each(|employer| family_keys(&mut keys, &families, &employer));
    }
    sorted(keys)
}

/// The forms in which an employer is keyed.
fn spellings(employer: &Employer) -> impl Iterator<Item = String> {
    employer
        .domain
        .as_deref()
        .map(at_domain)
        .into_iter()
        .chain(employer.name.as_deref().into_iter().flat_map(at_company))
        .chain(employer.identifier.as_ref().map(at_identifier))
}

/// The form that identifies an employer, else its names. A company that is identified has a record, by which a query that names
/// it gets the same form.
fn identifying_spellings(employer: &Employer) -> impl Iterator<Item = String> {
    let domain = employer.domain.as_deref().filter(|domain| !is_free_provider(domain)).map(at_domain);
    let identifying = domain.or_else(|| employer.identifier.as_ref().map(at_identifier));
    let names = match identifying {
        Some(_) => None,
        None => employer.name.as_deref(),
    };
    identifying.into_iter().chain(names.into_iter().flat_map(at_company))
}

fn at_domain(domain: &str) -> String {
    format!("@{domain}")
}

/// An employer by its identifier, in the place of a domain: no domain has a colon.
fn at_identifier(identifier: &ExternalId) -> String {
    format!("@{}:{}", identifier.scheme, identifier.value)
}

/// The whole name, and its first word alone: people leave the rest out.
fn at_company(name: &str) -> Vec<String> {
    let key = company_name_key(name);
    let whole = spelling_block(name);
    let first = core_words(&key).first().map(|word| block(word)).filter(|first| *first != whole);
    [Some(whole), first].into_iter().flatten().filter(|form| !form.is_empty()).collect()
}

fn family_keys(keys: &mut Vec<Key>, families: &[String], employer: &str) {
    for family in families {
        keys.push(match employer.strip_prefix('@') {
            Some(domain) => Key::of(Kind::NameAtDomain, &[family, domain]),
            None => Key::of(Kind::NameAtCompany, &[family, employer]),
        });
    }
}

/// Keys that a misspelt family name leaves alone: its ends, and the given name. At a large employer each of them leads
/// to too many people, so there is one of both, and one of the family name with the initial.
fn slip_keys(keys: &mut Vec<Key>, name: &Name, employer: &str) {
    let (given, family) = (given_block(name), block(name.last_key()));
    if let (Some(first), Some(last)) =
        (family.get(..1), family.len().checked_sub(1).and_then(|at| family.get(at..)))
    {
        keys.push(Key::of(Kind::FamilyEndsAtEmployer, &[first, last, employer]));
        if let Some(given) = &given {
            keys.push(Key::of(Kind::GivenAndEndsAtEmployer, &[given, first, last, employer]));
        }
        let initial = name.first_key().get(..1).unwrap_or_default();
        keys.push(Key::of(Kind::FamilyAndInitialAtEmployer, &[&family, initial, employer]));
    }
    if let Some(given) = &given {
        keys.push(Key::of(Kind::GivenAtEmployer, &[given, employer]));
    }
}

/// The block of a given name that is written out.
fn given_block(name: &Name) -> Option<String> {
    Some(block(name.first_key())).filter(|given| given.len() > 1)
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
        for (first, last) in [("Jane", "Zanorano"), ("Zamorano", "Jane"), ("J.", "Zanorano")] {
            let keys = person_keys(&record("Jane", "Zamorano", &[("Acme", "acme.example")]));
            assert!(share_a_key(&at_domain(first, last, "acme.example").keys(), &keys), "{first} {last}");
        }
    }

    #[test]
    fn a_misspelt_name_has_keys_under_what_identifies_the_employer_else_under_its_names() {
        let by_name = |company: &str| PersonQuery {
            name: Name::from_parts("Jane", "Zanorano"),
            company_name: Some(company.to_owned()),
            ..PersonQuery::default()
        };
        let keys = |domain: &str| person_keys(&record("Jane", "Zamorano", &[("Acme", domain)]));
        let identified = keys("acme.example");
        assert!(share_a_key(&at_domain("Jane", "Zanorano", "acme.example").keys(), &identified));
        assert!(!share_a_key(&by_name("Acme").keys(), &identified), "its record tells the domain");
        let mut told = by_name("Acme");
        told.employer.domains.push("acme.example".to_owned());
        assert!(share_a_key(&told.keys(), &identified));
        assert!(share_a_key(&by_name("Acme").keys(), &keys("gmail.com")), "no company has that domain");
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
    fn the_number_of_keys_of_a_long_career_is_limited() {
        let employers: Vec<(String, String)> =
            (0..500).map(|n| (format!("Firm {n}"), format!("firm{n}.example"))).collect();
        let employers: Vec<(&str, &str)> = employers.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
        let keys = person_keys(&record("Jane", "A-Bcd-Efg-Hij-Klm-Nop-Qrs", &employers));
        assert!(keys.len() <= 8 + MAX_EMPLOYERS * 3 * (MAX_NAME_PARTS + 1));
    }
}
