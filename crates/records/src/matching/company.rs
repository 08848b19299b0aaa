//! Matching company queries.

use super::{Feature, Match, decide};
use crate::{
    Company,
    identifiers::company_name::{NameFit, QueriedName, WordCounts, company_name_key, core_words},
    query::CompanyQuery,
};

/// Companies that begin with a short name from which on it means none of them.
const MANY_SHORT: usize = 4;
/// Companies that are named when a query fits several.
const ALTERNATIVES_MAX: usize = 10;

/// Outcome and weight of a short name that is also a place, a family name or an everyday word: below any usual threshold.
const AMBIGUOUS: (&str, f64) = ("ambiguous", 3.5);

/// The best candidate, with any confidence: the caller applies its threshold. `counts` tells how common the words of
/// [`words_to_count`] are.
pub fn match_company(query: &CompanyQuery, candidates: &[Company], counts: &WordCounts) -> Option<Match> {
    let name = query.name.as_deref().and_then(QueriedName::new);
    let fits: Vec<Option<NamedAs>> = (candidates.iter())
        .map(|candidate| name.as_ref().and_then(|name| named_as(name, candidate, counts)))
        .collect();
    let closest = closest(fits.iter().flatten().map(|named| named.fit));
    let compared = candidates
        .iter()
        .zip(&fits)
        .map(|(candidate, named)| compare(query, named.as_ref(), closest, candidate))
        .collect();
    decide(compared, |index| &candidates[index].id)
}

/// The names of the candidates that the queried name fits equally well.
pub fn competing_names(query: &CompanyQuery, candidates: &[Company], counts: &WordCounts) -> Vec<String> {
    let Some(name) = query.name.as_deref().and_then(QueriedName::new) else { return Vec::new() };
    let fits: Vec<(NameFit, &Company)> = (candidates.iter())
        .filter_map(|candidate| Some((named_as(&name, candidate, counts)?.fit, candidate)))
        .collect();
    let Some(closest) = closest(fits.iter().map(|(fit, _)| *fit)) else { return Vec::new() };
    let equal = fits.into_iter().filter(|(fit, _)| competes(*fit, closest));
    let mut names: Vec<String> =
        equal.map(|(_, company)| company.name.clone()).take(ALTERNATIVES_MAX).collect();
    names.sort();
    names
}

