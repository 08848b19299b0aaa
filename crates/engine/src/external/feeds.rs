//! Polls feeds, configured or found at websites, and stores their claims.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use sources::feed::{FeedDescription, FeedHealth, FeedPoller, FeedState};
use store::{Clock, Store};

use super::telemetry;
use crate::EngineError;

/// Interval of checking for due feeds.
pub const FEED_CHECK_INTERVAL: SignedDuration = SignedDuration::from_secs(5);
/// Feeds polled concurrently.
const CONCURRENT_MAX: usize = 8;
/// Claims filed by one transaction.
const BATCH_CLAIMS: usize = 500;
/// Boards found at websites that are polled.
const FOUND_MAX: usize = 5_000;

/// Polls each feed when it is due.
pub struct Feeds {
    /// As configured; those found at websites are in the store.
    descriptions: Vec<FeedDescription>,
    poller: FeedPoller,
    due: Mutex<HashMap<String, Timestamp>>,
}

/// A feed and its statistics.
#[derive(Debug, Clone)]
pub struct FeedStatus {
    /// Name of the feed.
    pub name: String,
    /// Whether it was found at a website rather than configured.
    pub is_found: bool,
    /// How often it is polled.
    pub every_seconds: u32,
    /// Its statistics.
    pub health: FeedHealth,
}

/// A feed whose description cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("feeds: {0}")]
pub struct InvalidFeed(String);

impl Feeds {
    /// The feeds of these descriptions, each with a name of its own.
    pub fn new(descriptions: Vec<FeedDescription>, client: egress::Client) -> Result<Self, InvalidFeed> {
        for (place, feed) in descriptions.iter().enumerate() {
            if let Some(fault) = feed.fault() {
                return Err(InvalidFeed(fault));
            }
            if descriptions[..place].iter().any(|other| other.name == feed.name) {
                return Err(InvalidFeed(format!("the name {} is used twice", feed.name)));
            }
        }
        Ok(Self { descriptions, poller: FeedPoller::new(client), due: Mutex::default() })
    }

    /// Every feed, configured or found at a website, with its statistics.
    pub fn status(&self, store: &Store) -> Result<Vec<FeedStatus>, EngineError> {
        let mut all = Vec::new();
        for (feed, is_found) in self.all(store)? {
            let state = store.feed_state(&feed.name)?.and_then(|text| serde_json::from_str(&text).ok());
            let FeedState { health, .. } = state.unwrap_or_default();
            all.push(FeedStatus { name: feed.name, is_found, every_seconds: feed.every_seconds, health });
        }
        Ok(all)
    }

    /// The feeds that are configured, then those that were found.
    fn all(&self, store: &Store) -> Result<Vec<(FeedDescription, bool)>, EngineError> {
        let found = store.found_feeds(FOUND_MAX)?;
        let found = found.iter().filter_map(|text| serde_json::from_str::<FeedDescription>(text).ok());
        let configured = self.descriptions.iter().cloned();
        Ok(configured.map(|feed| (feed, false)).chain(found.map(|feed| (feed, true))).collect())
    }

    /// Polls all feeds that are due.
    pub async fn poll_due(&self, store: &Store, clock: &Clock) -> Result<(), EngineError> {
        let now = clock.now();
        let all = self.all(store)?.into_iter().map(|(feed, _)| feed);
        let due: Vec<FeedDescription> = all.filter(|feed| self.is_due(feed, now)).collect();
        let polls: Vec<_> = due.into_iter().map(|feed| self.poll(store, clock, feed)).collect();
        let outcomes: Vec<Result<(), EngineError>> =
            stream::iter(polls).buffer_unordered(CONCURRENT_MAX).collect().await;
        outcomes.into_iter().collect()
    }

    /// Polls one feed. Its state is stored after its claims, so that a failure fetches them again.
    async fn poll(&self, store: &Store, clock: &Clock, feed: FeedDescription) -> Result<(), EngineError> {
        let now = clock.now();
        let state: FeedState = match store.feed_state(&feed.name)? {
            Some(text) => serde_json::from_str(&text).unwrap_or_default(),
            None => FeedState::default(),
        };
        let polled = self.poller.poll(&feed, state, now).await;
        if let Some(fault) = &polled.state.health.fault {
            tracing::warn!(feed = feed.name, fault, "a feed could not be read and will be tried again");
        }
        let mut claims = polled.claims.into_iter().peekable();
        while claims.peek().is_some() {
            store.ingest(claims.by_ref().take(BATCH_CLAIMS).collect()).await?;
        }
        let state = serde_json::to_string(&polled.state).map_err(|_| EngineError::GivenUp)?;
        store.keep_feed_state(feed.name.clone(), state).await?;
        telemetry::feed_polled(&feed.name, &polled.state.health, clock.now());
        let wait = SignedDuration::try_from(polled.wait).unwrap_or(FEED_CHECK_INTERVAL);
        self.due.lock().unwrap_or_else(PoisonError::into_inner).insert(feed.name, now + wait);
        Ok(())
    }

    fn is_due(&self, feed: &FeedDescription, now: Timestamp) -> bool {
        let due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        due.get(&feed.name).is_none_or(|due| *due <= now)
    }
}
