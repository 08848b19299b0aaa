//! Job changes of people, and the people who left a company.

use std::collections::{HashMap, HashSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Employer, Experience, PartialDate, PersonRecord, Signal, SignalKind, query::PersonQuery};
use search::PeopleSort;
use store::{Career, SignalFilter, StoredSignal};

use crate::{Account, Candidate, Engine, EngineError, Listed, Resolution};

/// Moves examined per person.
const MOVES_MAX: usize = 50;
/// Former employees examined per company.
const FORMER_MAX: usize = 1_000;

/// A person who left a company.
#[derive(Debug, Clone)]
pub struct Leaver {
    /// The person.
    pub record: PersonRecord,
    /// The position left; the date it ended is known.
    pub left: Experience,
}

/// A cursor position that sorts newer events first.
pub fn newest_first(at: Timestamp, rest: &str) -> String {
    format!("{:019} {rest}", i64::MAX - at.as_microsecond())
}

impl Engine {
    /// What happened to a person within a time, the newest first. Blocks on the database.
    pub fn moves_of(
        &self,
        person_id: &str,
        kind: SignalKind,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<StoredSignal>, EngineError> {
        let mut signals = self.store.signals_of(person_id, MOVES_MAX)?;
        signals.retain(|stored| {
            stored.signal.kind == kind && stored.signal.at >= since && stored.signal.at < until
        });
        Ok(signals)
    }

    /// Everything that happened to a person or a company lately, the newest first. Blocks on the database.
    pub fn news_of(&self, id: &str, limit: usize) -> Result<Vec<Signal>, EngineError> {
        Ok(self.store.signals_of(id, limit)?.into_iter().map(|stored| stored.signal).collect())
    }

    /// The person of exactly these identifiers. Blocks on the database.
    pub fn identified(&self, query: &PersonQuery) -> Result<Option<PersonRecord>, EngineError> {
        let floor = records::matching::MIN_CONFIDENCE_PERSON;
        Ok(match self.person(query, floor, false)? {
            Resolution::Found(found) => Some(found.record),
            Resolution::NotFound { .. } | Resolution::Disagree { .. } => None,
        })
    }

    /// The people who left a company within a time, the last to leave first, whether or not their next company is
    /// known.
    pub async fn leavers(
        &self,
        account: &Account,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Listed<Leaver>, EngineError> {
        let gone = account.former_staff();
        let mut ids = self.ids_of_people(gone, PeopleSort::RecentlyUpdated, FORMER_MAX, now).await?;
        // A large company has more former employees than the limit; add those with a job-change signal.
        let mut moved: HashMap<String, PartialDate> = HashMap::new();
        let filter = SignalFilter {
            since: Some(since),
            until: Some(now),
            from_companies: account.handles.clone(),
            ..SignalFilter::default()
        };
        let signals = self.store.signals(SignalKind::JobChange, &filter, None, FORMER_MAX)?;
        for change in signals.into_iter().filter_map(|stored| stored.signal.change) {
            moved.entry(change.person_id).or_insert(change.changed_at);
        }
        let known: HashSet<String> = ids.iter().cloned().collect();
        ids.extend(moved.keys().filter(|id| !known.contains(*id)).cloned());
        // Careers first: of a large company, few of a thousand left within the time.
        let mut left: Vec<(String, String, Experience)> = Vec::new();
        for career in self.store.careers_by_ids(&ids)?.into_iter().flatten() {
            let moved_at = moved.get(&career.id).copied();
            let found = left_at(&career, account, moved_at, now).filter(|(at, _)| *at >= since);
            left.extend(found.map(|(at, position)| (newest_first(at, &career.id), career.id, position)));
        }
        left.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let ids: Vec<&String> = left.iter().map(|(_, id, _)| id).collect();
        let records = self.store.people_by_ids(&ids)?;
        let leavers = records.into_iter().zip(left).filter_map(|(record, (place, _, left))| {
            Some(Candidate { place, item: Leaver { record: record?, left } })
        });
        Ok(Listed(leavers.collect()))
    }
}

/// The latest date on which a person may have left a company, and the position; none if they are still there or the
/// date is unknown.
fn left_at(
    career: &Career,
    account: &Account,
    moved_at: Option<PartialDate>,
    now: Timestamp,
) -> Option<(Timestamp, Experience)> {
    let is_there = |company: &Employer| account.is(company);
    if career.company.as_ref().is_some_and(is_there) {
        return None;
    }
    let (there, elsewhere): (Vec<&Experience>, Vec<&Experience>) =
        career.experience.iter().partition(|position| is_there(&position.company));
    let next = |position: &Experience| {
        let starts = elsewhere.iter().filter_map(|other| other.started_at);
        starts.filter(|date| position.started_at.is_some_and(|started| *date > started)).min()
    };
    // A position without an end date ended when the next one elsewhere began.
    let ended_at = |position: &Experience| position.ended_at.or_else(|| next(position)).or(moved_at);
    let last = there.into_iter().max_by_key(|position| (ended_at(position), position.started_at))?;
    let ended = ended_at(last)?;
    let left = Experience { ended_at: Some(ended), ..last.clone() };
    // Of a month or year, the last day counts, but none after the next position began.
    let last_day = next(last).map_or(ended.latest(), |next| ended.latest().min(next.earliest()));
    let moment = |day: Date| Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let (first, latest) = (moment(ended.earliest())?, moment(last_day.max(ended.earliest()))?);
    (first < now).then_some((latest.min(now), left))
}
