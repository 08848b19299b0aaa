//! Credit movements of an account: a statement of a time range, and the ledger in pages.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountId, Credits, Movement};

use super::spec;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_MAX, answer::ledger::LedgerAnswer},
    sandbox::sample::Sample,
};

/// Maximum number of movements per answer; larger accounts need a shorter time range.
const MOVEMENTS_MAX: usize = 10_000;

/// `GET /v1/operator/accounts/{id}/statement`
pub struct ReadStatement;

/// The account, and the time range.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StatementRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
    /// Only movements at or after this time; from the creation of the account if omitted.
    pub since: Option<Timestamp>,
    /// Only movements before this time; until now if omitted.
    pub until: Option<Timestamp>,
}

/// The movements of an account between two balances.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatementAnswer {
    /// Account id.
    pub account_id: AccountId,
    /// The balance before the first movement.
    pub opening: Credits,
    /// Oldest first.
    pub movements: Vec<MovementView>,
    /// Whether the range has more movements than the answer (10,000 at most); `closing` is then the balance after the
    /// last movement returned.
    pub more: bool,
    /// The balance after the last movement.
    pub closing: Credits,
}

/// One movement of credits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovementView {
    /// When it was booked.
    pub at: Timestamp,
    /// Change of the balance.
    pub credits: Credits,
    /// Reason: the endpoint of a charge, or the operator's text.
    pub reason: String,
    /// Id of the charged request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Id of the request whose charge is refunded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<String>,
    /// The operator's reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl From<Movement> for MovementView {
    fn from(movement: Movement) -> Self {
        let Movement { at, credits, reason, request_id, refunds, reference } = movement;
        Self { at, credits, reason, request_id, refunds, reference }
    }
}

impl Endpoint for ReadStatement {
    const SPEC: Spec = spec(
        "operator_statement",
        Method::Get,
        "/v1/operator/accounts/{id}/statement",
        "An account's statement: opening balance, every movement, closing balance",
    );
    type Request = StatementRequest;
    type Answer = StatementAnswer;

    async fn run(context: Context, request: StatementRequest) -> Result<Outcome<StatementAnswer>, Problem> {
        let statement =
            context.store().statement(&request.id, request.since, request.until, MOVEMENTS_MAX)?;
        Ok(Outcome::free(StatementAnswer {
            account_id: statement.account_id,
            opening: statement.opening,
            movements: statement.movements.into_iter().map(MovementView::from).collect(),
            more: statement.more,
            closing: statement.closing,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t", "since": "2026-01-01T00:00:00Z" })
    }
}

/// `GET /v1/operator/accounts/{id}/ledger`
pub struct ReadAccountLedger;

/// The account, and the page of its ledger.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AccountLedgerRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
    /// Movements per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

impl Endpoint for ReadAccountLedger {
    const SPEC: Spec = spec(
        "operator_ledger",
        Method::Get,
        "/v1/operator/accounts/{id}/ledger",
        "Every movement of an account's credits, newest first, with the balance after it",
    );
    type Request = AccountLedgerRequest;
    type Answer = LedgerAnswer;

    async fn run(context: Context, request: AccountLedgerRequest) -> Result<Outcome<LedgerAnswer>, Problem> {
        let AccountLedgerRequest { id, limit, cursor } = request;
        Ok(Outcome::free(LedgerAnswer::page(&context, &id, limit, cursor.as_deref())?))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t", "limit": 10 })
    }
}
