//! Feeds polled over real sockets, in the formats of their providers.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use jiff::Timestamp;
use records::{Claim, Facts};
use serde_json::{Value, json};
use sources::feed::{FeedDescription, FeedFormat, FeedPoller, FeedState, Polled};

use crate::{
    lab::Script,
    site::{NOW, Site, absent, with_headers},
};

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

fn feed(kind: FeedFormat, url: &str) -> FeedDescription {
    FeedDescription {
        name: "test-feed".into(),
        kind,
        url: url.into(),
        token: "harbor".into(),
        company_domain: "harbor.example".into(),
        company_name: String::new(),
        every_seconds: 60,
        json: Default::default(),
    }
}

async fn poll(site: &Site, feed: &FeedDescription, state: FeedState) -> Polled {
    assert_eq!(feed.fault(), None);
    // As after a restart: only the serialised state remains.
    let state = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
    FeedPoller::new(site.client()).poll(feed, state, now()).await
}

fn ok(body: &str) -> Script {
    with_headers("content-type: application/json\r\n", body.as_bytes())
}

/// A site with one document that the test can replace.
async fn changing(first: Value) -> (Site, Arc<Mutex<Value>>) {
    let document = Arc::new(Mutex::new(first));
    let shown = Arc::clone(&document);
    let site = Site::start(move |_| ok(&shown.lock().unwrap().to_string())).await;
    (site, document)
}

fn titles(claims: &[Claim]) -> Vec<(String, bool)> {
    let job = |claim: &Claim| match &claim.facts {
        Facts::Job(job) => Some((job.title.clone().unwrap(), job.closed_at.is_some())),
        _ => None,
    };
    claims.iter().filter_map(job).collect()
}

const NEWS: &str = r#"<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
    <item><title>Harbor raises $12M Series A led by Pine Capital</title><link>https://news.example/1</link>
    <guid>1</guid><pubDate>Fri, 30 Oct 2026 08:00:00 GMT</pubDate><description>Ships.</description></item>
    <item><title>Anchor acquires Quill for $40 million</title><link>https://news.example/2</link><guid>2</guid>
    <pubDate>Sat, 31 Oct 2026 08:00:00 GMT</pubDate></item>
    <item><title>Weather: rain in Hamburg</title><guid>3</guid></item></channel></rss>"#;

#[tokio::test]
async fn news_become_claims_once_and_requests_are_conditional() {
    let site = Site::start(|_| {
        with_headers("content-type: application/rss+xml\r\netag: \"v1\"\r\nlast-modified: Fri, 30 Oct 2026 09:00:00 GMT\r\n", NEWS.as_bytes())
    })
    .await;
    let feed = feed(FeedFormat::News, "http://news.example/rss");
    let first = poll(&site, &feed, FeedState::default()).await;
    assert_eq!(first.claims.len(), 2);
    let Facts::Company(raised) = &first.claims[0].facts else { panic!("no company") };
    let round = &raised.funding_rounds[0];
    assert_eq!((raised.name.as_deref(), round.round.as_str()), (Some("Harbor"), "series_a"));
    assert_eq!(round.announced_at.unwrap().to_string(), "2026-10-30");
    assert_eq!(round.investors, ["Pine Capital"]);
    let Facts::Company(bought) = &first.claims[1].facts else { panic!("no company") };
    assert_eq!((bought.name.as_deref(), bought.acquisitions[0].name.as_str()), (Some("Anchor"), "Quill"));
    let second = poll(&site, &feed, first.state).await;
    assert!(second.claims.is_empty());
    let request = site.server.received()[1].to_lowercase();
    assert!(
        request.contains("if-none-match: \"v1\"") && request.contains("if-modified-since: fri, 30"),
        "{request}"
    );
    assert_eq!(second.state.health.lag(now()).unwrap().as_secs(), 0);
    assert_eq!((second.state.health.polls, second.state.health.claims), (2, 2));
}

