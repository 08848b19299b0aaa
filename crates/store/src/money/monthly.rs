//! Monthly credits: given on each monthly return of the day an account was opened, each month once.

use jiff::{Timestamp, ToSpan, Unit, tz::TimeZone};

use crate::{
    AccountId, Credits, Plan, Store,
    ambient::from_micros,
    money::ledger,
    sql::{Result, Sql, StoreError, params},
};

/// Months granted at most when the server did not run on their day, the current one included.
pub const CATCH_UP_MONTHS: i64 = 2;

/// What one run of the monthly credits did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MonthlyRun {
    /// Accounts whose day had come.
    pub due: usize,
    /// Months that passed so long ago that their credits were not given.
    pub skipped: u64,
}

/// An account whose day has come.
struct DueAccount {
    id: AccountId,
    opened: i64,
    plan: String,
    is_closed: bool,
    /// The month that was looked at last.
    months: i64,
}

impl Store {
    /// Grants the monthly credits of their plan to accounts that are due, at most `limit` of them. Of months in which
    /// the server did not run, at most [`CATCH_UP_MONTHS`] are made up for.
    pub async fn grant_monthly_credits(
        &self,
        monthly: Vec<(Plan, Credits)>,
        now: Timestamp,
        limit: usize,
    ) -> Result<MonthlyRun> {
        self.write(move |sql| {
            enter(sql, limit)?;
            let due = sql.all(
                "SELECT m.account_id, a.created_at, a.plan, a.closed_at, m.months
                 FROM monthly_credit m JOIN account a ON a.id = m.account_id
                 WHERE m.next_at <= ?1 ORDER BY m.next_at, m.account_id LIMIT ?2",
                params![now.as_microsecond(), limit as i64],
                |row| {
                    Ok(DueAccount {
                        id: AccountId::read(row, 0)?,
                        opened: row.int(1)?,
                        plan: row.text(2)?,
                        is_closed: !row.is_null(3)?,
                        months: row.int(4)?,
                    })
                },
            )?;
            let mut run = MonthlyRun { due: due.len(), skipped: 0 };
            for account in &due {
                let included = monthly.iter().find(|(plan, _)| account.plan.parse() == Ok(*plan));
                let credits = included.map_or(Credits::ZERO, |(_, credits)| *credits);
                let credits = if account.is_closed { Credits::ZERO } else { credits };
                run.skipped += account.catch_up(sql, credits, now)?;
            }
            Ok(run)
        })
        .await
    }
}

impl DueAccount {
    /// Gives the months that have come; says how many were skipped.
    fn catch_up(&self, sql: &mut dyn Sql, credits: Credits, now: Timestamp) -> Result<u64> {
        let current = months_since(self.opened, now);
        let first = (current - CATCH_UP_MONTHS + 1).max(1);
        for month in first..=current {
            let is_new = sql.execute(
                "INSERT INTO monthly_grant (account_id, month) VALUES (?1, ?2) ON CONFLICT (account_id, month) DO NOTHING",
                params![&self.id, month],
            )?;
            if is_new == 1 && credits > Credits::ZERO {
                give(sql, &self.id, credits, now)?;
            }
        }
        sql.execute(
            "UPDATE monthly_credit SET months = ?2, next_at = ?3 WHERE account_id = ?1",
            params![&self.id, current, return_of(self.opened, current + 1)],
        )?;
        Ok(first.saturating_sub(self.months + 1).max(0).unsigned_abs())
    }
}

/// An account at the maximum balance gets nothing, and does not stop the others.
fn give(sql: &mut dyn Sql, account: &AccountId, credits: Credits, now: Timestamp) -> Result<()> {
    match ledger::grant(sql, account, credits, "monthly credits", now) {
        Err(StoreError::OutOfRange) => Ok(()),
        other => other,
    }
}

/// Enters accounts that are new since.
fn enter(sql: &mut dyn Sql, limit: usize) -> Result<()> {
    let new = sql.all(
        "SELECT a.id, a.created_at FROM account a LEFT JOIN monthly_credit m ON m.account_id = a.id
         WHERE m.account_id IS NULL LIMIT ?1",
        params![limit as i64],
        |row| Ok((AccountId::read(row, 0)?, row.int(1)?)),
    )?;
    for (account, opened) in new {
        sql.execute(
            "INSERT INTO monthly_credit (account_id, months, next_at) VALUES (?1, 0, ?2)",
            params![&account, return_of(opened, 1)],
        )?;
    }
    Ok(())
}

/// The day an account was opened on, this many months later; the last of the month where that has no such day.
fn return_of(opened: i64, months: i64) -> i64 {
    let day = from_micros(opened).to_zoned(TimeZone::UTC);
    day.checked_add(months.months()).map_or(i64::MAX, |day| day.timestamp().as_microsecond())
}

/// How many monthly returns of the day an account was opened on have come.
fn months_since(opened: i64, now: Timestamp) -> i64 {
    let (day, now) = (from_micros(opened).to_zoned(TimeZone::UTC), now.to_zoned(TimeZone::UTC));
    let whole = day.until((Unit::Month, &now)).map_or(0, |span| i64::from(span.get_months()));
    // The span may count the short end of a month otherwise than the return of the day does.
    let has_come =
        |months: i64| return_of(day.timestamp().as_microsecond(), months) <= now.timestamp().as_microsecond();
    if has_come(whole + 1) { whole + 1 } else { whole.max(0) }
}
