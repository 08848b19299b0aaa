//! Coworkers: people with overlapping time at the same employer.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Company, Employer, Experience, PartialDate, Person, PersonRecord, keys::employer_handle};
use schemars::JsonSchema;
use search::PeopleSort;
use serde::Serialize;
use store::Career;

use crate::{Account, Engine, EngineError};

/// Employers examined per person, the newest first.
const EMPLOYERS_MAX: usize = 10;
/// People of one employer that are compared.
const COLLEAGUES_MAX: usize = 200;
/// People returned per employer: a large one must not displace the others.
const PER_EMPLOYER_MAX: usize = 8;
/// People returned in all.
const COWORKERS_MAX: usize = 25;

/// A former or present colleague.
#[derive(Debug, Clone)]
pub struct Coworker {
    /// The colleague.
    pub record: PersonRecord,
    /// When and where the two worked together.
    pub shared: SharedTime,
    /// How likely they know each other well: more for longer, smaller and nearer.
    pub strength: f64,
}

/// Time two people worked at the same company.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SharedTime {
    /// The company.
    pub company: Employer,
    /// First common month, as exactly as it is known.
    pub from: PartialDate,
    /// Last common month; absent while both are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<PartialDate>,
    /// Months of overlap.
    pub months: u32,
}

/// A colleague before the record is read.
struct Colleague {
    shared: SharedTime,
    strength: f64,
}

impl Engine {
    /// The people a person has worked with, those they likely know best first.
    pub async fn coworkers(&self, person: &Person, now: Timestamp) -> Result<Vec<Coworker>, EngineError> {
        let today = now.to_zoned(TimeZone::UTC).date();
        let mut found: HashMap<String, Colleague> = HashMap::new();
        for (handle, employer) in employers(&person.experience) {
            let Some(account) = self.account_of_employer(employer, person.location.as_ref())? else {
                continue;
            };
            let size = account.company().and_then(Company::employees).map(|range| range.min);
            let mut here: Vec<(String, Colleague)> = Vec::new();
            for Career { id, experience, .. } in self.ever_at(&account, now).await? {
                if id == person.id {
                    continue;
                }
                let shared = shared_time(&person.experience, &experience, &handle, today);
                let Some((shared, same_department)) = shared else { continue };
                let strength = strength(shared.months, size, same_department);
                here.push((id, Colleague { shared, strength }));
            }
            here.sort_by(by_strength);
            for (id, colleague) in here.into_iter().take(PER_EMPLOYER_MAX) {
                let stronger = found.get(&id).is_none_or(|known| known.strength < colleague.strength);
                if stronger {
                    found.insert(id, colleague);
                }
            }
        }
        let mut strongest: Vec<(String, Colleague)> = found.into_iter().collect();
        strongest.sort_by(by_strength);
        strongest.truncate(COWORKERS_MAX);
        let ids: Vec<&String> = strongest.iter().map(|(id, _)| id).collect();
        let records = self.store.people_by_ids(&ids)?;
        let coworkers = records.into_iter().zip(strongest).filter_map(|(record, (_, colleague))| {
            Some(Coworker { record: record?, shared: colleague.shared, strength: colleague.strength })
        });
        Ok(coworkers.collect())
    }

    /// The careers of present and former staff of a company, up to the limit.
    async fn ever_at(&self, account: &Account, now: Timestamp) -> Result<Vec<Career>, EngineError> {
        let (sort, limit) = (PeopleSort::default(), COLLEAGUES_MAX / 2);
        let mut ids = self.ids_of_people(account.staff(), sort, limit, now).await?;
        ids.extend(self.ids_of_people(account.former_staff(), sort, limit, now).await?);
        Ok(self.store.careers_by_ids(&ids)?.into_iter().flatten().collect())
    }
}

/// The employers of a career as keys: two people worked together only where they have one in common.
pub fn employer_keys(career: &[Experience]) -> Vec<String> {
    employers(career).into_iter().map(|(handle, _)| handle).collect()
}

/// The longest time that people of two careers worked together anywhere.
pub fn longest_shared_time(one: &[Experience], other: &[Experience], now: Timestamp) -> Option<SharedTime> {
    let today = now.to_zoned(TimeZone::UTC).date();
    let shared = employers(one).into_iter().filter_map(|(handle, _)| shared_time(one, other, &handle, today));
    shared.map(|(shared, _)| shared).max_by_key(|shared| shared.months)
}

fn by_strength(one: &(String, Colleague), other: &(String, Colleague)) -> std::cmp::Ordering {
    other.1.strength.total_cmp(&one.1.strength).then_with(|| one.0.cmp(&other.0))
}

/// The employers of a career with their handles, the newest first, each once.
fn employers(career: &[Experience]) -> Vec<(String, &Employer)> {
    let mut employers: Vec<(String, &Employer)> = Vec::new();
    for position in career {
        let handle = stated_handle(&position.company);
        if let Some(handle) = handle.filter(|handle| employers.iter().all(|(known, _)| known != handle)) {
            employers.push((handle, &position.company));
        }
    }
    employers.truncate(EMPLOYERS_MAX);
    employers
}

/// The handle of an employer as its sources state it, whether or not its record was looked up.
fn stated_handle(employer: &Employer) -> Option<String> {
    let stated = || employer_handle(&Employer { id: None, ..employer.clone() });
    employer.domain.clone().or_else(stated)
}

