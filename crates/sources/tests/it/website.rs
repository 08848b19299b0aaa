//! Companies read from their websites and DNS.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use records::{Claim, Company, Facts, merge::merge_company};
use sources::website::{BoardKind, DNS_SOURCE, JobBoard, Visited, WEBSITE_SOURCE};
use world::net::ZoneAnswer;

use crate::{
    lab::{Script, redirect},
    site::{Site, absent, html, with_headers},
};

const HOME: &str = r#"<!DOCTYPE html><html lang=en><head>
    <title>Ships that sail themselves | Harbor Systems</title>
    <meta name="description" content="Harbor Systems makes ships &amp; software.">
    <meta name="generator" content="WordPress 6.5">
    <link rel="apple-touch-icon" href="/icon.png"><link rel="icon" href="/small.ico">
    <script src="https://js.hs-scripts.com/123.js"></script>
    <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Organization",
        "name": "Harbor Systems", "legalName": "Harbor Systems GmbH", "url": "http://harbor.example",
        "sameAs": ["https://www.linkedin.com/company/harbor-systems", "https://x.com/harborsystems"],
        "address": {"@type": "PostalAddress", "addressLocality": "Hamburg", "addressCountry": "DE"}}</script>
    </head><body>
    <a href="/about">About</a> <a href="/kontakt/">Contact</a> <a href="/jobs">Jobs</a> <a href="/secret">x</a>
    <a href="https://github.com/harbor">Code</a> <a href="https://www.facebook.com/one">1</a>
    <a href="https://www.facebook.com/two">2</a> <a href="https://partner.example/">Partner</a></body></html>"#;

const CONTACT: &str = r#"<html><title>Contact</title><body><a href="tel:040 30850">Call</a>
    <a href="mailto:info@harbor.example?subject=Hi">Mail</a> <a href="mailto:jane.doe@harbor.example">Jane</a>
    <a href="mailto:info@agency.example">Agency</a></body></html>"#;

const JOBS: &str = r#"<html><title>Jobs</title><body><a href="https://jobs.lever.co/harbor/1">Apply</a>
    <script type="application/ld+json">{"@type": "JobPosting", "title": "Sales Engineer",
    "datePosted": "2026-10-20", "url": "http://harbor.example/jobs/1",
    "jobLocation": {"address": {"addressLocality": "Hamburg", "addressCountry": "DE"}}}</script></body></html>"#;

fn harbor(address: &str) -> Script {
    match address {
        "harbor.example/" => with_headers(
            "content-type: text/html\r\nserver: nginx\r\nset-cookie: _shopify_y=1\r\n",
            HOME.as_bytes(),
        ),
        "harbor.example/kontakt/" => html(CONTACT),
        "harbor.example/jobs" => html(JOBS),
        _ => absent(),
    }
}

fn company(claims: &[Claim]) -> Company {
    let own: Vec<Claim> =
        claims.iter().filter(|claim| matches!(claim.facts, Facts::Company(_))).cloned().collect();
    merge_company("com_1", &own)
}

#[tokio::test]
async fn a_site_and_its_dns_yield_a_company_with_the_url_of_every_fact() {
    let site = Site::start(harbor).await;
    site.add_record("harbor.example", "mail", ZoneAnswer::Mail(vec![(1, "aspmx.l.google.com".into())]));
    let texts = vec!["v=spf1 include:sendgrid.net ~all".into(), "slack-domain-verification=x".into()];
    site.add_record("harbor.example", "text", ZoneAnswer::Text(texts));
    site.add_record("help.harbor.example", "alias", ZoneAnswer::Alias("harbor.zendesk.com".into()));
    let reading = site.read("harbor.example").await;
    assert_eq!(reading.visited, Visited::Read);
    let company = company(&reading.claims);
    assert_eq!(company.name, "Harbor Systems");
    assert_eq!(company.legal_name.as_deref(), Some("Harbor Systems GmbH"));
    assert_eq!(company.domains, ["harbor.example"]);
    assert_eq!(company.description.as_deref(), Some("Harbor Systems makes ships & software."));
    assert_eq!(company.network_url.as_deref(), Some("https://www.linkedin.com/company/harbor-systems"));
    assert_eq!(company.logo_url.as_deref(), Some("http://harbor.example/icon.png"));
    let profiles: Vec<&str> = company.profiles.iter().map(|profile| profile.url.as_str()).collect();
    assert_eq!(profiles, ["https://github.com/harbor", "https://x.com/harborsystems"], "not one of two");
    assert_eq!(company.location.as_ref().unwrap().city.as_deref(), Some("Hamburg"));
    assert_eq!(company.emails, ["info@harbor.example"], "neither a person's nor another company's");
    assert_eq!(company.email_provider.as_deref(), Some("Google Workspace"));
    let technologies: Vec<&str> = company.technologies.iter().map(|seen| seen.name.as_str()).collect();
    for expected in [
        "WordPress",
        "HubSpot",
        "Nginx",
        "Shopify",
        "SendGrid",
        "Slack",
        "Zendesk",
        "Google Workspace",
        "Lever",
    ] {
        assert!(technologies.contains(&expected), "{expected} is not in {technologies:?}");
    }
    assert_eq!(reading.boards, [JobBoard { kind: BoardKind::Lever, token: "harbor".into() }]);
    let job = reading.claims.iter().find_map(|claim| match &claim.facts {
        Facts::Job(job) => Some((claim, job)),
        _ => None,
    });
    let (claim, job) = job.unwrap();
    assert_eq!(job.company_domain.as_deref(), Some("harbor.example"));
    assert_eq!(job.company_name.as_deref(), Some("Harbor Systems"));
    assert_eq!(claim.reference, "http://harbor.example/jobs/1#Sales Engineer");
    let references: Vec<(&str, &str)> =
        reading.claims.iter().map(|claim| (claim.source.as_str(), claim.reference.as_str())).collect();
    for expected in [
        (WEBSITE_SOURCE, "http://harbor.example/"),
        (WEBSITE_SOURCE, "http://harbor.example/kontakt/"),
        (DNS_SOURCE, "dns:harbor.example"),
    ] {
        assert!(references.contains(&expected), "{expected:?} is not in {references:?}");
    }
}

