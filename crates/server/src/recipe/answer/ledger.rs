//! A page of an account's ledger, as the account and operators read it.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use store::{AccountId, Credits, LedgerPosition, LedgerRow, Movement};

use crate::{
    call::{
        context::Context,
        cursor,
        problem::{Problem, foreign_cursor},
    },
    recipe::PAGE_DEFAULT,
};

/// A page of the ledger.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LedgerAnswer {
    /// Newest first.
    pub results: Vec<LedgerView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Kind of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    /// The price of a call.
    Charge,
    /// The price of a call, given back in whole or in part.
    Refund,
    /// Credits of the plan, or given by the operator.
    Grant,
    /// Credits taken back by the operator.
    Withdrawal,
}

/// One movement of credits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LedgerView {
    /// When it was booked.
    pub at: Timestamp,
    /// Kind of the movement.
    pub kind: MovementKind,
    /// Change of the balance.
    pub credits: Credits,
    /// The balance after it.
    pub balance_after: Credits,
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

impl From<LedgerRow> for LedgerView {
    fn from(row: LedgerRow) -> Self {
        let Movement { at, credits, reason, request_id, refunds, reference } = row.movement;
        let kind = match (&request_id, &refunds) {
            (Some(_), _) => MovementKind::Charge,
            (_, Some(_)) => MovementKind::Refund,
            _ if credits < Credits::ZERO => MovementKind::Withdrawal,
            _ => MovementKind::Grant,
        };
        Self { at, kind, credits, balance_after: row.balance_after, reason, request_id, refunds, reference }
    }
}

/// The page after a row: it begins with the balance before that row.
fn after(row: &LedgerRow) -> String {
    let balance = row.balance_after.checked_sub(row.movement.credits).unwrap_or_default();
    format!("{} {}", row.no, balance.thousandths())
}

fn position(text: &str) -> Option<LedgerPosition> {
    let (no, balance) = text.split_once(' ')?;
    Some(LedgerPosition { no: no.parse().ok()?, balance: Credits::from_thousandths(balance.parse().ok()?) })
}

impl LedgerAnswer {
    /// The page of an account's ledger after a cursor.
    pub fn page(
        context: &Context,
        account: &AccountId,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<Self, Problem> {
        let from = match cursor {
            Some(cursor) => Some(position(&cursor::decode(context, cursor)?).ok_or_else(foreign_cursor)?),
            None => None,
        };
        let limit = limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut rows = context.store().ledger(account, from, limit + 1)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = rows.last().filter(|_| more).map(|row| cursor::encode(context, &after(row)));
        Ok(Self { results: rows.into_iter().map(LedgerView::from).collect(), next_cursor })
    }
}
