//! `GET /v1/signals`: feeds of what happened, page by page and live, and the operator's door for signals.

use std::time::{Duration, Instant};

use records::SignalKind;
use serde_json::{Value, json};
use store::Plan;

use crate::support::{Account, HARBOR, JONAS, QUILL, TestServer, faults};

/// The longest a live feed is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

fn funding(id: &str, domain: &str, round: &str, amount: i64, date: &str) -> Value {
    json!({ "kind": "funding", "id": id, "companyDomain": domain, "round": round, "amount": amount,
            "currency": "EUR", "date": date, "investors": ["Harbour Capital"] })
}

fn position(id: &str, domain: &str, title: &str, applicants: u32, date: &str) -> Value {
    json!({ "kind": "hiring", "id": id, "companyDomain": domain, "title": title, "applicants": applicants,
            "date": date, "location": "Berlin, Germany" })
}

fn move_of_jonas() -> Value {
    json!({ "kind": "job-change", "id": "m1", "networkUrl": JONAS, "fullName": "Jonas Weber", "title": "Head of Data",
            "companyDomain": HARBOR, "companyName": "Harbor Systems", "oldTitle": "Data Engineer",
            "oldCompanyName": "Quill Analytics", "oldCompanyDomain": QUILL, "date": "2026-03-01",
            "url": "https://posts.example/jonas-weber/1" })
}

async fn report(operator: &Account, source: &str, signals: &[Value]) -> Value {
    operator.post("/v1/ingest/signals", json!({ "source": source, "signals": signals })).await.ok()
}

/// A server with an operator and an account of the lowest plan that has signals.
async fn server() -> (TestServer, Account, Account) {
    let server = TestServer::start().await;
    let account = server.account(Plan::Indie, 10).await;
    let operator = server.operator(&account).await;
    (server, operator, account)
}

