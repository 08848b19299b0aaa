//! Time windows in days, months and quarters, in UTC.

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date, tz::TimeZone};
use store::SignalFilter;

/// Signal filter for the last `days` days.
pub fn last_days(now: Timestamp, days: u32) -> SignalFilter {
    SignalFilter { since: Some(days_back(now, days)), until: Some(now), ..SignalFilter::default() }
}

/// Start of the day `days` days ago. Whole days, because most dates are known only to the day.
pub fn days_back(now: Timestamp, days: u32) -> Timestamp {
    start_of(today(now).saturating_sub(i64::from(days).days()))
}

/// Start of the day `months` months ago.
pub fn months_back(now: Timestamp, months: u32) -> Timestamp {
    start_of(today(now).saturating_sub(i64::from(months).months()))
}

/// End of the day that contains a time.
pub fn end_of_day(at: Timestamp) -> Timestamp {
    start_of(today(at)) + SignedDuration::from_hours(24)
}

/// Start of the current calendar quarter.
pub fn quarter_start(now: Timestamp) -> Timestamp {
    let today = today(now);
    let month = (today.month() - 1) / 3 * 3 + 1;
    Date::new(today.year(), month, 1).map_or(now, start_of)
}

/// Date of a time.
pub fn today(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

pub(super) fn start_of(day: Date) -> Timestamp {
    day.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

/// Microseconds as milliseconds for answers.
pub fn milliseconds(microseconds: i64) -> f64 {
    microseconds as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{call::request::validate::Faults, recipe::TimeOptions};

    #[test]
    fn windows_begin_with_a_whole_day() {
        let now: Timestamp = "2026-03-31T12:30:00Z".parse().unwrap();
        assert_eq!(days_back(now, 30).to_string(), "2026-03-01T00:00:00Z");
        assert_eq!(months_back(now, 1).to_string(), "2026-02-28T00:00:00Z", "February has no 31st");
        assert_eq!(months_back(now, 18).to_string(), "2024-09-30T00:00:00Z");
        assert_eq!(end_of_day(now).to_string(), "2026-04-01T00:00:00Z");
        assert_eq!(quarter_start(now).to_string(), "2026-01-01T00:00:00Z");
        let next = now + SignedDuration::from_hours(12);
        assert_eq!(quarter_start(next).to_string(), "2026-04-01T00:00:00Z");
    }

    #[test]
    fn since_and_days_go_either_way_but_not_together() {
        let now: Timestamp = "2026-03-31T12:30:00Z".parse().unwrap();
        let both = TimeOptions { since: Some(now), within_days: Some(3), observed_since: None };
        let mut faults = Faults::default();
        both.check(&mut faults);
        assert!(!faults.is_empty());
        assert_eq!(TimeOptions::default().start(now, 10), days_back(now, 10));
        let days = TimeOptions { within_days: Some(3), ..TimeOptions::default() };
        assert_eq!(days.start(now, 10), days_back(now, 3));
        let observed = TimeOptions { observed_since: Some(now), ..TimeOptions::default() };
        assert_eq!(observed.start(now, 10), Timestamp::UNIX_EPOCH, "what is new to us may be old");
        let both = TimeOptions { observed_since: Some(now), ..days };
        assert_eq!(both.start(now, 10), days_back(now, 3));
    }
}
