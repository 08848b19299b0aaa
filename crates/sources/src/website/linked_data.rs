//! Reads organisations and job postings from JSON-LD (schema.org).

use records::{
    CompanyFacts, EmployeeRange, JobFacts, Location, PartialDate,
    domain::registrable_domain,
    phone::PhoneNumber,
    place::{country_code, parse_location},
};
use serde_json::Value;

use crate::markup::{collapse_whitespace, plain_text};

const DEPTH_LIMIT: usize = 8;
const NODE_LIMIT: usize = 2_000;
const TEXT_LIMIT_BYTES: usize = 2_000;
const JOB_LIMIT: usize = 500;

/// Types of organisations, besides those that end in `Organization` or `Business`.
const ORGANISATIONS: [&str; 12] = [
    "Organization",
    "Corporation",
    "LocalBusiness",
    "NGO",
    "Airline",
    "Consortium",
    "Hotel",
    "Restaurant",
    "Store",
    "ProfessionalService",
    "MedicalBusiness",
    "OnlineStore",
];

/// An organisation described in JSON-LD.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Organisation {
    pub(crate) facts: CompanyFacts,
    /// URLs of the organisation's pages elsewhere (`sameAs`).
    pub(crate) same_as: Vec<String>,
}

/// The organisation of this site: one whose URL is on the site is preferred to one without URL; one whose URL is
/// elsewhere is never used.
pub(crate) fn organisation(data: &[Value], domain: &str) -> Option<Organisation> {
    let mut best: Option<(bool, Organisation)> = None;
    for node in nodes(data).into_iter().filter(|node| is_organisation(node)) {
        let own = text(node, "url").and_then(|url| registrable_domain(&url).ok());
        if own.as_deref().is_some_and(|own| own != domain) {
            continue;
        }
        let read = read_organisation(node);
        let is_own = own.is_some();
        let is_better = best.as_ref().is_none_or(|(was_own, _)| is_own && !was_own);
        if is_better && (read.facts.name.is_some() || read.facts.legal_name.is_some()) {
            best = Some((is_own, read));
        }
    }
    best.map(|(_, organisation)| organisation)
}

/// The jobs that a page offers.
pub(crate) fn jobs(data: &[Value]) -> Vec<JobFacts> {
    let postings = nodes(data).into_iter().filter(|node| has_type(node, |kind| kind == "JobPosting"));
    postings.filter_map(read_job).take(JOB_LIMIT).collect()
}

/// All objects at any depth.
fn nodes(data: &[Value]) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut stack: Vec<(&Value, usize)> = data.iter().map(|value| (value, 0)).collect();
    stack.reverse();
    while let Some((value, depth)) = stack.pop() {
        if found.len() >= NODE_LIMIT || depth > DEPTH_LIMIT {
            continue;
        }
        match value {
            Value::Array(items) => stack.extend(items.iter().rev().map(|item| (item, depth + 1))),
            Value::Object(object) => {
                found.push(value);
                // Reviewers, hirers and members are other organisations.
                let own = object.iter().filter(|(key, _)| {
                    !matches!(
                        key.as_str(),
                        "review" | "hiringOrganization" | "author" | "itemReviewed" | "member"
                    )
                });
                stack.extend(own.map(|(_, value)| (value, depth + 1)).collect::<Vec<_>>().into_iter().rev());
            }
            _ => {}
        }
    }
    found
}

fn has_type(node: &Value, is: impl Fn(&str) -> bool) -> bool {
    let kinds = match node.get("@type") {
        Some(Value::Array(kinds)) => kinds.iter().collect(),
        Some(kind) => vec![kind],
        None => Vec::new(),
    };
    kinds.iter().filter_map(|kind| kind.as_str()).any(|kind| is(kind.rsplit('/').next().unwrap_or(kind)))
}

fn is_organisation(node: &Value) -> bool {
    has_type(node, |kind| {
        ORGANISATIONS.contains(&kind) || kind.ends_with("Organization") || kind.ends_with("Business")
    })
}

