//! What an operator does with credits: grants that happen once, and refunds that name the request they refund.

use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    Account, AccountId, Credits, Store,
    accounts::account::account_by_id,
    ambient::from_micros,
    money::ledger::{self, Note},
    sql::{Result, Sql, StoreError, params},
};

/// What became of a grant or refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entered {
    /// The account afterwards.
    pub account: Account,
    /// What was moved to the account.
    pub credits: Credits,
    /// When.
    pub at: Timestamp,
    /// Whether it had been entered before under the same reference, so that nothing was changed now.
    pub was_known: bool,
}

/// A refund of what a request was charged.
#[derive(Debug, Clone)]
pub struct Refund {
    /// The request.
    pub request_id: String,
    /// How much; everything that is left of the charge when empty.
    pub credits: Option<Credits>,
    /// Why, for the statement.
    pub reason: String,
    /// The operator's own name for it. Without one, a request is refunded once.
    pub reference: Option<String>,
    /// The account that must have paid; any when empty.
    pub account: Option<AccountId>,
}

/// A row of the ledger that was entered under a reference.
struct Known {
    at: Timestamp,
    account: AccountId,
    credits: Credits,
    refunds: Option<String>,
}

/// What a request was charged.
struct Charge {
    account: AccountId,
    credits: Credits,
    refunded: Credits,
}

impl Store {
    /// Grants credits once under a reference: the same grant again changes nothing, another one is refused.
    pub async fn grant_once(
        &self,
        account: &AccountId,
        amount: Credits,
        reason: &str,
        reference: &str,
        now: Timestamp,
    ) -> Result<Entered> {
        let (account, reason, reference) = (account.to_owned(), reason.to_owned(), reference.to_owned());
        self.write(move |sql| {
            if let Some(known) = known(sql, &reference)? {
                let is_same = known.account == account && known.credits == amount && known.refunds.is_none();
                return entered_before(sql, known, is_same, &reference);
            }
            let note = Note { reason: &reason, reference: Some(&reference), ..Note::default() };
            ledger::grant_as(sql, &account, amount, &note, now)?;
            entered(sql, &account, amount, now)
        })
        .await
    }

    /// Gives back what a request was charged, in all never more than that.
    pub async fn refund(&self, refund: Refund, now: Timestamp) -> Result<Entered> {
        self.write(move |sql| enter_refund(sql, &refund, now)).await
    }

    /// What was given back of a request's charge.
    pub fn refunded(&self, request_id: &str) -> Result<Credits> {
        self.read(|sql| refunded(sql, request_id))
    }
}

fn enter_refund(sql: &mut dyn Sql, refund: &Refund, now: Timestamp) -> Result<Entered> {
    let request = &refund.request_id;
    let charge = charge_of(sql, request)?.ok_or(StoreError::NotFound("charged request"))?;
    if refund.account.as_ref().is_some_and(|account| *account != charge.account) {
        return Err(StoreError::NotFound("charged request"));
    }
    let default = format!("refund of {request}");
    let reference = refund.reference.as_ref().unwrap_or(&default);
    if let Some(known) = known(sql, reference)? {
        if refund.reference.is_none() {
            let (credits, at) = (known.credits, known.at);
            return Err(StoreError::RefundRefused(format!(
                "{request} was refunded {credits} credits at {at}; name another refund with a reference of its own"
            )));
        }
        let is_same = known.refunds.as_ref() == Some(request)
            && refund.credits.is_none_or(|credits| credits == known.credits);
        return entered_before(sql, known, is_same, reference);
    }
    let left = charge.credits.checked_sub(charge.refunded).unwrap_or_default();
    let amount = refund.credits.unwrap_or(left);
    if left <= Credits::ZERO || amount > left {
        return Err(StoreError::RefundRefused(format!(
            "{request} was charged {} credits, of which {} are refunded: {amount} cannot be given back",
            charge.credits, charge.refunded
        )));
    }
    let note =
        Note { reason: &refund.reason, request_id: None, refunds: Some(request), reference: Some(reference) };
    ledger::give_back(sql, &charge.account, amount, &note, now)?;
    entered(sql, &charge.account, amount, now)
}

fn entered(sql: &mut dyn Sql, account: &AccountId, credits: Credits, at: Timestamp) -> Result<Entered> {
    let account = account_by_id(sql, account)?.ok_or(StoreError::NotFound("account"))?;
    Ok(Entered { account, credits, at, was_known: false })
}

fn entered_before(sql: &mut dyn Sql, known: Known, is_same: bool, reference: &str) -> Result<Entered> {
    if !is_same {
        return Err(StoreError::ReferenceUsed(reference.to_owned()));
    }
    Ok(Entered { was_known: true, ..entered(sql, &known.account, known.credits, known.at)? })
}

/// What stands in the place of a reference that named a person who is erased. What was entered under it still happens once.
pub(crate) fn erased_reference(reference: &str) -> String {
    // The prefix keeps the hash of an address from being the one that others publish of it.
    format!(
        "erased:{}",
        hex::encode(Sha256::new_with_prefix("brimful reference ").chain_update(reference).finalize())
    )
}

/// The row entered under a reference, seen from the side of the account.
fn known(sql: &mut dyn Sql, reference: &str) -> Result<Option<Known>> {
    sql.first(
        "SELECT at, CASE WHEN from_account LIKE 'system:%' THEN to_account ELSE from_account END,
                CASE WHEN from_account LIKE 'system:%' THEN amount ELSE -amount END, refunds
         FROM ledger WHERE reference IN (?1, ?2, ?3)",
        // The last is how earlier versions replaced an erased reference.
        params![
            reference,
            &erased_reference(reference),
            &format!("erased:{}", hex::encode(Sha256::digest(reference)))
        ],
        |row| {
            Ok(Known {
                at: from_micros(row.int(0)?),
                account: AccountId::read(row, 1)?,
                credits: Credits::from_thousandths(row.int(2)?),
                refunds: row.text_or_null(3)?,
            })
        },
    )
}

fn charge_of(sql: &mut dyn Sql, request_id: &str) -> Result<Option<Charge>> {
    let refunded = refunded(sql, request_id)?;
    sql.first("SELECT from_account, amount FROM ledger WHERE request_id = ?1", params![request_id], |row| {
        Ok(Charge {
            account: AccountId::read(row, 0)?,
            credits: Credits::from_thousandths(row.int(1)?),
            refunded,
        })
    })
}

fn refunded(sql: &mut dyn Sql, request_id: &str) -> Result<Credits> {
    let sum = sql.first(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = ?1",
        params![request_id],
        |row| row.int(0),
    )?;
    Ok(Credits::from_thousandths(sum.unwrap_or(0)))
}
