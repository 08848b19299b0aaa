//! The writer's thread: takes queued changes, and commits those that wait together in one transaction.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use tokio::sync::watch;

use super::{
    busy::{BUSY_LOOK, BUSY_MAX},
    checkpointer::Checkpointer,
    error::{commit_failed, engine},
    statement::Tx,
};
use crate::sql::{Change, Result, Sql, StoreError, WriteJob, parts::has_unfollowed, scope::Scope};

/// Changes that share one sync at most: bounds how long the first of them waits.
const GROUP_MAX: usize = 512;

/// [`BUSY_MAX`] once the store is about to be closed: a stop must not take minutes because several changes are waiting.
const BUSY_MAX_CLOSING: Duration = Duration::from_secs(2);

/// The one thread that changes a file.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) depth: Arc<AtomicUsize>,
    pub(super) is_closing: Arc<AtomicBool>,
    pub(super) halted: Arc<watch::Sender<bool>>,
    pub(super) checkpointer: Option<Checkpointer>,
    /// What every transaction does before its changes; whether there is more of it for another transaction.
    pub(super) first: Option<fn(&mut dyn Sql) -> Result<bool>>,
    /// The queue of the state, in the writer of the records.
    pub(super) follower: Option<Queue>,
}

/// Changes that wait for a writer.
#[derive(Clone)]
pub(super) struct Queue {
    pub(super) jobs: mpsc::SyncSender<Box<dyn WriteJob>>,
    /// Changes that wait for any writer.
    pub(super) depth: Arc<AtomicUsize>,
}

impl Queue {
    /// Adds a change; waits while the queue is full.
    pub(super) fn send(&self, job: Box<dyn WriteJob>) -> Result<()> {
        self.depth.fetch_add(1, Ordering::Relaxed);
        self.jobs.send(job).map_err(|_| {
            self.depth.fetch_sub(1, Ordering::Relaxed);
            StoreError::Closed
        })
    }

    /// Has the state follow moves of records, if there are any, and waits for it: who made them sees the state after them. The
    /// writer of the state waits for no other, and follows them with its next change if this one fails.
    fn follow(&self, records: &Connection) {
        if !has_unfollowed(&mut Tx(records)).unwrap_or(false) {
            return;
        }
        let (reply, followed) = tokio::sync::oneshot::channel();
        let job = Change {
            scope: Scope::Append,
            is_checked: true,
            change: Some(|_: &mut dyn Sql| Ok(())),
            outcome: None,
            versions: Arc::default(),
            reply: Some(reply),
        };
        if self.send(Box::new(job)).is_ok() {
            let _ = followed.blocking_recv();
        }
    }
}

impl Writer {
    /// Makes changes until the queue is closed; returns the connection.
    pub(super) fn run(self, queue: &mpsc::Receiver<Box<dyn WriteJob>>) -> Connection {
        // It waits for the write lock in `begin`, which knows when to give up.
        let _ = self.connection.busy_timeout(Duration::ZERO);
        while let Ok(first) = queue.recv() {
            let mut group = vec![first];
            while group.len() < GROUP_MAX
                && let Ok(job) = queue.try_recv()
            {
                group.push(job);
            }
            self.depth.fetch_sub(group.len(), Ordering::Relaxed);
            let committed = match *self.halted.borrow() {
                true => Err(StoreError::Halted),
                false => self.commit_group(&mut group),
            };
            if matches!(committed, Err(StoreError::OutcomeUnknown)) {
                // Signalled before the callers get their results: none of them may see a later acknowledgement.
                self.halted.send_replace(true);
            }
            self.checkpointer.as_ref().inspect(|checkpointer| checkpointer.wake());
            self.follower.as_ref().inspect(|state| state.follow(&self.connection));
            for job in group {
                job.finish(committed.as_ref().copied().map_err(StoreError::of_group));
            }
        }
        self.connection
    }

    /// Begins a transaction that writes; waits while another process has the write lock.
    fn begin(&self) -> Result<Transaction<'_>> {
        let began = Instant::now();
        loop {
            match Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate) {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                    let is_closing = self.is_closing.load(Ordering::Relaxed);
                    let wait_max = if is_closing { BUSY_MAX_CLOSING } else { BUSY_MAX };
                    if began.elapsed() >= wait_max {
                        return Err(StoreError::Busy);
                    }
                    thread::sleep(BUSY_LOOK);
                }
                begun => {
                    let transaction = begun.map_err(engine)?;
                    let has_more = self.first.map_or(Ok(false), |first| first(&mut Tx(&transaction)))?;
                    if !has_more {
                        return Ok(transaction);
                    }
                    transaction.commit().map_err(commit_failed)?;
                }
            }
        }
    }

    fn commit_group(&self, group: &mut [Box<dyn WriteJob>]) -> Result<()> {
        if let [job] = group {
            return self.commit_alone(job.as_mut());
        }
        let transaction = self.begin()?;
        let run = |sql: &'static str| self.connection.prepare_cached(sql)?.execute([]).map(drop);
        for job in group {
            // A savepoint copies every page that the job changes, which is an eighth of what a charged call costs.
            let has_savepoint = !job.is_checked();
            if has_savepoint {
                run("SAVEPOINT job").map_err(engine)?;
            }
            let changes = self.connection.total_changes();
            let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut Tx(&transaction))));
            let has_failed = !matches!(outcome, Ok(Ok(())));
            if has_failed && !has_savepoint && self.connection.total_changes() != changes {
                // It failed although it had checked everything, and cannot be undone alone. None of the group is durable,
                // and each of its callers is told so.
                return Err(given_up(outcome));
            }
            if has_savepoint && !transaction.is_autocommit() {
                if has_failed {
                    // Undoes this job alone; its neighbours in the group stand.
                    run("ROLLBACK TO job").map_err(engine)?;
                }
                run("RELEASE job").map_err(engine)?;
            }
            // Some failures, such as a full disk, end the whole transaction. Later statements would be
            // committed one by one and yet be reported as failed.
            if transaction.is_autocommit() {
                return Err(given_up(outcome));
            }
        }
        transaction.commit().map_err(commit_failed)
    }

    /// Runs one job in a transaction of its own. A savepoint would keep every page as it was before, in a list that each
    /// statement walks: with a job of many thousand claims that is most of the work.
    fn commit_alone(&self, job: &mut dyn WriteJob) -> Result<()> {
        let transaction = self.begin()?;
        match catch_unwind(AssertUnwindSafe(|| job.run(&mut Tx(&transaction)))) {
            Ok(Ok(())) => transaction.commit().map_err(commit_failed),
            // The job tells its caller itself why nothing was changed.
            Ok(Err(_)) | Err(_) => transaction.rollback().map_err(engine),
        }
    }
}

/// Why a transaction was not committed, by how its last job ended.
fn given_up(outcome: thread::Result<Result<()>>) -> StoreError {
    let given_up = || StoreError::Engine("the transaction was given up; try again".into());
    outcome.ok().and_then(Result::err).unwrap_or_else(given_up)
}
