//! When a question that a mail server put off is asked again.

use std::time::Duration;

use contact::Reason;
use jiff::{SignedDuration, Timestamp};

/// Attempts per question.
const ATTEMPTS_MAX: u32 = 6;
/// The longest wait between two attempts.
const WAIT_MAX: SignedDuration = SignedDuration::from_hours(4);

/// The next attempt at a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NextAttempt {
    /// When it is due.
    pub(crate) due_at: Timestamp,
    /// Number of attempts so far.
    pub(crate) attempts: u32,
}

/// The attempt after one that ended for this reason. One that sent no RCPT, because the server asked to be left alone for now,
/// does not count, and its wait is not doubled: it is asked when that time is over. A server that cannot be reached may be
/// gone for good, so each attempt to reach it counts.
pub(crate) fn next_attempt(
    reason: Reason,
    wait_seconds: Option<u64>,
    (asked, attempts): (bool, u32),
    now: Timestamp,
) -> Option<NextAttempt> {
    let counts = asked || is_unreached(reason);
    let due_at = retry_time(reason, wait_seconds, if counts { attempts } else { 0 }, now)?;
    Some(NextAttempt { due_at, attempts: attempts + u32::from(counts) })
}

/// Whether a question ended because no server took it: none could be connected to, through any exit, or none replied.
fn is_unreached(reason: Reason) -> bool {
    matches!(reason, Reason::Unreachable | Reason::TimedOut | Reason::ConnectionDropped)
}

/// A time after this many whole seconds of asking. A greylisting server counts from when it heard of an address.
pub(crate) fn after(now: Timestamp, asking: Duration) -> Timestamp {
    let seconds = i64::try_from(asking.as_secs()).unwrap_or(0);
    now.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(now)
}

/// When to ask again: after the wait that the server named, doubled with each earlier attempt. None if a repetition
/// would not help, or after too many.
fn retry_time(reason: Reason, wait_seconds: Option<u64>, attempts: u32, now: Timestamp) -> Option<Timestamp> {
    if !is_retryable(reason) || attempts + 1 >= ATTEMPTS_MAX {
        return None;
    }
    let wait = SignedDuration::from_secs(i64::try_from(wait_seconds?).unwrap_or(i64::MAX));
    let doublings = match reason {
        // Only the decoy was put off: the server knows the address already.
        Reason::CatchAllUnproven => attempts.saturating_sub(1),
        _ => attempts,
    };
    let patient = wait.saturating_mul(1 << doublings).min(WAIT_MAX.max(wait));
    Some(now.checked_add(patient).unwrap_or(now))
}

/// When a question is due that was put off for the nth time at a time.
pub(crate) fn scheduled(
    reason: Reason,
    wait_seconds: Option<u64>,
    attempts: u32,
    asked_at: Timestamp,
) -> Option<Timestamp> {
    retry_time(reason, wait_seconds, attempts.checked_sub(1)?, asked_at)
}

/// Whole seconds until a time; 0 if it is past.
pub(crate) fn seconds_until(time: Timestamp, now: Timestamp) -> u64 {
    u64::try_from(time.duration_since(now).as_secs()).unwrap_or(0)
}

/// Whether a question with this outcome is worth asking again.
pub fn is_retryable(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Greylisted
            | Reason::TemporaryFailure
            | Reason::RateLimited
            | Reason::CatchAllUnproven
            | Reason::TimedOut
            | Reason::ConnectionDropped
            | Reason::Unreachable
            | Reason::UnclearRefusal
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_that_sent_no_rcpt_is_not_counted_and_its_wait_is_not_doubled() {
        let now = Timestamp::UNIX_EPOCH;
        let next = |asked, attempts| next_attempt(Reason::RateLimited, Some(60), (asked, attempts), now);
        let seconds = |next: Option<NextAttempt>| next.map(|next| (next.due_at.as_second(), next.attempts));
        assert_eq!(seconds(next(true, 3)), Some((480, 4)));
        assert_eq!(seconds(next(false, 3)), Some((60, 3)));
        assert_eq!(seconds(next(true, ATTEMPTS_MAX - 1)), None);
        assert_eq!(seconds(next(false, ATTEMPTS_MAX - 1)), Some((60, ATTEMPTS_MAX - 1)));
    }

    #[test]
    fn a_server_that_cannot_be_reached_is_tried_less_and_less_often_and_then_given_up() {
        for reason in [Reason::Unreachable, Reason::TimedOut, Reason::ConnectionDropped] {
            let (mut now, mut attempts, mut waits) = (Timestamp::UNIX_EPOCH, 0, Vec::new());
            while let Some(next) = next_attempt(reason, Some(900), (false, attempts), now) {
                waits.push(next.due_at.duration_since(now).as_mins());
                (now, attempts) = (next.due_at, next.attempts);
            }
            assert_eq!(waits, [15, 30, 60, 120, 240], "{reason:?}");
        }
    }
}
