//! The scheduler of background tasks. A named task is due at a time of the injected clock or after the same monotonic
//! time, whichever comes first, so that a clock set back stops no task.
//!
//! A task runs once at the start, and then when its last run requested it. Each has its own loop: a slow task delays no
//! other, and no task overlaps itself. Failures are logged and retried. Tests advance the clock and call
//! [`Scheduler::run_due`].

use std::{
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use store::{Clock, ManualTime};
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
};

use crate::telemetry;

/// Longest sleep before the clock is read again, because the system clock may be adjusted.
const LOOK_EVERY_MAX: Duration = Duration::from_secs(60);
/// Retry delay after a failure; the task's own interval if that is shorter.
const FAILED_WAIT: SignedDuration = SignedDuration::from_secs(5);
/// Rounds of [`Scheduler::run_due`] at most, in case tasks keep making each other due.
const ROUNDS_MAX: usize = 10_000;

/// Error of a failed task run.
pub type TaskError = Box<dyn std::error::Error + Send + Sync>;

/// When a task is due after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// After its usual interval.
    Usual,
    /// At this time.
    At(Timestamp),
    /// Immediately: there is more to do.
    AtOnce,
}

type Running = Pin<Box<dyn Future<Output = Result<Next, TaskError>> + Send>>;

/// A periodic task over the application `A`.
pub struct Task<A> {
    name: &'static str,
    every: SignedDuration,
    needs_settled_time: bool,
    is_on_one_node: bool,
    work: Box<dyn Fn(Arc<A>) -> Running + Send + Sync>,
}

impl<A> Task<A> {
    /// A task with its usual interval. One run does a bounded amount of work and returns [`Next::AtOnce`] while there
    /// is more.
    pub fn new<F, W>(name: &'static str, every: SignedDuration, work: W) -> Self
    where
        F: Future<Output = Result<Next, TaskError>> + Send + 'static,
        W: Fn(Arc<A>) -> F + Send + Sync + 'static,
    {
        let work = Box::new(move |app| Box::pin(work(app)) as Running);
        Self { name, every, needs_settled_time: false, is_on_one_node: false, work }
    }

    /// Runs on one node of a shared store at a time: for tasks that work on what all nodes share.
    #[must_use]
    pub fn on_one_node(self) -> Self {
        Self { is_on_one_node: true, ..self }
    }

    /// Skips runs while a clock jump is unsettled: for tasks that grant or delete by the clock.
    #[must_use]
    pub fn needing_settled_time(self) -> Self {
        Self { needs_settled_time: true, ..self }
    }
}

/// When a task is due: at a time of the clock, or at a monotonic time if that comes first.
#[derive(Clone, Copy)]
struct Due {
    time: Timestamp,
    deadline: SignedDuration,
}

impl Due {
    const NOW: Self = Self { time: Timestamp::MIN, deadline: SignedDuration::MIN };
    const NEVER: Self = Self { time: Timestamp::MAX, deadline: SignedDuration::MAX };

    /// Due at clock time `time`; `now` and `monotonic` are the current readings.
    fn at(time: Timestamp, now: Timestamp, monotonic: SignedDuration) -> Self {
        Self { time, deadline: monotonic.saturating_add(time.duration_since(now)) }
    }

    /// Time left until it is due; zero when it is due.
    fn wait(self, clock: &Clock) -> Duration {
        let by_clock = Duration::try_from(self.time.duration_since(clock.now())).unwrap_or_default();
        let monotonic = self.deadline.saturating_sub(clock.monotonic());
        by_clock.min(Duration::try_from(monotonic).unwrap_or_default())
    }

    fn earlier(self, other: Self) -> Self {
        Self { time: self.time.min(other.time), deadline: self.deadline.min(other.deadline) }
    }
}

/// Due time of a task, and the notification that interrupts its sleep.
struct DueTask {
    name: &'static str,
    due: Mutex<Due>,
    woken: Notify,
}

impl DueTask {
    fn due(&self) -> Due {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_due(&self, change: impl FnOnce(Due) -> Due) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        *due = change(*due);
    }
}

/// Wakes tasks by name, for code that must not depend on the tasks themselves.
#[derive(Clone, Default)]
pub struct Wakers(Arc<Mutex<Vec<Arc<DueTask>>>>);

impl Wakers {
    /// Makes a task due now.
    pub fn wake(&self, name: &str) {
        for task in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            if task.name == name {
                task.change_due(|_| Due::NOW);
                task.woken.notify_one();
            }
        }
    }

    fn add(&self, task: Arc<DueTask>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }
}

/// What a scheduler needs from the application.
pub trait Scheduled: Send + Sync + 'static {
    /// The clock that due times refer to.
    fn clock(&self) -> &Clock;
    /// Becomes true when the server stops.
    fn drained(&self) -> watch::Receiver<bool>;
    /// Takes a task that one node at a time runs; false while another node has it.
    fn take_task(
        &self,
        task: &'static str,
        every: SignedDuration,
    ) -> impl Future<Output = Result<bool, TaskError>> + Send;
}

struct Slot<A> {
    task: Task<A>,
    due: Arc<DueTask>,
    turn: tokio::sync::Mutex<()>,
}

