//! Circuit breaker: a vendor that keeps failing gets no requests for a pause, then one trial request.

use std::time::Duration;

use tokio::time::Instant;

/// When a vendor's circuit breaker opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerLimits {
    /// Consecutive failures that open it.
    pub failures: u32,
    /// First pause; each further failed trial doubles it.
    pub pause: Duration,
    /// Longest pause.
    pub pause_limit: Duration,
}

impl Default for BreakerLimits {
    fn default() -> Self {
        Self { failures: 5, pause: Duration::from_secs(15), pause_limit: Duration::from_secs(600) }
    }
}

#[derive(Debug)]
pub(crate) struct CircuitBreaker {
    limits: BreakerLimits,
    failures: u32,
    pause: Duration,
    until: Option<Instant>,
}

impl CircuitBreaker {
    pub(crate) fn new(limits: BreakerLimits) -> Self {
        Self { limits, failures: 0, pause: limits.pause, until: None }
    }

    /// Whether a request may be sent now. After a pause one trial request is allowed; unless it succeeds, the next one
    /// is allowed only after another pause.
    pub(crate) fn allows_call(&mut self, now: Instant) -> bool {
        match self.until {
            Some(until) if now < until => false,
            Some(_) => {
                self.until = Some(now + self.pause);
                true
            }
            None => true,
        }
    }

    /// How long no request is sent; nothing while the breaker is closed.
    pub(crate) fn pause_left(&self, now: Instant) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Consecutive failures.
    pub(crate) fn failures(&self) -> u32 {
        self.failures
    }

    pub(crate) fn succeeded(&mut self) {
        *self = Self::new(self.limits);
    }

    pub(crate) fn failed(&mut self, now: Instant) {
        self.failures += 1;
        if self.failures < self.limits.failures {
            return;
        }
        if self.until.is_some() {
            self.pause = (self.pause * 2).min(self.limits.pause_limit);
        }
        self.until = Some(now + self.pause);
    }

    /// Opens the breaker for the pause that the vendor requested (`Retry-After`).
    pub(crate) fn pause_for(&mut self, now: Instant, pause: Duration) {
        self.until = self.until.max(Some(now + pause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: BreakerLimits =
        BreakerLimits { failures: 3, pause: Duration::from_secs(10), pause_limit: Duration::from_secs(30) };

    #[test]
    fn consecutive_failures_open_the_breaker_and_one_trial_request_at_a_time_is_allowed() {
        let (mut breaker, start) = (CircuitBreaker::new(LIMITS), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        breaker.failed(at(0));
        breaker.failed(at(0));
        breaker.succeeded();
        breaker.failed(at(0));
        breaker.failed(at(0));
        assert!(breaker.allows_call(at(0)), "a success in between resets the count");
        breaker.failed(at(0));
        assert!(!breaker.allows_call(at(9)));
        assert!(breaker.allows_call(at(10)), "one trial request is allowed");
        assert!(!breaker.allows_call(at(10)), "and no other");
        breaker.failed(at(11));
        assert!(!breaker.allows_call(at(30)), "the pause has doubled");
        assert!(breaker.allows_call(at(31)));
        breaker.succeeded();
        assert!(breaker.allows_call(at(31)) && breaker.pause_left(at(31)).is_none());
    }

    #[test]
    fn a_pause_requested_by_the_vendor_is_respected() {
        let (mut breaker, start) = (CircuitBreaker::new(LIMITS), Instant::now());
        breaker.pause_for(start, Duration::from_secs(60));
        assert!(!breaker.allows_call(start + Duration::from_secs(59)));
        assert!(breaker.allows_call(start + Duration::from_secs(60)));
    }
}
