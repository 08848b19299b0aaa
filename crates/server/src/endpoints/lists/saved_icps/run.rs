//! Runs a saved ICP.

use engine::{FoundCompanies, FoundPeople, SearchPage, SearchQuery, Target, WhyNot};
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
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::{PAGE_DEFAULT, PAGE_MAX, paging::records_except},
    sandbox::sample::Sample,
};

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
        observed_since: None,
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

/// Id under which a result is noted as answered by an ICP.
fn answered_item(icp: &SavedIcp, id: &str) -> String {
    format!("{} {id}", icp.id)
}

/// Results that no earlier run has returned, up to `limit`.
async fn only_new(icp: &SavedIcp, limit: usize, context: &Context) -> Result<SearchPage<IcpResult>, Problem> {
    let about = page(icp, 0, None, context).await?;
    let (item, charged) = (|id: &str| answered_item(icp, id), |item: &str| context.is_charged(item));
    let range = (None, limit);
    let found = match icp.target {
        IcpTarget::People => {
            let people = FoundPeople(question(icp, limit, None, context)?);
            let read = |id: &str| {
                let person = context.engine().person_by_id(id)?;
                Ok(person.map(|person| IcpResult::Person(Box::new(person))))
            };
            records_except(context, &people, range, (item, charged), read).await?
        }
        IcpTarget::Companies => {
            let companies = FoundCompanies(question(icp, limit, None, context)?);
            let read = |id: &str| {
                let company = context.engine().company_by_id(id)?;
                Ok(company.map(|company| IcpResult::Company(Box::new(company))))
            };
            records_except(context, &companies, range, (item, charged), read).await?
        }
    };
    let results = found.items.into_iter().map(|(_, result)| result).collect();
    Ok(SearchPage { results, next: None, ..about })
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

    async fn estimate(context: Context, request: RunIcpRequest) -> Result<Estimate, Problem> {
        let (estimate, answer) = trial_run::<Self>(context, request).await?;
        Ok(Estimate { total: Some(answer.total), ..estimate })
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
        let answered: Vec<String> =
            found.results.iter().map(|result| answered_item(&icp, result.id())).collect();
        let before = context.store().charged_items(context.account_id(), Self::SPEC.id, &answered)?;
        let ids = found.results.iter().map(|result| result.id().to_owned());
        // What this ICP has answered is paid for.
        let items: Vec<String> =
            ids.zip(&answered).filter(|(_, item)| !before.contains(*item)).map(|(id, _)| id).collect();
        let (new, results) = (items.len() as u64, found.results.len() as u64);
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
            effects: vec![Effect::SavedIcpRun { id: icp.id }, Effect::ItemsAnswered { items: answered }],
            items: Some(items),
            only_new: request.new_only,
            ..Outcome::resolved(answer, results)
        })
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "demo", "limit": 2 })
    }
}
