//! Detects the technologies of a site from its pages and DNS records.

use std::{collections::BTreeMap, sync::LazyLock};

use egress::HeaderMap;
use jiff::Timestamp;
use records::Technology;
use serde::Deserialize;

use super::page::WebPage;

/// Patterns that identify a technology; documented in the header of the data file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Patterns {
    script: Vec<String>,
    html: Vec<String>,
    meta: Vec<String>,
    header: Vec<String>,
    cookie: Vec<String>,
    mx: Vec<String>,
    spf: Vec<String>,
    txt: Vec<String>,
    cname: Vec<String>,
}

struct Fingerprint {
    name: String,
    category: String,
    patterns: Patterns,
}

static FINGERPRINTS: LazyLock<Vec<Fingerprint>> = LazyLock::new(|| {
    let text = include_str!("../../data/technologies.toml");
    // The file is compiled in, and a test parses it; if it were invalid, no technology would be detected.
    let tables: BTreeMap<String, BTreeMap<String, Patterns>> = toml::from_str(text).unwrap_or_default();
    let of_category = |(category, technologies): (String, BTreeMap<String, Patterns>)| {
        technologies.into_iter().map(move |(name, patterns)| {
            let category = category.clone();
            Fingerprint { name, category, patterns }
        })
    };
    tables.into_iter().flat_map(of_category).collect()
});

/// DNS records of a domain, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DnsRecords {
    pub(crate) mail_servers: Vec<String>,
    pub(crate) texts: Vec<String>,
    pub(crate) aliases: Vec<String>,
}

impl DnsRecords {
    pub(crate) fn sender_policy(&self) -> Option<&str> {
        self.texts.iter().find(|text| text.starts_with("v=spf1")).map(String::as_str)
    }
}

/// The technologies detected in a page and its response headers.
pub(crate) fn on_page(page: &WebPage, headers: &HeaderMap, now: Timestamp) -> Vec<Technology> {
    let source = page.source.to_ascii_lowercase();
    let meta: Vec<(String, String)> =
        page.meta.iter().map(|(name, content)| (name.clone(), content.to_lowercase())).collect();
    let headers: Vec<(String, String)> = headers
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).to_lowercase())
        })
        .collect();
    let cookies: Vec<&str> = headers
        .iter()
        .filter(|(name, _)| name == "set-cookie")
        .filter_map(|(_, value)| value.split('=').next().map(str::trim))
        .collect();
    let is_used = |patterns: &Patterns| {
        any(&patterns.script, |part| page.loaded.iter().any(|address| address.contains(part)))
            || any(&patterns.meta, |pattern| has(&meta, pattern))
            || any(&patterns.header, |pattern| has(&headers, pattern))
            || any(&patterns.cookie, |start| cookies.iter().any(|cookie| cookie.starts_with(start)))
            || any(&patterns.html, |part| source.contains(part))
    };
    found(is_used, now)
}

/// The technologies detected in DNS records.
pub(crate) fn in_dns(names: &DnsRecords, now: Timestamp) -> Vec<Technology> {
    let policy = names.sender_policy().unwrap_or_default();
    let ends = |name: &str, ending: &str| {
        name.strip_suffix(ending).is_some_and(|front| front.is_empty() || front.ends_with('.'))
    };
    let is_used = |patterns: &Patterns| {
        any(&patterns.mx, |ending| names.mail_servers.iter().any(|server| ends(server, ending)))
            || any(&patterns.spf, |part| policy.contains(part))
            || any(&patterns.txt, |start| names.texts.iter().any(|text| text.starts_with(start)))
            || any(&patterns.cname, |ending| names.aliases.iter().any(|alias| ends(alias, ending)))
    };
    found(is_used, now)
}

fn found(is_used: impl Fn(&Patterns) -> bool, now: Timestamp) -> Vec<Technology> {
    let used = FINGERPRINTS.iter().filter(|fingerprint| is_used(&fingerprint.patterns));
    let mut technologies: Vec<Technology> = used
        .map(|fingerprint| Technology {
            name: fingerprint.name.clone(),
            category: Some(fingerprint.category.clone()),
            last_seen_at: Some(now),
        })
        .collect();
    technologies.sort_by(|a, b| a.name.cmp(&b.name));
    technologies
}

