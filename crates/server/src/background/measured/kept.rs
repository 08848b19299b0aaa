//! A result that is made in the background, one run at a time, and read at once.

use std::{
    fmt::Display,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::call::problem::Problem;

/// How long a reader waits for a run that has begun: what is made at once is read at once, and nobody waits for more.
const READ_WAIT: Duration = Duration::from_millis(50);

/// A result and when its run began.
#[derive(Debug)]
pub struct Made<T> {
    /// When its run began.
    pub at: Timestamp,
    /// The result.
    pub result: Arc<T>,
}

impl<T> Clone for Made<T> {
    fn clone(&self) -> Self {
        Self { at: self.at, result: Arc::clone(&self.result) }
    }
}

/// What is known at the moment.
#[derive(Debug)]
pub struct Reading<T> {
    /// The last result; none before the first.
    pub last: Option<Made<T>>,
    /// Whether another one is being made.
    pub is_running: bool,
}

/// The last result of something that is made in the background. Clones share it.
pub struct Kept<T> {
    state: Arc<Mutex<State<T>>>,
    runs: Arc<watch::Sender<u64>>,
}

struct State<T> {
    last: Option<Made<T>>,
    is_running: bool,
    /// Whether the last run failed; the result before it stays.
    has_failed: bool,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self { state: Arc::clone(&self.state), runs: Arc::clone(&self.runs) }
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        let state = State { last: None, is_running: false, has_failed: false };
        Self { state: Arc::new(Mutex::new(state)), runs: Arc::new(watch::channel(0).0) }
    }
}

impl<T: Send + Sync + 'static> Kept<T> {
    /// The last result. One that is older than `age_max` is made again by `make`, which may block; the reader is given what
    /// there is unless that is done in a moment. An error where there is nothing because the last run failed.
    pub async fn read<E: Display + Send + 'static>(
        &self,
        now: Timestamp,
        age_max: SignedDuration,
        make: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<Reading<T>, Problem> {
        let is_fresh = |made: &Made<T>| now.duration_since(made.at).abs() <= age_max;
        if !self.state().last.as_ref().is_some_and(is_fresh) {
            let mut runs = self.runs.subscribe();
            self.start(now, make);
            let _ = tokio::time::timeout(READ_WAIT, runs.changed()).await;
        }
        let state = self.state();
        if state.last.is_none() && state.has_failed {
            return Err(Problem::internal(&"what is asked for could not be made; the log says why"));
        }
        Ok(Reading { last: state.last.clone(), is_running: state.is_running })
    }

    /// Starts a run unless one is under way; says whether it did.
    pub fn start<E: Display + Send + 'static>(
        &self,
        now: Timestamp,
        make: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> bool {
        if std::mem::replace(&mut self.state().is_running, true) {
            return false;
        }
        let kept = self.clone();
        tokio::spawn(async move {
            let made = match tokio::task::spawn_blocking(make).await {
                Ok(Ok(result)) => Ok(result),
                Ok(Err(error)) => Err(error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            kept.finish(now, made);
        });
        true
    }

    /// Whether a run is under way.
    pub fn is_running(&self) -> bool {
        self.state().is_running
    }

    /// Whether the last run failed.
    pub fn has_failed(&self) -> bool {
        self.state().has_failed
    }

    fn finish(&self, at: Timestamp, made: Result<T, String>) {
        {
            let mut state = self.state();
            state.is_running = false;
            state.has_failed = made.is_err();
            match made {
                Ok(result) => state.last = Some(Made { at, result: Arc::new(result) }),
                Err(error) => tracing::warn!(%error, "what operators read could not be made"),
            }
        }
        self.runs.send_modify(|runs| *runs += 1);
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const MINUTE: SignedDuration = SignedDuration::from_secs(60);

    fn minute(count: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + MINUTE * i32::try_from(count).unwrap()
    }

    /// A run that waits until it is told its result.
    fn told(told: mpsc::Receiver<u32>) -> impl FnOnce() -> Result<u32, String> {
        move || told.recv().map_err(|_| "nobody told it".to_owned())
    }

    async fn ended(kept: &Kept<u32>) {
        while kept.state().is_running {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn a_reader_has_the_last_result_while_one_run_makes_the_next() {
        let kept = Kept::default();
        let first = kept.read(minute(0), MINUTE, || Ok::<_, String>(1)).await.unwrap();
        assert_eq!(first.last.map(|made| (made.at, *made.result)), Some((minute(0), 1)));
        let (tell, run) = mpsc::channel();
        let stale = kept.read(minute(5), MINUTE, told(run)).await.unwrap();
        assert_eq!((stale.last.map(|made| *made.result), stale.is_running), (Some(1), true));
        let other = kept.read(minute(6), MINUTE, || Ok::<_, String>(9)).await.unwrap();
        assert_eq!((other.last.map(|made| *made.result), other.is_running), (Some(1), true));
        tell.send(2).unwrap();
        ended(&kept).await;
        let fresh = kept.read(minute(6), MINUTE, || Ok::<_, String>(9)).await.unwrap();
        assert_eq!(fresh.last.map(|made| (made.at, *made.result)), Some((minute(5), 2)));
    }

    #[tokio::test]
    async fn a_run_that_fails_leaves_the_last_result_and_is_tried_again() {
        let kept = Kept::default();
        let fail = || Err::<u32, _>("the disk is gone".to_owned());
        let _ = kept.read(minute(0), MINUTE, fail).await;
        ended(&kept).await;
        assert!(kept.state().has_failed);
        let made = kept.read(minute(0), MINUTE, || Ok::<_, String>(1)).await.unwrap();
        assert_eq!(made.last.map(|made| *made.result), Some(1));
        let panics = || -> Result<u32, String> { panic!("out of bounds") };
        kept.read(minute(5), MINUTE, panics).await.unwrap();
        ended(&kept).await;
        assert_eq!(kept.state().last.as_ref().map(|made| (made.at, *made.result)), Some((minute(0), 1)));
    }
}
