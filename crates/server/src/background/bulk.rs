//! The worker pool of bulk jobs: leases items, answers and settles each exactly once, also after a crash.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use engine::{Reason, is_retryable};
use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{
    AccountId, BulkChunk, BulkItemStatus, BulkLease, BulkOutcome, Duplicate, Effect, GivenBack, KeyOwner,
    Settled, StoreError,
};
use tokio::task::JoinSet;

use crate::{
    access::{auth, rights},
    app::App,
    background::{
        call::{BackgroundCall, lease_until},
        scheduler::{self, Next, TaskError},
    },
    call::{
        metering::Refused,
        problem::{Code, Problem},
    },
    endpoint::{Content, Entry, Outcome, Price, Spec},
};

/// Items processed concurrently, over all accounts.
const ITEMS_MAX: usize = 512;
/// Items processed concurrently per account, so that a second account finds free capacity.
const ITEMS_OF_ACCOUNT_MAX: usize = 256;
/// Items per worker task; small enough that all cores are busy.
const ITEMS_PER_WORKER: usize = 64;
/// Free capacity required before more items are leased; many small leases would cost more than they gain.
const ROOM_MIN: usize = ITEMS_MAX / 4;
/// Attempts per item whose sources are unavailable.
const ATTEMPTS_MAX: i64 = 3;
/// Retry delay of such an item, times the square of its attempts.
const ATTEMPT_WAIT: SignedDuration = SignedDuration::from_secs(5);
/// Retry delay of items whose worker failed, or whose credits running calls hold.
const PIECE_WAIT: SignedDuration = SignedDuration::from_secs(5);
/// How often an item whose mail server gave no verdict yet is asked about again inside its job.
const DEFERRALS_MAX: i64 = 3;
/// Longest wait for such an item. One that is to wait longer ends without a verdict, so that the job ends.
const DEFERRAL_MAX: SignedDuration = SignedDuration::from_mins(15);
/// Added to the wait, in which the check is repeated in the background.
const DEFERRAL_MARGIN: SignedDuration = SignedDuration::from_secs(5);
/// Polling interval for jobs submitted by another process.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(2);
/// Retention of completed jobs.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Jobs deleted per statement.
const FORGOTTEN_MAX: usize = 20;

/// Task: processes queued items until none is left.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    let mut pool =
        BulkPool { app: app.clone(), workers: JoinSet::new(), taken: HashMap::new(), failed: Vec::new() };
    loop {
        let mut next = app.clock.now() + LOOK_EVERY;
        pool.give_back_failed().await;
        if pool.has_room() && !app.is_draining() {
            match pool.take().await {
                Ok(expiry) => next = expiry.map_or(next, |expiry| expiry.min(next)),
                Err(error) => {
                    // Let running workers finish: their items are leased already.
                    while pool.workers.join_next().await.is_some() {}
                    return Err(error.into());
                }
            }
        }
        if pool.workers.is_empty() {
            return Ok(Next::At(next));
        }
        tokio::select! {
            Some(ended) = pool.workers.join_next_with_id() => match ended {
                Ok((worker, is_done)) => pool.free(worker, is_done),
                Err(panicked) => pool.free(panicked.id(), false),
            },
            () = app.bulk_submitted.notified() => {}
            () = scheduler::until(&app.clock, next) => {}
        }
    }
}

/// Task: deletes jobs past their retention.
pub async fn forget_old(app: Arc<App>) -> Result<Next, TaskError> {
    let forgotten = app.store.forget_bulk_jobs(app.clock.now() - KEPT, FORGOTTEN_MAX).await?;
    Ok(if forgotten == FORGOTTEN_MAX { Next::AtOnce } else { Next::Usual })
}

struct BulkPool {
    app: Arc<App>,
    /// Each returns whether its piece was done.
    workers: JoinSet<bool>,
    /// The items of each worker.
    taken: HashMap<tokio::task::Id, TakenPiece>,
    /// Pieces of workers that failed, to be given back.
    failed: Vec<TakenPiece>,
}

/// The items of a worker, by number and fence.
struct TakenPiece {
    account: AccountId,
    job: String,
    items: Vec<(i64, i64)>,
}

impl BulkPool {
    fn room(&self) -> usize {
        ITEMS_MAX.saturating_sub(self.taken.values().map(|piece| piece.items.len()).sum())
    }

    fn has_room(&self) -> bool {
        self.room() >= ROOM_MIN
    }