fn read_organisation(node: &Value) -> Organisation {
    let places: Vec<Location> =
        values(node, "address").into_iter().chain(values(node, "location")).filter_map(place).collect();
    let country = places.iter().find_map(|place| place.country.clone());
    let phones = texts(node, "telephone")
        .into_iter()
        .chain(values(node, "contactPoint").into_iter().flat_map(|point| texts(point, "telephone")));
    let phone = phones.into_iter().find_map(|text| PhoneNumber::parse(&text, country.as_deref()).ok());
    let emails = texts(node, "email")
        .into_iter()
        .chain(values(node, "contactPoint").into_iter().flat_map(|point| texts(point, "email")));
    let mut locations: Vec<Location> = Vec::new();
    for place in places {
        if !locations.contains(&place) {
            locations.push(place);
        }
    }
    let employees = employees(node);
    let facts = CompanyFacts {
        name: text(node, "name").map(|name| plain_text(&name)),
        legal_name: text(node, "legalName"),
        description: text(node, "description").map(|text| plain_text(&text)),
        employee_count: employees.and_then(EmployeeRange::count),
        employee_range: employees.filter(|range| range.count().is_none()),
        founded_year: text(node, "foundingDate").and_then(|date| date.get(..4)?.parse().ok()),
        locations,
        phone: phone.map(|phone| phone.e164().to_owned()),
        emails: emails.map(|email| email.trim_start_matches("mailto:").to_owned()).collect(),
        logo_url: values(node, "logo").into_iter().find_map(image_url),
        ..CompanyFacts::default()
    };
    Organisation { facts, same_as: texts(node, "sameAs") }
}

/// The employees, as a number or a band.
fn employees(node: &Value) -> Option<EmployeeRange> {
    let stated = node.get("numberOfEmployees")?;
    let number = |value: &Value| -> Option<u32> {
        value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?.try_into().ok()
    };
    let count = number(stated).or_else(|| number(stated.get("value")?));
    count.map(EmployeeRange::exactly).or_else(|| {
        let max = stated.get("maxValue").and_then(number);
        let min = number(stated.get("minValue")?).filter(|min| max.is_none_or(|max| *min <= max))?;
        Some(EmployeeRange { min, max })
    })
}

fn image_url(value: &Value) -> Option<String> {
    let address =
        value.as_str().or_else(|| value.get("url")?.as_str()).or_else(|| value.get("contentUrl")?.as_str());
    address.filter(|address| address.starts_with("http")).map(str::to_owned)
}

fn place(value: &Value) -> Option<Location> {
    if let Some(text) = value.as_str() {
        let place = parse_location(&collapse_whitespace(text));
        return (place.country.is_some()).then_some(place);
    }
    let value = value.get("address").unwrap_or(value);
    let country = text(value, "addressCountry")
        .or_else(|| text(value.get("addressCountry")?, "name"))
        .and_then(|country| country_code(&country).map(str::to_owned));
    let place =
        Location { city: text(value, "addressLocality"), region: text(value, "addressRegion"), country };
    (place != Location::default()).then_some(place)
}

fn read_job(node: &Value) -> Option<JobFacts> {
    let employer = node.get("hiringOrganization");
    let own_domain = |employer: &Value| {
        let address = text(employer, "sameAs").or_else(|| text(employer, "url"))?;
        registrable_domain(&address).ok()
    };
    Some(JobFacts {
        title: Some(plain_text(&text(node, "title").or_else(|| text(node, "name"))?)),
        company_name: employer
            .and_then(|employer| employer.as_str().map(str::to_owned).or_else(|| text(employer, "name"))),
        company_domain: employer.and_then(own_domain),
        location: values(node, "jobLocation").into_iter().find_map(place),
        url: text(node, "url").filter(|url| url.starts_with("http")),
        posted_at: text(node, "datePosted").and_then(|date| day(&date)),
        ..JobFacts::default()
    })
}

/// The day of a date or time.
pub(crate) fn day(text: &str) -> Option<PartialDate> {
    text.trim().get(..10).unwrap_or(text.trim()).parse().ok()
}

