//! Sets the plan of an account.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{AccountId, Plan};

use super::{OperatorAccountView, spec};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/operator/accounts/{id}/plan`
pub struct SetPlan;

/// The account, and its new plan.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SetPlanRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
    /// The new plan, effective immediately.
    pub plan: Plan,
}

impl Endpoint for SetPlan {
    const SPEC: Spec = spec(
        "operator_set_plan",
        Method::Post,
        "/v1/operator/accounts/{id}/plan",
        "Puts an account on a plan; that ends a trial",
    );
    type Request = SetPlanRequest;
    type Answer = OperatorAccountView;

    async fn run(context: Context, request: SetPlanRequest) -> Result<Outcome<OperatorAccountView>, Problem> {
        Ok(Outcome::free(context.store().set_plan(&request.id, request.plan).await?.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t", "plan": "scale" })
    }
}
