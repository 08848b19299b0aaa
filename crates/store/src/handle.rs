//! The handle to a store: reading from it, and queueing changes for its writer.

mod opening;

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crate::{
    Clock,
    privacy::erase::under_way::UnderWay,
    sql::{
        Backend, Change, Result, Sql, StoreError, Woken, params, parts::has_unfollowed, scope::Scope,
        versions::Versions,
    },
};

/// How long a question waits for the state to follow the records, and how often it looks: a change takes some milliseconds.
const FOLLOW_MAX: Duration = Duration::from_secs(1);
const FOLLOW_LOOK: Duration = Duration::from_millis(1);

/// The one handle to everything durable. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    /// Tells when something became known.
    pub(crate) clock: Clock,
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) under_way: Arc<UnderWay>,
    pub(crate) versions: Arc<Versions>,
}

impl Store {
    pub(crate) fn over(backend: impl Backend + 'static) -> Self {
        Self {
            clock: Clock::System,
            backend: Arc::new(backend),
            under_way: Arc::default(),
            versions: Arc::default(),
        }
    }

    /// The same store with the clock of its server, by which it notes when something became known.
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
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

    /// Writes a row of the state that nothing reads, to learn whether changes can be made durable.
    pub async fn probe(&self, now: jiff::Timestamp) -> Result<()> {
        let at = now.as_microsecond();
        // `Append`, because caches of accounts stay valid.
        self.write_in(Scope::Append, move |sql| {
            sql.send(
                "INSERT INTO watermark (name, no) VALUES ('probe', ?1)
                 ON CONFLICT (name) DO UPDATE SET no = excluded.no",
                params![at],
            )
        })
        .await
    }

    /// The same in the file of the records, if they have one: behind changes of records that wait.
    pub async fn probe_records(&self, now: jiff::Timestamp) -> Result<()> {
        if self.is_shared() {
            return Ok(());
        }
        let at = now.as_microsecond();
        let queue = self.backend.queue_of(&Scope::Records);
        let written = self.queue_at(queue, Scope::Append, false, move |sql| {
            sql.send(
                "INSERT INTO records_watermark (name, no) VALUES ('probe', ?1)
                 ON CONFLICT (name) DO UPDATE SET no = excluded.no",
                params![at],
            )
        })?;
        written.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until every write accepted so far is durable.
    pub async fn flush(&self) -> Result<()> {
        let queues = 0..self.backend.queue_count();
        let waiting = queues.map(|queue| self.queue_at(queue, Scope::Append, false, |_| Ok(())));
        for reply in waiting.collect::<Result<Vec<_>>>()? {
            reply.await.map_err(|_| StoreError::Closed)??;
        }
        Ok(())
    }

    /// Differs after every change that this process has made of accounts and keys, other than charges. Read it before
    /// what is to be cached.
    pub fn state_version(&self) -> u64 {
        self.versions.state()
    }

    /// Differs after every change that this process has made of records, or has learned of.
    pub fn records_version(&self) -> u64 {
        self.versions.records()
    }

    /// Counts of what was committed, on this node or another, as the database tells it; none of a store of one process. A
    /// count may come late or stay out: look from time to time as well.
    pub fn listen(&self) -> Result<Option<tokio::sync::watch::Receiver<Woken>>> {
        self.backend.listen()
    }

    /// Makes caches of records out of date: another process has changed some.
    pub fn records_changed(&self) {
        self.versions.count(&Scope::Records);
    }

    pub(crate) fn read<T>(&self, question: impl FnOnce(&mut dyn Sql) -> Result<T>) -> Result<T> {
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

    /// The same for a question about rows of the state by their subjects: the state has followed all moves of the records that
    /// are seen with it.
    pub(crate) fn read_followed<T>(&self, question: impl Fn(&mut dyn Sql) -> Result<T>) -> Result<T> {
        let began = Instant::now();
        loop {
            let is_last = began.elapsed() >= FOLLOW_MAX;
            let answer = self.read(|sql| {
                let is_ahead = !is_last && has_unfollowed(sql)?;
                if is_ahead { Ok(None) } else { question(sql).map(Some) }
            })?;
            if let Some(answer) = answer {
                return Ok(answer);
            }
            // Every change of the state follows them first.
            drop(self.queue(Scope::Append, |_| Ok(()))?);
            thread::sleep(FOLLOW_LOOK);
        }
    }

    /// Makes a change of the state.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.write_in(Scope::State, change).await
    }

    /// Makes a change of a part of the store.
    pub(crate) async fn write_in<T: Send + 'static>(
        &self,
        scope: Scope,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue(scope, change)?.await.map_err(|_| StoreError::Closed)?
    }

    /// The same for a change that writes only what cannot fail any more: what it checks, it checks before its first write.
    pub(crate) async fn write_checked<T: Send + 'static>(
        &self,
        scope: Scope,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let queue = self.backend.queue_of(&scope);
        self.queue_at(queue, scope, true, change)?.await.map_err(|_| StoreError::Closed)?
    }

    /// The same for a thread of its own, which may block.
    pub(crate) fn write_and_wait<T: Send + 'static>(
        &self,
        scope: Scope,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue(scope, change)?.blocking_recv().map_err(|_| StoreError::Closed)?
    }

    fn queue<T: Send + 'static>(
        &self,
        scope: Scope,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<tokio::sync::oneshot::Receiver<Result<T>>> {
        self.queue_at(self.backend.queue_of(&scope), scope, false, change)
    }

    fn queue_at<T: Send + 'static>(
        &self,
        queue: usize,
        scope: Scope,
        is_checked: bool,
        change: impl FnOnce(&mut dyn Sql) -> Result<T> + Send + 'static,
    ) -> Result<tokio::sync::oneshot::Receiver<Result<T>>> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let versions = self.versions.clone();
        let job =
            Change { scope, is_checked, change: Some(change), outcome: None, versions, reply: Some(reply) };
        self.backend.write(queue, Box::new(job))?;
        Ok(answer)
    }
}
