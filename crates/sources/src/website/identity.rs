//! Name and description of a company from its home page.

use records::company_name::company_name_key;

use super::page::WebPage;

const NAME_LIMIT_BYTES: usize = 100;
const DESCRIPTION_LIMIT_BYTES: usize = 2_000;
/// Separators between the name and the rest of a title.
const SEPARATORS: [&str; 9] = [" | ", " – ", " — ", " - ", " · ", " • ", " :: ", ": ", " » "];
/// Minimum similarity of a part of the title to the domain for it to be the name.
const SIMILARITY_MIN: f64 = 0.85;

/// Titles of error pages, default pages and access checks.
const PLACEHOLDERS: [&str; 16] = [
    "403 forbidden",
    "404 not found",
    "access denied",
    "account suspended",
    "apache2 ubuntu default page",
    "are you a robot",
    "attention required!",
    "coming soon",
    "default web site page",
    "domain for sale",
    "domain is for sale",
    "index of /",
    "just a moment",
    "site is under construction",
    "this domain is parked",
    "welcome to nginx",
];

/// Hosts of domain-parking services.
const PARKING_HOSTS: [&str; 10] = [
    "sedoparking.com",
    "parkingcrew.net",
    "bodis.com",
    "dan.com/buy-domain",
    "afternic.com",
    "hugedomains.com",
    "above.com",
    "parklogic.com",
    "img.sedoparking",
    "domainmarket.com",
];

/// Whether a page is a placeholder: parked domain, error page or access check.
pub(crate) fn is_placeholder(page: &WebPage) -> bool {
    let title = page.title.as_deref().unwrap_or_default().to_lowercase();
    let is_parked = |address: &str| PARKING_HOSTS.iter().any(|host| address.contains(host));
    PLACEHOLDERS.iter().any(|phrase| title.contains(phrase))
        || page.loaded.iter().any(|address| is_parked(address))
        || page.links.iter().any(|link| is_parked(link.url.as_str()))
}

/// The name of the site.
pub(crate) fn name(page: &WebPage, domain: &str) -> Option<String> {
    let given = ["og:site_name", "application-name", "apple-mobile-web-app-title"];
    let given = given.iter().find_map(|name| page.meta(name)).filter(|name| is_name(name));
    given.map(str::to_owned).or_else(|| name_in_title(page.title.as_deref()?, domain))
}

/// The part of a title that resembles the domain.
fn name_in_title(title: &str, domain: &str) -> Option<String> {
    let label = domain.split('.').next().unwrap_or_default().replace('-', "");
    let mut pieces = vec![title.to_owned()];
    for separator in SEPARATORS {
        pieces = pieces.iter().flat_map(|piece| piece.split(separator).map(str::to_owned)).collect();
    }
    let similarity = |piece: &str| {
        let key: String = company_name_key(piece).chars().filter(|c| c.is_alphanumeric()).collect();
        // The key omits legal forms; the plain letters keep them, as some domains do.
        let letters: String =
            piece.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        strsim::jaro_winkler(&key, &label).max(strsim::jaro_winkler(&letters, &label))
    };
    let best = pieces
        .iter()
        .map(|piece| (similarity(piece), piece.trim()))
        .filter(|(score, piece)| *score >= SIMILARITY_MIN && is_name(piece))
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.map(|(_, piece)| piece.to_owned())
}

fn is_name(text: &str) -> bool {
    text.len() <= NAME_LIMIT_BYTES && text.chars().any(char::is_alphabetic) && text.to_lowercase() != "home"
}

/// The description of the site.
pub(crate) fn description(page: &WebPage) -> Option<String> {
    let given = ["description", "og:description", "twitter:description"];
    let text = given.iter().find_map(|name| page.meta(name))?;
    Some(text.chars().take(DESCRIPTION_LIMIT_BYTES).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(source: &str) -> WebPage {
        WebPage::read("https://harbor-systems.example/".parse().unwrap(), source.to_owned())
    }

    #[test]
    fn the_name_comes_from_metadata_or_from_the_title_part_that_resembles_the_domain() {
        for (source, domain, expected) in [
            (
                "<meta property=og:site_name content='Harbor'><title>x</title>",
                "harbor.example",
                Some("Harbor"),
            ),
            (
                "<title>Harbor Systems | Ships that sail</title>",
                "harbor-systems.example",
                Some("Harbor Systems"),
            ),
            (
                "<title>Ships that sail – Harbor Systems GmbH</title>",
                "harborsystems.de",
                Some("Harbor Systems GmbH"),
            ),
            ("<title>Home</title>", "harbor.example", None),
            ("<title>The best ships in town</title>", "harbor.example", None),
            ("<title>Harbour: Payroll for ports</title>", "harbour.example", Some("Harbour")),
        ] {
            assert_eq!(name(&page(source), domain).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn placeholder_pages_are_recognised() {
        assert!(is_placeholder(&page("<title>Just a moment...</title>")));
        assert!(is_placeholder(&page(
            "<title>x</title><script src=https://img.sedoparking.com/a.js></script>"
        )));
        assert!(!is_placeholder(&page("<title>Harbor Systems</title>")));
    }
}