    /// Leases as many items as there is capacity for; returns when the next lease expires.
    async fn take(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let app = self.app.clone();
        let (room, busy, now) = (self.room(), self.busy(), app.clock.now());
        let until = lease_until(&app);
        let taken =
            app.store.take_bulk_items(&app.worker, room, ITEMS_OF_ACCOUNT_MAX, busy, now, until).await?;
        for chunk in taken.chunks {
            for items in chunk.items.chunks(ITEMS_PER_WORKER) {
                self.start(BulkChunk { items: items.to_vec(), ..chunk.clone() });
            }
        }
        Ok(taken.next_expiry)
    }

    fn start(&mut self, piece: BulkChunk) {
        let taken = TakenPiece {
            account: piece.account_id.clone(),
            job: piece.job.clone(),
            items: piece.items.iter().map(|item| (item.no, item.fence)).collect(),
        };
        let handle = self.workers.spawn(answer(self.app.clone(), piece));
        self.taken.insert(handle.id(), taken);
    }

    /// Items in progress, by account.
    fn busy(&self) -> HashMap<AccountId, usize> {
        let mut busy = HashMap::new();
        for piece in self.taken.values() {
            *busy.entry(piece.account.clone()).or_default() += piece.items.len();
        }
        busy
    }

    /// Gives back what failed workers had taken and not settled. Its leases would be renewed with those of this process
    /// otherwise, and the items never be answered.
    async fn give_back_failed(&mut self) {
        let again = self.app.clock.now() + PIECE_WAIT;
        let mut kept = Vec::new();
        for piece in std::mem::take(&mut self.failed) {
            let given = self.app.store.give_back_bulk_items(
                &piece.job,
                piece.items.clone(),
                GivenBack::Unanswered,
                again,
            );
            if let Err(error) = given.await {
                tracing::warn!(job = piece.job, %error, "items of a bulk job cannot be given back yet");
                kept.push(piece);
            }
        }
        self.failed = kept;
    }

    fn free(&mut self, worker: tokio::task::Id, is_done: bool) {
        let piece = self.taken.remove(&worker);
        self.failed.extend(piece.filter(|_| !is_done));
    }
}

/// Processes one chunk of a job; whether it was done.
async fn answer(app: Arc<App>, piece: BulkChunk) -> bool {
    let job = piece.job.clone();
    let answered = answer_all(app.clone(), piece).await;
    if let Err(error) = &answered {
        tracing::warn!(job, %error, "a part of a bulk job failed and will be tried again");
    }
    app.wake_webhooks();
    answered.is_ok()
}

async fn answer_all(app: Arc<App>, mut piece: BulkChunk) -> Result<(), StoreError> {
    let kind = JobKind::of(&app, &piece.endpoint)?;
    let mut rest = VecDeque::from(std::mem::take(&mut piece.items));
    while !rest.is_empty() {
        if app.is_draining() {
            return give_back(&app, &piece.job, &rest).await;
        }
        let caller = match authorize(&app, &piece, kind.spec) {
            Ok(caller) => Arc::new(caller),
            Err(problem) => return pause(&app, &piece, &problem, &rest).await,
        };
        // Items that are free need no credits: those whose question was answered in the job already.
        let paid = rest.iter().take_while(|item| item.is_paid).count();
        let unpaid = rest.iter().skip(paid).take_while(|item| !item.is_paid).count();
        let most = kind.single.spec.price.due(1);
        let (hold, count) = if paid > 0 {
            (None, paid)
        } else if let Err(problem) = rights::within_cap(&caller, most, app.clock.now()) {
            return pause(&app, &piece, &problem, &rest).await;
        } else {
            match app.holds.hold_some(&app.store, &piece.account_id, most, unpaid).await {
                Ok((hold, count)) => (Some(hold), count),
                Err(Refused::Failed(error)) => return Err(error),
                Err(Refused::InsufficientBalance(_)) => {
                    let (free, unaffordable) = rest.into_iter().partition(|item| item.is_paid);
                    end_unaffordable(&app, &piece.job, unaffordable).await?;
                    rest = free;
                    continue;
                }
                Err(Refused::HeldByOthers) => {
                    let again = app.clock.now() + PIECE_WAIT;
                    return give_back_at(&app, &piece.job, &rest, again).await;
                }
            }
        };
        let work = stream::iter(rest.drain(..count)).map(|item| {
            let worker = Worker { app: &app, caller: &caller, kind, piece: &piece };
            async move { worker.answer(item).await }
        });
        let ended: Vec<Result<(), StoreError>> = work.buffer_unordered(ITEMS_PER_WORKER).collect().await;
        drop(hold);
        ended.into_iter().collect::<Result<(), StoreError>>()?;
    }
    Ok(())
}

/// The endpoint that a job was submitted to, and the one that answers its items.
#[derive(Clone, Copy)]
struct JobKind {
    spec: &'static Spec,
    single: &'static Entry,
}

