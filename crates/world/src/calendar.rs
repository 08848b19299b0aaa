//! Days as integers, for arithmetic on careers.

use jiff::{Timestamp, civil::Date};
use records::PartialDate;

/// A day, counted from 1 January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) i32);

impl Day {
    /// The UTC day of a timestamp.
    pub(crate) fn of(at: Timestamp) -> Self {
        Self(at.as_second().div_euclid(86_400) as i32)
    }

    pub(crate) fn of_date(date: Date) -> Self {
        Self(Self::new_year(i32::from(date.year())).0 + i32::from(date.day_of_year()) - 1)
    }

    /// The first of January of a year.
    pub(crate) fn new_year(year: i32) -> Self {
        let before = year - 1;
        Self(before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 719_162)
    }

    pub(crate) fn year(self) -> i32 {
        self.parts().0
    }

    pub(crate) fn date(self) -> Date {
        let (year, month, day) = self.parts();
        Date::new(year as i16, month, day).unwrap_or(Date::ZERO)
    }

    /// A time of this day, in seconds after midnight UTC.
    pub(crate) fn at(self, second: i64) -> Timestamp {
        Timestamp::from_second(i64::from(self.0) * 86_400 + second.clamp(0, 86_399))
            .unwrap_or(Timestamp::UNIX_EPOCH)
    }

    pub(crate) fn minus(self, days: i32) -> Self {
        Self(self.0 - days)
    }

    /// Year, month and day by the proleptic Gregorian calendar, counted in eras of 400 years from March.
    fn parts(self) -> (i32, i8, i8) {
        let shifted = self.0 + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        (year_of_era + era * 400 + i32::from(month <= 2), month as i8, day as i8)
    }
}

/// A date with month precision, as profiles show it.
pub(crate) fn month_of(date: Date) -> Option<PartialDate> {
    PartialDate::month(date.year(), date.month() as u8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn days_agree_with_jiff(number in -30_000i32..60_000) {
            let day = Day(number);
            let expected = Timestamp::from_second(i64::from(number) * 86_400).unwrap();
            prop_assert_eq!(day.date(), expected.to_zoned(jiff::tz::TimeZone::UTC).date());
            prop_assert_eq!(Day::of(day.at(5)), day);
            prop_assert_eq!(Day::of_date(day.date()), day);
            let new_year = Day::new_year(day.year());
            prop_assert_eq!(new_year.date(), day.date().first_of_year());
        }
    }
}
