//! Normalises identifiers. Invalid ones are left out with a warning.

use records::{
    CompanyFacts, LineType, Location, PersonFacts, PhoneFact,
    company_name::company_name_key,
    domain,
    email::{EmailAddress, is_free_provider},
    phone::PhoneNumber,
    place, profile_url, written_case,
};

use crate::file::{
    ImportOptions,
    columns::field::Field,
    warning::{WarningKind, Warnings},
};

/// Sites on which many companies have a page; their domains do not identify a company.
const SHARED_SITES: &[&str] = &[
    "linkedin.com",
    "network.example",
    "facebook.com",
    "fb.com",
    "fb.me",
    "instagram.com",
    "twitter.com",
    "x.com",
    "youtube.com",
    "tiktok.com",
    "pinterest.com",
    "vimeo.com",
    "github.com",
    "gitlab.com",
    "medium.com",
    "linktr.ee",
    "yelp.com",
    "crunchbase.com",
    "google.com",
    "goo.gl",
    "bit.ly",
    "t.co",
    "etsy.com",
    "amazon.com",
    "ebay.com",
    "apple.com",
    "tumblr.com",
    "wikipedia.org",
    "xing.com",
    "angel.co",
    "wellfound.com",
    "producthunt.com",
    "about.me",
    "meetup.com",
    "eventbrite.com",
    "soundcloud.com",
    "behance.net",
    "dribbble.com",
    "notion.site",
    "t.me",
    "wa.me",
];

/// Normalises the identifiers of a person.
pub(in crate::file) fn normalise_person(
    facts: &mut PersonFacts,
    options: &ImportOptions,
    warnings: &mut Warnings,
) {
    for name in [&mut facts.full_name, &mut facts.first_name, &mut facts.last_name].into_iter().flatten() {
        rewrite(name, written_case::person);
    }
    let positions = facts.experience.iter_mut().flat_map(|position| &mut position.company_name);
    facts.company_name.iter_mut().chain(positions).for_each(|name| rewrite(name, written_case::company));
    if let Some(location) = &mut facts.location {
        normalise_place(location, warnings);
    }
    facts.location.take_if(|location| *location == Location::default());
    let country = facts.location.as_ref().and_then(|location| location.country.clone());
    normalise_employer(facts, warnings);
    normalise_profiles(facts, warnings);
    normalise_emails(facts, warnings);
    let country = country.as_deref().or(options.default_country);
    let phones = std::mem::take(&mut facts.phones);
    for phone in phones {
        let Some(phone) = normalise_phone(phone, country, warnings) else { continue };
        if facts.phones.iter().all(|known| known.number != phone.number) {
            facts.phones.push(phone);
        }
    }
    for position in &mut facts.experience {
        position.company_domain = position
            .company_domain
            .take()
            .and_then(|text| own_domain(&text, position.company_name.as_deref(), "experience", warnings));
    }
    facts.education.retain(|education| !education.school.trim().is_empty());
}

/// Normalises the identifiers of a company.
pub(in crate::file) fn normalise_company(
    facts: &mut CompanyFacts,
    options: &ImportOptions,
    warnings: &mut Warnings,
) {
    for name in facts.name.iter_mut().chain(&mut facts.legal_name).chain(&mut facts.former_names) {
        rewrite(name, written_case::company);
    }
    for location in &mut facts.locations {
        normalise_place(location, warnings);
    }
    facts.locations.retain(|location| *location != Location::default());
    if let Some(text) = facts.network_url.take() {
        let page = profile_url::company_page(&text);
        facts.network_url = warnings.keep(WarningKind::InvalidNetworkUrl, Field::NetworkUrl.name(), page);
    }
    for text in std::mem::take(&mut facts.domains) {
        // A professional-network page in the website column becomes the network URL.
        if let Ok(page) = profile_url::company_page(&text) {
            facts.network_url.get_or_insert(page);
            continue;
        }
        let domain = own_domain(&text, facts.name.as_deref(), Field::Domain.name(), warnings);
        facts.domains.extend(domain.filter(|domain| !facts.domains.contains(domain)));
    }
    let country = facts.locations.first().and_then(|location| location.country.as_deref());
    let country = country.or(options.default_country);
    if let Some(text) = facts.phone.take() {
        let phone = PhoneNumber::parse(&text, country).map(|phone| phone.e164().to_owned());
        facts.phone = warnings.keep(WarningKind::InvalidPhone, Field::Phone.name(), phone);
    }
    for acquisition in &mut facts.acquisitions {
        acquisition.domain =
            acquisition.domain.take().and_then(|text| own_domain(&text, None, "acquisitions", warnings));
    }
}

/// Gives a name in capitals its usual case.
fn rewrite(name: &mut String, written: fn(&str) -> String) {
    if written_case::is_in_capitals(name) {
        *name = written(name);
    }
}

/// A code of ISO 3166-2 without its country where addresses use it so, as in `US-TX`, else as the name of its region;
/// `None` if the code is not known.
fn region(text: String) -> Option<String> {
    let is_code = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    match text.split_once('-') {
        Some((country, code)) if is_code(country, 2..=2) && is_code(code, 1..=3) => {
            let stands_alone = matches!(country, "US" | "CA" | "AU");
            if stands_alone {
                Some(code.to_owned())
            } else {
                Some(place::region(&text, None)?.name.to_owned())
            }
        }
        _ => Some(text),
    }
}

