//! Employers that rows about people state: a company that no record has yet is made known by the people who work there.

use jiff::Timestamp;
use records::{
    Claim, CompanyFacts, Facts,
    email::is_free_provider,
    keys::{Key, employer_handle},
    query::CompanyQuery,
};

use crate::subjects::subject::Subject;

/// The employer of a person as a row states it, with what identifies the company.
pub(crate) struct StatedEmployer {
    pub(crate) handle: String,
    /// Keys of its domain, page and register identifier.
    pub(crate) keys: Vec<Key>,
    /// Tells statements of one employer apart.
    pub(crate) name: Key,
    facts: CompanyFacts,
}

impl StatedEmployer {
    /// The employer of a person, unless nothing but a name is stated: a name alone may be that of several companies, and
    /// many people write there what is no company.
    pub(crate) fn of(subject: &Subject) -> Option<Self> {
        let Subject::Person(record) = subject else { return None };
        let employer = record.person.company.as_ref()?;
        let domain = employer.domain.clone().filter(|domain| !is_free_provider(domain));
        let query = CompanyQuery {
            domain: domain.clone(),
            network_url: employer.network_url.clone(),
            identifier: employer.identifier.clone(),
            ..CompanyQuery::default()
        };
        let keys = query.identifying_keys();
        if keys.is_empty() {
            return None;
        }
        let facts = CompanyFacts {
            name: employer.name.clone(),
            domains: domain.into_iter().collect(),
            network_url: employer.network_url.clone(),
            identifiers: employer.identifier.iter().cloned().collect(),
            of_employee: true,
            ..CompanyFacts::default()
        };
        let name = Key::value("employer name", employer.name.as_deref().unwrap_or_default());
        Some(Self { handle: employer_handle(employer)?, keys, name, facts })
    }

    /// The claim about the company, in the name of the source of the row.
    pub(crate) fn claim(&self, source: &str, observed_at: Timestamp) -> Claim {
        Claim {
            source: source.to_owned(),
            // Not the id of the row: many rows state one employer. Two spellings of its name are two rows, not a new name.
            reference: format!("employer {} {:016x}", self.handle, self.name.0),
            observed_at,
            facts: Facts::Company(Box::new(self.facts.clone())),
        }
    }
}
