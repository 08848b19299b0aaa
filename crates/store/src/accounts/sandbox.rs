//! How often each client used the sandbox today.

use jiff::Timestamp;

use crate::{
    Store,
    sql::{Result, params},
};

const DAY_US: i64 = 24 * 3600 * 1_000_000;

impl Store {
    /// Counts a sandbox call of a client (a hash of its address); says how many it has made today, this one
    /// included. Durable, so that a restart does not reset it.
    pub async fn count_sandbox_call(&self, client: [u8; 32], now: Timestamp) -> Result<u64> {
        let day = now.as_microsecond().div_euclid(DAY_US);
        self.write(move |sql| {
            sql.execute("DELETE FROM sandbox_use WHERE day < ?1", params![day - 1])?;
            sql.execute(
                "INSERT INTO sandbox_use (day, client, calls) VALUES (?1, ?2, 1)
                 ON CONFLICT (day, client) DO UPDATE SET calls = sandbox_use.calls + 1",
                params![day, &client[..]],
            )?;
            let calls = sql.first(
                "SELECT calls FROM sandbox_use WHERE day = ?1 AND client = ?2",
                params![day, &client[..]],
                |row| row.int(0),
            )?;
            Ok(calls.unwrap_or(0).unsigned_abs())
        })
        .await
    }
}
