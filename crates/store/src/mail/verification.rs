//! Cached verification results of email addresses, until they are stale.

use jiff::Timestamp;
use records::identifier::Identity;

use crate::{
    Store,
    ambient::from_micros,
    mail::late_verdict::{CheckEnd, DeferredCheck, settle},
    privacy::suppression::SuppressionGate,
    sql::{Result, params},
};

/// A verdict as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptVerification {
    /// The verdict, as JSON text.
    pub verdict: String,
    /// When the address was verified.
    pub validated_at: Timestamp,
}

impl Store {
    /// The last verdict about an address in normal form.
    pub fn verification(&self, address: &str) -> Result<Option<KeptVerification>> {
        self.read(|sql| {
            sql.first(
                "SELECT verdict, validated_at FROM verification WHERE address = ?1",
                params![address],
                |row| Ok(KeptVerification { verdict: row.text(0)?, validated_at: from_micros(row.int(1)?) }),
            )
        })
    }

    /// Stores a verdict in place of the previous one, removes the address from the recheck queue and tells the calls that
    /// wait for it. Nothing is stored
    /// about a person on the suppression list.
    pub async fn keep_verification(&self, address: &str, kept: KeptVerification) -> Result<()> {
        let address = address.to_owned();
        self.write(move |sql| {
            if SuppressionGate::open(sql)?.is_suppressed(sql, &Identity::of_email(&address))? {
                return Ok(());
            }
            sql.execute(
                "INSERT INTO verification (address, verdict, validated_at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (address) DO UPDATE SET verdict = ?2, validated_at = ?3
                 WHERE verification.validated_at <= ?3",
                params![&address, &kept.verdict, kept.validated_at.as_microsecond()],
            )?;
            sql.execute("DELETE FROM recheck WHERE address = ?1", params![&address])?;
            let check = DeferredCheck::Verification(address);
            settle(sql, &check, CheckEnd::Settled, kept.validated_at.as_microsecond())
        })
        .await
    }

    /// Deletes verdicts and searches from before a time, a bounded number per call; returns how many.
    pub async fn forget_contact_checks(&self, before: Timestamp, limit: usize) -> Result<usize> {
        let (before, limit) = (before.as_microsecond(), limit as i64);
        self.write(move |sql| {
            let verdicts = sql.execute(
                "DELETE FROM verification WHERE address IN
                   (SELECT address FROM verification WHERE validated_at < ?1 LIMIT ?2)",
                params![before, limit],
            )?;
            let old = sql.all(
                "SELECT kind, question FROM contact_search WHERE asked_at < ?1 LIMIT ?2",
                params![before, limit],
                |row| Ok((row.text(0)?, row.text(1)?)),
            )?;
            for (kind, question) in &old {
                sql.execute(
                    "DELETE FROM contact_search WHERE kind = ?1 AND question = ?2",
                    params![kind, question],
                )?;
            }
            sql.execute("DELETE FROM late_verdict WHERE asked_at < ?1", params![before])?;
            Ok(verdicts + old.len())
        })
        .await
    }
}
