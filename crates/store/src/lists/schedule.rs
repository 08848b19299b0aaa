//! Watch lists that watch by themselves: which are due, and what they may spend.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use crate::{
    AccountId, Credits, KeyId, NewEvent, Store,
    ambient::from_micros,
    identity::filing::identifying_keys,
    sql::{Result, Row, Sql, StoreError, params, write::Write},
    subjects::{
        ids::{SignalId, SubjectId},
        rows::claims_of,
        subject::{Kind, Subject},
    },
    webhook::emit,
};

/// Signals looked at in one transaction.
const SIGNALS_MAX: i64 = 1_000;
/// Watermark: the last signal that live lists were notified of.
const WATERMARK: &str = "watching";

/// How a list watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchSchedule {
    /// The list.
    pub list: String,
    /// Its account.
    pub account_id: AccountId,
    /// The key that set it up.
    pub key_id: KeyId,
    /// The webhook that is notified.
    pub webhook: String,
    /// Whether it is notified as signals arrive.
    pub live: bool,
    /// How often it is notified besides.
    pub every: Option<SignedDuration>,
    /// What its runs may cost in a month.
    pub budget: Credits,
    /// What they have cost in the month of `spent_month`.
    pub spent: Credits,
    /// Months since the year 0.
    pub spent_month: i64,
    /// When it is due, if it is.
    pub next_run_at: Option<Timestamp>,
    /// Why it does not run although it is set to, and since when.
    pub resting: Option<(String, Timestamp)>,
}

impl WatchSchedule {
    /// Whether the list runs by itself.
    pub fn runs(&self) -> bool {
        self.live || self.every.is_some()
    }

    /// What was spent in a month; more than the budget where that was lowered since.
    pub fn spent_in(&self, month: i64) -> Credits {
        if self.spent_month == month { self.spent } else { Credits::ZERO }
    }

    /// What may still be spent in a month.
    pub fn left(&self, month: i64) -> Credits {
        self.budget.checked_sub(self.spent_in(month)).unwrap_or_default().max(Credits::ZERO)
    }
}

macro_rules! watching_columns {
    () => {
        "list, account_id, key_id, webhook, live, every_us, budget, spent, spent_month, next_run_at,
         resting, resting_since"
    };
}

fn read_watching(row: &dyn Row) -> Result<WatchSchedule> {
    Ok(WatchSchedule {
        list: row.text(0)?,
        account_id: AccountId::read(row, 1)?,
        key_id: KeyId::read(row, 2)?,
        webhook: row.text(3)?,
        live: row.int(4)? != 0,
        every: row.int_or_null(5)?.map(SignedDuration::from_micros),
        budget: Credits::from_thousandths(row.int(6)?),
        spent: Credits::from_thousandths(row.int(7)?),
        spent_month: row.int(8)?,
        next_run_at: row.int_or_null(9)?.map(from_micros),
        resting: row.text_or_null(10)?.zip(row.int_or_null(11)?.map(from_micros)),
    })
}

fn watching_of(sql: &mut dyn Sql, account: &AccountId, list: &str) -> Result<Option<WatchSchedule>> {
    sql.first(
        concat!("SELECT ", watching_columns!(), " FROM watching WHERE account_id = ?1 AND list = ?2"),
        params![account, list],
        read_watching,
    )
}

impl Store {
    /// How an account's list watches, if it does.
    pub fn watching(&self, account: &AccountId, list: &str) -> Result<Option<WatchSchedule>> {
        self.read(|sql| watching_of(sql, account, list))
    }

