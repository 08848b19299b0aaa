//! Ranks candidates for a role by closeness of rank within the function. Each score is the sum of its parts, and the
//! words of the title and the age of the record only break ties.

use std::collections::BTreeSet;

use jiff::Timestamp;
use records::PersonRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    reasons::reasons,
    selector::{FUNCTION_POINTS, RANK_POINTS, RECENCY_POINTS, RoleSelector, TITLE_POINTS, Way, level},
};
use crate::title;

/// Age in days from which a record gets no points for recency.
const RECENCY_DAYS: f64 = 730.0;

/// Minimum share of the title points for another title of the same role.
const SAME_ROLE: f64 = 0.9;

/// Most points for the rank of another occupation of the same function.
const OTHER_OCCUPATION: f64 = 8.0;

/// Answers from which the last one is kept for the leader of the function.
const ANSWERS_WITH_LEADER: usize = 2;

/// One part of a score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScorePart {
    /// What was compared: `seniority`, `department`, `title` or `recency`.
    pub name: &'static str,
    /// Points gained.
    pub points: f64,
    /// Points that could be gained.
    pub of: f64,
}

/// A candidate with a score.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedCandidate<'r> {
    /// Record of the candidate.
    pub record: &'r PersonRecord,
    /// From 0 to 1: scored points divided by maximum points.
    pub score: f64,
    /// The parts of the score.
    pub parts: Vec<ScorePart>,
    /// Why the candidate fits, in sentences.
    pub reasons: Vec<String>,
}

impl RankedCandidate<'_> {
    /// Whether the candidate leads a function: a vice president, a chief, or above.
    fn leads(&self) -> bool {
        self.record.person.seniority.is_some_and(|rank| level(rank) >= level(records::Seniority::Vp))
    }
}

/// The candidates who can have a role, by descending score, then by id.
pub fn rank<'r>(
    role: &RoleSelector,
    candidates: &'r [PersonRecord],
    now: Timestamp,
) -> Vec<RankedCandidate<'r>> {
    let best = |record: &'r PersonRecord| {
        let scored = role.ways.iter().filter_map(|way| score(way, record, now));
        scored.reduce(|one, other| if other.score > one.score { other } else { one })
    };
    let mut ranked: Vec<RankedCandidate<'r>> = candidates.iter().filter_map(best).collect();
    ranked.sort_by(|one, other| {
        let order = other.score.total_cmp(&one.score);
        order.then_with(|| one.record.person.id.cmp(&other.record.person.id))
    });
    ranked
}

/// The best candidates with at least a score. Where several answers of lower rank would fill the list, the last one is
/// the leader of the function, because they can decide what the others cannot.
pub fn best<'r>(ranked: &[RankedCandidate<'r>], limit: usize, min_score: f64) -> Vec<RankedCandidate<'r>> {
    let fitting: Vec<&RankedCandidate<'r>> =
        ranked.iter().filter(|candidate| candidate.score >= min_score).collect();
    let mut chosen: Vec<&RankedCandidate<'r>> = fitting.iter().take(limit).copied().collect();
    let is_buyer = |candidate: &&RankedCandidate<'r>| {
        candidate
            .record
            .person
            .seniority
            .is_some_and(|rank| level(rank) >= level(records::Seniority::Manager))
    };
    if limit >= ANSWERS_WITH_LEADER
        && chosen.len() == limit
        && chosen.iter().all(|candidate| !candidate.leads())
        && chosen.iter().all(is_buyer)
        && let Some(leader) = fitting.iter().find(|candidate| candidate.leads())
    {
        chosen.pop();
        chosen.push(leader);
    }
    chosen.into_iter().cloned().collect()
}

fn score<'r>(way: &Way, record: &'r PersonRecord, now: Timestamp) -> Option<RankedCandidate<'r>> {
    let person = &record.person;
    let rank = person.seniority?;
    let written = person.title.as_deref().unwrap_or_default();
    let words = title::words(written);
    let mut rank_points = way.rank_points(rank)?;
    let function_points = way.function.points(person, &words)?;
    // Of two occupations in one function only the words tell which was asked for.
    let below_manager = level(rank) < level(records::Seniority::Manager);
    if way.is_occupation() && below_manager && !way.words.iter().any(|word| words.contains(word)) {
        rank_points = rank_points.min(OTHER_OCCUPATION);
    }
    let mut parts = Vec::with_capacity(4);
    let mut part = |name, points: f64, of: f64| {
        parts.push(ScorePart { name, points: (points * 10.0).round() / 10.0, of });
    };
    part("seniority", rank_points, RANK_POINTS);
    part("department", function_points, FUNCTION_POINTS);
    part("title", title_share(&way.words, written, &words) * TITLE_POINTS, TITLE_POINTS);
    let age = person.updated_at.map(|at| (now.as_second() - at.as_second()).max(0) as f64 / 86_400.0);
    let recency = age.map_or(0.0, |days| (1.0 - days / RECENCY_DAYS).max(0.0));
    part("recency", recency * RECENCY_POINTS, RECENCY_POINTS);
    let gained: f64 = parts.iter().map(|part| part.points).sum();
    let most: f64 = parts.iter().map(|part| part.of).sum();
    let score = (gained / most * 1000.0).round() / 1000.0;
    Some(RankedCandidate { record, score, parts, reasons: reasons(way, person, &words) })
}

