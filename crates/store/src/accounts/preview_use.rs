//! How many masked rows previews have shown to each account today.

use jiff::Timestamp;

use crate::{
    AccountId, Store,
    sql::{Result, params, scope::Scope},
};

const DAY_US: i64 = 24 * 3600 * 1_000_000;

/// Rows that a preview may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreviewRows {
    /// Rows that it may show now.
    pub granted: u64,
    /// Rows left for the rest of the day.
    pub left: u64,
}

impl Store {
    /// Takes rows from the daily allowance of an account, as many as are left of it. Durable, so that neither a restart nor
    /// another node starts it anew.
    pub async fn take_preview_rows(
        &self,
        account: &AccountId,
        wanted: u64,
        allowance: u64,
        now: Timestamp,
    ) -> Result<PreviewRows> {
        let (account, day) = (account.clone(), now.as_microsecond().div_euclid(DAY_US));
        self.write_in(Scope::Account(account.as_str().to_owned()), move |sql| {
            let shown = sql.first(
                "SELECT shown FROM preview_use WHERE account_id = ?1 AND day = ?2",
                params![&account, day],
                |row| row.int(0),
            )?;
            let left = allowance.saturating_sub(shown.unwrap_or(0).unsigned_abs());
            let granted = wanted.min(left);
            if granted > 0 {
                // A call that was late over midnight still counts for its day.
                sql.execute(
                    "DELETE FROM preview_use WHERE account_id = ?1 AND day < ?2",
                    params![&account, day - 1],
                )?;
                sql.execute(
                    "INSERT INTO preview_use (account_id, day, shown) VALUES (?1, ?2, ?3)
                     ON CONFLICT (account_id, day) DO UPDATE SET shown = preview_use.shown + excluded.shown",
                    params![&account, day, i64::try_from(granted).unwrap_or(i64::MAX)],
                )?;
            }
            Ok(PreviewRows { granted, left: left - granted })
        })
        .await
    }
}