    /// Sets how a list watches, and wakes it when it rests. What was spent this month stays spent.
    pub fn set_watching(&self, watching: WatchSchedule) -> Write<WatchSchedule> {
        self.change(move |sql| {
            sql.execute(
                "INSERT INTO watching (list, account_id, key_id, webhook, live, every_us, budget, spent, spent_month,
                                       next_run_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                 ON CONFLICT (list) DO UPDATE SET key_id = excluded.key_id, webhook = excluded.webhook,
                   live = excluded.live, every_us = excluded.every_us, budget = excluded.budget,
                   next_run_at = excluded.next_run_at, resting = NULL, resting_since = NULL",
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
            watching_of(sql, &watching.account_id, &watching.list)?.ok_or(StoreError::NotFound("watch list"))
        })
    }

    /// Lists that are due, the longest due first.
    pub fn due_watchings(&self, now: Timestamp, limit: usize) -> Result<Vec<WatchSchedule>> {
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

    /// Says when a list that was run is due next, unless something has made it due meanwhile, and why it rests until
    /// then, if it does. The first time it rests for a reason, its webhook is notified with `event`.
    pub async fn reschedule_watching(
        &self,
        ran: &WatchSchedule,
        next_run_at: Option<Timestamp>,
        resting: Option<&str>,
        event: Option<NewEvent>,
        now: Timestamp,
    ) -> Result<()> {
        let (ran, resting, now) = (ran.clone(), resting.map(str::to_owned), now.as_microsecond());
        self.write(move |sql| {
            let before = ran.resting.as_ref().map(|(reason, _)| reason);
            let since = match before == resting.as_ref() {
                true => ran.resting.as_ref().map(|(_, since)| since.as_microsecond()),
                false => resting.as_ref().map(|_| now),
            };
            let rested = sql.execute(
                "UPDATE watching SET next_run_at = ?2, resting = ?4, resting_since = ?5
                 WHERE list = ?1 AND next_run_at = ?3",
                params![
                    &ran.list,
                    next_run_at.map(Timestamp::as_microsecond),
                    ran.next_run_at.map(Timestamp::as_microsecond),
                    resting.as_ref(),
                    since
                ],
            )?;
            match event.filter(|_| rested > 0 && before != resting.as_ref()) {
                Some(event) => emit(sql, &ran.account_id, &event, now),
                None => Ok(()),
            }
        })
        .await
    }

    /// Makes live lists due that signals have arrived for; says whether there are more signals to look at.
    pub async fn mark_live_lists_due(&self, now: Timestamp) -> Result<bool> {
        // Looked at without a transaction first: most of the time nothing has arrived.
        let (seen, last) = self.read(|sql| Ok((watermark(sql)?, last_signal(sql)?)))?;
        if seen >= last {
            return Ok(false);
        }
        self.write(move |sql| rouse(sql, now.as_microsecond())).await
    }
}

fn watermark(sql: &mut dyn Sql) -> Result<SignalId> {
    let signal =
        sql.first("SELECT no FROM watermark WHERE name = ?1", params![WATERMARK], |row| row.int(0))?;
    Ok(SignalId(signal.unwrap_or(0)))
}

fn last_signal(sql: &mut dyn Sql) -> Result<SignalId> {
    let signal = sql.first("SELECT MAX(no) FROM signal", &[], |row| row.int_or_null(0))?;
    Ok(SignalId(signal.flatten().unwrap_or(0)))
}

/// The lists with an entry about one of these signals: by domain, or by a key of the signal's subject. The keys are made of
/// the subject's record and claims, because the key index is ordered by key and not by subject.
fn lists_about(sql: &mut dyn Sql, after: SignalId, upto: SignalId) -> Result<BTreeSet<String>> {
    let by_domain = sql.all(
        "SELECT e.list FROM signal s JOIN watch_entry e ON e.entry = s.domain WHERE s.no > ?1 AND s.no <= ?2
         UNION SELECT e.list FROM signal s JOIN watch_entry e ON e.entry = s.from_domain
               WHERE s.no > ?1 AND s.no <= ?2",
        params![after, upto],
        |row| row.text(0),
    )?;
    let mut lists: BTreeSet<String> = by_domain.into_iter().collect();
    let mut keys = BTreeSet::new();
    let subjects = sql.all(
        "SELECT b.no, b.kind, b.record FROM subject b
         WHERE b.no IN (SELECT s.subject FROM signal s WHERE s.no > ?1 AND s.no <= ?2)",
        params![after, upto],
        |row| Ok((SubjectId(row.int(0)?), Subject::decode(Kind::of_number(row.int(1)?)?, row.bytes(2)?)?)),
    )?;
    for (subject, record) in subjects {
        keys.extend(record.known_by().keys);
        keys.extend(claims_of(sql, subject)?.iter().flat_map(identifying_keys));
    }
    for key in keys {
        let statement = "SELECT list FROM watch_entry WHERE key = ?1";
        lists.extend(sql.all(statement, params![key], |row| row.text(0))?);
    }
    Ok(lists)
}

fn rouse(sql: &mut dyn Sql, now: i64) -> Result<bool> {
    let (seen, last) = (watermark(sql)?, last_signal(sql)?);
    // Without a list that watches there is nothing to look for; the signals of a large import would take the writer for
    // minutes.
    let watching = sql.first("SELECT 1 FROM watching LIMIT 1", &[], |row| row.int(0))?;
    let upto = if watching.is_some() { last.min(SignalId(seen.0 + SIGNALS_MAX)) } else { last };
    let lists = if watching.is_some() { lists_about(sql, seen, upto)? } else { BTreeSet::new() };
    for list in lists {
        sql.execute(
            "UPDATE watching SET next_run_at = ?2
             WHERE list = ?1 AND live = 1 AND (next_run_at IS NULL OR next_run_at > ?2)",
            params![&list, now],
        )?;
    }
    sql.execute(
        "INSERT INTO watermark (name, no) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![WATERMARK, upto],
    )?;
    Ok(upto < last)
}

/// Makes an account's resting lists due, after something has changed that they may rest for.
pub(crate) fn wake_resting(sql: &mut dyn Sql, account: &AccountId, now: i64) -> Result<()> {
    sql.execute(
        "UPDATE watching SET next_run_at = ?2
         WHERE account_id = ?1 AND resting IS NOT NULL AND next_run_at > ?2",
        params![account, now],
    )?;
    Ok(())
}

/// Takes what a run cost from the budget of its month; fails when that does not suffice.
pub(crate) fn spend(sql: &mut dyn Sql, list: &str, month: i64, credits: i64) -> Result<()> {
    let spent = sql.execute(
        "UPDATE watching SET spent = CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3, spent_month = ?2
         WHERE list = ?1 AND (?3 = 0 OR CASE WHEN spent_month = ?2 THEN spent ELSE 0 END + ?3 <= budget)",
        params![list, month, credits],
    )?;
    if spent == 0 { Err(StoreError::OutOfRange) } else { Ok(()) }
}
