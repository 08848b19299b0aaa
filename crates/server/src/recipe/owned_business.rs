//! Small businesses: filters, and the owner with contact data.

use engine::{CompanyFilters, EngineError, Filters, MoneyRange, NumberRange};
use records::{Company, Person};
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

    /// The ranges of amounts in the filters.
    pub fn money_ranges(&self) -> Vec<&MoneyRange> {
        self.icp.iter().flat_map(Filters::money_ranges).collect()
    }

    /// Adds the faults of the fields, each with the pointer of the field sent.
    pub fn check(&self, faults: &mut Faults) {
        for fault in self.own_filters().check() {
            let field = fault.pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
            let field = match field {
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

/// A company's owner with contact data; `None` if either is unknown.
pub async fn owned_business(
    context: &Context,
    icp: Option<&CompanyFilters>,
    business: Company,
) -> Result<Option<Resolved<OwnedBusiness>>, EngineError> {
    if !icp.is_none_or(|icp| icp.matches(&business, context.now)) {
        return Ok(None);
    }
    let domain = business.domain.as_deref().unwrap_or_default();
    let Some(record) = context.engine().owner(domain, context.now).await? else { return Ok(None) };
    let Some(contact) = ContactPoints::to(context, &record).await? else { return Ok(None) };
    let owner = context.engine().person_by_id(&record.person.id)?;
    Ok(owner.map(|owner| {
        let (id, person) = (format!("{} {}", business.id, owner.id), Some(owner.id.clone()));
        Resolved { id, person, answer: OwnedBusiness { business, owner, contact } }
    }))
}