/// What a feed lists, by a member of each signal.
async fn listed(account: &Account, query: &str, pointer: &str) -> Vec<String> {
    let answer = account.get(&format!("/v1/signals?{query}")).await.ok();
    let results = answer["results"].as_array().unwrap().clone();
    results.iter().map(|signal| signal.pointer(pointer).unwrap().as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn funding_is_found_by_time_company_amount_and_round() {
    let (_server, operator, account) = server().await;
    let rounds = [
        funding("a", HARBOR, "seed", 1_000_000, "2025-11-01"),
        funding("b", HARBOR, "series_a", 9_000_000, "2026-02-10"),
        funding("c", QUILL, "series_b", 30_000_000, "2026-03-01"),
    ];
    assert_eq!(report(&operator, "news", &rounds).await["accepted"], 3);
    for (query, expected) in [
        ("", vec!["series_b", "series_a", "seed"]),
        ("&since=2026-02-01T00:00:00Z", vec!["series_b", "series_a"]),
        ("&until=2026-02-01T00:00:00Z", vec!["seed"]),
        ("&domain=www.harbor.example", vec!["series_a", "seed"]),
        ("&country=United%20Kingdom", vec!["series_a", "seed"]),
        ("&industry=logistics%20software", vec!["series_a", "seed"]),
        ("&min_amount=9000000", vec!["series_b", "series_a"]),
        ("&round=Series%20A", vec!["series_a"]),
        ("&round=series_c", vec![]),
    ] {
        let found = listed(&account, &format!("kind=funding{query}"), "/funding/round").await;
        assert_eq!(found, expected, "{query}");
    }
}

#[tokio::test]
async fn hiring_is_found_by_department_and_applicants_while_it_is_open() {
    let (_server, operator, account) = server().await;
    let mut closed = position("c", QUILL, "Recruiter", 3, "2026-02-01");
    closed["closedAt"] = json!("2026-02-20");
    let positions = [
        position("a", HARBOR, "Account Executive", 4, "2026-02-25"),
        position("b", QUILL, "Data Engineer", 80, "2026-03-01"),
        closed,
    ];
    report(&operator, "board", &positions).await;
    for (query, expected) in [
        ("", vec!["Data Engineer", "Account Executive"]),
        ("&department=sales", vec!["Account Executive"]),
        ("&max_applicants=24", vec!["Account Executive"]),
        ("&domain=quill.example", vec!["Data Engineer"]),
    ] {
        assert_eq!(listed(&account, &format!("kind=hiring{query}"), "/job/title").await, expected, "{query}");
    }
}

#[tokio::test]
async fn an_acquisition_names_both_companies() {
    let (_server, operator, account) = server().await;
    let bought = json!({ "kind": "acquisition", "id": "x", "companyDomain": HARBOR, "targetName": "Dock Nine",
                         "targetDomain": "dock-nine.example", "date": "2026-02-14" });
    report(&operator, "news", &[bought]).await;
    let answer = account.get("/v1/signals?kind=acquisition").await.ok();
    let signal = &answer["results"][0];
    assert_eq!(
        (&signal["company"]["domain"], &signal["acquisition"]["name"]),
        (&json!(HARBOR), &json!("Dock Nine"))
    );
    assert_eq!(signal["sources"][0]["name"], "news");
}

#[tokio::test]
async fn a_job_change_is_masked() {
    let (_server, operator, account) = server().await;
    report(&operator, "posts", &[move_of_jonas()]).await;
    let answer = account.get("/v1/signals?kind=job-change").await.ok();
    let change = &answer["results"][0]["change"];
    assert_eq!(change["person"], "J. W., Head of Data");
    assert_eq!((&change["oldCompany"]["domain"], &change["seniority"]), (&json!(QUILL), &json!("head")));
    for secret in ["Jonas", "Weber", "jonas-weber", "jonas@quill.example", "posts.example"] {
        assert!(!answer.to_string().contains(secret), "{secret} in {answer}");
    }
    assert_eq!(listed(&account, "kind=job-change&department=sales", "/id").await, Vec::<String>::new());
    assert_eq!(listed(&account, "kind=job-change&department=data", "/id").await.len(), 1);
}

#[tokio::test]
async fn every_kind_of_signal_is_a_feed_and_can_be_watched() {
    let (_server, operator, account) = server().await;
    let promotion = json!({
        "kind": "promotion", "id": "p1", "networkUrl": JONAS, "fullName": "Jonas Weber", "title": "Head of Data",
        "oldTitle": "Data Engineer", "companyDomain": QUILL, "companyName": "Quill Analytics", "date": "2026-03-01",
        "url": "https://posts.example/jonas-weber/2",
    });
    let answer = report(&operator, "news", &[promotion]).await;
    assert_eq!(answer["accepted"], 1, "{answer}");
    for kind in SignalKind::ALL.map(SignalKind::as_str) {
        let feed = account.get(&format!("/v1/signals?kind={kind}")).await;
        assert_eq!(feed.ok()["kind"], kind);
        assert!(!feed.text().contains("Jonas") && !feed.text().contains("jonas"), "{}", feed.text());
        let list = json!({ "name": kind, "domains": [QUILL], "signals": [kind] });
        assert_eq!(account.post("/v1/watch-lists", list).await.ok()["signals"], json!([kind]));
    }
    assert_eq!(listed(&account, "kind=promotion", "/change/person").await, ["J. W., Head of Data"]);
    let in_department = listed(&account, "kind=promotion&department=data", "/change/newTitle").await;
    assert_eq!(in_department, ["Head of Data"]);
    assert_eq!(listed(&account, "kind=promotion&department=legal", "/kind").await, [""; 0]);
}

#[tokio::test]
async fn one_round_from_two_sources_is_one_signal_with_two_sources() {
    let (_server, operator, account) = server().await;
    report(&operator, "news", &[funding("a", QUILL, "series_a", 9_000_000, "2026-02-10")]).await;
    report(&operator, "registry-feed", &[funding("77", QUILL, "Series A", 9_000_000, "2026-02-12")]).await;
    let again = report(&operator, "news", &[funding("a", QUILL, "series_a", 9_000_000, "2026-02-10")]).await;
    assert_eq!((&again["accepted"], &again["unchanged"]), (&json!(0), &json!(1)));
    let answer = account.get("/v1/signals?kind=funding").await.ok();
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "{answer}");
    let mut sources: Vec<&str> =
        results[0]["sources"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    sources.sort_unstable();
    assert_eq!(sources, ["news", "registry-feed"]);
}

#[tokio::test]
async fn pages_go_on_where_the_last_one_ended_and_belong_to_one_question() {
    let (_server, operator, account) = server().await;
    let rounds: Vec<Value> = (1..=7)
        .map(|day| {
            funding(
                &day.to_string(),
                &format!("startup{day}.example"),
                "seed",
                day,
                &format!("2026-02-{day:02}"),
            )
        })
        .collect();
    report(&operator, "news", &rounds).await;
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    for round in 0..10 {
        let page = account.get(&format!("/v1/signals?kind=funding&limit=3{cursor}")).await.ok();
        let domains = page["results"].as_array().unwrap().iter().map(|one| one["company"]["domain"].clone());
        seen.extend(domains);
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
        // News that arrives meanwhile stands before what was read.
        let fresh = funding(&format!("n{round}"), &format!("late{round}.example"), "seed", 5, "2026-03-03");
        report(&operator, "news", &[fresh]).await;
    }
    let expected: Vec<Value> = (1..=7).rev().map(|day| json!(format!("startup{day}.example"))).collect();
    assert_eq!(seen, expected);
    for query in ["kind=hiring", "kind=funding&min_amount=2", "kind=funding&cursor=00"] {
        let joint = if query.contains("cursor") { String::new() } else { cursor.clone() };
        let problem =
            account.get(&format!("/v1/signals?{query}{joint}")).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/cursor: invalid_value"], "{query}");
    }
}

#[tokio::test]
async fn what_says_nothing_about_a_kind_is_refused() {
    let (_server, _, account) = server().await;
    for (query, fault) in [
        ("kind=weather", "/kind: not_one_of"),
        ("limit=5", "/kind: required"),
        ("kind=hiring&min_amount=5", "/min_amount: not_applicable"),
        ("kind=acquisition&round=seed", "/round: not_applicable"),
        ("kind=funding&department=sales", "/department: not_applicable"),
        ("kind=job-change&max_applicants=3", "/max_applicants: not_applicable"),
        ("kind=funding&round=banana", "/round: not_one_of"),
        ("kind=funding&country=Atlantis", "/country: invalid_value"),
        ("kind=funding&since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z", "/until: invalid_value"),
        ("kind=funding&since=yesterday", "/since: invalid_value"),
        ("kind=hiring&department=astrology", "/department: not_one_of"),
        ("kind=funding&sinse=2026-02-01T00:00:00Z", "/sinse: unknown_field"),
    ] {
        let answer = account.get(&format!("/v1/signals?{query}")).await;
        assert_eq!(answer.status, 422, "{query}");
        assert_eq!(faults(&answer.json()), [fault], "{query}");
    }
}

#[tokio::test]
async fn signals_are_part_of_the_plans_from_indie_up() {
    let (server, _, indie) = server().await;
    let free = server.account(Plan::Free, 10).await;
    free.get("/v1/signals?kind=funding").await.problem(403, "plan_required");
    free.with("accept", "text/event-stream")
        .get("/v1/signals?kind=funding")
        .await
        .problem(403, "plan_required");
    let answer = indie.get("/v1/signals?kind=funding").await.ok();
    assert_eq!(answer["kind"], "funding");
    assert!(answer.get("cost").is_none(), "the feeds are free");
}

#[tokio::test]
async fn only_an_operator_files_signals_and_what_cannot_be_filed_says_why() {
    let (_server, operator, account) = server().await;
    let body = json!({ "source": "mine", "signals": [funding("a", QUILL, "seed", 1, "2026-02-01")] });
    account.post("/v1/ingest/signals", body).await.problem(403, "scope_required");
    let mixed = [
        funding("a", QUILL, "seed", 1, "2026-02-01"),
        json!({ "kind": "funding", "companyDomain": QUILL }),
        json!({ "kind": "hiring", "title": "Cook" }),
        json!({ "kind": "funding", "companyDomain": "no domain", "date": "2026-02-01" }),
    ];
    let answer = report(&operator, "mine", &mixed).await;
    assert_eq!(answer["accepted"], 1);
    let rejected = answer["rejected"].as_array().unwrap();
    assert_eq!(rejected.iter().map(|one| one["index"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(rejected[0]["reason"].as_str().unwrap().contains("date is missing"));
}

/// A live feed, read event by event.
struct Live {
    response: reqwest::Response,
    text: String,
}

impl Live {
    async fn open(account: &Account, query: &str, after: Option<&str>) -> Self {
        let client = account.with("accept", "text/event-stream");
        let client = after.map_or_else(|| client.clone(), |id| client.with("last-event-id", id));
        let response = client.open(&format!("/v1/signals?{query}")).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut live = Self { response, text: String::new() };
        // The greeting says that the line stands; what is filed from here on is sent.
        live.read_until("retry: 2000\n\n").await;
        live
    }

    async fn read_until(&mut self, end: &str) -> String {
        loop {
            if let Some(at) = self.text.find(end) {
                let rest = self.text.split_off(at + end.len());
                return std::mem::replace(&mut self.text, rest);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await;
            let chunk = chunk.unwrap_or_else(|_| panic!("nothing comes after {:?}", self.text)).unwrap();
            self.text.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
        }
    }

    /// The id and the signal of the next event.
    async fn next(&mut self) -> (String, Value) {
        let event = self.read_until("\n\n").await;
        let member = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        assert_eq!(member("event: ").as_deref(), Some("signal"), "{event}");
        (member("id: ").unwrap(), serde_json::from_str(&member("data: ").unwrap()).unwrap())
    }
}

#[tokio::test]
async fn a_live_feed_sends_what_is_filed_within_a_second_and_masks_it() {
    let (_server, operator, account) = server().await;
    let mut live = Live::open(&account, "kind=job-change", None).await;
    let started = Instant::now();
    report(&operator, "posts", &[move_of_jonas()]).await;
    let (_, signal) = live.next().await;
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    assert_eq!(signal["change"]["person"], "J. W., Head of Data");
    assert!(!signal.to_string().contains("Weber"));
}

#[tokio::test]
async fn a_live_feed_goes_on_after_the_last_event_that_was_seen() {
    let (_server, operator, account) = server().await;
    let mut live = Live::open(&account, "kind=funding&min_amount=100", None).await;
    report(&operator, "news", &[funding("a", HARBOR, "seed", 500, "2026-02-01")]).await;
    let (last, first) = live.next().await;
    assert_eq!(first["funding"]["amount"]["amount"], 500);
    drop(live);
    let missed = [
        funding("b", QUILL, "seed", 50, "2026-02-02"),
        funding("c", QUILL, "series_a", 700, "2026-02-03"),
        funding("d", HARBOR, "series_b", 900, "2026-01-04"),
    ];
    report(&operator, "news", &missed).await;
    let mut again = Live::open(&account, "kind=funding&min_amount=100", Some(&last)).await;
    let mut amounts = Vec::new();
    for _ in 0..2 {
        amounts.push(again.next().await.1["funding"]["amount"]["amount"].as_i64().unwrap());
    }
    assert_eq!(amounts, [700, 900], "in the order in which they appeared, and only what passes the filter");
}

#[tokio::test]
async fn an_event_id_that_no_feed_has_sent_is_refused() {
    let (_server, _, account) = server().await;
    let client = account.with("accept", "text/event-stream").with("last-event-id", "the last one");
    client.get("/v1/signals?kind=funding").await.problem(422, "invalid_request");
}

#[tokio::test]
async fn no_more_live_feeds_are_opened_than_the_operator_allows() {
    let server = TestServer::with(|setup| setup.settings.limits.live_feeds = 2).await;
    let account = server.account(Plan::Indie, 0).await;
    let first = Live::open(&account, "kind=funding", None).await;
    let second = Live::open(&account, "kind=hiring", None).await;
    let listener = account.with("accept", "text/event-stream");
    let refused = listener.get("/v1/signals?kind=funding").await;
    refused.problem(503, "overloaded");
    assert_eq!(refused.header("retry-after"), "5");
    drop((first, second));
    // The server learns that a client has left when it next writes or looks at the line.
    for _ in 0..100 {
        if account.with("accept", "text/event-stream").open("/v1/signals?kind=funding").await.status() == 200
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("a place that was left is never free again");
}

#[tokio::test]
async fn a_live_feed_ends_when_the_server_drains() {
    let (server, _, account) = server().await;
    let mut live = Live::open(&account, "kind=funding", None).await;
    server.app.drain();
    let end = tokio::time::timeout(PATIENCE, live.response.chunk()).await.unwrap().unwrap();
    assert!(end.is_none(), "{end:?}");
}
