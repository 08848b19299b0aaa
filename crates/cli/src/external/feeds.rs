//! Background task that polls feeds and stores their claims.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::bail;
use egress::Client;
use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use server::{App, Next, Task, TaskError};
use sources::feed::{FeedDescription, FeedPoller, FeedState};

use crate::external::telemetry;

/// Interval of checking for due feeds.
const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(5);
/// Feeds polled concurrently.
const BESIDE_MAX: usize = 8;
/// Claims filed by one transaction.
const CLAIMS_AT_ONCE: usize = 500;

/// Boards found at websites that are polled.
const FOUND_MAX: usize = 5_000;

struct Feeds {
    /// As configured; those found at websites are in the store.
    descriptions: Vec<FeedDescription>,
    poller: FeedPoller,
    due: Mutex<HashMap<String, Timestamp>>,
}

/// The task.
pub(crate) fn task(descriptions: &[FeedDescription], client: Client) -> anyhow::Result<Task<App>> {
    for (place, feed) in descriptions.iter().enumerate() {
        if let Some(fault) = feed.fault() {
            bail!("feeds: {fault}");
        }
        if descriptions[..place].iter().any(|other| other.name == feed.name) {
            bail!("feeds: the name {} stands twice", feed.name);
        }
    }
    let feeds = Arc::new(Feeds {
        descriptions: descriptions.to_vec(),
        poller: FeedPoller::new(client),
        due: Mutex::default(),
    });
    Ok(Task::new("feeds", LOOK_EVERY, move |app| poll_due(app, Arc::clone(&feeds))))
}

async fn poll_due(app: Arc<App>, feeds: Arc<Feeds>) -> Result<Next, TaskError> {
    let now = app.clock.now();
    let found = app.store.found_feeds(FOUND_MAX)?;
    let found = found.iter().filter_map(|text| serde_json::from_str::<FeedDescription>(text).ok());
    let configured = feeds.descriptions.iter().cloned();
    let due: Vec<FeedDescription> = configured.chain(found).filter(|feed| feeds.is_due(feed, now)).collect();
    let polls: Vec<_> =
        due.into_iter().map(|feed| poll(Arc::clone(&app), Arc::clone(&feeds), feed)).collect();
    let outcomes: Vec<Result<(), TaskError>> =
        stream::iter(polls).buffer_unordered(BESIDE_MAX).collect().await;
    outcomes.into_iter().collect::<Result<(), TaskError>>()?;
    Ok(Next::Usual)
}

/// Polls one feed. Its state is stored after its claims, so that a failure fetches them again.
async fn poll(app: Arc<App>, feeds: Arc<Feeds>, feed: FeedDescription) -> Result<(), TaskError> {
    let now = app.clock.now();
    let state: FeedState = match app.store.feed_state(&feed.name)? {
        Some(text) => serde_json::from_str(&text).unwrap_or_default(),
        None => FeedState::default(),
    };
    let polled = feeds.poller.poll(&feed, state, now).await;
    if let Some(fault) = &polled.state.health.fault {
        tracing::warn!(feed = feed.name, fault, "a feed could not be read and will be tried again");
    }
    let mut claims = polled.claims.into_iter().peekable();
    while claims.peek().is_some() {
        app.store.ingest(claims.by_ref().take(CLAIMS_AT_ONCE).collect()).await?;
    }
    app.store.keep_feed_state(feed.name.clone(), serde_json::to_string(&polled.state)?).await?;
    telemetry::feed_polled(&feed.name, &polled.state.health, app.clock.now());
    let wait = SignedDuration::try_from(polled.wait).unwrap_or(LOOK_EVERY);
    feeds.due.lock().unwrap_or_else(PoisonError::into_inner).insert(feed.name.clone(), now + wait);
    Ok(())
}

impl Feeds {
    fn is_due(&self, feed: &FeedDescription, now: Timestamp) -> bool {
        let due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        due.get(&feed.name).is_none_or(|due| *due <= now)
    }
}
