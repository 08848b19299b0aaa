//! Stays: unbroken runs of positions at one company. A person who came back has two.

use jiff::civil::Date;
use records::{Experience, PartialDate, Person};

use super::workplace::Workplace;

/// Days between two positions at one company that do not break a stay. Of dates that are not known to the day, the
/// smallest distance counts: a return is told only where there was one.
const GAP_DAYS: i32 = 62;

/// A stay at a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stay {
    pub(super) from: PartialDate,
    /// None while it lasts, or when nothing tells whether it has ended.
    pub(super) to: Option<PartialDate>,
    /// Indexes of its positions, the earliest first.
    pub(super) positions: Vec<usize>,
}

impl Stay {
    /// Index of its first position.
    pub(super) fn first(&self) -> usize {
        self.positions.first().copied().unwrap_or(0)
    }

    /// Index of its newest position.
    pub(super) fn newest(&self) -> usize {
        self.positions.last().copied().unwrap_or(0)
    }
}

/// The stays of a person at a company, newest first. Positions without a start are left out: nothing tells when they
/// were.
pub(super) fn stays(person: &Person, company: &Workplace<'_>) -> Vec<Stay> {
    let mut positions: Vec<(usize, &Experience, PartialDate)> = person
        .experience
        .iter()
        .enumerate()
        .filter(|(_, position)| company.is(&position.company))
        .filter_map(|(index, position)| Some((index, position, position.started_at?)))
        .collect();
    // Of positions that began together, the one that lasts is the newer one.
    positions.sort_by_key(|(_, position, from)| (*from, position.ended_at.is_none(), position.ended_at));
    let mut stays: Vec<Stay> = Vec::new();
    for (index, position, from) in positions {
        match stays.last_mut() {
            Some(stay) if reaches(person, company, stay, from) => {
                stay.positions.push(index);
                // A position beside the newer one may last longer; one without an end that the newer one follows
                // ended with its start, and tells nothing.
                let earlier_lasts = stay.to.is_some_and(|to| position.ended_at.is_some_and(|end| end < to));
                if !earlier_lasts {
                    stay.to = position.ended_at;
                }
            }
            _ => stays.push(Stay { from, to: position.ended_at, positions: vec![index] }),
        }
    }
    stays.reverse();
    stays
}

/// Whether a stay lasts until a later position at the same company. Without an end it does, unless the person began
/// elsewhere in between.
fn reaches(person: &Person, company: &Workplace<'_>, stay: &Stay, later: PartialDate) -> bool {
    match stay.to {
        Some(end) => days_between(end.latest(), later.earliest()) <= GAP_DAYS,
        None => {
            let last = person.experience[stay.newest()].started_at;
            !person.experience.iter().any(|other| {
                !company.is(&other.company)
                    && other.started_at.is_some_and(|start| Some(start) > last && start < later)
            })
        }
    }
}

/// Days from one date to a later one; negative when it is not later.
pub(super) fn days_between(from: Date, to: Date) -> i32 {
    to.since(from).map_or(i32::MAX, |span| span.get_days())
}

/// Whole months between two dates, if both are known to the month. A day that is not known is the first.
pub(super) fn whole_months(from: PartialDate, to: PartialDate) -> Option<u32> {
    if !from.is_exact_to_month() || !to.is_exact_to_month() {
        return None;
    }
    let months = from.months_until(to);
    let unfinished =
        to.earliest().day() < from.earliest().day() && to.earliest() != to.latest().last_of_month();
    let is_day = |date: PartialDate| date.earliest() == date.latest();
    Some(if unfinished && is_day(from) && is_day(to) { months.saturating_sub(1) } else { months })
}

/// Whether something happened at most so many days ago, and not in the future.
pub(super) fn is_news(date: PartialDate, today: Date, days: i32) -> bool {
    days_between(date.latest(), today) <= days && date.earliest() <= today
}
