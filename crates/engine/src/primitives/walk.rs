//! Examines candidates in a stable order until enough of them pass.

use std::{future::Future, time::Duration};

use futures_util::{StreamExt, stream::FuturesOrdered};
use records::Company;
use tokio::time::{Instant, timeout_at};

use crate::{Engine, EngineError};

/// Candidates read per batch.
const BATCH: usize = 32;
/// Candidates examined concurrently at most. At first only as many as are wanted, so that none is examined in vain where the
/// first ones pass; twice as many after each that does not.
const CONCURRENT_MAX: usize = 8;
/// Time limit of a walk; what was found until then is returned, and the cursor continues after it.
pub const WALK_TIME: Duration = Duration::from_secs(20);
/// Time limit of one candidate. Shorter, so that a page goes on past a slow one.
const CANDIDATE_TIME: Duration = Duration::from_secs(12);

/// A candidate and its place in the order.
pub struct Candidate<T> {
    /// Cursor position after it.
    pub place: String,
    /// The candidate.
    pub item: T,
}

/// Some candidates, in order.
pub struct CandidateBatch<T> {
    /// The candidates.
    pub candidates: Vec<Candidate<T>>,
    /// Whether others may follow.
    pub more: bool,
}

/// A source of candidates in an order that is stable under writes.
pub trait CandidateSource: Sync {
    /// The type of candidate.
    type Item: Send;

    /// Candidates after a cursor position; `size` is how many are usual.
    fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> impl Future<Output = Result<CandidateBatch<Self::Item>, EngineError>> + Send;

    /// Companies of the first candidates, where these are events that filters on companies are applied to afterwards. Blocks
    /// on the database.
    fn companies(&self, _: &Engine) -> Result<Vec<Company>, EngineError> {
        Ok(Vec::new())
    }
}

/// What a walk found.
#[derive(Debug)]
pub struct Walk<T> {
    /// The candidates that passed, in order.
    pub items: Vec<T>,
    /// Where the next walk starts; none at the end.
    pub next: Option<String>,
    /// Candidates that were examined.
    pub looked_at: u64,
    /// Whether the walk ended because of its time limit.
    pub timed_out: bool,
}

impl<T> Walk<T> {
    /// A walk without candidates.
    pub fn empty() -> Self {
        Self { items: Vec::new(), next: None, looked_at: 0, timed_out: false }
    }
}

impl Engine {
    /// Examines candidates concurrently until `limit` of them are resolved, none is left, or the time is up.
    ///
    /// A candidate whose sources fail is skipped. An unreadable store or index fails the walk, because the result would
    /// be silently incomplete.
    pub async fn walk<C, T, R>(
        &self,
        candidates: &C,
        after: Option<String>,
        limit: usize,
        resolve: impl Fn(C::Item) -> R + Send + Sync,
    ) -> Result<Walk<T>, EngineError>
    where
        C: CandidateSource,
        T: Send,
        R: Future<Output = Result<Option<T>, EngineError>> + Send,
    {
        let deadline = Instant::now() + WALK_TIME;
        let mut walk = Walk { next: after, ..Walk::empty() };
        let mut concurrent = limit.clamp(1, CONCURRENT_MAX);
        loop {
            let CandidateBatch { candidates: batch, more } =
                candidates.next(self, walk.next.as_deref(), BATCH).await?;
            let mut waiting = batch.into_iter();
            let mut running = FuturesOrdered::new();
            loop {
                while running.len() < concurrent
                    && let Some(candidate) = waiting.next()
                {
                    let ends = deadline.min(Instant::now() + CANDIDATE_TIME);
                    let outcome = timeout_at(ends, Box::pin(resolve(candidate.item)));
                    running.push_back(async move { (candidate.place, outcome.await) });
                }
                let Some((place, outcome)) = running.next().await else { break };
                let outcome = match outcome {
                    Ok(outcome) => outcome,
                    Err(_) if Instant::now() >= deadline => return walk.out_of_time(),
                    // Left out as one whose sources fail, so that the next page does not begin with it again.
                    Err(_) => Err(EngineError::GivenUp),
                };
                match outcome {
                    Ok(Some(found)) => walk.items.push(found),
                    Ok(None) => concurrent = (concurrent * 2).min(CONCURRENT_MAX),
                    Err(
                        error
                        @ (EngineError::NoVerifier | EngineError::GivenUp | EngineError::Unavailable(_)),
                    ) => {
                        tracing::warn!(%error, "a candidate is left out");
                    }
                    Err(error) => return Err(error),
                }
                walk.next = Some(place);
                walk.looked_at += 1;
                if walk.items.len() == limit {
                    let more = more || !running.is_empty() || waiting.len() > 0;
                    walk.next = walk.next.filter(|_| more);
                    return Ok(walk);
                }
            }
            if !more {
                return Ok(Walk { next: None, ..walk });
            }
            // Candidates that need no waiting are examined without a pause in which the time limit would be noticed, or
            // other work of the thread done.
            if Instant::now() >= deadline {
                return walk.out_of_time();
            }
            tokio::task::yield_now().await;
        }
    }
}

impl<T> Walk<T> {
    /// The walk as far as it came. Without a cursor, an empty page would look like the end.
    fn out_of_time(self) -> Result<Self, EngineError> {
        if self.next.is_none() {
            return Err(EngineError::TooSlow);
        }
        Ok(Self { timed_out: true, ..self })
    }
}

/// Candidates that are all known beforehand, in the order of their places.
pub struct Listed<T>(pub Vec<Candidate<T>>);

impl<T: Clone + Send + Sync> CandidateSource for Listed<T> {
    type Item = T;

    async fn next(
        &self,
        _: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<T>, EngineError> {
        let start = after.map_or(0, |after| self.0.partition_point(|candidate| *candidate.place <= *after));
        let rest = self.0[start..].iter().take(size);
        let candidates = rest.map(|known| Candidate { place: known.place.clone(), item: known.item.clone() });
        Ok(CandidateBatch { candidates: candidates.collect(), more: start + size < self.0.len() })
    }
}
