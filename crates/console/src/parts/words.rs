//! Numbers, times and names in one spelling on all pages.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use serde_json::Value;

/// Days up to which a time is told as an age.
const AGE_DAYS_MAX: i64 = 30;

/// A number with thousands separators, at most three decimals and a true minus.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{:.3}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, rest) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 && text != "0" { "−" } else { "" };
    match rest {
        Some(rest) => format!("{sign}{grouped}.{rest}"),
        None => format!("{sign}{grouped}"),
    }
}

/// A JSON number in words; a dash if it is none.
pub(crate) fn count(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), number)
}

/// The employees of a company, as a number or a band.
pub(crate) fn employees(company: &Value) -> Option<String> {
    let range = &company["employeeRange"];
    let (min, max) = (range["min"].as_f64().map(number), range["max"].as_f64().map(number));
    match (company["employeeCount"].as_f64(), min, max) {
        (Some(count), ..) => Some(number(count)),
        (None, Some(min), Some(max)) => Some(format!("{min}–{max}")),
        (None, Some(min), None) => Some(format!("{min}+")),
        (None, None, _) => None,
    }
}

/// An amount of credits.
pub(crate) fn credits(value: &Value) -> String {
    format!("{} cr", number(value.as_f64().unwrap_or(0.0)))
}

/// A share in per cent with at most one decimal.
pub(crate) fn per_cent(part: f64, whole: f64) -> String {
    if whole <= 0.0 {
        return "–".to_owned();
    }
    format!("{} %", number((part / whole * 1000.0).round() / 10.0))
}

/// Money such as `$90.3 M`.
pub(crate) fn money(value: &Value) -> Option<String> {
    let (amount, currency) = (value["amount"].as_f64()?, value["currency"].as_str().unwrap_or("USD"));
    Some(format!("{}{}", sign(currency), large(amount)))
}

/// The sign of a currency.
pub(crate) fn sign(currency: &str) -> String {
    match currency {
        "USD" => "$".to_owned(),
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        "JPY" => "¥".to_owned(),
        other => format!("{other} "),
    }
}

/// A large amount such as `90.3 M`.
pub(crate) fn large(amount: f64) -> String {
    let shown =
        |divisor: f64, unit: &str| format!("{} {unit}", number((amount / divisor * 10.0).round() / 10.0));
    match amount.abs() {
        1e9.. => shown(1e9, "B"),
        1e6.. => shown(1e6, "M"),
        1e4.. => shown(1e3, "k"),
        _ => number(amount),
    }
}

/// The time of a JSON text.
pub(crate) fn timestamp(value: &Value) -> Option<Timestamp> {
    value.as_str()?.parse().ok()
}

/// How long ago something was, or its day if that is long ago.
pub(crate) fn ago(at: Timestamp, now: Timestamp) -> String {
    let age = now.duration_since(at);
    let (seconds, plural) = (age.as_secs(), |count: i64, unit: &str| {
        format!("{count} {unit}{} ago", if count > 1 && unit == "day" { "s" } else { "" })
    });
    match seconds {
        ..0 => until(at, now),
        0..60 => "now".to_owned(),
        60..3_600 => plural(seconds / 60, "min"),
        3_600..86_400 => plural(seconds / 3_600, "h"),
        _ if seconds < AGE_DAYS_MAX * 86_400 => plural(seconds / 86_400, "day"),
        _ => day(at),
    }
}

/// When something will be.
pub(crate) fn until(at: Timestamp, now: Timestamp) -> String {
    let left = at.duration_since(now);
    match left.as_hours() {
        ..1 => format!("in {} min", left.as_mins().max(1)),
        1..48 => format!("in {} h", left.as_hours()),
        hours if left < SignedDuration::from_hours(24 * AGE_DAYS_MAX) => format!("in {} days", hours / 24),
        _ => day(at),
    }
}

/// A day such as `12 Nov 2026`.
pub(crate) fn day(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%-d %b %Y").to_string()
}

/// A day with the time, in UTC: `12 Nov 2026 14:05:09`.
pub(crate) fn moment(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%-d %b %Y %H:%M:%S").to_string()
}

/// A time of a day, in UTC.
pub(crate) fn clock(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%-d %b %H:%M:%S").to_string()
}

