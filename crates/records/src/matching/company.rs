//! Matching company queries.

use super::{Feature, Match, decide};
use crate::{
    Company,
    identifiers::company_name::{company_name_key, similarity},
    keys::CompanyQuery,
};

/// Minimum similarity of names that may belong to one company.
const SIMILAR_NAME: f64 = 0.75;

/// The best candidate, with any confidence: the caller applies its threshold.
pub fn match_company(query: &CompanyQuery, candidates: &[Company]) -> Option<Match> {
    let name_key = query.name.as_deref().map(company_name_key).filter(|key| !key.is_empty());
    let compared =
        candidates.iter().map(|candidate| compare(query, name_key.as_deref(), candidate)).collect();
    decide(compared, |index| &candidates[index].id)
}

/// The field names of the query's domain and page, if these belong to different companies.
pub fn company_identifiers_disagree(
    query: &CompanyQuery,
    candidates: &[Company],
) -> Option<(&'static str, &'static str)> {
    let (query_domain, query_page) = (query.domain.as_ref()?, query.network_url.as_ref()?);
    let at_domain = |company: &&Company| company.domains.contains(query_domain);
    let has_page = |company: &&Company| company.network_url.as_ref() == Some(query_page);
    let mut holders = candidates.iter().filter(at_domain).peekable();
    holders.peek()?;
    let agree = holders.any(|company| has_page(&company));
    (!agree && candidates.iter().any(|company| has_page(&company))).then_some(("domain", "network_url"))
}

fn compare(query: &CompanyQuery, name_key: Option<&str>, candidate: &Company) -> Vec<Feature> {
    let mut features = Vec::with_capacity(4);
    features.extend(query.domain.as_deref().map(|queried| domain(queried, candidate)));
    features.extend(query.network_url.as_deref().map(|queried| network_url(queried, candidate)));
    features.extend(name_key.map(|queried| name(queried, candidate)));
    features.extend(query.country.as_deref().map(|queried| country(queried, candidate)));
    features
}

fn domain(queried: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = if candidate.domain.as_deref() == Some(queried) {
        ("main", 11.625)
    } else if candidate.domains.iter().any(|domain| domain == queried) {
        ("further", 11.0)
    } else if candidate.domain.is_none() {
        ("unknown", 0.0)
    } else {
        ("different", -4.0)
    };
    Feature::new("domain", outcome, weight)
}

fn network_url(queried: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = match candidate.network_url.as_deref() {
        Some(known) if known == queried => ("exact", 10.875),
        Some(_) => ("different", -4.0),
        None => ("unknown", 0.0),
    };
    Feature::new("network_url", outcome, weight)
}

fn name(queried: &str, candidate: &Company) -> Feature {
    let is_queried = |name: &String| company_name_key(name) == queried;
    let (outcome, weight) = if is_queried(&candidate.name) {
        ("exact", 8.75)
    } else if candidate.legal_name.as_ref().is_some_and(is_queried) {
        ("legal", 8.5)
    } else if candidate.former_names.iter().any(is_queried) {
        ("former", 8.125)
    } else {
        let names = [&candidate.name].into_iter().chain(&candidate.legal_name).chain(&candidate.former_names);
        let likeness = names.map(|name| similarity(queried, name)).fold(0.0, f64::max);
        if likeness >= SIMILAR_NAME {
            ("similar", 8.25 - (1.0 - likeness) * 10.0)
        } else {
            ("different", -3.0)
        }
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
