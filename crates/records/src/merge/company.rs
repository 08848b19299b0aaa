//! Merging the claims about a company.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    funding,
    gathered::{Gathered, external_ids, gather_words, record_all, record_item, union},
    place::ClaimedPlace,
    provenance::Recorder,
    values::{most_exact, non_blank, same_text},
    views::{View, newest, newest_text, stamps, updated_at},
};
use crate::{
    Acquisition, Claim, Company, CompanyFacts, CompanyStatus, EmployeeRange, Location, Profile, Technology,
    identifiers::{company_name::company_name_key, profile_url::profile},
    industry,
    place::PlaceKeys,
    technology,
};

/// Places of a company that are kept: a chain has thousands of outlets.
const LOCATIONS_MAX: usize = 300;
/// Former names and aliases that are kept, each.
const NAMES_MAX: usize = 50;

type Views<'v, 'a> = &'v [View<'a, CompanyFacts>];

pub(super) fn merge<R: Recorder>(id: &str, views: Views<'_, '_>, recorder: &mut R) -> Company {
    let legal_name = newest_text(views, recorder, "legalName", |facts| facts.legal_name.as_ref());
    let domains = union(views, recorder, "domains", |facts| &facts.domains);
    let industries = industries(views, recorder);
    let locations = locations(views, recorder);
    let employees = employees(views, recorder);
    // Origins of derived fields: the first item of a list, and the size band.
    newest_text(views, recorder, "domain", |facts| facts.domains.first());
    let same_industry =
        |one: &str, other: &str| industry::terms(one).first() == industry::terms(other).first();
    newest(views, recorder, "industry", |facts| non_blank(facts.industries.first()), same_industry);
    let same_place = |one: &Location, other: &Location| PlaceKeys::of(one).agrees(&PlaceKeys::of(other));
    newest(views, recorder, "location", |facts| facts.locations.first(), same_place);
    let size_band = employees.and_then(EmployeeRange::size_band);
    if size_band.is_some() {
        newest(views, recorder, "sizeBand", |facts| stated_employees(facts)?.size_band(), |a, b| a == b);
    }
    let name = newest_text(views, recorder, "name", |facts| facts.name.as_ref());
    let name = name.or_else(|| legal_name.clone()).or_else(|| domains.first().cloned()).unwrap_or_default();
    let status = newest(views, recorder, "status", |facts| facts.status, |a, b| a == b);
    let is_over = status.is_some_and(|status| status != CompanyStatus::Active);
    let dissolved_at = newest(views, recorder, "dissolvedAt", |facts| facts.dissolved_at, |a, b| a == b);
    let former_names = former_names(views, &name, recorder);
    Company {
        id: id.to_owned(),
        aliases: aliases(views, [&name].into_iter().chain(&legal_name).chain(&former_names), recorder),
        former_names,
        name,
        identifiers: external_ids(views, recorder, |facts| &facts.identifiers),
        status,
        dissolved_at: dissolved_at.filter(|_| is_over),
        street: newest_text(views, recorder, "street", |facts| facts.street.as_ref()),
        postcode: newest_text(views, recorder, "postcode", |facts| facts.postcode.as_ref()),
        legal_name,
        domain: domains.first().cloned(),
        domains,
        network_url: newest_text(views, recorder, "networkUrl", |facts| facts.network_url.as_ref()),
        description: newest_text(views, recorder, "description", |facts| facts.description.as_ref()),
        industry: industries.first().cloned(),
        industries,
        tags: tags(views, recorder),
        size_band,
        headcount_growth: headcount_growth(views),
        employee_count: employees.and_then(EmployeeRange::count),
        employee_range: employees.filter(|range| range.count().is_none()),
        revenue: newest(views, recorder, "revenue", |facts| facts.revenue.as_ref(), |a, b| a == b).cloned(),
        founded_year: newest(views, recorder, "foundedYear", |facts| facts.founded_year, |a, b| a == b),
        location: locations.first().cloned(),
        locations,
        phone: newest_text(views, recorder, "phone", |facts| facts.phone.as_ref()),
        emails: union(views, recorder, "emails", |facts| &facts.emails),
        logo_url: newest_text(views, recorder, "logoUrl", |facts| facts.logo_url.as_ref()),
        profiles: profiles(views, recorder),
        email_provider: newest_text(views, recorder, "emailProvider", |facts| facts.email_provider.as_ref()),
        technologies: technologies(views, recorder),
        funding: funding::merge(views, recorder),
        acquisitions: acquisitions(views, recorder),
        openings: newest(views, recorder, "openings", |facts| facts.openings.as_ref(), |a, b| a == b)
            .cloned(),
        updated_at: updated_at(views),
        sources: stamps(views),
    }
}

/// The employees that a claim states: the number, else the band.
fn stated_employees(facts: &CompanyFacts) -> Option<EmployeeRange> {
    facts.employee_count.map(EmployeeRange::exactly).or(facts.employee_range)
}

