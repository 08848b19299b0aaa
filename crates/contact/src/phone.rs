//! What a phone number tells of itself: line type, country, and the carrier its range was first given to.

use std::sync::LazyLock;

use records::{LineType, phone::PhoneNumber};

/// The longest prefix that any carrier's range has.
const PREFIX_LIMIT_DIGITS: usize = 12;

/// A run of prefixes of the same length.
struct Range {
    digits: usize,
    first: u64,
    last: u64,
    carrier: &'static str,
}

/// Sorted by length, then by number, so that a prefix is found by binary search.
static RANGES: LazyLock<Vec<Range>> = LazyLock::new(|| {
    let mut ranges: Vec<Range> = include_str!("../data/carriers.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .flat_map(|(carrier, prefixes)| prefixes.split(' ').filter_map(|prefix| range(prefix, carrier)))
        .collect();
    ranges.sort_unstable_by_key(|range| (range.digits, range.first));
    ranges
});

/// What is known of a number without asking anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneFacts<'a> {
    /// What sort of line it is, as far as the numbering plan tells.
    pub line_type: LineType,
    /// ISO 3166-1 alpha-2 code of its country.
    pub country: Option<&'a str>,
    /// The carrier to whom the regulator first gave the number's range. Owners take their numbers along when
    /// they change carriers, so it may be another by now.
    pub carrier: Option<&'static str>,
}

/// What a number tells of itself.
pub fn describe_phone(phone: &PhoneNumber) -> PhoneFacts<'_> {
    let is_mobile = matches!(phone.line_type(), LineType::Mobile | LineType::MobileOrLandline);
    // A number kept for films and examples was never given to a carrier's customer.
    let may_have_carrier = is_mobile && !phone.is_fictional();
    PhoneFacts {
        line_type: phone.line_type(),
        country: phone.country(),
        carrier: if may_have_carrier { carrier_of(phone.e164()) } else { None },
    }
}

/// The longest known prefix decides.
fn carrier_of(e164: &str) -> Option<&'static str> {
    let digits = e164.trim_start_matches('+');
    (1..=digits.len().min(PREFIX_LIMIT_DIGITS)).rev().find_map(|length| {
        let prefix: u64 = digits.get(..length)?.parse().ok()?;
        let after = RANGES.partition_point(|range| (range.digits, range.first) <= (length, prefix));
        let range = RANGES.get(after.checked_sub(1)?)?;
        (range.digits == length && prefix <= range.last).then_some(range.carrier)
    })
}

fn range(prefix: &str, carrier: &'static str) -> Option<Range> {
    let (first, tail) = prefix.split_once('-').unwrap_or((prefix, ""));
    let shared = first.len().checked_sub(tail.len())?;
    let last = format!("{}{tail}", &first[..shared]).parse().ok()?;
    Some(Range { digits: first.len(), first: first.parse().ok()?, last, carrier })
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
    fn a_mobile_tells_its_country_and_first_carrier() {
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
    fn fixed_lines_and_numbers_kept_for_fiction_have_no_carrier() {
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
