//! Companies with many open positions in one department, each with the budget owner.

use std::collections::BTreeMap;

use engine::{DecisionMaker, EngineError, HiringCompanies, Positions, buyer_of};
use records::{Company, Department, Job};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        paging::{Paging, Resolved},
        time::{quarter_start, today},
    },
    sandbox::sample::Sample,
};

/// Default and lower bound of `min_openings`.
const OPENINGS_MIN: u32 = 5;
const DAYS_PER_MONTH: f64 = 30.44;

/// `POST /v1/hiring-velocity`
pub struct HiringVelocity;

/// Filters for department and companies.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HiringVelocityRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there; the department's budget owner if the role is omitted.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// The department; the one with the most open positions if omitted.
    pub department: Option<Department>,
    /// Minimum number of open positions; 5 if omitted.
    #[schemars(range(min = OPENINGS_MIN, max = 500))]
    pub min_openings: Option<u32>,
}

/// A company with many open positions, and the budget owner.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FastHiringAccount {
    /// The company.
    pub company: Company,
    /// The department.
    pub department: Department,
    /// Positions posted this quarter and still open, newest first.
    pub openings: Vec<Job>,
    /// Positions posted per month in the quarter so far.
    pub velocity: f64,
    /// The person with the requested role, or else the budget owner.
    pub buyer: DecisionMaker,
}

/// The wanted department, or else the one with the most positions, with its positions.
fn busiest(openings: Vec<Job>, wanted: Option<Department>) -> Option<(Department, Vec<Job>)> {
    let mut counts: BTreeMap<Department, usize> = BTreeMap::new();
    for department in openings.iter().flat_map(|job| &job.departments) {
        *counts.entry(*department).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(department, count)| (*count, std::cmp::Reverse(*department)));
    let department = wanted.or(most.map(|(department, _)| department))?;
    let of_department = openings.into_iter().filter(|job| job.departments.contains(&department));
    Some((department, of_department.collect()))
}

async fn item(
    context: &Context,
    (request, hiring): (&HiringVelocityRequest, &HiringCompanies),
    handle: String,
) -> Result<Option<Resolved<FastHiringAccount>>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let company = engine.company_of_handle(&handle, None)?;
    let Some(company) = company.filter(|company| request.account.icp().matches(company, now)) else {
        return Ok(None);
    };
    let account = engine.account(company.clone())?;
    let positions =
        Positions { since: Some(hiring.since), department: hiring.department, ..Positions::default() };
    let openings = engine.openings(&account, &positions, now)?;
    let Some((department, openings)) = busiest(openings, hiring.department) else { return Ok(None) };
    if openings.len() < hiring.least as usize {
        return Ok(None);
    }
    let role = request.account.role(|| buyer_of(department));
    let months = (now.as_second() - hiring.since.as_second()) as f64 / 86_400.0 / DAYS_PER_MONTH;
    let velocity = (openings.len() as f64 / months.max(1.0 / DAYS_PER_MONTH) * 10.0).round() / 10.0;
    let buyer = engine.decision_maker(&account, &role, request.account.accepted.terms(), now).await?;
    Ok(buyer.map(|buyer| {
        let person = buyer.person.id.clone();
        // Another quarter is another item.
        let id = format!("{} {department} {} {person}", today(hiring.since), company.id);
        let answer = FastHiringAccount { company, department, openings, velocity, buyer };
        Resolved { id, person: Some(person), answer }
    }))
}

impl Endpoint for HiringVelocity {
    const SPEC: Spec = Spec::charging(
        "hiring_velocity",
        "/v1/hiring-velocity",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(5)),
        "Companies with five or more positions in one department posted this quarter, with the budget's owner",
    );
    type Request = HiringVelocityRequest;
    type Answer = ListAnswer<FastHiringAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.account.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.account.icp.as_ref());
        let hiring = HiringCompanies {
            since: quarter_start(context.now),
            until: context.now,
            department: request.department,
            least: request.min_openings.unwrap_or(OPENINGS_MIN),
        };
        let resolve = |handle| item(&context, (&request, &hiring), handle);
        paging.fill(&hiring, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 2 })
    }
}