impl JobKind {
    fn of(app: &App, endpoint: &str) -> Result<Self, StoreError> {
        let entry = |id: &str| app.catalogue.iter().find(|entry| entry.spec.id == id);
        let spec = entry(endpoint).map(|entry| entry.spec).ok_or(StoreError::NotFound("endpoint"))?;
        let single = spec.items_of.and_then(entry).ok_or(StoreError::NotFound("endpoint"))?;
        Ok(Self { spec, single })
    }
}

/// Re-checks the key of a job before work under it.
fn authorize(app: &App, piece: &BulkChunk, spec: &Spec) -> Result<KeyOwner, Problem> {
    auth::authorize_again(app, &piece.account_id, &piece.key_id, spec)
}

/// What tells two answers of a job from each other: an address, a number, or the id of a record.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answered {
    email: Option<String>,
    phone: Option<String>,
    person: Option<WithId>,
    company: Option<WithId>,
    reason: Option<Reason>,
    retry_after_seconds: Option<u32>,
}

#[derive(Deserialize)]
struct WithId {
    id: String,
}

impl Answered {
    /// How long to wait for a better answer, if a mail server may give one later: it asked for time, was slow or could not
    /// be reached.
    fn wait(&self) -> Option<SignedDuration> {
        self.reason.filter(|reason| is_retryable(*reason))?;
        let wait = SignedDuration::from_secs(i64::from(self.retry_after_seconds?));
        (wait <= DEFERRAL_MAX).then_some(wait + DEFERRAL_MARGIN)
    }

    /// The item under which the answer is charged once in its job: ids as they are, so that it is found under an earlier
    /// id, and contacts as a hash.
    fn item(self, job: &str) -> Option<String> {
        let hash = |value: String| hex::encode(&Sha256::digest(format!("{job} {value}"))[..16]);
        let contact = self.email.or(self.phone).map(hash);
        let record = self.person.or(self.company).map(|record| record.id);
        contact.or(record).map(|name| format!("{job} {name}"))
    }
}

/// Pauses a job whose key is no longer authorized and releases its leases. If the check itself failed, the items are
/// only released for another attempt.
async fn pause<'a>(
    app: &App,
    piece: &BulkChunk,
    problem: &Problem,
    rest: impl IntoIterator<Item = &'a BulkLease>,
) -> Result<(), StoreError> {
    if problem.code.status() < 500 {
        let (now, reason) = (app.clock.now(), problem.code.as_str());
        app.store.pause_bulk_job(&piece.account_id, &piece.job, &piece.key_id, reason, now).await?;
    }
    give_back(app, &piece.job, rest).await
}

async fn give_back<'a>(
    app: &App,
    job: &str,
    items: impl IntoIterator<Item = &'a BulkLease>,
) -> Result<(), StoreError> {
    give_back_at(app, job, items, app.clock.now()).await
}

async fn give_back_at<'a>(
    app: &App,
    job: &str,
    items: impl IntoIterator<Item = &'a BulkLease>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let items = items.into_iter().map(|item| (item.no, item.fence)).collect();
    app.store.give_back_bulk_items(job, items, GivenBack::Unanswered, at).await
}

/// Ends the items that the balance does not cover: the rest of this chunk and the queued rest of the job.
async fn end_unaffordable(app: &App, job: &str, rest: VecDeque<BulkLease>) -> Result<(), StoreError> {
    let outcomes = rest.into_iter().map(|item| BulkOutcome {
        job: job.to_owned(),
        no: item.no,
        fence: item.fence,
        status: BulkItemStatus::InsufficientCredits,
        answer: None,
    });
    app.store.end_bulk_items(outcomes.collect(), app.clock.now()).await?;
    app.store.end_unaffordable(job, app.clock.now()).await
}

/// The answer to a question that must not be stored: what any other person who is not found gets.
fn not_found() -> Outcome<Content> {
    let answer = Content::Json(json!({ "found": false }).to_string().into_bytes());
    Outcome { may_be_kept: false, ..Outcome::free(answer) }
}

struct Worker<'a> {
    app: &'a Arc<App>,
    caller: &'a Arc<KeyOwner>,
    kind: JobKind,
    piece: &'a BulkChunk,
}

