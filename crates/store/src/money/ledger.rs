//! The only place that changes a balance: an append-only, double-entry ledger.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    AccountId, Credits, Store,
    ambient::from_micros,
    privacy::suppression::SuppressionGate,
    sql::{Result, Row, Sql, StoreError, params},
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The request whose charge it gives back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<String>,
    /// The operator's own name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// A ledger row's fields besides the two accounts and the amount.
#[derive(Default)]
pub(crate) struct Note<'a> {
    pub(crate) reason: &'a str,
    pub(crate) request_id: Option<&'a str>,
    pub(crate) refunds: Option<&'a str>,
    pub(crate) reference: Option<&'a str>,
}

pub(crate) fn balance(sql: &mut dyn Sql, account: &AccountId) -> Result<Credits> {
    sql.first("SELECT balance FROM account WHERE id = ?1", params![account], |row| row.int(0))?
        .map(Credits::from_thousandths)
        .ok_or(StoreError::NotFound("account"))
}

/// Moves credits to an account, or back when the amount is negative; never below zero.
pub(crate) fn grant(
    sql: &mut dyn Sql,
    account: &AccountId,
    amount: Credits,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    grant_as(sql, account, amount, &Note { reason, ..Note::default() }, now)
}

/// The same with a reference.
pub(crate) fn grant_as(
    sql: &mut dyn Sql,
    account: &AccountId,
    amount: Credits,
    note: &Note<'_>,
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
    sql.send("UPDATE account SET balance = ?2 WHERE id = ?1", params![account, after.thousandths()])?;
    let (from, to) = if thousandths > 0 { (GRANTS, account.as_str()) } else { (account.as_str(), GRANTS) };
    append(sql, from, to, thousandths.abs(), note, now)
}

/// Gives back credits that a request was charged, out of the revenue they went to.
pub(crate) fn give_back(
    sql: &mut dyn Sql,
    account: &AccountId,
    amount: Credits,
    note: &Note<'_>,
    now: Timestamp,
) -> Result<()> {
    if amount <= Credits::ZERO {
        return Err(StoreError::OutOfRange);
    }
    let after = balance(sql, account)?.checked_add(amount).ok_or(StoreError::OutOfRange)?;
    sql.send("UPDATE account SET balance = ?2 WHERE id = ?1", params![account, after.thousandths()])?;
    append(sql, REVENUE, account.as_str(), amount.thousandths(), note, now)
}

/// Takes the price of a request from an account, and says what is left; `None`, and nothing changed, when it cannot pay.
pub(crate) fn charge(
    sql: &mut dyn Sql,
    account: &AccountId,
    price: Credits,
    endpoint: &str,
    request_id: &str,
    now: Timestamp,
) -> Result<Option<Credits>> {
    debug_assert!(price > Credits::ZERO, "only a price is charged");
    let left = sql.first(
        "UPDATE account SET balance = balance - ?2 WHERE id = ?1 AND balance >= ?2 RETURNING balance",
        params![account, price.thousandths()],
        |row| row.int(0).map(Credits::from_thousandths),
    )?;
    let Some(left) = left else { return Ok(None) };
    let note = Note { reason: endpoint, request_id: Some(request_id), ..Note::default() };
    append(sql, account.as_str(), REVENUE, price.thousandths(), &note, now)?;
    Ok(Some(left))
}

fn append(
    sql: &mut dyn Sql,
    from: &str,
    to: &str,
    amount: i64,
    note: &Note<'_>,
    now: Timestamp,
) -> Result<()> {
    // A row is never changed, so an address in it could not be erased.
    // A charge is entered with the id of its request and with no words of a person.
    let gate = if note.request_id.is_none() { Some(SuppressionGate::open(sql)?) } else { None };
    let mut has_contact = |text: &str| -> Result<bool> {
        Ok(text.contains('@') || gate.as_ref().map_or(Ok(false), |gate| gate.is_in(sql, text))?)
    };
    if has_contact(note.reason)? || has_contact(note.reference.unwrap_or_default())? {
        return Err(StoreError::Refused(
            "a reason or reference must not hold a person's contact, because the ledger is never changed",
        ));
    }
    sql.send(
        "INSERT INTO ledger (at, from_account, to_account, amount, reason, request_id, refunds, reference)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            now.as_microsecond(),
            from,
            to,
            amount,
            note.reason,
            note.request_id,
            note.refunds,
            note.reference
        ],
    )?;
    Ok(())
}

