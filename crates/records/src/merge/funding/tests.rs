//! Tests of funding rounds.

use proptest::prelude::*;
use serde_json::json;

use crate::{Claim, Facts, Funding, Signal, merge::merge_company, signal::company_signals};

fn row(source: &str, reference: &str, day: &str, kind: &str, amount: Option<i64>, seen: u8) -> Claim {
    money_row(source, reference, day, kind, amount.map(|amount| (amount, "USD")), seen)
}

fn money_row(
    source: &str,
    reference: &str,
    day: &str,
    kind: &str,
    amount: Option<(i64, &str)>,
    seen: u8,
) -> Claim {
    let amount = amount.map(|(amount, currency)| json!({"amount": amount, "currency": currency}));
    let facts = json!({"name": "Alder One", "fundingRounds": [{"round": kind, "announcedAt": day, "amount": amount}]});
    Claim {
        source: source.to_owned(),
        reference: reference.to_owned(),
        observed_at: format!("2024-01-{seen:02}T00:00:00Z").parse().unwrap(),
        facts: Facts::Company(Box::new(serde_json::from_value(facts).unwrap())),
    }
}

fn funding(claims: &[Claim]) -> Funding {
    merge_company("com_1", claims).funding.unwrap()
}

fn signals(claims: &[Claim]) -> Vec<Signal> {
    company_signals(&merge_company("com_1", claims), claims)
}

fn total(claims: &[Claim]) -> i64 {
    funding(claims).total.unwrap().amount
}

const MILLION: i64 = 1_000_000;

#[test]
fn two_rows_of_one_source_are_two_rounds() {
    let first = row("news", "r1", "2012-12-10", "series_b", Some(30 * MILLION), 1);
    let second = row("news", "r2", "2012-12-21", "series_b", Some(41 * MILLION), 1);
    for claims in [[first.clone(), second.clone()], [second.clone(), first.clone()]] {
        assert_eq!(total(&claims), 71 * MILLION);
        assert_eq!(funding(&claims).rounds.len(), 2);
        let signals = signals(&claims);
        assert_eq!(signals.len(), 2);
        assert_ne!(signals[0].id, signals[1].id);
    }
    // The file is imported again, the second time under other row numbers.
    let again = row("news", "r1", "2012-12-10", "series_b", Some(30 * MILLION), 2);
    let renumbered = row("news", "r7", "2012-12-21", "series_b", Some(41 * MILLION), 3);
    assert_eq!(total(&[first, second, again, renumbered]), 71 * MILLION);
}

#[test]
fn a_round_keeps_its_signal_id_when_another_one_of_its_kind_and_year_is_reported() {
    let first = row("news", "r2", "2012-12-21", "series_b", Some(41 * MILLION), 1);
    let earlier = row("news", "r1", "2012-12-10", "series_b", Some(30 * MILLION), 2);
    let alone = signals(std::slice::from_ref(&first));
    let both = signals(&[earlier, first]);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0].id, alone[0].id, "the newest signal comes first");
    assert_ne!(both[1].id, alone[0].id);
}

#[test]
fn reports_of_two_sources_are_one_round_when_kind_date_and_amount_fit() {
    let known = ("series_b", "2012-12-10", Some((30 * MILLION, "USD")));
    for (kind, day, amount, rounds) in [
        ("Series B", "2012-12-12", Some((30 * MILLION, "USD")), 1),
        ("Series B", "2012-12", Some((30_100_000, "USD")), 1),
        ("unknown", "2012-12-20", Some((30 * MILLION, "USD")), 1),
        ("venture", "2013-02-20", Some((30 * MILLION, "USD")), 1),
        ("series_b", "2012-12-12", None, 1),
        ("series_b", "2012-12-12", Some((23 * MILLION, "EUR")), 1),
        ("series_b", "2012-12-12", Some((31 * MILLION, "USD")), 2),
        ("series_b", "2012-12-12", Some((300 * MILLION, "USD")), 2),
        ("series_c", "2012-12-10", Some((30 * MILLION, "USD")), 2),
        ("debt", "2012-12-10", Some((30 * MILLION, "USD")), 2),
        ("series_b", "2013-06-10", Some((30 * MILLION, "USD")), 2),
        ("series_b", "2013-02-20", None, 2),
    ] {
        let one = money_row("news", "1", known.1, known.0, known.2, 1);
        let other = money_row("filings", "1", day, kind, amount, 2);
        assert_eq!(funding(&[one, other]).rounds.len(), rounds, "{kind} {day} {amount:?}");
    }
}

#[test]
fn a_correction_of_a_row_replaces_what_it_said() {
    let first = row("news", "r1", "2012-12-10", "series_b", Some(30 * MILLION), 1);
    let amount = row("news", "r1", "2012-12-10", "series_b", Some(41 * MILLION), 2);
    let date = row("news", "r1", "2012-12-21", "series_b", Some(41 * MILLION), 3);
    assert_eq!(total(&[first.clone(), amount.clone()]), 41 * MILLION);
    let corrected = funding(&[amount, date]);
    assert_eq!(corrected.rounds.len(), 1);
    assert_eq!(corrected.rounds[0].announced_at.unwrap().to_string(), "2012-12-21");
    // Another kind is another round: a row with the latest round of a company goes on.
    let next = row("news", "r1", "2012-12-30", "series_c", Some(60 * MILLION), 4);
    assert_eq!(funding(&[first, next]).rounds.len(), 2);
}

