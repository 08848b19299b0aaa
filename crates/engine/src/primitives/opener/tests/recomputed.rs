//! What first lines claim about random careers, compared with a recomputation from a calendar of days.

use std::collections::BTreeSet;

use jiff::civil::{Date, date};
use proptest::prelude::*;
use records::PartialDate;

use super::*;
use crate::primitives::opener::facts::{Arrival, Fact, Lasting, Left, Span};

/// First month of all careers.
const FIRST_YEAR: i16 = 2006;
const COMPANIES: [&str; 3] = ["Acorn", "Birch", "Cedar"];

/// A position by the numbers of its company and months; the end is included.
type Drawn = (usize, u32, Option<u32>);

fn today() -> Date {
    day_of(now())
}

fn month(number: u32) -> PartialDate {
    let (year, month) =
        (FIRST_YEAR + i16::try_from(number / 12).unwrap(), u8::try_from(number % 12 + 1).unwrap());
    PartialDate::month(year, month).unwrap()
}

fn this_month() -> u32 {
    u32::try_from(today().year() - FIRST_YEAR).unwrap() * 12 + u32::try_from(today().month()).unwrap() - 1
}

fn career(drawn: &[Drawn]) -> Person {
    let mut drawn = drawn.to_vec();
    drawn.sort_by_key(|(_, from, _)| std::cmp::Reverse(*from));
    let experience = drawn.iter().map(|(company, from, to)| {
        let text = |date: PartialDate| date.to_string();
        let title = format!("Role {from} {to:?}");
        let to = to.map(|to| text(month(to))).unwrap_or_default();
        position(COMPANIES[*company], &title, &text(month(*from)), &to)
    });
    let experience = experience.collect();
    Person { company: Some(employer("Acorn")), experience, ..person(&[]) }
}

/// The days on which the person was at a company.
fn calendar(drawn: &[Drawn], company: usize) -> BTreeSet<Date> {
    let mut days = BTreeSet::new();
    for (_, from, to) in drawn.iter().filter(|(at, ..)| *at == company) {
        let last = to.map_or(today(), |to| month(to).latest());
        let mut day = month(*from).earliest();
        while day <= last {
            days.insert(day);
            day = day.tomorrow().unwrap();
        }
    }
    days
}

/// First and last day of the run of days that holds the newest day up to `until`; two free months do not break it.
fn run(days: &BTreeSet<Date>, until: Date) -> Option<(Date, Date)> {
    let last = *days.range(..=until).next_back()?;
    let mut first = last;
    for day in days.range(..last).rev() {
        if (first - *day).get_days() > 62 {
            break;
        }
        first = *day;
    }
    Some((first, last))
}

fn months(from: Date, to: Date) -> u32 {
    let number = |day: Date| i32::from(day.year()) * 12 + i32::from(day.month());
    u32::try_from(number(to) - number(from)).unwrap()
}

/// Positions with known months; only the newest one at Acorn may last.
fn careers() -> impl Strategy<Value = Vec<Drawn>> {
    let newest = this_month();
    let one = (0..COMPANIES.len(), 0..newest, 0..80u32)
        .prop_map(move |(company, from, held)| (company, from, Some((from + held).min(newest))));
    (prop::collection::vec(one, 0..6), 0..=newest, any::<bool>()).prop_map(|(mut drawn, from, lasts)| {
        drawn.retain(|(company, start, _)| *company != 0 || *start < from);
        // One position a month at a company, so that titles tell them apart.
        drawn.sort();
        drawn.dedup_by_key(|(company, from, _)| (*company, *from));
        let to = (!lasts).then(|| (from + 3).min(this_month()));
        drawn.push((0, from, to));
        drawn
    })
}