fn normalise_place(location: &mut Location, warnings: &mut Warnings) {
    location.region = location.region.take().and_then(region);
    for name in location.city.iter_mut().chain(&mut location.region) {
        rewrite(name, written_case::place);
    }
    if let Some(text) = location.country.take() {
        let code = place::country_code(&text)
            .map(str::to_owned)
            .ok_or("not a known country; write its ISO 3166 code such as DE");
        location.country = warnings.keep(WarningKind::InvalidCountry, Field::Country.name(), code);
    }
}

fn normalise_employer(facts: &mut PersonFacts, warnings: &mut Warnings) {
    if let Some(text) = facts.company_network_url.take() {
        let page = profile_url::company_page(&text);
        let name = Field::CompanyNetworkUrl.name();
        facts.company_network_url = warnings.keep(WarningKind::InvalidNetworkUrl, name, page);
    }
    if let Some(text) = facts.company_domain.take() {
        match profile_url::company_page(&text) {
            Ok(page) => _ = facts.company_network_url.get_or_insert(page),
            Err(_) => {
                let (named, field) = (facts.company_name.as_deref(), Field::CompanyDomain.name());
                facts.company_domain = own_domain(&text, named, field, warnings);
            }
        }
    }
}

/// A domain that may be the own one of a company of this name.
fn own_domain(
    text: &str,
    named: Option<&str>,
    field: &'static str,
    warnings: &mut Warnings,
) -> Option<String> {
    let result = domain::registrable_domain(text);
    let domain = warnings.keep(WarningKind::InvalidDomain, field, result)?;
    let path =
        text.split_once("://").map_or(text, |(_, rest)| rest).split_once('/').map_or("", |(_, path)| path);
    if !path.trim_matches('/').is_empty() && SHARED_SITES.contains(&domain.as_str()) {
        let message = "a page on a shared site; give the company's own domain";
        warnings.add(WarningKind::SharedSite, field, message);
        return None;
    }
    if is_free_provider(&domain) && !named.is_some_and(|name| is_named_after(name, &domain)) {
        let message = "the domain of a mail provider; give the company's own domain";
        warnings.add(WarningKind::SharedSite, field, message);
        return None;
    }
    Some(domain)
}

/// Whether the name of a company holds that of a domain, as that of the mail provider itself does.
fn is_named_after(name: &str, domain: &str) -> bool {
    let label = domain.split('.').next().unwrap_or(domain);
    company_name_key(name).replace(' ', "").contains(label)
}

fn normalise_profiles(facts: &mut PersonFacts, warnings: &mut Warnings) {
    if let Some(text) = facts.network_url.take() {
        match profile_url::person_profile(&text) {
            Ok(url) => facts.network_url = Some(url),
            // A column named `url` may contain profiles on other sites.
            Err(_) if profile_url::profile(&text).is_some() => facts.profiles.push(text),
            Err(error) => warnings.add(WarningKind::InvalidNetworkUrl, Field::NetworkUrl.name(), error),
        }
    }
    for text in std::mem::take(&mut facts.profiles) {
        if let Ok(url) = profile_url::person_profile(&text) {
            facts.network_url.get_or_insert(url);
            continue;
        }
        let profile = profile_url::profile(&text).ok_or("not a profile on a known site; give its full URL");
        if let Some(profile) = warnings.keep(WarningKind::InvalidProfile, Field::Profile.name(), profile)
            && !facts.profiles.contains(&profile.url)
        {
            facts.profiles.push(profile.url);
        }
    }
}

fn normalise_emails(facts: &mut PersonFacts, warnings: &mut Warnings) {
    let mut identities: Vec<String> = Vec::new();
    for mut email in std::mem::take(&mut facts.emails) {
        // Placeholder that Apollo exports for an address that was not bought.
        if email.address.starts_with("email_not_unlocked@") {
            let message = "the vendor has not revealed this address; reveal it there and export again";
            warnings.add(WarningKind::LockedValue, Field::Email.name(), message);
            continue;
        }
        let address = EmailAddress::parse(&email.address);
        let address = warnings.keep(WarningKind::InvalidEmail, Field::Email.name(), address);
        let Some(address) = address else { continue };
        if identities.iter().any(|known| known == address.identity()) {
            continue;
        }
        identities.push(address.identity().to_owned());
        address.address().clone_into(&mut email.address);
        facts.emails.push(email);
    }
}

/// The numbering plan takes precedence over the column's name, if it distinguishes line types.
fn normalise_phone(phone: PhoneFact, country: Option<&str>, warnings: &mut Warnings) -> Option<PhoneFact> {
    let number = PhoneNumber::parse(&phone.number, country);
    let number = warnings.keep(WarningKind::InvalidPhone, Field::Phone.name(), number)?;
    let line_type = match number.line_type() {
        LineType::Unknown => phone.line_type,
        LineType::MobileOrLandline => phone.line_type.or(Some(LineType::MobileOrLandline)),
        known => Some(known),
    };
    Some(PhoneFact { number: number.e164().to_owned(), line_type, ..phone })
}
