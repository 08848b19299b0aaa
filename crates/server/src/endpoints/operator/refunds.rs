//! Refunds the charge of a request.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Number, Value, json};
use store::{AccountId, Credits, Refund};

use super::{EnteredAnswer, amount, refused, spec};
use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/operator/accounts/{id}/refunds`
pub struct RefundRequestCharge;

/// The charge to refund.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RefundRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
    /// Id of the charged request, as in the history.
    #[schemars(length(min = 1, max = 64))]
    pub request_id: String,
    /// Credits with at most three decimals; the unrefunded rest of the charge if omitted.
    pub credits: Option<Number>,
    /// Your unique reference for this refund. Repeating a reference changes nothing.
    #[schemars(length(min = 1, max = 100))]
    pub reference: String,
    /// Reason, shown in the statement.
    #[schemars(length(min = 1, max = 200))]
    pub reason: Option<String>,
}

impl Endpoint for RefundRequestCharge {
    const SPEC: Spec = Spec {
        problems: &[Code::ReferenceUsed, Code::RefundRefused],
        ..spec(
            "operator_refund",
            Method::Post,
            "/v1/operator/accounts/{id}/refunds",
            "Gives back what a request was charged, in all never more than that",
        )
    };
    type Request = RefundRequest;
    type Answer = EnteredAnswer;

    fn check(request: &RefundRequest, faults: &mut Faults) {
        let credits = request.credits.as_ref().and_then(|credits| amount(credits, faults));
        if credits.is_some_and(|credits| credits < Credits::ZERO) {
            faults.add("/credits", FaultCode::TooSmall, "A refund is more than 0 credits.");
        }
    }

    async fn run(context: Context, request: RefundRequest) -> Result<Outcome<EnteredAnswer>, Problem> {
        let credits = request.credits.as_ref().and_then(|credits| amount(credits, &mut Faults::default()));
        let refund = Refund {
            request_id: request.request_id,
            credits,
            reason: request.reason.unwrap_or_else(|| "refunded by the operator".to_owned()),
            reference: Some(request.reference),
            account: Some(request.id),
        };
        let (store, account) = (context.store(), refund.account.clone());
        let entered = store.refund(refund, context.now).await;
        let entered = entered.map_err(|error| match &account {
            Some(account) => refused(store, account, credits, error),
            None => error.into(),
        })?;
        Ok(Outcome::free(entered.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t", "request_id": "req_01kaw2m5d0x7ah9zqk3v8n4r6t",
            "reference": "ticket-4711", "reason": "the answer was out of date"
        })
    }
}
