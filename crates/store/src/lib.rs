//! All that is durable: records and their claims, accounts, keys, the ledger, history, idempotent replies.
//!
//! [`Store`] speaks in verbs of the domain. SQL stays inside this crate: the verbs are written once, in the
//! subset of SQL that SQLite and PostgreSQL read alike, over the small seam of [`sql`].

mod account;
mod ambient;
mod audit;
mod bulk;
mod byte_scan;
mod change;
mod charged_item;
mod cleaning;
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
mod people_seen;
mod privacy_request;
mod ready;
mod recheck;
mod record;
mod review;
mod ruling;
mod sandbox;
mod saved_icp;
mod settlement;
mod signal;
mod sql;
mod sqlite;
mod subject;
mod suppression;
mod verification;
mod watch_list;
mod watching;
mod webhook;

use std::{path::Path, sync::Arc};

pub use account::{Account, NewAccount, Plan};
pub use ambient::{Clock, Entropy, new_id};
pub use audit::{Audit, Finding};
pub use bulk::{
    BulkChunk, BulkItem, BulkItemStatus, BulkJob, BulkLease, BulkOutcome, BulkStatus, NewBulkItem,
    NewBulkJob, TakenItems,
};
pub use byte_scan::{ByteScan, PlaceLeft, scan_bytes};
pub use change::{Change, Changed};
pub use contact_search::{ContactKind, ContactSearch, ProvenAddress};
pub use credits::{Credits, InvalidCredits};
pub use erase::{ColumnDecision, ColumnLeft, Erased, ErasureProof, Whom, column_decisions};
pub use export::{ClaimOrigin, Exported};
pub use file_parts::{FilePart, FileParts, PartsFiled};
pub use history::{Asked, CacheUse, HistoryFilter, HistoryRow, HistorySummary};
pub use import_position::ImportPosition;
pub use key::{Key, KeyOwner, NewKey, Scope, Scopes};
pub use ledger::Movement;
pub use people_seen::SeenPerson;
pub use privacy_request::{PrivacyRequest, PrivacyRequestStatus};
pub use ready::ReadyClaims;
pub use recheck::Recheck;
pub use record::{Counts, IngestReport};
pub use review::{Doubt, Pair, PairSide};
pub use ruling::SourceRow;
pub use saved_icp::{IcpTarget, SavedIcp};
pub use settlement::{Effect, Lock, Reply, ReplyKey, Settled, Settlement};
pub use signal::{FeedPosition, HiringPosition, SignalFilter, StoredSignal};
pub use sql::StoreError;
pub use suppression::{NewSuppression, Suppression};
pub use verification::KeptVerification;
pub use watch_list::{WatchList, WatchListChange, WatchMatch, WatchTarget};
pub use watching::Watching;
pub use webhook::{
    Attempt, Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus, NewEvent, NewWebhook, Sending,
    TakenDeliveries, Verdict, Webhook, WebhookStatus,
};

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
