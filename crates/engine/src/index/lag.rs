//! Since when the index of a node lacks changes that the store has: the last change of the store is noted with every sign of
//! life, and the first one that is not in the index tells the time.

use std::collections::VecDeque;

use jiff::Timestamp;

/// Times noted at most: an hour of signs of life. Beyond that the last one stands for all that follow.
const NOTED_MAX: usize = 3_600;

/// When the store had which last change, oldest first, as far as the index lacks it.
#[derive(Default)]
pub(super) struct Lag(VecDeque<(Timestamp, i64)>);

impl Lag {
    /// Since when an index that holds all changes up to this one lacks any, as far as was noted.
    pub(super) fn since(&mut self, indexed: i64) -> Option<Timestamp> {
        while self.0.front().is_some_and(|(_, last)| *last <= indexed) {
            self.0.pop_front();
        }
        self.0.front().map(|(at, _)| *at)
    }

    /// Notes the last change of the store.
    pub(super) fn note(&mut self, at: Timestamp, last: i64) {
        let is_known = self.0.back().is_some_and(|(_, known)| *known >= last);
        if !is_known && self.0.len() < NOTED_MAX {
            self.0.push_back((at, last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn an_index_lags_since_the_first_change_that_it_lacks() {
        let mut lag = Lag::default();
        assert_eq!(lag.since(0), None);
        for (second, last) in [(1, 10), (2, 10), (3, 12), (4, 20)] {
            lag.note(at(second), last);
        }
        assert_eq!(lag.since(9), Some(at(1)));
        assert_eq!(lag.since(10), Some(at(3)), "it has the first ten");
        assert_eq!(lag.since(20), None);
        lag.note(at(5), 21);
        assert_eq!(lag.since(20), Some(at(5)));
    }

    #[test]
    fn what_is_noted_is_bounded() {
        let mut lag = Lag::default();
        for second in 0..2 * NOTED_MAX as i64 {
            lag.note(at(second), second + 1);
        }
        assert_eq!((lag.0.len(), lag.since(0)), (NOTED_MAX, Some(at(0))));
    }
}
