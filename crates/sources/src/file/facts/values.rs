//! Parses the text of a cell: lists, numbers, ranges, statuses.

use std::borrow::Cow;

use records::ContactStatus;

/// Most items of a list; further ones are dropped with a warning.
pub const MAX_LIST_ITEMS: usize = 1000;

/// Larger numbers are mistakes, and are no longer exact as f64.
pub(in crate::file) const LARGEST_AMOUNT: f64 = 1e15;

/// The trimmed value of a cell; `None` if the cell is empty or a placeholder for a missing value.
pub(in crate::file) fn clean(text: &str) -> Option<&str> {
    let mut text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
    // Spreadsheets protect numbers and plus signs by ="…" or a leading apostrophe.
    if let Some(inner) = text.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')) {
        text = inner.trim();
    } else if let Some(inner) = text.strip_prefix('\'').filter(|rest| rest.starts_with(['+', '0', '=', '-']))
    {
        text = inner.trim();
    }
    // Only in these spellings: Null and None are family names, NA is Namibia.
    let is_placeholder = matches!(
        text,
        "" | "-"
            | "--"
            | "—"
            | "n/a"
            | "N/A"
            | "#N/A"
            | "null"
            | "NULL"
            | "(null)"
            | "nan"
            | "NaN"
            | "undefined"
            | "\\N"
            | "[]"
            | "{}"
            | "(blank)"
            | "#REF!"
            | "#VALUE!"
            | "#NAME?"
    );
    (!is_placeholder).then_some(text)
}

/// The text with each run of whitespace and control characters replaced by one space.
pub(in crate::file) fn one_line(text: &str) -> String {
    let is_layout = |c: char| c.is_whitespace() || c.is_control();
    if is_plain(text) {
        return text.trim().to_owned();
    }
    let mut line = String::with_capacity(text.len());
    for word in text.split(is_layout).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Fast check for ASCII text whose only whitespace is single spaces.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_control())
        && !bytes.windows(2).any(|pair| pair == b"  ")
}

/// Splits a list that is written as one text.
pub(in crate::file) fn split_list<'a>(
    text: &'a str,
    separator: Option<char>,
    by_comma: bool,
) -> Vec<&'a str> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_strong = |c: char| matches!(c, ';' | '|' | '\n' | '\r');
    let items: Vec<&'a str> = match (inner, separator) {
        // Google Contacts separates several values of a kind by ` ::: `.
        (None, None) if text.contains(" ::: ") => text.split(" ::: ").collect(),
        // A list as printed by a program: ["a", "b"] or ['a', 'b'].
        (Some(inner), None) => inner.split(',').collect(),
        (_, Some(separator)) => text.split(separator).collect(),
        (None, None) if text.contains(is_strong) => text.split(is_strong).collect(),
        (None, None) if by_comma => text.split(',').collect(),
        (None, None) => vec![text],
    };
    items.into_iter().map(|item| item.trim().trim_matches(['"', '\''])).filter_map(clean).collect()
}

/// A number or range in the notation of exports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) struct Band {
    pub(in crate::file) min: Option<i64>,
    pub(in crate::file) max: Option<i64>,
    /// Whether the words leave the bounds themselves out, as in `more than 500` and `< 10`.
    pub(in crate::file) is_strict: bool,
    /// ISO 4217, if the text names a currency.
    pub(in crate::file) currency: Option<&'static str>,
}

/// Parses `1,234`, `11-50`, `10001+`, `< 10`, `$1.5M - $10M`, `1-10 Mio. EUR`.
pub(in crate::file) fn parse_band(text: &str) -> Option<Band> {
    let lower = text.to_lowercase();
    let (rest, currency) = take_currency(&lower);
    let rest = rest.trim();
    let rest = ["employees", "mitarbeiter", "people", "staff"]
        .iter()
        .find_map(|word| rest.strip_suffix(word))
        .map_or(rest, str::trim_end);
    let after = |words: &[&str]| words.iter().find_map(|word| rest.strip_prefix(word));
    let below = |rest: &str, is_strict| {
        Some(Band { min: None, max: Some(parse_amount(rest, 1)?.0), is_strict, currency })
    };
    let above = |rest: &str, is_strict| {
        Some(Band { min: Some(parse_amount(rest, 1)?.0), max: None, is_strict, currency })
    };
    // Longer signs first: `<=` begins with `<`.
    if let Some(rest) =
        after(&["<=", "=<", "≤", "up to ", "at most ", "max. ", "bis zu ", "bis ", "höchstens "])
    {
        return below(rest, false);
    }
    if let Some(rest) =
        after(&["<", "under ", "below ", "less than ", "fewer than ", "unter ", "weniger als "])
    {
        return below(rest, true);
    }
    if let Some(rest) = after(&[">=", "=>", "≥", "at least ", "from ", "ab ", "mindestens "]) {
        return above(rest, false);
    }
    if let Some(rest) = after(&[">", "over ", "above ", "more than ", "über ", "mehr als "]) {
        return above(rest, true);
    }
    let open_above = rest.strip_suffix('+').or_else(|| rest.strip_suffix(" or more"));
    if let Some(rest) = open_above.or_else(|| rest.strip_suffix(" and more")) {
        return above(rest, false);
    }
    for separator in [" to ", " bis ", "–", "—", "-"] {
        if let Some((low, high)) = rest.split_once(separator) {
            let (max, factor) = parse_amount(high, 1)?;
            // In `1-10M` the unit applies to both.
            let (min, _) = parse_amount(low, factor)?;
            return (min <= max).then_some(Band {
                min: Some(min),
                max: Some(max),
                is_strict: false,
                currency,
            });
        }
    }
    let (value, _) = parse_amount(rest, 1)?;
    Some(Band { min: Some(value), max: Some(value), is_strict: false, currency })
}