/// The employees by the newest claim; of a band, the newest number that lies in it.
fn employees<R: Recorder>(views: Views<'_, '_>, recorder: &mut R) -> Option<EmployeeRange> {
    let newest_stated = views.iter().find_map(|view| stated_employees(view.facts))?;
    let counted = |facts: &CompanyFacts| facts.employee_count.filter(|count| newest_stated.contains(*count));
    match newest(views, recorder, "employeeCount", counted, |a, b| a == b) {
        Some(count) => Some(EmployeeRange::exactly(count)),
        None => newest(views, recorder, "employeeRange", stated_employees, |a, b| a == b),
    }
}

/// Days between two employee counts that tell the growth over about a year, and the best number of them.
const GROWTH_DAYS: std::ops::RangeInclusive<i64> = 182..=548;
const GROWTH_DAYS_BEST: i64 = 365;

/// Growth in percent from the employee count that the source of the newest one stated nearest to a year before. Another
/// source may count other people.
fn headcount_growth(views: Views<'_, '_>) -> Option<i32> {
    let mut counts = views.iter().filter_map(|view| Some((view.claim, view.facts.employee_count?)));
    let (claim, newest) = counts.next()?;
    let of_source = counts.filter(|(other, _)| other.source == claim.source);
    let days = |other: &Claim| claim.observed_at.duration_since(other.observed_at).as_hours() / 24;
    let aged = of_source.map(|(other, count)| (days(other), count));
    let comparable = aged.filter(|(days, count)| GROWTH_DAYS.contains(days) && *count > 0);
    let (_, before) = comparable.min_by_key(|(days, _)| (days - GROWTH_DAYS_BEST).abs())?;
    let percent = (f64::from(newest) / f64::from(before) - 1.0) * 100.0;
    Some(percent.round().clamp(-100.0, 1e6) as i32)
}

/// Profiles in canonical form; unknown sites are skipped.
fn profiles<R: Recorder>(views: Views<'_, '_>, recorder: &mut R) -> Vec<Profile> {
    let claimed = union(views, recorder, "profiles", |facts| &facts.profiles);
    let mut profiles: Vec<Profile> = claimed.iter().filter_map(|url| profile(url)).collect();
    profiles.sort();
    profiles.dedup();
    profiles
}

/// Names of a company by their key, each in the spelling of the newest claim.
struct Names<'a> {
    gathered: Vec<Gathered<'a, (String, String)>>,
    /// Keys of names that are shown elsewhere.
    shown: Vec<String>,
}

impl<'a> Names<'a> {
    fn without<'n>(shown: impl Iterator<Item = &'n String>) -> Self {
        Self { gathered: Vec::new(), shown: shown.map(|name| company_name_key(name)).collect() }
    }

    fn add<R: Recorder>(&mut self, name: &str, claim: &'a Claim) {
        let (name, key) = (name.trim(), company_name_key(name));
        if key.is_empty() || self.shown.contains(&key) {
            return;
        }
        let known = self.gathered.iter().position(|item| item.value.0 == key);
        let place = known.unwrap_or_else(|| {
            self.gathered.push(Gathered { value: (key, name.to_owned()), claims: Vec::new() });
            self.gathered.len() - 1
        });
        self.gathered[place].add_claim::<R>(claim);
    }

    fn finish<R: Recorder>(self, field: &str, recorder: &mut R) -> Vec<String> {
        record_all(recorder, field, &self.gathered);
        self.gathered.into_iter().take(NAMES_MAX).map(|item| item.value.1).collect()
    }
}

/// Former names: those that a source states, and those that it had before in the same row, newest first.
fn former_names<R: Recorder>(views: Views<'_, '_>, name: &str, recorder: &mut R) -> Vec<String> {
    let present = name.to_owned();
    let mut names = Names::without([&present].into_iter());
    let mut newest_of_row: HashMap<(&str, &str), String> = HashMap::new();
    for view in views {
        view.facts.former_names.iter().for_each(|former| names.add::<R>(former, view.claim));
        let Some(stated) = non_blank(view.facts.name.as_ref()) else { continue };
        let row = (view.claim.source.as_str(), view.claim.reference.as_str());
        let key = company_name_key(stated);
        match newest_of_row.get(&row) {
            Some(newest) if *newest != key => names.add::<R>(stated, view.claim),
            Some(_) => {}
            None => {
                newest_of_row.insert(row, key);
            }
        }
    }
    names.finish("formerNames", recorder)
}

/// Other names: those that a source states, and the names that sources disagree about.
fn aliases<'n, R: Recorder>(
    views: Views<'_, '_>,
    shown: impl Iterator<Item = &'n String>,
    recorder: &mut R,
) -> Vec<String> {
    let mut names = Names::without(shown);
    for view in views {
        let facts = view.facts;
        let stated = facts.aliases.iter().chain(&facts.name).chain(&facts.legal_name);
        stated.for_each(|name| names.add::<R>(name, view.claim));
    }
    names.finish("aliases", recorder)
}

/// Industries by their labels, in the order of the newest claims.
fn industries<'a, R: Recorder>(views: Views<'_, 'a>, recorder: &mut R) -> Vec<String> {
    let words =
        views.iter().flat_map(|view| view.facts.industries.iter().map(|word| (view.claim, word.as_str())));
    gather_words(words, recorder, "industries", industry::name)
}

