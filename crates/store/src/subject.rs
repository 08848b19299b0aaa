//! What a claim speaks of, a person or a company, handled alike.

use std::collections::BTreeSet;

use records::{
    Claim, Company, Facts, Job, PersonRecord, Signal,
    email::EmailAddress,
    keys::{CompanyQuery, Key, PersonQuery, company_keys, person_keys},
    merge::{merge_company, merge_person},
    merge_job,
    name::{Agreement, Name, given_agreement},
    signal::{company_signals, job_signals, person_signals},
};
use sha2::{Digest, Sha256};

use crate::{
    record::decode,
    sql::{Result, StoreError},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// An id that the same data gets again in another store: made from what the first claim is called.
    pub(crate) fn id(self, source: &str, reference: &str, attempt: u32) -> String {
        const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut hash = Sha256::new_with_prefix([self as u8]);
        for part in [source.as_bytes(), &[0], reference.as_bytes(), &attempt.to_le_bytes()] {
            hash.update(part);
        }
        let mut id = String::from(match self {
            Self::Person => "per_",
            Self::Company => "com_",
            Self::Job => "job_",
        });
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

impl Subject {
    /// What the claims merge to.
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
        match self {
            Self::Person(person) => serde_json::to_vec(person),
            Self::Company(company) => serde_json::to_vec(company),
            Self::Job(job) => serde_json::to_vec(job),
        }
        .map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
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

    pub(crate) fn keys(&self) -> Vec<Key> {
        match self {
            Self::Person(record) => person_keys(record),
            Self::Company(company) => company_keys(company),
            Self::Job(job) => job.url.iter().map(|url| Key::posting(url)).collect(),
        }
    }

    /// Keys of identifiers that belong to one subject alone.
    pub(crate) fn strong_keys(&self) -> Vec<Key> {
        match self {
            Self::Person(record) => {
                let profile =
                    PersonQuery { network_url: record.person.network_url.clone(), ..Default::default() };
                let mut keys = profile.keys();
                for email in email_identities(record) {
                    keys.extend(PersonQuery { email: Some(email), ..Default::default() }.keys());
                }
                keys
            }
            Self::Company(company) => {
                let page = CompanyQuery { network_url: company.network_url.clone(), ..Default::default() };
                let mut keys = page.keys();
                for domain in &company.domains {
                    keys.extend(CompanyQuery { domain: Some(domain.clone()), ..Default::default() }.keys());
                }
                keys
            }
            Self::Job(_) => self.keys(),
        }
    }

    /// What has happened, going by the claims.
    pub(crate) fn signals(&self, claims: &[Claim]) -> Vec<Signal> {
        match self {
            Self::Person(record) => person_signals(record, claims),
            Self::Company(company) => company_signals(company, claims),
            Self::Job(job) => job_signals(job),
        }
    }

    /// Whether both share a strong identifier, and nothing speaks against it.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Person(a), Self::Person(b)) => {
                let profiles = (&a.person.network_url, &b.person.network_url);
                if let (Some(a), Some(b)) = profiles {
                    return a == b;
                }
                let (mine, theirs) = (email_identities(a), email_identities(b));
                !mine.is_disjoint(&theirs) && !names_differ(a, b)
            }
            (Self::Company(a), Self::Company(b)) => {
                let page = a.network_url.is_some() && a.network_url == b.network_url;
                page || a.domains.iter().any(|domain| b.domains.contains(domain))
            }
            (Self::Job(a), Self::Job(b)) => a.url.is_some() && a.url == b.url,
            _ => false,
        }
    }
}

fn email_identities(record: &PersonRecord) -> BTreeSet<String> {
    let parsed = record.emails.iter().filter_map(|email| EmailAddress::parse(&email.address).ok());
    parsed.map(|address| address.identity().to_owned()).collect()
}

/// A mailbox shared by an office or a family does not make two people one.
fn names_differ(a: &PersonRecord, b: &PersonRecord) -> bool {
    let name = |record: &PersonRecord| Name::parse(&record.person.full_name);
    let (Some(a), Some(b)) = (name(a), name(b)) else { return false };
    matches!(given_agreement(&a, &b), Agreement::Different)
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
