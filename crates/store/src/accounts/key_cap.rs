//! Monthly caps of keys: how many credits the calls of a key may cost in a month.

use jiff::Timestamp;

use crate::{
    AccountId, Credits, KeyId,
    ambient::month::{month_of, month_start, next_month},
    sql::{Result, Row, Sql, StoreError, params},
};

/// The monthly cap of a key, and what was spent of it. Keys that replace or were made by a capped key share its cap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyCap {
    /// Names the cap among those of all keys.
    pub id: String,
    /// Credits that may be spent in a month of the calendar, in UTC.
    pub monthly: Credits,
    spent: Credits,
    spent_month: i64,
}

/// The cap of a new key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NewKeyCap {
    /// None: the key may spend the whole balance.
    #[default]
    None,
    /// Its own cap of this many credits a month.
    Own(Credits),
    /// The cap of another key.
    Shared(String),
}

impl KeyCap {
    /// Credits spent in the month of `now`.
    pub fn spent(&self, now: Timestamp) -> Credits {
        if self.spent_month == month_of(now) { self.spent } else { Credits::ZERO }
    }

    /// Credits left in the month of `now`.
    pub fn left(&self, now: Timestamp) -> Credits {
        self.monthly.checked_sub(self.spent(now)).unwrap_or_default().max(Credits::ZERO)
    }

    /// When the next month begins.
    pub fn resets_at(now: Timestamp) -> Timestamp {
        next_month(now)
    }
}

/// Reads a cap from its id on; none of a key without one.
pub(crate) fn read(row: &dyn Row, first: usize) -> Result<Option<KeyCap>> {
    let Some(id) = row.text_or_null(first)? else { return Ok(None) };
    let Some(monthly) = row.int_or_null(first + 1)? else { return Ok(None) };
    Ok(Some(KeyCap {
        id,
        monthly: Credits::from_thousandths(monthly),
        spent: Credits::from_thousandths(row.int(first + 2)?),
        spent_month: row.int(first + 3)?,
    }))
}

/// Gives a key its own cap, in the place of one that it had or shared. What the key has spent in this month counts.
pub(crate) fn set(
    sql: &mut dyn Sql,
    account: &AccountId,
    key: &KeyId,
    monthly: Credits,
    now: Timestamp,
) -> Result<()> {
    assign(sql, account, key, Some(key.as_str()))?;
    // Added up from the charges, because those of a key without a cap are not counted.
    let spent = sql.first(
        "SELECT CAST(COALESCE(SUM(credits), 0) AS BIGINT) FROM history
         WHERE account_id = ?1 AND at >= ?2 AND key_id IN (SELECT id FROM api_key WHERE account_id = ?1 AND cap = ?3)",
        params![account, month_start(now).as_microsecond(), key],
        |row| row.int(0),
    )?;
    sql.execute(
        "INSERT INTO key_cap (id, account_id, monthly_cap, spent, spent_month) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET monthly_cap = excluded.monthly_cap, spent = excluded.spent,
           spent_month = excluded.spent_month",
        params![key.as_str(), account, monthly.thousandths(), spent.unwrap_or(0), month_of(now)],
    )?;
    Ok(())
}

/// Makes a key share a cap, or have none.
pub(crate) fn assign(sql: &mut dyn Sql, account: &AccountId, key: &KeyId, cap: Option<&str>) -> Result<()> {
    sql.execute("UPDATE api_key SET cap = ?3 WHERE account_id = ?1 AND id = ?2", params![account, key, cap])?;
    Ok(())
}

/// The balance of an account, and the cap of a key if it has one, read together. Fails when the cap does not cover the
/// price of a call.
pub(crate) fn covering(
    sql: &mut dyn Sql,
    account: &AccountId,
    key: &KeyId,
    credits: Credits,
    now: Timestamp,
) -> Result<(Credits, Option<KeyCap>)> {
    let found = sql.first(
        "SELECT a.balance, c.id, c.monthly_cap, c.spent, c.spent_month
         FROM account a LEFT JOIN api_key k ON k.id = ?2 LEFT JOIN key_cap c ON c.id = k.cap WHERE a.id = ?1",
        params![account, key],
        |row| Ok((Credits::from_thousandths(row.int(0)?), read(row, 1)?)),
    )?;
    match found.ok_or(StoreError::NotFound("account"))? {
        (_, Some(cap)) if credits > cap.left(now) => Err(reached(&cap, credits, now)),
        found => Ok(found),
    }
}

/// Takes the price of a call from a cap. Fails when that does not suffice, which undoes the whole change; two calls at a
/// time cannot both take what is left.
pub(crate) fn spend(sql: &mut dyn Sql, cap: &KeyCap, credits: Credits, now: Timestamp) -> Result<()> {
    let spent = sql.execute(
        "UPDATE key_cap SET spent = CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3, spent_month = ?2
         WHERE id = ?1 AND CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3 <= monthly_cap",
        params![&cap.id, month_of(now), credits.thousandths()],
    )?;
    if spent > 0 { Ok(()) } else { Err(reached(cap, credits, now)) }
}

fn reached(cap: &KeyCap, credits: Credits, now: Timestamp) -> StoreError {
    StoreError::KeyCapReached { monthly: cap.monthly, spent: cap.spent(now), required: credits }
}
