//! Checks of a store and its search index, for `brimful doctor` and for operators over HTTP.

use std::{pin::Pin, sync::Arc};

use engine::Engine;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use store::{Counts, DRIFT_MAX, Finding, JumpOutcome, Store, StoreError};

/// Clock jumps examined.
const JUMPS_SHOWN: usize = 100;

/// The result of one check.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// Whether it is well.
    pub ok: bool,
    /// Whether it works, but not as well as it could, or was not tried.
    pub warning: bool,
    /// What was found.
    pub detail: String,
}

impl Check {
    /// A check that is well or not.
    pub fn new(name: &'static str, ok: bool, detail: impl Into<String>) -> Self {
        Self { name, ok, warning: false, detail: detail.into() }
    }

    /// A check that is well, with a warning.
    pub fn warning(name: &'static str, detail: impl Into<String>) -> Self {
        Self { name, ok: true, warning: true, detail: detail.into() }
    }
}

/// Checks of the machine around the server, such as its files and its way to mail servers. The process makes them, because it
/// knows the folder and the network that the server is not told.
pub type MachineChecks = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Vec<Check>> + Send>> + Send + Sync>;

/// Whether tables, columns, indexes and triggers are those of this version. The other checks read tables that may be missing
/// otherwise.
pub fn schema(store: &Store) -> Result<(Check, Vec<Finding>), StoreError> {
    let findings = store.check_schema()?;
    let wrong: Vec<&str> = findings.iter().map(|finding| finding.detail.as_str()).collect();
    let fine = || "tables, columns, indexes and triggers are those of this version".to_owned();
    let detail = if wrong.is_empty() { fine() } else { format!("{}; restore a backup", wrong.join("; ")) };
    Ok((Check::new("schema", wrong.is_empty(), detail), findings))
}

/// Whether ledger, history, records, jobs and events of a store agree with each other. Reads all of them.
pub fn books(store: &Store, counts: &Counts) -> Result<Vec<Check>, StoreError> {
    let audit = store.audit()?;
    let summary = |name: &'static str, fine: String| {
        let of_check = audit.findings.iter().filter(|finding| finding.check == name);
        let wrong: Vec<&str> = of_check.map(|finding| finding.detail.as_str()).collect();
        Check::new(name, wrong.is_empty(), if wrong.is_empty() { fine } else { wrong.join("; ") })
    };
    let dropped = store.history_dropped_before()?.map(|before| before.strftime("%Y-%m-%d").to_string());
    let history =
        dropped.map_or_else(String::new, |day| format!("; the history from before {day} was dropped"));
    let Counts { people, companies, claims } = counts;
    Ok(vec![
        summary(
            "ledger",
            format!("{} accounts equal the sum of {} ledger rows", audit.accounts, audit.ledger_rows),
        ),
        summary("history", format!("every charge has its call and every call its charge{history}")),
        summary(
            "integrity",
            format!("{people} people, {companies} companies and {claims} claims in whole files"),
        ),
        summary("bulk", "the counts of every job are those of its items".into()),
        summary("outbox", "whatever was charged to be delivered is in an event, and paid for".into()),
    ])
}

/// Whether the search index is whole and holds what the store holds.
pub fn index(engine: &Engine, store: &Store) -> Result<Check, engine::EngineError> {
    let Some(state) = engine.index_state()? else {
        return Ok(Check::new("index", false, "the index cannot be opened"));
    };
    let behind = state.store_change.saturating_sub(state.index_change);
    let detail = if !state.faults.is_empty() {
        state.faults.join("; ")
    } else if behind > 0 {
        format!("{behind} changes behind; the server takes them in when it runs")
    } else {
        format!("{} people and {} companies, level with the store", state.people, state.companies)
    };
    // Counted after the index was read: while rows are imported, both grow.
    let counts = store.counts()?;
    let is_still = store.last_change()?.unsigned_abs() == state.store_change;
    let differs = (state.people, state.companies) != (counts.people, counts.companies);
    let short = behind == 0 && is_still && differs;
    let detail = if short {
        let (people, companies) = (counts.people, counts.companies);
        format!("{detail}, but the store holds {people} and {companies}; run `brimful index rebuild`")
    } else {
        detail
    };
    let ok = state.faults.is_empty() && !short && state.index_change <= state.store_change;
    Ok(Check::new("index", ok, detail))
}

/// Clock jumps that were recorded, and whether the machine's clock is behind.
pub fn clock(store: &Store, machine: Timestamp) -> Result<Check, StoreError> {
    let jumps = store.clock_jumps(JUMPS_SHOWN)?;
    let mut parts = Vec::new();
    if let Some(newest) = store.newest_time()? {
        let behind = newest.duration_since(machine);
        if behind > DRIFT_MAX {
            let seconds = behind.as_secs();
            parts.push(format!(
                "this machine's clock is {seconds} s behind the newest time the server reached"
            ));
        }
    }
    parts.push(match jumps.first() {
        None => "no jump was noticed".to_owned(),
        Some(last) => {
            let outcome = match last.outcome {
                JumpOutcome::Pending => "the server goes on with its own time",
                JumpOutcome::Returned => "it came back, and nothing was changed",
                JumpOutcome::Adopted => "it held, and was adopted",
            };
            let (count, at, by) = (jumps.len(), last.at, last.by_seconds);
            format!("{count} jumps were noticed; the last at {at} by {by:+} s: {outcome}")
        }
    });
    Ok(Check::new("clock", true, parts.join("; ")))
}

/// The nodes of a shared store, and how far behind their search indexes are.
pub fn nodes(store: &Store) -> Result<Check, StoreError> {
    let nodes = store.nodes()?;
    let alive: Vec<String> = nodes
        .iter()
        .filter(|node| node.is_alive)
        .map(|node| {
            let (behind, seconds) = (node.behind_changes, node.behind_for.as_secs_f64());
            format!(
                "{} at {} ({}), {behind} changes and {seconds:.1} s behind",
                node.name, node.address, node.version
            )
        })
        .collect();
    let detail = if alive.is_empty() { "none runs".to_owned() } else { alive.join("; ") };
    Ok(Check::new("nodes", true, detail))
}
