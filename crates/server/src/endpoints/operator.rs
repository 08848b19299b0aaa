//! What operators see and change: accounts, records that may be one, and the log of all changes.

crate::endpoint::endpoints! {
    ingest: people::IngestPeople, companies::IngestCompanies, signals::IngestSignals;
    accounts: ListAccounts;
    grants: Grant;
    refunds: RefundRequestCharge;
    plan: SetPlan;
    closing: Close, Reopen;
    statement: ReadStatement;
    review: List, Explain, Merge, KeepApart, Split;
    audit: ReadAudit;
    sources: ReadSources;
    waterfall: ReadWaterfall, ChooseOrder, ResetOrder;
    feeds: ReadFeeds;
    calibration: ReadCalibration, StartCalibration;
    health: ReadHealth, ReadSettings;
    imports: ReadImports, ReceiveImport, ReadImport, StartImport, RemoveImport, ReadRejects;
}

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use store::{Account, AccountId, Credits, Entered, Plan, Scope, StoreError};

use crate::{
    call::{
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Group, Method, Spec},
};

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Operator, ..Spec::own(id, method, path, Scope::Operate, summary) }
}

/// An account in operator answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OperatorAccountView {
    /// Account id.
    pub account_id: AccountId,
    /// The plan set for the account.
    pub plan: Plan,
    /// Current balance in credits.
    pub balance: Credits,
    /// When the account was closed; absent while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
}

impl From<Account> for OperatorAccountView {
    fn from(account: Account) -> Self {
        let Account { id, plan, balance, closed_at, .. } = account;
        Self { account_id: id, plan, balance, closed_at }
    }
}

/// A booked credit movement, and the account afterwards.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EnteredAnswer {
    /// Credits added to the account; negative if withdrawn.
    pub credits: Credits,
    /// When it was booked.
    pub at: Timestamp,
    /// Whether the reference was already booked; this request then changed nothing.
    pub already_entered: bool,
    /// The account after the booking.
    pub account: OperatorAccountView,
}

impl From<Entered> for EnteredAnswer {
    fn from(entered: Entered) -> Self {
        let Entered { account, credits, at, was_known } = entered;
        Self { credits, at, already_entered: was_known, account: account.into() }
    }
}

/// Parses the amount; adds a fault if it is invalid.
fn amount(number: &Number, faults: &mut Faults) -> Option<Credits> {
    let credits = number.to_string().parse::<Credits>().ok();
    if credits.is_none() {
        faults.add(
            "/credits",
            FaultCode::InvalidValue,
            "Send credits as a number with at most three decimals.",
        );
    }
    credits
}

/// Problem returned when the balance does not allow the amount.
fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::OutOfRange => {
            let mut faults = Faults::default();
            let message =
                "A balance stays between zero and the largest number, and a movement of nothing is none.";
            faults.add("/credits", FaultCode::OutOfRange, message);
            Problem::of_faults(faults.into_vec())
        }
        StoreError::Refused(why) => {
            let mut faults = Faults::default();
            faults.add("/reason", FaultCode::InvalidValue, why);
            Problem::of_faults(faults.into_vec())
        }
        other => other.into(),
    }
}
