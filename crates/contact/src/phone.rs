//! Facts derived from a phone number: line type, country, and the carrier its range was first assigned to.

use std::sync::LazyLock;

use records::{LineType, phone::PhoneNumber};

/// Length of the longest carrier prefix.
const PREFIX_LIMIT_DIGITS: usize = 12;

/// A range of prefixes of the same length.
struct NumberBlock {
    digits: usize,
    first: u64,
    last: u64,
    carrier: &'static str,
}

/// Carrier ranges, sorted by length and number for binary search.
static RANGES: LazyLock<Vec<NumberBlock>> = LazyLock::new(|| {
    let mut ranges: Vec<NumberBlock> = include_str!("../data/carriers.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .flat_map(|(carrier, prefixes)| prefixes.split(' ').filter_map(|prefix| range(prefix, carrier)))
        .collect();
    ranges.sort_unstable_by_key(|range| (range.digits, range.first));
    ranges
});

/// Facts derived from a number without a lookup service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneFacts<'a> {
    /// Line type according to the numbering plan.
    pub line_type: LineType,
    /// ISO 3166-1 alpha-2 code of the country.
    pub country: Option<&'a str>,
    /// The carrier to which the number's range was first assigned. After number portability it may be another one.
    pub carrier: Option<&'static str>,
}

/// Derives the facts of a number.
pub fn describe_phone(phone: &PhoneNumber) -> PhoneFacts<'_> {
    let is_mobile = matches!(phone.line_type(), LineType::Mobile | LineType::MobileOrLandline);
    // Numbers reserved for fiction belong to no carrier.
    let may_have_carrier = is_mobile && !phone.is_fictional();
    PhoneFacts {
        line_type: phone.line_type(),
        country: phone.country(),
        carrier: if may_have_carrier { carrier_of(phone.e164()) } else { None },
    }
}

/// Finds the carrier by the longest matching prefix.
fn carrier_of(e164: &str) -> Option<&'static str> {
    let digits = e164.trim_start_matches('+');
    (1..=digits.len().min(PREFIX_LIMIT_DIGITS)).rev().find_map(|length| {
        let prefix: u64 = digits.get(..length)?.parse().ok()?;
        let after = RANGES.partition_point(|range| (range.digits, range.first) <= (length, prefix));
        let range = RANGES.get(after.checked_sub(1)?)?;
        (range.digits == length && prefix <= range.last).then_some(range.carrier)
    })
}

fn range(prefix: &str, carrier: &'static str) -> Option<NumberBlock> {
    let (first, tail) = prefix.split_once('-').unwrap_or((prefix, ""));
    let shared = first.len().checked_sub(tail.len())?;
    let last = format!("{}{tail}", &first[..shared]).parse().ok()?;
    Some(NumberBlock { digits: first.len(), first: first.parse().ok()?, last, carrier })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(number: &str) -> (LineType, Option<String>, Option<&'static str>) {
        let phone = PhoneNumber::parse(number, None).unwrap();
        let facts = describe_phone(&phone);
        (facts.line_type, facts.country.map(str::to_owned), facts.carrier)
    }

    #[test]
    fn a_mobile_number_has_its_country_and_first_carrier() {
        for (number, country, carrier) in [
            ("+447999123456", "GB", "O2"),
            ("+447988123456", "GB", "Three"),
            ("+491711234567", "DE", "T-Mobile"),
            ("+33612345678", "FR", "SFR"),
        ] {
            assert_eq!(
                facts(number),
                (LineType::Mobile, Some(country.to_owned()), Some(carrier)),
                "{number}"
            );
        }
    }

    #[test]
    fn landlines_and_fictional_numbers_have_no_carrier() {
        assert_eq!(facts("+4930901820"), (LineType::Landline, Some("DE".to_owned()), None));
        assert_eq!(facts("+447700900123").2, None);
    }

    #[test]
    fn every_line_of_the_table_is_read_and_no_two_ranges_overlap() {
        let written = include_str!("../data/carriers.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once('\t').unwrap().1.split(' ').count())
            .sum::<usize>();
        assert_eq!(RANGES.len(), written);
        for pair in RANGES.windows(2) {
            let apart = pair[0].digits < pair[1].digits || pair[0].last < pair[1].first;
            assert!(apart && pair[0].first <= pair[0].last, "{} {}", pair[0].first, pair[1].first);
        }
        assert!(RANGES.iter().all(|range| range.digits <= PREFIX_LIMIT_DIGITS));
        let numbers: u64 = RANGES.iter().map(|range| range.last - range.first + 1).sum();
        assert_eq!(numbers, 28_955);
    }
}