/// The values of a key, one or many.
fn values<'a>(node: &'a Value, key: &str) -> Vec<&'a Value> {
    match node.get(key) {
        Some(Value::Array(items)) => items.iter().collect(),
        Some(Value::Null) | None => Vec::new(),
        Some(value) => vec![value],
    }
}

fn texts(node: &Value, key: &str) -> Vec<String> {
    let texts = values(node, key).into_iter().filter_map(Value::as_str).map(|text| text.trim().to_owned());
    texts.filter(|text| !text.is_empty() && text.len() <= TEXT_LIMIT_BYTES).collect()
}

fn text(node: &Value, key: &str) -> Option<String> {
    texts(node, key).into_iter().next()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_site_s_own_organisation_is_read() {
        let data = [json!({ "@context": "https://schema.org", "@graph": [
            { "@type": "Organization", "name": "Partner Inc", "url": "https://partner.example" },
            { "@type": "WebSite", "publisher": { "@type": ["Organization", "Brand"],
                "name": "Harbor &amp; Sons", "legalName": "Harbor Systems GmbH", "url": "https://www.harbor.example/",
                "logo": { "@type": "ImageObject", "url": "https://harbor.example/logo.png" },
                "sameAs": ["https://www.linkedin.com/company/harbor", "https://x.com/harbor"],
                "address": { "@type": "PostalAddress", "addressLocality": "Berlin", "addressCountry": "Germany" },
                "contactPoint": [{ "telephone": "030 901820", "email": "info@harbor.example" }],
                "foundingDate": "2011-05-01", "numberOfEmployees": { "value": "240" } } },
            { "@type": "Review", "author": { "@type": "Organization", "name": "A customer" } },
        ] })];
        let found = organisation(&data, "harbor.example").unwrap();
        let facts = found.facts;
        assert_eq!(facts.name.as_deref(), Some("Harbor & Sons"));
        assert_eq!(facts.legal_name.as_deref(), Some("Harbor Systems GmbH"));
        assert_eq!(facts.locations[0].country.as_deref(), Some("DE"));
        assert_eq!(facts.phone.as_deref(), Some("+4930901820"), "read in the country of the address");
        assert_eq!(facts.emails, ["info@harbor.example"]);
        assert_eq!((facts.employee_count, facts.founded_year), (Some(240), Some(2011)));
        assert_eq!(facts.logo_url.as_deref(), Some("https://harbor.example/logo.png"));
        assert_eq!(found.same_as.len(), 2);
        assert_eq!(organisation(&data, "other.example"), None);
    }

    #[test]
    fn jobs_are_read_with_the_hiring_organisation() {
        let data = [
            json!([{ "@type": "JobPosting", "title": "Sales Engineer", "datePosted": "2026-10-02T09:00",
            "url": "https://harbor.example/jobs/1",
            "hiringOrganization": { "@type": "Organization", "name": "Harbor", "sameAs": "https://harbor.example" },
            "jobLocation": { "@type": "Place", "address": { "addressLocality": "Berlin", "addressCountry": "DE" } } },
            { "@type": "JobPosting", "description": "no title" }]),
        ];
        let jobs = jobs(&data);
        assert_eq!(jobs.len(), 1);
        assert_eq!(jobs[0].company_domain.as_deref(), Some("harbor.example"));
        assert_eq!(jobs[0].posted_at.unwrap().to_string(), "2026-10-02");
        assert_eq!(jobs[0].location.as_ref().unwrap().city.as_deref(), Some("Berlin"));
        assert_eq!(organisation(&data, "harbor.example"), None, "the hiring organisation may be another one");
    }

    #[test]
    fn deeply_nested_and_very_long_data_is_truncated() {
        let mut deep = json!({ "@type": "Organization", "name": "Deep" });
        for _ in 0..100 {
            deep = json!({ "inner": deep });
        }
        assert_eq!(organisation(&[deep], "x.example"), None);
    }
}