fn any(patterns: &[String], fits: impl Fn(&str) -> bool) -> bool {
    patterns.iter().any(|pattern| fits(pattern))
}

/// Whether a name exists, or for `name=part` whether its value contains that part.
fn has(pairs: &[(String, String)], pattern: &str) -> bool {
    let (name, part) = pattern.split_once('=').unwrap_or((pattern, ""));
    pairs.iter().any(|(known, value)| known == name && value.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(source: &str) -> WebPage {
        WebPage::read("https://acme.example/".parse().unwrap(), source.to_owned())
    }

    fn names(technologies: Vec<Technology>) -> Vec<String> {
        technologies.into_iter().map(|technology| technology.name).collect()
    }

    #[test]
    fn the_data_file_is_valid_and_every_pattern_is_in_lower_case() {
        assert!(FINGERPRINTS.len() >= 300, "only {}", FINGERPRINTS.len());
        for fingerprint in FINGERPRINTS.iter() {
            let Patterns { script, html, meta, header, cookie, mx, spf, txt, cname } = &fingerprint.patterns;
            let patterns: Vec<&String> =
                [script, html, meta, header, cookie, mx, spf, txt, cname].into_iter().flatten().collect();
            assert!(!patterns.is_empty(), "{} has no pattern", fingerprint.name);
            for pattern in patterns {
                assert_eq!(**pattern, pattern.to_lowercase(), "{}", fingerprint.name);
                assert!(pattern.len() >= 2, "{}: \"{pattern}\" fits everything", fingerprint.name);
            }
        }
        let mut all: Vec<&str> = FINGERPRINTS.iter().map(|fingerprint| fingerprint.name.as_str()).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "a name stands twice");
    }

    #[test]
    fn technologies_are_detected_in_scripts_meta_headers_and_cookies() {
        let page = page(
            "<meta name=generator content='WordPress 6.5'><script src='https://js.hs-scripts.com/1.js'></script>\
             <script src=https://www.googletagmanager.com/gtm.js?id=GTM-1></script><div data-wf-site=1>",
        );
        let mut headers = HeaderMap::new();
        headers.insert("server", "cloudflare".parse().unwrap());
        headers.append("set-cookie", "_shopify_y=1; path=/".parse().unwrap());
        headers.append("set-cookie", "PHPSESSID=2".parse().unwrap());
        let found = names(on_page(&page, &headers, Timestamp::UNIX_EPOCH));
        for expected in
            ["WordPress", "HubSpot", "Google Tag Manager", "Webflow", "Cloudflare", "Shopify", "PHP"]
        {
            assert!(found.iter().any(|name| name == expected), "{expected} is not in {found:?}");
        }
        assert_eq!(found.len(), 7, "{found:?}");
    }

    #[test]
    fn technologies_are_detected_in_dns() {
        let dns = DnsRecords {
            mail_servers: vec!["aspmx.l.google.com".into()],
            texts: vec![
                "v=spf1 include:_spf.google.com include:sendgrid.net ~all".into(),
                "atlassian-domain-verification=abc".into(),
                "unrelated".into(),
            ],
            aliases: vec!["harbor.zendesk.com".into(), "notzendesk.com.example".into()],
        };
        let found = names(in_dns(&dns, Timestamp::UNIX_EPOCH));
        assert_eq!(found, ["Atlassian", "Google Workspace", "SendGrid", "Zendesk"]);
    }

    #[test]
    fn every_detected_technology_has_its_usual_name() {
        for Fingerprint { name, .. } in FINGERPRINTS.iter() {
            assert_eq!(records::technology::name(name), name);
        }
    }

    #[test]
    fn an_empty_page_has_no_technologies() {
        assert!(on_page(&page("<p>Hello</p>"), &HeaderMap::new(), Timestamp::UNIX_EPOCH).is_empty());
        assert!(in_dns(&DnsRecords::default(), Timestamp::UNIX_EPOCH).is_empty());
    }
}
