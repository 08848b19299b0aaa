//! Recently funded companies with open positions, each with a decision maker.

use engine::{DecisionMaker, EngineError, Feed, Positions, RoleSelector, buyer_of, leader};
use jiff::Timestamp;
use records::{Company, Department, FundingRound, Job};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        funded::{DAYS_DEFAULT, FundedAccount, RoundOptions, funded_account},
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/funded-and-hiring`
pub struct FundedAndHiring;

/// Filters for rounds, open positions and companies, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FundedAndHiringRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Filters for the funding rounds.
    #[serde(flatten)]
    pub rounds: RoundOptions,
    /// Department of the open positions.
    pub department: Option<Department>,
    /// Minimum number of open positions.
    #[schemars(range(min = 1, max = 500))]
    pub min_openings: Option<u32>,
}

/// A funded company that is hiring, with its decision maker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FundedAndHiringAccount {
    /// The company.
    pub company: Company,
    /// The funding round.
    pub funding: FundingRound,
    /// When the round became known.
    pub observed_at: Timestamp,
    /// Its open positions, newest first.
    pub openings: Vec<Job>,
    /// The person with the requested role; otherwise the leader of the hiring department or of the company.
    pub decision_maker: DecisionMaker,
}

async fn item(
    context: &Context,
    request: &FundedAndHiringRequest,
    (feed, role): (&Feed, &RoleSelector),
    stored: StoredSignal,
) -> Result<Option<Resolved<FundedAndHiringAccount>>, EngineError> {
    let Some(employer) = &stored.signal.company else { return Ok(None) };
    let Some(account) = context.engine().account_of_employer(employer, None)? else { return Ok(None) };
    let positions = Positions { department: request.department, ..Positions::default() };
    let openings = context.engine().openings(&account, &positions, context.now)?;
    if openings.len() < request.min_openings.unwrap_or(1) as usize {
        return Ok(None);
    }
    let found = funded_account(context, feed, &request.account, role, stored).await?;
    Ok(found.map(|Resolved { id, person, answer }| {
        let FundedAccount { company, funding, observed_at, decision_maker } = answer;
        let answer = FundedAndHiringAccount { company, funding, observed_at, openings, decision_maker };
        Resolved { id, person, answer }
    }))
}

impl Endpoint for FundedAndHiring {
    const SPEC: Spec = Spec::charging(
        "funded_and_hiring",
        "/v1/funded-and-hiring",
        Group::Combos,
        Price::PerUnit(Credits::whole(10)),
        "Companies that raised money lately and are hiring, each with the person who decides there",
    );
    type Request = FundedAndHiringRequest;
    type Answer = ListAnswer<FundedAndHiringAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.rounds.check(faults);
        request.account.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(request.account.icp.as_ref())
            .in_currencies(request.rounds.currency());
        let feed = request.rounds.feed(&context, DAYS_DEFAULT);
        let role = request.account.role(|| request.department.map_or_else(leader, buyer_of));
        let resolve = |stored| item(&context, &request, (&feed, &role), stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 700, "limit": 2 })
    }
}
