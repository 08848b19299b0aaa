//! The only place that changes a balance: an append-only, double-entry ledger.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    Credits,
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params},
};

/// Where granted credits come from.
pub(crate) const GRANTS: &str = "system:grants";
/// Where spent credits go.
pub(crate) const REVENUE: &str = "system:revenue";

/// One line of an account's statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// When.
    pub at: Timestamp,
    /// What it changed the balance by.
    pub credits: Credits,
    /// Why.
    pub reason: String,
    /// The request it paid for.
    pub request_id: Option<String>,
}

pub(crate) fn balance(sql: &mut dyn Sql, account: &str) -> Result<Credits> {
    sql.first("SELECT balance FROM account WHERE id = ?1", params![account], |row| row.int(0))?
        .map(Credits::from_thousandths)
        .ok_or(StoreError::NotFound("account"))
}

/// Moves credits to an account, or back when the amount is negative; never below zero.
pub(crate) fn grant(
    sql: &mut dyn Sql,
    account: &str,
    amount: Credits,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    let thousandths = amount.thousandths();
    if thousandths == 0 || thousandths == i64::MIN {
        return Err(StoreError::OutOfRange);
    }
    let after = balance(sql, account)?.checked_add(amount).ok_or(StoreError::OutOfRange)?;
    if after < Credits::ZERO {
        return Err(StoreError::OutOfRange);
    }
    sql.execute("UPDATE account SET balance = ?2 WHERE id = ?1", params![account, after.thousandths()])?;
    let (from, to) = if thousandths > 0 { (GRANTS, account) } else { (account, GRANTS) };
    append(sql, from, to, thousandths.abs(), reason, None, now)
}

/// Takes the price of a request from an account; false, and nothing changed, when it cannot pay.
pub(crate) fn charge(
    sql: &mut dyn Sql,
    account: &str,
    price: Credits,
    endpoint: &str,
    request_id: &str,
    now: Timestamp,
) -> Result<bool> {
    debug_assert!(price > Credits::ZERO, "only a price is charged");
    let paid = sql.execute(
        "UPDATE account SET balance = balance - ?2 WHERE id = ?1 AND balance >= ?2",
        params![account, price.thousandths()],
    )?;
    if paid == 0 {
        return Ok(false);
    }
    append(sql, account, REVENUE, price.thousandths(), endpoint, Some(request_id), now)?;
    Ok(true)
}

fn append(
    sql: &mut dyn Sql,
    from: &str,
    to: &str,
    amount: i64,
    reason: &str,
    request_id: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    sql.execute(
        "INSERT INTO ledger (at, from_account, to_account, amount, reason, request_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![now.as_microsecond(), from, to, amount, reason, request_id],
    )?;
    Ok(())
}

pub(crate) fn movements(sql: &mut dyn Sql, account: &str) -> Result<Vec<Movement>> {
    sql.all(
        "SELECT at, CASE WHEN to_account = ?1 THEN amount ELSE -amount END, reason, request_id
         FROM ledger WHERE from_account = ?1 OR to_account = ?1 ORDER BY no",
        params![account],
        |row| {
            Ok(Movement {
                at: from_micros(row.int(0)?),
                credits: Credits::from_thousandths(row.int(1)?),
                reason: row.text(2)?,
                request_id: row.text_or_null(3)?,
            })
        },
    )
}
