//! Searches companies by filters.

use engine::{CompanyFilters, FoundCompanies};
use records::Company;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};
use store::Credits;

use super::{FoundPage, SearchAnswer, SearchRequest, referred, whole};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::{
        answer::{
            fields::Slim,
            preview::{self, Naming, PreviewPage, SearchPreview},
        },
        paging::records_except,
    },
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
        request.check::<Company>(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Estimate, Problem> {
        let has_filters = request.refs.is_none();
        let (units_max, naming) = (Self::units(&request), Naming::of(&request.filters, false));
        let request = SearchRequest { include_total: true, ..request };
        let (exact, answer) = trial_run::<Self>(context.clone(), request).await?;
        let page = if has_filters { answer.results } else { Vec::new() };
        let ids: Vec<String> = page.iter().map(|company| company.record().id.clone()).collect();
        // Companies are not listed like people; the account has those that it has paid for here.
        let owned = context.store().charged_items(context.account_id(), context.endpoint, &ids)?;
        let page = PreviewPage {
            rows: page,
            owned,
            total: answer.total,
            facets: answer.facets,
            next_cursor: answer.next_cursor.filter(|_| has_filters),
        };
        preview::estimate(&context, (exact, units_max), naming, page).await
    }

    fn preview_schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<SearchPreview<Company>>())
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let (include_total, new_only, rates) = (request.include_total, request.new_only, request.rates());
        let (fields, references) = (request.fields(), request.refs.clone());
        let filters = request.filters.clone();
        let mut query = request.question(&context)?;
        let (about, page) = if let Some(references) = references {
            let read = |id: &str| context.engine().company_by_id(id);
            referred(&context, &references, read, |company| &company.id)?
        } else if new_only {
            let range = (query.after.take(), std::mem::take(&mut query.limit));
            let about = context.engine().search_companies(query.clone()).await?;
            let read = |id: &str| context.engine().company_by_id(id);
            let (found, charged) = (FoundCompanies(query), |id: &str| context.is_charged(id));
            let walk = records_except(&context, &found, range, (str::to_owned, charged), read).await?;
            (about, FoundPage::from(walk))
        } else {
            let mut about = context.engine().search_companies(query).await?;
            let page = whole(&mut about, |company| &company.id);
            (about, page)
        };
        let mut outcome = SearchAnswer::outcome(&context, (about, rates), page, (include_total, fields));
        let results = outcome.answer.results.iter().map(Slim::record);
        let overlapping = results.filter(|company| filters.overlaps(company, context.now));
        outcome.answer.overlapping = overlapping.map(|company| company.id.clone()).collect();
        Ok(Outcome { only_new: new_only, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "employee_count": { "min": 10 }, "min_openings": 1 },
            "limit": 2,
            "include_total": true,
        })
    }
}
