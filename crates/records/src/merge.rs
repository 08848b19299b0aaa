//! Merging the claims of one subject into its record.
//!
//! The record is a function of the *set* of claims: their order does not matter and a duplicate claim counts once. The
//! same routine also records the origin of each value, so that a record and its explanation cannot disagree.

mod company;
mod contact;
mod funding;
mod person;
mod position;
mod provenance;
#[cfg(test)]
mod tests;
mod wording;

use std::{cmp::Ordering, collections::HashMap};

use jiff::Timestamp;
use serde::Serialize;

use crate::{Claim, Company, CompanyFacts, Facts, PartialDate, PersonFacts, PersonRecord, SourceStamp};
pub use provenance::{Conflict, Origin};
use provenance::{NoRecorder, OriginRecorder, Recorder, Stance};

/// Merges the claims about one person into a record.
pub fn merge_person(id: &str, claims: &[Claim]) -> PersonRecord {
    person::merge(id, &person_views(claims), &mut NoRecorder)
}

/// Merges the claims about one company into a record.
pub fn merge_company(id: &str, claims: &[Claim]) -> Company {
    company::merge(id, &company_views(claims), &mut NoRecorder)
}

/// The origin of each value of the merged person.
pub fn person_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = person_views(claims);
    let mut ledger = OriginRecorder::new(views.first().map(|view| view.claim.observed_at));
    person::merge("", &views, &mut ledger);
    ledger.into_origins()
}

/// The origin of each value of the merged company.
pub fn company_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = company_views(claims);
    let mut ledger = OriginRecorder::new(views.first().map(|view| view.claim.observed_at));
    company::merge("", &views, &mut ledger);
    ledger.into_origins()
}

/// A claim with its facts of the kind being merged.
struct View<'a, F> {
    claim: &'a Claim,
    facts: &'a F,
}

/// A list item with the claims that state it, newest first.
struct Gathered<'a, T> {
    value: T,
    /// Empty unless origins are recorded.
    claims: Vec<&'a Claim>,
}

fn person_views(claims: &[Claim]) -> Vec<View<'_, PersonFacts>> {
    let views = newest_first(claims).into_iter().filter_map(|claim| match &claim.facts {
        Facts::Person(facts) => Some(View { claim, facts: &**facts }),
        Facts::Company(_) | Facts::Job(_) => None,
    });
    views.collect()
}

fn company_views(claims: &[Claim]) -> Vec<View<'_, CompanyFacts>> {
    let views = newest_first(claims).into_iter().filter_map(|claim| match &claim.facts {
        Facts::Company(facts) => Some(View { claim, facts: &**facts }),
        Facts::Person(_) | Facts::Job(_) => None,
    });
    views.collect()
}

/// The distinct claims, newest first, in the total order that makes the merge deterministic.
fn newest_first(claims: &[Claim]) -> Vec<&Claim> {
    let mut sorted: Vec<&Claim> = claims.iter().collect();
    sorted.sort_by(|a, b| precedence(a, b));
    sorted.dedup();
    sorted
}

fn precedence(a: &Claim, b: &Claim) -> Ordering {
    let text = |claim: &Claim| serde_json::to_string(&claim.facts).unwrap_or_default();
    (b.observed_at.cmp(&a.observed_at))
        .then_with(|| a.source.cmp(&b.source))
        .then_with(|| a.reference.cmp(&b.reference))
        // Serialising the facts is expensive; it only happens if a row has two claims with one timestamp.
        .then_with(|| text(a).cmp(&text(b)))
}

