//! Stays: unbroken runs of positions at one company. A person who came back has two.

use records::{Employer, Experience, PartialDate, Person};

/// Months between two positions at one company that do not break a stay.
const GAP_MONTHS: u32 = 2;

/// A stay at a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stay {
    pub(super) from: PartialDate,
    /// None while it lasts.
    pub(super) to: Option<PartialDate>,
    /// Index of the first position.
    pub(super) first: usize,
}

/// The stays of a person at a company, newest first. Positions without a start are left out: nothing tells when they
/// were.
pub(super) fn stays(person: &Person, company: &Employer) -> Vec<Stay> {
    let mut positions: Vec<(usize, &Experience, PartialDate)> = person
        .experience
        .iter()
        .enumerate()
        .filter(|(_, position)| is_at(&position.company, company))
        .filter_map(|(index, position)| Some((index, position, position.started_at?)))
        .collect();
    positions.sort_by_key(|(_, _, from)| std::cmp::Reverse(*from));
    let mut stays: Vec<Stay> = Vec::new();
    for (first, position, from) in positions {
        match stays.last_mut() {
            Some(later) if reaches(person, company, position, later.from) => {
                (later.from, later.first) = (from, first);
                // A position beside the newer one may have lasted longer.
                later.to = later.to.and_then(|to| Some(to.max(position.ended_at?)));
            }
            _ => stays.push(Stay { from, to: position.ended_at, first }),
        }
    }
    stays
}

/// Whether a position lasts until a later one at the same company. Without an end it does, unless the person worked
/// elsewhere in between.
fn reaches(person: &Person, company: &Employer, position: &Experience, later: PartialDate) -> bool {
    match position.ended_at {
        Some(end) => end.months_until(later) <= GAP_MONTHS,
        None => !person.experience.iter().any(|other| {
            !is_at(&other.company, company)
                && other.started_at.is_some_and(|start| Some(start) > position.started_at && start < later)
        }),
    }
}

fn is_at(there: &Employer, company: &Employer) -> bool {
    let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
    same(&there.domain, &company.domain) || same(&there.name, &company.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(positions: &[(&str, &str, &str)]) -> Person {
        let date = |text: &str| text.parse().ok();
        let experience = positions.iter().map(|(company, from, to)| Experience {
            company: Employer { name: Some((*company).into()), ..Employer::default() },
            started_at: date(from),
            ended_at: date(to),
            ..Experience::default()
        });
        Person { experience: experience.collect(), ..Person::default() }
    }

    fn at_acorn(positions: &[(&str, &str, &str)]) -> Vec<(String, Option<String>)> {
        let acorn = Employer { name: Some("Acorn".into()), ..Employer::default() };
        let stays = stays(&person(positions), &acorn);
        stays.iter().map(|stay| (stay.from.to_string(), stay.to.map(|to| to.to_string()))).collect()
    }

    fn stay(from: &str, to: &str) -> (String, Option<String>) {
        (from.to_owned(), (!to.is_empty()).then(|| to.to_owned()))
    }

    #[test]
    fn a_return_is_a_stay_of_its_own() {
        let back =
            [("Acorn", "2026-11", ""), ("Birch", "2021-03", "2026-10"), ("Acorn", "2001-05", "2004-12")];
        assert_eq!(at_acorn(&back), [stay("2026-11", ""), stay("2001-05", "2004-12")]);
    }

    #[test]
    fn positions_that_follow_each_other_or_overlap_are_one_stay() {
        let risen = [("Acorn", "2020-01", ""), ("Acorn", "2016-04", "2019-12")];
        assert_eq!(at_acorn(&risen), [stay("2016-04", "")]);
        let beside = [("Acorn", "2018-01", "2019-06"), ("Acorn", "2016-04", "2020-02")];
        assert_eq!(at_acorn(&beside), [stay("2016-04", "2020-02")]);
        assert_eq!(at_acorn(&[("Acorn", "2020", ""), ("Acorn", "2016", "")]), [stay("2016", "")]);
    }

    #[test]
    fn a_position_without_end_ends_when_the_person_worked_elsewhere() {
        let elsewhere = [("Acorn", "2020", ""), ("Birch", "2018", "2020"), ("Acorn", "2016", "")];
        assert_eq!(at_acorn(&elsewhere), [stay("2020", ""), stay("2016", "")]);
        assert!(at_acorn(&[("Birch", "2018", "")]).is_empty());
    }
}
