//! Grants credits, idempotent per reference.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Number, Value, json};
use store::{AccountId, Credits};

use super::{EnteredAnswer, amount, refused, spec};
use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        request::validate::Faults,
    },
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Reasons where none is sent.
const GRANTED: &str = "granted by the operator";
const WITHDRAWN: &str = "withdrawn by the operator";

/// `POST /v1/operator/accounts/{id}/grants`
pub struct Grant;

/// The account, and the credits to grant.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct GrantRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
    /// Credits with at most three decimals; a negative number withdraws credits from the remaining balance.
    pub credits: Number,
    /// Your unique reference for this grant, such as an invoice number. Repeating a reference changes nothing.
    #[schemars(length(min = 1, max = 100))]
    pub reference: String,
    /// Reason, shown in the statement.
    #[schemars(length(min = 1, max = 200))]
    pub reason: Option<String>,
}

impl Endpoint for Grant {
    const SPEC: Spec = Spec {
        problems: &[Code::ReferenceUsed],
        ..spec(
            "operator_grant",
            Method::Post,
            "/v1/operator/accounts/{id}/grants",
            "Grants credits to an account, once for each reference",
        )
    };
    type Request = GrantRequest;
    type Answer = EnteredAnswer;

    fn check(request: &GrantRequest, faults: &mut Faults) {
        amount(&request.credits, faults);
    }

    async fn run(context: Context, request: GrantRequest) -> Result<Outcome<EnteredAnswer>, Problem> {
        let mut faults = Faults::default();
        let Some(credits) = amount(&request.credits, &mut faults) else {
            return Err(Problem::of_faults(faults.into_vec()));
        };
        let usual = if credits < Credits::ZERO { WITHDRAWN } else { GRANTED };
        let reason = request.reason.as_deref().unwrap_or(usual);
        let store = context.store();
        let entered = store.grant_once(&request.id, credits, reason, &request.reference, context.now).await;
        let entered = entered.map_err(|error| refused(store, &request.id, Some(credits), error))?;
        Ok(Outcome::free(entered.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t", "credits": 500, "reference": "invoice-2026-0117" })
    }
}
