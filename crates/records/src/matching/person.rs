//! Matching person queries.

use strsim::osa_distance;

use super::{
    Feature, Match, decide,
    namesakes::{Agrees, NameShares, Namesakes},
};
use crate::{
    Employer, LineType, PersonRecord,
    identifiers::{
        company_name::{NameFit, QueriedName, WordCounts, company_name_key, similarity},
        email::EmailAddress,
        name::{Agreement, Name, family_agreement, middle_agreement},
    },
    query::PersonQuery,
    sameness::{NameRelation, given_name_relation},
};

/// Minimum similarity of company names that may belong to one company.
const SIMILAR_COMPANY: f64 = 0.88;
/// Letters of a family name that may have a slip, and of one that may have two.
const SLIP_LETTERS: usize = 4;
const LONG_NAME_LETTERS: usize = 9;
/// Features that no two people share; a mailbox or a phone may be that of a family or an office.
const ONE_PERSON: [&str; 2] = ["network_url", "identifier"];
/// Outcomes of a present employer that fits.
const CURRENT: [&str; 3] = ["current_identifier", "current_domain", "current_name"];
/// Most weight of an employer whose domain is that of the matched mailbox.
const IMPLIED_COMPANY: f64 = 0.25;
/// Log odds of a mailbox or phone that belongs to a person with another given name.
const SHARED_CONTACT: f64 = -12.0;
/// Log odds that a name is written in the other order.
const SWAPPED: f64 = -0.75;

/// The best candidate, with any confidence: the caller applies its threshold.
pub fn match_person(query: &PersonQuery, candidates: &[PersonRecord], shares: NameShares) -> Option<Match> {
    let names: Vec<String> =
        query.employer_names().map(company_name_key).filter(|key| !key.is_empty()).collect();
    let mut compared: Vec<Compared> =
        candidates.iter().map(|candidate| compare(query, &names, candidate)).collect();
    if let Some(queried) = &query.name {
        let namesakes = Namesakes::of(compared.iter().map(|compared| compared.agrees), shares);
        for Compared { features, name, given, agrees, .. } in
            compared.iter_mut().filter(|compared| !compared.is_identified)
        {
            features.extend(namesakes.beside(queried, name.as_ref(), *given, *agrees));
        }
    }
    let features = compared.into_iter().map(|compared| compared.features).collect();
    decide(features, |index| &candidates[index].person.id)
}

/// A candidate beside the query.
struct Compared {
    features: Vec<Feature>,
    /// Whether an identifier fits.
    is_identified: bool,
    /// The candidate's name.
    name: Option<Name>,
    /// The relation of the given names.
    given: NameRelation,
    agrees: Agrees,
}

/// The field names of two identifiers of the query that belong to different people.
pub fn identifiers_disagree(
    query: &PersonQuery,
    candidates: &[PersonRecord],
) -> Option<(&'static str, &'static str)> {
    let (url, email) = (query.network_url.as_deref(), query.email.as_deref());
    let (phone, id) = (query.phone.as_deref(), query.identifier.as_ref());
    let given = [url.is_some(), email.is_some(), phone.is_some(), id.is_some()];
    if given.into_iter().filter(|is_given| *is_given).count() < 2 {
        return None;
    }
    let email = email.and_then(|_| query.personal_email());
    let holders = |holds: &dyn Fn(&PersonRecord) -> bool| candidates.iter().map(holds).collect::<Vec<bool>>();
    let identifiers = [
        ("network_url", holders(&|record| url.is_some_and(|url| has_profile(record, url)))),
        ("email", holders(&|record| email.is_some_and(|email| has_email(record, email)))),
        ("phone", holders(&|record| phone.is_some_and(|phone| line_of(record, phone).is_some()))),
        ("identifier", holders(&|record| id.is_some_and(|id| record.person.identifiers.contains(id)))),
    ];
    let pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)];
    pairs.into_iter().map(|(a, b)| (&identifiers[a], &identifiers[b])).find_map(
        |((one, ones), (two, twos))| {
            let is_known = ones.contains(&true) && twos.contains(&true);
            let is_shared = ones.iter().zip(twos).any(|(one, two)| *one && *two);
            (is_known && !is_shared).then_some((*one, *two))
        },
    )
}