#[tokio::test]
async fn status_304_leaves_the_state_unchanged() {
    let site = Site::start(|_| Script::Bytes(b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec())).await;
    let mut state = FeedState::default();
    state.etag = Some("\"v1\"".into());
    let polled = poll(&site, &feed(FeedFormat::News, "http://news.example/rss"), state).await;
    assert!(polled.claims.is_empty() && polled.state.health.failures == 0);
    assert_eq!(polled.state.etag.as_deref(), Some("\"v1\""));
}

#[tokio::test]
async fn a_failing_feed_backs_off_and_keeps_its_state() {
    let count = AtomicUsize::new(0);
    let site = Site::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => with_headers("content-type: text/xml\r\n", NEWS.as_bytes()),
        1 => Script::Bytes(b"HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n".to_vec()),
        2 => Script::Bytes(b"HTTP/1.1 503 Busy\r\nretry-after: 1200\r\ncontent-length: 0\r\n\r\n".to_vec()),
        3 => with_headers("content-type: text/html\r\n", b"<html>maintenance</html>"),
        _ => with_headers("content-type: text/xml\r\n", NEWS.as_bytes()),
    })
    .await;
    let feed = feed(FeedFormat::News, "http://news.example/rss");
    let mut polled = poll(&site, &feed, FeedState::default()).await;
    let mut waits = vec![polled.wait.as_secs()];
    for _ in 0..3 {
        polled = poll(&site, &feed, polled.state).await;
        assert!(polled.claims.is_empty() && polled.state.health.fault.is_some());
        waits.push(polled.wait.as_secs());
    }
    assert!(waits[0] <= 66 && (120..=132).contains(&waits[1]), "{waits:?}");
    assert!((1_200..=1_320).contains(&waits[2]) && (480..=528).contains(&waits[3]), "{waits:?}");
    polled = poll(&site, &feed, polled.state).await;
    assert!(polled.claims.is_empty(), "claims from before the failures are not repeated");
    assert_eq!((polled.state.health.failures, polled.state.health.fault), (0, None));
}

#[tokio::test]
async fn opened_changed_and_closed_jobs_are_each_claimed_once() {
    let job = |id: u64, title: &str| {
        json!({ "id": id, "title": title, "absolute_url": format!("https://boards.example/{id}"),
            "location": { "name": "London, UK" }, "first_published": "2026-10-16T11:55:32-04:00",
            "company_name": "Harbor ", "departments": [{ "name": "Sales" }], "offices": [] })
    };
    let (site, board) = changing(json!({ "jobs": [job(1, "Seller"), job(2, "Builder")], "meta": {} })).await;
    let feed = feed(FeedFormat::Greenhouse, "http://boards.example/v1/boards/harbor/jobs");
    let first = poll(&site, &feed, FeedState::default()).await;
    assert_eq!(titles(&first.claims), [("Seller".into(), false), ("Builder".into(), false)]);
    let Facts::Job(facts) = &first.claims[0].facts else { panic!("no job") };
    assert_eq!(facts.company_domain.as_deref(), Some("harbor.example"));
    assert_eq!(facts.location.as_ref().unwrap().country.as_deref(), Some("GB"));
    assert_eq!(facts.department.unwrap().to_string(), "sales");
    assert_eq!(facts.posted_at.unwrap().to_string(), "2026-10-16");
    assert_eq!(first.claims[0].reference, "harbor:1");
    let unchanged = poll(&site, &feed, first.state).await;
    assert!(unchanged.claims.is_empty());
    *board.lock().unwrap() = json!({ "jobs": [job(2, "Senior Builder"), job(3, "Sailor")], "meta": {} });
    let second = poll(&site, &feed, unchanged.state).await;
    let expected = [("Senior Builder".into(), false), ("Sailor".into(), false), ("Seller".into(), true)];
    assert_eq!(titles(&second.claims), expected);
}

