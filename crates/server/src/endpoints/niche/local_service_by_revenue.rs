//! Small businesses by revenue, with the owner's contact data.

use engine::{CompanyFilters, CompanyList, CompanySort, EngineError, MoneyRange};
use jiff::Timestamp;
use records::{Company, Person, RevenueRange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        contact_points::ContactPoints,
        owned_business::{BusinessOptions, OwnedBusiness, own_field, owned_business},
        paging::{Paging, Resolved},
        person_input::check_filters,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/local-service-by-revenue`
pub struct LocalServiceByRevenue;

/// Filters for the businesses.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LocalServiceByRevenueRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Location and industry.
    #[serde(flatten)]
    pub business: BusinessOptions,
    /// Yearly revenue; a business whose revenue is known as a band matches if the band overlaps the range.
    pub revenue: Option<MoneyRange>,
    /// With true, a business matches only if its band of revenue and its band of employees lie inside the ranges.
    pub whole_bands: Option<bool>,
    /// Only businesses that became known at or after this time.
    pub observed_since: Option<Timestamp>,
}

/// A business with its revenue, its owner and the owner's contact data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BusinessByRevenue {
    /// The business.
    pub business: Company,
    /// The owner or leader of the business.
    pub owner: Person,
    /// Its yearly revenue.
    pub revenue: RevenueRange,
    /// Whether its revenue is known as a band that overlaps the range asked for without lying inside: it may be outside.
    /// `whole_bands` leaves such businesses out.
    pub overlaps: bool,
    /// Email, mobile number or both.
    #[serde(flatten)]
    pub contact: ContactPoints,
}

async fn item(
    context: &Context,
    filters: &CompanyFilters,
    options: &BusinessOptions,
    company: Company,
) -> Result<Option<Resolved<BusinessByRevenue>>, EngineError> {
    let Some(revenue) = company.revenue.clone() else { return Ok(None) };
    let overlaps = filters.overlaps(&company, context.now);
    let found = owned_business(context, options.icp.as_ref(), company).await?;
    Ok(found.map(|Resolved { id, person, answer }| {
        let OwnedBusiness { business, owner, contact } = answer;
        Resolved { id, person, answer: BusinessByRevenue { business, owner, revenue, overlaps, contact } }
    }))
}

impl Endpoint for LocalServiceByRevenue {
    const SPEC: Spec = Spec::charging(
        "local_service_by_revenue",
        "/v1/local-service-by-revenue",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(4)),
        "Small businesses by yearly revenue, with the owner's mobile or email",
    );
    type Request = LocalServiceByRevenueRequest;
    type Answer = ListAnswer<BusinessByRevenue>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.business.check(faults);
        let revenue = CompanyFilters { revenue: request.revenue.clone(), ..Default::default() };
        check_filters(&revenue, "", faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let mut filters = request.business.local_filters();
        (filters.revenue, filters.whole_bands) = (request.revenue.clone(), request.whole_bands);
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(request.business.icp.as_ref())
            .narrowed_as(Some(&filters), own_field);
        let (sort, observed_since) = (CompanySort::default(), request.observed_since);
        let asked = CompanyFilters { revenue: request.revenue.clone(), ..CompanyFilters::default() };
        let companies = CompanyList { filters, sort, observed_since, now: context.now };
        let resolve = |company| item(&context, &asked, &request.business, company);
        let outcome = paging.fill(&companies, resolve).await?;
        let results = outcome.answer.results.iter();
        let bought = results.flat_map(|found| found.contact.bought(&found.owner)).collect();
        Ok(Outcome { bought, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({ "revenue": { "min": 100_000 }, "limit": 2 })
    }
}