fn check_left(drawn: &[Drawn], since: Date, left: &Left<'_>) -> Result<(), TestCaseError> {
    let company = COMPANIES.iter().position(|name| *name == left.company).unwrap();
    prop_assert_ne!(company, 0);
    let ends: Vec<u32> = drawn
        .iter()
        .filter(|(at, _, to)| *at == company && to.is_some_and(|to| month(to).earliest() <= month_of(since)))
        .filter_map(|(_, _, to)| *to)
        .collect();
    prop_assert!(!ends.is_empty(), "nobody left {} before {since}", left.company);
    if let Some(span) = left.span {
        let (first, last) = run(&calendar(drawn, company), Date::MAX).unwrap();
        // Months of a stay that reaches beyond the move are not compared: the run has another end.
        if last <= month_of(since).last_of_month() {
            prop_assert_eq!(Some(span), Span::of(months(first, last)));
        }
    }
    Ok(())
}

fn month_of(day: Date) -> Date {
    date(day.year(), day.month(), 1)
}

fn check(drawn: &[Drawn]) -> Result<(), TestCaseError> {
    let person = career(drawn);
    let told = tell(&person, None, &[], today());
    let here = calendar(drawn, 0);
    let newest = drawn.iter().rfind(|(company, ..)| *company == 0).unwrap();
    let is_here = newest.2.is_none()
        || drawn.iter().any(|(at, _, to)| *at == 0 && to.is_none_or(|to| month(to).latest() >= today()));
    let since = run(&here, today()).map(|(first, _)| first).unwrap();
    let was_here_before = here.range(..since).next_back().copied();
    let expected_arrival = |arrival: Arrival| match (arrival, was_here_before) {
        (Arrival::First, None) => true,
        (Arrival::Back(away), Some(last)) => away == Span::of(months(last, since)),
        _ => false,
    };
    let mut congratulated = 0;
    for told in &told {
        match &told.fact {
            Fact::Joined { company, when, arrival, left, .. } => {
                congratulated += 1;
                prop_assert!(is_here && *company == Some("Acorn"));
                prop_assert_eq!(when.unwrap().earliest(), since);
                prop_assert!(expected_arrival(*arrival), "{:?} {:?}", arrival, was_here_before);
                if let Some(left) = left {
                    check_left(drawn, since, left)?;
                }
            }
            Fact::NewRole { when, .. } | Fact::Promoted { when, .. } => {
                congratulated += 1;
                prop_assert!(
                    newest.2.is_none_or(|to| month(to).latest() >= today()),
                    "the position has ended"
                );
                prop_assert_eq!(when.unwrap(), month(newest.1));
            }
            Fact::Tenure { lasting: Lasting::For(span), arrival, .. } => {
                prop_assert!(is_here);
                prop_assert_eq!(Some(*span), Span::of(months(since, today())));
                prop_assert!(expected_arrival(*arrival), "{:?} {:?}", arrival, was_here_before);
            }
            Fact::Tenure { .. } => return Err(TestCaseError::fail("every month is known")),
            Fact::Before { title, earlier, .. } => {
                let before = |(at, _, to): &&Drawn| {
                    *at != 0 && to.is_some_and(|to| month(to).earliest() <= month_of(since))
                };
                let last = drawn.iter().filter(before).map(|(_, _, to)| to.unwrap()).max().unwrap();
                let fits = |(at, from, to): &Drawn| {
                    COMPANIES[*at] == *earlier && format!("Role {from} {to:?}") == *title && *to == Some(last)
                };
                prop_assert!(drawn.iter().any(fits), "{} {}", title, earlier);
            }
            Fact::Until { until, .. } => {
                prop_assert!(!is_here);
                let last = drawn.iter().filter_map(|(_, _, to)| *to).max().unwrap();
                prop_assert_eq!(*until, month(last));
            }
            Fact::Beside { .. } | Fact::Experience { .. } => {
                return Err(TestCaseError::fail("all ends are known"));
            }
            _ => {}
        }
    }
    prop_assert!(congratulated <= 1);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn claims_equal_a_recomputation_from_a_calendar(drawn in careers()) {
        check(&drawn)?;
    }

    #[test]
    fn every_sentence_is_whole_in_every_language(drawn in careers()) {
        let person = career(&drawn);
        for language in Language::ALL {
            for line in lines(&person, None, language) {
                prop_assert!(line.ends_with('.') && !line.contains("  ") && !line.contains(" ,"), "{}", line);
                prop_assert!(!line.contains("Some(") || line.contains("Role "), "{}", line);
            }
        }
    }
}
