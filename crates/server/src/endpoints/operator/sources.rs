//! External sources: vendors with health, hit rate and cost, and feeds with their lag.

use std::collections::BTreeMap;

use engine::FeedStatus;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sources::waterfall::VendorHealth;

use super::spec;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Millionths of a dollar in a dollar.
const MICROS: f64 = 1e6;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SourcesRequest {}

/// `GET /v1/operator/sources`
pub struct ReadSources;

/// What is asked outside.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourcesAnswer {
    /// Whether companies' own websites are asked.
    pub websites: bool,
    /// Vendors, with what this process has seen of them since it started.
    pub vendors: Vec<VendorView>,
}

/// A vendor.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VendorView {
    /// Name of the vendor.
    pub name: String,
    /// Whether it is left alone for a while, because it failed too often.
    pub left_alone: bool,
    /// Requests sent.
    pub asked: u64,
    /// Replies by outcome, such as `hit` and `miss`.
    pub outcomes: BTreeMap<String, u64>,
    /// Recent hit rate in percent, by fact.
    pub hit_percent: BTreeMap<String, u8>,
    /// Recent mean latency in milliseconds, by fact.
    pub latency_ms: BTreeMap<String, u64>,
    /// What it cost in US dollars.
    pub cost_usd: f64,
}

impl From<VendorHealth> for VendorView {
    fn from(health: VendorHealth) -> Self {
        let VendorHealth { provider, asked, outcomes, hit_percent, latency_ms, cost_micros, is_left_alone } =
            health;
        Self {
            name: provider,
            left_alone: is_left_alone,
            asked,
            outcomes: outcomes.into_iter().map(|(outcome, count)| (outcome.to_owned(), count)).collect(),
            hit_percent: hit_percent
                .into_iter()
                .map(|(fact, rate)| (fact.as_str().to_owned(), rate))
                .collect(),
            latency_ms: latency_ms.into_iter().map(|(fact, mean)| (fact.as_str().to_owned(), mean)).collect(),
            cost_usd: cost_micros as f64 / MICROS,
        }
    }
}

impl Endpoint for ReadSources {
    const SPEC: Spec = spec(
        "operator_sources",
        Method::Get,
        "/v1/operator/sources",
        "Vendors with health, hit rate, latency and cost since this process started",
    );
    type Request = SourcesRequest;
    type Answer = SourcesAnswer;

    async fn run(context: Context, _: SourcesRequest) -> Result<Outcome<SourcesAnswer>, Problem> {
        let engine = &context.services.engine;
        let vendors = engine.vendor_health().into_iter().map(VendorView::from).collect();
        Ok(Outcome::free(SourcesAnswer { websites: engine.asks_websites(), vendors }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

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
    type Request = SourcesRequest;
    type Answer = FeedsAnswer;

    async fn run(context: Context, _: SourcesRequest) -> Result<Outcome<FeedsAnswer>, Problem> {
        let feeds = context.services.feeds.status(context.store())?;
        let results = feeds.into_iter().map(|feed| FeedView::of(feed, context.now)).collect();
        Ok(Outcome::free(FeedsAnswer { results }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
