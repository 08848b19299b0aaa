//! How often a vendor is asked.

use std::time::Duration;

use tokio::time::Instant;

/// Lets requests through at a rate, with a burst of one second's worth.
#[derive(Debug)]
pub(crate) struct Bucket {
    per_second: f64,
    tokens: f64,
    at: Option<Instant>,
}

impl Bucket {
    pub(crate) fn new(per_second: f64) -> Self {
        Self { per_second, tokens: per_second.max(1.0), at: None }
    }

    /// Takes a place, now or after the time returned.
    pub(crate) fn take(&mut self, now: Instant) -> Duration {
        if self.per_second <= 0.0 {
            return Duration::ZERO;
        }
        let passed = self.at.map_or(0.0, |at| now.saturating_duration_since(at).as_secs_f64());
        self.at = Some(now);
        self.tokens = (self.tokens + passed * self.per_second).min(self.per_second.max(1.0)) - 1.0;
        Duration::from_secs_f64((-self.tokens / self.per_second).max(0.0))
    }

    /// Gives a place back that was not used.
    pub(crate) fn give_back(&mut self) {
        self.tokens += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_s_worth_goes_at_once_and_the_rest_waits_its_turn() {
        let (mut bucket, now) = (Bucket::new(2.0), Instant::now());
        assert_eq!(bucket.take(now), Duration::ZERO);
        assert_eq!(bucket.take(now), Duration::ZERO);
        assert_eq!(bucket.take(now), Duration::from_millis(500));
        bucket.give_back();
        assert_eq!(bucket.take(now + Duration::from_secs(1)), Duration::ZERO);
        assert_eq!(Bucket::new(0.0).take(now), Duration::ZERO);
    }
}
