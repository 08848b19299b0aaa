//! Token buckets that the nodes of a store share. A node takes some tokens at a time, and spends them by itself.

use jiff::SignedDuration;

use super::node::micros;
use crate::{
    Store,
    sql::{Result, Sql, params, scope::Scope},
};

/// Millionths of a token in one.
const TOKEN: i64 = 1_000_000;

/// How long the bucket of an owner that does not come back is kept: longer than any takes to fill.
const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// How fast a bucket fills, and how much it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketRate {
    /// Tokens per window.
    pub per_window: u32,
    /// Length of the window in seconds.
    pub window_seconds: u32,
    /// Tokens that the bucket holds.
    pub burst: u32,
}

/// What was taken from a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenTokens {
    /// Tokens taken.
    pub taken: u32,
    /// Millionths of tokens left.
    pub left: i64,
}

impl Store {
    /// Takes up to `wanted` tokens from the bucket of an owner.
    pub async fn take_tokens(&self, owner: &str, rate: BucketRate, wanted: u32) -> Result<TakenTokens> {
        let owner = owner.to_owned();
        self.write_in(Scope::Account(owner.clone()), move |sql| take(sql, &owner, rate, wanted)).await
    }

    /// Forgets buckets that have been full for long.
    pub async fn forget_buckets(&self) -> Result<()> {
        self.write(|sql| {
            let oldest = sql.now()?.saturating_sub(micros(KEPT));
            sql.send("DELETE FROM rate_bucket WHERE counted_at < ?1", params![oldest])
        })
        .await
    }
}

fn take(sql: &mut dyn Sql, owner: &str, rate: BucketRate, wanted: u32) -> Result<TakenTokens> {
    let now = sql.now()?;
    let full = i64::from(rate.burst).saturating_mul(TOKEN);
    // Under the lock of the owner: another node waits until this one has taken its tokens.
    sql.send(
        "INSERT INTO rate_bucket (owner, level, counted_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (owner) DO NOTHING",
        params![owner, full, now],
    )?;
    let stored =
        sql.first("SELECT level, counted_at FROM rate_bucket WHERE owner = ?1", params![owner], |row| {
            Ok((row.int(0)?, row.int(1)?))
        })?;
    let (level, counted_at) = stored.unwrap_or((full, now));
    let passed = i128::from(now.saturating_sub(counted_at).max(0));
    let added = passed * i128::from(rate.per_window) / i128::from(rate.window_seconds.max(1));
    let level = i64::try_from((i128::from(level) + added).min(i128::from(full))).unwrap_or(full);
    let taken = (level / TOKEN).clamp(0, i64::from(wanted));
    let left = level - taken * TOKEN;
    sql.send(
        "UPDATE rate_bucket SET level = ?2, counted_at = ?3 WHERE owner = ?1",
        params![owner, left, now.max(counted_at)],
    )?;
    Ok(TakenTokens { taken: u32::try_from(taken).unwrap_or(0), left })
}
