//! The claims that are merged, newest first, and the newest value of a field.

use std::cmp::Ordering;

use jiff::Timestamp;
use serde::Serialize;

use super::{
    provenance::{Recorder, Stance},
    values::{non_blank, same_text},
};
use crate::{Claim, CompanyFacts, Facts, PersonFacts, SourceStamp};

/// A claim with its facts of the kind being merged.
pub(super) struct View<'a, F> {
    pub(super) claim: &'a Claim,
    pub(super) facts: &'a F,
}

pub(super) fn person_views(claims: &[Claim]) -> Vec<View<'_, PersonFacts>> {
    let views = newest_first(claims).into_iter().filter_map(|claim| match &claim.facts {
        Facts::Person(facts) => Some(View { claim, facts: &**facts }),
        Facts::Company(_) | Facts::Job(_) => None,
    });
    views.collect()
}

pub(super) fn company_views(claims: &[Claim]) -> Vec<View<'_, CompanyFacts>> {
    let views = newest_first(claims).into_iter().filter_map(|claim| match &claim.facts {
        Facts::Company(facts) => Some(View { claim, facts: &**facts }),
        Facts::Person(_) | Facts::Job(_) => None,
    });
    let mut views: Vec<View<'_, CompanyFacts>> = views.collect();
    // After all claims about the company itself, however old these are; and not at all beside one of the same identifier,
    // because then they are not even filed if that one came first.
    let own: Vec<&CompanyFacts> =
        views.iter().map(|view| view.facts).filter(|facts| !facts.of_employee).collect();
    views.retain(|view| !view.facts.of_employee || !own.iter().any(|own| shares_identifier(own, view.facts)));
    views.sort_by_key(|view| view.facts.of_employee);
    views
}

fn shares_identifier(one: &CompanyFacts, other: &CompanyFacts) -> bool {
    one.domains.iter().any(|domain| other.domains.contains(domain))
        || one.network_url.is_some() && one.network_url == other.network_url
        || one.identifiers.iter().any(|identifier| other.identifiers.contains(identifier))
}

/// The distinct claims, newest first, in the total order that makes the merge deterministic.
fn newest_first(claims: &[Claim]) -> Vec<&Claim> {
    let mut sorted: Vec<&Claim> = claims.iter().collect();
    sorted.sort_by(|a, b| precedence(a, b));
    sorted.dedup();
    sorted
}

pub(super) fn precedence(a: &Claim, b: &Claim) -> Ordering {
    let text = |claim: &Claim| serde_json::to_string(&claim.facts).unwrap_or_default();
    (b.observed_at.cmp(&a.observed_at))
        .then_with(|| a.source.cmp(&b.source))
        .then_with(|| a.reference.cmp(&b.reference))
        // Serialising the facts is expensive; it only happens if a row has two claims with one timestamp.
        .then_with(|| text(a).cmp(&text(b)))
}

pub(super) fn updated_at<F>(views: &[View<'_, F>]) -> Option<Timestamp> {
    views.iter().map(|view| view.claim.observed_at).max()
}

/// One stamp per source, sorted by name.
pub(super) fn stamps<F>(views: &[View<'_, F>]) -> Vec<SourceStamp> {
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
pub(super) fn newest<'a, F, V: Copy + Serialize>(
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
pub(super) fn newest_text<'a, F>(
    views: &[View<'a, F>],
    recorder: &mut impl Recorder,
    field: &str,
    get: impl Fn(&'a F) -> Option<&'a String>,
) -> Option<String> {
    let get = |facts| non_blank(get(facts));
    newest(views, recorder, field, get, same_text).map(str::to_owned)
}
