//! Extracts facts about a company from the pages of its site.

use std::collections::BTreeMap;

use egress::HeaderMap;
use jiff::Timestamp;
use records::{
    CompanyFacts, JobFacts,
    domain::registrable_domain,
    email::EmailAddress,
    phone::PhoneNumber,
    place::country_code,
    profile_url::{company_page, profile},
};

use super::{identity, linked_data, page::WebPage, technologies};

/// Local parts of role addresses; other addresses belong to a person and are not read.
const ROLE_LOCAL_PARTS: [&str; 32] = [
    "admin",
    "anfrage",
    "bewerbung",
    "booking",
    "career",
    "careers",
    "contact",
    "contacto",
    "customerservice",
    "enquiries",
    "hallo",
    "hello",
    "help",
    "hey",
    "hi",
    "hr",
    "info",
    "inquiries",
    "jobs",
    "kontakt",
    "mail",
    "marketing",
    "media",
    "office",
    "partners",
    "post",
    "press",
    "presse",
    "sales",
    "service",
    "support",
    "team",
];

/// Facts from the home page.
pub(crate) fn home_facts(page: &WebPage, headers: &HeaderMap, domain: &str, now: Timestamp) -> CompanyFacts {
    let mut facts = page_facts(page, headers, domain, now);
    facts.name = facts.name.or_else(|| identity::name(page, domain));
    facts.description = identity::description(page).or(facts.description);
    facts.logo_url = facts.logo_url.or_else(|| page.icon.as_ref().map(ToString::to_string));
    facts
}

/// Facts from any page.
pub(crate) fn page_facts(page: &WebPage, headers: &HeaderMap, domain: &str, now: Timestamp) -> CompanyFacts {
    let organisation = linked_data::organisation(&page.linked_data, domain).unwrap_or_default();
    let mut facts = organisation.facts;
    facts.domains = vec![domain.to_owned()];
    facts.network_url = network_page(&organisation.same_as, page);
    facts.profiles = profiles(&organisation.same_as, page);
    let country = facts.locations.iter().find_map(|place| place.country.clone());
    let country = country.or_else(|| domain_country(domain));
    facts.phone = facts.phone.or_else(|| phone(page, country.as_deref()));
    facts.emails = emails(std::mem::take(&mut facts.emails), page, domain);
    facts.technologies = technologies::on_page(page, headers, now);
    facts
}

/// The jobs on a page, at the company of the site unless the posting names another.
pub(crate) fn jobs(page: &WebPage, domain: &str, name: Option<&str>) -> Vec<JobFacts> {
    let mut jobs = linked_data::jobs(&page.linked_data);
    for job in &mut jobs {
        if job.company_domain.is_none() {
            job.company_domain = Some(domain.to_owned());
            job.company_name = job.company_name.take().or_else(|| name.map(str::to_owned));
        }
        job.url = job.url.take().or_else(|| Some(page.url.to_string()));
    }
    jobs
}

/// The company's page on the professional network: from JSON-LD `sameAs`, else the only one linked.
fn network_page(same_as: &[String], page: &WebPage) -> Option<String> {
    let named = same_as.iter().find_map(|url| company_page(url).ok());
    named.or_else(|| {
        let links = page.links.iter().map(|link| link.url.as_str());
        let mut linked: Vec<String> = links.filter_map(|url| company_page(url).ok()).collect();
        linked.sort();
        linked.dedup();
        linked.pop().filter(|_| linked.is_empty())
    })
}

/// Public profiles: from JSON-LD `sameAs`, and for each other network the only one linked.
fn profiles(same_as: &[String], page: &WebPage) -> Vec<String> {
    let mut by_site: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in page.links.iter().filter_map(|link| profile(link.url.as_str())) {
        let urls = by_site.entry(found.network).or_default();
        if !urls.contains(&found.url) {
            urls.push(found.url);
        }
    }
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in same_as.iter().filter_map(|url| profile(url)) {
        named.entry(found.network).or_default().push(found.url);
    }
    by_site.retain(|site, urls| urls.len() == 1 && !named.contains_key(site));
    named.into_values().chain(by_site.into_values()).flatten().collect()
}

fn phone(page: &WebPage, country: Option<&str>) -> Option<String> {
    let numbers = page.contacts.iter().filter_map(|contact| contact.strip_prefix("tel:"));
    let numbers = numbers.map(|number| number.replace("%20", " "));
    numbers
        .into_iter()
        .find_map(|number| PhoneNumber::parse(&number, country).ok())
        .map(|n| n.e164().to_owned())
}

/// Role addresses at the company's own domain.
fn emails(mut found: Vec<String>, page: &WebPage, domain: &str) -> Vec<String> {
    let published = page.contacts.iter().filter_map(|contact| contact.strip_prefix("mailto:"));
    found.extend(published.map(|address| address.split('?').next().unwrap_or_default().to_owned()));
    let parsed = found.iter().filter_map(|address| EmailAddress::parse(address).ok());
    let own = parsed.filter(|address| {
        registrable_domain(address.domain()).is_ok_and(|own| own == domain)
            && ROLE_LOCAL_PARTS.contains(&address.local())
    });
    let mut emails: Vec<String> = own.map(|address| address.address().to_owned()).collect();
    emails.sort();
    emails.dedup();
    emails
}

/// The country of a country-code domain; those that are used worldwide have none.
fn domain_country(domain: &str) -> Option<String> {
    let ending = domain.rsplit('.').next().unwrap_or_default();
    let is_country = ending.len() == 2
        && !matches!(ending, "ai" | "co" | "fm" | "gg" | "io" | "ly" | "me" | "so" | "tv" | "to" | "sh");
    let code = if ending == "uk" { "gb" } else { ending };
    is_country.then(|| country_code(code).map(str::to_owned)).flatten()
}
