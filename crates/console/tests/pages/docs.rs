//! The documentation: every page by enumeration, its links, its twin in Markdown, and the search.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Browser, TestServer};

/// Most of a page that is not the table of objects, in bytes.
const PAGE_BYTES_MAX: usize = 200_000;
const MARKUP: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

/// Values of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let begin = format!(" {attribute}=\"");
    text.split(begin.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Every page of the documentation that can be reached from its front page, by address.
async fn all(browser: &Browser) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut open = vec!["/docs".to_owned()];
    while let Some(path) = open.pop() {
        if pages.contains_key(&path) {
            continue;
        }
        let page = browser.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        for link in values(&page.text, "href") {
            let link = link.split('#').next().unwrap_or_default();
            if (link == "/docs" || link.starts_with("/docs/")) && !link.ends_with(".md") {
                open.push(link.to_owned());
            }
        }
        pages.insert(path, page.text);
    }
    pages
}

#[tokio::test]
async fn every_endpoint_and_every_guide_has_a_page_and_every_link_leads_somewhere() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let pages = all(&browser).await;
    for entry in server.app.catalogue() {
        let path = format!("/docs/endpoints/{}", entry.spec.id.replace('_', "-"));
        let page = pages.get(&path).unwrap_or_else(|| panic!("{path} is not linked"));
        for part in ["id=\"parameters\"", "id=\"example\"", "id=\"answer\"", "id=\"errors\"", "Try it"] {
            assert!(page.contains(part), "{path} lacks {part}");
        }
        assert!(page.contains(&format!("href=\"/playground/{}\"", entry.spec.id)), "{path}");
        assert!(page.contains(entry.spec.path), "{path}");
    }
    for guide in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")).unwrap() {
        let name = guide.unwrap().file_name().into_string().unwrap();
        // The folder also has the picture of the README.
        let Some(guide) = name.strip_suffix(".md") else { continue };
        assert!(pages.contains_key(&format!("/docs/{guide}")), "{guide} is not linked");
    }
    let mut elsewhere = BTreeSet::new();
    for (path, text) in &pages {
        let ids: Vec<&str> = values(text, "id");
        let unique: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{path} has an id twice");
        if path != "/docs/objects" {
            assert!(text.len() <= PAGE_BYTES_MAX, "{path} has {} bytes", text.len());
        }
        for link in values(text, "href") {
            let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path.as_str() } else { target };
            match pages.get(target) {
                Some(page) if !fragment.is_empty() => {
                    assert!(page.contains(&format!(" id=\"{fragment}\"")), "{path}: {link} leads nowhere");
                }
                Some(_) => {}
                None if target.starts_with('/') => {
                    elsewhere.insert(target.to_owned());
                }
                None => {
                    assert!(target.starts_with("https://") || target.starts_with("data:"), "{path}: {link}")
                }
            }
        }
    }
    for path in elsewhere {
        let status = browser.get(&path).await.status;
        assert!(status == 200 || status == 303, "{path}: {status}");
    }
}

