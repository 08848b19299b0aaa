//! Rate limit of requests to a vendor.
//!
//! Written here and not taken from `governor`, which refuses a request instead of reserving the next free moment for
//! it, and takes back no reserved token.

use std::time::Duration;

use tokio::time::Instant;

/// Token bucket with a burst of one second's worth of requests.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    tokens: f64,
    at: Option<Instant>,
}

impl TokenBucket {
    pub(crate) fn new(per_second: f64) -> Self {
        Self { per_second, tokens: per_second.max(1.0), at: None }
    }

    /// Changes the rate from now on.
    pub(crate) fn set_rate(&mut self, per_second: f64) {
        self.per_second = per_second;
        self.tokens = self.tokens.min(per_second.max(1.0));
    }

    /// Reserves a token and returns how long to wait until it may be used.
    pub(crate) fn reserve(&mut self, now: Instant) -> Duration {
        if self.per_second <= 0.0 {
            return Duration::ZERO;
        }
        let passed = self.at.map_or(0.0, |at| now.saturating_duration_since(at).as_secs_f64());
        self.at = Some(now);
        self.tokens = (self.tokens + passed * self.per_second).min(self.per_second.max(1.0)) - 1.0;
        Duration::from_secs_f64((-self.tokens / self.per_second).max(0.0))
    }

    /// Returns a reserved token that was not used.
    pub(crate) fn release(&mut self) {
        self.tokens += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_second_of_requests_passes_immediately_and_the_rest_waits() {
        let (mut bucket, now) = (TokenBucket::new(2.0), Instant::now());
        assert_eq!(bucket.reserve(now), Duration::ZERO);
        assert_eq!(bucket.reserve(now), Duration::ZERO);
        assert_eq!(bucket.reserve(now), Duration::from_millis(500));
        bucket.release();
        assert_eq!(bucket.reserve(now + Duration::from_secs(1)), Duration::ZERO);
        assert_eq!(TokenBucket::new(0.0).reserve(now), Duration::ZERO);
    }

    #[test]
    fn a_lower_rate_holds_at_once() {
        let (mut bucket, now) = (TokenBucket::new(4.0), Instant::now());
        bucket.set_rate(2.0);
        let waits = [(); 3].map(|()| bucket.reserve(now));
        assert_eq!(waits, [Duration::ZERO, Duration::ZERO, Duration::from_millis(500)]);
    }
}
