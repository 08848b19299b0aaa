//! Companies that are hiring for a role, each with the budget owner.

use engine::{DecisionMaker, EngineError, Feed, Positions, buyer_of};
use jiff::Timestamp;
use records::{Company, Department, Job, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions, TimeOptions,
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

const DAYS_DEFAULT: u32 = 90;

/// `POST /v1/hiring-intent`
pub struct HiringIntent;

/// Filters for open positions and companies.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HiringIntentRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there; the budget owner of the hire if the role is omitted.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// When the positions were posted; within the last 90 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Titles of the open positions; spelling variants and similar titles match too.
    #[schemars(length(max = 100), inner(length(min = 1, max = 200)))]
    pub titles: Option<Vec<String>>,
    /// Department of the open positions.
    pub department: Option<Department>,
}

/// A company that is hiring, with the budget owner.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HiringAccount {
    /// The company.
    pub company: Company,
    /// The open positions, newest first.
    pub openings: Vec<Job>,
    /// When the newest position became known.
    pub observed_at: Timestamp,
    /// The person with the requested role, or else the budget owner of the newest position.
    pub buyer: DecisionMaker,
}

/// Department of a position.
pub fn department_of(job: &Job) -> Department {
    job.departments.first().copied().unwrap_or(Department::Executive)
}

async fn item(
    context: &Context,
    (request, positions): (&HiringIntentRequest, &Positions),
    stored: StoredSignal,
) -> Result<Option<Resolved<HiringAccount>>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let StoredSignal { signal, observed_at, .. } = stored;
    let Some((account, openings)) = engine.openings_behind(&signal, positions, now)? else { return Ok(None) };
    if !account.company().is_some_and(|company| request.account.icp().matches(company, now)) {
        return Ok(None);
    }
    let department =
        request.department.unwrap_or_else(|| openings.first().map_or(Department::Executive, department_of));
    let role = request.account.role(|| buyer_of(department));
    let buyer = engine.decision_maker(&account, &role, request.account.accepted.terms(), now).await?;
    let Some(company) = account.into_company() else { return Ok(None) };
    Ok(buyer.map(|buyer| {
        let (id, person) = (format!("{} {}", company.id, buyer.person.id), Some(buyer.person.id.clone()));
        Resolved { id, person, answer: HiringAccount { company, openings, observed_at, buyer } }
    }))
}

impl Endpoint for HiringIntent {
    const SPEC: Spec = Spec::charging(
        "hiring_intent",
        "/v1/hiring-intent",
        Group::Combos,
        Price::PerUnit(Credits::whole(8)),
        "Companies that are hiring for a title or department, each with the person who owns that budget",
    );
    type Request = HiringIntentRequest;
    type Answer = ListAnswer<HiringAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
        request.account.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.account.icp.as_ref());
        let positions = Positions {
            department: request.department,
            titles: request.titles.clone().unwrap_or_default(),
            since: Some(request.time.start(context.now, DAYS_DEFAULT)),
            observed_since: request.time.observed_since,
        };
        let filter = SignalFilter { has_company: true, ..positions.filter(context.now) };
        let feed = Feed { kind: SignalKind::Hiring, filter };
        let resolve = |stored| item(&context, (&request, &positions), stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
