//! The JSON-LD of a company (schema.org Organization).

use records::Location;
use serde_json::{Value, json};

use crate::company::WorldCompany;

/// What the home page states.
pub(super) fn on_home_page(company: &WorldCompany) -> Value {
    let mut organisation = json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": company.name,
        "url": format!("http://{}/", company.domain),
        "description": company.description,
        "address": company.locations.iter().map(address).collect::<Vec<_>>(),
        "sameAs": [company.network_url],
    });
    if let Some(phone) = &company.phone {
        organisation["telephone"] = json!(phone);
    }
    organisation
}

/// What the page about the company states.
pub(super) fn on_about_page(company: &WorldCompany) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": company.name,
        "legalName": company.legal_name,
        "url": format!("http://{}/", company.domain),
        "foundingDate": company.founded_year.to_string(),
        "numberOfEmployees": company.headcount,
    })
}

fn address(location: &Location) -> Value {
    json!({
        "@type": "PostalAddress",
        "addressLocality": location.city,
        "addressRegion": location.region,
        "addressCountry": location.country,
    })
}