/// A date that may be as exact as a year, a month or a day: `2024`, `Mar 2024`, `9 Mar 2024`.
pub(crate) fn date(text: &str) -> String {
    if text.len() > 10
        && let Ok(at) = text.parse::<Timestamp>()
    {
        return day(at);
    }
    let mut parts = text.splitn(3, '-');
    let (year, month, day) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = month
        .and_then(|month| month.parse::<usize>().ok())
        .and_then(|month| months.get(month.wrapping_sub(1)));
    match (month, day.map(|day| day.trim_start_matches('0'))) {
        (Some(month), Some(day)) => format!("{day} {month} {year}"),
        (Some(month), None) => format!("{month} {year}"),
        _ => year.to_owned(),
    }
}

/// A date as years since the year 0, to draw it.
pub(crate) fn years(text: &str) -> Option<f64> {
    let mut parts = text.get(..text.len().min(10))?.splitn(3, '-');
    let year: f64 = parts.next()?.parse().ok()?;
    let month: f64 = parts.next().and_then(|month| month.parse().ok()).unwrap_or(1.0);
    let day: f64 = parts.next().and_then(|day| day.parse().ok()).unwrap_or(1.0);
    Some(year + (month - 1.0) / 12.0 + (day - 1.0) / 365.0)
}

/// Milliseconds as the log shows them.
pub(crate) fn milliseconds(value: f64) -> String {
    let rounded = if value < 10.0 { (value * 10.0).round() / 10.0 } else { value.round() };
    format!("{} ms", number(rounded))
}

/// A word of a vocabulary for people: `customer_success` is `Customer success`.
pub(crate) fn label(word: &str) -> String {
    match word {
        "c_suite" => return "C-suite".to_owned(),
        "vp" => return "VP".to_owned(),
        "it" => return "IT".to_owned(),
        "hr" => return "HR".to_owned(),
        _ => {}
    }
    if let Some(letter) = word.strip_prefix("series_") {
        return format!("Series {}", letter.to_uppercase());
    }
    let spaced = word.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// The name of an endpoint: the end of its path.
pub(crate) fn endpoint(path: &str) -> &str {
    path.strip_prefix("/v1/").unwrap_or(path)
}

/// A place in one line.
pub(crate) fn place(location: &Value) -> String {
    let parts = ["city", "region", "country"].into_iter().filter_map(|name| location[name].as_str());
    parts.collect::<Vec<_>>().join(", ")
}

/// The page of a company: by its domain, or by the id of its record where it has none.
pub(crate) fn company_path(company: &Value) -> Option<String> {
    let key = company["domain"].as_str().or_else(|| company["id"].as_str())?;
    Some(format!("/companies/{key}"))
}

/// First letters of a name.
pub(crate) fn initials(name: &str) -> String {
    let mut letters = name.split_whitespace().filter_map(|word| word.chars().next());
    let first = letters.next();
    let last = letters.next_back();
    first.into_iter().chain(last).collect::<String>().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_a_true_minus() {
        for (value, text) in [(24481.0, "24,481"), (0.5, "0.5"), (-7.0, "−7"), (1_000_000.25, "1,000,000.25")]
        {
            assert_eq!(number(value), text);
        }
        assert_eq!(large(90_300_000.0), "90.3 M");
        assert_eq!(per_cent(182.0, 202.0), "90.1 %");
    }

    #[test]
    fn dates_are_as_exact_as_they_are_known() {
        assert_eq!(date("2024"), "2024");
        assert_eq!(date("2024-03"), "Mar 2024");
        assert_eq!(date("2024-03-09"), "9 Mar 2024");
        assert_eq!(date("2026-11-12T14:03:03Z"), "12 Nov 2026");
    }

    #[test]
    fn times_are_ages_for_a_month() {
        let now: Timestamp = "2026-11-17T12:00:00Z".parse().unwrap();
        let told = |seconds: i64| ago(now - SignedDuration::from_secs(seconds), now);
        assert_eq!(told(10), "now");
        assert_eq!(told(130), "2 min ago");
        assert_eq!(told(3 * 3_600), "3 h ago");
        assert_eq!(told(86_400), "1 day ago");
        assert_eq!(told(5 * 86_400), "5 days ago");
        assert_eq!(told(40 * 86_400), "8 Oct 2026");
    }
}