fn compare(query: &PersonQuery, company_names: &[String], candidate: &PersonRecord) -> Compared {
    let mut features = Vec::with_capacity(8);
    features.extend(query.identifier.as_ref().map(|id| {
        let has_scheme = candidate.person.identifiers.iter().any(|known| known.scheme == id.scheme);
        let (outcome, weight) = match candidate.person.identifiers.contains(id) {
            true => ("exact", 9.5),
            false if has_scheme => ("different", -12.0),
            false => ("unknown", 0.0),
        };
        Feature::new("identifier", outcome, weight)
    }));
    features.extend(query.network_url.as_deref().map(|url| network_url(candidate, url)));
    features.extend(query.personal_email().map(|identity| email(candidate, identity)));
    features.extend(query.phone.as_deref().map(|number| phone(candidate, number)));
    let is_identified = features.iter().any(|feature| feature.weight > 0.0);
    let company = company(query, company_names, candidate);
    let is_colleague = company.as_ref().is_some_and(|company| company.weight > 0.0);
    let is_there = company.as_ref().is_some_and(|company| CURRENT.contains(&company.outcome));
    let mut compared = Compared {
        features,
        is_identified,
        name: None,
        given: NameRelation::Unknown,
        agrees: Agrees { is_colleague, ..Agrees::default() },
    };
    if let Some(queried) = &query.name {
        let known = candidate.name();
        let (names, given) = names(queried, known.as_ref());
        let is_of_one = |feature: &Feature| feature.weight > 0.0 && ONE_PERSON.contains(&feature.feature);
        let is_other_person = given == NameRelation::Conflict && !compared.features.iter().any(is_of_one);
        let agrees = |part| {
            names.iter().any(|name| name.feature == part && ["exact", "equivalent"].contains(&name.outcome))
        };
        compared.agrees.given_there = is_there && agrees("given_name");
        compared.agrees.family_there = is_colleague && agrees("family_name");
        compared.features.extend(names);
        (compared.name, compared.given) = (known, given);
        if is_identified && is_other_person {
            compared.features.push(Feature::new("shared_contact", "likely", SHARED_CONTACT));
        }
    }
    compared.features.extend(
        company.and_then(
            |company| if is_identified { beside_identifier(query, company) } else { Some(company) },
        ),
    );
    compared
}

/// What an employer says beside a mailbox or phone that fits: nothing if only the mailbox tells it, and hardly anything if
/// it is told but the mailbox has its domain.
fn beside_identifier(query: &PersonQuery, company: Feature) -> Option<Feature> {
    let host = query.email.as_deref().and_then(|email| email.rsplit_once('@')).map(|(_, host)| host);
    match query.company_domain.as_deref() {
        Some(domain) if Some(domain) == host => {
            Some(Feature { weight: company.weight.min(IMPLIED_COMPANY), ..company })
        }
        None if query.company_name.is_none() && query.company_identifier.is_none() => None,
        _ => Some(company),
    }
}

/// The comparison of names in the order that agrees better, and the relation of the given names.
fn names(queried: &Name, known: Option<&Name>) -> (Vec<Feature>, NameRelation) {
    let Some(known) = known else { return (Vec::new(), NameRelation::Unknown) };
    let of = |queried: &Name| {
        let given = given_name_relation(queried, known);
        let mut features = vec![family_name(queried, known), given_name(given)];
        features.extend(middle_name(queried, known));
        (features, given)
    };
    let weight = |features: &[Feature]| features.iter().map(|feature| feature.weight).sum::<f64>();
    let straight = of(queried);
    let swapped = queried.swapped().map(|queried| of(&queried));
    match swapped {
        Some((mut features, given)) if weight(&features) + SWAPPED > weight(&straight.0) => {
            features.push(Feature::new("name_order", "swapped", SWAPPED).of_part("name"));
            (features, given)
        }
        _ => straight,
    }
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
        Some(known) if known == url => ("exact", 9.125),
        _ if has_profile(candidate, url) => ("former", 8.5),
        Some(_) => ("different", -5.0),
        None => ("unknown", 0.0),
    };
    Feature::new("network_url", outcome, weight)
}

fn email(candidate: &PersonRecord, identity: &str) -> Feature {
    let (outcome, weight) = if has_email(candidate, identity) {
        ("exact", 8.375)
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
        Some(LineType::Landline | LineType::Voip | LineType::Other) => ("exact_landline", 5.875),
        Some(_) => ("exact", 6.75),
        None if candidate.phones.is_empty() => ("unknown", 0.0),
        None => ("different", -0.5),
    };
    Feature::new("phone", outcome, weight)
}

fn family_name(queried: &Name, known: &Name) -> Feature {
    let (outcome, weight) = match family_agreement(queried, known) {
        Agreement::Exact => ("exact", 4.0),
        Agreement::Equivalent => ("equivalent", 3.5),
        Agreement::Initial => ("initial", 1.0),
        Agreement::Similar(likeness) if is_slip(queried.last_key(), known.last_key()) => {
            ("similar", similar(likeness, 2.25))
        }
        Agreement::Similar(_) => ("alike", -1.5),
        Agreement::Different => ("different", -5.5),
        Agreement::Unknown => ("unknown", 0.0),
    };
    Feature::new("family_name", outcome, weight).of_part("name")
}