#[test]
fn totals_are_the_sums_of_a_list_of_rounds() {
    // Each row differs from the one before in one of kind, date and amount.
    let kinds = ["angel", "venture", "series-a", "series-b", "series-c+", "other", "private-equity"];
    let mut claims = Vec::new();
    let mut sum = 0;
    for number in 0..200_i64 {
        let kind = kinds[(number / 40 % 7) as usize];
        let day = format!("2012-{:02}-{:02}", 1 + number / 20 % 12, 1 + number / 5 % 4);
        let amount = (1 + number % 5) * 250_000;
        sum += amount;
        claims.push(row("list", &number.to_string(), &day, kind, Some(amount), 1));
    }
    assert_eq!(funding(&claims).rounds.len(), 200);
    assert_eq!(total(&claims), sum);
    let ids: std::collections::HashSet<String> =
        signals(&claims).into_iter().map(|signal| signal.id).collect();
    assert_eq!(ids.len(), 200);
}

prop_compose! {
    fn report()(
        source in "[a-c]", reference in "[1-3]", day in 1_u8..28, month in 1_u8..6, seen in 1_u8..5,
        kind in "(seed|Seed|series_a|unknown|series_c\\+|series_d|)",
        amount in proptest::option::of(prop_oneof![Just(1_000_000_i64), Just(1_010_000), Just(2_000_000)]),
        currency in "(USD|EUR)",
    ) -> Claim {
        let day = format!("2023-{month:02}-{day:02}");
        money_row(&source, &reference, &day, &kind, amount.map(|amount| (amount, currency.as_str())), seen)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_order_of_reports_makes_no_difference(
        (claims, shuffled) in proptest::collection::vec(report(), 1..9)
            .prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
    ) {
        prop_assert_eq!(funding(&claims), funding(&shuffled));
        prop_assert_eq!(signals(&claims), signals(&shuffled));
    }

    #[test]
    fn a_second_import_makes_no_other_rounds(claims in proptest::collection::vec(report(), 1..9)) {
        let again = claims.iter().map(|claim| Claim {
            observed_at: "2024-02-01T00:00:00Z".parse().unwrap(),
            ..claim.clone()
        });
        let both: Vec<Claim> = claims.iter().cloned().chain(again).collect();
        prop_assert_eq!(funding(&claims).rounds.len(), funding(&both).rounds.len());
        let ids = |claims: &[Claim]| -> Vec<String> {
            let mut ids: Vec<String> = signals(claims).into_iter().map(|signal| signal.id).collect();
            ids.sort();
            ids
        };
        let distinct = ids(&both);
        let mut deduplicated = distinct.clone();
        deduplicated.dedup();
        prop_assert_eq!(distinct, deduplicated, "every round has an id of its own");
    }
}

#[test]
fn a_round_dated_after_its_observation_has_not_happened() {
    let planned = row("news", "r2", "2024-06-01", "series_b", Some(30 * MILLION), 5);
    assert_eq!(merge_company("com_1", std::slice::from_ref(&planned)).funding, None);
    assert_eq!(signals(std::slice::from_ref(&planned)), []);
    let done = row("news", "r1", "2023-05-01", "series_a", Some(8 * MILLION), 5);
    let claims = [planned, done.clone()];
    assert_eq!(funding(&claims), funding(&[done]));
    assert_eq!(signals(&claims).len(), 1);
    // The day of the observation, and a year or a month that has begun, are not in the future.
    for date in ["2024-01-05", "2024-01", "2024"] {
        assert_eq!(
            funding(&[row("news", "r1", date, "series_b", None, 5)]).stage.as_deref(),
            Some("series_b")
        );
    }
}

#[test]
fn a_round_dated_by_its_year_is_not_before_another_of_that_year() {
    let stage = |rounds: &[(&str, &str)]| {
        let rows = rounds.iter().enumerate();
        let claims: Vec<Claim> =
            rows.map(|(no, (day, kind))| row("news", &no.to_string(), day, kind, None, 20)).collect();
        funding(&claims).stage.unwrap()
    };
    for (rounds, expected) in [
        ([("2023", "series_b"), ("2023-03", "series_a")], "series_b"),
        ([("2023", "series_a"), ("2023-03", "series_b")], "series_b"),
        ([("2023-03", "series_b"), ("2023-03-09", "seed")], "series_b"),
        ([("2022", "series_b"), ("2023-03", "series_a")], "series_a"),
        ([("2023-02", "series_b"), ("2023-03", "series_a")], "series_a"),
        // Debt is raised at any stage.
        ([("2023", "series_b"), ("2023-03", "debt")], "debt"),
        ([("2023", "debt"), ("2023-03", "series_a")], "series_a"),
    ] {
        let mut reversed = rounds;
        reversed.reverse();
        assert_eq!([stage(&rounds), stage(&reversed)], [expected, expected], "{rounds:?}");
    }
}
