//! The company of a request: by domain, by the id of its record, or by name. One type for every endpoint that takes one.

use engine::{Account, MissReason, Resolution};
use records::{
    Company, Location,
    matching::MIN_CONFIDENCE_COMPANY,
    place::{PlaceKeys, country_code},
    query::CompanyQuery,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    recipe::person_input::DomainName,
};

/// Companies of one name that a refusal lists.
const CANDIDATES_MAX: usize = 10;

/// A company in a request. Send one of `company_domain`, `company_id` and `company_name`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct CompanyInput {
    /// Domain or website of the company.
    pub company_domain: Option<DomainName>,
    /// Id of the company, `com_…`. The id of a record that was joined into another means the other.
    #[schemars(length(min = 1, max = 64), extend("format" = "company-id"))]
    pub company_id: Option<String>,
    /// Name of the company, with or without its legal form. A name that several companies have is refused, with the
    /// companies listed; such a call is free.
    #[schemars(length(min = 1, max = 200))]
    pub company_name: Option<String>,
    /// City of the company, where several have the name.
    #[schemars(length(min = 1, max = 200))]
    pub company_city: Option<String>,
    /// Country of the company by ISO 3166 code or name, where several have the name.
    #[schemars(length(min = 2, max = 100))]
    pub company_country: Option<String>,
}

impl CompanyInput {
    /// The company of a domain.
    pub fn of_domain(domain: DomainName) -> Self {
        Self { company_domain: Some(domain), ..Self::default() }
    }

    /// Whether a company is given.
    pub fn is_given(&self) -> bool {
        self.given() > 0
    }

    fn given(&self) -> usize {
        let given = [self.company_domain.is_some(), self.company_id.is_some(), self.company_name.is_some()];
        given.into_iter().filter(|given| *given).count()
    }

    /// Adds the faults of a request that needs a company.
    pub fn check(&self, faults: &mut Faults) {
        if !self.is_given() {
            let message = "Send company_domain, company_id or company_name.";
            faults.add("/company_domain", FaultCode::Required, message);
        }
        self.check_given(faults);
    }

    /// Adds the faults of a request that may do without a company.
    pub fn check_given(&self, faults: &mut Faults) {
        if self.given() > 1 {
            let second = if self.company_id.is_some() && self.company_domain.is_some() {
                "/company_id"
            } else {
                "/company_name"
            };
            let message = "Send one of company_domain, company_id and company_name.";
            faults.add(second, FaultCode::Contradiction, message);
        }
        for (field, given) in [("city", &self.company_city), ("country", &self.company_country)] {
            if given.is_some() && self.company_name.is_none() {
                let message = "This tells companies of one name apart; send it beside company_name.";
                faults.add(format!("/company_{field}"), FaultCode::NotApplicable, message);
            }
        }
        if let Some(country) = self.company_country.as_deref().filter(|text| country_code(text).is_none()) {
            let message =
                format!("\"{country}\" is no country. Send an ISO 3166 code such as DE, or its name.");
            faults.add("/company_country", FaultCode::InvalidValue, message);
        }
    }

    /// The account that is meant; `None` if no record has the id or the name, or if no company is given. A domain without a
    /// record is an account, too: people may be known to work there. Blocks on the database.
    pub fn account(&self, context: &Context) -> Result<Option<Account>, Problem> {
        let engine = context.engine();
        if let Some(domain) = self.company_domain.as_ref().and_then(DomainName::normal) {
            return Ok(Some(engine.account_at(&domain)?));
        }
        match self.company(context)? {
            Some(company) => Ok(Some(engine.account(company)?)),
            None => Ok(None),
        }
    }

    /// The company's record. Blocks on the database.
    pub fn company(&self, context: &Context) -> Result<Option<Company>, Problem> {
        let engine = context.engine();
        if let Some(domain) = &self.company_domain {
            return Ok(engine.company_by_domain(domain.normal().as_deref())?);
        }
        if let Some(id) = &self.company_id {
            return Ok(engine.company_by_id(id.trim())?);
        }
        match &self.company_name {
            Some(name) => self.company_named(context, name),
            None => Ok(None),
        }
    }

    /// The company of a name: the only one that has it, or else the one that the name clearly means.
    fn company_named(&self, context: &Context, name: &str) -> Result<Option<Company>, Problem> {
        let engine = context.engine();
        let country = self.company_country.as_deref().and_then(country_code).map(str::to_owned);
        let mut bearers = engine.companies_named(name)?;
        if country.is_some() || self.company_city.is_some() {
            let asked = Location { city: self.company_city.clone(), region: None, country: country.clone() };
            bearers.retain(|company| is_at(company, &asked));
        }
        if bearers.len() > 1 {
            let listed: Vec<String> = bearers.iter().take(CANDIDATES_MAX).map(described).collect();
            return Err(ambiguous(name, &listed));
        }
        if let Some(only) = bearers.pop() {
            return Ok(Some(only));
        }
        let query = CompanyQuery { name: Some(name.to_owned()), country, ..CompanyQuery::default() };
        match engine.company(&query, MIN_CONFIDENCE_COMPANY, false)? {
            Resolution::Found(found) => {
                let is_there = self.company_city.is_none()
                    || is_at(
                        &found.record,
                        &Location { city: self.company_city.clone(), ..Location::default() },
                    );
                Ok(Some(found.record).filter(|_| is_there))
            }
            Resolution::NotFound { reason: Some(MissReason::Ambiguous { names }), .. } => {
                Err(ambiguous(name, &names))
            }
            Resolution::NotFound { .. } | Resolution::Disagree { .. } => Ok(None),
        }
    }
}

/// Handles that signals are filtered by: if none was found for the companies asked for, one that no company has.
pub fn handles_asked(found: impl IntoIterator<Item = String>) -> Vec<String> {
    let handles: Vec<String> = found.into_iter().collect();
    if handles.is_empty() { vec![String::new()] } else { handles }
}

/// Whether a company is at a place, by any of its places; one without a place is not.
fn is_at(company: &Company, asked: &Location) -> bool {
    let asked = PlaceKeys::of(asked);
    let places = company.location.iter().chain(&company.locations);
    places.into_iter().any(|place| asked.agrees(&PlaceKeys::of(place)))
}

/// A company in a list of several that have a name.
fn described(company: &Company) -> String {
    let place = company.location.as_ref();
    let city = place.and_then(|place| place.city.as_deref());
    let country = place.and_then(|place| place.country.as_deref());
    let known = [company.domain.as_deref(), city, country, Some(company.id.as_str())];
    let known: Vec<&str> = known.into_iter().flatten().collect();
    format!("{} ({})", company.name, known.join(", "))
}

fn ambiguous(name: &str, candidates: &[String]) -> Problem {
    let mut faults = Faults::default();
    let message = format!(
        "Several companies are called \"{name}\": {}. Send company_domain or company_id, or company_city or \
         company_country beside the name.",
        candidates.join("; ")
    );
    faults.add("/company_name", FaultCode::Ambiguous, message);
    Problem::of_faults(faults.into_vec()).with("candidates", candidates)
}