impl<A: Scheduled> Slot<A> {
    /// Runs the task if it is due; returns whether it was.
    async fn run_if_due(&self, app: &Arc<A>) -> bool {
        let _turn = self.turn.lock().await;
        let (now, monotonic) = (app.clock().now(), app.clock().monotonic());
        if !self.due.due().wait(app.clock()).is_zero() {
            return false;
        }
        if self.task.needs_settled_time && !app.clock().is_settled() {
            self.due.change_due(|_| Due::at(now + self.task.every, now, monotonic));
            return false;
        }
        if self.task.is_on_one_node {
            match app.take_task(self.task.name, self.task.every).await {
                Ok(true) => {}
                Ok(false) => {
                    self.due.change_due(|_| Due::at(now + self.task.every, now, monotonic));
                    return false;
                }
                Err(error) => {
                    tracing::warn!(task = self.task.name, %error, "a background task cannot be taken yet");
                    self.due.change_due(|_| Due::at(now + FAILED_WAIT.min(self.task.every), now, monotonic));
                    return false;
                }
            }
        }
        // Reset before the run: a wake-up during the run makes the task due again, and the end of the run must not undo
        // that.
        self.due.change_due(|_| Due::NEVER);
        let started = Instant::now();
        let outcome = AssertUnwindSafe((self.task.work)(app.clone())).catch_unwind().await;
        let failed = || now + FAILED_WAIT.min(self.task.every);
        let (next, word) = match outcome {
            Ok(Ok(Next::Usual)) => (now + self.task.every, "done"),
            Ok(Ok(Next::At(time))) => (time, "done"),
            Ok(Ok(Next::AtOnce)) => (now, "done"),
            Ok(Err(error)) => {
                tracing::warn!(task = self.task.name, %error, "a background task failed and will be tried again");
                (failed(), "failed")
            }
            Err(_) => {
                tracing::error!(task = self.task.name, "a background task panicked and will be tried again");
                (failed(), "panicked")
            }
        };
        self.due.change_due(|due| due.earlier(Due::at(next, now, monotonic)));
        telemetry::task_ran(self.task.name, word, started.elapsed());
        true
    }

    /// Runs the task whenever it is due, until the server drains.
    async fn keep(&self, app: Arc<A>) {
        let mut drained = app.drained();
        let mut turns = app.clock().turns();
        while !*drained.borrow() {
            if self.run_if_due(&app).await {
                tokio::task::yield_now().await;
                continue;
            }
            let wait = self.due.due().wait(app.clock());
            tokio::select! {
                () = tokio::time::sleep(wait.min(LOOK_EVERY_MAX)) => {}
                () = self.due.woken.notified() => {}
                () = turned(&mut turns) => {}
                _ = drained.changed() => {}
            }
        }
    }
}

/// Waits until the clock reaches this time, at most [`LOOK_EVERY_MAX`]; callers check again.
pub(crate) async fn until(clock: &Clock, time: Timestamp) {
    let mut turns = clock.turns();
    let wait = Duration::try_from(time.duration_since(clock.now())).unwrap_or_default();
    tokio::select! {
        () = tokio::time::sleep(wait.min(LOOK_EVERY_MAX)) => {}
        () = turned(&mut turns) => {}
    }
}

async fn turned(turns: &mut Option<watch::Receiver<ManualTime>>) {
    if let Some(turns) = turns
        && turns.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}

/// The background tasks of a server.
pub struct Scheduler<A> {
    slots: Mutex<Vec<Arc<Slot<A>>>>,
    wakers: Wakers,
}

impl<A: Scheduled> Scheduler<A> {
    pub(crate) fn new(tasks: Vec<Task<A>>, wakers: Wakers) -> Self {
        let scheduler = Self { slots: Mutex::default(), wakers };
        tasks.into_iter().for_each(|task| scheduler.add(task));
        scheduler
    }

    /// Adds a task. Call it before the server starts serving.
    pub fn add(&self, task: Task<A>) {
        let due = DueTask { name: task.name, due: Mutex::new(Due::NOW), woken: Notify::new() };
        let slot = Slot { task, due: Arc::new(due), turn: tokio::sync::Mutex::default() };
        self.wakers.add(slot.due.clone());
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(slot));
    }

    /// Makes a task due now.
    pub fn wake(&self, name: &str) {
        self.wakers.wake(name);
    }

    /// Runs all due tasks to completion, including those they make due.
    pub async fn run_due(&self, app: &Arc<A>) {
        for _ in 0..ROUNDS_MAX {
            let mut any = false;
            for slot in self.slots() {
                any |= slot.run_if_due(app).await;
            }
            if !any {
                return;
            }
        }
    }

    /// Runs the tasks until the application drains and the last run has completed.
    pub(crate) async fn keep(&self, app: Arc<A>) {
        let mut loops = JoinSet::new();
        for slot in self.slots() {
            let app = app.clone();
            loops.spawn(async move { slot.keep(app).await });
        }
        while loops.join_next().await.is_some() {}
    }

    fn slots(&self) -> Vec<Arc<Slot<A>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
