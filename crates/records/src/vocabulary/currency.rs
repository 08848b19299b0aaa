//! Currencies: the reference rates of one day, by which amounts in different currencies are compared.
//!
//! The rates are part of the program, so that the same data gives the same answer; answers that compare amounts name
//! their date.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::civil::Date;

const TABLE: &str = include_str!("../../data/reference_rates.txt");

/// The currency of an amount in a filter that names none.
pub const DEFAULT: &str = "USD";

/// Rates are kept in whole millionths: the table has at most five decimals.
const RATE_DECIMALS: usize = 6;
/// Amounts are compared in millionths of a dollar: fine enough that no two amounts of one currency become equal.
const MICRO: i128 = 1_000_000;

struct Rates {
    date: Date,
    /// Millionths of a unit for one euro, by code.
    per_euro: BTreeMap<&'static str, i128>,
}

static RATES: LazyLock<Rates> = LazyLock::new(|| {
    let mut rates = Rates { date: Date::ZERO, per_euro: BTreeMap::new() };
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("date", date)) => rates.date = date.parse().unwrap_or(Date::ZERO),
            Some((code, rate)) => {
                let (whole, decimals) = rate.split_once('.').unwrap_or((rate, ""));
                let digits = format!("{whole}{decimals:0<RATE_DECIMALS$}");
                rates.per_euro.extend(digits.parse().ok().map(|rate| (code, rate)));
            }
            None => {}
        }
    }
    rates
});

/// The day of the reference rates.
pub fn rates_date() -> Date {
    RATES.date
}

/// Codes of the currencies that have a rate.
pub fn codes() -> impl Iterator<Item = &'static str> {
    RATES.per_euro.keys().copied()
}

/// The code of a currency that has a rate, in any case.
pub fn code(written: &str) -> Option<&'static str> {
    codes().find(|code| code.eq_ignore_ascii_case(written.trim()))
}

/// An amount in millionths of a dollar at the reference rates, rounded down; none if the currency has no rate. A larger
/// amount of a currency never becomes a smaller one; amounts beyond the range end at its limit.
pub fn micro_dollars(amount: i64, currency: &str) -> Option<i64> {
    let dollars = RATES.per_euro.get("USD")?;
    let units = RATES.per_euro.get(code(currency)?)?;
    let converted = (i128::from(amount) * MICRO).checked_mul(*dollars)?.div_euclid(*units);
    Some(i64::try_from(converted).unwrap_or(if converted < 0 { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#') && !line.starts_with("date "));
        assert_eq!(codes().count(), lines.count());
        assert!(codes().count() >= 30);
        assert_eq!(rates_date().to_string(), "2024-06-28");
        assert!(RATES.per_euro.values().all(|rate| *rate > 0));
    }

    #[test]
    fn amounts_are_converted_at_the_reference_rates() {
        assert_eq!(micro_dollars(5, "USD"), Some(5_000_000));
        assert_eq!(micro_dollars(1_000_000, "eur"), Some(1_070_500_000_000));
        // 1.0705 dollars for 0.84638 pounds.
        assert_eq!(micro_dollars(1_000_000, "GBP"), Some(1_264_798_317_540));
        assert_eq!(micro_dollars(1, "XAU"), None);
        assert_eq!(micro_dollars(i64::MAX, "GBP"), Some(i64::MAX));
    }

    proptest! {
        #[test]
        fn the_order_of_two_amounts_of_a_currency_is_kept(one in -9_000_000_000_i64..9_000_000_000, other in -9_000_000_000_i64..9_000_000_000, at in 0..30_usize) {
            let code = codes().nth(at).unwrap();
            let (first, second) = (micro_dollars(one, code).unwrap(), micro_dollars(other, code).unwrap());
            prop_assert_eq!(one.cmp(&other), first.cmp(&second), "{}", code);
        }
    }
}