#[tokio::test]
async fn the_crawler_identifies_itself_reads_robots_txt_first_and_uses_one_connection() {
    let site = Site::start(harbor).await;
    site.read("harbor.example").await;
    assert_eq!(site.paths(), ["/robots.txt", "/", "/about", "/kontakt/", "/jobs"]);
    assert_eq!(site.server.connections.load(Ordering::SeqCst), 1);
    assert!(
        site.server.received().iter().all(|request| request.to_lowercase().contains("user-agent: brimful/"))
    );
}

#[tokio::test]
async fn a_site_whose_robots_txt_disallows_it_is_not_read() {
    for robots in
        ["User-agent: *\nDisallow: /", "User-agent: Brimful\nDisallow: /\n\nUser-agent: *\nAllow: /"]
    {
        let site = Site::start(move |address| match address {
            "harbor.example/robots.txt" => with_headers("content-type: text/plain\r\n", robots.as_bytes()),
            _ => html(HOME),
        })
        .await;
        let reading = site.read("harbor.example").await;
        assert_eq!((reading.visited, reading.claims.len()), (Visited::Unwelcome, 0));
        assert_eq!(site.paths(), ["/robots.txt"]);
    }
    let failing =
        Site::start(|_| Script::Bytes(b"HTTP/1.1 503 Down\r\ncontent-length: 0\r\n\r\n".to_vec())).await;
    assert_eq!(failing.read("harbor.example").await.visited, Visited::Unwelcome);
}

#[tokio::test]
async fn pages_disallowed_by_robots_txt_are_not_read() {
    let site = Site::start(|address| match address {
        "harbor.example/robots.txt" => html("User-agent: *\nDisallow: /kontakt\n"),
        _ => harbor(address),
    })
    .await;
    let reading = site.read("harbor.example").await;
    assert!(company(&reading.claims).emails.is_empty());
    assert!(!site.paths().contains(&"/kontakt/".to_owned()));
}

#[tokio::test]
async fn a_domain_that_redirects_to_the_same_company_is_added_to_it() {
    let redirecting = |address: &str| match address {
        "harbor.example/" => redirect("http://www.harbor.test/"),
        "www.harbor.test/" => html("<title>Harbor | Ships</title>"),
        "oldharbor.example/" => redirect("http://www.harbor.test/"),
        _ => absent(),
    };
    let site = Site::start(redirecting).await;
    let reading = site.read("harbor.example").await;
    assert_eq!(company(&reading.claims).domains, ["harbor.test", "harbor.example"]);
    let reading = site.read("oldharbor.example").await;
    assert_eq!(reading.visited, Visited::Elsewhere("harbor.test".into()));
    assert!(reading.claims.is_empty());
}

#[tokio::test]
async fn a_redirect_to_an_internal_address_is_refused() {
    for internal in ["http://127.0.0.1:9/", "http://10.0.0.1/", "http://[::1]/", "http://inside.test/"] {
        let site = Site::start(move |address| match address {
            "harbor.example/" => redirect(internal),
            _ => absent(),
        })
        .await;
        site.add_record(
            "inside.test",
            "address",
            ZoneAnswer::Addresses(vec!["192.168.0.1".parse().unwrap()]),
        );
        assert_eq!(site.read("harbor.example").await.visited, Visited::Refused, "{internal}");
    }
}

#[tokio::test]
async fn placeholders_and_non_html_responses_yield_no_company() {
    for (script, visited) in [
        (html("<title>Just a moment...</title>"), Visited::Placeholder),
        (html("<title>Index of /</title>"), Visited::Placeholder),
        (with_headers("content-type: application/json\r\n", b"{}"), Visited::Absent),
        (Script::BytesThenEnd(b"220 mail\r\n".to_vec()), Visited::Absent),
        (redirect("/"), Visited::Absent),
    ] {
        let site = Site::start(move |address| match address.ends_with("robots.txt") {
            true => absent(),
            false => script.clone(),
        })
        .await;
        let reading = site.read("harbor.example").await;
        assert_eq!((reading.visited, reading.claims), (visited, Vec::new()));
    }
}

#[tokio::test]
async fn slow_and_very_large_sites_are_limited_in_time_and_size() {
    let site = Site::start(|_| Script::Nothing).await;
    let started = Instant::now();
    assert_eq!(site.read("harbor.example").await.visited, Visited::Absent);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let long = format!("<title>Harbor</title>{}", "<p>x</p>".repeat(100_000));
    let site = Site::start(move |address| match address {
        "harbor.example/" => html(&long),
        _ => absent(),
    })
    .await;
    assert_eq!(company(&site.read("harbor.example").await.claims).name, "Harbor");
}

#[tokio::test]
async fn a_page_is_read_in_its_own_encoding() {
    let site = Site::start(|address| match address {
        "harbor.example/" => with_headers(
            "content-type: text/html; charset=iso-8859-1\r\n",
            b"<meta property=og:site_name content='H\xe4fen & S\xf6hne'>",
        ),
        _ => absent(),
    })
    .await;
    assert_eq!(company(&site.read("harbor.example").await.claims).name, "Häfen & Söhne");
}
