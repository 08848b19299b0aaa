//! Nodes: the processes that serve one store, and how far their search indexes are.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, Row, params, scope::Scope},
    subjects::change::last,
};

/// How long a node is taken to be alive after it was last seen.
pub const ALIVE: SignedDuration = SignedDuration::from_secs(10);

/// How long a node that is gone is listed.
const LISTED: SignedDuration = SignedDuration::from_hours(24);

/// What a node says of itself.
#[derive(Debug, Clone)]
pub struct NodeState {
    /// Its name, unique among the processes of the store.
    pub name: String,
    /// Where it listens.
    pub address: String,
    /// The last change that its search index holds.
    pub indexed: i64,
    /// The last compaction that its search index has done.
    pub purged: i64,
    /// Since when its search index lacks changes, as far as it knows, by the time of the database.
    pub behind_since: Option<Timestamp>,
}

/// What a node learns when it says that it is alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeNoted {
    /// The time of the database.
    pub at: Timestamp,
    /// The last change that is committed.
    pub last_change: i64,
}

/// A node, as the others see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Where it listens.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// When it was first seen.
    pub started_at: Timestamp,
    /// When it was last seen.
    pub seen_at: Timestamp,
    /// The last change that its search index holds.
    pub indexed: i64,
    /// The last compaction that its search index has done.
    pub purged: i64,
    /// Whether it was seen lately.
    pub is_alive: bool,
    /// Committed changes that its search index lacks.
    pub behind_changes: i64,
    /// For how long it has lacked any, to within the second between two of its signs of life; zero while it has all.
    pub behind_for: SignedDuration,
}

impl Store {
    /// Whether other processes on other machines may serve the same store.
    pub fn is_shared(&self) -> bool {
        self.backend.is_shared()
    }

    /// Says that a node is alive, and how far its index is. Blocks.
    pub fn note_node(&self, state: NodeState) -> Result<NodeNoted> {
        self.write_and_wait(Scope::State, move |sql| {
            let now = sql.now()?;
            sql.send(
                "INSERT INTO node (name, address, version, started_at, seen_at, indexed, purged, behind_since)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)
                 ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, indexed = excluded.indexed,
                                                  purged = excluded.purged, behind_since = excluded.behind_since",
                params![
                    &state.name,
                    &state.address,
                    env!("CARGO_PKG_VERSION"),
                    now,
                    state.indexed,
                    state.purged,
                    state.behind_since.map(Timestamp::as_microsecond)
                ],
            )?;
            let oldest = now.saturating_sub(micros(LISTED));
            sql.send("DELETE FROM node WHERE seen_at < ?1", params![oldest])?;
            Ok(NodeNoted { at: from_micros(now), last_change: last(sql)?.0 })
        })
    }

    /// A node stops: the others need not wait for it. Its claims of idempotency keys stay, because its calls end after it.
    /// Blocks.
    pub fn remove_node(&self, name: String) -> Result<()> {
        self.write_and_wait(Scope::State, move |sql| {
            sql.send("DELETE FROM node WHERE name = ?1", params![&name])?;
            sql.send("DELETE FROM task_lease WHERE node = ?1", params![&name])
        })
    }

    /// Every node that was seen in the last day, by name.
    pub fn nodes(&self) -> Result<Vec<Node>> {
        self.read(|sql| {
            let (now, last) = (sql.now()?, last(sql)?.0);
            sql.all(
                "SELECT name, address, version, started_at, seen_at, indexed, purged, behind_since FROM node
                 ORDER BY name",
                &[],
                |row| read_node(row, now, last),
            )
        })
    }
}

fn read_node(row: &dyn Row, now: i64, last: i64) -> Result<Node> {
    let (seen_at, indexed) = (row.int(4)?, row.int(5)?);
    // A change that came after its last sign of life.
    let behind_since = row.int_or_null(7)?.unwrap_or(seen_at);
    let behind_us = if indexed < last { now.saturating_sub(behind_since).max(0) } else { 0 };
    Ok(Node {
        name: row.text(0)?,
        address: row.text(1)?,
        version: row.text(2)?,
        started_at: from_micros(row.int(3)?),
        seen_at: from_micros(seen_at),
        indexed,
        purged: row.int(6)?,
        is_alive: seen_at >= now.saturating_sub(micros(ALIVE)),
        behind_changes: last.saturating_sub(indexed).max(0),
        behind_for: SignedDuration::from_micros(behind_us),
    })
}

pub(crate) fn micros(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
