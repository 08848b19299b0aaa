//! What the store keeps about time: the newest time reached, jumps of the machine's clock, and waits that move with them.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::{
    Store,
    ambient::{clock::ABSENCE_MAX, from_micros},
    sql::{Result, Sql, params},
};

/// Jumps that are kept; older ones are forgotten.
const JUMPS_KEPT: i64 = 100;

/// Every wait of the schema, with the statement that moves it by `?1` microseconds when a jump of the clock is adopted. A
/// wait is a time that stands for "so long from when it was written": leases, retry times, next runs, how long something
/// is kept. Dates that mean a day of the calendar, and times at which something happened, are left alone.
const MOVED_WAITS: &[(&str, &str)] = &[
    (
        "bulk_item.lease_until",
        "UPDATE bulk_item SET lease_until = lease_until + ?1 WHERE lease_until IS NOT NULL",
    ),
    ("delivery.due_at", "UPDATE delivery SET due_at = due_at + ?1 WHERE finished_at IS NULL"),
    (
        "delivery.lease_until",
        "UPDATE delivery SET lease_until = lease_until + ?1 WHERE lease_until IS NOT NULL",
    ),
    ("webhook.next_due", "UPDATE webhook SET next_due = next_due + ?1 WHERE next_due IS NOT NULL"),
    (
        "webhook.failing_since",
        "UPDATE webhook SET failing_since = failing_since + ?1 WHERE failing_since IS NOT NULL",
    ),
    (
        "webhook.old_secret_until",
        "UPDATE webhook SET old_secret_until = old_secret_until + ?1 WHERE old_secret_until IS NOT NULL",
    ),
    (
        "watching.next_run_at",
        "UPDATE watching SET next_run_at = next_run_at + ?1 WHERE next_run_at IS NOT NULL",
    ),
    ("session.used_at", "UPDATE session SET used_at = used_at + ?1"),
    ("session.ends_at", "UPDATE session SET ends_at = ends_at + ?1"),
    ("recheck.due_at", "UPDATE recheck SET due_at = due_at + ?1"),
    (
        "contact_search.retry_at",
        "UPDATE contact_search SET retry_at = retry_at + ?1 WHERE retry_at IS NOT NULL",
    ),
];

/// The columns that are moved with the clock, as `table.column`.
pub fn waits() -> impl Iterator<Item = &'static str> {
    MOVED_WAITS.iter().map(|(column, _)| *column)
}

/// How a jump of the machine's clock ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JumpOutcome {
    /// It has not held for long enough yet.
    Pending,
    /// The clock came back; nothing was changed.
    Returned,
    /// The new time was adopted.
    Adopted,
}

/// A jump of the machine's clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockJump {
    /// When it was noticed, in the server's own time.
    pub at: Timestamp,
    /// By how much, in seconds.
    pub by_seconds: i64,
    /// How it ended.
    pub outcome: JumpOutcome,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

impl Store {
    /// The newest time that a server of this store has reached.
    pub fn newest_time(&self) -> Result<Option<Timestamp>> {
        self.read(|sql| {
            sql.first("SELECT newest FROM clock_time WHERE no = 1", &[], |row| Ok(from_micros(row.int(0)?)))
        })
    }

    /// Keeps the newest time reached.
    pub async fn note_time(&self, now: Timestamp) -> Result<()> {
        self.write(move |sql| note(sql, now)).await
    }

    /// Keeps that a server has started again after it was away until `now`: a long absence counts for nothing that is kept
    /// for a time, because a clock that is ahead looks the same.
    pub async fn note_start(&self, now: Timestamp) -> Result<()> {
        self.write(move |sql| {
            let newest = sql.first("SELECT newest FROM clock_time WHERE no = 1", &[], |row| row.int(0))?;
            let away = now.as_microsecond().saturating_sub(newest.unwrap_or(now.as_microsecond()));
            if SignedDuration::from_micros(away) > ABSENCE_MAX {
                skip(sql, away)?;
            }
            note(sql, now)
        })
        .await
    }