/// The words of a query and of its candidates whose frequency the match depends on.
pub fn words_to_count(query: &CompanyQuery, candidates: &[Company]) -> Vec<String> {
    let Some(name) = &query.name else { return Vec::new() };
    let keys = [name].into_iter().chain(candidates.iter().flat_map(Company::names));
    let mut words: Vec<String> = Vec::new();
    for key in keys.map(|name| company_name_key(name)) {
        words.extend(core_words(&key).into_iter().map(str::to_owned));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// The field names of the query's domain and page, if these belong to different companies.
pub fn company_identifiers_disagree(
    query: &CompanyQuery,
    candidates: &[Company],
) -> Option<(&'static str, &'static str)> {
    type Holds = fn(&CompanyQuery, &Company) -> Option<bool>;
    let identifiers: [(&'static str, Holds); 3] = [
        ("domain", |query, company| Some(company.domains.contains(query.domain.as_ref()?))),
        ("network_url", |query, company| {
            Some(company.network_url.as_ref() == Some(query.network_url.as_ref()?))
        }),
        ("identifier", |query, company| Some(company.identifiers.contains(query.identifier.as_ref()?))),
    ];
    let holds = |holds: Holds, company: &Company| holds(query, company) == Some(true);
    for (at, (one, holds_one)) in identifiers.iter().enumerate() {
        for (other, holds_other) in &identifiers[at + 1..] {
            let with_one = candidates.iter().any(|company| holds(*holds_one, company));
            let with_other = candidates.iter().any(|company| holds(*holds_other, company));
            let with_both =
                candidates.iter().any(|company| holds(*holds_one, company) && holds(*holds_other, company));
            if with_one && with_other && !with_both {
                return Some((one, other));
            }
        }
    }
    None
}

/// Which of a company's names fits, and how.
struct NamedAs {
    fit: NameFit,
    outcome: &'static str,
    weight: f64,
}

/// The best fit among the names of a company.
fn named_as(name: &QueriedName, candidate: &Company, counts: &WordCounts) -> Option<NamedAs> {
    let kinds = [
        (vec![&candidate.name], "exact", 0.0),
        (candidate.legal_name.iter().collect(), "legal", 0.25),
        (candidate.aliases.iter().collect(), "alias", 0.5),
        (candidate.former_names.iter().collect(), "former", 0.75),
    ];
    let mut best: Option<NamedAs> = None;
    for (names, outcome, less) in kinds {
        for fit in names.into_iter().filter_map(|known| name.fit_written(known, counts)) {
            let (outcome, weight) = match fit {
                fit if is_short(fit) && name.is_ambiguous_alone() => AMBIGUOUS,
                fit => weigh(fit, outcome),
            };
            keep_better(&mut best, NamedAs { fit, outcome, weight: weight - less });
        }
    }
    if candidate.domains.iter().any(|domain| name.fits_domain(domain)) {
        let (outcome, weight) = weigh(NameFit::DomainLabel, "domain");
        keep_better(&mut best, NamedAs { fit: NameFit::DomainLabel, outcome, weight });
    }
    best
}

fn keep_better(best: &mut Option<NamedAs>, named: NamedAs) {
    if best.as_ref().is_none_or(|best| named.weight > best.weight) {
        *best = Some(named);
    }
}

/// Outcome and weight of a fit; `exact` is the outcome of an equal name.
fn weigh(fit: NameFit, exact: &'static str) -> (&'static str, f64) {
    match fit {
        NameFit::Exact | NameFit::Whole => (exact, 8.25),
        NameFit::Reordered => ("reordered", 8.0),
        NameFit::DomainLabel => ("domain_label", 7.75),
        NameFit::ShortGeneric => ("short", 7.5),
        NameFit::Initials => ("initials", 6.5),
        NameFit::Short => ("short", 7.0),
        NameFit::Long => ("long", 6.25),
        NameFit::Slip => ("similar", 6.5),
        NameFit::ShortSlip => ("similar", 5.5),
    }
}

fn compare(
    query: &CompanyQuery,
    named: Option<&NamedAs>,
    closest: Option<NameFit>,
    candidate: &Company,
) -> Vec<Feature> {
    let mut features = Vec::with_capacity(5);
    features.extend(query.domain.as_deref().map(|queried| domain(queried, candidate)));
    features.extend(query.network_url.as_deref().map(|queried| network_url(queried, candidate)));
    features.extend(query.identifier.as_ref().map(|queried| {
        let has_scheme = candidate.identifiers.iter().any(|known| known.scheme == queried.scheme);
        let (outcome, weight) = match candidate.identifiers.contains(queried) {
            true => ("exact", 9.5),
            false if has_scheme => ("different", -12.0),
            false => ("unknown", 0.0),
        };
        Feature::new("identifier", outcome, weight)
    }));
    if query.name.is_some() {
        features.push(name(named, closest));
    }
    features.extend(query.country.as_deref().map(|queried| country(queried, candidate)));
    features
}

fn domain(queried: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = if candidate.domain.as_deref() == Some(queried) {
        ("main", 9.125)
    } else if candidate.domains.iter().any(|domain| domain == queried) {
        ("further", 8.5)
    } else if candidate.domain.is_none() {
        ("unknown", 0.0)
    } else {
        ("different", -4.0)
    };
    Feature::new("domain", outcome, weight)
}

fn network_url(queried: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = match candidate.network_url.as_deref() {
        Some(known) if known == queried => ("exact", 8.375),
        Some(_) => ("different", -4.0),
        None => ("unknown", 0.0),
    };
    Feature::new("network_url", outcome, weight)
}

/// The closest fit. Where many companies begin with a short name, the one that goes on with generic words is no closer, and
/// one whose whole name the query stands for is meant.
fn closest(fits: impl Iterator<Item = NameFit>) -> Option<NameFit> {
    let fits: Vec<NameFit> = fits.collect();
    let short = fits.iter().filter(|fit| is_short(**fit)).count();
    let has_initials = fits.contains(&NameFit::Initials);
    let closest = fits.into_iter().max()?;
    Some(match closest {
        NameFit::ShortGeneric if short >= MANY_SHORT && has_initials => NameFit::Initials,
        NameFit::ShortGeneric if short >= MANY_SHORT => NameFit::Short,
        closest => closest,
    })
}

fn is_short(fit: NameFit) -> bool {
    matches!(fit, NameFit::Short | NameFit::ShortGeneric)
}

/// Whether a fit is as good as the closest. Short names of both kinds compete: of two companies that begin alike,
/// neither is meant for certain.
fn competes(fit: NameFit, closest: NameFit) -> bool {
    fit == closest || closest == NameFit::Short && is_short(fit)
}

/// A name that fits worse than that of another candidate says little.
fn name(named: Option<&NamedAs>, closest: Option<NameFit>) -> Feature {
    let (outcome, weight) = match named {
        Some(named) if closest.is_none_or(|closest| competes(named.fit, closest)) => {
            (named.outcome, named.weight)
        }
        Some(_) => ("partial", 1.0),
        None => ("different", -3.0),
    };
    Feature::new("name", outcome, weight)
}

fn country(queried: &str, candidate: &Company) -> Feature {
    let mut known =
        candidate.location.iter().chain(&candidate.locations).filter_map(|place| place.country.as_deref());
    let headquarters = candidate.location.as_ref().and_then(|place| place.country.as_deref());
    let (outcome, weight) = if headquarters == Some(queried) {
        ("headquarters", 0.5)
    } else if known.any(|country| country == queried) {
        ("office", 0.25)
    } else if headquarters.is_none() {
        ("unknown", 0.0)
    } else {
        ("different", -2.0)
    };
    Feature::new("country", outcome, weight)
}
