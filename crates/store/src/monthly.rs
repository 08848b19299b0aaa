//! Monthly credits: given on each monthly return of the day an account was opened, once.

use jiff::{Timestamp, ToSpan, tz::TimeZone};

use crate::{
    Credits, Plan, Store,
    ambient::from_micros,
    ledger,
    sql::{Result, Sql, StoreError, params},
};

impl Store {
    /// Gives the accounts whose day it is what their plan includes in a month; a month that nobody was there for is
    /// made up for. At most `limit` grants; says how many days were due.
    pub async fn grant_monthly_credits(
        &self,
        monthly: Vec<(Plan, Credits)>,
        now: Timestamp,
        limit: usize,
    ) -> Result<usize> {
        self.write(move |sql| {
            enter(sql, limit)?;
            let due = sql.all(
                "SELECT m.account_id, m.months, a.created_at, a.plan
                 FROM monthly_credit m JOIN account a ON a.id = m.account_id
                 WHERE m.next_at <= ?1 ORDER BY m.next_at, m.account_id LIMIT ?2",
                params![now.as_microsecond(), limit as i64],
                |row| Ok((row.text(0)?, row.int(1)?, row.int(2)?, row.text(3)?)),
            )?;
            for (account, months, opened, plan) in &due {
                let included = monthly.iter().find(|(one, _)| Some(*one) == Plan::from_word(plan));
                if let Some((_, credits)) = included.filter(|(_, credits)| *credits > Credits::ZERO) {
                    give(sql, account, *credits, now)?;
                }
                sql.execute(
                    "UPDATE monthly_credit SET months = ?2, next_at = ?3 WHERE account_id = ?1",
                    params![account, months + 1, return_of(*opened, months + 2)],
                )?;
            }
            Ok(due.len())
        })
        .await
    }
}

/// An account whose balance is as full as it can be gets nothing, and stops nobody else.
fn give(sql: &mut dyn Sql, account: &str, credits: Credits, now: Timestamp) -> Result<()> {
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
        |row| Ok((row.text(0)?, row.int(1)?)),
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
