//! Feeds with their lag.

use engine::FeedStatus;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::spec;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FeedsRequest {}

/// `GET /v1/operator/feeds`
pub struct ReadFeeds;

/// The feeds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedsAnswer {
    /// Those that are configured, then job boards that were found at websites.
    pub results: Vec<FeedView>,
}

/// A feed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedView {
    /// Name of the feed.
    pub name: String,
    /// Whether it was found at a website rather than configured.
    pub found: bool,
    /// How often it is polled.
    pub every_seconds: u32,
    /// Polls so far.
    pub polls: u64,
    /// Claims that it gave.
    pub claims: u64,
    /// Consecutive failures.
    pub failures: u32,
    /// Reason of the last failure; absent if the last poll succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Time of the last poll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polled_at: Option<Timestamp>,
    /// Time of the last poll that gave something new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// Seconds since the last successful poll; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag_seconds: Option<i64>,
}

impl FeedView {
    fn of(feed: FeedStatus, now: Timestamp) -> Self {
        let FeedStatus { name, is_found, every_seconds, health } = feed;
        Self {
            name,
            found: is_found,
            every_seconds,
            polls: health.polls,
            claims: health.claims,
            failures: health.failures,
            lag_seconds: health.lag(now).map(|lag| lag.as_secs()),
            fault: health.fault,
            polled_at: health.polled_at,
            changed_at: health.changed_at,
        }
    }
}

impl Endpoint for ReadFeeds {
    const SPEC: Spec =
        spec("operator_feeds", Method::Get, "/v1/operator/feeds", "Feeds with their lag and failures");
    type Request = FeedsRequest;
    type Answer = FeedsAnswer;

    async fn run(context: Context, _: FeedsRequest) -> Result<Outcome<FeedsAnswer>, Problem> {
        let feeds = context.services.feeds.status(context.store())?;
        let results = feeds.into_iter().map(|feed| FeedView::of(feed, context.now)).collect();
        Ok(Outcome::free(FeedsAnswer { results }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