#[tokio::test]
async fn every_page_has_a_twin_in_markdown() {
    let server = TestServer::start().await;
    let browser = server.browser();
    for (path, html) in all(&browser).await {
        let twin = browser.ask(&format!("{path}.md"), &[]).await;
        assert_eq!(
            (twin.status, twin.header("content-type")),
            (200, "text/markdown; charset=utf-8"),
            "{path}"
        );
        let title = twin.text.strip_prefix("# ").and_then(|text| text.lines().next()).unwrap();
        assert!(html.contains(&format!("<h1>{}", title.replace('&', "&amp;"))), "{path}: {title}");
        let asked = browser.ask(&path, &[("accept", "text/markdown, text/html;q=0.5")]).await;
        assert_eq!(asked.text, twin.text, "{path}");
        assert!(asked.header("vary").contains("Accept"), "{path}");
        assert!(!twin.text.contains("](../"), "{path} links into the repository");
        let again = browser.ask(&format!("{path}.md"), &[("if-none-match", twin.header("etag"))]).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
    }
    assert!(browser.get("/docs").await.header("content-type").starts_with("text/html"));
    for path in [
        "/docs/none",
        "/docs/none.md",
        "/docs/endpoints/none",
        "/docs/endpoints/enrich.md.md",
        "/docs/find.md",
    ] {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn agents_find_everything_from_one_text() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let short = browser.ask("/llms.txt", &[]).await;
    assert_eq!(short.header("content-type"), "text/plain; charset=utf-8");
    assert!(short.text.starts_with("# brimful\n\n> "));
    let links: Vec<&str> = short.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > server.app.catalogue().len());
    for link in links {
        assert_eq!(browser.ask(link, &[]).await.status, 200, "{link}");
    }
    let full = browser.ask("/llms-full.txt", &[]).await;
    for entry in server.app.catalogue() {
        assert!(full.text.contains(&format!("{}`", entry.spec.path)), "{}", entry.spec.path);
    }
    let zipped = browser.ask("/llms-full.txt", &[("accept-encoding", "gzip")]).await;
    assert_eq!(zipped.header("content-encoding"), "gzip");
    let again = browser
        .ask("/llms-full.txt", &[("accept-encoding", "gzip"), ("if-none-match", zipped.header("etag"))])
        .await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn prices_and_errors_have_a_twin_too() {
    let server = TestServer::start().await;
    let browser = server.browser();
    for (path, parts) in [
        ("/pricing", ["| Pro | ", "| `POST /v1/enrich` | "]),
        ("/problems", ["| `insufficient_credits` | ", "| 402 |"]),
    ] {
        let page = browser.get(path).await;
        assert!(page.text.contains(&format!("type=\"text/markdown\" href=\"{path}.md\"")), "{path}");
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(page.headers.get_all("vary").iter().any(|value| value == "Accept"), "{path}");
        let twin = browser.ask(&format!("{path}.md"), &[]).await;
        assert_eq!(twin.header("content-type"), "text/markdown; charset=utf-8");
        let asked = browser.ask(path, &[("accept", "text/markdown")]).await;
        assert_eq!(asked.text, twin.text);
        assert!(twin.text.starts_with("# ") && !twin.text.contains("<td"), "{}", twin.text);
        for part in parts {
            assert!(twin.text.contains(part), "{part}: {}", twin.text);
        }
    }
}

#[tokio::test]
async fn the_search_needs_no_script_and_shows_what_was_typed_as_text() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let found = browser.get("/docs/find?q=monthly+cap").await.text;
    assert!(found.contains("href=\"/docs/accounts"), "{found}");
    let none = browser.get("/docs/find?q=zzzzqqqq").await.text;
    assert!(none.contains("Nothing found"), "{none}");
    let long = format!("/docs/find?q={}", "a+".repeat(2_000));
    for path in ["/docs/find", "/docs/find?q=", "/docs/find?q=%00%ff", long.as_str()] {
        assert_eq!(browser.get(path).await.status, 200, "{path}");
    }
    let typed: String = MARKUP.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let page = browser.get(&format!("/docs/find?q={typed}")).await.text;
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{page}");
}

#[tokio::test]
async fn samples_name_the_server_and_no_header_gets_into_them_as_markup() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let page = browser.ask("/docs/endpoints/enrich", &[("host", "data.company.example")]).await;
    assert!(page.text.contains("http://data.company.example/v1/enrich"), "{}", page.text);
    for host in ["a`b", "a'b", "<b>", "a b"] {
        for path in ["/docs/endpoints/enrich", "/docs/endpoints/enrich.md"] {
            let page = browser.ask(path, &[("host", host)]).await;
            assert!(page.status >= 400 || !page.text.contains(&format!("{host}/v1/")), "{path} with {host}");
        }
    }
}
