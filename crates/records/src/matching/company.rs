//! Which company a query means.

use super::{Feature, Match, decide};
use crate::{
    Company,
    company_name::{company_name_key, similarity},
    keys::CompanyQuery,
};

/// Names at least this alike may be one company's.
const SIMILAR_NAME: f64 = 0.75;

/// The candidate that the query most likely means; its confidence may be anything.
pub fn match_company(query: &CompanyQuery, candidates: &[Company]) -> Option<Match> {
    let name_key = query.name.as_deref().map(company_name_key).filter(|key| !key.is_empty());
    let compared =
        candidates.iter().map(|candidate| compare(query, name_key.as_deref(), candidate)).collect();
    decide(compared, |index| &candidates[index].id)
}

/// Domain and page of the query, where they belong to different companies, by the names of their fields.
pub fn company_identifiers_disagree(
    query: &CompanyQuery,
    candidates: &[Company],
) -> Option<(&'static str, &'static str)> {
    let (asked_domain, asked_page) = (query.domain.as_ref()?, query.network_url.as_ref()?);
    let at_domain = |company: &&Company| company.domains.contains(asked_domain);
    let has_page = |company: &&Company| company.network_url.as_ref() == Some(asked_page);
    let mut holders = candidates.iter().filter(at_domain).peekable();
    holders.peek()?;
    let agree = holders.any(|company| has_page(&company));
    (!agree && candidates.iter().any(|company| has_page(&company))).then_some(("domain", "network_url"))
}

fn compare(query: &CompanyQuery, name_key: Option<&str>, candidate: &Company) -> Vec<Feature> {
    let mut features = Vec::with_capacity(4);
    features.extend(query.domain.as_deref().map(|asked| domain(asked, candidate)));
    features.extend(query.network_url.as_deref().map(|asked| network_url(asked, candidate)));
    features.extend(name_key.map(|asked| name(asked, candidate)));
    features.extend(query.country.as_deref().map(|asked| country(asked, candidate)));
    features
}

fn domain(asked: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = if candidate.domain.as_deref() == Some(asked) {
        ("main", 11.625)
    } else if candidate.domains.iter().any(|domain| domain == asked) {
        ("further", 11.0)
    } else if candidate.domain.is_none() {
        ("unknown", 0.0)
    } else {
        ("different", -4.0)
    };
    Feature::new("domain", outcome, weight)
}

fn network_url(asked: &str, candidate: &Company) -> Feature {
    let (outcome, weight) = match candidate.network_url.as_deref() {
        Some(known) if known == asked => ("exact", 10.875),
        Some(_) => ("different", -4.0),
        None => ("unknown", 0.0),
    };
    Feature::new("network_url", outcome, weight)
}

fn name(asked: &str, candidate: &Company) -> Feature {
    let is_asked = |name: &String| company_name_key(name) == asked;
    let (outcome, weight) = if is_asked(&candidate.name) {
        ("exact", 8.75)
    } else if candidate.legal_name.as_ref().is_some_and(is_asked) {
        ("legal", 8.5)
    } else if candidate.former_names.iter().any(is_asked) {
        ("former", 8.125)
    } else {
        let names = [&candidate.name].into_iter().chain(&candidate.legal_name).chain(&candidate.former_names);
        let likeness = names.map(|name| similarity(asked, name)).fold(0.0, f64::max);
        if likeness >= SIMILAR_NAME {
            ("similar", 8.25 - (1.0 - likeness) * 10.0)
        } else {
            ("different", -3.0)
        }
    };
    Feature::new("name", outcome, weight)
}

fn country(asked: &str, candidate: &Company) -> Feature {
    let mut known =
        candidate.location.iter().chain(&candidate.locations).filter_map(|place| place.country.as_deref());
    let headquarters = candidate.location.as_ref().and_then(|place| place.country.as_deref());
    let (outcome, weight) = if headquarters == Some(asked) {
        ("headquarters", 0.5)
    } else if known.any(|country| country == asked) {
        ("office", 0.25)
    } else if headquarters.is_none() {
        ("unknown", 0.0)
    } else {
        ("different", -2.0)
    };
    Feature::new("country", outcome, weight)
}
