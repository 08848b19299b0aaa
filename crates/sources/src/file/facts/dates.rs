//! Parses dates and times in the formats of exports.

use std::borrow::Cow;

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use records::PartialDate;
use serde::{Deserialize, Serialize};

/// Order of day and month in `3/9/2024`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    /// Day before month.
    DayFirst,
    /// Month before day.
    MonthFirst,
}

/// Parses a date as precisely as the text allows: `3/9/2024` without a known order is the year 2024.
pub(in crate::file) fn parse_date(text: &str, order: Option<DateOrder>) -> Option<PartialDate> {
    let text = text.trim();
    if let Ok(date) = text.parse() {
        return Some(date);
    }
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return day(text[..4].parse().ok()?, text[4..6].parse().ok()?, text[6..].parse().ok()?);
    }
    let (parts, has_dots) = split_parts(text)?;
    use DatePart::{Month, Number, Year};
    match parts.as_slice() {
        [Year(year)] => PartialDate::year(*year),
        [Month(month), Year(year)] | [Year(year), Month(month)] => PartialDate::month(*year, *month),
        [Number(month), Year(year)] | [Year(year), Number(month)] => PartialDate::month(*year, *month),
        [Number(d), Month(month), Year(year)]
        | [Month(month), Number(d), Year(year)]
        | [Year(year), Month(month), Number(d)] => day(*year, *month, *d),
        [Year(year), Number(month), Number(d)] => day(*year, *month, *d),
        [Number(first), Number(second), Year(year)] => match order {
            _ if has_dots || *first > 12 => day(*year, *second, *first),
            _ if *second > 12 || first == second => day(*year, *first, *second),
            Some(DateOrder::DayFirst) => day(*year, *second, *first),
            Some(DateOrder::MonthFirst) => day(*year, *first, *second),
            None => PartialDate::year(*year),
        },
        _ => None,
    }
}

/// The order of day and month, if at least one of the dates determines it and none contradicts.
pub(in crate::file) fn detect_order<'a>(texts: impl Iterator<Item = &'a str>) -> Option<DateOrder> {
    let (mut day_first, mut month_first) = (false, false);
    for (parts, has_dots) in texts.filter_map(|text| split_parts(text.trim())) {
        if let ([DatePart::Number(first), DatePart::Number(second), DatePart::Year(_)], false) =
            (parts.as_slice(), has_dots)
        {
            day_first |= *first > 12 && *second <= 12;
            month_first |= *second > 12 && *first <= 12;
        }
    }
    match (day_first, month_first) {
        (true, false) => Some(DateOrder::DayFirst),
        (false, true) => Some(DateOrder::MonthFirst),
        _ => None,
    }
}

/// Expands `3/1/70` to `3/1/1970`: a date of birth is not in the future.
pub(in crate::file) fn expand_birth_year(text: &str) -> Cow<'_, str> {
    const LAST_YEAR_OF_THIS_CENTURY: u8 = 29;
    let is_short = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.trim().split(['/', '-', '.']).collect();
    match parts.as_slice() {
        [one, other, year] if year.len() == 2 && parts.iter().all(|part| is_short(part)) => {
            let this_century = year.parse().is_ok_and(|year: u8| year <= LAST_YEAR_OF_THIS_CENTURY);
            let mark = if text.contains('.') { '.' } else { '/' };
            format!("{one}{mark}{other}{mark}{}{year}", if this_century { 20 } else { 19 }).into()
        }
        _ => text.into(),
    }
}

/// The numbers and words of a date, and whether they are separated by dots.
fn split_parts(text: &str) -> Option<(Vec<DatePart>, bool)> {
    // A time of day contains a colon and follows a space; a year may follow a space too.
    let text = text
        .split_once(':')
        .map_or(text, |(before, _)| before.rsplit_once([' ', 'T']).map_or(before, |x| x.0));
    let parts = text
        .split(|c: char| matches!(c, '/' | '.' | '-' | ',') || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(DatePart::read)
        .collect::<Option<_>>()?;
    Some((parts, text.contains('.')))
}

/// Parses a time: RFC 3339, a date with or without time (taken as UTC), or seconds or milliseconds since 1970.
pub(in crate::file) fn parse_instant(text: &str, order: Option<DateOrder>) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(timestamp) = text.parse() {
        return Some(timestamp);
    }
    // `2024-03-09 10:00:00 +00:00` and `2024-03-09 10:00:00 UTC`, as databases write them.
    if let Some((moment, zone)) = text.rsplit_once(' ') {
        let zone = if zone == "UTC" { "Z" } else { zone };
        if let Ok(timestamp) = format!("{moment}{zone}").parse() {
            return Some(timestamp);
        }
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) && matches!(text.len(), 9..=13) {
        let number: i64 = text.parse().ok()?;
        return if text.len() <= 10 {
            Timestamp::from_second(number).ok()
        } else {
            Timestamp::from_millisecond(number).ok()
        };
    }
    if let Ok(moment) = text.parse::<DateTime>() {
        return Some(moment.to_zoned(TimeZone::UTC).ok()?.timestamp());
    }
    let date = parse_date(text, order)?.earliest();
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

fn day(year: i16, month: u8, day: u8) -> Option<PartialDate> {
    PartialDate::year(year)?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok().map(PartialDate::day)
}

enum DatePart {
    Year(i16),
    Number(u8),
    Month(u8),
}

impl DatePart {
    fn read(text: &str) -> Option<Self> {
        if text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().map(Self::Year);
        }
        match text.trim_end_matches(|c: char| c.is_alphabetic()).parse() {
            // `9th`, `1st`.
            Ok(number) => Some(Self::Number(number)),
            Err(_) => month_number(text).map(Self::Month),
        }
    }
}

