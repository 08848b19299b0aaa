//! Caps on what an account can store, checked in the transaction that stores it.

use jiff::Timestamp;

use crate::accounts::stored::Stored;
use crate::{
    AccountId, Plan, Store,
    accounts::account::account_by_id,
    sql::{Result, Sql, StoreError, params},
};

/// Keys that an account may have had in the last 30 days, ended ones included.
const KEYS_KEPT_MAX: u64 = 10_000;
const KEYS_COUNTED_US: i64 = 30 * 24 * 3600 * 1_000_000;

impl Store {
    /// Sets how much an account of each plan may store; 0 is no limit. A store for which nothing was set has none.
    pub async fn set_caps(&self, caps: Vec<(Plan, Stored, u64)>) -> Result<()> {
        self.write(move |sql| {
            sql.execute("DELETE FROM plan_cap", &[])?;
            for (plan, what, most) in caps.iter().filter(|(_, _, most)| *most > 0) {
                sql.execute(
                    "INSERT INTO plan_cap (plan, what, most) VALUES (?1, ?2, ?3)",
                    params![plan.as_str(), what.as_str(), i64::try_from(*most).unwrap_or(i64::MAX)],
                )?;
            }
            Ok(())
        })
        .await
    }
}

/// Fails when an account stores more than its plan allows. Called behind the statements that store, in their
/// transaction, so that the failure undoes them and no two callers can pass the cap together.
pub(crate) fn check(sql: &mut dyn Sql, account: &AccountId, what: Stored, now: Timestamp) -> Result<()> {
    let Some(owner) = account_by_id(sql, account)? else { return Ok(()) };
    let most = sql.first(
        "SELECT most FROM plan_cap WHERE plan = ?1 AND what = ?2",
        params![owner.effective_plan(now).as_str(), what.as_str()],
        |row| row.int(0),
    )?;
    let Some(most) = most else { return Ok(()) };
    let stored =
        sql.first(what.count(), params![account, now.as_microsecond()], |row| row.int(0))?.unwrap_or(0);
    if stored > most {
        return Err(StoreError::LimitReached { what, limit: most.unsigned_abs() });
    }
    if what == Stored::Keys {
        let kept = sql.first(
            "SELECT COUNT(*) FROM api_key WHERE account_id = ?1 AND (revoked_at IS NULL OR revoked_at > ?2)
                   AND (expires_at IS NULL OR expires_at > ?2)",
            params![account, now.as_microsecond() - KEYS_COUNTED_US],
            |row| row.int(0),
        )?;
        if kept.unwrap_or(0).unsigned_abs() > KEYS_KEPT_MAX {
            return Err(StoreError::LimitReached { what, limit: KEYS_KEPT_MAX });
        }
    }
    Ok(())
}