/// Months of overlap, weighted up for a small company and for a common department.
fn strength(months: u32, size: Option<u32>, same_department: bool) -> f64 {
    let crowd = f64::from(size.unwrap_or(100).max(2)).ln();
    let closeness = if same_department { 2.0 } else { 1.0 };
    (f64::from(months) * closeness / crowd * 1_000.0).round() / 1_000.0
}

/// The time two people spent at a company together, and whether in one department.
fn shared_time(
    one: &[Experience],
    other: &[Experience],
    handle: &str,
    today: Date,
) -> Option<(SharedTime, bool)> {
    let is_here = |position: &&Experience| stated_handle(&position.company).as_deref() == Some(handle);
    let mine: Vec<&Experience> = one.iter().filter(is_here).collect();
    let theirs: Vec<&Experience> = other.iter().filter(is_here).collect();
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut same_department = false;
    for (mine, theirs) in mine.iter().flat_map(|mine| theirs.iter().map(move |theirs| (mine, theirs))) {
        let Some(stretch) = Stretch::common(mine, theirs, today) else { continue };
        same_department |= mine.departments.iter().any(|department| theirs.departments.contains(department));
        stretches.push(stretch);
    }
    stretches.sort_by_key(|stretch| stretch.from);
    let from = stretches.first()?.from;
    let last = stretches.iter().max_by_key(|stretch| stretch.until)?;
    let (to, mut months, mut counted) = (last.to, 0, from);
    // Two positions at one company are one stay, and a month of both is one month.
    for stretch in &stretches {
        months += stretch.from.max(counted).months_until(stretch.until);
        counted = counted.max(stretch.until);
    }
    let company = mine.first()?.company.clone();
    Some((SharedTime { company, from, to, months }, same_department))
}

/// Time that two positions have in common.
struct Stretch {
    from: PartialDate,
    /// Absent while both are held.
    to: Option<PartialDate>,
    /// The end, or today.
    until: PartialDate,
}

impl Stretch {
    /// Only what is known to overlap does: a position without a start overlaps with nothing.
    fn common(mine: &Experience, theirs: &Experience, today: Date) -> Option<Self> {
        let from = mine.started_at?.max(theirs.started_at?);
        let to = match (mine.ended_at, theirs.ended_at) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
        let until = to.unwrap_or_else(|| PartialDate::day(today));
        (from.months_until(until) > 0).then_some(Self { from, to, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(positions: &[(&str, &str, Option<&str>)]) -> Person {
        let position = |(domain, from, to): &(&str, &str, Option<&str>)| Experience {
            company: Employer { domain: Some((*domain).into()), ..Employer::default() },
            started_at: Some(from.parse().unwrap()),
            ended_at: to.map(|to| to.parse().unwrap()),
            ..Experience::default()
        };
        Person { experience: positions.iter().map(position).collect(), ..Person::default() }
    }

    fn now() -> Timestamp {
        "2026-03-04T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn only_months_that_overlap_are_shared() {
        let one = person(&[("a.example", "2020-01", Some("2022-01"))]);
        let other = person(&[("a.example", "2021-01", Some("2024-01"))]);
        let shared = longest_shared_time(&one.experience, &other.experience, now()).unwrap();
        assert_eq!((shared.months, shared.from.to_string()), (12, "2021-01".to_owned()));
        let later = person(&[("a.example", "2022-01", None)]);
        assert_eq!(
            longest_shared_time(&one.experience, &later.experience, now()),
            None,
            "one left when the other came"
        );
        let elsewhere = person(&[("b.example", "2020-01", None)]);
        assert_eq!(longest_shared_time(&one.experience, &elsewhere.experience, now()), None);
    }

    #[test]
    fn those_still_there_share_the_time_until_today() {
        let one = person(&[("a.example", "2025-03", None)]);
        let other = person(&[("a.example", "2025-12", None)]);
        let shared = longest_shared_time(&one.experience, &other.experience, now()).unwrap();
        assert_eq!((shared.months, shared.to), (3, None));
    }

    #[test]
    fn several_positions_at_one_company_are_one_stay() {
        let one =
            person(&[("a.example", "2020-01", Some("2021-01")), ("a.example", "2021-01", Some("2022-01"))]);
        let other = person(&[("a.example", "2020-01", Some("2022-01"))]);
        assert_eq!(longest_shared_time(&one.experience, &other.experience, now()).unwrap().months, 24);
        let twice =
            person(&[("a.example", "2020-01", Some("2022-01")), ("a.example", "2021-01", Some("2022-01"))]);
        assert_eq!(
            longest_shared_time(&twice.experience, &other.experience, now()).unwrap().months,
            24,
            "no month counts twice"
        );
        let still = person(&[("a.example", "2021-01", Some("2022-01")), ("a.example", "2022-01", None)]);
        let long = person(&[("a.example", "2021-03", None)]);
        let shared = longest_shared_time(&still.experience, &long.experience, now()).unwrap();
        assert_eq!((shared.months, shared.from.to_string(), shared.to), (60, "2021-03".to_owned(), None));
    }

    #[test]
    fn a_small_team_and_a_common_department_bring_people_nearer() {
        assert!(strength(12, Some(10), false) > strength(12, Some(10_000), false));
        assert!(strength(12, Some(10), true) > strength(12, Some(10), false));
        assert!(strength(24, None, false) > strength(12, None, false));
    }
}