/// Match of a title with the requested one, from 0 to 1. Additional words reduce it slightly.
fn title_share(wanted: &[String], written: &str, words: &[String]) -> f64 {
    let (wanted_words, has): (BTreeSet<&String>, BTreeSet<&String>) =
        (wanted.iter().collect(), words.iter().collect());
    if has.is_empty() || wanted_words.is_empty() {
        return 0.0;
    }
    let shared = wanted_words.intersection(&has).count() as f64;
    let by_words = 0.8 * shared / wanted_words.len() as f64 + 0.2 * shared / has.len() as f64;
    let same_role = title::role(written).is_some_and(|own| title::role(&wanted.join(" ")) == Some(own));
    if same_role { by_words.max(SAME_ROLE) } else { by_words }
}

#[cfg(test)]
mod tests {
    use records::{Person, title::read_title};

    use super::*;
    use crate::role::{MIN_SCORE, read_role};

    fn person(id: &str, title: &str, days_old: i64) -> PersonRecord {
        let reading = read_title(title);
        PersonRecord {
            person: Person {
                id: id.to_owned(),
                title: Some(title.to_owned()),
                seniority: reading.seniority,
                departments: reading.departments,
                updated_at: Some(now() - jiff::SignedDuration::from_hours(24 * days_old)),
                ..Person::default()
            },
            ..PersonRecord::default()
        }
    }

    fn now() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().unwrap()
    }

    fn order(role: &str, candidates: &[PersonRecord]) -> Vec<String> {
        let ranked = rank(&read_role(role).unwrap(), candidates, now());
        ranked.iter().map(|candidate| candidate.record.person.id.clone()).collect()
    }

    #[test]
    fn of_two_equal_matches_the_newer_record_comes_first() {
        let staff = [person("a", "Head of Data", 400), person("b", "Head of Data", 3)];
        assert_eq!(order("Head of Data", &staff), ["b", "a"]);
    }

    #[test]
    fn a_general_manager_leads_the_company_and_a_chief_of_one_function_does_not() {
        let staff = [
            person("cmo", "CMO", 1),
            person("cfo", "CFO", 1),
            person("md", "Managing Director", 400),
            person("chair", "Chairman of the Board", 1),
        ];
        assert_eq!(order("CEO", &staff), ["md"], "and none who only sits on the board");
    }

    #[test]
    fn a_score_is_the_sum_of_its_parts_and_comes_with_reasons() {
        let staff = [person("vp", "VP Sales", 100)];
        let ranked = rank(&read_role("VP of Sales").unwrap(), &staff, now());
        let candidate = &ranked[0];
        let names: Vec<&str> = candidate.parts.iter().map(|part| part.name).collect();
        assert_eq!(names, ["seniority", "department", "title", "recency"]);
        let sum: f64 = candidate.parts.iter().map(|part| part.points).sum();
        assert!((candidate.score - sum / 100.0).abs() < 0.001, "{candidate:?}");
        assert!(candidate.parts.iter().all(|part| part.points <= part.of));
        assert!(candidate.reasons.len() >= 2, "{:?}", candidate.reasons);
    }

    #[test]
    fn where_many_of_the_rank_fill_the_answer_the_last_one_leads_the_function() {
        let staff = [
            person("a", "Sales Director", 1),
            person("b", "Director of Sales", 1),
            person("c", "Director of Sales", 2),
            person("d", "Director of Sales", 3),
            person("cro", "Chief Revenue Officer", 1),
        ];
        let ranked = rank(&read_role("Sales Director").unwrap(), &staff, now());
        let ids = |limit| -> Vec<String> {
            let chosen = best(&ranked, limit, MIN_SCORE);
            chosen.iter().map(|candidate| candidate.record.person.id.clone()).collect()
        };
        assert_eq!(ids(3), ["a", "b", "cro"]);
        assert_eq!(ids(1), ["a"]);
        assert_eq!(ids(9).len(), 5);
    }
}
