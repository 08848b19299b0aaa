//! Claims of idempotency keys. Each statement is a transaction of its own on a connection for reads: one round trip, no lock
//! but that of the row, and, because the table has no log, no wait for the disk or a standby.

use super::{Postgres, session::blocking};
use crate::{
    cluster::node::{ALIVE, micros},
    sql::{KeyClaims, NewKeyClaim, Result, Value, params},
};

/// Takes a key that no other node has, whose claim has lasted its time, or whose node was killed: one that stops by itself
/// removes its row and ends its calls. The time is that of the database, because the clocks of nodes differ.
const TAKE: &str = "
    INSERT INTO key_claim (key, node, request_id, lease_until)
    VALUES (?1, ?2, ?3, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) + ?4)
    ON CONFLICT (key) DO UPDATE SET node = excluded.node, request_id = excluded.request_id,
                                    lease_until = excluded.lease_until
    WHERE key_claim.node = excluded.node
       OR key_claim.lease_until <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)
       OR EXISTS (SELECT 1 FROM node WHERE node.name = key_claim.node
                  AND node.seen_at <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) - ?5)
    RETURNING key";

const END: &str = "DELETE FROM key_claim WHERE key = ?1 AND request_id = ?2";

impl KeyClaims for Postgres {
    fn take(&self, claim: &NewKeyClaim<'_>) -> Result<bool> {
        let NewKeyClaim { key, node, request_id, lasting_us } = *claim;
        Ok(self.alone(TAKE, params![key, node, request_id, lasting_us, micros(ALIVE)])? > 0)
    }

    fn end(&self, key: &str, request_id: &str) -> Result<()> {
        self.alone(END, params![key, request_id]).map(drop)
    }
}

impl Postgres {
    /// Runs a statement by itself; the number of rows that it returns.
    fn alone(&self, sql: &'static str, params: &[Value<'_>]) -> Result<usize> {
        Ok(blocking(|| self.pool.with(|session| session.run_alone(sql, params)))?.len())
    }
}