fn take_currency(text: &str) -> (Cow<'_, str>, Option<&'static str>) {
    const SIGNS: &[(&str, &str)] = &[
        ("us$", "USD"),
        ("usd", "USD"),
        ("c$", "CAD"),
        ("cad", "CAD"),
        ("a$", "AUD"),
        ("aud", "AUD"),
        ("$", "USD"),
        ("€", "EUR"),
        ("eur", "EUR"),
        ("£", "GBP"),
        ("gbp", "GBP"),
        ("chf", "CHF"),
        ("¥", "JPY"),
        ("jpy", "JPY"),
        ("₹", "INR"),
        ("inr", "INR"),
        ("sek", "SEK"),
        ("nok", "NOK"),
        ("dkk", "DKK"),
        ("cny", "CNY"),
    ];
    match SIGNS.iter().find(|(sign, _)| text.contains(sign)) {
        // `$5m usd` and `us$1m - $5m` name the currency twice.
        Some((sign, code)) => {
            (text.replace(sign, "").replace(['$', '€', '£', '¥', '₹'], "").into(), Some(code))
        }
        None => (text.into(), None),
    }
}

/// Parses a number with its unit; `factor` is the unit if it has none. Returns the unit too.
fn parse_amount(text: &str, factor: i64) -> Option<(i64, i64)> {
    let text = text.trim();
    if let Some(value) = parse_scientific(text) {
        return Some((value, 1));
    }
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '.' || c.is_whitespace());
    let unit = text[digits.len()..].trim().trim_end_matches('.');
    let (factor, has_unit) = match unit {
        "" => (factor, factor != 1),
        "k" | "thousand" | "tsd" => (1_000, true),
        "m" | "mn" | "mm" | "million" | "millions" | "mio" => (1_000_000, true),
        "b" | "bn" | "billion" | "billions" | "mrd" | "md" => (1_000_000_000, true),
        "t" | "tn" | "trillion" => (1_000_000_000_000, true),
        _ => return None,
    };
    let value = parse_decimal(digits, has_unit)? * factor as f64;
    (value.abs() < LARGEST_AMOUNT).then_some((value.round() as i64, factor))
}

/// Parses scientific notation such as `1.2e7`.
fn parse_scientific(text: &str) -> Option<i64> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (number, exponent) = text.split_once('e')?;
    if !number.starts_with(is_digit) || !exponent.ends_with(is_digit) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (value.abs() < LARGEST_AMOUNT).then_some(value.round() as i64)
}

/// Parses a number with or without thousands separators of any country.
fn parse_decimal(text: &str, has_unit: bool) -> Option<f64> {
    let is_separator = |c: char| matches!(c, ',' | '.' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '_');
    if text.is_empty() || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if !text.chars().all(|c| c.is_ascii_digit() || is_separator(c)) {
        return None;
    }
    let decimal_point = text.rfind([',', '.']).filter(|at| {
        let mark = &text[*at..=*at];
        let occurs_once = text.matches(mark).count() == 1;
        let follows_other_mark = text[..*at].contains([',', '.']);
        let groups_thousands = text.len() - at == 4 && !has_unit && !follows_other_mark;
        occurs_once && !groups_thousands
    });
    let mut plain = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            _ if Some(at) == decimal_point => plain.push('.'),
            c if c.is_ascii_digit() => plain.push(c),
            _ => {}
        }
    }
    plain.parse().ok()
}

