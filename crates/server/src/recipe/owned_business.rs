//! Small businesses: filters, and the owner with contact data.

use engine::{CompanyFilters, EngineError, Filters, NumberRange};
use records::{Company, Person, industry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    call::{context::Context, request::validate::Faults},
    recipe::{
        contact_points::ContactPoints,
        paging::Resolved,
        person_input::{check_filters, sentence},
    },
};

/// Maximum number of employees of a small business.
pub const SMALL_BUSINESS_EMPLOYEES_MAX: i64 = 250;

/// Leaders of a business who are tried until one can be reached.
const LEADERS_TRIED: usize = 2;

/// Industries of businesses that serve the people of a place: each with those below it. Of the sector of consumer services
/// and of construction only the trades are local.
pub const LOCAL_INDUSTRIES: &[&str] = &[
    "Accommodation Services",
    "Accounting",
    "Baked Goods Manufacturing",
    "Breweries",
    "Child Day Care Services",
    "Consumer Goods Rental",
    "Events Services",
    "Facilities Services",
    "Horticulture",
    "Hospitals and Health Care",
    "Household Services",
    "Insurance Agencies and Brokerages",
    "Law Practice",
    "Personal and Laundry Services",
    "Photography",
    "Printing Services",
    "Real Estate Agents and Brokers",
    "Recreational Facilities",
    "Repair and Maintenance",
    "Residential Building Construction",
    "Retail",
    "Specialty Trade Contractors",
    "Taxi and Limousine Services",
    "Technical and Vocational Training",
    "Travel Arrangements",
    "Truck Transportation",
    "Veterinary Services",
];

/// Industries of businesses that serve customers over the internet, also where a source adds a local one.
pub const REMOTE_INDUSTRIES: &[&str] =
    &["IT Services and IT Consulting", "Online and Mail Order Retail", "Technology, Information and Media"];

/// Filters for industry and location.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct BusinessOptions {
    /// The industry; a sector includes its sub-industries.
    #[schemars(length(min = 1, max = 200))]
    pub industry: Option<String>,
    /// City of the business.
    #[schemars(length(min = 1, max = 200))]
    pub city: Option<String>,
    /// Country of the business, by ISO 3166 code or name.
    #[schemars(length(min = 2, max = 100))]
    pub country: Option<String>,
    /// Only businesses that match these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
}

impl BusinessOptions {
    /// Filters from the request's own fields, without the ICP.
    pub fn own_filters(&self) -> CompanyFilters {
        CompanyFilters {
            industries: self.industry.iter().cloned().collect(),
            cities: self.city.iter().cloned().collect(),
            countries: self.country.iter().cloned().collect(),
            employee_count: Some(NumberRange { min: None, max: Some(SMALL_BUSINESS_EMPLOYEES_MAX) }),
            ..CompanyFilters::default()
        }
    }

    /// The same for businesses that serve the people of a place: those of [`LOCAL_INDUSTRIES`]. An industry that the
    /// request names and the vocabulary does not know decides alone.
    pub fn local_filters(&self) -> CompanyFilters {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let own = self.own_filters();
        match &self.industry {
            Some(named) if industry::label(named).is_none() => own,
            _ => CompanyFilters {
                industries_all: own.industries.clone(),
                industries: words(LOCAL_INDUSTRIES),
                exclude_industries: words(REMOTE_INDUSTRIES),
                ..own
            },
        }
    }

    /// Adds the faults of the fields, each with the pointer of the field sent.
    pub fn check(&self, faults: &mut Faults) {
        for fault in self.own_filters().check() {
            let filter = fault.pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
            let field = match filter {
                "industries" => "industry",
                "cities" => "city",
                "countries" => "country",
                other => other,
            };
            faults.add(format!("/{field}"), fault.kind.into(), sentence(&fault.message));
        }
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }
}

/// The request's own field behind a filter.
pub fn own_field(filter: &'static str) -> &'static str {
    match filter {
        "industries" | "industries_all" => "industry",
        "exclude_industries" => "local_industries",
        "cities" => "city",
        "countries" => "country",
        "employee_count" | "size_bands" => "size",
        other => other,
    }
}

/// A business, with its owner and the owner's contact data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OwnedBusiness {
    /// The business.
    pub business: Company,
    /// The owner or leader of the business.
    pub owner: Person,
    /// Email, mobile number or both.
    #[serde(flatten)]
    pub contact: ContactPoints,
}

/// A company's owner with contact data; of several leaders the first who can be reached. `None` if none can.
pub async fn owned_business(
    context: &Context,
    icp: Option<&CompanyFilters>,
    business: Company,
) -> Result<Option<Resolved<OwnedBusiness>>, EngineError> {
    if !icp.is_none_or(|icp| icp.matches(&business, context.now)) {
        return Ok(None);
    }
    let engine = context.engine();
    let account = engine.account(business.clone())?;
    for record in engine.owners(&account, LEADERS_TRIED, context.now).await? {
        let Some(contact) = ContactPoints::to(context, &record).await? else { continue };
        let owner = record.person;
        let (id, person) = (format!("{} {}", business.id, owner.id), Some(owner.id.clone()));
        return Ok(Some(Resolved { id, person, answer: OwnedBusiness { business, owner, contact } }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_industry_is_one_of_the_vocabulary() {
        for named in LOCAL_INDUSTRIES.iter().chain(REMOTE_INDUSTRIES) {
            assert_eq!(industry::label(named), Some(*named));
        }
    }

    #[test]
    fn trades_shops_and_practices_are_local_and_firms_on_the_internet_are_not() {
        let local = BusinessOptions::default().local_filters();
        let is_local = |industries: &[&str]| {
            let industries = industries.iter().map(|word| (*word).to_owned()).collect();
            let business = Company { industries, employee_count: Some(8), ..Company::default() };
            local.matches(&business, jiff::Timestamp::UNIX_EPOCH)
        };
        for named in [
            "Plumbing",
            "Restaurants",
            "Hair Salons",
            "Dentists",
            "Clinics",
            "Florists",
            "Auto Repair",
            "Bakeries",
            "Roofing",
            "Landscaping",
            "Fitness Centers",
            "Hotels",
            "Pharmacies",
            "Electricians",
        ] {
            assert!(is_local(&[named]), "{named}");
        }
        for named in ["Software Development", "Biotechnology", "Investment Banking", "Semiconductors"] {
            assert!(!is_local(&[named]), "{named}");
        }
        assert!(!is_local(&["E-commerce", "Retail"]), "a shop on the internet is at no place");
    }
}
