//! Signals of people: job changes and promotions, from the career and from successive claims.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::{
    Announcement, Change, Signal, SignalKind, employer_key, same_employer, signal_id, sources, start_of,
};
use crate::{
    Claim, Employer, Experience, Facts, PartialDate, PersonFacts, PersonRecord, Seniority, title::read_title,
};

/// Maximum age of a signal relative to the newest claim.
const MAX_AGE_DAYS: i64 = 730;
/// Maximum distance between a post about a new role and the start of the role.
const ANNOUNCED_WITHIN_DAYS: i64 = 120;

/// The recent moves of a person.
pub fn person_signals(record: &PersonRecord, claims: &[Claim]) -> Vec<Signal> {
    let Some(newest) = record.person.updated_at else { return Vec::new() };
    let oldest = newest - SignedDuration::from_hours(24 * MAX_AGE_DAYS);
    let mut signals = dated_moves(record, claims);
    // A move without a date can only be inferred from two successive claims.
    if claims.len() > 1 {
        let undated = undated_move(record, claims);
        // If a dated move to the same company is known, the undated one is the same move.
        let is_known = |arrival: &Signal| signals.iter().any(|known| is_same_arrival(known, arrival));
        let unknown = undated.filter(|arrival| !is_known(arrival));
        signals.extend(unknown);
        signals.extend(undated_promotion(record, claims));
    }
    signals.retain(|signal| signal.at >= oldest && signal.at <= newest + SignedDuration::from_hours(24 * 31));
    signals
}

/// Moves into positions with a start date known to the month.
fn dated_moves(record: &PersonRecord, claims: &[Claim]) -> Vec<Signal> {
    // A position without a start is sorted by its end, before a position that starts then.
    let mut positions: Vec<(PartialDate, &Experience)> = record
        .person
        .experience
        .iter()
        .filter_map(|position| Some((position.started_at.or(position.ended_at)?, position)))
        .collect();
    positions.sort_by_key(|(date, position)| std::cmp::Reverse((*date, position.started_at.is_some())));
    let pairs = positions.iter().zip(positions.iter().skip(1));
    let known = pairs.filter(|((_, to), _)| to.started_at.is_some_and(PartialDate::is_exact_to_month));
    known.filter_map(|((start, to), (_, from))| moved(record, claims, from, to, *start)).collect()
}

fn moved(
    record: &PersonRecord,
    claims: &[Claim],
    from: &Experience,
    to: &Experience,
    at: PartialDate,
) -> Option<Signal> {
    let kind = if same_employer(&from.company, &to.company) {
        // `Seniority` is ordered from the highest down.
        (to.seniority? < from.seniority?).then_some(SignalKind::Promotion)?
    } else {
        // Two simultaneous positions are not a move.
        let left = from.ended_at.is_some() || was_current_before(claims, &from.company, &to.company);
        left.then_some(SignalKind::JobChange)?
    };
    Some(signal(record, claims, kind, from, to, at))
}

/// A move inferred from claims that state first one employer and later another.
fn undated_move(record: &PersonRecord, claims: &[Claim]) -> Option<Signal> {
    let to = record.person.experience.first()?;
    let current = record.person.company.as_ref()?;
    if to.started_at.is_some() || !same_employer(current, &to.company) {
        return None;
    }
    let first_seen = stated_employers(claims)
        .filter(|(_, employer)| same_employer(employer, &to.company))
        .map(|(claim, _)| claim.observed_at)
        .min()?;
    let (_, before) = stated_employers(claims)
        .filter(|(claim, employer)| claim.observed_at < first_seen && !same_employer(employer, &to.company))
        .max_by_key(|(claim, _)| claim.observed_at)?;
    let from = record.person.experience.iter().find(|position| same_employer(&position.company, &before))?;
    let day = PartialDate::day(first_seen.to_zoned(TimeZone::UTC).date());
    Some(signal(record, claims, SignalKind::JobChange, from, to, day))
}

/// Whether two moves are to the same company.
fn is_same_arrival(one: &Signal, other: &Signal) -> bool {
    let companies = one.company.as_ref().zip(other.company.as_ref());
    one.kind == other.kind && companies.is_some_and(|(one, other)| same_employer(one, other))
}