#[tokio::test]
async fn a_suddenly_empty_board_is_believed_only_the_second_time() {
    let (site, board) =
        changing(json!([{ "id": "a", "text": "Seller", "createdAt": 1_790_000_000_000_i64 }])).await;
    let feed = feed(FeedFormat::Lever, "http://boards.example/postings/harbor");
    let first = poll(&site, &feed, FeedState::default()).await;
    *board.lock().unwrap() = json!([]);
    let second = poll(&site, &feed, first.state).await;
    assert!(second.claims.is_empty());
    let third = poll(&site, &feed, second.state).await;
    assert_eq!(titles(&third.claims), [("Seller".into(), true)]);
}

#[tokio::test]
async fn every_board_is_parsed_in_its_own_format() {
    let boards = [
        (
            FeedFormat::Lever,
            json!([{ "id": "1", "text": "Seller", "country": "US", "createdAt": 1_790_000_000_000_i64,
            "categories": { "location": "Chicago, IL", "team": "Sales" }, "hostedUrl": "https://b.example/1" }]),
        ),
        (
            FeedFormat::Ashby,
            json!({ "apiVersion": "1", "jobs": [
            { "id": "1", "title": "Seller", "department": "Sales", "location": "Chicago", "isListed": true,
              "publishedAt": "2026-10-20T22:43:56.531+00:00", "jobUrl": "https://b.example/1",
              "address": { "postalAddress": { "addressCountry": "United States", "addressLocality": "Chicago" } } },
            { "id": "2", "title": "Hidden", "isListed": false }] }),
        ),
        (
            FeedFormat::Workable,
            json!({ "name": "Harbor", "jobs": [
            { "title": "Seller", "shortcode": "1", "department": "Sales", "url": "https://b.example/1", "country": "United States",
              "published_on": "2026-10-20", "city": "Chicago", "locations": [{ "countryCode": "US" }] },
            { "title": "Seller", "shortcode": "1", "country": "Canada", "city": "Toronto" }] }),
        ),
        (
            FeedFormat::SmartRecruiters,
            json!({ "offset": 0, "limit": 100, "totalFound": 1, "content": [
            { "id": "1", "name": "Seller", "company": { "identifier": "Harbor", "name": "Harbor" },
              "releasedDate": "2026-10-20T02:11:28.000Z", "function": { "label": "Sales" },
              "location": { "city": "Chicago", "region": "IL", "country": "us" } }] }),
        ),
        (
            FeedFormat::Recruitee,
            json!({ "offers": [
            { "id": 1, "title": "Seller", "department": "Sales", "city": "Chicago", "country_code": "US",
              "careers_url": "https://b.example/1", "published_at": "2026-10-20 10:10:39 UTC", "status": "published" },
            { "id": 2, "title": "Internal", "status": "internal" }] }),
        ),
    ];
    for (kind, answer) in boards {
        let (site, _) = changing(answer).await;
        let polled = poll(&site, &feed(kind, "http://boards.example/list"), FeedState::default()).await;
        assert_eq!(polled.state.health.fault, None, "{kind:?}");
        assert_eq!(titles(&polled.claims), [("Seller".into(), false)], "{kind:?}");
        let Facts::Job(job) = &polled.claims[0].facts else { panic!("no job") };
        let place = job.location.as_ref().unwrap();
        assert_eq!(
            (place.city.as_deref(), place.country.as_deref()),
            (Some("Chicago"), Some("US")),
            "{kind:?}"
        );
        assert_eq!(job.department.map(|d| d.to_string()).as_deref(), Some("sales"), "{kind:?}");
        assert!(job.url.is_some() && job.posted_at.is_some(), "{kind:?}");
        assert_eq!(polled.claims[0].reference, "harbor:1", "{kind:?}");
    }
}

