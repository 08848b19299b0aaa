//! `brimful erase`: erases a person or company, and scans every byte of the folder for remains.

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
use store::{Clock, Entropy, Erased, ErasureProof, ErasureTarget, NewSuppression, Store, new_id};

use crate::{folder_lock, operate::log::logged, output::Output, serve::INDEX_FOLDER, storage::DataOption};

/// Timeout of the compaction by a running server.
const CLEANING_WAIT_MAX: Duration = Duration::from_mins(15);
/// Interval of polling for it.
const CLEANING_LOOK_EVERY: Duration = Duration::from_millis(100);

/// Identifier of the erasure target.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub(crate) struct NamedTarget {
    /// Email address
    #[arg(long)]
    email: Option<String>,
    /// Phone number with country code
    #[arg(long)]
    phone: Option<String>,
    /// URL of a public profile
    #[arg(long, value_name = "URL")]
    profile: Option<String>,
    /// Company domain: the company, its current employees, and everyone with an email there
    #[arg(long)]
    domain: Option<String>,
    /// Record id
    #[arg(long)]
    id: Option<String>,
}

impl NamedTarget {
    pub(crate) fn target(self) -> anyhow::Result<ErasureTarget> {
        let given = [
            (IdentifierKind::Email, self.email),
            (IdentifierKind::Phone, self.phone),
            (IdentifierKind::Profile, self.profile),
            (IdentifierKind::Domain, self.domain),
        ];
        for (kind, text) in given {
            if let Some(text) = text {
                let identifier =
                    Identifier::parse(kind, &text).with_context(|| format!("--{} is none", kind.as_str()))?;
                return Ok(ErasureTarget::Identifier(identifier));
            }
        }
        self.id.map(ErasureTarget::Record).context("name a person or company, for example with --email")
    }
}

#[derive(Args)]
pub(crate) struct EraseCommand {
    #[command(flatten)]
    named: NamedTarget,
    /// Add them to the suppression list, so that later imports skip them
    #[arg(long)]
    keep_out: bool,
    /// Reason for the suppression list
    #[arg(long, default_value = "erased by the operator")]
    reason: String,
    #[command(flatten)]
    data: DataOption,
}

impl EraseCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        let entry = self.keep_out.then(|| new_entry(self.reason));
        // Only the id of a record is entered: the other names are those of a person.
        let (subject, target) = (self.named.id.clone(), self.named.target()?);
        let erasing = erase_and_prove(&self.data, &store, target, entry);
        let proof = logged(&store, "erase", subject, erasing).await?;
        proof.print(output)
    }
}

/// An entry for the suppression list.
pub(crate) fn new_entry(reason: String) -> NewSuppression {
    NewSuppression::new(new_id("sup", &Clock::System, &Entropy::System), reason, &Entropy::System)
}

/// What was erased, and what reading every column and every file has shown.
pub(crate) struct ProofOptions {
    erased: Erased,
    suppression: Option<String>,
    proof: ErasureProof,
    /// Documents about them in the search index.
    documents_left: u64,
}

/// Erases the target, compacts the files, and scans them all.
pub(crate) async fn erase_and_prove(
    data: &DataOption,
    store: &Store,
    target: ErasureTarget,
    keep_out: Option<NewSuppression>,
) -> anyhow::Result<ProofOptions> {
    let suppression = keep_out.as_ref().map(|entry| entry.id.clone());
    let erased = store.erase(target, keep_out, Clock::System.now()).await?;
    prove(data, store, erased, suppression).await
}

/// Compacts the files after an erasure, and scans them all.
pub(crate) async fn prove(
    data: &DataOption,
    store: &Store,
    erased: Erased,
    suppression: Option<String>,
) -> anyhow::Result<ProofOptions> {
    let folder = data.config()?.server.data;
    clean(&folder, store).await?;
    let (store, read) = (store.clone(), folder.clone());
    let (erased, proof) = tokio::task::spawn_blocking(move || {
        let proof = store.prove_erased(&read, &erased);
        (erased, proof)
    })
    .await?;
    let proof = proof.with_context(|| format!("cannot read all of {}", folder.display()))?;
    let index = folder.join(INDEX_FOLDER);
    let documents_left = if index.exists() { Index::open(&index)?.documents_of(&erased.traces)? } else { 0 };
    Ok(ProofOptions { erased, suppression, proof, documents_left })
}

