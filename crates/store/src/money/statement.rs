//! An account's statement: what it had, every movement, what it has.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    AccountId, Credits, Movement, Store,
    money::ledger::{self, whole},
    sql::{Result, Sql, params},
};

/// The movements of an account in a span of time, between two balances.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountStatement {
    /// The account.
    pub account_id: AccountId,
    /// The balance before the first movement.
    pub opening: Credits,
    /// Oldest first.
    pub movements: Vec<Movement>,
    /// Whether there are more movements than requested.
    pub more: bool,
    /// The balance after the last movement.
    pub closing: Credits,
}

impl Store {
    /// An account's statement from `since` until before `until`; from its opening until now when they are empty. At
    /// most `limit` movements.
    pub fn statement(
        &self,
        account: &AccountId,
        since: Option<Timestamp>,
        until: Option<Timestamp>,
        limit: usize,
    ) -> Result<AccountStatement> {
        self.read(|sql| {
            ledger::balance(sql, account)?;
            let opening = match since {
                Some(since) => balance_before(sql, account, since)?,
                None => 0,
            };
            let mut movements = ledger::movements(sql, account, since, until, limit.saturating_add(1))?;
            let more = movements.len() > limit;
            movements.truncate(limit);
            let moved: i128 =
                movements.iter().map(|movement| i128::from(movement.credits.thousandths())).sum();
            Ok(AccountStatement {
                account_id: account.to_owned(),
                opening: Credits::saturating(opening),
                closing: Credits::saturating(opening + moved),
                more,
                movements,
            })
        })
    }
}

/// Summed in two parts, because turnover may leave the range that a balance never leaves.
fn balance_before(sql: &mut dyn Sql, account: &AccountId, before: Timestamp) -> Result<i128> {
    let sum = sql.first(
        "SELECT CAST(COALESCE(SUM(signed / 1000000), 0) AS BIGINT), CAST(COALESCE(SUM(signed % 1000000), 0) AS BIGINT)
         FROM (SELECT CASE WHEN to_account = ?1 THEN amount ELSE -amount END AS signed FROM ledger
               WHERE (from_account = ?1 OR to_account = ?1) AND at < ?2) AS moved",
        params![account, before.as_microsecond()],
        |row| Ok(whole(row.int(0)?, row.int(1)?)),
    )?;
    Ok(sum.unwrap_or(0))
}
