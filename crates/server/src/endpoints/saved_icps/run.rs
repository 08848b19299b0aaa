//! A saved ICP run again.

use engine::{CompanyFilters, PeopleFilters, Question, Target, WhyNot};
use records::{Company, Person};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Effect, IcpTarget, SavedIcp};

use super::super::me::history::{PAGE_DEFAULT, PAGE_MAX};
use crate::{
    catalogue::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    context::Context,
    problem::Problem,
    sample::Sample,
};

/// `POST /v1/saved-icps/{id}/run`
pub struct Run;

/// Which ICP, and which page of what it finds.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RunIcpRequest {
    /// ICP id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Results a page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// What the ICP finds now.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunIcpAnswer {
    /// What it searches.
    pub target: IcpTarget,
    /// The people or companies, in order.
    pub results: Vec<IcpResult>,
    /// How many there are in all.
    pub total: u64,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
    /// Why nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
}

/// A person or a company.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum IcpResult {
    /// A person, for an ICP over people.
    Person(Box<Person>),
    /// A company, for an ICP over companies.
    Company(Box<Company>),
}

/// The question a saved ICP asks.
fn question<F: Target>(
    icp: &SavedIcp,
    request: &RunIcpRequest,
    context: &Context,
) -> Result<Question<F>, Problem> {
    Ok(Question {
        filters: serde_json::from_str(&icp.filters).map_err(|error| Problem::internal(&error))?,
        sort: F::Sort::default(),
        limit: request.limit.unwrap_or(PAGE_DEFAULT) as usize,
        after: request.cursor.clone(),
        facets: Vec::new(),
        now: context.now,
    })
}

impl Endpoint for Run {
    const SPEC: Spec = Spec::charging(
        "run_icp",
        "/v1/saved-icps/{id}/run",
        Group::Sticky,
        Price::BasePlus(Credits::whole(1), Credits::from_thousandths(500)),
        "Runs a saved ICP again",
    );
    type Request = RunIcpRequest;
    type Answer = RunIcpAnswer;

    fn units(request: &RunIcpRequest) -> u64 {
        u64::from(request.limit.unwrap_or(PAGE_DEFAULT))
    }

    async fn estimate(context: Context, request: RunIcpRequest) -> Result<Option<Estimate>, Problem> {
        let icp = context.store().saved_icp(context.account_id(), &request.id)?;
        let total = match icp.target {
            IcpTarget::People => {
                let question = question::<PeopleFilters>(&icp, &request, &context)?;
                context.engine().count_people(question.filters, context.now).await?
            }
            IcpTarget::Companies => {
                let question = question::<CompanyFilters>(&icp, &request, &context)?;
                context.engine().count_companies(question.filters, context.now).await?
            }
        };
        Ok(Some(Estimate { units: total.min(Self::units(&request)), total }))
    }

    async fn run(context: Context, request: RunIcpRequest) -> Result<Outcome<RunIcpAnswer>, Problem> {
        let icp = context.store().saved_icp(context.account_id(), &request.id)?;
        let (mut people, target) = (Vec::new(), icp.target);
        let answer = match target {
            IcpTarget::People => {
                let page = context.engine().search_people(question(&icp, &request, &context)?).await?;
                people.extend(page.results.iter().map(|person| person.id.clone()));
                let results = page.results.into_iter().map(|person| IcpResult::Person(Box::new(person)));
                RunIcpAnswer {
                    target,
                    results: results.collect(),
                    total: page.total,
                    next_cursor: page.next,
                    why_not: page.why_not,
                }
            }
            IcpTarget::Companies => {
                let page = context.engine().search_companies(question(&icp, &request, &context)?).await?;
                let results = page.results.into_iter().map(|company| IcpResult::Company(Box::new(company)));
                RunIcpAnswer {
                    target,
                    results: results.collect(),
                    total: page.total,
                    next_cursor: page.next,
                    why_not: page.why_not,
                }
            }
        };
        let units = answer.results.len() as u64;
        Ok(Outcome {
            people,
            effects: vec![Effect::SavedIcpRun { id: icp.id }],
            ..Outcome::resolved(answer, units)
        })
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "demo", "limit": 3 })
    }
}