/// Compaction: by the server if one runs, else by this command. An erasure interrupted by a crash is resumed first.
pub(crate) async fn clean(folder: &Path, store: &Store) -> anyhow::Result<()> {
    let begun = Instant::now();
    if store.is_shared() {
        return clean_shared(store).await;
    }
    let mut wanted = None;
    while store.has_open_erasure()? || store.cleaning_wanted()?.is_some() {
        wanted = wanted.or(store.cleaning_wanted()?);
        let Some(lock) = folder_lock::alone(folder)? else {
            // A server does it, and may end before; another command lets go of the folder at its end.
            let is_done = wanted.map_or(Ok(false), |wanted| store.is_cleaned(wanted))?;
            if is_done && !store.has_open_erasure()? {
                return Ok(());
            }
            if begun.elapsed() > CLEANING_WAIT_MAX {
                bail!(
                    "it is erased, but the files are not cleaned while a server or a command uses the folder; end it and \
                     run this again"
                );
            }
            tokio::time::sleep(CLEANING_LOOK_EVERY).await;
            continue;
        };
        let index = folder.join(INDEX_FOLDER);
        let mut engine = Engine::new(store.clone());
        if index.exists() {
            engine = engine.with_index(Arc::new(Index::open_or_discard(&index)?));
        }
        tokio::task::spawn_blocking(move || engine.clean()).await??;
        drop(lock);
        if begun.elapsed() > CLEANING_WAIT_MAX {
            bail!("another erasure does not come to its end; end its command and run this again");
        }
        tokio::time::sleep(CLEANING_LOOK_EVERY).await;
    }
    Ok(())
}

/// The same for a store that nodes share: every live node removes what was erased from its index first.
async fn clean_shared(store: &Store) -> anyhow::Result<()> {
    if store.nodes()?.iter().any(|node| node.is_alive) {
        return wait_for_server(store).await;
    }
    let engine = Engine::new(store.clone());
    tokio::task::spawn_blocking(move || engine.clean()).await??;
    Ok(())
}

async fn wait_for_server(store: &Store) -> anyhow::Result<()> {
    let begun = Instant::now();
    let Some(wanted) = store.cleaning_wanted()? else { return Ok(()) };
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

impl ProofOptions {
    /// In how many places anything is left.
    fn left(&self) -> u64 {
        self.proof.left() + self.documents_left
    }

    fn json(&self) -> Value {
        let proof = &self.proof;
        json!({
            "erased": self.erased, "suppression": self.suppression, "places_left": self.left(),
            "documents_left": self.documents_left, "columns_left": proof.columns, "rows_read": proof.rows, "unclean_pages": proof.unclean_pages,
            "scan": proof.scan, "is_account": proof.is_account,
        })
    }

    fn text(&self) -> String {
        let (erased, proof, scan) = (&self.erased, &self.proof, &self.proof.scan);
        let mut lines = vec![format!(
            "erased {} people, {} companies and {} positions: {} claims, {} signals, {} other rows",
            erased.people, erased.companies, erased.jobs, erased.claims, erased.signals, erased.rows
        )];
        if let Some(entry) = &self.suppression {
            lines.push(format!("kept out by {entry}"));
        }
        lines.push(format!(
            "read every column of {} rows, and {} bytes of {} files: {} places left",
            proof.rows,
            scan.bytes,
            scan.files,
            self.left()
        ));
        for left in &proof.columns {
            lines.push(format!("{}.{}: left in {} rows", left.table, left.column, left.rows));
        }
        for place in &scan.places {
            let (file, times, longer) = (place.file.display(), place.times, place.inside_longer);
            lines.push(format!("{file}: {times} times, and {longer} times inside an address of another"));
        }
        if self.documents_left > 0 {
            lines.push(format!("search index: {} documents", self.documents_left));
        }
        if proof.unclean_pages > 0 {
            let pages = proof.unclean_pages;
            lines.push(format!(
                "{pages} pages still hold bytes of deleted rows; run it again when nothing uses the folder"
            ));
        }
        if proof.is_account {
            lines.push("an account signs in with one of the addresses; that stays".to_owned());
        }
        lines.join("\n")
    }

    /// Prints the proof; it failed when anything is left.
    pub(crate) fn print(&self, output: Output) -> anyhow::Result<ExitCode> {
        output.print(&self.json(), || self.text())?;
        Ok(if self.left() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
