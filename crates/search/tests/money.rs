//! Amounts in filters: ranges and bands in one currency and in several.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use jiff::Timestamp;
use proptest::prelude::*;
use records::{Company, Funding, Money, RevenueRange, currency};
use search::{CompanyFilters, MoneyRange};

/// The ends of the usual bands of revenue, in thousands.
const ENDS: [i64; 10] = [0, 250, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];

fn turns_over(min: i64, max: i64, currency: &str) -> Company {
    let revenue = Some(RevenueRange { min: Some(min), max: Some(max), currency: currency.to_owned() });
    Company { revenue, ..Company::default() }
}

fn raised(amount: i64, currency: &str) -> Company {
    let total = Some(Money { amount, currency: currency.to_owned() });
    Company { funding: Some(Funding { total, ..Funding::default() }), ..Company::default() }
}

fn range(min: i64, max: i64, currency: &str) -> Option<MoneyRange> {
    Some(MoneyRange { min: Some(min), max: Some(max), currency: Some(currency.to_owned()) })
}

fn revenue_passes(company: &Company, min: i64, max: i64, currency: &str) -> bool {
    let filters = CompanyFilters { revenue: range(min, max, currency), ..CompanyFilters::default() };
    filters.matches(company, Timestamp::UNIX_EPOCH)
}

fn funding_passes(company: &Company, min: i64, max: i64, currency: &str) -> bool {
    let filters = CompanyFilters { funding_amount: range(min, max, currency), ..CompanyFilters::default() };
    filters.matches(company, Timestamp::UNIX_EPOCH)
}

fn any_currency() -> impl Strategy<Value = &'static str> {
    prop::sample::select(currency::codes().collect::<Vec<_>>())
}

#[test]
fn the_ends_of_a_band_ask_for_that_band_alone_in_every_currency() {
    for code in currency::codes() {
        for asked in ENDS.windows(2) {
            for band in ENDS.windows(2) {
                let company = turns_over(band[0] * 1_000, band[1] * 1_000, code);
                let passes = revenue_passes(&company, asked[0] * 1_000, asked[1] * 1_000, code);
                assert_eq!(passes, asked == band, "{code}: {asked:?} {band:?}");
            }
        }
    }
}

#[test]
fn an_amount_in_a_currency_without_a_rate_passes_no_range() {
    assert!(!revenue_passes(&turns_over(1, 1_000, "XAU"), 0, i64::MAX, "USD"));
    assert!(!funding_passes(&raised(1_000, "XAU"), 0, i64::MAX, "USD"));
    assert!(!funding_passes(&raised(1_000, "USD"), 0, i64::MAX, "XAU"));
}

proptest! {
    #[test]
    fn within_a_currency_amounts_are_compared_exactly(
        code in any_currency(),
        (low, width) in (0..2_000_000_000_i64, 2..2_000_000_000_i64),
        (min, extent) in (0..2_000_000_000_i64, 0..2_000_000_000_i64),
        amount in 0..4_000_000_000_i64,
    ) {
        let (high, max) = (low + width, min + extent);
        // The ends of a band belong to its neighbours.
        let overlaps = low < max && high > min;
        prop_assert_eq!(revenue_passes(&turns_over(low, high, code), min, max, code), overlaps);
        prop_assert_eq!(funding_passes(&raised(amount, code), min, max, code), (min..=max).contains(&amount));
    }

    #[test]
    fn between_currencies_amounts_are_compared_by_their_value(
        (asked, stated) in (any_currency(), any_currency()),
        (min, extent) in (1_000_000..2_000_000_000_i64, 0..2_000_000_000_i64),
        amount in 1..4_000_000_000_i64,
    ) {
        let max = min + extent;
        let dollars = |amount: i64, code: &str| currency::micro_dollars(amount, code).unwrap();
        let value = dollars(amount, stated);
        let within = (dollars(min, asked)..=dollars(max, asked)).contains(&value);
        prop_assert_eq!(funding_passes(&raised(amount, stated), min, max, asked), within);
        // Whoever asks in the other currency for a range of the same value gets the same answer.
        let same = |amount: i64| {
            i64::try_from(i128::from(dollars(amount, asked)) * 1_000_000 / i128::from(dollars(1_000_000, stated))).unwrap()
        };
        let (low, high) = (same(min), same(max));
        if amount > low + 1 && amount < high - 1 {
            prop_assert!(funding_passes(&raised(amount, stated), min, max, asked));
        }
        if amount < low - 1 || amount > high + 1 {
            prop_assert!(!funding_passes(&raised(amount, stated), min, max, asked));
        }
    }
}
