//! Small businesses, with the owner and the owner's contact data.

use engine::{CompanyList, CompanySort, NumberRange};
use jiff::Timestamp;
use records::SizeBand;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        owned_business::{
            BusinessOptions, OwnedBusiness, SMALL_BUSINESS_EMPLOYEES_MAX, own_field, owned_business,
        },
        paging::Paging,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/local-business-owners`
pub struct LocalBusinessOwners;

/// Filters for local businesses: shops, trades, practices and others that serve the people of a place.
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
    /// Only businesses that became known at or after this time.
    pub observed_since: Option<Timestamp>,
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

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let mut filters = request.business.local_filters();
        match request.size {
            Some(BusinessSize::Band(band)) => filters.size_bands = vec![band.as_str().to_owned()],
            Some(BusinessSize::Range(range)) => {
                let max = range.max.unwrap_or(SMALL_BUSINESS_EMPLOYEES_MAX).min(SMALL_BUSINESS_EMPLOYEES_MAX);
                filters.employee_count = Some(NumberRange { min: range.min, max: Some(max) });
            }
            None => {}
        }
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(request.business.icp.as_ref())
            .narrowed_as(Some(&filters), own_field);
        let (sort, observed_since) = (CompanySort::default(), request.observed_since);
        let companies = CompanyList { filters, sort, observed_since, now: context.now };
        let resolve = |company| owned_business(&context, request.business.icp.as_ref(), company);
        let outcome = paging.fill(&companies, resolve).await?;
        let results = outcome.answer.results.iter();
        let bought = results.flat_map(|found| found.contact.bought(&found.owner)).collect();
        Ok(Outcome { bought, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 2 })
    }
}
