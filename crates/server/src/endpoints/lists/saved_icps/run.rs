//! Runs a saved ICP.

use engine::{CompanyFilters, PeopleFilters, SearchPage, SearchQuery, Target, WhyNot};
use records::{Company, Person};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Effect, IcpTarget, SavedIcp};

use crate::{
    call::{
        context::Context,
        cursor,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

/// Maximum number of pages read per run to find new results; the next run continues.
const PAGES_READ_MAX: usize = 50;

/// `POST /v1/saved-icps/{id}/run`
pub struct Run;

/// The ICP, and the page of its results.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RunIcpRequest {
    /// ICP id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Results per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
    /// Return only results that no earlier run of this ICP has returned; run it again for the rest.
    #[serde(default)]
    pub new_only: bool,
}

/// Current results of the ICP.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunIcpAnswer {
    /// What it searches: people or companies.
    pub target: IcpTarget,
    /// The people or companies, in search order.
    pub results: Vec<IcpResult>,
    /// Number of results that no earlier run has returned; only those are charged.
    pub new: u64,
    /// Total number of matches.
    pub total: u64,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Effect of each filter and the nearest filters with results, if nothing was found.
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

impl IcpResult {
    fn id(&self) -> &str {
        match self {
            Self::Person(person) => &person.id,
            Self::Company(company) => &company.id,
        }
    }
}

/// Search request of a saved ICP.
fn question<F: Target>(
    icp: &SavedIcp,
    limit: usize,
    after: Option<String>,
    context: &Context,
) -> Result<SearchQuery<F>, Problem> {
    Ok(SearchQuery {
        filters: serde_json::from_str(&icp.filters).map_err(|error| Problem::internal(&error))?,
        sort: F::Sort::default(),
        limit,
        after,
        facets: Vec::new(),
        now: context.now,
    })
}

/// One page of an ICP's results.
async fn page(
    icp: &SavedIcp,
    limit: usize,
    after: Option<String>,
    context: &Context,
) -> Result<SearchPage<IcpResult>, Problem> {
    Ok(match icp.target {
        IcpTarget::People => {
            let page = context.engine().search_people(question(icp, limit, after, context)?).await?;
            page.map(|person| IcpResult::Person(Box::new(person)))
        }
        IcpTarget::Companies => {
            let page = context.engine().search_companies(question(icp, limit, after, context)?).await?;
            page.map(|company| IcpResult::Company(Box::new(company)))
        }
    })
}

/// Key under which a result of an ICP is charged once.
fn charged_item(icp: &SavedIcp, result: &IcpResult) -> String {
    format!("{} {}", icp.id, result.id())
}

/// The results that no earlier run has returned.
fn not_answered(icp: &SavedIcp, results: &[IcpResult], context: &Context) -> Result<Vec<String>, Problem> {
    let items: Vec<String> = results.iter().map(|result| charged_item(icp, result)).collect();
    let known = context.store().charged_items(context.account_id(), Run::SPEC.id, &items)?;
    Ok(items.into_iter().filter(|item| !known.contains(item)).collect())
}

/// Reads pages until there are enough results that no earlier run has returned.
async fn only_new(icp: &SavedIcp, limit: usize, context: &Context) -> Result<SearchPage<IcpResult>, Problem> {
    let mut found = page(icp, PAGE_MAX as usize, None, context).await?;
    let mut results = Vec::new();
    for _ in 0..PAGES_READ_MAX {
        let new = not_answered(icp, &found.results, context)?;
        let fresh = std::mem::take(&mut found.results).into_iter();
        results.extend(fresh.filter(|result| new.contains(&charged_item(icp, result))));
        match found.next.take().filter(|_| results.len() < limit) {
            Some(next) => found = page(icp, PAGE_MAX as usize, Some(next), context).await?,
            None => break,
        }
    }
    results.truncate(limit);
    Ok(SearchPage { results, next: None, ..found })
}

impl Endpoint for Run {
    const SPEC: Spec = Spec::charging(
        "run_icp",
        "/v1/saved-icps/{id}/run",
        Group::Sticky,
        Price::BasePlus(Credits::whole(1), Credits::from_thousandths(500)),
        "Runs a saved ICP again; what an earlier run has answered is not charged again",
    );
    type Request = RunIcpRequest;
    type Answer = RunIcpAnswer;

    fn units(request: &RunIcpRequest) -> u64 {
        u64::from(request.limit.unwrap_or(PAGE_DEFAULT))
    }

    fn check(request: &RunIcpRequest, faults: &mut Faults) {
        if request.new_only && request.cursor.is_some() {
            let message = "What is new has no further page. Leave the cursor out and run the ICP again.";
            faults.add("/cursor", FaultCode::NotApplicable, message);
        }
    }

    async fn estimate(context: Context, request: RunIcpRequest) -> Result<Option<Estimate>, Problem> {
        let icp = context.store().saved_icp(context.account_id(), &request.id)?;
        let total = match icp.target {
            IcpTarget::People => {
                let question = question::<PeopleFilters>(&icp, 0, None, &context)?;
                context.engine().count_people(question.filters, context.now).await?
            }
            IcpTarget::Companies => {
                let question = question::<CompanyFilters>(&icp, 0, None, &context)?;
                context.engine().count_companies(question.filters, context.now).await?
            }
        };
        Ok(Some(Estimate { units: total.min(Self::units(&request)), total }))
    }

    async fn run(context: Context, request: RunIcpRequest) -> Result<Outcome<RunIcpAnswer>, Problem> {
        let icp = context.store().saved_icp(context.account_id(), &request.id)?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let found = if request.new_only {
            only_new(&icp, limit, &context).await?
        } else {
            let decode = |cursor: String| cursor::decode(&context, &cursor);
            page(&icp, limit, request.cursor.map(decode).transpose()?, &context).await?
        };
        let people = match icp.target {
            IcpTarget::People => found.results.iter().map(|result| result.id().to_owned()).collect(),
            IcpTarget::Companies => Vec::new(),
        };
        let items = not_answered(&icp, &found.results, &context)?;
        let new = items.len() as u64;
        let answer = RunIcpAnswer {
            target: icp.target,
            results: found.results,
            new,
            total: found.total,
            next_cursor: found.next.map(|position| cursor::encode(&context, &position)),
            why_not: found.why_not,
        };
        Ok(Outcome {
            people,
            effects: vec![Effect::SavedIcpRun { id: icp.id }, Effect::ItemsCharged { items }],
            ..Outcome::resolved(answer, new)
        })
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "demo", "limit": 2 })
    }
}
