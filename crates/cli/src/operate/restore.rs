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
use store::{STORE_FILES, Store};

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
/// Where the copy is checked before it is put in its place.
const STAGING: &str = "restoring";

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
        remove_staging(&data)?;
        let held = contents(&data)?;
        if !held.is_empty() && !self.force {
            bail!(
                "the data folder {} is not empty; choose another --data, or --force to move its contents aside",
                data.display()
            );
        }
        let (staged, accounts) = stage(&self.from, &data)?;
        let moved_to = move_aside(&data, &held)?;
        // The first comes last: a folder without it holds no store.
        for file in STORE_FILES.iter().rev() {
            let placed = fs::rename(staged.join(file), data.join(file));
            placed.context("cannot put the restored store in its place")?;
        }
        remove_staging(&data)?;
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

/// Everything in a data folder but its locks.
fn contents(data: &Path) -> anyhow::Result<Vec<OsString>> {
    let names = fs::read_dir(data).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<std::io::Result<Vec<_>>>()
    });
    let names = names.with_context(|| format!("cannot read {}", data.display()))?;
    Ok(names.into_iter().filter(|name| !LOCK_FILES.iter().any(|lock| name == lock)).collect())
}

/// Removes the leftovers of an interrupted restore.
fn remove_staging(data: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(data.join(STAGING)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("cannot remove what an earlier restore has left")
        }
        _ => Ok(()),
    }
}

/// Copies the backup into a folder of its own, migrates it and checks it. The folder, and how many accounts it holds.
fn stage(from: &Path, data: &Path) -> anyhow::Result<(PathBuf, u64)> {
    let folder = data.join(STAGING);
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
    Ok((folder, audit.accounts))
}

/// Moves what a folder holds into a folder inside it, if it holds anything.
fn move_aside(data: &Path, held: &[OsString]) -> anyhow::Result<Option<PathBuf>> {
    if held.is_empty() {
        return Ok(None);
    }
    let name = format!("before-restore-{}", Timestamp::now().strftime("%Y%m%dT%H%M%S%6fZ"));
    let folder = data.join(name);
    store::make_private_folder(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for name in held {
        fs::rename(data.join(name), folder.join(name))
            .with_context(|| format!("cannot move {} aside", name.display()))?;
    }
    Ok(Some(folder))
}
