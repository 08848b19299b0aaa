//! A vendor that keeps failing is left alone for a while, then tried with one question.

use std::time::Duration;

use tokio::time::Instant;

/// When a vendor is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerLimits {
    /// Failures in a row after which it is.
    pub failures: u32,
    /// For how long, the first time; twice as long each time that follows.
    pub pause: Duration,
    /// For how long at most.
    pub pause_limit: Duration,
}

impl Default for BreakerLimits {
    fn default() -> Self {
        Self { failures: 5, pause: Duration::from_secs(15), pause_limit: Duration::from_secs(600) }
    }
}

#[derive(Debug)]
pub(crate) struct Breaker {
    limits: BreakerLimits,
    failures: u32,
    pause: Duration,
    until: Option<Instant>,
}

impl Breaker {
    pub(crate) fn new(limits: BreakerLimits) -> Self {
        Self { limits, failures: 0, pause: limits.pause, until: None }
    }

    /// Whether the vendor may be asked now. After a pause one question goes through; unless it succeeds, the next
    /// one goes through after another pause.
    pub(crate) fn lets_through(&mut self, now: Instant) -> bool {
        match self.until {
            Some(until) if now < until => false,
            Some(_) => {
                self.until = Some(now + self.pause);
                true
            }
            None => true,
        }
    }

    pub(crate) fn is_open(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
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

    /// Leaves the vendor alone because it asked for it.
    pub(crate) fn rest(&mut self, now: Instant, pause: Duration) {
        self.until = self.until.max(Some(now + pause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: BreakerLimits =
        BreakerLimits { failures: 3, pause: Duration::from_secs(10), pause_limit: Duration::from_secs(30) };

    #[test]
    fn failures_in_a_row_close_the_way_and_one_question_at_a_time_tries_it_again() {
        let (mut breaker, start) = (Breaker::new(LIMITS), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        breaker.failed(at(0));
        breaker.failed(at(0));
        breaker.succeeded();
        breaker.failed(at(0));
        breaker.failed(at(0));
        assert!(breaker.lets_through(at(0)), "a success in between counts them anew");
        breaker.failed(at(0));
        assert!(!breaker.lets_through(at(9)));
        assert!(breaker.lets_through(at(10)), "one is let through");
        assert!(!breaker.lets_through(at(10)), "and no other");
        breaker.failed(at(11));
        assert!(!breaker.lets_through(at(30)), "the pause has doubled");
        assert!(breaker.lets_through(at(31)));
        breaker.succeeded();
        assert!(breaker.lets_through(at(31)) && !breaker.is_open(at(31)));
    }

    #[test]
    fn a_pause_that_is_asked_for_is_kept() {
        let (mut breaker, start) = (Breaker::new(LIMITS), Instant::now());
        breaker.rest(start, Duration::from_secs(60));
        assert!(!breaker.lets_through(start + Duration::from_secs(59)));
        assert!(breaker.lets_through(start + Duration::from_secs(60)));
    }
}
