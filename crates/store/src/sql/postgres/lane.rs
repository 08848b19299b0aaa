//! Threads that commit changes, each with a connection of its own: changes that wait at one are committed together.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tokio_postgres::{SimpleQueryMessage, Transaction};

use super::{
    connect::Server,
    error::engine,
    listen::notification,
    locks::{ACCOUNT_CLASS, RECORDS, STATE, STATE_SHARED},
    migrate::number,
    session::{Session, Tx},
};
use crate::sql::{Result, StoreError, Topic, WriteJob, scope::Scope};

/// Changes that one transaction makes at most: bounds how long the first of them waits.
const GROUP_MAX: usize = 64;

/// Changes that may wait before callers are made to wait in the channel.
const QUEUE_MAX: usize = 4_096;

/// How long the end of a commit is asked for whose connection was lost.
const ENQUIRY_MAX: Duration = Duration::from_secs(20);

/// How often it is asked.
const ENQUIRY_EVERY: Duration = Duration::from_millis(200);

/// A thread with its queue.
pub(super) struct Lane {
    queue: Option<mpsc::SyncSender<Box<dyn WriteJob>>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Lane {
    pub(super) fn start(server: Arc<Server>, depth: Arc<AtomicUsize>) -> Result<Self> {
        let (queue, jobs) = mpsc::sync_channel(QUEUE_MAX);
        let mut committer = Committer { server, session: None };
        let thread = thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || committer.run(&jobs, &depth))
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    pub(super) fn queue(&self, job: Box<dyn WriteJob>) -> Result<()> {
        self.queue.as_ref().ok_or(StoreError::Closed)?.send(job).map_err(|_| StoreError::Closed)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Committer {
    server: Arc<Server>,
    session: Option<Session>,
}

impl Committer {
    fn run(&mut self, jobs: &mpsc::Receiver<Box<dyn WriteJob>>, depth: &AtomicUsize) {
        let mut next: Option<Box<dyn WriteJob>> = None;
        while let Some(first) = next.take().or_else(|| jobs.recv().ok()) {
            let mut group = vec![first];
            while group.len() < GROUP_MAX
                && let Ok(job) = jobs.try_recv()
            {
                if !share_a_transaction(group[0].scope(), job.scope()) {
                    next = Some(job);
                    break;
                }
                group.push(job);
            }
            depth.fetch_sub(group.len(), Ordering::Relaxed);
            let committed = self.commit(&mut group);
            for job in group {
                job.finish(committed.as_ref().copied().map_err(StoreError::of_group));
            }
        }
    }

    fn commit(&mut self, group: &mut [Box<dyn WriteJob>]) -> Result<()> {
        let mut session = match self.session.take().filter(Session::is_alive) {
            Some(session) => session,
            None => Session::open(&self.server)?,
        };
        let outcome = commit_on(&mut session, group);
        let timeline = session.timeline.clone();
        if session.is_alive() {
            self.session = Some(session);
        }
        match outcome {
            Err(Failure::Before(error)) => Err(error),
            Err(Failure::Commit { transaction, error }) => self.enquire(&transaction, &timeline, error),
            Ok(()) => Ok(()),
        }
    }

    /// Asks the database how a transaction ended whose commit failed or was not answered. A standby that was promoted since
    /// may have given its number to another transaction, so that only the caller can tell, by the id of the request.
    fn enquire(&mut self, transaction: &str, timeline: &str, error: StoreError) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < ENQUIRY_MAX {
            if let Ok(session) = Session::open(&self.server) {
                let is_promoted = session.timeline != timeline;
                let status = session.status_of(transaction);
                self.session = Some(session);
                if is_promoted {
                    return Err(StoreError::OutcomeUnknown);
                }
                match status {
                    Ok(Status::Committed) => return Ok(()),
                    Ok(Status::Undone) => return Err(error),
                    Ok(Status::UnderWay) | Err(_) => {}
                }
            }
            thread::sleep(ENQUIRY_EVERY);
        }
        Err(StoreError::OutcomeUnknown)
    }
}

/// How a transaction ended.
enum Status {
    Committed,
    Undone,
    UnderWay,
}

impl Session {
    fn status_of(&self, transaction: &str) -> Result<Status> {
        // One that the server has never heard of was lost with the server that began it.
        let status = format!(
            "SELECT CASE WHEN '{transaction}'::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) THEN 0
                         ELSE CASE pg_xact_status('{transaction}'::xid8) WHEN 'committed' THEN 1
                                   WHEN 'in progress' THEN 2 ELSE 0 END END"
        );
        Ok(match number(self, &status)? {
            Some(1) => Status::Committed,
            Some(2) => Status::UnderWay,
            _ => Status::Undone,
        })
    }
}

/// Why a group is not durable.
enum Failure {
    /// Nothing was changed.
    Before(StoreError),
    /// The commit of this transaction was not answered.
    Commit { transaction: String, error: StoreError },
}

fn commit_on(session: &mut Session, group: &mut [Box<dyn WriteJob>]) -> std::result::Result<(), Failure> {
    let before = |error: tokio_postgres::Error| Failure::Before(engine(error));
    let Session { runtime, client, statements, .. } = session;
    let transaction = runtime.block_on(client.transaction()).map_err(before)?;
    let number = runtime.block_on(begin(&transaction, group)).map_err(before)?;
    let mut tx = Tx::new(runtime, &transaction, statements);
    let outcome = match group {
        [job] => Ok(run_alone(&mut tx, job.as_mut())),
        jobs => run_each(&mut tx, jobs),
    };
    drop(tx);
    match outcome {
        Ok(Outcome::Commit) => {
            let unanswered = |error| Failure::Commit { transaction: number, error: engine(error) };
            runtime.block_on(transaction.commit()).map_err(unanswered)
        }
        Ok(Outcome::Undo) => runtime.block_on(transaction.rollback()).map_err(before),
        Err(error) => {
            let _ = runtime.block_on(transaction.rollback());
            Err(Failure::Before(error))
        }
    }
}

/// What becomes of a transaction.
enum Outcome {
    Commit,
    /// The job has failed, and tells its caller why.
    Undo,
}

fn run_alone(tx: &mut Tx<'_>, job: &mut dyn WriteJob) -> Outcome {
    match (catch_unwind(AssertUnwindSafe(|| job.run(tx))), tx.settle()) {
        (Ok(Ok(())), Ok(())) => Outcome::Commit,
        (Ok(Ok(())), Err(error)) => {
            job.fail(error);
            Outcome::Undo
        }
        _ => Outcome::Undo,
    }
}

/// Runs jobs one after the other; one that fails is undone alone.
fn run_each(tx: &mut Tx<'_>, jobs: &mut [Box<dyn WriteJob>]) -> Result<Outcome> {
    for job in jobs {
        tx.run("SAVEPOINT job")?;
        let outcome = catch_unwind(AssertUnwindSafe(|| job.run(tx)));
        match (outcome, tx.settle()) {
            (Ok(Ok(())), Ok(())) => {}
            (Ok(Ok(())), Err(error)) => {
                job.fail(error);
                tx.run("ROLLBACK TO SAVEPOINT job")?;
            }
            _ => tx.run("ROLLBACK TO SAVEPOINT job")?,
        }
        tx.run("RELEASE SAVEPOINT job")?;
    }
    Ok(Outcome::Commit)
}

/// Takes the locks of a group, and returns the number of its transaction.
async fn begin(
    transaction: &Transaction<'_>,
    group: &[Box<dyn WriteJob>],
) -> std::result::Result<String, tokio_postgres::Error> {
    let mut locks = match group.first().map(|job| job.scope()) {
        Some(Scope::Append | Scope::Account(_)) => vec![STATE_SHARED.to_owned()],
        Some(Scope::Records) => vec![RECORDS.to_owned()],
        Some(Scope::State) | None => vec![STATE.to_owned()],
    };
    // In one order, so that no two groups wait for each other.
    let accounts: BTreeSet<i32> = group.iter().filter_map(|job| hash_of(job.scope())).collect();
    let is_heard = matches!(group.first().map(|job| job.scope()), Some(Scope::Records));
    locks.extend(accounts.iter().map(|hash| format!("pg_advisory_xact_lock({ACCOUNT_CLASS}, {hash})")));
    let mut script: String = locks.iter().map(|lock| format!("SELECT {lock};")).collect();
    if is_heard {
        // In the round trip of the locks; it is sent with the commit.
        script.push_str(notification(Topic::Records));
        script.push(';');
    }
    let answers = transaction.simple_query(&format!("{script} SELECT pg_current_xact_id()")).await?;
    let number = answers.iter().rev().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    Ok(number.unwrap_or_default())
}

fn share_a_transaction(one: &Scope, other: &Scope) -> bool {
    use Scope::{Account, Append};
    one == other || matches!((one, other), (Append | Account(_), Append | Account(_)))
}

/// A number of an account, by which its lock and its lane are found.
pub(super) fn hash_of(scope: &Scope) -> Option<i32> {
    let Scope::Account(account) = scope else { return None };
    // FNV-1a: the same on every node and in every version.
    let hash = account
        .as_str()
        .bytes()
        .fold(2_166_136_261_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    Some(hash.cast_signed())
}
