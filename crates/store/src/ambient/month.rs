//! Months of the calendar in UTC, as budgets count them.

use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};

/// The number of the month of a time, counted from year 0.
pub fn month_of(now: Timestamp) -> i64 {
    let date = now.to_zoned(TimeZone::UTC).date();
    i64::from(date.year()) * 12 + i64::from(date.month())
}

/// When the month of a time began.
pub fn month_start(now: Timestamp) -> Timestamp {
    let zoned = now.to_zoned(TimeZone::UTC);
    zoned.first_of_month().and_then(|day| day.start_of_day()).map_or(now, |first| first.timestamp())
}

/// When the month after that of a time begins.
pub fn next_month(now: Timestamp) -> Timestamp {
    let first = month_start(now).to_zoned(TimeZone::UTC).checked_add(1.month());
    first.map_or(now + SignedDuration::from_hours(24), |next| next.timestamp())
}
