//! Claims of idempotency keys. Each statement is a transaction of its own on a connection for reads: one round trip, no lock
//! but that of the row, and, because the table has no log, no wait for the disk or a standby.

use super::{Postgres, session::blocking, statement::PostgresRow};
use crate::sql::{KeyClaims, NewKeyClaim, Result, Row, Value, params};

/// Takes a key that no other node has. The time is that of the database, because the clocks of nodes differ.
const TAKE: &str = "
    INSERT INTO key_claim (key, digest, node, request_id, lease_until)
    VALUES (?1, ?2, ?3, ?4, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) + ?5)
    ON CONFLICT (key) DO UPDATE SET digest = excluded.digest, node = excluded.node, request_id = excluded.request_id,
                                    lease_until = excluded.lease_until
    WHERE key_claim.node = excluded.node
       OR key_claim.lease_until <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)
    RETURNING digest";

/// The request of the call that has a key.
const TAKEN: &str = "SELECT digest FROM key_claim WHERE key = ?1";

const END: &str = "DELETE FROM key_claim WHERE key = ?1 AND request_id = ?2";

impl KeyClaims for Postgres {
    fn take(&self, claim: &NewKeyClaim<'_>) -> Result<Option<[u8; 32]>> {
        let NewKeyClaim { key, digest, node, request_id, lasting_us } = *claim;
        let taken = self.alone(TAKE, params![key, &digest[..], node, request_id, lasting_us])?;
        if taken.is_some() {
            return Ok(None);
        }
        // One that has ended in between is that of an equal request, for which the caller asks again.
        Ok(Some(self.alone(TAKEN, params![key])?.unwrap_or(*digest)))
    }

    fn end(&self, key: &str, request_id: &str) -> Result<()> {
        self.alone(END, params![key, request_id]).map(drop)
    }
}

impl Postgres {
    /// Runs a statement by itself; the digest in the first row of its answer.
    fn alone(&self, sql: &'static str, params: &[Value<'_>]) -> Result<Option<[u8; 32]>> {
        let rows = blocking(|| self.pool.with(|session| session.run_alone(sql, params)))?;
        let digest =
            |row| PostgresRow { row, before: 0 }.bytes(0).map(|bytes| bytes.try_into().unwrap_or([0; 32]));
        rows.first().map(digest).transpose()
    }
}