/// Free keywords, and the sources' own words for industries that have another label: `fintech` says more than the label.
fn tags<'a, R: Recorder>(views: Views<'_, 'a>, recorder: &mut R) -> Vec<String> {
    let is_keyword = |written: &&String| {
        let label = industry::label(written);
        label.is_some_and(|label| !same_text(label, written.trim())) && !industry::is_code(written)
    };
    let tags = views.iter().flat_map(|view| view.facts.tags.iter().map(|tag| (view.claim, tag.as_str())));
    let words = views.iter().flat_map(|view| {
        view.facts.industries.iter().filter(is_keyword).map(|written| (view.claim, written.as_str()))
    });
    gather_words(tags.chain(words), recorder, "tags", |word| word)
}

/// All places; of two that agree, the more detailed one is kept.
fn locations<R: Recorder>(views: Views<'_, '_>, recorder: &mut R) -> Vec<Location> {
    let mut gathered: Vec<Gathered<'_, ClaimedPlace<'_>>> = Vec::new();
    for view in views {
        for place in view.facts.locations.iter().filter_map(ClaimedPlace::of) {
            let known = gathered.iter().position(|Gathered { value: kept, .. }| {
                (kept.contains(&place) || place.contains(kept)) && kept.agrees(&place)
            });
            match known {
                Some(index) => {
                    gathered[index].add_claim::<R>(view.claim);
                    if !gathered[index].value.contains(&place) {
                        gathered[index].value = place;
                    }
                }
                None => {
                    let mut item = Gathered { value: place, claims: Vec::new() };
                    item.add_claim::<R>(view.claim);
                    gathered.push(item);
                }
            }
        }
    }
    gathered.truncate(LOCATIONS_MAX);
    let mut shown = Vec::with_capacity(gathered.len());
    for (index, Gathered { value: place, claims }) in gathered.iter().enumerate() {
        record_item(recorder, format_args!("locations[{index}]"), claims);
        shown.push(place.shown());
        place.record_words(recorder);
    }
    shown
}

/// Technologies by name, each with the latest sighting of any source.
fn technologies<R: Recorder>(views: Views<'_, '_>, recorder: &mut R) -> Vec<Technology> {
    let mut gathered: Vec<Gathered<'_, (Technology, &str)>> = Vec::new();
    for view in views {
        for seen in view.facts.technologies.iter().filter(|seen| !seen.name.trim().is_empty()) {
            let name = technology::name(seen.name.trim());
            let known = gathered.iter().position(|item| same_text(&item.value.0.name, name));
            let place = known.unwrap_or_else(|| {
                let value = Technology { name: name.to_owned(), ..seen.clone() };
                gathered.push(Gathered { value: (value, seen.name.trim()), claims: Vec::new() });
                gathered.len() - 1
            });
            let kept = &mut gathered[place];
            let technology = &mut kept.value.0;
            technology.last_seen_at = technology.last_seen_at.max(seen.last_seen_at);
            if non_blank(technology.category.as_ref()).is_none() {
                technology.category.clone_from(&seen.category);
            }
            kept.add_claim::<R>(view.claim);
        }
    }
    for (index, Gathered { value: (technology, words), claims }) in gathered.iter().enumerate() {
        record_item(recorder, format_args!("technologies[{index}]"), claims);
        recorder.stated(words, &technology.name);
    }
    gathered.into_iter().map(|item| item.value.0).collect()
}

/// Acquisitions, newest first; claims about the same target complete each other.
fn acquisitions<R: Recorder>(views: Views<'_, '_>, recorder: &mut R) -> Vec<Acquisition> {
    let mut gathered: Vec<Gathered<'_, Acquisition>> = Vec::new();
    for view in views {
        let has_happened = |deal: &&Acquisition| view.claim.reports_as_past(deal.announced_at);
        let named = view.facts.acquisitions.iter().filter(|deal| !deal.name.trim().is_empty());
        for deal in named.filter(has_happened) {
            let known = gathered.iter().position(|item| same_target(&item.value, deal));
            let place = known.unwrap_or_else(|| {
                gathered.push(Gathered { value: deal.clone(), claims: Vec::new() });
                gathered.len() - 1
            });
            let kept = &mut gathered[place];
            kept.value.announced_at =
                most_exact(kept.value.announced_at.into_iter().chain(deal.announced_at));
            kept.value.domain = kept.value.domain.take().or_else(|| deal.domain.clone());
            kept.value.price = kept.value.price.take().or_else(|| deal.price.clone());
            kept.add_claim::<R>(view.claim);
        }
    }
    gathered.sort_by_key(|item| Reverse(item.value.announced_at));
    record_all(recorder, "acquisitions", &gathered);
    gathered.into_iter().map(|item| item.value).collect()
}

fn same_target(a: &Acquisition, b: &Acquisition) -> bool {
    let domains = a.domain.as_ref().zip(b.domain.as_ref());
    domains.map_or_else(|| company_name_key(&a.name) == company_name_key(&b.name), |(a, b)| a == b)
}