fn updated_at<F>(views: &[View<'_, F>]) -> Option<Timestamp> {
    views.first().map(|view| view.claim.observed_at)
}

/// One stamp per source, sorted by name.
fn stamps<F>(views: &[View<'_, F>]) -> Vec<SourceStamp> {
    let mut stamps: Vec<SourceStamp> = Vec::new();
    for View { claim, .. } in views {
        if !stamps.iter().any(|stamp| stamp.name == claim.source) {
            stamps.push(SourceStamp { name: claim.source.clone(), observed_at: claim.observed_at });
        }
    }
    stamps.sort();
    stamps
}

/// The newest claimed value of a field.
fn newest<'a, F, V: Copy + Serialize>(
    views: &[View<'a, F>],
    recorder: &mut impl Recorder,
    field: &str,
    get: impl Fn(&'a F) -> Option<V>,
    same: impl Fn(V, V) -> bool,
) -> Option<V> {
    let (first, value) =
        views.iter().enumerate().find_map(|(index, view)| Some((index, get(view.facts)?)))?;
    let others = views[first + 1..].iter().filter_map(|view| {
        let stated = get(view.facts)?;
        Some((view.claim, Stance::of(same(value, stated), stated)))
    });
    recorder.record(format_args!("{field}"), views[first].claim, others);
    Some(value)
}

/// The newest claimed text of a field; blank texts are ignored, and texts are compared without case.
fn newest_text<'a, F>(
    views: &[View<'a, F>],
    recorder: &mut impl Recorder,
    field: &str,
    get: impl Fn(&'a F) -> Option<&'a String>,
) -> Option<String> {
    let get = |facts| non_blank(get(facts));
    newest(views, recorder, field, get, same_text).map(str::to_owned)
}

/// The union of the claimed words, each in the spelling of the newest claim.
fn union<'a, F, R: Recorder>(
    views: &[View<'a, F>],
    recorder: &mut R,
    field: &str,
    get: impl Fn(&'a F) -> &'a [String],
) -> Vec<String> {
    let words = views.iter().flat_map(|view| get(view.facts).iter().map(|word| (view.claim, word.trim())));
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut gathered: Vec<Gathered<'a, String>> = Vec::new();
    for (claim, word) in words.filter(|(_, word)| !word.is_empty()) {
        let place = *places.entry(word.to_lowercase()).or_insert(gathered.len());
        if place == gathered.len() {
            gathered.push(Gathered { value: word.to_owned(), claims: Vec::new() });
        }
        gathered[place].add_claim::<R>(claim);
    }
    record_all(recorder, field, &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

impl<'a, T> Gathered<'a, T> {
    fn add_claim<R: Recorder>(&mut self, claim: &'a Claim) {
        if R::RECORDS_ORIGINS {
            self.claims.push(claim);
        }
    }
}

/// Records one origin per list item, `field[0]`, `field[1]` and so on.
fn record_all<T, R: Recorder>(recorder: &mut R, field: &str, items: &[Gathered<'_, T>]) {
    for (index, item) in items.iter().enumerate() {
        record_item(recorder, format_args!("{field}[{index}]"), &item.claims);
    }
}

/// Records the claims behind a list item; lists are unions, so that an item has no conflicts.
fn record_item<R: Recorder>(recorder: &mut R, field: std::fmt::Arguments<'_>, claims: &[&Claim]) {
    if let Some((chosen, others)) = claims.split_first() {
        recorder.record(field, chosen, others.iter().map(|claim| (*claim, Stance::Same)));
    }
}

/// The trimmed text, if it is not blank.
fn non_blank(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn same_text(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase()
}

/// The newest date, or a more precise one within its range.
fn most_exact(dates: impl Iterator<Item = PartialDate>) -> Option<PartialDate> {
    dates.reduce(|kept, other| if within(other, kept) { other } else { kept })
}

fn within(inner: PartialDate, outer: PartialDate) -> bool {
    inner.earliest() >= outer.earliest() && inner.latest() <= outer.latest()
}

/// The minimum number of days between two partial dates.
fn days_apart(a: PartialDate, b: PartialDate) -> i32 {
    let (early, late) = if a.earliest() <= b.earliest() { (a, b) } else { (b, a) };
    early.latest().until(late.earliest()).map_or(i32::MAX, |span| span.get_days().max(0))
}