    /// Keeps that the machine's clock has jumped. A jump that was pending before it is over.
    pub async fn note_clock_jump(&self, by: SignedDuration, now: Timestamp) -> Result<()> {
        self.write(move |sql| {
            end_pending(sql, 1, now)?;
            let by = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            sql.execute(
                "INSERT INTO clock_jump (at, by_us, outcome) VALUES (?1, ?2, 0)",
                params![now.as_microsecond(), by],
            )?;
            sql.execute(
                "DELETE FROM clock_jump WHERE no <= (SELECT MAX(no) FROM clock_jump) - ?1",
                params![JUMPS_KEPT],
            )?;
            Ok(())
        })
        .await
    }

    /// Keeps that the machine's clock came back.
    pub async fn note_clock_return(&self, now: Timestamp) -> Result<()> {
        self.write(move |sql| end_pending(sql, 1, now)).await
    }

    /// Moves every wait by as much as the clock is about to move, and keeps the new time as the newest.
    pub async fn adopt_clock_jump(&self, by: SignedDuration, now: Timestamp) -> Result<()> {
        self.write(move |sql| {
            let micros = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            for (_, statement) in MOVED_WAITS {
                sql.execute(statement, params![micros])?;
            }
            // Which month is next is worked out again: the day of an account is a date, and may have come nearer.
            sql.execute(
                "UPDATE monthly_credit SET next_at = ?1 WHERE next_at > ?1",
                params![now.saturating_add(by).map_or(0, Timestamp::as_microsecond)],
            )?;
            end_pending(sql, 2, now)?;
            note(sql, now.saturating_add(by).unwrap_or(now))?;
            skip(sql, micros)
        })
        .await
    }

    /// The last jumps of the machine's clock, newest first.
    pub fn clock_jumps(&self, limit: usize) -> Result<Vec<ClockJump>> {
        self.read(|sql| {
            sql.all(
                "SELECT at, by_us, outcome, ended_at FROM clock_jump ORDER BY no DESC LIMIT ?1",
                params![limit as i64],
                |row| {
                    Ok(ClockJump {
                        at: from_micros(row.int(0)?),
                        by_seconds: row.int(1)? / 1_000_000,
                        outcome: match row.int(2)? {
                            0 => JumpOutcome::Pending,
                            1 => JumpOutcome::Returned,
                            _ => JumpOutcome::Adopted,
                        },
                        ended_at: row.int_or_null(3)?.map(from_micros),
                    })
                },
            )
        })
    }
}

fn note(sql: &mut dyn Sql, now: Timestamp) -> Result<()> {
    sql.execute(
        "INSERT INTO clock_time (no, newest, skipped) VALUES (1, ?1, 0)
         ON CONFLICT (no) DO UPDATE SET newest = excluded.newest",
        params![now.as_microsecond()],
    )?;
    Ok(())
}

/// A time without adopted jumps and absences of more than an hour. How long answers are kept is counted in it, so that
/// neither a wrong clock nor a long absence makes them expire.
pub(crate) fn counted(sql: &mut dyn Sql, at: i64) -> Result<i64> {
    let skipped =
        sql.first("SELECT skipped FROM clock_time WHERE no = 1", &[], |row| row.int(0))?.unwrap_or(0);
    Ok(at.saturating_sub(skipped))
}

fn skip(sql: &mut dyn Sql, micros: i64) -> Result<()> {
    sql.execute("UPDATE clock_time SET skipped = skipped + ?1 WHERE no = 1", params![micros])?;
    Ok(())
}

fn end_pending(sql: &mut dyn Sql, outcome: i64, now: Timestamp) -> Result<()> {
    sql.execute(
        "UPDATE clock_jump SET outcome = ?1, ended_at = ?2 WHERE outcome = 0",
        params![outcome, now.as_microsecond()],
    )?;
    Ok(())
}