/// An account's movements from `since` until before `until`, oldest first.
pub(crate) fn movements(
    sql: &mut dyn Sql,
    account: &AccountId,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    limit: usize,
) -> Result<Vec<Movement>> {
    sql.all(
        "SELECT at, CASE WHEN to_account = ?1 THEN amount ELSE -amount END, reason, request_id, refunds, reference
         FROM ledger WHERE (from_account = ?1 OR to_account = ?1)
           AND (CAST(?2 AS BIGINT) IS NULL OR at >= ?2) AND (CAST(?3 AS BIGINT) IS NULL OR at < ?3) ORDER BY no LIMIT ?4",
        params![
            account,
            since.map(Timestamp::as_microsecond),
            until.map(Timestamp::as_microsecond),
            i64::try_from(limit).unwrap_or(i64::MAX)
        ],
        |row| read_movement(row, 0),
    )
}

/// A row of an account's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerRow {
    /// Position in the ledger, for paging.
    pub no: i64,
    /// The movement.
    pub movement: Movement,
    /// The balance after it.
    pub balance_after: Credits,
}

/// Where a page of the ledger begins: before this row, after which the balance was this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerPosition {
    /// Row number of the last row of the page before.
    pub no: i64,
    /// The balance before that row.
    pub balance: Credits,
}

impl Store {
    /// A page of an account's ledger, newest first, from a position or from the newest row.
    pub fn ledger(
        &self,
        account: &AccountId,
        from: Option<LedgerPosition>,
        limit: usize,
    ) -> Result<Vec<LedgerRow>> {
        self.read(|sql| {
            let newest = LedgerPosition { no: i64::MAX, balance: balance(sql, account)? };
            let from = from.unwrap_or(newest);
            // Two ordered scans of an index each; a condition on both columns would sort all rows of the account.
            let rows = sql.all(
                "SELECT no, at, amount, reason, request_id, refunds, reference FROM
                   (SELECT no, at, -amount AS amount, reason, request_id, refunds, reference FROM ledger
                    WHERE from_account = ?1 AND no < ?2 ORDER BY no DESC LIMIT ?3) AS spent
                 UNION ALL SELECT no, at, amount, reason, request_id, refunds, reference FROM
                   (SELECT no, at, amount, reason, request_id, refunds, reference FROM ledger
                    WHERE to_account = ?1 AND no < ?2 ORDER BY no DESC LIMIT ?3) AS given
                 ORDER BY no DESC LIMIT ?3",
                params![account, from.no, i64::try_from(limit).unwrap_or(i64::MAX)],
                |row| Ok((row.int(0)?, read_movement(row, 1)?)),
            )?;
            let mut left = from.balance;
            let balanced = rows.into_iter().map(|(no, movement)| {
                let balance_after = left;
                left = left.checked_sub(movement.credits).unwrap_or_default();
                LedgerRow { no, movement, balance_after }
            });
            Ok(balanced.collect())
        })
    }
}

/// A movement from its time on.
fn read_movement(row: &dyn Row, first: usize) -> Result<Movement> {
    Ok(Movement {
        at: from_micros(row.int(first)?),
        credits: Credits::from_thousandths(row.int(first + 1)?),
        reason: row.text(first + 2)?,
        request_id: row.text_or_null(first + 3)?,
        refunds: row.text_or_null(first + 4)?,
        reference: row.text_or_null(first + 5)?,
    })
}

/// A sum from the sums of its millions and of what is left of them.
pub(crate) fn whole(millions: i64, rest: i64) -> i128 {
    i128::from(millions) * 1_000_000 + i128::from(rest)
}
