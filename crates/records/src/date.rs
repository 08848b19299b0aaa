//! Dates with the precision that is known: year, month or day.

use std::{borrow::Cow, fmt, str::FromStr};

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A date with the precision that is known: `2024`, `2024-03` or `2024-03-09`.
///
/// Ordered by the earliest possible day; of two equal ones the less precise date comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    year: i16,
    /// 0 when only the year is known.
    month: u8,
    /// 0 when only the month is known.
    day: u8,
}

impl PartialDate {
    /// A whole year.
    pub fn year(year: i16) -> Option<Self> {
        (1800..=2200).contains(&year).then_some(Self { year, month: 0, day: 0 })
    }

    /// A month of a year.
    pub fn month(year: i16, month: u8) -> Option<Self> {
        Self::year(year)?;
        (1..=12).contains(&month).then_some(Self { year, month, day: 0 })
    }

    /// An exact day.
    pub fn day(date: Date) -> Self {
        Self { year: date.year(), month: date.month() as u8, day: date.day() as u8 }
    }

    /// Whether at least the month is known.
    pub fn is_exact_to_month(self) -> bool {
        self.month > 0
    }

    /// The first day of the range that the date covers.
    pub fn earliest(self) -> Date {
        Date::new(self.year, self.month.max(1) as i8, self.day.max(1) as i8).unwrap_or(Date::MIN)
    }

    /// The last day of the range that the date covers.
    pub fn latest(self) -> Date {
        match (self.month, self.day) {
            (0, _) => Date::new(self.year, 12, 31).unwrap_or(Date::MAX),
            (_, 0) => self.earliest().last_of_month(),
            _ => self.earliest(),
        }
    }

    /// Whole months from this date to a later one, by their earliest days; 0 when `later` is not later.
    pub fn months_until(self, later: Self) -> u32 {
        let count = |d: Self| i32::from(d.year) * 12 + i32::from(d.month.max(1));
        u32::try_from(count(later) - count(self)).unwrap_or(0)
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

impl fmt::Debug for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a date of the form `2024`, `2024-03` or `2024-03-09`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a date; write 2024, 2024-03 or 2024-03-09")]
pub struct InvalidDate;

impl FromStr for PartialDate {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let text = text.trim();
        // Truncate a timestamp to its day: sources that send one mean the day.
        let text = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
        let mut parts = text.split('-');
        let mut number = |width: usize| -> Result<Option<i16>, InvalidDate> {
            let Some(part) = parts.next() else { return Ok(None) };
            if part.len() != width || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(InvalidDate);
            }
            part.parse().map(Some).map_err(|_| InvalidDate)
        };
        let year = number(4)?.ok_or(InvalidDate)?;
        let (month, day) = (number(2)?, number(2)?);
        if parts.next().is_some() {
            return Err(InvalidDate);
        }
        match (month, day) {
            (None, _) => Self::year(year),
            (Some(month), None) => Self::month(year, month as u8),
            (Some(month), Some(day)) => {
                Self::year(year).and(Date::new(year, month as i8, day as i8).ok().map(Self::day))
            }
        }
        .ok_or(InvalidDate)
    }
}

impl Serialize for PartialDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartialDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for PartialDate {
    fn schema_name() -> Cow<'static, str> {
        "PartialDate".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\d{4}(-\d{2}(-\d{2})?)?$",
            "description": "A date with the precision that is known: a year, a month or a day."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_precision_is_parsed_and_impossible_dates_are_rejected() {
        for text in ["2024", "2024-03", "2024-02-29"] {
            assert_eq!(text.parse::<PartialDate>().unwrap().to_string(), text);
        }
        assert_eq!("2024-03-09T10:00:00Z".parse::<PartialDate>().unwrap().to_string(), "2024-03-09");
        for text in
            ["", "24", "2024-13", "2023-02-29", "2024-3", "2024-03-09-01", "1066", "２０２４", "2024-03-"]
        {
            assert!(text.parse::<PartialDate>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_partial_date_covers_a_range_of_days() {
        let date: PartialDate = "2024-02".parse().unwrap();
        assert_eq!(date.earliest().to_string(), "2024-02-01");
        assert_eq!(date.latest().to_string(), "2024-02-29");
        assert_eq!(date.months_until("2025".parse().unwrap()), 11);
        assert_eq!(date.months_until("2020".parse().unwrap()), 0);
    }
}
