//! What became of people: their moves, and who has left a company.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Experience, PersonRecord, Signal, SignalKind, keys::PersonQuery};
use search::{PeopleFilters, PeopleSort};
use store::SignalFilter;

use crate::{Candidate, Engine, EngineError, Listed, Resolution};

/// Moves of one person that are looked at.
const MOVES_MAX: usize = 50;
/// Former employees of one company that are looked at.
const FORMER_MAX: usize = 1_000;

/// Somebody who left a company.
#[derive(Debug, Clone)]
pub struct Leaver {
    /// The person.
    pub record: PersonRecord,
    /// The position left; the date it ended is known.
    pub left: Experience,
}

/// A place that sorts what happened later before what happened earlier.
pub fn newest_first(at: Timestamp, rest: &str) -> String {
    format!("{:019} {rest}", i64::MAX - at.as_microsecond())
}

impl Engine {
    /// What happened to a person within a time, the newest first.
    pub async fn moves_of(
        &self,
        person_id: &str,
        kind: SignalKind,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Signal>, EngineError> {
        let mut signals = self.store.signals_of(person_id, MOVES_MAX)?;
        signals.retain(|signal| signal.kind == kind && signal.at >= since && signal.at < until);
        Ok(signals)
    }

    /// Everything that happened to a person or a company lately, the newest first.
    pub async fn news_of(&self, id: &str, limit: usize) -> Result<Vec<Signal>, EngineError> {
        Ok(self.store.signals_of(id, limit)?)
    }

    /// The person of exactly these identifiers.
    pub async fn identified(&self, query: &PersonQuery) -> Result<Option<PersonRecord>, EngineError> {
        let floor = records::matching::MIN_CONFIDENCE_PERSON;
        Ok(match self.person(query, floor, false).await? {
            Resolution::Found(found) => Some(found.record),
            Resolution::NotFound { .. } | Resolution::Disagree { .. } => None,
        })
    }

    /// The people who left a company within a time, the last to leave first, whether or not their next company is
    /// known.
    pub async fn leavers(
        &self,
        domain: &str,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Listed<Leaver>, EngineError> {
        let gone = PeopleFilters {
            past_company_domains: vec![domain.to_owned()],
            exclude_company_domains: vec![domain.to_owned()],
            ..PeopleFilters::default()
        };
        let mut records = self.sorted_people(gone, PeopleSort::RecentlyUpdated, FORMER_MAX, now).await?;
        // A large company has more former employees than are looked at; those known to have moved are among them.
        let filter = SignalFilter {
            since: Some(since),
            until: Some(now),
            from_domain: Some(domain.to_owned()),
            ..SignalFilter::default()
        };
        for moved in self.store.signals(SignalKind::JobChange, &filter, None, FORMER_MAX)? {
            let Some(change) = moved.signal.change else { continue };
            if records.iter().all(|known| known.person.id != change.person_id) {
                records.extend(self.store.person_by_id(&change.person_id)?);
            }
        }
        let mut leavers: Vec<Candidate<Leaver>> = Vec::new();
        for record in records {
            let Some((at, left)) = left_at(&record, domain, now).filter(|(at, _)| *at >= since) else {
                continue;
            };
            let place = newest_first(at, &record.person.id);
            leavers.push(Candidate { place, item: Leaver { record, left } });
        }
        leavers.sort_by(|one, other| one.place.cmp(&other.place));
        Ok(Listed(leavers))
    }
}

/// When a person left a company at the latest, and what they were there; none while they are there, or when nobody
/// knows.
fn left_at(record: &PersonRecord, domain: &str, now: Timestamp) -> Option<(Timestamp, Experience)> {
    let person = &record.person;
    let is_there = |position: &&Experience| position.company.domain.as_deref() == Some(domain);
    if person.company.as_ref().is_some_and(|company| company.domain.as_deref() == Some(domain)) {
        return None;
    }
    let mut left =
        person.experience.iter().filter(is_there).max_by_key(|position| position.ended_at)?.clone();
    // Where nobody says when it ended, it ended when the next position began.
    let next = person.experience.iter().filter(|position| !is_there(position));
    let next =
        next.filter_map(|position| position.started_at).filter(|date| Some(*date) > left.started_at).min();
    left.ended_at = left.ended_at.or(next);
    let ended = left.ended_at?;
    // Of a month or year, the last day counts, but none after the next position began.
    let last = next.map_or(ended.latest(), |next| ended.latest().min(next.earliest()));
    let moment = |day: Date| Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let (first, last) = (moment(ended.earliest())?, moment(last.max(ended.earliest()))?);
    (first < now).then_some((last.min(now), left))
}