/// A promotion inferred from one source that stated a lower title at the same employer before. Different titles of two
/// sources are a conflict, not a promotion.
fn undated_promotion(record: &PersonRecord, claims: &[Claim]) -> Option<Signal> {
    let to = record.person.experience.first()?;
    let current = record.person.company.as_ref()?;
    let rank = to.seniority?;
    if to.started_at.is_some() || !same_employer(current, &to.company) {
        return None;
    }
    let here: Vec<(&Claim, Seniority, &str)> = stated_titles(claims, &to.company).collect();
    // The first claim with this rank, from any source; only older titles of its source count as the previous title.
    let (first_with_rank, _, _) =
        here.iter().filter(|(_, stated, _)| *stated <= rank).min_by_key(|(claim, ..)| claim.observed_at)?;
    let before = here.iter().filter(|(claim, stated, _)| {
        claim.source == first_with_rank.source
            && claim.observed_at < first_with_rank.observed_at
            && *stated > rank
    });
    let (_, seniority, title) = before.max_by_key(|(claim, ..)| claim.observed_at)?;
    let from = Experience {
        company: to.company.clone(),
        title: Some((*title).to_owned()),
        seniority: Some(*seniority),
        ..Experience::default()
    };
    let day = PartialDate::day(first_with_rank.observed_on());
    Some(signal(record, claims, SignalKind::Promotion, &from, to, day))
}

/// The title that each claim states at an employer, with its seniority.
fn stated_titles<'a>(
    claims: &'a [Claim],
    employer: &'a Employer,
) -> impl Iterator<Item = (&'a Claim, Seniority, &'a str)> {
    person_facts(claims).filter_map(move |(claim, facts)| {
        let stated = Employer {
            name: facts.company_name.clone(),
            domain: facts.company_domain.clone(),
            ..Employer::default()
        };
        let title = facts.title.as_deref().filter(|_| same_employer(&stated, employer))?;
        Some((claim, read_title(title).seniority?, title))
    })
}

fn person_facts(claims: &[Claim]) -> impl Iterator<Item = (&Claim, &PersonFacts)> {
    claims.iter().filter_map(|claim| match &claim.facts {
        Facts::Person(facts) => Some((claim, &**facts)),
        Facts::Company(_) | Facts::Job(_) => None,
    })
}

/// The current employer that each claim states.
fn stated_employers(claims: &[Claim]) -> impl Iterator<Item = (&Claim, Employer)> {
    person_facts(claims).filter_map(|(claim, facts)| {
        let employer = Employer {
            name: facts.company_name.clone(),
            domain: facts.company_domain.clone(),
            ..Employer::default()
        };
        (employer.name.is_some() || employer.domain.is_some()).then_some((claim, employer))
    })
}

fn was_current_before(claims: &[Claim], from: &Employer, to: &Employer) -> bool {
    let last_at = |wanted: &Employer| {
        stated_employers(claims)
            .filter(|(_, employer)| same_employer(employer, wanted))
            .map(|(claim, _)| claim.observed_at)
            .max()
    };
    match (last_at(from), last_at(to)) {
        (Some(from), Some(to)) => from < to,
        _ => false,
    }
}

fn signal(
    record: &PersonRecord,
    claims: &[Claim],
    kind: SignalKind,
    from: &Experience,
    to: &Experience,
    at: PartialDate,
) -> Signal {
    let person = &record.person;
    let announcement = announcement(claims, start_of(at));
    let url = announcement.as_ref().map(|post| post.url.clone());
    let reporting = stated_employers(claims)
        .filter(|(_, employer)| same_employer(employer, &to.company))
        .map(|(claim, _)| (claim, url.clone()));
    let title = to.title.as_deref().unwrap_or_default().to_lowercase();
    Signal {
        id: signal_id(kind, &[&person.id, &employer_key(&from.company), &employer_key(&to.company), &title]),
        kind,
        at: start_of(at),
        company: Some(to.company.clone()),
        funding: None,
        acquisition: None,
        job: None,
        sources: sources(reporting),
        company_change: None,
        change: Some(Change {
            person_id: person.id.clone(),
            full_name: person.full_name.clone(),
            network_url: person.network_url.clone(),
            old_title: from.title.clone(),
            old_company: from.company.clone(),
            new_title: to.title.clone(),
            seniority: to.seniority,
            departments: to.departments.clone(),
            country: person.location.as_ref().and_then(|location| location.country.clone()),
            changed_at: at,
            announcement,
        }),
    }
}

fn announcement(claims: &[Claim], at: Timestamp) -> Option<Announcement> {
    let max_distance = SignedDuration::from_hours(24 * ANNOUNCED_WITHIN_DAYS);
    let posts = person_facts(claims).filter_map(|(_, facts)| facts.announcement.as_ref());
    posts
        .filter(|post| post.posted_at.duration_since(at).abs() <= max_distance)
        .max_by_key(|post| (post.posted_at, &post.url))
        .cloned()
}
