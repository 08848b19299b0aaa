//! `brimful backup`: a checked copy of the store, made beside a running server.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use store::Store;

use crate::{output::Output, storage::DataOption};

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
            bail!("{} is a file of the store itself; choose another name", target.display());
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

/// Whether a file is one that a data folder consists of.
fn is_of_store(data: &Path, target: &Path) -> bool {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_inside = fs::canonicalize(folder).is_ok_and(|folder| Some(folder) == fs::canonicalize(data).ok());
    let name = target.file_name().and_then(|name| name.to_str());
    is_inside && name.is_some_and(store::is_store_file)
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

fn write(store: &Store, target: &Path) -> anyhow::Result<(u64, u64, u64)> {
    let mut name = target.file_name().context("the backup needs a file name")?.to_owned();
    name.push(format!(".partial-{}", std::process::id()));
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
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("cannot sync {}", folder.display()))
}