#[tokio::test]
async fn a_long_list_is_read_page_by_page_to_its_end() {
    let page = |offset: usize| {
        let jobs: Vec<Value> = (offset..(offset + 100).min(250))
            .map(|id| json!({ "id": id.to_string(), "name": format!("Job {id}"), "company": { "identifier": "H" } }))
            .collect();
        json!({ "offset": offset, "limit": 100, "totalFound": 250, "content": jobs }).to_string()
    };
    let site = Site::start(move |address| {
        let offset = address.split_once("offset=").map_or(0, |(_, offset)| offset.parse().unwrap());
        ok(&page(offset))
    })
    .await;
    let feed = feed(FeedFormat::SmartRecruiters, "http://boards.example/postings?limit=100");
    let polled = poll(&site, &feed, FeedState::default()).await;
    assert_eq!(polled.claims.len(), 250);
    assert_eq!(site.paths().len(), 3);
}

#[tokio::test]
async fn a_response_of_another_structure_closes_no_jobs() {
    let (site, board) = changing(json!({ "jobs": [{ "id": 1, "title": "Seller" }] })).await;
    let feed = feed(FeedFormat::Greenhouse, "http://boards.example/list");
    let first = poll(&site, &feed, FeedState::default()).await;
    *board.lock().unwrap() = json!({ "error": "rate limited" });
    let second = poll(&site, &feed, first.state).await;
    assert!(second.claims.is_empty() && second.state.health.failures == 1);
}

fn filing_list() -> String {
    let entry = |form: &str, name: &str, id: &str, summary: &str| {
        format!(
            "<entry><title>{form} - {name} (0001234567) (Filer)</title><link rel=\"alternate\" type=\"text/html\" \
             href=\"http://sec.example/Archives/edgar/data/1/{id}/{id}-index.htm\"/><summary type=\"html\">{summary}</summary>\
             <updated>2026-10-31T18:02:43-04:00</updated><category label=\"form type\" term=\"{form}\"/>\
             <id>urn:tag:sec.gov,2008:accession-number={id}</id></entry>"
        )
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" ?><feed xmlns=\"http://www.w3.org/2005/Atom\">{}{}{}{}</feed>",
        entry("D", "HARBOR SYSTEMS INC", "11", ""),
        entry("4", "SOMEBODY", "12", ""),
        entry("8-K", "ANCHOR CORP", "13", "&lt;br&gt;Item 2.01: Completion of Acquisition"),
        entry("8-K", "QUIET CORP", "14", "&lt;br&gt;Item 5.02: Departure of Directors"),
    )
}

#[tokio::test]
async fn filings_yield_funding_rounds_and_acquisitions() {
    const FORM: &str = "<?xml version=\"1.0\"?><edgarSubmission><primaryIssuer><cik>0001234567</cik>\
        <entityName>Harbor Systems Inc</entityName><issuerAddress><city>AUSTIN</city><stateOrCountry>TX</stateOrCountry>\
        <stateOrCountryDescription>TEXAS</stateOrCountryDescription></issuerAddress></primaryIssuer><offeringData>\
        <industryGroup><industryGroupType>Computers</industryGroupType></industryGroup><offeringSalesAmounts>\
        <totalAmountSold>5000000</totalAmountSold></offeringSalesAmounts></offeringData></edgarSubmission>";
    const INDEX: &str =
        "<table><tr><td><a href=\"/ix?doc=/Archives/edgar/data/1/13/a8k.htm\">a8k.htm</a></td></tr></table>";
    const REPORT: &str = "<p>Date of Report (Date of earliest event reported): October 28, 2026</p><p>Item 2.01 Completion.\
        On October 28, 2026, Anchor completed the acquisition of Quill, Inc., a Delaware corporation.</p>";
    let site = Site::start(|address| match address {
        "sec.example/list" => {
            with_headers("content-type: application/atom+xml\r\n", filing_list().as_bytes())
        }
        "sec.example/Archives/edgar/data/1/11/primary_doc.xml" => with_headers("", FORM.as_bytes()),
        "sec.example/Archives/edgar/data/1/13/13-index.htm" => with_headers("", INDEX.as_bytes()),
        "sec.example/Archives/edgar/data/1/13/a8k.htm" => with_headers("", REPORT.as_bytes()),
        _ => absent(),
    })
    .await;
    let feed = feed(FeedFormat::Edgar, "http://sec.example/list");
    let first = poll(&site, &feed, FeedState::default()).await;
    assert_eq!(first.state.health.fault, None);
    assert_eq!(first.claims.len(), 2, "{:?}", site.paths());
    let Facts::Company(raised) = &first.claims[0].facts else { panic!("no company") };
    assert_eq!(raised.funding_rounds[0].amount.as_ref().unwrap().amount, 5_000_000);
    assert_eq!(raised.funding_rounds[0].announced_at.unwrap().to_string(), "2026-10-31");
    let Facts::Company(bought) = &first.claims[1].facts else { panic!("no company") };
    assert_eq!(bought.name.as_deref(), Some("Anchor Corp"));
    assert_eq!(bought.acquisitions[0].name, "Quill, Inc.");
    assert_eq!(bought.acquisitions[0].announced_at.unwrap().to_string(), "2026-10-28");
    let second = poll(&site, &feed, first.state).await;
    assert!(second.claims.is_empty());
    assert_eq!(site.paths().iter().filter(|path| path.ends_with("primary_doc.xml")).count(), 1);
}

