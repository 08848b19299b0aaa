//! What is remembered of a feed between two polls.

use std::{collections::BTreeMap, time::Duration};

use jiff::{SignedDuration, Timestamp};
use records::JobFacts;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Items remembered as seen; older ones have long left any feed.
const SEEN_LIMIT: usize = 20_000;
const BACK_OFF_LIMIT: Duration = Duration::from_secs(3_600);
/// Jitter is up to this part of the wait.
const JITTER_PARTS: u64 = 10;

/// What is remembered of a feed. It is kept as JSON between polls and across restarts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedState {
    /// The version of the last answer, as the server calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// When the server says it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// Items already seen, with when.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) seen: BTreeMap<String, i64>,
    /// Open positions, by the board's own id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) postings: BTreeMap<String, JobFacts>,
    /// Whether the last listing was empty although the one before was not.
    pub(crate) is_suddenly_empty: bool,
    /// How it has been doing.
    pub health: FeedHealth,
}

/// How a feed has been doing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeedHealth {
    /// Times it was polled.
    pub polls: u64,
    /// Failures in a row.
    pub failures: u32,
    /// Claims it has given.
    pub claims: u64,
    /// When it was last polled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polled_at: Option<Timestamp>,
    /// When it last answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Timestamp>,
    /// When it last had something new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// Why it failed the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl FeedHealth {
    /// How old what is known from the feed is.
    pub fn lag(&self, now: Timestamp) -> Option<SignedDuration> {
        self.answered_at.map(|answered| now.duration_since(answered))
    }
}

impl FeedState {
    /// Whether an item is new; it is not from now on.
    pub(crate) fn is_new(&mut self, id: &str, now: Timestamp) -> bool {
        self.seen.insert(short(id), now.as_second()).is_none()
    }

    /// Whether an item was seen before.
    pub(crate) fn has_seen(&self, id: &str) -> bool {
        self.seen.contains_key(&short(id))
    }

    pub(crate) fn answered(&mut self, claims: usize, now: Timestamp) {
        self.health.answered_at = Some(now);
        self.health.failures = 0;
        self.health.fault = None;
        if claims > 0 {
            self.health.claims += claims as u64;
            self.health.changed_at = Some(now);
        }
        while self.seen.len() > SEEN_LIMIT {
            let oldest = self.seen.iter().min_by_key(|(_, seen_at)| **seen_at).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.seen.remove(&id));
        }
    }

    pub(crate) fn failed(&mut self, fault: String) {
        self.health.failures = self.health.failures.saturating_add(1);
        self.health.fault = Some(fault);
    }

    /// How long to wait before the next poll: the usual time, twice as long after each failure, and a little more
    /// so that feeds do not all come at once.
    pub(crate) fn wait(&self, name: &str, usual: Duration, asked_for: Option<Duration>) -> Duration {
        let doublings = self.health.failures.min(16);
        let backed_off = usual.saturating_mul(1 << doublings).min(BACK_OFF_LIMIT.max(usual));
        let wait = backed_off.max(asked_for.unwrap_or_default().min(BACK_OFF_LIMIT));
        let hash = Sha256::digest(format!("{name} {}", self.health.polls));
        let lot = u64::from(u16::from_le_bytes([hash[0], hash[1]]));
        wait + wait.mul_f64(lot as f64 / 65_535.0 / JITTER_PARTS as f64)
    }
}

/// Ids are as long as their makers like; a hash of them is not.
pub(crate) fn short(id: &str) -> String {
    Sha256::digest(id).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn waits_grow_with_failures_and_differ_from_feed_to_feed() {
        let mut state = FeedState::default();
        let usual = state.wait("a", MINUTE, None);
        assert!(usual >= MINUTE && usual <= MINUTE + MINUTE / 10, "{usual:?}");
        assert_ne!(usual, state.wait("b", MINUTE, None));
        assert_eq!(usual, state.wait("a", MINUTE, None));
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
