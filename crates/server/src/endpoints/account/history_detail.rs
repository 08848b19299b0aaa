//! One call of the history in full: what was asked, found and charged, and who was asked outside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{ChargeLine, Credits, Scope};

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::answer::call::{CallNames, HistoryView},
    sandbox::sample::Sample,
};

/// `GET /v1/me/history/{request_id}`
pub struct HistoryDetail;

/// Request id of a call.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HistoryDetailRequest {
    /// Request id, as in `X-Request-Id` and in `GET /v1/me/history`.
    #[schemars(length(min = 1, max = 64))]
    pub request_id: String,
}

/// One call in full.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryDetailAnswer {
    /// The call as in the history.
    #[serde(flatten)]
    pub call: HistoryView,
    /// Ids of the people, companies and signals in the answer.
    pub found: Vec<String>,
    /// What was charged, and for what.
    pub charged: ChargedView,
}

/// A charge and its lines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChargedView {
    /// Credits charged.
    pub credits: Credits,
    /// Credits refunded of those.
    pub refunded: Credits,
    /// What the charge is made of; the lines add up to `credits`. Empty for free calls.
    pub lines: Vec<ChargeLine>,
}

impl Endpoint for HistoryDetail {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..Spec::own(
            "history_detail",
            Method::Get,
            "/v1/me/history/{request_id}",
            Scope::Read,
            "One call: what was asked, found and charged, and which sources were queried",
        )
    };
    type Request = HistoryDetailRequest;
    type Answer = HistoryDetailAnswer;

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<HistoryDetailAnswer>, Problem> {
        context.services.history.settle(context.store()).await;
        let row = context.store().history_row(context.account_id(), &request.request_id)?;
        let Some(mut row) = row else { return Err(missing(&context, &request.request_id)?) };
        let found = std::mem::take(&mut row.found);
        let charged = ChargedView {
            credits: row.credits,
            refunded: row.refunded,
            lines: std::mem::take(&mut row.lines),
        };
        let call = CallNames::of(&context)?.view(row);
        Ok(Outcome::free(HistoryDetailAnswer { call, found, charged }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "request_id": "req_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}

/// Why a call is not in the history: it was never made, is no longer kept, or was dropped with its month.
fn missing(context: &Context, request_id: &str) -> Result<Problem, Problem> {
    let store = context.store();
    let dropped_before = store.history_dropped_before()?;
    let detail = match store.charge_in_ledger(context.account_id(), request_id)? {
        Some(charge) if dropped_before.is_some_and(|before| charge.at < before) => format!(
            "This call of {} was charged (credits: {}). It was dropped from the history with its month; the charge is in \
             /v1/me/ledger.",
            charge.at, charge.credits
        ),
        Some(charge) => {
            tracing::error!(request_id, at = %charge.at, "a charge has no call in the history");
            return Ok(Problem::internal(&"a charge has no call in the history"));
        }
        None => {
            "This account has made no call of this id, or it cost nothing and is no longer kept.".to_owned()
        }
    };
    Ok(Problem::new(Code::NotFound, detail))
}