/// The first year in a text: `1902`, `2012-06-01`, `2013 (1888)`.
pub(in crate::file) fn parse_year(text: &str) -> Option<i16> {
    text.split(|c: char| !c.is_ascii_digit())
        // Eight digits are a date without separators; a spreadsheet may have added a fraction.
        .find(|run| matches!(run.len(), 4 | 8))
        .and_then(|run| run[..4].parse().ok())
        .filter(|year| (1000..=2200).contains(year))
}

/// Parses the email status in the terms of vendors and verifiers.
pub(in crate::file) fn parse_status(text: &str) -> Option<ContactStatus> {
    let word: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Some(match word.as_str() {
        "verified" | "valid" | "deliverable" | "ok" | "good" | "safe" | "true" | "yes" | "active" => {
            ContactStatus::Deliverable
        }
        "risky" | "catchall" | "acceptall" | "catchallverified" | "guessed" | "extrapolated" | "likely"
        | "likelytoengage" | "probable" | "questionable" | "rolebased" | "role" | "webmail"
        | "disposable" => ContactStatus::Risky,
        "invalid" | "undeliverable" | "bounced" | "bounce" | "hardbounce" | "hardbounced" | "bad"
        | "donotmail" | "spamtrap" | "abuse" | "unavailable" | "inactive" => ContactStatus::Undeliverable,
        "unknown"
        | "unverified"
        | "pending"
        | "usermanaged"
        | "updaterequired"
        | "notverified"
        | "false"
        | "no"
        | "pendingmanualfulfillment" => ContactStatus::Unknown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(text: &str) -> (Option<i64>, Option<i64>) {
        let band = parse_band(text).unwrap_or_else(|| panic!("{text}"));
        (band.min, band.max)
    }

    #[test]
    fn numbers_are_parsed_in_all_notations() {
        for text in
            ["1234", "1,234", "1.234", "1 234", "1'234", "1.234k", "1,234 employees", "1234.0", "1,234.00"]
        {
            assert_eq!(band(text), (Some(1234), Some(1234)), "{text}");
        }
        assert_eq!(band("1.2E7"), (Some(12_000_000), Some(12_000_000)));
        assert_eq!(band("11-50"), (Some(11), Some(50)));
        assert_eq!(band("51 to 200"), (Some(51), Some(200)));
        assert_eq!(band("10,001+ employees"), (Some(10_001), None));
        assert_eq!(band("< 10"), (None, Some(10)));
        assert_eq!(band("$1.5M - $10M"), (Some(1_500_000), Some(10_000_000)));
        assert_eq!(band("US$1.5M to $10M"), (Some(1_500_000), Some(10_000_000)));
        assert_eq!(band("$1-10M"), (Some(1_000_000), Some(10_000_000)));
        assert_eq!(band("1,5 Mrd. €"), (Some(1_500_000_000), Some(1_500_000_000)));
        assert_eq!(parse_band("2 Mio. EUR").unwrap().currency, Some("EUR"));
        for text in ["", "many", "50-11", "-5", "12 parsecs", "9999999999999999999"] {
            assert_eq!(parse_band(text), None, "{text}");
        }
    }

    #[test]
    fn lists_are_split_at_their_separator() {
        assert_eq!(split_list("a; b;;c", None, true), ["a", "b", "c"]);
        assert_eq!(split_list("a, b", None, true), ["a", "b"]);
        assert_eq!(split_list("Acme, Inc.", None, false), ["Acme, Inc."]);
        assert_eq!(split_list("['a', 'b']", None, true), ["a", "b"]);
        assert_eq!(split_list("a/b,c", Some('/'), true), ["a", "b,c"]);
    }

    #[test]
    fn placeholders_are_empty_and_real_names_are_not() {
        for text in ["", "  ", "N/A", "null", "\u{a0}", "-", "\0"] {
            assert_eq!(clean(text), None, "{text:?}");
        }
        assert_eq!(clean("=\"+49 30 1\""), Some("+49 30 1"));
        assert_eq!(clean("'+49 30 1"), Some("+49 30 1"));
        assert_eq!((clean("Null"), clean("NA")), (Some("Null"), Some("NA")));
        assert_eq!(one_line("a\r\n  b\0c"), "a b c");
    }

    #[test]
    fn years_and_statuses_are_extracted_from_text() {
        assert_eq!(parse_year("2013 (1888)"), Some(2013));
        assert_eq!(parse_year("2012-06-01"), Some(2012));
        assert_eq!(parse_year("19991231"), Some(1999));
        assert_eq!(parse_year("12"), None);
        assert_eq!(parse_status("Catch-All"), Some(ContactStatus::Risky));
        assert_eq!(parse_status("do_not_mail"), Some(ContactStatus::Undeliverable));
        assert_eq!(parse_status("blue"), None);
    }
}
