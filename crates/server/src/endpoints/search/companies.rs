//! Searches companies by filters.

use engine::CompanyFilters;
use records::Company;
use serde_json::{Value, json};
use store::Credits;

use super::{SearchAnswer, SearchRequest};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/search/companies`
pub struct SearchCompanies;

impl Endpoint for SearchCompanies {
    const SPEC: Spec = Spec::charging(
        "search_companies",
        "/v1/search/companies",
        Group::Search,
        Price::BasePlus(Credits::whole(1), Credits::from_thousandths(500)),
        "Companies by industry, technology, size, funding, place, hiring and more",
    );
    type Request = SearchRequest<CompanyFilters>;
    type Answer = SearchAnswer<Company>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Option<Estimate>, Problem> {
        let limit = request.units();
        let total = context.engine().count_companies(request.filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(limit), total }))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let include_total = request.include_total;
        let page = context.engine().search_companies(request.question(&context)?).await?;
        let units = page.results.len() as u64;
        Ok(Outcome::resolved(SearchAnswer::new(page, include_total, &context), units))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "employee_count": { "min": 10 }, "min_openings": 1 },
            "limit": 2,
            "include_total": true,
        })
    }
}