/// The month of an English, German, French or Spanish name or its abbreviation.
fn month_number(word: &str) -> Option<u8> {
    const MONTHS: [&[&str]; 12] = [
        &["jan", "jän", "ene"],
        &["feb", "fev", "fév"],
        &["mar", "mär", "mae"],
        &["apr", "avr", "abr"],
        &["may", "mai"],
        &["jun", "juin"],
        &["jul", "juil"],
        &["aug", "aou", "aoû", "ago"],
        &["sep"],
        &["oct", "okt"],
        &["nov"],
        &["dec", "déc", "dez", "dic"],
    ];
    let word = word.to_lowercase();
    let position = MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))?;
    u8::try_from(position + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_as_precise_as_their_text() {
        for (text, expected) in [
            ("2024-03-09", "2024-03-09"),
            ("2024/3/9", "2024-03-09"),
            ("20240309", "2024-03-09"),
            ("09.03.2024", "2024-03-09"),
            ("13/3/2024", "2024-03-13"),
            ("3/13/2024 10:22 AM", "2024-03-13"),
            ("3/9/2024", "2024"),
            ("Mar 2024", "2024-03"),
            ("03/2024", "2024-03"),
            ("9 March 2024", "2024-03-09"),
            ("March 9th, 2024", "2024-03-09"),
            ("9. März 2024", "2024-03-09"),
            ("juillet 2023", "2023-07"),
            ("2024", "2024"),
        ] {
            assert_eq!(parse_date(text, None).map(|d| d.to_string()).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "soon", "31/02/2024", "2024-13", "13/13/2024", "99"] {
            assert_eq!(parse_date(text, None), None, "{text}");
        }
        let read = |order| parse_date("3/9/2024", Some(order)).unwrap().to_string();
        assert_eq!(read(DateOrder::DayFirst), "2024-09-03");
        assert_eq!(read(DateOrder::MonthFirst), "2024-03-09");
    }

    #[test]
    fn one_unambiguous_date_determines_the_order_of_all() {
        let order = |texts: &[&str]| detect_order(texts.iter().copied());
        assert_eq!(order(&["03/09/1956", "", "24/12/1956"]), Some(DateOrder::DayFirst));
        assert_eq!(order(&["3/9/2024", "4/30/2024 10:22"]), Some(DateOrder::MonthFirst));
        assert_eq!(order(&["3/9/2024", "soon", "2024-03-30"]), None);
        assert_eq!(order(&["30/4/2024", "4/30/2024"]), None, "they contradict each other");
    }

    #[test]
    fn two_digit_years_of_birth_are_expanded() {
        for (text, whole) in [("3/1/70", "3/1/1970"), ("1.2.05", "1.2.2005"), ("1970-03-01", "1970-03-01")] {
            assert_eq!(expand_birth_year(text), whole);
        }
    }

    #[test]
    fn times_are_parsed_from_text_and_numbers() {
        for text in ["2024-03-09T00:00:00Z", "2024-03-09", "2024-03-09 00:00", "1709942400", "1709942400000"]
        {
            assert_eq!(parse_instant(text, None).unwrap().to_string(), "2024-03-09T00:00:00Z", "{text}");
        }
        for text in
            ["2024-03-09 10:30:00.000000 +00:00", "2024-03-09 12:30:00 +02:00", "2024-03-09 10:30:00 UTC"]
        {
            assert_eq!(parse_instant(text, None).unwrap().to_string(), "2024-03-09T10:30:00Z", "{text}");
        }
        assert_eq!(parse_instant("12", None), None);
    }
}
