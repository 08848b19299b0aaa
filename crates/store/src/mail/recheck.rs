//! Queue of addresses whose mail server answered "try again later"; survives a restart.

use jiff::Timestamp;
use records::identifier::Identity;

use crate::{
    Store,
    ambient::from_micros,
    mail::late_verdict::{CheckEnd, DeferredCheck, settle},
    privacy::suppression::SuppressionGate,
    sql::{Result, Row, params},
};

/// Maximum queue length; further addresses are verified again only on the next request.
const QUEUE_MAX: i64 = 100_000;

/// An address that waits for its next check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recheck {
    /// The address in normal form.
    pub address: String,
    /// The result so far, as JSON text.
    pub verdict: String,
    /// When it was last checked.
    pub asked_at: Timestamp,
    /// When to ask again.
    pub due_at: Timestamp,
    /// How often it was checked.
    pub attempts: u32,
}

impl Store {
    /// The address's place in the queue.
    pub fn recheck(&self, address: &str) -> Result<Option<Recheck>> {
        self.read(|sql| {
            sql.first(
                "SELECT address, verdict, asked_at, due_at, attempts FROM recheck WHERE address = ?1",
                params![address],
                read,
            )
        })
    }

    /// Puts an address into the queue, in the place of what was known of it there; drops it when the queue is
    /// full, and when nothing of it may be kept.
    pub async fn schedule_recheck(&self, recheck: Recheck) -> Result<()> {
        self.write(move |sql| {
            if SuppressionGate::open(sql)?.is_suppressed(sql, &Identity::of_email(&recheck.address))? {
                return Ok(());
            }
            sql.execute(
                "INSERT INTO recheck (address, verdict, asked_at, due_at, attempts)
                 SELECT ?1, ?2, ?3, ?4, ?5 WHERE (SELECT COUNT(*) FROM recheck) < ?6
                 ON CONFLICT (address) DO UPDATE SET verdict = ?2, asked_at = ?3, due_at = ?4, attempts = ?5",
                params![
                    &recheck.address,
                    &recheck.verdict,
                    recheck.asked_at.as_microsecond(),
                    recheck.due_at.as_microsecond(),
                    i64::from(recheck.attempts),
                    QUEUE_MAX
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Makes a question due at another time, unless it was asked or settled meanwhile.
    pub async fn delay_recheck(&self, recheck: Recheck, due_at: Timestamp) -> Result<()> {
        self.write(move |sql| {
            sql.execute(
                "UPDATE recheck SET due_at = ?3 WHERE address = ?1 AND asked_at = ?2",
                params![&recheck.address, recheck.asked_at.as_microsecond(), due_at.as_microsecond()],
            )?;
            Ok(())
        })
        .await
    }

    /// Takes addresses that are due, the longest waiting first. They are due again at `lease_ends`, so that
    /// none is lost when the worker is interrupted.
    pub async fn take_due_rechecks(
        &self,
        now: Timestamp,
        lease_ends: Timestamp,
        limit: usize,
    ) -> Result<Vec<Recheck>> {
        self.write(move |sql| {
            let due = sql.all(
                "SELECT address, verdict, asked_at, due_at, attempts FROM recheck WHERE due_at <= ?1
                 ORDER BY due_at, address LIMIT ?2",
                params![now.as_microsecond(), limit as i64],
                read,
            )?;
            for recheck in &due {
                sql.execute(
                    "UPDATE recheck SET due_at = ?2 WHERE address = ?1",
                    params![&recheck.address, lease_ends.as_microsecond()],
                )?;
            }
            Ok(due)
        })
        .await
    }

    /// Takes an address without a verdict out of the queue, and tells the calls that wait for one.
    pub async fn drop_recheck(&self, address: &str, now: Timestamp) -> Result<()> {
        let address = address.to_owned();
        self.write(move |sql| {
            sql.execute("DELETE FROM recheck WHERE address = ?1", params![&address])?;
            settle(sql, &DeferredCheck::Verification(address), CheckEnd::GivenUp, now.as_microsecond())
        })
        .await
    }
}

fn read(row: &dyn Row) -> Result<Recheck> {
    Ok(Recheck {
        address: row.text(0)?,
        verdict: row.text(1)?,
        asked_at: from_micros(row.int(2)?),
        due_at: from_micros(row.int(3)?),
        attempts: u32::try_from(row.int(4)?).unwrap_or(u32::MAX),
    })
}
