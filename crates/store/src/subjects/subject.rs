//! A subject's merged record (person, company or job) and the keys computed from it.

use std::collections::BTreeSet;

use records::{
    Claim, Company, ExternalId, Facts, Job, PersonRecord, Signal,
    company_name::similarity,
    email::identity_of_normal,
    identifier::Identity,
    keys::{
        Key, company_blocks, company_filing_keys, company_keys, company_values, employer_handle,
        person_keys_named, whole_name_keys,
    },
    merge::{merge_company, merge_person, opening_keys},
    merge_job,
    sameness::values,
    signal::{company_signals, job_signals, person_signals},
};
use sha2::{Digest, Sha256};

use crate::{
    sql::{Result, StoreError},
    subjects::codec::{compress, decode},
};

/// Names at least this alike may be two spellings of one company.
const COMPANY_NAMES_ALIKE: f64 = 0.88;

/// Initial capacity for an encoded record.
const USUAL_RECORD_BYTES: usize = 1_024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Person = 1,
    Company = 2,
    Job = 3,
}

impl Kind {
    pub(crate) fn of(facts: &Facts) -> Self {
        match facts {
            Facts::Person(_) => Self::Person,
            Facts::Company(_) => Self::Company,
            Facts::Job(_) => Self::Job,
        }
    }

    /// The kind with this stored number.
    pub(crate) fn of_number(number: i64) -> Result<Self> {
        match number {
            1 => Ok(Self::Person),
            2 => Ok(Self::Company),
            3 => Ok(Self::Job),
            _ => Err(StoreError::Damaged { what: "record", why: format!("there is no kind {number}") }),
        }
    }

    /// What every id of this kind begins with.
    pub(crate) fn id_prefix(self) -> &'static str {
        match self {
            Self::Person => "per_",
            Self::Company => "com_",
            Self::Job => "job_",
        }
    }

    /// A deterministic id, made from the first claim's source and row id: the same data gets the same id in any store.
    pub(crate) fn id(self, source: &str, reference: &str, attempt: u32) -> String {
        const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut hash = Sha256::new_with_prefix([self as u8]);
        for part in [source.as_bytes(), &[0], reference.as_bytes(), &attempt.to_le_bytes()] {
            hash.update(part);
        }
        let mut id = String::from(self.id_prefix());
        id.extend(hash.finalize().iter().take(22).map(|byte| char::from(ALPHABET[usize::from(byte & 31)])));
        id
    }
}

#[derive(Debug, PartialEq)]
pub(crate) enum Subject {
    Person(Box<PersonRecord>),
    Company(Box<Company>),
    Job(Box<Job>),
}

/// Keys of a subject in the key index, and values counted for commonness.
#[derive(Default)]
pub(crate) struct KnownBy {
    /// Keys of its id, identifiers and names.
    pub(crate) keys: Vec<Key>,
    /// Names and places that others may share.
    pub(crate) values: Vec<Key>,
}

impl Subject {
    /// The record that the claims merge to.
    pub(crate) fn of(id: &str, claims: &[Claim]) -> Self {
        match claims.first().map(|claim| Kind::of(&claim.facts)) {
            Some(Kind::Company) => Self::Company(Box::new(merge_company(id, claims))),
            Some(Kind::Job) => Self::Job(Box::new(merge_job(id, claims))),
            _ => Self::Person(Box::new(merge_person(id, claims))),
        }
    }

    pub(crate) fn decode(kind: Kind, bytes: &[u8]) -> Result<Self> {
        Ok(match kind {
            Kind::Person => Self::Person(decode(bytes)?),
            Kind::Company => Self::Company(decode(bytes)?),
            Kind::Job => Self::Job(decode(bytes)?),
        })
    }

