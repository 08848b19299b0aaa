//! Matching person queries.

use super::{Feature, Match, decide};
use crate::{
    LineType, PersonRecord,
    identifiers::{
        company_name::{company_name_key, similarity},
        email::EmailAddress,
        name::{Agreement, Name, family_agreement, given_agreement},
    },
    keys::{PersonQuery, name_of},
};

/// Minimum similarity of company names that may belong to one company.
const SIMILAR_COMPANY: f64 = 0.88;

/// The best candidate, with any confidence: the caller applies its threshold.
pub fn match_person(query: &PersonQuery, candidates: &[PersonRecord]) -> Option<Match> {
    let company_key = query.company_name.as_deref().map(company_name_key).filter(|key| !key.is_empty());
    let compared =
        candidates.iter().map(|candidate| compare(query, company_key.as_deref(), candidate)).collect();
    decide(compared, |index| &candidates[index].person.id)
}

/// The field names of two identifiers of the query that belong to different people.
pub fn identifiers_disagree(
    query: &PersonQuery,
    candidates: &[PersonRecord],
) -> Option<(&'static str, &'static str)> {
    type Holds = fn(&PersonQuery, &PersonRecord) -> bool;
    let identifiers: [(&'static str, Holds); 3] = [
        ("network_url", |query, record| {
            query.network_url.as_deref().is_some_and(|url| has_profile(record, url))
        }),
        ("email", |query, record| query.email.as_deref().is_some_and(|email| has_email(record, email))),
        ("phone", |query, record| {
            query.phone.as_deref().is_some_and(|phone| line_of(record, phone).is_some())
        }),
    ];
    let pairs = [(0, 1), (0, 2), (1, 2)];
    pairs.into_iter().map(|(a, b)| (identifiers[a], identifiers[b])).find_map(
        |((one, holds_one), (two, holds_two))| {
            let with_one = candidates.iter().any(|record| holds_one(query, record));
            let with_two = candidates.iter().any(|record| holds_two(query, record));
            let with_both =
                candidates.iter().any(|record| holds_one(query, record) && holds_two(query, record));
            (with_one && with_two && !with_both).then_some((one, two))
        },
    )
}

fn compare(query: &PersonQuery, company_key: Option<&str>, candidate: &PersonRecord) -> Vec<Feature> {
    let mut features = Vec::with_capacity(6);
    features.extend(query.network_url.as_deref().map(|url| network_url(candidate, url)));
    features.extend(query.email.as_deref().map(|identity| email(candidate, identity)));
    features.extend(query.phone.as_deref().map(|number| phone(candidate, number)));
    if let Some(queried) = &query.name {
        let known = name_of(candidate);
        features.push(family_name(queried, known.as_ref()));
        features.push(given_name(queried, known.as_ref()));
    }
    features.extend(company(query.company_domain.as_deref(), company_key, candidate));
    features
}

fn has_profile(record: &PersonRecord, url: &str) -> bool {
    record.person.network_url.as_deref() == Some(url)
        || record.person.profiles.iter().any(|profile| profile.url == url)
}

fn has_email(record: &PersonRecord, identity: &str) -> bool {
    // Fast path: most addresses equal their identity, and parsing costs more than comparing.
    record.emails.iter().any(|email| email.address == identity)
        || record.emails.iter().any(|email| {
            EmailAddress::parse(&email.address).is_ok_and(|address| address.identity() == identity)
        })
}

fn line_of(record: &PersonRecord, number: &str) -> Option<LineType> {
    record.phones.iter().find(|phone| phone.number == number).map(|phone| phone.line_type)
}

fn network_url(candidate: &PersonRecord, url: &str) -> Feature {
    let person = &candidate.person;
    let (outcome, weight) = match person.network_url.as_deref() {
        Some(known) if known == url => ("exact", 11.625),
        _ if has_profile(candidate, url) => ("former", 11.0),
        Some(_) => ("different", -5.0),
        None => ("unknown", 0.0),
    };
    Feature::new("network_url", outcome, weight)
}

fn email(candidate: &PersonRecord, identity: &str) -> Feature {
    let (outcome, weight) = if has_email(candidate, identity) {
        ("exact", 10.875)
    } else if candidate.emails.is_empty() {
        ("unknown", 0.0)
    } else {
        // Weak evidence: people have more addresses than the record lists.
        ("different", -0.75)
    };
    Feature::new("email", outcome, weight)
}

fn phone(candidate: &PersonRecord, number: &str) -> Feature {
    let (outcome, weight) = match line_of(candidate, number) {
        // A desk or switchboard line passes to the next employee.
        Some(LineType::Landline | LineType::Voip | LineType::Other) => ("exact_landline", 8.375),
        Some(_) => ("exact", 9.25),
        None if candidate.phones.is_empty() => ("unknown", 0.0),
        None => ("different", -0.5),
    };
    Feature::new("phone", outcome, weight)
}

fn family_name(queried: &Name, known: Option<&Name>) -> Feature {
    let agreement = known.map_or(Agreement::Unknown, |known| family_agreement(queried, known));
    let (outcome, weight) = match agreement {
        Agreement::Exact => ("exact", 3.5),
        Agreement::Equivalent => ("equivalent", 3.0),
        Agreement::Initial => ("initial", 1.0),
        Agreement::Similar(likeness) => ("similar", similar(likeness, 2.75)),
        Agreement::Different => ("different", -5.5),
        Agreement::Unknown => ("unknown", 0.0),
    };
    Feature::new("family_name", outcome, weight).of_part("name")
}

fn given_name(queried: &Name, known: Option<&Name>) -> Feature {
    let agreement = known.map_or(Agreement::Unknown, |known| given_agreement(queried, known));
    let (outcome, weight) = match agreement {
        Agreement::Exact => ("exact", 2.75),
        Agreement::Equivalent => ("equivalent", 2.0),
        Agreement::Initial => ("initial", 0.5625),
        Agreement::Similar(likeness) => ("similar", similar(likeness, 1.0)),
        Agreement::Different => ("different", -4.5),
        Agreement::Unknown => ("unknown", 0.0),
    };
    Feature::new("given_name", outcome, weight).of_part("name")
}

/// Scales linearly from 0 at a similarity of 0.7 to `most` at 1; below 0.7 similarity is no evidence.
fn similar(likeness: f64, most: f64) -> f64 {
    most * ((likeness - 0.7) / 0.3).clamp(0.0, 1.0)
}

/// Compares the employer. Domain and name are one feature, because they are not independent: the better one counts.
fn company(domain: Option<&str>, key: Option<&str>, candidate: &PersonRecord) -> Option<Feature> {
    if domain.is_none() && key.is_none() {
        return None;
    }
    let person = &candidate.person;
    let present = person.company.as_ref();
    let present_name = present.and_then(|company| company.name.as_deref());
    let past = || person.experience.iter().map(|position| &position.company);
    let feature = |outcome, weight| Feature::new("company", outcome, weight);
    let at_domain = |known: Option<&str>| domain.is_some() && known == domain;
    let is_named = |name: Option<&str>| name.is_some_and(|name| key == Some(company_name_key(name).as_str()));
    let is_nearly_named = |name: &str| key.is_some_and(|key| similarity(key, name) >= SIMILAR_COMPANY);
    let found = if at_domain(present.and_then(|company| company.domain.as_deref())) {
        feature("current_domain", 3.75).of_part("company_domain")
    } else if key.is_some() && is_named(present_name) {
        feature("current_name", 3.25).of_part("company_name")
    } else if domain.is_some_and(|domain| has_email_at(candidate, domain)) {
        feature("email_domain", 2.5).of_part("company_domain")
    } else if present_name.is_some_and(is_nearly_named) {
        feature("similar_name", 2.25).of_part("company_name")
    } else if past().any(|company| at_domain(company.domain.as_deref())) {
        feature("past_domain", 1.875).of_part("company_domain")
    } else if key.is_some() && past().any(|company| is_named(company.name.as_deref())) {
        feature("past_name", 1.625).of_part("company_name")
    } else if present.is_none() && person.experience.is_empty() {
        feature("unknown", 0.0)
    } else {
        feature("different", -2.5)
    };
    Some(found)
}

fn has_email_at(candidate: &PersonRecord, domain: &str) -> bool {
    candidate
        .emails
        .iter()
        .any(|email| email.address.rsplit_once('@').is_some_and(|(_, host)| host == domain))
}
