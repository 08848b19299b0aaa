//! Watch lists that watch by themselves: which are due, and what they may spend.

use jiff::{SignedDuration, Timestamp};

use crate::{
    Credits, Store,
    ambient::from_micros,
    sql::{Result, Row, Sql, StoreError, params},
};

/// Signals looked at in one transaction.
const SIGNALS_MAX: i64 = 1_000;
/// The name of the place in the order of signals up to which lists were told.
const WATERMARK: &str = "watching";

/// How a list watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watching {
    /// The list.
    pub list: String,
    /// Its account.
    pub account_id: String,
    /// The key that set it up.
    pub key_id: String,
    /// The webhook that is told.
    pub webhook: String,
    /// Whether it is told as signals arrive.
    pub live: bool,
    /// How often it is told besides.
    pub every: Option<SignedDuration>,
    /// What its runs may cost in a month.
    pub budget: Credits,
    /// What they have cost in the month of `spent_month`.
    pub spent: Credits,
    /// Months since the year 0.
    pub spent_month: i64,
    /// When it is due, if it is.
    pub next_run_at: Option<Timestamp>,
}

impl Watching {
    /// What may still be spent in a month.
    pub fn left(&self, month: i64) -> Credits {
        let spent = if self.spent_month == month { self.spent } else { Credits::ZERO };
        self.budget.checked_sub(spent).unwrap_or_default().max(Credits::ZERO)
    }
}

macro_rules! watching_columns {
    () => {
        "list, account_id, key_id, webhook, live, every_us, budget, spent, spent_month, next_run_at"
    };
}

fn read_watching(row: &dyn Row) -> Result<Watching> {
    Ok(Watching {
        list: row.text(0)?,
        account_id: row.text(1)?,
        key_id: row.text(2)?,
        webhook: row.text(3)?,
        live: row.int(4)? != 0,
        every: row.int_or_null(5)?.map(SignedDuration::from_micros),
        budget: Credits::from_thousandths(row.int(6)?),
        spent: Credits::from_thousandths(row.int(7)?),
        spent_month: row.int(8)?,
        next_run_at: row.int_or_null(9)?.map(from_micros),
    })
}

impl Store {
    /// How an account's list watches, if it does.
    pub fn watching(&self, account: &str, list: &str) -> Result<Option<Watching>> {
        self.read(|sql| {
            sql.first(
                concat!("SELECT ", watching_columns!(), " FROM watching WHERE account_id = ?1 AND list = ?2"),
                params![account, list],
                read_watching,
            )
        })
    }

    /// Sets how a list watches. What was spent this month stays spent.
    pub async fn set_watching(&self, watching: Watching) -> Result<()> {
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO watching (list, account_id, key_id, webhook, live, every_us, budget, spent, spent_month,
                                       next_run_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                 ON CONFLICT (list) DO UPDATE SET key_id = excluded.key_id, webhook = excluded.webhook,
                   live = excluded.live, every_us = excluded.every_us, budget = excluded.budget,
                   next_run_at = excluded.next_run_at",
                params![
                    &watching.list,
                    &watching.account_id,
                    &watching.key_id,
                    &watching.webhook,
                    i64::from(watching.live),
                    watching.every.map(|every| i64::try_from(every.as_micros()).unwrap_or(i64::MAX)),
                    watching.budget.thousandths(),
                    watching.spent.thousandths(),
                    watching.spent_month,
                    watching.next_run_at.map(Timestamp::as_microsecond)
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Lists that are due, the longest due first.
    pub fn due_watchings(&self, now: Timestamp, limit: usize) -> Result<Vec<Watching>> {
        self.read(|sql| {
            sql.all(
                concat!(
                    "SELECT ",
                    watching_columns!(),
                    " FROM watching WHERE next_run_at <= ?1 ORDER BY next_run_at, list LIMIT ?2"
                ),
                params![now.as_microsecond(), limit as i64],
                read_watching,
            )
        })
    }

    /// Says when a list that was run is due next, unless something has made it due meanwhile.
    pub async fn rest_watching(&self, ran: &Watching, next_run_at: Option<Timestamp>) -> Result<()> {
        let (list, before) = (ran.list.clone(), ran.next_run_at.map(Timestamp::as_microsecond));
        self.write(move |sql| {
            sql.execute(
                "UPDATE watching SET next_run_at = ?2 WHERE list = ?1 AND next_run_at = ?3",
                params![&list, next_run_at.map(Timestamp::as_microsecond), before],
            )?;
            Ok(())
        })
        .await
    }

    /// Makes live lists due that signals have arrived for; says whether there are more signals to look at.
    pub async fn rouse_live_lists(&self, now: Timestamp) -> Result<bool> {
        // Looked at without a transaction first: most of the time nothing has arrived.
        let (seen, last) = self.read(|sql| Ok((watermark(sql)?, last_signal(sql)?)))?;
        if seen >= last {
            return Ok(false);
        }
        self.write(move |sql| rouse(sql, now.as_microsecond())).await
    }
}

fn watermark(sql: &mut dyn Sql) -> Result<i64> {
    let no = sql.first("SELECT no FROM watermark WHERE name = ?1", params![WATERMARK], |row| row.int(0))?;
    Ok(no.unwrap_or(0))
}

fn last_signal(sql: &mut dyn Sql) -> Result<i64> {
    let no = sql.first("SELECT MAX(no) FROM signal", &[], |row| row.int_or_null(0))?;
    Ok(no.flatten().unwrap_or(0))
}

fn rouse(sql: &mut dyn Sql, now: i64) -> Result<bool> {
    let (seen, last) = (watermark(sql)?, last_signal(sql)?);
    let upto = last.min(seen + SIGNALS_MAX);
    sql.execute(
        "UPDATE watching SET next_run_at = ?3 WHERE live = 1 AND (next_run_at IS NULL OR next_run_at > ?3)
           AND list IN (
             SELECT e.list FROM signal s JOIN watch_entry e ON e.entry = s.domain WHERE s.no > ?1 AND s.no <= ?2
             UNION SELECT e.list FROM signal s JOIN watch_entry e ON e.entry = s.from_domain
                   WHERE s.no > ?1 AND s.no <= ?2
             UNION SELECT e.list FROM signal s JOIN subject_key k ON k.subject = s.subject
                   JOIN watch_entry e ON e.key = k.key WHERE s.no > ?1 AND s.no <= ?2)",
        params![seen, upto, now],
    )?;
    sql.execute(
        "INSERT INTO watermark (name, no) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![WATERMARK, upto],
    )?;
    Ok(upto < last)
}

/// Takes what a run cost from the budget of its month; fails when that does not suffice.
pub(crate) fn spend(sql: &mut dyn Sql, list: &str, month: i64, credits: i64) -> Result<()> {
    let spent = sql.execute(
        "UPDATE watching SET spent = CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3, spent_month = ?2
         WHERE list = ?1 AND CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3 <= budget",
        params![list, month, credits],
    )?;
    if spent == 0 { Err(StoreError::OutOfRange) } else { Ok(()) }
}