    pub(crate) fn encode(&self) -> Result<Vec<u8>> {
        let mut record = Vec::with_capacity(USUAL_RECORD_BYTES);
        match self {
            Self::Person(person) => serde_json::to_writer(&mut record, person),
            Self::Company(company) => serde_json::to_writer(&mut record, company),
            Self::Job(job) => serde_json::to_writer(&mut record, job),
        }
        .map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })?;
        compress(&record)
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Person(_) => Kind::Person,
            Self::Company(_) => Kind::Company,
            Self::Job(_) => Kind::Job,
        }
    }

    /// The name in lower case, for lists that are searched by name.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Person(record) => record.person.full_name.to_lowercase(),
            Self::Company(company) => company.name.to_lowercase(),
            Self::Job(job) => job.title.to_lowercase(),
        }
    }

    /// All its identifiers, domains and names, for the suppression list.
    pub(crate) fn identity(&self) -> Identity {
        match self {
            Self::Person(record) => Identity::of_person(record),
            Self::Company(company) => Identity::of_company(company),
            Self::Job(job) => Identity::of_job(job),
        }
    }

    /// Its identifiers of registers; a job has none.
    pub(crate) fn registered(&self) -> &[ExternalId] {
        match self {
            Self::Person(record) => &record.person.identifiers,
            Self::Company(company) => &company.identifiers,
            Self::Job(_) => &[],
        }
    }

    /// Handle of a person's current employer.
    pub(crate) fn employer(&self) -> Option<String> {
        match self {
            Self::Person(record) => employer_handle(record.person.company.as_ref()?),
            Self::Company(_) | Self::Job(_) => None,
        }
    }

    /// Its keys, and the values counted for commonness.
    pub(crate) fn known_by(&self) -> KnownBy {
        let (id, mut keys, values) = match self {
            Self::Person(record) => {
                let name = record.name();
                let keys = person_keys_named(record, name.as_ref());
                (&record.person.id, keys, values(record, name.as_ref()))
            }
            Self::Company(company) => (&company.id, company_keys(company), company_values(company)),
            Self::Job(job) => (&job.id, self.strong_keys(), Vec::new()),
        };
        keys.push(Key::id(id));
        keys.extend(self.employer().map(|handle| Key::employer(&handle)));
        KnownBy { keys, values }
    }

    /// Keys of identifiers that belong to one subject alone, and of companies and jobs those under which rows about one meet.
    pub(crate) fn strong_keys(&self) -> Vec<Key> {
        match self {
            Self::Person(record) => {
                let person = &record.person;
                let profile = person.network_url.iter().map(|url| Key::profile(url));
                let profile = profile.chain(person.identifiers.iter().map(Key::of_person));
                profile.chain(email_identities(record).iter().map(|email| Key::email(email))).collect()
            }
            Self::Company(company) => {
                let mut keys = company_filing_keys(company);
                keys.extend(company_blocks(company));
                keys
            }
            Self::Job(job) => job.url.iter().map(|url| Key::posting(url)).chain(opening_keys(job)).collect(),
        }
    }

    /// The identifiers that belong to one subject alone, as text.
    pub(crate) fn identifiers(&self) -> Vec<String> {
        match self {
            Self::Person(record) => {
                let person = &record.person;
                let registered = person.identifiers.iter().map(ToString::to_string);
                person.network_url.iter().cloned().chain(registered).chain(email_identities(record)).collect()
            }
            Self::Company(company) => {
                let registered = company.identifiers.iter().map(ToString::to_string);
                company.network_url.iter().chain(&company.domains).cloned().chain(registered).collect()
            }
            Self::Job(job) => job.url.iter().cloned().collect(),
        }
    }

    /// The signals derived from the claims.
    pub(crate) fn signals(&self, claims: &[Claim]) -> Vec<Signal> {
        match self {
            Self::Person(record) => person_signals(record, claims),
            Self::Company(company) => company_signals(company, claims),
            Self::Job(job) => job_signals(job),
        }
    }

    /// Keys of the names a company has.
    pub(crate) fn name_keys(&self) -> Vec<Key> {
        let Self::Company(company) = self else { return Vec::new() };
        company.names().flat_map(|name| whole_name_keys(name)).collect()
    }

    /// Whether two subjects under the same id of a source have similar names.
    pub(crate) fn is_named_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Company(a), Self::Company(b)) => similarity(&a.name, &b.name) >= COMPANY_NAMES_ALIKE,
            (Self::Job(_), Self::Job(_)) => self.label() == other.label(),
            _ => false,
        }
    }
}

fn email_identities(record: &PersonRecord) -> BTreeSet<String> {
    record.emails.iter().map(|email| identity_of_normal(&email.address).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_depends_on_nothing_but_the_first_claim() {
        let id = Kind::Person.id("crm", "42", 0);
        assert_eq!(id, Kind::Person.id("crm", "42", 0));
        assert_ne!(id, Kind::Company.id("crm", "42", 0));
        assert_ne!(id, Kind::Person.id("crm4", "2", 0));
        assert!(id.starts_with("per_") && id.len() == 26, "{id}");
    }
}
