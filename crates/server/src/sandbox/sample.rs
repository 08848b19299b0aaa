//! Sample values for example requests, taken from the sandbox so that every documented example returns a result.

use records::{ContactStatus, Email, EmailKind, LineType, PersonRecord, query::CompanyQuery};
use store::{Store, StoreError};

use crate::sandbox::showcase;

/// Maximum number of people examined for one with all the data that examples need.
const LOOKED_AT_MAX: usize = 200;

/// Values used in example requests.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Full name.
    pub full_name: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
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
    /// Domain of a company with rich data and a recent leaver.
    pub account_domain: String,
    /// A technology used by the company of `account_domain`.
    pub account_technology: String,
    /// Domain of a small business with a complete buying committee.
    pub shop_domain: String,
    /// Profile of a person who changed companies.
    pub moved_profile: String,
    /// Profile of a person who was promoted at their company.
    pub promoted_profile: String,
}

impl Default for Sample {
    /// The showcase, which the sandbox and the demo hold.
    fn default() -> Self {
        let (first, last) = showcase::PERSON;
        Self {
            full_name: format!("{first} {last}"),
            first_name: first.into(),
            last_name: last.into(),
            email: showcase::EMAIL.into(),
            phone: showcase::MOBILE.into(),
            company_domain: showcase::ACCOUNT.into(),
            network_url: showcase::PROFILE.into(),
            technology: showcase::TECHNOLOGY.into(),
            account_domain: showcase::ACCOUNT.into(),
            account_technology: showcase::TECHNOLOGY.into(),
            shop_domain: showcase::SHOP.into(),
            moved_profile: showcase::MOVED.into(),
            promoted_profile: showcase::PROMOTED.into(),
        }
    }
}

impl Sample {
    /// The showcase if the store holds it; else a person of the store who has all that examples need.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let mut sample = Self::default();
        if technology_at(store, showcase::ACCOUNT)?.is_some() {
            return Ok(sample);
        }
        for record in &store.some_people(LOOKED_AT_MAX)? {
            if sample.take_person(store, record)? {
                break;
            }
        }
        Ok(sample)
    }

    /// Takes the person if all contact data are present and the emails verified.
    fn take_person(&mut self, store: &Store, record: &PersonRecord) -> Result<bool, StoreError> {
        let person = &record.person;
        let proven = |kind: EmailKind| {
            let fits = move |email: &&Email| email.kind == kind && email.status == ContactStatus::Deliverable;
            record.emails.iter().find(fits)
        };
        let names = person.first_name.clone().zip(person.last_name.clone());
        let emails = proven(EmailKind::Business).zip(proven(EmailKind::Personal));
        let phone = record.phones.iter().find(|phone| phone.line_type == LineType::Mobile);
        let domain = person.company.as_ref().and_then(|company| company.domain.clone());
        let (Some((first_name, last_name)), Some((email, _)), Some(phone), Some(domain), Some(network_url)) =
            (names, emails, phone, domain, person.network_url.clone())
        else {
            return Ok(false);
        };
        let Some(technology) = technology_at(store, &domain)? else { return Ok(false) };
        self.full_name = person.full_name.clone();
        self.first_name = first_name;
        self.last_name = last_name;
        self.email = email.address.clone();
        self.phone = phone.number.clone();
        self.company_domain = domain;
        self.network_url = network_url;
        self.technology = technology;
        Ok(true)
    }
}

fn technology_at(store: &Store, domain: &str) -> Result<Option<String>, StoreError> {
    let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
    let company = store.companies_by_keys(&query.keys())?.into_iter().next();
    Ok(company.and_then(|company| Some(company.technologies.first()?.name.clone())))
}
