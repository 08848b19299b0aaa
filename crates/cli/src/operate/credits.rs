//! `brimful credits`: grants, refunds and statements.

use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::json;
use store::{Account, AccountStatement, Clock, Credits, Entered, Refund, StoreError};

use crate::{
    operate::{
        accounts::{credits, find_account},
        log::logged,
    },
    output::{Output, print_line, table},
    storage::DataOption,
};

#[derive(Subcommand)]
pub(crate) enum CreditsCommand {
    /// Grant credits to an account; a negative number withdraws them from its balance
    Grant {
        /// Account id or email
        account: String,
        /// Credits, with at most three decimals; -5 withdraws 5
        #[arg(value_parser = not_zero, allow_hyphen_values = true)]
        credits: Credits,
        /// Idempotency reference, such as an invoice number: the grant is made once per reference
        #[arg(long, value_name = "REFERENCE", value_parser = reference)]
        id: Option<String>,
        /// Why, for the statement [default: granted or withdrawn by the operator]
        #[arg(long)]
        reason: Option<String>,
        #[command(flatten)]
        data: DataOption,
    },
    /// Refund a charged request, in total at most the charge
    Refund {
        /// Request id, as in the account's history
        request_id: String,
        /// Credits to refund [default: the rest of the charge]
        #[arg(long, value_name = "N", value_parser = more_than_zero)]
        credits: Option<Credits>,
        /// Idempotency reference: the refund is made once per reference
        #[arg(long, value_name = "REFERENCE", value_parser = reference)]
        id: Option<String>,
        /// Why, for the statement
        #[arg(long, default_value = "refunded by the operator")]
        reason: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// Show the opening balance, movements and closing balance of a period
    Statement {
        /// Account id or email
        account: String,
        /// At or after this time, such as 2026-01-01T00:00:00Z
        #[arg(long, value_name = "TIME")]
        since: Option<Timestamp>,
        /// Before this time
        #[arg(long, value_name = "TIME")]
        until: Option<Timestamp>,
        /// Print the movements as csv
        #[arg(long)]
        csv: bool,
        #[command(flatten)]
        data: DataOption,
    },
}

/// What a grant is called in the audit log.
const GRANT: &str = "operator_grant";
/// What is done by one, as messages and the default reason say it.
const GRANTED: &str = "granted";
/// Longest reference, as over the API.
const REFERENCE_CHARS_MAX: usize = 100;

fn not_zero(text: &str) -> Result<Credits, String> {
    let credits = credits(text)?;
    if credits == Credits::ZERO { Err("0 credits move nothing".into()) } else { Ok(credits) }
}

fn more_than_zero(text: &str) -> Result<Credits, String> {
    let credits = credits(text)?;
    if credits > Credits::ZERO { Ok(credits) } else { Err("a refund is more than 0".into()) }
}

fn reference(text: &str) -> Result<String, String> {
    let fits = (1..=REFERENCE_CHARS_MAX).contains(&text.chars().count());
    if fits { Ok(text.to_owned()) } else { Err(format!("1 to {REFERENCE_CHARS_MAX} characters")) }
}

/// Says why the balance of an account does not allow an amount; passes other errors on.
fn explained(account: &Account, credits: Credits, error: StoreError) -> anyhow::Error {
    match error {
        StoreError::OutOfRange => anyhow::Error::new(error).context(account.cannot_add(credits)),
        other => other.into(),
    }
}

/// What was done with credits: `given`, unless their number is negative.
fn verb(given: &'static str, credits: Credits) -> &'static str {
    if credits < Credits::ZERO { "withdrawn" } else { given }
}

/// A sentence such as `5 credits were withdrawn; acc_… has 10 credits`.
fn moved(account: &Account, credits: Credits, given: &'static str) -> String {
    let (many, verb) = (credits.abs(), verb(given, credits));
    let were = if many == Credits::whole(1) { "credit was" } else { "credits were" };
    format!("{many} {were} {verb}; {} has {} credits", account.id, account.balance)
}

fn print_entered(output: Output, entered: &Entered, given: &'static str) -> anyhow::Result<()> {
    let account = &entered.account;
    let shown = json!({
        "account_id": account.id, "id": account.id, "credits": entered.credits, "at": entered.at,
        "already_entered": entered.was_known, "balance": account.balance, "plan": account.plan,
    });
    output.print(&shown, || {
        if !entered.was_known {
            return moved(account, entered.credits, given);
        }
        let (credits, at, verb) = (entered.credits.abs(), entered.at, verb(given, entered.credits));
        let balance = format!("{} has {} credits", account.id, account.balance);
        format!("{balance}; {credits} were {verb} under this reference at {at}, and not again now")
    })
}

impl CreditsCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let now = Clock::System.now();
        match self {
            Self::Grant { account, credits, id, reason, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?;
                let subject = Some(account.id.to_string());
                let reason = reason.unwrap_or_else(|| format!("{} by the operator", verb(GRANTED, credits)));
                let explained = |error| explained(&account, credits, error);
                if let Some(reference) = id {
                    let granting = store.grant_once(&account.id, credits, &reason, &reference, now);
                    let granting = async { granting.await.map_err(explained) };
                    let entered = logged(&store, GRANT, subject, granting).await?;
                    print_entered(output, &entered, GRANTED)?;
                } else {
                    let granting = store.grant(&account.id, credits, &reason, now);
                    let granting = async { granting.await.map_err(explained) };
                    let account = logged(&store, GRANT, subject, granting).await?;
                    output.print(&account, || moved(&account, credits, GRANTED))?;
                }
            }
            Self::Refund { request_id, credits, id, reason, data } => {
                let (store, subject) = (data.open_existing()?, Some(request_id.clone()));
                let refund = Refund { request_id, credits, reason, reference: id, account: None };
                let refunding = async { store.refund(refund, now).await.map_err(anyhow::Error::from) };
                let entered = logged(&store, "operator_refund", subject, refunding).await?;
                print_entered(output, &entered, "refunded")?;
            }
            Self::Statement { account, since, until, csv, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?.id;
                let statement = store.statement(&account, since, until, usize::MAX)?;
                if csv {
                    print_line(&as_csv(&statement)?)?;
                } else {
                    output.print(&statement, || as_text(&statement))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The columns of a movement besides its time, with the balance after it.
fn rows(statement: &AccountStatement) -> Vec<Vec<String>> {
    let mut balance = statement.opening;
    let row = |movement: &store::Movement| {
        balance = balance.checked_add(movement.credits).unwrap_or(balance);
        let request = movement.request_id.clone().unwrap_or_default();
        vec![
            movement.at.to_string(),
            movement.credits.to_string(),
            balance.to_string(),
            movement.reason.clone(),
            request,
            movement.refunds.clone().unwrap_or_default(),
            movement.reference.clone().unwrap_or_default(),
        ]
    };
    statement.movements.iter().map(row).collect()
}

fn as_text(statement: &AccountStatement) -> String {
    let movements =
        table(&["AT", "CREDITS", "BALANCE", "REASON", "REQUEST", "REFUNDS", "REFERENCE"], &rows(statement));
    format!("opening balance {}\n{movements}\nclosing balance {}", statement.opening, statement.closing)
}

/// Movements as csv. A cell that a spreadsheet would take for a formula begins with an apostrophe.
fn as_csv(statement: &AccountStatement) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["at", "credits", "balance", "reason", "request_id", "refunds", "reference"])?;
    for row in rows(statement) {
        writer.write_record(row.iter().enumerate().map(|(column, cell)| {
            // Amounts may begin with a minus; free text may not.
            let is_risky = column >= 3 && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            if is_risky { format!("'{cell}") } else { cell.clone() }
        }))?;
    }
    let bytes = writer.into_inner().context("the statement cannot be written as csv")?;
    Ok(String::from_utf8(bytes)?.trim_end().to_owned())
}
