//! The link between what mentions a company (a person's employer, a position, an event) and the company's record, with or
//! without a domain.
//!
//! A domain, a register identifier and a page mean one company. A name means the only company that has it; of several,
//! the one at the place of the record that mentions it.

use records::{
    Company, Employer, ExternalId, Location,
    company_name::company_name_key,
    keys::{Handle, company_handles, employer_handle},
    place::PlaceKeys,
    query::CompanyQuery,
};
use search::PeopleFilters;

use crate::{Engine, EngineError};

/// A company as an account: its people and events are found by its record, or by a domain that no record has.
#[derive(Debug, Clone)]
pub struct Account {
    company: Option<Company>,
    /// Handles under which positions and moves mention it and no other company.
    pub(crate) handles: Vec<String>,
}

impl Account {
    /// The record, where there is one.
    pub fn company(&self) -> Option<&Company> {
        self.company.as_ref()
    }

    /// The record, where there is one.
    pub fn into_company(self) -> Option<Company> {
        self.company
    }

    /// Handles under which positions and moves mention it and no other company.
    pub fn handles(&self) -> &[String] {
        &self.handles
    }

    /// Filters for those who work there now.
    pub(crate) fn staff(&self) -> PeopleFilters {
        match &self.company {
            Some(company) => {
                PeopleFilters { company_ids: vec![company.id.clone()], ..PeopleFilters::default() }
            }
            None => PeopleFilters { company_domains: self.handles.clone(), ..PeopleFilters::default() },
        }
    }

    /// Filters for those who worked there and do not now: all of them, and of a company without a domain also others whose
    /// employer had a name like it.
    pub(crate) fn former_staff(&self) -> PeopleFilters {
        let staff = self.staff();
        let domains = match &self.company {
            Some(company) => company.domains.clone(),
            None => self.handles.clone(),
        };
        let names = self.company.iter().flat_map(Company::names).cloned();
        PeopleFilters {
            past_company_names: if domains.is_empty() { names.collect() } else { Vec::new() },
            past_company_domains: domains,
            exclude_company_ids: staff.company_ids,
            exclude_company_domains: staff.company_domains,
            ..PeopleFilters::default()
        }
    }

    /// Whether an employer is this company.
    pub fn is(&self, employer: &Employer) -> bool {
        let id = self.company.as_ref().map(|company| &company.id);
        if employer.id.is_some() && employer.id.as_ref() == id {
            return true;
        }
        let stated = Employer { id: None, ..employer.clone() };
        employer_handle(&stated).is_some_and(|handle| self.handles.contains(&handle))
    }
}

impl Engine {
    /// The account of a company. Blocks on the database.
    pub fn account(&self, company: Company) -> Result<Account, EngineError> {
        let mut handles = Vec::new();
        for handle in company_handles(&company) {
            let is_shared = matches!(Handle::read(&handle), Some(Handle::Name(_)))
                && self.company_of_handle(&handle, None)?.is_none_or(|only| only.id != company.id);
            if !is_shared {
                handles.push(handle);
            }
        }
        Ok(Account { company: Some(company), handles })
    }

    /// The account of a domain in normal form, whether or not a record has it. Blocks on the database.
    pub fn account_at(&self, domain: &str) -> Result<Account, EngineError> {
        match self.company_by_domain(Some(domain))? {
            Some(company) => self.account(company),
            None => Ok(Account { company: None, handles: vec![domain.to_owned()] }),
        }
    }

    /// The account of a mentioned company, if it has a record or a domain. Blocks on the database.
    pub fn account_of_employer(
        &self,
        employer: &Employer,
        place: Option<&Location>,
    ) -> Result<Option<Account>, EngineError> {
        match (self.company_of(employer, place)?, &employer.domain) {
            (Some(company), _) => self.account(company).map(Some),
            (None, Some(domain)) => self.account_at(domain).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The record of a mentioned company; `place` is that of the record that mentions it. Blocks on the database.
    pub fn company_of(
        &self,
        employer: &Employer,
        place: Option<&Location>,
    ) -> Result<Option<Company>, EngineError> {
        match employer_handle(employer) {
            Some(handle) => self.company_of_handle(&handle, place),
            None => Ok(None),
        }
    }

    /// The record of the company with a handle. Blocks on the database.
    pub fn company_of_handle(
        &self,
        handle: &str,
        place: Option<&Location>,
    ) -> Result<Option<Company>, EngineError> {
        match Handle::read(handle) {
            Some(Handle::Domain(domain)) => self.company_by_domain(Some(domain)),
            Some(Handle::Id(id)) => self.company_by_id(id),
            Some(Handle::Register(written)) => match written.parse::<ExternalId>() {
                Ok(identifier) => self.company_by_identifier(&identifier),
                Err(_) => Ok(None),
            },
            Some(Handle::Page(url)) => {
                let query = CompanyQuery { network_url: Some(url.to_owned()), ..CompanyQuery::default() };
                let companies = self.store.companies_by_keys(&query.identifying_keys())?;
                Ok(companies.into_iter().find(|company| company.network_url.as_deref() == Some(url)))
            }
            Some(Handle::Name(key)) => {
                let mut companies = self.store.companies_by_keys(&[key])?;
                companies.retain(|company| company_handles(company).iter().any(|known| known == handle));
                Ok(only_at(companies, place))
            }
            None => Ok(None),
        }
    }

    /// Companies that have exactly this name, in whatever spelling. Blocks on the database.
    pub fn companies_named(&self, name: &str) -> Result<Vec<Company>, EngineError> {
        let query = CompanyQuery { name: Some(name.to_owned()), ..CompanyQuery::default() };
        let key = company_name_key(name);
        let mut companies = self.store.companies_by_keys(&query.keys())?;
        companies.retain(|company| company.names().any(|known| company_name_key(known) == key));
        Ok(companies)
    }
}

/// The only company, or of several the only one at a place.
fn only_at(mut companies: Vec<Company>, place: Option<&Location>) -> Option<Company> {
    if companies.len() > 1 {
        let place = place.filter(|place| place.city.is_some() || place.region.is_some())?;
        let asked = PlaceKeys::of(place);
        companies.retain(|company| {
            let headquarters = company.location.iter().chain(&company.locations);
            let mut told = headquarters.filter(|known| known.city.is_some() || known.region.is_some());
            told.any(|known| asked.agrees(&PlaceKeys::of(known)))
        });
    }
    if companies.len() == 1 { companies.pop() } else { None }
}
