//! `brimful restore`: a data folder from a backup.

use std::{
    ffi::OsString,
    fs::{self, File},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use store::{RESTORED_FOLDER, RESTORING_FOLDER, STORE_FILES, Store};

use crate::{
    folder_lock::{self, ServerLock},
    operate::backup::sync_folder,
    output::Output,
    storage::DataOption,
};

/// A backup is this file in a data folder; opening it makes the other one.
const STORE_FILE: &str = STORE_FILES[0];
/// Files that an empty data folder may contain.
const LOCK_FILES: [&str; 2] = ["server.lock", "serving.lock"];

#[derive(Args)]
pub(crate) struct Restore {
    /// Backup file
    from: PathBuf,
    /// Move the existing contents of the data folder to a subfolder
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    data: DataOption,
}

impl Restore {
    pub(crate) fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let data = self.data.config()?.server.data;
        if !self.from.is_file() {
            bail!("{} is no file; name a backup", self.from.display());
        }
        store::make_private_folder(&data).with_context(|| format!("cannot make {}", data.display()))?;
        // Held until the end, so that no server or import starts on an incomplete folder.
        let _server = ServerLock::take(&data)?;
        let Some(_alone) = folder_lock::alone(&data)? else {
            bail!("a command uses the data folder {}; wait until it has ended", data.display());
        };
        let Some(_files) = store::take_folder_alone(&data).context("cannot lock the data folder")? else {
            bail!("a command uses the data folder {}; wait until it has ended", data.display());
        };
        remove(&data.join(RESTORING_FOLDER))?;
        let held = contents(&data)?;
        if !held.is_empty() && !self.force {
            bail!(
                "the data folder {} is not empty; choose another --data, or --force to move its contents aside",
                data.display()
            );
        }
        let accounts = stage(&self.from, &data).inspect_err(|_| {
            // It takes the room of a whole store.
            let _ = remove(&data.join(RESTORING_FOLDER));
        })?;
        // From here on, a folder whose files are not all in their places is refused by every command, until a restore ends.
        let staged = data.join(RESTORED_FOLDER);
        remove(&staged)?;
        fs::rename(data.join(RESTORING_FOLDER), &staged).context("cannot rename the checked copy")?;
        sync_folder(&staged)?;
        let moved_to = move_aside(&data, &held)?;
        // The first comes last: a folder without it holds no store.
        for file in STORE_FILES.iter().rev() {
            let placed = fs::rename(staged.join(file), data.join(file));
            placed.context("cannot put the restored store in its place")?;
        }
        remove(&staged)?;
        sync_folder(&data.join(STORE_FILE))?;
        let shown = json!({ "data": data, "accounts": accounts, "put_aside": moved_to });
        output.print(&shown, || {
            let moved = moved_to.map(|folder| format!("; its previous contents are in {}", folder.display()));
            format!(
                "{} holds the backup with {accounts} accounts{}; the server makes the index when it starts",
                data.display(),
                moved.unwrap_or_default()
            )
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything in a data folder but its locks, and what an interrupted restore has left.
fn contents(data: &Path) -> anyhow::Result<Vec<OsString>> {
    let names = fs::read_dir(data).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<std::io::Result<Vec<_>>>()
    });
    let names = names.with_context(|| format!("cannot read {}", data.display()))?;
    let is_content = |name: &OsString| name != RESTORED_FOLDER && !LOCK_FILES.iter().any(|lock| name == lock);
    Ok(names.into_iter().filter(is_content).collect())
}

/// Removes a copy that a restore has made.
fn remove(copy: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(copy) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("cannot remove what an earlier restore has left")
        }
        _ => Ok(()),
    }
}

/// Copies the backup into a folder of its own, migrates it and checks it; how many accounts it holds.
fn stage(from: &Path, data: &Path) -> anyhow::Result<u64> {
    let folder = data.join(RESTORING_FOLDER);
    store::make_private_folder(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(STORE_FILE);
    fs::copy(from, &file).with_context(|| format!("cannot copy {}", from.display()))?;
    let store =
        Store::open_existing(&folder).with_context(|| format!("{} cannot be restored", from.display()))?;
    let (audit, schema) = (store.audit()?, store.check_schema()?);
    if let Some(finding) = audit.findings.iter().chain(&schema).next() {
        bail!("{} cannot be restored: {}", from.display(), finding.detail);
    }
    // Closing the store checkpoints the WAL into the file.
    drop(store);
    if STORE_FILES.iter().any(|file| folder.join(format!("{file}-wal")).exists()) {
        bail!("the restored store is still in use; try again");
    }
    store::tighten(&folder)?;
    for file in STORE_FILES.map(|file| folder.join(file)) {
        let synced = File::open(&file).and_then(|file| file.sync_all());
        synced.with_context(|| format!("cannot sync {}", file.display()))?;
    }
    Ok(audit.accounts)
}

/// Moves what a folder holds into a folder inside it, if it holds anything.
fn move_aside(data: &Path, held: &[OsString]) -> anyhow::Result<Option<PathBuf>> {
    if held.is_empty() {
        return Ok(None);
    }
    let name = format!("before-restore-{}", Timestamp::now().strftime("%Y%m%dT%H%M%S%6fZ"));
    let folder = data.join(name);
    store::make_private_folder(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (number, name) in held.iter().enumerate() {
        let moved = fs::rename(data.join(name), folder.join(name));
        if moved.is_err() {
            // What was moved goes back, and the folder is as it was.
            let back =
                held[..number].iter().try_for_each(|name| fs::rename(folder.join(name), data.join(name)));
            if back.is_ok() {
                let _ = fs::remove_dir(&folder);
                let _ = remove(&data.join(RESTORED_FOLDER));
            }
        }
        moved.with_context(|| format!("cannot move {} aside", name.display()))?;
    }
    Ok(Some(folder))
}
