//! Recently funded companies, each with a decision maker.

use engine::leader;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        funded::{DAYS_DEFAULT, FundedAccount, RoundOptions, funded_account},
        paging::Paging,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/funding-radar`
pub struct FundingRadar;

/// Filters for rounds and companies, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FundingRadarRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Filters for the funding rounds.
    #[serde(flatten)]
    pub rounds: RoundOptions,
}

impl Endpoint for FundingRadar {
    const SPEC: Spec = Spec::charging(
        "funding_radar",
        "/v1/funding-radar",
        Group::Combos,
        Price::PerUnit(Credits::whole(3)),
        "Companies that raised money lately, each with the person who decides there",
    );
    type Request = FundingRadarRequest;
    type Answer = ListAnswer<FundedAccount>;

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
        let role = request.account.role(leader);
        let resolve = |stored| funded_account(&context, &feed, &request.account, &role, stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
