//! Questions to mail servers that are being asked: callers and the background share one for each address and person, from
//! asking to storing the answer, so that no address is asked about twice.

use std::{
    collections::HashSet,
    future::Future,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use contact::SingleFlight;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{email_check::CheckedEmail, search_outcome::SearchOutcome};
use crate::EngineError;

/// Questions of the background that are asked concurrently.
const IN_BACKGROUND_MAX: usize = 32;

/// All questions that are being asked.
pub(crate) struct Inquiries {
    pub(crate) verifications: Shared<CheckedEmail>,
    pub(crate) searches: Shared<SearchOutcome>,
    busy: Arc<Mutex<HashSet<String>>>,
    permits: Arc<Semaphore>,
    /// The last erasure that the memory of mail servers followed.
    erasure: AtomicI64,
}

impl Default for Inquiries {
    fn default() -> Self {
        Self {
            verifications: Shared::default(),
            searches: Shared::default(),
            busy: Arc::default(),
            permits: Arc::new(Semaphore::new(IN_BACKGROUND_MAX)),
            erasure: AtomicI64::new(0),
        }
    }
}

/// Marks what the background is asking about, until it is dropped.
pub(crate) struct Busy {
    what: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl Inquiries {
    /// Begins a question of the background; none if one about the same is being asked.
    pub(crate) fn begin(&self, what: &str) -> Option<Busy> {
        let is_new = self.busy.lock().unwrap_or_else(PoisonError::into_inner).insert(what.to_owned());
        is_new.then(|| Busy { what: what.to_owned(), all: Arc::clone(&self.busy) })
    }

    /// Whether an erasure has ended since this was last asked.
    pub(crate) fn is_new_erasure(&self, last: i64) -> bool {
        self.erasure.swap(last, Ordering::Relaxed) != last
    }

    /// Waits until another question of the background may be asked.
    pub(crate) async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_owned().await.ok()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.what);
    }
}

/// Inquiries whose result is shared by all that ask the same.
pub(crate) struct Shared<T> {
    flights: SingleFlight<Option<T>>,
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self { flights: SingleFlight::default() }
    }
}

impl<T: Clone> Shared<T> {
    /// The result of an inquiry about the same that is under way, else of this one.
    pub(crate) async fn run(
        &self,
        question: &str,
        inquiry: impl Future<Output = Result<T, EngineError>>,
    ) -> Result<T, EngineError> {
        let mut failure = None;
        let shared = self.flights.run(question.to_owned(), async {
            match inquiry.await {
                Ok(result) => Some(result),
                Err(error) => {
                    failure = Some(error);
                    None
                }
            }
        });
        match shared.await {
            Some(result) => Ok(result),
            None => Err(failure.unwrap_or(EngineError::GivenUp)),
        }
    }

    /// The same for a caller, who does not wait for a slow inquiry of the background; none if it takes too long.
    pub(crate) async fn run_within(
        &self,
        limit: Duration,
        question: &str,
        inquiry: impl Future<Output = Result<T, EngineError>>,
    ) -> Result<Option<T>, EngineError> {
        timeout(limit, self.run(question, inquiry)).await.ok().transpose()
    }
}
