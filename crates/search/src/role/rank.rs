//! Ranks candidates for a role. Each score is the sum of its parts.

use std::collections::BTreeSet;

use jiff::Timestamp;
use records::PersonRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::RoleSelector;
use crate::title;

/// Points for a title with all requested words.
const TITLE_POINTS: f64 = 40.0;
/// Points for the first requested seniority.
const SENIORITY_POINTS: f64 = 30.0;
/// Points for the first requested department.
const DEPARTMENT_POINTS: f64 = 20.0;
/// Points for a record updated today.
const RECENCY_POINTS: f64 = 10.0;

/// Age in days from which a record gets no points for recency.
const RECENCY_DAYS: f64 = 730.0;

/// Share of the points for a secondary department: a CFO is also an executive.
const SIDE_DEPARTMENT: f64 = 0.5;

/// Minimum share of the title points for another title of the same role.
const SAME_ROLE: f64 = 0.9;

/// One part of a score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScorePart {
    /// What was compared: `title`, `seniority`, `department` or `recency`.
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
}

/// Ranks candidates for a role by descending score, then by id.
pub fn rank<'r>(
    role: &RoleSelector,
    candidates: &'r [PersonRecord],
    now: Timestamp,
) -> Vec<RankedCandidate<'r>> {
    let mut ranked: Vec<RankedCandidate<'r>> =
        candidates.iter().map(|record| score(role, record, now)).collect();
    ranked.sort_by(|one, other| {
        let order = other.score.total_cmp(&one.score);
        order.then_with(|| one.record.person.id.cmp(&other.record.person.id))
    });
    ranked
}

fn score<'r>(role: &RoleSelector, record: &'r PersonRecord, now: Timestamp) -> RankedCandidate<'r> {
    let person = &record.person;
    let mut parts = Vec::with_capacity(4);
    let mut part = |name, share: f64, of: f64| {
        parts.push(ScorePart { name, points: (share * of * 10.0).round() / 10.0, of });
    };
    // Without a requested title, titles do not count.
    if !role.titles.is_empty() {
        let written = person.title.as_deref().unwrap_or_default();
        let shares = role.titles.iter().map(|wanted| title_share(wanted, written));
        part("title", shares.fold(0.0, f64::max), TITLE_POINTS);
    }
    let place = |list_length: usize, position: Option<usize>| {
        position.map_or(0.0, |position| 1.0 - position as f64 / list_length.max(1) as f64)
    };
    let rank = person.seniority.and_then(|rank| role.seniorities.iter().position(|known| *known == rank));
    part("seniority", place(role.seniorities.len(), rank), SENIORITY_POINTS);
    let departments = role.departments.iter().enumerate().filter_map(|(at, wanted)| {
        let own = person.departments.iter().position(|known| known == wanted)?;
        Some(place(role.departments.len(), Some(at)) * if own == 0 { 1.0 } else { SIDE_DEPARTMENT })
    });
    part("department", departments.fold(0.0, f64::max), DEPARTMENT_POINTS);
    let age = person.updated_at.map(|at| (now.as_second() - at.as_second()).max(0) as f64 / 86_400.0);
    part("recency", age.map_or(0.0, |days| (1.0 - days / RECENCY_DAYS).max(0.0)), RECENCY_POINTS);
    let gained: f64 = parts.iter().map(|part| part.points).sum();
    let most: f64 = parts.iter().map(|part| part.of).sum();
    RankedCandidate { record, score: (gained / most * 1000.0).round() / 1000.0, parts }
}

/// Match of a title with the requested one, from 0 to 1. Additional words reduce it slightly.
fn title_share(wanted: &[String], written: &str) -> f64 {
    let words = title::words(written);
    let (wanted_words, has): (BTreeSet<&String>, BTreeSet<&String>) =
        (wanted.iter().collect(), words.iter().collect());
    if has.is_empty() {
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
    use crate::role::read_role;

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
        let ranked = rank(&read_role(role), candidates, now());
        ranked.iter().map(|candidate| candidate.record.person.id.clone()).collect()
    }

    #[test]
    fn the_requested_title_comes_first_then_comparable_ones() {
        let staff = [
            person("manager", "Sales Manager", 1),
            person("vp", "Vice President of Sales", 1),
            person("head", "Head of Sales", 1),
            person("other", "VP Marketing", 1),
        ];
        assert_eq!(order("VP of Sales", &staff)[..2], ["vp", "head"]);
    }

    #[test]
    fn of_two_equal_matches_the_newer_record_comes_first() {
        let staff = [person("a", "Head of Data", 400), person("b", "Head of Data", 3)];
        assert_eq!(order("Head of Data", &staff), ["b", "a"]);
    }

    #[test]
    fn a_buyer_is_selected_by_function_and_seniority() {
        let staff =
            [person("analyst", "Security Analyst", 1), person("ciso", "CISO", 1), person("cfo", "CFO", 1)];
        assert_eq!(order("who buys security tooling", &staff)[0], "ciso");
    }

    #[test]
    fn a_general_manager_comes_before_the_chief_of_one_function() {
        let staff =
            [person("cmo", "CMO", 1), person("cfo", "CFO", 1), person("md", "Managing Director", 400)];
        assert_eq!(order("xyzzy", &staff)[0], "md", "whatever is newer");
    }

    #[test]
    fn a_score_is_the_sum_of_its_parts() {
        let staff = [person("vp", "VP Sales", 100)];
        let ranked = rank(&read_role("VP of Sales"), &staff, now());
        let candidate = &ranked[0];
        let names: Vec<&str> = candidate.parts.iter().map(|part| part.name).collect();
        assert_eq!(names, ["title", "seniority", "department", "recency"]);
        let sum: f64 = candidate.parts.iter().map(|part| part.points).sum();
        assert!((candidate.score - sum / 100.0).abs() < 0.001, "{candidate:?}");
        assert!(candidate.parts.iter().all(|part| part.points <= part.of));
    }
}
