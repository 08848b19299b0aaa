//! Small businesses, with the owner and the owner's contact data.

use engine::{CompanyFilters, CompanyList, CompanySort, EngineError, NumberRange};
use records::{Company, Person, SizeBand};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions, Paging,
        contact_points::ContactPoints,
        person_input::{check_filters, sentence},
    },
    sandbox::sample::Sample,
};

/// Maximum number of employees of a small business.
pub const SMALL_BUSINESS_EMPLOYEES_MAX: i64 = 250;

/// `POST /v1/local-business-owners`
pub struct LocalBusinessOwners;

/// Filters for the businesses.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LocalBusinessOwnersRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Location and industry.
    #[serde(flatten)]
    pub business: BusinessOptions,
    /// Number of employees: a band such as `1-10`, or a range.
    pub size: Option<BusinessSize>,
}

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

/// Number of employees of a business.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum BusinessSize {
    /// A size band, such as `1-10`.
    Band(SizeBand),
    /// A range of employee counts.
    Range(NumberRange),
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

    /// Adds the faults of the fields, each with the pointer of the field sent.
    pub fn check(&self, faults: &mut Faults) {
        for fault in engine::Filters::check(&self.own_filters()) {
            let field = fault.pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
            let field = match field {
                "industries" => "industry",
                "cities" => "city",
                "countries" => "country",
                other => other,
            };
            faults.add(format!("/{field}"), fault.code, sentence(&fault.message));
        }
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }
}

/// A company's owner with contact data; `None` if either is unknown.
pub async fn owned_business(
    context: &Context,
    icp: Option<&CompanyFilters>,
    business: Company,
) -> Result<Option<OwnedBusiness>, EngineError> {
    if !icp.is_none_or(|icp| icp.matches(&business, context.now)) {
        return Ok(None);
    }
    let domain = business.domain.as_deref().unwrap_or_default();
    let Some(record) = context.engine().owner(domain, context.now).await? else { return Ok(None) };
    let Some(contact) = ContactPoints::to(context, &record).await? else { return Ok(None) };
    let owner = context.engine().person_by_id(&record.person.id).await?;
    Ok(owner.map(|owner| OwnedBusiness { business, owner, contact }))
}

impl Endpoint for LocalBusinessOwners {
    const SPEC: Spec = Spec::charging(
        "local_business_owners",
        "/v1/local-business-owners",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(3)),
        "Small businesses by industry, city and size, with the owner's mobile or email",
    );
    type Request = LocalBusinessOwnersRequest;
    type Answer = ListAnswer<OwnedBusiness>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.business.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, mut request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &mut request, |request| &mut request.list)?;
        let mut filters = request.business.own_filters();
        match request.size {
            Some(BusinessSize::Band(band)) => filters.size_bands = vec![band.as_str().to_owned()],
            Some(BusinessSize::Range(range)) => {
                let max = range.max.unwrap_or(SMALL_BUSINESS_EMPLOYEES_MAX).min(SMALL_BUSINESS_EMPLOYEES_MAX);
                filters.employee_count = Some(NumberRange { min: range.min, max: Some(max) });
            }
            None => {}
        }
        let companies = CompanyList { filters, sort: CompanySort::default(), now: context.now };
        let resolve = |company| owned_business(&context, request.business.icp.as_ref(), company);
        let walk = context.engine().walk(&companies, paging.after.clone(), paging.limit, resolve).await?;
        Ok(paging.outcome(walk, |found| Some(&found.owner)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 2 })
    }
}
