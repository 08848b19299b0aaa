//! Metrics of vendors and feeds.

use jiff::Timestamp;
use metrics::{counter, gauge};
use sources::{feed::FeedHealth, waterfall::WaterfallResult};

/// Counts vendor attempts with outcome, latency and cost.
pub(crate) fn vendor_attempts(gathered: &WaterfallResult) {
    for attempt in &gathered.attempts {
        let labels = [("vendor", attempt.provider.clone()), ("outcome", attempt.outcome.as_str().to_owned())];
        counter!("brimful_vendor_questions_total", &labels).increment(1);
        let vendor = [("vendor", attempt.provider.clone())];
        counter!("brimful_vendor_wait_milliseconds_total", &vendor).increment(attempt.latency_ms);
        let micros = u64::try_from(attempt.cost.0).unwrap_or_default();
        counter!("brimful_vendor_cost_microdollars_total", &vendor).increment(micros);
    }
}

/// Shows how old what is known from a feed is, and how often it failed in a row.
pub(crate) fn feed_polled(name: &str, health: &FeedHealth, now: Timestamp) {
    let labels = [("feed", name.to_owned())];
    if let Some(lag) = health.lag(now) {
        gauge!("brimful_feed_lag_seconds", &labels).set(lag.as_secs_f64());
    }
    gauge!("brimful_feed_failures", &labels).set(f64::from(health.failures));
    gauge!("brimful_feed_claims", &labels).set(health.claims as f64);
}
