//! `brimful backup`: a checked copy of the store, made beside a running server.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context, bail};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use store::Store;

use crate::{output::Output, storage::DataOption};

/// How long nothing writes to a file that a killed backup has left.
const LEFT_AFTER: Duration = Duration::from_secs(6 * 3600);
/// Stands between the name of a backup and the process that is writing it.
const PARTIAL: &str = ".partial-";

#[derive(Args)]
pub(crate) struct Backup {
    /// File to write, or a folder for a file named by the time
    to: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    data: DataOption,
}

impl Backup {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let target = if self.to.is_dir() {
            self.to.join(format!("brimful-{}.db", Timestamp::now().strftime("%Y%m%dT%H%M%SZ")))
        } else {
            self.to
        };
        if target.exists() && !self.force {
            bail!("{} is there already; choose another name, or --force to replace it", target.display());
        }
        let data = self.data.config()?.server.data;
        if is_of_store(&data, &target) {
            bail!("{} is a file of the data folder itself; choose another name", target.display());
        }
        let store = self.data.open_existing()?;
        let (path, shown) = (target.clone(), target.display().to_string());
        let (bytes, accounts, ledger_rows) =
            tokio::task::spawn_blocking(move || write(&store, &path)).await??;
        let result =
            json!({ "file": shown, "bytes": bytes, "accounts": accounts, "ledger_rows": ledger_rows });
        output.print(&result, || {
            format!("{shown}: {bytes} bytes, checked ({accounts} accounts, {ledger_rows} ledger rows)")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a file is one that a data folder consists of.
fn is_of_store(data: &Path, target: &Path) -> bool {
    let is_inside =
        fs::canonicalize(folder_of(target)).is_ok_and(|folder| Some(folder) == fs::canonicalize(data).ok());
    let name = target.file_name().and_then(|name| name.to_str());
    is_inside && name.is_some_and(store::is_of_folder)
}

/// A file under its temporary name; removed unless it was put in its place.
struct Partial {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes what backups to this folder have left that were killed: files under a temporary name that nothing has written to for
/// longer than a backup is checked. Not told by a lock, because folders of other machines have none.
fn remove_left(target: &Path, name: &str) {
    let is_partial = |file: &str| {
        let Some((backup, process)) = file.rsplit_once(PARTIAL) else { return false };
        let is_named_by_time = backup.starts_with("brimful-") && backup.ends_with(".db");
        (backup == name || is_named_by_time) && process.parse::<u32>().is_ok()
    };
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_partial)) {
        let written = entry.metadata().and_then(|file| file.modified());
        if written.is_ok_and(|at| at.elapsed().is_ok_and(|since| since > LEFT_AFTER)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write(store: &Store, target: &Path) -> anyhow::Result<(u64, u64, u64)> {
    let mut name = target.file_name().context("the backup needs a file name")?.to_owned();
    remove_left(target, &name.to_string_lossy());
    name.push(format!("{PARTIAL}{}", std::process::id()));
    let mut partial = Partial { path: target.with_file_name(name), is_kept: false };
    store.copy_to(&partial.path)?;
    let copy = Store::open_copy(&partial.path)?;
    let (audit, schema) = (copy.audit()?, copy.check_schema()?);
    if let Some(finding) = audit.findings.iter().chain(&schema).next() {
        bail!("the copy does not hold together: {}; run `brimful doctor`", finding.detail);
    }
    drop(copy);
    fs::rename(&partial.path, target)
        .with_context(|| format!("cannot rename the backup to {}", target.display()))?;
    partial.is_kept = true;
    sync_folder(target)?;
    Ok((fs::metadata(target)?.len(), audit.accounts, audit.ledger_rows))
}

/// Makes the name of a file durable.
pub(crate) fn sync_folder(file: &Path) -> anyhow::Result<()> {
    let folder = folder_of(file);
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("cannot sync {}", folder.display()))
}
