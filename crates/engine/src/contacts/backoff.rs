//! When a question that a mail server put off is asked again.

use contact::Reason;
use jiff::{SignedDuration, Timestamp};

/// Attempts per question.
const ATTEMPTS_MAX: u32 = 6;
/// The longest wait between two attempts.
const WAIT_MAX: SignedDuration = SignedDuration::from_hours(4);

/// When to ask again: after the wait that the server named, doubled with each earlier attempt. None if a repetition
/// would not help, or after too many.
pub(crate) fn retry_time(
    reason: Reason,
    wait_seconds: Option<u64>,
    attempts: u32,
    now: Timestamp,
) -> Option<Timestamp> {
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
fn is_retryable(reason: Reason) -> bool {
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
