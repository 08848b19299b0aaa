//! Claims of one subject become its record.
//!
//! The record is a function of the *set* of claims: their order does not matter and a claim filed twice
//! counts once. The same routine also tells where each value came from, so that a record and its
//! explanation cannot disagree.

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
use provenance::{Ledger, Recorder, Silent, Stance};

/// The record that the claims about one person amount to.
pub fn merge_person(id: &str, claims: &[Claim]) -> PersonRecord {
    person::merge(id, &person_views(claims), &mut Silent)
}

/// The record that the claims about one company amount to.
pub fn merge_company(id: &str, claims: &[Claim]) -> Company {
    company::merge(id, &company_views(claims), &mut Silent)
}

/// Where each value of the merged person came from.
pub fn person_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = person_views(claims);
    let mut ledger = Ledger::new(views.first().map(|view| view.claim.observed_at));
    person::merge("", &views, &mut ledger);
    ledger.into_origins()
}

/// Where each value of the merged company came from.
pub fn company_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = company_views(claims);
    let mut ledger = Ledger::new(views.first().map(|view| view.claim.observed_at));
    company::merge("", &views, &mut ledger);
    ledger.into_origins()
}

/// A claim together with its facts of the kind being merged.
struct View<'a, F> {
    claim: &'a Claim,
    facts: &'a F,
}

/// A list item together with the claims that speak of it, the newest first.
struct Gathered<'a, T> {
    value: T,
    /// Filled only when someone asks for origins.
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

/// The distinct claims in the one order that everything else relies on.
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
        // Writing the facts out is dear, and needed only when one row was claimed twice at once.
        .then_with(|| text(a).cmp(&text(b)))
}

/// When the newest claim was observed.
fn updated_at<F>(views: &[View<'_, F>]) -> Option<Timestamp> {
    views.first().map(|view| view.claim.observed_at)
}

/// One stamp per source, by name.
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
        let said = get(view.facts)?;
        Some((view.claim, Stance::of(same(value, said), said)))
    });
    recorder.record(format_args!("{field}"), views[first].claim, others);
    Some(value)
}

/// The newest claimed text of a field; blank texts say nothing, case makes no difference.
fn newest_text<'a, F>(
    views: &[View<'a, F>],
    recorder: &mut impl Recorder,
    field: &str,
    get: impl Fn(&'a F) -> Option<&'a String>,
) -> Option<String> {
    let get = |facts| said(get(facts));
    newest(views, recorder, field, get, same_text).map(str::to_owned)
}

/// The union of claimed words, each spelled as the newest claim spells it.
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
        gathered[place].note::<R>(claim);
    }
    record_all(recorder, field, &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

impl<'a, T> Gathered<'a, T> {
    fn note<R: Recorder>(&mut self, claim: &'a Claim) {
        if R::LISTENS {
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

/// Records the claims behind a list item; nothing is said against one, since lists are unions.
fn record_item<R: Recorder>(recorder: &mut R, field: std::fmt::Arguments<'_>, claims: &[&Claim]) {
    if let Some((chosen, others)) = claims.split_first() {
        recorder.record(field, chosen, others.iter().map(|claim| (*claim, Stance::Same)));
    }
}

/// A text that says something.
fn said(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn same_text(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase()
}

/// The newest date, replaced by a more exact one that does not contradict it.
fn most_exact(dates: impl Iterator<Item = PartialDate>) -> Option<PartialDate> {
    dates.reduce(|kept, other| if within(other, kept) { other } else { kept })
}

fn within(inner: PartialDate, outer: PartialDate) -> bool {
    inner.earliest() >= outer.earliest() && inner.latest() <= outer.latest()
}

/// Days between two dates at the least, given how exact they are.
fn days_apart(a: PartialDate, b: PartialDate) -> i32 {
    let (early, late) = if a.earliest() <= b.earliest() { (a, b) } else { (b, a) };
    early.latest().until(late.earliest()).map_or(i32::MAX, |span| span.get_days().max(0))
}
