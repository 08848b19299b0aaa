//! Merging the claims about a person.

use super::{
    contact::{self, EmployerDomains},
    gathered::{Gathered, external_ids, record_all, union},
    place::ClaimedPlace,
    position,
    provenance::{Recorder, Stance},
    values::{most_exact, non_blank, same_text},
    views::{View, newest_text, stamps, updated_at},
};
use crate::{
    Claim, Education, Location, Person, PersonFacts, PersonRecord, Profile,
    identifiers::{name::Name, profile_url},
};

pub(super) fn merge<R: Recorder>(
    id: &str,
    views: &[View<'_, PersonFacts>],
    recorder: &mut R,
) -> PersonRecord {
    let name = name(views, recorder);
    let career = position::merge(views, recorder);
    let (current, past) = career.positions.split_at(usize::from(career.has_current));
    let domains = EmployerDomains {
        current: current.first().and_then(|position| position.company.domain.as_deref()),
        past: past.iter().filter_map(|position| position.company.domain.as_deref()).collect(),
    };
    recorder.contact(true);
    let emails = contact::emails(views, &domains, recorder);
    let phones = contact::phones(views, recorder);
    recorder.contact(false);
    let has_email = emails.iter().any(|email| domains.is_usable_business(email));
    let current = current.first().cloned().unwrap_or_default();
    let network_url = newest_text(views, recorder, "networkUrl", |facts| facts.network_url.as_ref());
    let person = Person {
        id: id.to_owned(),
        full_name: name.full,
        first_name: name.first,
        last_name: name.last,
        headline: newest_text(views, recorder, "headline", |facts| facts.headline.as_ref()),
        title: current.title,
        seniority: current.seniority,
        departments: current.departments,
        company: career
            .has_current
            .then_some(current.company)
            .filter(|company| *company != Default::default()),
        started_at: current.started_at,
        location: location(views, recorder),
        profiles: profiles(views, network_url.as_deref(), recorder),
        network_url,
        has_email,
        has_phone: phones.iter().any(|phone| contact::is_usable(phone.status)),
        experience: career.positions,
        education: education(views, recorder),
        skills: union(views, recorder, "skills", |facts| &facts.skills),
        languages: union(views, recorder, "languages", |facts| &facts.languages),
        certifications: union(views, recorder, "certifications", |facts| &facts.certifications),
        identifiers: external_ids(views, recorder, |facts| &facts.identifiers),
        updated_at: updated_at(views),
        sources: stamps(views),
        ..Person::default()
    };
    PersonRecord { person, emails, phones }
}

/// The name of one claim; first and last name are never combined from two claims.
#[derive(Default, Clone)]
struct ClaimedName {
    full: String,
    first: Option<String>,
    last: Option<String>,
}

/// The newest name among the most complete ones: "J. Doe" seen today does not replace "Jane Doe".
fn name(views: &[View<'_, PersonFacts>], recorder: &mut impl Recorder) -> ClaimedName {
    let named: Vec<(&Claim, ClaimedName)> =
        views.iter().filter_map(|view| Some((view.claim, claimed_name(view.facts)?))).collect();
    let fullest = named.iter().map(|(_, name)| completeness(name)).max();
    let Some((claim, best)) = named.iter().find(|(_, name)| Some(completeness(name)) == fullest) else {
        return ClaimedName::default();
    };
    let mut field = |field: &str, get: fn(&ClaimedName) -> Option<&str>| {
        let Some(value) = get(best) else { return };
        let others = named.iter().filter_map(|(claim, name)| {
            let stated = get(name)?;
            Some((*claim, Stance::of(same_text(value, stated), stated)))
        });
        recorder.record(format_args!("{field}"), claim, others);
    };
    field("fullName", |name| Some(&name.full));
    field("firstName", |name| name.first.as_deref());
    field("lastName", |name| name.last.as_deref());
    best.clone()
}

fn claimed_name(facts: &PersonFacts) -> Option<ClaimedName> {
    let (first, last) = (non_blank(facts.first_name.as_ref()), non_blank(facts.last_name.as_ref()));
    let parts = || [first, last].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let full = non_blank(facts.full_name.as_ref()).map_or_else(parts, str::to_owned);
    if full.is_empty() {
        return None;
    }
    let parsed = if first.is_none() || last.is_none() { Name::parse(&full) } else { None };
    let part = |given: Option<&str>, read: Option<&str>| given.or(read).map(str::to_owned);
    Some(ClaimedName {
        first: part(first, parsed.as_ref().and_then(Name::first)),
        last: part(last, parsed.as_ref().and_then(Name::last)),
        full,
    })
}

fn completeness(name: &ClaimedName) -> u8 {
    let given = name.first.as_deref().map_or(0, |first| first.chars().filter(|c| c.is_alphabetic()).count());
    u8::from(name.last.is_some()) * 2 + u8::from(given > 1)
}

/// The newest place, with details from older claims that agree with it.
fn location(views: &[View<'_, PersonFacts>], recorder: &mut impl Recorder) -> Option<Location> {
    let places: Vec<(&Claim, ClaimedPlace<'_>)> = views
        .iter()
        .filter_map(|view| Some((view.claim, ClaimedPlace::of(view.facts.location.as_ref()?)?)))
        .collect();
    let (claim, newest) = places.first()?;
    let mut merged = newest;
    for (_, place) in &places {
        if place.contains(merged) && merged.agrees(place) {
            merged = place;
        }
    }
    let stance = |place: &ClaimedPlace<'_>| Stance::of(merged.agrees(place), place.stated);
    recorder.record(
        format_args!("location"),
        claim,
        places.iter().map(|(claim, place)| (*claim, stance(place))),
    );
    merged.record_words(recorder);
    Some(merged.shown())
}

/// The other profiles, including network profiles that newer claims have replaced: links to those are still in
/// circulation.
fn profiles<'a, R: Recorder>(
    views: &[View<'a, PersonFacts>],
    network_url: Option<&str>,
    recorder: &mut R,
) -> Vec<Profile> {
    let mut gathered: Vec<Gathered<'a, Profile>> = Vec::new();
    for view in views {
        let urls = view.facts.profiles.iter().chain(&view.facts.network_url);
        for profile in urls.filter_map(|url| profile_of(url)) {
            if Some(profile.url.as_str()) == network_url {
                continue;
            }
            let known = gathered.iter().position(|item| item.value.url == profile.url);
            let place = known.unwrap_or_else(|| {
                gathered.push(Gathered { value: profile, claims: Vec::new() });
                gathered.len() - 1
            });
            gathered[place].add_claim::<R>(view.claim);
        }
    }
    record_all(recorder, "profiles", &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

fn profile_of(url: &str) -> Option<Profile> {
    // An address cannot be both; try the network first, because most are.
    match profile_url::person_profile(url) {
        Ok(url) => Some(Profile { network: "network".to_owned(), url }),
        Err(_) => profile_url::profile(url),
    }
}

/// Schools; claims about the same school complete each other.
fn education<'a, R: Recorder>(views: &[View<'a, PersonFacts>], recorder: &mut R) -> Vec<Education> {
    let mut gathered: Vec<Gathered<'a, Education>> = Vec::new();
    for (claim, fact) in
        views.iter().flat_map(|view| view.facts.education.iter().map(|fact| (view.claim, fact)))
    {
        if fact.school.trim().is_empty() {
            continue;
        }
        match gathered.iter_mut().find(|item| same_education(&item.value, fact)) {
            Some(item) => {
                fill_education(&mut item.value, fact);
                item.add_claim::<R>(claim);
            }
            None => {
                gathered.push(Gathered { value: fact.clone(), claims: Vec::new() });
                if let Some(item) = gathered.last_mut() {
                    item.add_claim::<R>(claim);
                }
            }
        }
    }
    record_all(recorder, "education", &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

fn same_education(a: &Education, b: &Education) -> bool {
    let fits = |a: &Option<String>, b: &Option<String>| {
        non_blank(a.as_ref()).zip(non_blank(b.as_ref())).is_none_or(|(a, b)| same_text(a, b))
    };
    same_text(a.school.trim(), b.school.trim()) && fits(&a.degree, &b.degree) && fits(&a.field, &b.field)
}

fn fill_education(kept: &mut Education, other: &Education) {
    let fill = |kept: &mut Option<String>, other: &Option<String>| {
        if non_blank(kept.as_ref()).is_none() {
            kept.clone_from(other);
        }
    };
    fill(&mut kept.degree, &other.degree);
    fill(&mut kept.field, &other.field);
    kept.started_at = most_exact(kept.started_at.into_iter().chain(other.started_at));
    kept.ended_at = most_exact(kept.ended_at.into_iter().chain(other.ended_at));
}
