//! A person of the sandbox, so that every example in the documentation is one that answers.

use records::{EmailKind, LineType, PersonRecord};
use store::{Store, StoreError};

/// People looked at for one with everything an example needs.
const LOOKED_AT_MAX: usize = 200;

/// What example requests are made of.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Full name.
    pub full_name: String,
    /// Business email.
    pub email: String,
    /// Mobile, E.164.
    pub phone: String,
    /// Domain of the employer.
    pub company_domain: String,
}

impl Sample {
    /// A sample from a store; stands on its own feet when the store has nobody suitable.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let people = store.some_people(LOOKED_AT_MAX)?;
        Ok(people.iter().find_map(Self::from_person).unwrap_or_else(|| Self {
            full_name: "Ada Example".into(),
            email: "ada@acme.example".into(),
            phone: "+12025550123".into(),
            company_domain: "acme.example".into(),
        }))
    }

    fn from_person(record: &PersonRecord) -> Option<Self> {
        let email = record.emails.first().filter(|email| email.kind == EmailKind::Business)?;
        let phone = record.phones.iter().find(|phone| phone.line_type == LineType::Mobile)?;
        Some(Self {
            full_name: record.person.full_name.clone(),
            email: email.address.clone(),
            phone: phone.number.clone(),
            company_domain: record.person.company.as_ref()?.domain.clone()?,
        })
    }
}
