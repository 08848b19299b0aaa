//! Checks of `brimful doctor` on a data folder: permissions, running server, clock.

use std::path::Path;

use jiff::Timestamp;
use store::{DRIFT_MAX, JumpOutcome, Store};

use super::check::Check;
use crate::folder_lock;

/// Clock jumps examined.
const JUMPS_SHOWN: usize = 100;

/// Whether others than the owner may read the folder.
pub(super) fn files(folder: &Path) -> anyhow::Result<Check> {
    let open = store::open_paths(folder)?;
    let detail = match open.first() {
        None => "only their owner may read them".to_owned(),
        Some(first) => format!(
            "{} can be read by other users, and {} more; start the server once, or run chmod",
            first.display(),
            open.len() - 1
        ),
    };
    Ok(Check::new("files", open.is_empty(), detail))
}

/// Which server has the folder.
pub(super) fn server(folder: &Path) -> anyhow::Result<Check> {
    let detail = match folder_lock::server(folder)? {
        Some(address) => format!("one runs {address}; a second one is refused"),
        None => "none runs".to_owned(),
    };
    Ok(Check::new("server", true, detail))
}

/// Clock jumps that were recorded.
pub(super) fn clock(store: &Store) -> anyhow::Result<Check> {
    let jumps = store.clock_jumps(JUMPS_SHOWN)?;
    let mut parts = Vec::new();
    if let Some(newest) = store.newest_time()? {
        let behind = newest.duration_since(Timestamp::now());
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
