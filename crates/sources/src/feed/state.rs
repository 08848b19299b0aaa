//! State of a feed between two polls.

use std::{collections::BTreeMap, time::Duration};

use jiff::{SignedDuration, Timestamp};
use records::JobFacts;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Most item ids kept; older items have long left any feed.
const SEEN_LIMIT: usize = 20_000;
const BACK_OFF_LIMIT: Duration = Duration::from_secs(3_600);
/// Jitter is at most the wait divided by this.
const JITTER_PARTS: u64 = 10;

/// State of a feed between two polls, stored as JSON so that it survives restarts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedState {
    /// `ETag` of the last response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// `Last-Modified` of the last response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// Hashed ids of the items seen, with the time in Unix seconds.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) seen: BTreeMap<String, i64>,
    /// Open jobs by the board's id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) postings: BTreeMap<String, JobFacts>,
    /// Whether the last listing was empty although the one before was not.
    pub(crate) is_suddenly_empty: bool,
    /// Statistics of the feed.
    pub health: FeedHealth,
}

/// Statistics of a feed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedHealth {
    /// Number of polls.
    pub polls: u64,
    /// Consecutive failures.
    pub failures: u32,
    /// Number of claims produced.
    pub claims: u64,
    /// Time of the last poll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polled_at: Option<Timestamp>,
    /// Time of the last successful poll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Timestamp>,
    /// Time of the last poll that produced claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// Reason of the last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl FeedHealth {
    /// Age of the data: time since the last successful poll.
    pub fn lag(&self, now: Timestamp) -> Option<SignedDuration> {
        self.answered_at.map(|answered| now.duration_since(answered))
    }
}

impl FeedState {
    /// Marks an item as seen; returns whether it was new.
    pub(crate) fn is_new(&mut self, id: &str, now: Timestamp) -> bool {
        self.seen.insert(short_hash(id), now.as_second()).is_none()
    }

    /// Whether an item was seen before.
    pub(crate) fn has_seen(&self, id: &str) -> bool {
        self.seen.contains_key(&short_hash(id))
    }

    pub(crate) fn succeeded(&mut self, claims: usize, now: Timestamp) {
        self.health.answered_at = Some(now);
        self.health.failures = 0;
        self.health.fault = None;
        if claims > 0 {
            self.health.claims += claims as u64;
            self.health.changed_at = Some(now);
        }
        if self.seen.len() > SEEN_LIMIT {
            let mut times: Vec<i64> = self.seen.values().copied().collect();
            times.sort_unstable();
            let oldest_kept = times[times.len() - SEEN_LIMIT / 2];
            self.seen.retain(|_, seen_at| *seen_at >= oldest_kept);
        }
    }

    pub(crate) fn failed(&mut self, fault: String) {
        self.health.failures = self.health.failures.saturating_add(1);
        self.health.fault = Some(fault);
    }

    /// Time until the next poll: the interval, doubled after each consecutive failure, plus jitter, so that feeds are
    /// not all polled at the same moment.
    pub(crate) fn wait(&self, name: &str, interval: Duration, retry_after: Option<Duration>) -> Duration {
        let doublings = self.health.failures.min(16);
        let backed_off = interval.saturating_mul(1 << doublings).min(BACK_OFF_LIMIT.max(interval));
        let wait = backed_off.max(retry_after.unwrap_or_default().min(BACK_OFF_LIMIT));
        let hash = Sha256::digest(format!("{name} {}", self.health.polls));
        let random = u64::from(u16::from_le_bytes([hash[0], hash[1]]));
        wait + wait.mul_f64(random as f64 / 65_535.0 / JITTER_PARTS as f64)
    }
}

/// Hash of an id: ids have any length, their hashes are short.
pub(crate) fn short_hash(id: &str) -> String {
    hex::encode(&Sha256::digest(id)[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn waits_grow_with_failures_and_differ_between_feeds() {
        let mut state = FeedState::default();
        let interval = state.wait("a", MINUTE, None);
        assert!(interval >= MINUTE && interval <= MINUTE + MINUTE / 10, "{interval:?}");
        assert_ne!(interval, state.wait("b", MINUTE, None));
        assert_eq!(interval, state.wait("a", MINUTE, None));
        state.failed("down".into());
        state.failed("down".into());
        assert!(state.wait("a", MINUTE, None) >= MINUTE * 4);
        for _ in 0..40 {
            state.failed("down".into());
        }
        assert!(state.wait("a", MINUTE, None) <= BACK_OFF_LIMIT + BACK_OFF_LIMIT / 10);
        let healthy = FeedState::default();
        assert!(healthy.wait("a", MINUTE, Some(MINUTE * 5)) >= MINUTE * 5);
    }

    #[test]
    fn an_item_is_new_once() {
        let (mut state, now) = (FeedState::default(), Timestamp::UNIX_EPOCH);
        assert!(state.is_new("a", now) && !state.is_new("a", now) && state.is_new("b", now));
        let kept: FeedState = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
        assert_eq!(kept, state);
    }
}
