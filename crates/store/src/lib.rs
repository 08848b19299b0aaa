//! All that is durable: records and their claims, accounts, keys, the ledger, history, idempotent replies.
//!
//! [`Store`] speaks in verbs of the domain. SQL stays inside this crate, behind the small seam of [`sql`], with two
//! engines behind it: SQLite in the data folder, and a PostgreSQL server that several nodes share.

mod accounts;
mod ambient;
mod bulk;
mod cluster;
mod files;
mod handle;
mod identity;
mod lists;
mod mail;
mod money;
mod privacy;
mod sql;
mod subjects;
mod webhook;

pub use accounts::account::{Account, AccountUse, Plan};
pub use accounts::ids::{AccountId, KeyId};
pub use accounts::key::{Key, KeyOwner, NewKey, Scope, Scopes};
pub use accounts::key_cap::{KeyCap, NewKeyCap};
pub use accounts::open::NewAccount;
pub use accounts::operator_log::{ActOutcome, NewOperatorAct, OperatorAct};
pub use accounts::preview_use::PreviewRows;
pub use accounts::session::{NewSession, Session};
pub use accounts::stored::Stored;
pub use ambient::Entropy;
pub use ambient::clock::{Clock, DRIFT_MAX, HOLD, ManualTime, OBSERVE_EVERY, Observed, SteadyClock};
pub use ambient::document::Document;
pub use ambient::ids::new_id;
pub use ambient::month::{month_of, month_start, next_month};
pub use ambient::timekeeping::{ClockJump, JumpOutcome, waits};
pub use bulk::{
    BulkChunk, BulkItem, BulkItemStatus, BulkJob, BulkLease, BulkOutcome, BulkStatus, GivenBack, NewBulkItem,
    NewBulkJob, TakenItems,
};
pub use cluster::key_claim::{ClaimedKey, KeyClaim, KeyedRun};
pub use cluster::node::{ALIVE, Node, NodeNoted, NodeState};
pub use cluster::rate_bucket::{BucketRate, TakenTokens};
pub use files::in_use::take_folder_alone;
pub use files::names::{RESTORED_FOLDER, RESTORING_FOLDER, STORE_FILES};
pub use files::private::{is_of_folder, make_private_folder, open_paths, tighten};
pub use handle::Store;
pub use identity::file_parts::{FilePart, FileParts, PartsFiled};
pub use identity::import_position::ImportPosition;
pub use identity::ingest_report::IngestReport;
pub use identity::prepare::PreparedClaims;
pub use identity::review::{Pair, PairSide, ReviewPair};
pub use identity::rule::TwoValues;
pub use identity::ruling::SourceRow;
pub use lists::saved_icp::{IcpTarget, SavedIcp};
pub use lists::schedule::WatchSchedule;
pub use lists::watch_list::{WatchList, WatchListChange, WatchMatch, WatchTarget};
pub use mail::contact_search::{
    ContactKind, ContactSearch, DueSearch, KeptSearch, NextSearch, ProvenAddress,
};
pub use mail::late_verdict::{CheckEnd, DeferredCheck, NewNotice};
pub use mail::recheck::Recheck;
pub use mail::verification::KeptVerification;
pub use money::audit::Audit;
pub use money::bought::{BoughtContact, BoughtKind, OwnedContact};
pub use money::credits::{Credits, InvalidCredits};
pub use money::finding::Finding;
pub use money::history::{
    CacheUse, CallDetail, CallOutcome, ChargeLine, ChargedFor, DroppedCalls, DroppedCharge, HistoryFilter,
    HistoryPosition, HistoryRow, HistorySummary, OutsideCall, UnbilledCall, UpstreamCall, UpstreamCallView,
    UsageBy, UsageRow,
};
pub use money::ledger::{LedgerPosition, LedgerRow, Movement};
pub use money::monthly::{CATCH_UP_MONTHS, MonthlyRun};
pub use money::operator::{Entered, Refund};
pub use money::people_seen::SeenPerson;
pub use money::reply::{KeyedCall, Lock, REPLY_KEPT_FOR, Reply, ReplyKey};
pub use money::settlement::{ChargedOnce, Cost, Effect, Settled, SettledAnswer, Settlement};
pub use money::statement::AccountStatement;
pub use privacy::byte_scan::{ByteScan, PlaceLeft, scan_bytes};
pub use privacy::erase::{ColumnDecision, ColumnLeft, ErasureProof, column_decisions};
pub use privacy::erase::{Erased, ErasureTarget};
pub use privacy::requests::{PrivacyRequest, PrivacyRequestStatus};
pub use privacy::suppression::{NewSuppression, Suppression};
pub use sql::write::Write;
pub use sql::{Duplicate, StoreError, Woken};
pub use subjects::change::{Change, Changed, Employed};
pub use subjects::export::{ClaimOrigin, Exported};
pub use subjects::joined::Joined;
pub use subjects::read::{Candidates, Career, Counts};
pub use subjects::signal::{FeedPosition, SignalFilter, StoredSignal, openings::CompanyOpenings};
pub use webhook::{
    Attempt, Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus, DeliveryVerdict, EventChoice,
    EventKind, NewEvent, NewWebhook, Sending, TakenDeliveries, Webhook, WebhookStatus,
};