#[tokio::test]
async fn a_json_list_is_mapped_by_its_description() {
    let (site, list) = changing(json!({ "data": { "events": [
        { "uid": 7, "org": { "site": "https://www.harbor.example" }, "what": "Series B", "usd": "12000000",
          "when": "2026-10-20T10:00:00Z", "who": ["Pine", "Oak"] },
        { "uid": 8, "org": {}, "what": "Seed", "when": "2026-10-21" } ] } }))
    .await;
    let mut feed = feed(FeedFormat::Json, "http://feed.example/events");
    let pairs = [
        ("id", "uid"),
        ("companyDomain", "org.site"),
        ("round", "what"),
        ("amount", "usd"),
        ("date", "when"),
        ("investors", "who"),
    ];
    feed.json.items = "data.events".into();
    feed.json.fields = pairs.map(|(name, path)| (name.to_owned(), path.to_owned())).into();
    feed.json.constants = [("kind".to_owned(), "funding".to_owned())].into();
    let first = poll(&site, &feed, FeedState::default()).await;
    assert_eq!(first.claims.len(), 1, "an item without a company is left out");
    let Facts::Company(facts) = &first.claims[0].facts else { panic!("no company") };
    assert_eq!((facts.domains[0].as_str(), first.claims[0].reference.as_str()), ("harbor.example", "7"));
    assert_eq!(facts.funding_rounds[0].round, "series_b");
    assert_eq!(facts.funding_rounds[0].investors, ["Pine", "Oak"]);
    assert!(poll(&site, &feed, first.state.clone()).await.claims.is_empty());
    list.lock().unwrap()["data"]["events"][0]["usd"] = json!(15_000_000);
    assert_eq!(
        poll(&site, &feed, first.state.clone()).await.claims.len(),
        1,
        "a changed item is claimed again"
    );
    *list.lock().unwrap() = json!({ "data": null });
    assert_eq!(poll(&site, &feed, first.state).await.state.health.failures, 1);
}

#[test]
fn an_invalid_description_is_refused_with_what_to_write() {
    let refused = |change: fn(&mut FeedDescription)| {
        let mut description = feed(FeedFormat::Json, "https://feed.example/");
        change(&mut description);
        description.fault().unwrap_or_default()
    };
    assert!(refused(|feed| feed.name = "a b".into()).contains("letters"));
    assert!(refused(|feed| feed.url = "ftp://x".into()).contains("https://"));
    assert!(refused(|feed| feed.url = String::new()).contains("url is missing"));
    assert!(refused(|feed| feed.every_seconds = 1).contains("at least 5"));
    assert!(refused(|feed| (feed.kind, feed.token) = (FeedFormat::Lever, String::new())).contains("token"));
    assert!(refused(|feed| feed.json.items = "a[".into()).contains("not a path"));
    assert!(
        refused(|feed| feed.json.fields = [("domain".into(), "x".into())].into()).contains("not a field")
    );
}
