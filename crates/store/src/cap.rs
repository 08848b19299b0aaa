//! Caps on what an account can store, checked in the transaction that stores it.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    Plan, Store,
    account::account_by_id,
    sql::{Result, Sql, StoreError, params},
};

/// Keys that an account may have had in the last 30 days, ended ones included.
const KEYS_KEPT_MAX: u64 = 10_000;
const KEYS_COUNTED_US: i64 = 30 * 24 * 3600 * 1_000_000;

/// Something of which an account can store only so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Stored {
    WatchLists,
    WatchEntries,
    SavedIcps,
    BulkItems,
    OpenBulkJobs,
    EngagementEvents,
    Webhooks,
    Keys,
}

impl Stored {
    /// Everything that is capped.
    pub const ALL: [Self; 8] = [
        Self::WatchLists,
        Self::WatchEntries,
        Self::SavedIcps,
        Self::BulkItems,
        Self::OpenBulkJobs,
        Self::EngagementEvents,
        Self::Webhooks,
        Self::Keys,
    ];

    /// The name of the cap.
    pub const fn word(self) -> &'static str {
        match self {
            Self::WatchLists => "watch_lists",
            Self::WatchEntries => "watch_entries",
            Self::SavedIcps => "saved_icps",
            Self::BulkItems => "bulk_items",
            Self::OpenBulkJobs => "open_bulk_jobs",
            Self::EngagementEvents => "engagement_events",
            Self::Webhooks => "webhooks",
            Self::Keys => "keys",
        }
    }

    /// Counts what an account stores: parameters are the account and the time.
    const fn count(self) -> &'static str {
        match self {
            Self::WatchLists => "SELECT COUNT(*) FROM watch_list WHERE account_id = ?1 AND ?2 = ?2",
            Self::WatchEntries => {
                "SELECT COUNT(*) FROM watch_entry e JOIN watch_list l ON l.id = e.list
                 WHERE l.account_id = ?1 AND ?2 = ?2"
            }
            Self::SavedIcps => "SELECT COUNT(*) FROM saved_icp WHERE account_id = ?1 AND ?2 = ?2",
            Self::BulkItems => {
                "SELECT COALESCE(SUM(total), 0) FROM bulk_job WHERE account_id = ?1 AND ?2 = ?2"
            }
            Self::OpenBulkJobs => {
                "SELECT COUNT(*) FROM bulk_job WHERE account_id = ?1 AND finished_at IS NULL AND ?2 = ?2"
            }
            Self::EngagementEvents => "SELECT COUNT(*) FROM engagement WHERE account_id = ?1 AND ?2 = ?2",
            Self::Webhooks => {
                "SELECT COUNT(*) FROM webhook WHERE account_id = ?1 AND status <> 'deleted' AND ?2 = ?2"
            }
            Self::Keys => {
                "SELECT COUNT(*) FROM api_key WHERE account_id = ?1 AND revoked_at IS NULL
                   AND (expires_at IS NULL OR expires_at > ?2)"
            }
        }
    }
}

impl std::fmt::Display for Stored {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.word().replace('_', " "))
    }
}

impl Store {
    /// Sets how much an account of each plan may store; 0 is no limit. A store for which nothing was set has none.
    pub async fn set_caps(&self, caps: Vec<(Plan, Stored, u64)>) -> Result<()> {
        self.write(move |sql| {
            sql.execute("DELETE FROM plan_cap", &[])?;
            for (plan, what, most) in caps.iter().filter(|(_, _, most)| *most > 0) {
                sql.execute(
                    "INSERT INTO plan_cap (plan, what, most) VALUES (?1, ?2, ?3)",
                    params![plan.word(), what.word(), i64::try_from(*most).unwrap_or(i64::MAX)],
                )?;
            }
            Ok(())
        })
        .await
    }
}

/// Fails when an account stores more than its plan allows. Called behind the statements that store, in their
/// transaction, so that the failure undoes them and no two callers can pass the cap together.
pub(crate) fn check(sql: &mut dyn Sql, account: &str, what: Stored, now: Timestamp) -> Result<()> {
    let Some(owner) = account_by_id(sql, account)? else { return Ok(()) };
    let most = sql.first(
        "SELECT most FROM plan_cap WHERE plan = ?1 AND what = ?2",
        params![owner.effective_plan(now).word(), what.word()],
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
