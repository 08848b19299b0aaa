//! Recently funded companies that use a technology, each with a decision maker.

use engine::{DecisionMaker, EngineError, Feed, RoleSelector};
use jiff::Timestamp;
use records::{Company, FundingRound, Technology};
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
        person_input::check_filters,
        stack::{StackOptions, technology_buyer},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/funded-and-using-tech`
pub struct FundedAndUsingTech;

/// Filters for rounds, technologies and companies, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FundedAndUsingTechRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Filters for the funding rounds.
    #[serde(flatten)]
    pub rounds: RoundOptions,
    /// Filters for the technologies.
    #[serde(flatten)]
    pub stack: StackOptions,
}

/// A funded company that uses the technology, with its decision maker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FundedTechAccount {
    /// The company.
    pub company: Company,
    /// The funding round.
    pub funding: FundingRound,
    /// When the round became known.
    pub observed_at: Timestamp,
    /// The requested technologies that the company uses.
    pub technologies: Vec<Technology>,
    /// The person with the requested role, or else the person who decides on technology.
    pub decision_maker: DecisionMaker,
}

async fn item(
    context: &Context,
    request: &FundedAndUsingTechRequest,
    (feed, role): (&Feed, &RoleSelector),
    stored: StoredSignal,
) -> Result<Option<Resolved<FundedTechAccount>>, EngineError> {
    let found = funded_account(context, feed, &request.account, role, stored).await?;
    let Some(Resolved { id, person, answer }) = found else { return Ok(None) };
    let FundedAccount { company, funding, observed_at, decision_maker } = answer;
    let technologies = request.stack.seen_at(&company, context.now);
    let uses = !technologies.is_empty();
    let answer = FundedTechAccount { company, funding, observed_at, technologies, decision_maker };
    Ok(uses.then_some(Resolved { id, person, answer }))
}

impl Endpoint for FundedAndUsingTech {
    const SPEC: Spec = Spec::charging(
        "funded_and_using_tech",
        "/v1/funded-and-using-tech",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(7)),
        "Companies that raised money lately and use a technology, with the person who decides there",
    );
    type Request = FundedAndUsingTechRequest;
    type Answer = ListAnswer<FundedTechAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.rounds.check(faults);
        request.account.check(faults);
        request.stack.check(faults);
        check_filters(&request.stack.filters(), "", faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(request.account.icp.as_ref())
            .in_currencies(request.rounds.currency());
        let feed = request.rounds.feed(&context, DAYS_DEFAULT);
        let role = request.account.role(technology_buyer);
        let resolve = |stored| item(&context, &request, (&feed, &role), stored);
        paging.fill(&feed, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "technologies": [sample.account_technology], "within_days": 730, "limit": 2 })
    }
}
