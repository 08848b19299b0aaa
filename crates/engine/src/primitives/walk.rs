//! Walking over candidates in a stable order until enough of them have what was promised.

use std::{future::Future, time::Duration};

use futures_util::{StreamExt, stream::FuturesOrdered};
use tokio::time::{Instant, timeout_at};

use crate::{Engine, EngineError};

/// Candidates read at once.
const BATCH: usize = 32;
/// Candidates looked into at the same time.
const SIDE_BY_SIDE: usize = 8;
/// Candidates looked into by one call; the cursor goes on behind them.
const CANDIDATES_MAX: usize = 1_024;
/// Time for a whole walk; what was found until then is answered.
const WALK_TIME: Duration = Duration::from_secs(20);

/// A candidate and its place in the order.
pub struct Candidate<T> {
    /// Where a walk goes on behind it.
    pub place: String,
    /// The candidate.
    pub item: T,
}

/// Some candidates, in order.
pub struct Batch<T> {
    /// The candidates.
    pub candidates: Vec<Candidate<T>>,
    /// Whether others may follow.
    pub more: bool,
}

/// Where candidates come from, in an order that writing does not disturb.
pub trait Candidates: Sync {
    /// What is looked into.
    type Item: Send;

    /// Up to `size` candidates behind a place.
    fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> impl Future<Output = Result<Batch<Self::Item>, EngineError>> + Send;
}

/// What a walk found.
#[derive(Debug)]
pub struct Walk<T> {
    /// What has everything that was asked for, in order.
    pub items: Vec<T>,
    /// Where the next walk starts; none at the end.
    pub next: Option<String>,
}

impl Engine {
    /// Looks into candidates, several side by side, until `limit` of them are resolved.
    ///
    /// A candidate that no source can tell enough of is left out; only records or an index that cannot be read fail
    /// the walk, because an answer without them would be silently short.
    pub async fn walk<C, T, R>(
        &self,
        candidates: &C,
        after: Option<String>,
        limit: usize,
        resolve: impl Fn(C::Item) -> R + Send + Sync,
    ) -> Result<Walk<T>, EngineError>
    where
        C: Candidates,
        T: Send,
        R: Future<Output = Result<Option<T>, EngineError>> + Send,
    {
        let deadline = Instant::now() + WALK_TIME;
        let mut items = Vec::new();
        let mut place = after;
        let mut looked_into = 0;
        while looked_into < CANDIDATES_MAX {
            let Batch { candidates: batch, more } = candidates.next(self, place.as_deref(), BATCH).await?;
            looked_into += batch.len().max(1);
            let mut waiting = batch.into_iter();
            let mut running = FuturesOrdered::new();
            loop {
                while running.len() < SIDE_BY_SIDE
                    && let Some(candidate) = waiting.next()
                {
                    let outcome = timeout_at(deadline, resolve(candidate.item));
                    running.push_back(async move { (candidate.place, outcome.await) });
                }
                let Some((at, outcome)) = running.next().await else { break };
                let Ok(outcome) = outcome else {
                    // Without a place to go on from, an empty answer would pass for the end.
                    return place
                        .map_or(Err(EngineError::TooSlow), |place| Ok(Walk { items, next: Some(place) }));
                };
                match outcome {
                    Ok(found) => items.extend(found),
                    Err(
                        error
                        @ (EngineError::NoVerifier | EngineError::GivenUp | EngineError::Unavailable(_)),
                    ) => {
                        tracing::warn!(%error, "a candidate is left out");
                    }
                    Err(error) => return Err(error),
                }
                place = Some(at);
                if items.len() == limit {
                    let more = more || !running.is_empty() || waiting.len() > 0;
                    return Ok(Walk { items, next: place.filter(|_| more) });
                }
            }
            if !more {
                return Ok(Walk { items, next: None });
            }
        }
        Ok(Walk { items, next: place })
    }
}

/// Candidates that are all known beforehand, in the order of their places.
pub struct Listed<T>(pub Vec<Candidate<T>>);

impl<T: Clone + Send + Sync> Candidates for Listed<T> {
    type Item = T;

    async fn next(&self, _: &Engine, after: Option<&str>, size: usize) -> Result<Batch<T>, EngineError> {
        let start = after.map_or(0, |after| self.0.partition_point(|candidate| *candidate.place <= *after));
        let rest = self.0[start..].iter().take(size);
        let candidates = rest.map(|known| Candidate { place: known.place.clone(), item: known.item.clone() });
        Ok(Batch { candidates: candidates.collect(), more: start + size < self.0.len() })
    }
}
