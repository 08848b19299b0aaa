//! What operators see and change: accounts, records that may be one, and the log of all changes.

crate::endpoint::endpoints! {
    ingest: people::IngestPeople, companies::IngestCompanies, signals::IngestSignals;
    accounts: ListAccounts;
    grants: Grant;
    refunds: RefundRequestCharge;
    plan: SetPlan;
    closing: Close, Reopen;
    statement: ReadStatement, ReadAccountLedger;
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
use store::{Account, AccountId, Credits, Entered, InvalidCredits, Plan, Scope, Store, StoreError};

use crate::{
    call::{
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Group, Method, Spec},
    recipe::person_input::sentence,
};

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Operator, ..Spec::own(id, method, path, Scope::Operate, summary) }
}

/// An account in operator answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OperatorAccountView {
    /// Account id.
    pub account_id: AccountId,
    /// The plan set for the account; while a trial runs, the rights are those of indie.
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
    let message = match Credits::try_from(number) {
        Ok(Credits::ZERO) => "0 credits move nothing. Send another amount.".to_owned(),
        Ok(credits) => return Some(credits),
        Err(InvalidCredits::NotAnAmount) => {
            "Send credits as a number with at most three decimals.".to_owned()
        }
        Err(InvalidCredits::OutOfRange) => format!("Must be at most {}.", Credits::MAX),
    };
    faults.add("/credits", FaultCode::InvalidValue, message);
    None
}

/// Problem returned when the balance of an account does not allow the amount.
fn refused(store: &Store, account: &AccountId, credits: Option<Credits>, error: StoreError) -> Problem {
    match error {
        StoreError::OutOfRange => {
            let mut faults = Faults::default();
            let why = match (store.account(account), credits) {
                (Ok(Some(account)), Some(credits)) => account.cannot_add(credits),
                _ => error.to_string(),
            };
            faults.add("/credits", FaultCode::OutOfRange, sentence(&why));
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
