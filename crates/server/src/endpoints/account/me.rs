//! The calling account: plan, balance, limits.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountId, Credits, Plan, Scope};

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

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MeRequest {}

/// The account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MeAnswer {
    /// Account id.
    pub account_id: AccountId,
    /// Email address used to sign in.
    pub email: String,
    /// The plan in effect.
    pub plan: Plan,
    /// Current balance in credits.
    pub balance: Credits,
    /// End of the trial, past or future; absent once a plan was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial_ends_at: Option<Timestamp>,
    /// Limits of the plan.
    pub limits: PlanLimits,
    /// When the account was created.
    pub created_at: Timestamp,
}

/// Limits of a plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanLimits {
    /// Requests per second; 0 means no limit. Bursts of up to twice as many are accepted.
    pub requests_per_second: u32,
    /// Credits per month.
    pub monthly_credits: u32,
    /// Whether jobs may send webhook events.
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
