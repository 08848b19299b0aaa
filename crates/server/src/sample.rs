//! A person of the sandbox, so that every example in the documentation is one that answers.

use records::{EmailKind, LineType, PersonRecord, keys::CompanyQuery};
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
    /// Professional-network profile.
    pub network_url: String,
    /// A technology the employer uses.
    pub technology: String,
}

impl Sample {
    /// A sample from a store; stands on its own feet when the store has nobody suitable.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let people = store.some_people(LOOKED_AT_MAX)?;
        for record in &people {
            if let Some(sample) = Self::from_person(store, record)? {
                return Ok(sample);
            }
        }
        Ok(Self {
            full_name: "Ada Example".into(),
            email: "ada@acme.example".into(),
            phone: "+12025550123".into(),
            company_domain: "acme.example".into(),
            network_url: "https://network.example/in/ada-example".into(),
            technology: "Salesforce".into(),
        })
    }

    fn from_person(store: &Store, record: &PersonRecord) -> Result<Option<Self>, StoreError> {
        let email = record.emails.first().filter(|email| email.kind == EmailKind::Business);
        let phone = record.phones.iter().find(|phone| phone.line_type == LineType::Mobile);
        let domain = record.person.company.as_ref().and_then(|company| company.domain.clone());
        let (Some(email), Some(phone), Some(company_domain), Some(network_url)) =
            (email, phone, domain, record.person.network_url.clone())
        else {
            return Ok(None);
        };
        let query = CompanyQuery { domain: Some(company_domain.clone()), ..CompanyQuery::default() };
        let company = store.companies_by_keys(&query.keys())?.into_iter().next();
        let technology = company.and_then(|company| Some(company.technologies.first()?.name.clone()));
        Ok(technology.map(|technology| Self {
            full_name: record.person.full_name.clone(),
            email: email.address.clone(),
            phone: phone.number.clone(),
            company_domain,
            network_url,
            technology,
        }))
    }
}