impl Worker<'_> {
    /// Answers and settles one item, or records why it has no answer.
    async fn answer(&self, item: BulkLease) -> Result<(), StoreError> {
        // Check again before each item: the key may be revoked while a chunk is processed.
        if let Err(problem) = authorize(self.app, self.piece, self.kind.spec) {
            return pause(self.app, self.piece, &problem, [&item]).await;
        }
        let (id, price) = (self.kind.spec.id, self.kind.single.spec.price);
        let mut call = BackgroundCall::new(self.app.clone(), self.caller.clone(), id, price);
        let asked = if item.is_erased { Ok(not_found()) } else { self.ask(&call, &item).await };
        let outcome = match asked {
            Ok(outcome) => outcome,
            Err(problem) => return self.unanswered(&item, problem).await,
        };
        let (Content::Json(answer), outcome) = outcome.split() else {
            return Err(StoreError::NotFound("answer"));
        };
        let answered = serde_json::from_slice::<Answered>(&answer).unwrap_or_default();
        if let Some(wait) = answered.wait().filter(|_| outcome.units == 0 && item.deferrals < DEFERRALS_MAX) {
            return self.later(&item, GivenBack::Deferred, wait).await;
        }
        let status = if outcome.units > 0 { BulkItemStatus::Resolved } else { BulkItemStatus::NotFound };
        let ended = self.outcome(&item, status, Some(answer.clone()));
        let asked = String::from_utf8_lossy(&item.request).into_owned();
        let mut effects = vec![Effect::BulkItemAnswered(Box::new(ended))];
        if let Some(known) = answered.item(&self.piece.job).filter(|_| outcome.units > 0) {
            let items = vec![known];
            let paid = self.app.store.charged_items(&self.piece.account_id, id, &items)?;
            if paid.is_empty() {
                effects.push(Effect::ItemsCharged { items });
            } else {
                call.price = Price::Free;
            }
        }
        match call.settle(asked, outcome.with(answer), effects).await {
            Ok(Settled::InsufficientBalance { .. }) => {
                self.end(&item, BulkItemStatus::InsufficientCredits, None).await
            }
            Ok(_) => Ok(()),
            Err(error @ StoreError::KeyCapReached { .. }) => {
                pause(self.app, self.piece, &Problem::from(error), [&item]).await
            }
            // Another item of the job with the same answer was charged meanwhile: this one is answered again, free.
            Err(StoreError::Duplicate(Duplicate::ChargedItem)) => {
                give_back(self.app, &self.piece.job, [&item]).await
            }
            Err(StoreError::LeaseLost) => {
                tracing::info!(
                    job = self.piece.job,
                    no = item.no,
                    "an item was taken over before it was answered"
                );
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Gives an item back, to be answered after a time.
    async fn later(&self, item: &BulkLease, why: GivenBack, wait: SignedDuration) -> Result<(), StoreError> {
        let (items, again) = (vec![(item.no, item.fence)], self.app.clock.now() + wait);
        self.app.store.give_back_bulk_items(&self.piece.job, items, why, again).await
    }

    async fn ask(&self, call: &BackgroundCall, item: &BulkLease) -> Result<Outcome<Content>, Problem> {
        let request: Value =
            serde_json::from_slice(&item.request).map_err(|error| Problem::internal(&error))?;
        let prepared =
            (self.kind.single.prepare)(request).map_err(|faults| Problem::of_faults(faults.into_vec()))?;
        let patience = Duration::from_secs(self.app.settings.limits.call_seconds);
        tokio::time::timeout(patience, prepared.run(call.context()))
            .await
            .unwrap_or_else(|_| Err(Problem::new(Code::SourcesUnavailable, "The answer took too long.")))
    }

    /// A fault of the item ends it; a fault of the server or its sources is retried up to [`ATTEMPTS_MAX`] times.
    async fn unanswered(&self, item: &BulkLease, problem: Problem) -> Result<(), StoreError> {
        let ours = problem.code.status() >= 500;
        let attempts = item.failures + 1;
        if ours && attempts < ATTEMPTS_MAX {
            let wait = ATTEMPT_WAIT * i32::try_from(attempts * attempts).unwrap_or(1);
            return self.later(item, GivenBack::Failed, wait).await;
        }
        let status = if ours { BulkItemStatus::Failed } else { BulkItemStatus::Invalid };
        let answer =
            json!({ "code": problem.code.as_str(), "detail": problem.detail, "errors": problem.faults });
        self.end(item, status, Some(answer.to_string().into_bytes())).await
    }

    async fn end(
        &self,
        item: &BulkLease,
        status: BulkItemStatus,
        answer: Option<Vec<u8>>,
    ) -> Result<(), StoreError> {
        let outcome = self.outcome(item, status, answer);
        self.app.store.end_bulk_items(vec![outcome], self.app.clock.now()).await.map(drop)
    }

    fn outcome(&self, item: &BulkLease, status: BulkItemStatus, answer: Option<Vec<u8>>) -> BulkOutcome {
        BulkOutcome { job: self.piece.job.clone(), no: item.no, fence: item.fence, status, answer }
    }
}
