//! `brimful erase`: somebody is removed, and every byte of the folder is read to prove it.

use std::{
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use clap::Args;
use engine::{Engine, Index};
use records::identifier::{Identifier, IdentifierKind};
use serde_json::{Value, json};
use store::{ByteScan, Clock, Entropy, Erased, NewSuppression, Store, Whom, new_id, scan_bytes};

use crate::{folder_lock, output::Output, serve::INDEX_FOLDER, storage::DataOption};

/// How long a running server may take to clean its files.
const CLEANING_WAIT_MAX: Duration = Duration::from_mins(15);
/// How often it is looked whether it has.
const CLEANING_LOOK_EVERY: Duration = Duration::from_millis(100);

/// By what somebody is named.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Named {
    /// An email of theirs
    #[arg(long)]
    email: Option<String>,
    /// A phone of theirs, with country code
    #[arg(long)]
    phone: Option<String>,
    /// Address of a public profile of theirs
    #[arg(long, value_name = "URL")]
    profile: Option<String>,
    /// A company's domain: the company, whoever works there now, and whoever has mail there
    #[arg(long)]
    domain: Option<String>,
    /// The id of their record
    #[arg(long)]
    id: Option<String>,
}

impl Named {
    pub(crate) fn whom(self) -> anyhow::Result<Whom> {
        let given = [
            (IdentifierKind::Email, self.email),
            (IdentifierKind::Phone, self.phone),
            (IdentifierKind::Profile, self.profile),
            (IdentifierKind::Domain, self.domain),
        ];
        for (kind, text) in given {
            if let Some(text) = text {
                let identifier =
                    Identifier::parse(kind, &text).with_context(|| format!("--{} is none", kind.word()))?;
                return Ok(Whom::Identifier(identifier));
            }
        }
        self.id.map(Whom::Record).context("name somebody, for example with --email")
    }
}

#[derive(Args)]
pub(crate) struct Erase {
    #[command(flatten)]
    named: Named,
    /// Keep them out from now on, whatever a later file calls them
    #[arg(long)]
    keep_out: bool,
    /// Why, for the suppression list
    #[arg(long, default_value = "erased by the operator")]
    reason: String,
    #[command(flatten)]
    data: DataOption,
}

impl Erase {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        let entry = self.keep_out.then(|| new_entry(self.reason));
        let proof = erase_and_prove(&self.data, &store, self.named.whom()?, entry).await?;
        proof.print(output)
    }
}

/// An entry for the suppression list.
pub(crate) fn new_entry(reason: String) -> NewSuppression {
    NewSuppression::new(new_id("sup", &Clock::System, &Entropy::System), reason, &Entropy::System)
}

/// What was erased, and what reading every file has shown.
pub(crate) struct Proof {
    erased: Erased,
    suppression: Option<String>,
    scan: ByteScan,
    is_account: bool,
}

/// Erases somebody, has the files cleaned, and reads them all.
pub(crate) async fn erase_and_prove(
    data: &DataOption,
    store: &Store,
    whom: Whom,
    keep_out: Option<NewSuppression>,
) -> anyhow::Result<Proof> {
    let suppression = keep_out.as_ref().map(|entry| entry.id.clone());
    let erased = store.erase(whom, keep_out, Clock::System.now()).await?;
    prove(data, store, erased, suppression).await
}

/// Has the files cleaned of what was erased, and reads them all.
pub(crate) async fn prove(
    data: &DataOption,
    store: &Store,
    erased: Erased,
    suppression: Option<String>,
) -> anyhow::Result<Proof> {
    let folder = data.config()?.server.data;
    clean(&folder, store).await?;
    let is_account =
        erased.traces.iter().any(|text| store.account_by_email(text).is_ok_and(|one| one.is_some()));
    let scan = scan_bytes(&folder, &erased.traces)
        .with_context(|| format!("cannot read every file of {}", folder.display()))?;
    Ok(Proof { erased, suppression, scan, is_account })
}

/// Removes from the disk what was erased: the server does it where one runs, else this command.
pub(crate) async fn clean(folder: &Path, store: &Store) -> anyhow::Result<()> {
    let Some(wanted) = store.cleaning_wanted()? else { return Ok(()) };
    let Some(lock) = folder_lock::alone(folder)? else { return wait_for_server(store, wanted).await };
    let index = folder.join(INDEX_FOLDER);
    let mut engine = Engine::new(store.clone());
    if index.exists() {
        engine = engine.with_index(Arc::new(Index::open_or_discard(&index)?));
    }
    tokio::task::spawn_blocking(move || engine.clean()).await??;
    drop(lock);
    Ok(())
}

async fn wait_for_server(store: &Store, wanted: i64) -> anyhow::Result<()> {
    let begun = Instant::now();
    while !store.is_cleaned(wanted)? {
        if begun.elapsed() > CLEANING_WAIT_MAX {
            bail!(
                "it is erased, but the running server has not cleaned its files; stop it and run this again"
            );
        }
        tokio::time::sleep(CLEANING_LOOK_EVERY).await;
    }
    Ok(())
}

impl Proof {
    fn json(&self) -> Value {
        json!({
            "erased": self.erased, "suppression": self.suppression, "places_left": self.scan.left(),
            "scan": self.scan, "is_account": self.is_account,
        })
    }

    fn text(&self) -> String {
        let (erased, scan) = (&self.erased, &self.scan);
        let mut lines = vec![format!(
            "erased {} people, {} companies and {} positions: {} claims, {} signals, {} other rows",
            erased.people, erased.companies, erased.jobs, erased.claims, erased.signals, erased.rows
        )];
        if let Some(entry) = &self.suppression {
            lines.push(format!("kept out by {entry}"));
        }
        lines.push(format!("read {} bytes of {} files: {} places left", scan.bytes, scan.files, scan.left()));
        for place in &scan.places {
            let (file, times, longer) = (place.file.display(), place.times, place.inside_longer);
            lines.push(format!("{file}: {times} times, and {longer} times inside something longer"));
        }
        if self.is_account {
            lines.push("an account signs in with one of the addresses; that stays".to_owned());
        }
        lines.join("\n")
    }

    /// Prints the proof; it failed when anything is left.
    pub(crate) fn print(&self, output: Output) -> anyhow::Result<ExitCode> {
        output.print(&self.json(), || self.text())?;
        Ok(if self.scan.left() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
