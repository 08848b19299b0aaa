//! The history by months: read to be exported, and dropped where the operator keeps it elsewhere. The ledger keeps every
//! charge, with its time, account, endpoint and request.

use jiff::Timestamp;

use super::{HistoryRow, read_row};
use crate::{
    AccountId, Credits, Store,
    ambient::{from_micros, month::month_start},
    money::history::retention::look_again_after_deletion,
    sql::{Result, Sql, StoreError, params, scope::Scope},
};

/// The watermark that holds the time before which the history was dropped, in microseconds. The audit demands no history
/// of charges from before it; its statements name it in their text.
const DROPPED: &str = "history dropped";

/// Where the next page of an account's history begins, oldest first: behind this call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryPosition {
    /// When it came in.
    pub at: Timestamp,
    /// Its number, which orders calls of one time.
    pub no: i64,
}

/// Calls of an account that were dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedCalls {
    /// The account.
    pub account: AccountId,
    /// How many.
    pub calls: usize,
}

/// A charge whose call is no longer in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedCharge {
    /// When the call came in.
    pub at: Timestamp,
    /// What it cost.
    pub credits: Credits,
}

impl Store {
    /// A page of an account's calls from `since` until before `until`, oldest first, behind a position.
    pub fn history_between(
        &self,
        account: &AccountId,
        (since, until): (Timestamp, Timestamp),
        after: Option<HistoryPosition>,
        limit: usize,
    ) -> Result<Vec<HistoryRow>> {
        let (from, no) = after.map_or((since, 0), |after| (after.at.max(since), after.no));
        self.read(|sql| {
            sql.all(
                "SELECT no, request_id, at, endpoint, status, credits, latency_us, cache, resolved,
                        upstream,
                        (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id),
                        key_id, outcome, asked, found, charge, code, replays
                 FROM history
                 WHERE account_id = ?1 AND at >= ?2 AND at < ?3 AND (at > ?2 OR no > ?4)
                 ORDER BY at, no LIMIT ?5",
                params![account, from.as_microsecond(), until.as_microsecond(), no, limit as i64],
                read_row,
            )
        })
    }

    /// Deletes up to `limit` calls from before the first moment of a month that has ended, of the first account from
    /// `from` on that has any; nothing when no account has. One small transaction, so that calls are settled in between.
    pub async fn drop_history(
        &self,
        before: Timestamp,
        now: Timestamp,
        from: &AccountId,
        limit: usize,
    ) -> Result<Option<DroppedCalls>> {
        if before != month_start(before) || before > month_start(now) {
            return Err(StoreError::Refused(
                "only whole months that have ended can be dropped from the history",
            ));
        }
        let before = before.as_microsecond();
        let Some(account) = self.read(|sql| first_with_calls(sql, from, before))? else { return Ok(None) };
        // Rows that nothing decides by: beside the settlements of the account, which add newer ones.
        self.write_in(Scope::Append, move |sql| {
            // With the first deletion, so that an audit between two transactions finds nothing wrong.
            sql.send(
                "INSERT INTO watermark (name, no) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET no = excluded.no WHERE watermark.no < excluded.no",
                params![DROPPED, before],
            )?;
            let calls = sql.execute(
                "DELETE FROM history WHERE no IN
                   (SELECT no FROM history WHERE account_id = ?1 AND at < ?2 ORDER BY at LIMIT ?3)",
                params![&account, before, limit as i64],
            )?;
            look_again_after_deletion(sql)?;
            Ok(Some(DroppedCalls { account, calls }))
        })
        .await
    }

    /// The time before which the history was dropped, if it was.
    pub fn history_dropped_before(&self) -> Result<Option<Timestamp>> {
        self.read(|sql| {
            sql.first("SELECT no FROM watermark WHERE name = ?1", params![DROPPED], |row| {
                Ok(from_micros(row.int(0)?))
            })
        })
    }

    /// The charge of a request of an account, by the ledger alone.
    pub fn charge_in_ledger(&self, account: &AccountId, request_id: &str) -> Result<Option<DroppedCharge>> {
        self.read(|sql| {
            sql.first(
                "SELECT at, amount FROM ledger WHERE request_id = ?1 AND from_account = ?2",
                params![request_id, account],
                |row| {
                    Ok(DroppedCharge {
                        at: from_micros(row.int(0)?),
                        credits: Credits::from_thousandths(row.int(1)?),
                    })
                },
            )
        })
    }
}

/// The first account from an id on that has calls from before a time.
fn first_with_calls(sql: &mut dyn Sql, from: &AccountId, before: i64) -> Result<Option<AccountId>> {
    sql.first(
        "SELECT id FROM account WHERE id >= ?1
           AND EXISTS (SELECT 1 FROM history WHERE history.account_id = account.id AND history.at < ?2)
         ORDER BY id LIMIT 1",
        params![from, before],
        |row| AccountId::read(row, 0),
    )
}
