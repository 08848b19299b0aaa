//! The account behind the key: plan, balance, limits.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Plan, Scope};

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `GET /v1/me`
pub struct Me;

/// Takes nothing.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MeRequest {}

/// The account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MeAnswer {
    /// Account id.
    pub account_id: String,
    /// Sign-in address.
    pub email: String,
    /// The plan whose rights hold now.
    pub plan: Plan,
    /// Credits left.
    pub balance: Credits,
    /// When the trial ends or ended; absent once a plan was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial_ends_at: Option<Timestamp>,
    /// What the plan allows.
    pub limits: PlanLimits,
    /// When the account was opened.
    pub created_at: Timestamp,
}

/// What a plan allows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanLimits {
    /// Requests a second; 0 is no limit. Twice as many may come at once.
    pub requests_per_second: u32,
    /// Credits a month.
    pub monthly_credits: u32,
    /// Whether jobs may notify a webhook.
    pub webhooks: bool,
}

impl Endpoint for Me {
    const SPEC: Spec =
        Spec::own("me", Method::Get, "/v1/me", Scope::Read, "The account: plan, balance, trial and limits");
    type Request = MeRequest;
    type Answer = MeAnswer;

    async fn run(context: Context, _: MeRequest) -> Result<Outcome<MeAnswer>, Problem> {
        let account = context.store().account(context.account_id())?;
        let account = account.ok_or_else(|| Problem::new(Code::NotFound, "The account is gone."))?;
        let plan = account.effective_plan(context.now);
        let terms = context.services.settings.terms(plan);
        Ok(Outcome::free(MeAnswer {
            account_id: account.id,
            email: account.email,
            plan,
            balance: account.balance,
            trial_ends_at: account.trial_ends_at,
            limits: PlanLimits {
                requests_per_second: terms.requests_per_second,
                monthly_credits: terms.monthly_credits,
                webhooks: terms.webhooks,
            },
            created_at: account.created_at,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
