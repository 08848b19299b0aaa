//! All that is durable: records and their claims, accounts, keys, the ledger, history, idempotent replies.
//!
//! [`Store`] speaks in verbs of the domain. SQL stays inside this crate: the verbs are written once, in the
//! subset of SQL that SQLite and PostgreSQL read alike, over the small seam of [`sql`].

mod account;
mod ambient;
mod audit;
mod audit_outbox;
mod backup;
mod bulk;
mod byte_scan;
mod cap;
mod change;
mod charged_item;
mod cleaning;
mod clock;
mod commonness;
mod contact_search;
mod credits;
mod engagement;
mod erase;
mod export;
mod feed;
mod file_parts;
mod filing;
mod history;
mod import_position;
mod installation;
mod key;
mod leads;
mod ledger;
mod likely;
mod monthly;
mod operator;
mod paid_for;
mod people_seen;
mod privacy_request;
mod private_files;
mod ready;
mod recheck;
mod record;
mod reply;
mod review;
mod ruling;
mod sandbox;
mod saved_icp;
mod schema_check;
mod scratch;
mod settlement;
mod signal;
mod sql;
mod sqlite;
mod statement;
mod subject;
mod suppression;
mod timekeeping;
mod trial;
mod verification;
mod watch_list;
mod watching;
mod webhook;
mod write;

use std::{path::Path, sync::Arc};

pub use account::{Account, NewAccount, Plan};
pub use ambient::{Entropy, new_id};
pub use audit::{Audit, Finding};
pub use bulk::{
    BulkChunk, BulkItem, BulkItemStatus, BulkJob, BulkLease, BulkOutcome, BulkStatus, NewBulkItem,
    NewBulkJob, TakenItems,
};
pub use byte_scan::{ByteScan, PlaceLeft, scan_bytes};
pub use cap::Stored;
pub use change::{Change, Changed};
pub use clock::{Clock, DRIFT_MAX, HOLD, ManualTime, OBSERVE_EVERY, Observed, SteadyClock};
pub use contact_search::{ContactKind, ContactSearch, ProvenAddress};
pub use credits::{Credits, InvalidCredits};
pub use erase::{ColumnDecision, ColumnLeft, Erased, ErasureProof, Whom, column_decisions};
pub use export::{ClaimOrigin, Exported};
pub use file_parts::{FilePart, FileParts, PartsFiled};
pub use history::{Asked, AskedView, CacheUse, HistoryFilter, HistoryRow, HistorySummary};
pub use import_position::ImportPosition;
pub use key::{Key, KeyOwner, NewKey, Scope, Scopes};
pub use ledger::Movement;
pub use monthly::{CATCH_UP_MONTHS, MonthlyRun};
pub use operator::{Entered, Refund};
pub use people_seen::SeenPerson;
pub use privacy_request::{PrivacyRequest, PrivacyRequestStatus};
pub use private_files::{make_private_folder, open_paths, tighten};
pub use ready::ReadyClaims;
pub use recheck::Recheck;
pub use record::{Counts, IngestReport};
pub use reply::{KeyedCall, Lock, Reply, ReplyKey};
pub use review::{Doubt, Pair, PairSide};
pub use ruling::SourceRow;
pub use saved_icp::{IcpTarget, SavedIcp};
pub use settlement::{Effect, Settled, SettledAnswer, Settlement};
pub use signal::{FeedPosition, HiringPosition, SignalFilter, StoredSignal};
pub use sql::StoreError;
pub use statement::Statement;
pub use suppression::{NewSuppression, Suppression};
pub use timekeeping::{ClockJump, JumpOutcome, waits};
pub use verification::KeptVerification;
pub use watch_list::{WatchList, WatchListChange, WatchMatch, WatchTarget};
pub use watching::Watching;
pub use webhook::{
    Attempt, Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus, NewEvent, NewWebhook, Sending,
    TakenDeliveries, Verdict, Webhook, WebhookStatus,
};
pub use write::Write;

use sql::{Backend, Result, Sql};

/// The one handle to everything durable. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    under_way: Arc<erase::UnderWay>,
}

impl Store {
    /// Opens the embedded store in a folder, making or migrating it first.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::over(sqlite::Sqlite::open(folder)?))
    }

    /// Opens the embedded store of a folder that must hold one already.
    pub fn open_existing(folder: &Path) -> Result<Self> {
        if !sqlite::Sqlite::is_in(folder) {
            return Err(StoreError::NoStore(folder.to_owned()));
        }
        Self::open(folder)
    }

    /// Opens the embedded store to file much: it waits for the disk less often and keeps more in memory. Whatever was
    /// filed survives the end of the process; what was filed last may be lost when the machine loses its power, so
    /// that this is for what can be filed again.
    pub fn open_for_import(folder: &Path) -> Result<Self> {
        Ok(Self::over(sqlite::Sqlite::open_for_import(folder)?))
    }

    /// A store that is gone with its last handle and never waits for the disk.
    pub fn temporary() -> Result<Self> {
        Ok(Self::over(sqlite::Sqlite::temporary()?))
    }

    fn over(backend: impl Backend + 'static) -> Self {
        Self { backend: Arc::new(backend), under_way: Arc::default() }
    }

    /// How many writes wait for the writer.
    pub fn queue_depth(&self) -> usize {
        self.backend.queue_depth()
    }

    /// Turns true when a commit has failed in a way that leaves its outcome unknown: nothing is written from then on,
    /// and the process has to be started again so that recovery can tell.
    pub fn halted(&self) -> tokio::sync::watch::Receiver<bool> {
        self.backend.halted()
    }

    /// Makes changes from now on wait only briefly for another process's lock, so that a stop is quick.
    pub fn prepare_to_close(&self) {
        self.backend.prepare_to_close();
    }

    /// Writes a row that nothing reads, to learn whether changes can be made durable.
    pub async fn probe(&self, now: jiff::Timestamp) -> Result<()> {
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO watermark (name, no) VALUES ('probe', ?1)
                 ON CONFLICT (name) DO UPDATE SET no = excluded.no",
                sql::params![now.as_microsecond()],
            )?;
            Ok(())
        })
        .await
    }

    /// Waits until every write accepted so far is durable.
    pub async fn flush(&self) -> Result<()> {
        self.write(|_| Ok(())).await
    }

    fn read<T>(&self, question: impl FnOnce(&mut dyn Sql) -> Result<T>) -> Result<T> {
        let mut question = Some(question);
        let mut answer = None;
        self.backend.read(&mut |sql| {
            if let Some(question) = question.take() {
                answer = Some(question(sql)?);
            }
            Ok(())
        })?;
        answer.ok_or(StoreError::Closed)
    }

    async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue(change)?.await.map_err(|_| StoreError::Closed)?
    }

    /// The same for a thread of its own, which may block.
    fn write_and_wait<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue(change)?.blocking_recv().map_err(|_| StoreError::Closed)?
    }

    fn queue<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<tokio::sync::oneshot::Receiver<Result<T>>> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        self.backend.write(Box::new(sql::Change {
            change: Some(change),
            outcome: None,
            reply: Some(reply),
        }))?;
        Ok(answer)
    }
}