/// Whether two family names differ by a slip: one letter, or two of a long name.
fn is_slip(one: &str, other: &str) -> bool {
    let shortest = one.len().min(other.len());
    let allowed = if shortest >= LONG_NAME_LETTERS { 2 } else { 1 };
    shortest >= SLIP_LETTERS && osa_distance(one, other) <= allowed
}

fn given_name(relation: NameRelation) -> Feature {
    let (outcome, weight) = match relation {
        NameRelation::Same => ("exact", 3.0),
        NameRelation::Variant => ("equivalent", 2.5),
        NameRelation::Initial => ("initial", 1.25),
        NameRelation::Slip => ("similar", 1.5),
        NameRelation::Unclear => ("unclear", -3.0),
        // One letter apart: a slip, or a relative at the same employer.
        NameRelation::Near => ("near", -2.0),
        NameRelation::Conflict => ("different", -10.0),
        NameRelation::Unknown => ("unknown", 0.0),
    };
    Feature::new("given_name", outcome, weight).of_part("name")
}

/// Middle names tell namesakes apart.
fn middle_name(queried: &Name, known: &Name) -> Option<Feature> {
    let (outcome, weight) = match middle_agreement(queried, known) {
        Agreement::Exact | Agreement::Equivalent => ("exact", 1.5),
        Agreement::Initial => ("initial", 1.0),
        Agreement::Similar(_) => ("similar", 0.5),
        Agreement::Different => ("different", -8.0),
        Agreement::Unknown => return None,
    };
    Some(Feature::new("middle_name", outcome, weight).of_part("name"))
}

/// Scales linearly from 0 at a similarity of 0.7 to `most` at 1; below 0.7 similarity is no evidence.
fn similar(likeness: f64, most: f64) -> f64 {
    most * ((likeness - 0.7) / 0.3).clamp(0.0, 1.0)
}

/// Compares the employer. Domain and name are one feature, because they are not independent: the better one counts.
fn company(query: &PersonQuery, names: &[String], candidate: &PersonRecord) -> Option<Feature> {
    let has_employer =
        query.employer_domains().next().is_some() || query.employer_identifiers().next().is_some();
    (has_employer || !names.is_empty()).then_some(())?;
    let person = &candidate.person;
    let present = person.company.as_ref();
    let present_name = present.and_then(|company| company.name.as_deref());
    let past = || person.experience.iter().map(|position| &position.company);
    let feature = |outcome, weight| Feature::new("company", outcome, weight);
    let part = match (&query.company_name, &query.company_identifier) {
        (Some(_), _) => "company_name",
        (None, Some(_)) if query.company_domain.is_none() => "company_identifier",
        (None, _) => "company_domain",
    };
    let at_domain = |known: Option<&str>| {
        known.is_some_and(|known| query.employer_domains().any(|domain| domain == known))
    };
    let is_named = |name: Option<&str>| {
        name.is_some_and(|name| {
            let key = company_name_key(name);
            names.contains(&key)
        })
    };
    let is_nearly_named = |name: &str| {
        names.iter().any(|key| similarity(key, name) >= SIMILAR_COMPANY || is_short_for(key, name))
    };
    let has_identifier = |company: &Employer| {
        company.identifier.as_ref().is_some_and(|known| query.employer_identifiers().any(|id| id == known))
    };
    let found = if present.is_some_and(has_identifier) {
        feature("current_identifier", 4.0)
    } else if at_domain(present.and_then(|company| company.domain.as_deref())) {
        feature("current_domain", 4.0)
    } else if is_named(present_name) {
        feature("current_name", 3.75)
    } else if query.employer_domains().any(|domain| has_email_at(candidate, domain)) {
        feature("email_domain", 3.0)
    } else if present_name.is_some_and(is_nearly_named) {
        feature("similar_name", 2.5)
    } else if past().any(|company| at_domain(company.domain.as_deref())) {
        feature("past_domain", 3.0)
    } else if past().any(|company| is_named(company.name.as_deref())) {
        feature("past_name", 2.75)
    } else if present.is_none() && person.experience.is_empty() {
        feature("unknown", 0.0)
    } else {
        feature("different", -3.0)
    };
    Some(found.of_part(part))
}

/// Whether a queried name is the start of a company's: beside a person's name, Ford means the Ford where that person works.
fn is_short_for(queried: &str, name: &str) -> bool {
    let fit = QueriedName::new(queried)
        .and_then(|queried| queried.fit(&company_name_key(name), &WordCounts::default()));
    matches!(fit, Some(NameFit::Short | NameFit::ShortGeneric))
}

fn has_email_at(candidate: &PersonRecord, domain: &str) -> bool {
    candidate
        .emails
        .iter()
        .any(|email| email.address.rsplit_once('@').is_some_and(|(_, host)| host == domain))
}
