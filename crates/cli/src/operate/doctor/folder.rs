//! Checks of `brimful doctor` on a data folder: permissions, running server.

use std::path::Path;

use server::health::Check;

use crate::folder_lock;

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
