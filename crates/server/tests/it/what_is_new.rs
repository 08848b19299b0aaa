//! What is new since a time, and since the account asked: signals, radars and searches.

use std::time::Duration;

use jiff::Timestamp;
use records::Claim;
use serde_json::{Value, json};
use store::Plan;

use crate::{
    recipe::{ClaimBuilder, company, led, person},
    support::{Account, TestServer, faults},
};

/// People who joined acme.example, one from each of so many companies.
fn movers(numbers: std::ops::Range<usize>, title: &str, day: &str) -> Vec<Claim> {
    let mover = |number: usize| {
        person(&format!("Mover Number{number}")).at("acme.example", title, day).before(
            &format!("old{number}.example"),
            "Account Executive",
            "2020-01",
            day,
        )
    };
    numbers.map(|number| Claim::from(mover(number))).collect()
}

async fn server(claims: impl IntoIterator<Item = ClaimBuilder>) -> (TestServer, Account) {
    let claims: Vec<Claim> = claims.into_iter().map(Claim::from).collect();
    let server = TestServer::with(|setup| setup.claims = claims).await;
    server.indexed().await;
    let account = server.account(Plan::Pro, 10_000).await;
    (server, account)
}

fn names(answer: &Value, pointer: &str) -> Vec<String> {
    let results = answer["results"].as_array().unwrap();
    let mut names: Vec<String> =
        results.iter().map(|result| result.pointer(pointer).unwrap().as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn observed_since_answers_what_became_known_since_then_whenever_it_happened() {
    let (server, account) = server([company("acme.example")]).await;
    server.store.ingest(movers(0..3, "VP of Sales", "2026-03-01")).await.unwrap();
    let raised = |domain: &str| led(company(domain).raised("seed", 2_000_000, "2026-02-20"), domain);
    server.store.ingest(raised("early.example").map(Claim::from).to_vec()).await.unwrap();
    server.wait(60);
    let noted: Timestamp = server.now();
    server.wait(60);
    // Dated last week and last year: both are news to the store.
    server.store.ingest(movers(3..5, "VP of Sales", "2026-02-25")).await.unwrap();
    server.store.ingest(movers(5..6, "VP of Sales", "2025-04-01")).await.unwrap();
    server.store.ingest(raised("late.example").map(Claim::from).to_vec()).await.unwrap();
    server.indexed().await;
    let late = ["Mover Number3", "Mover Number4", "Mover Number5"];

    let feed = account.get(&format!("/v1/signals?kind=job-change&observed_since={noted}")).await.ok();
    assert_eq!(names(&feed, "/observedAt"), vec![server.now().to_string(); 3]);
    assert_eq!(feed["next_observed_since"], server.now().to_string());
    let all = account.get("/v1/signals?kind=job-change").await.ok();
    assert_eq!(all["results"].as_array().unwrap().len(), 6);
    let window = format!("/v1/signals?kind=job-change&observed_since={noted}&since=2026-01-01T00:00:00Z");
    assert_eq!(account.get(&window).await.ok()["results"].as_array().unwrap().len(), 2);

    let radar = account.post("/v1/job-change-radar", json!({ "observed_since": noted })).await.ok();
    assert_eq!(names(&radar, "/person_unmasked/fullName"), late);
    assert_eq!(radar["results"][0]["observed_at"], server.now().to_string());
    let windowed = json!({ "observed_since": noted, "within_days": 30 });
    let windowed = account.post("/v1/job-change-radar", windowed).await.ok();
    assert_eq!(names(&windowed, "/person_unmasked/fullName"), late[..2]);
    let funded = account.post("/v1/funding-radar", json!({ "observed_since": noted })).await.ok();
    assert_eq!(names(&funded, "/company/domain"), ["late.example"]);

    let people =
        json!({ "observed_since": noted, "filters": { "titles": ["VP of Sales"] }, "include_total": true });
    let people = account.post("/v1/search/people", people).await.ok();
    assert_eq!(
        (names(&people, "/fullName"), &people["total"]),
        (late.map(str::to_owned).to_vec(), &json!(3))
    );
    let companies = account.post("/v1/search/companies", json!({ "observed_since": noted })).await.ok();
    assert_eq!(names(&companies, "/domain"), ["late.example"]);
    let nothing = json!({ "observed_since": "2027-01-01T00:00:00Z" });
    let nothing = account.post("/v1/search/companies", nothing).await.ok();
    assert_eq!(nothing["why_not"]["nearest"]["dropped"], json!(["observed_since"]));
}

#[tokio::test]
async fn a_poll_by_the_answered_time_misses_nothing() {
    let (server, account) = server([company("acme.example")]).await;
    let mut since = "1970-01-01T00:00:00Z".to_owned();
    let mut seen = std::collections::BTreeSet::new();
    for round in 0..4 {
        server.wait(7);
        server.store.ingest(movers(round * 3..round * 3 + 3, "VP of Sales", "2026-02-01")).await.unwrap();
        let page = account.get(&format!("/v1/signals?kind=job-change&observed_since={since}")).await.ok();
        let ids = names(&page, "/id");
        assert!(ids.len() <= 6, "those of the last round at most are answered again");
        seen.extend(ids);
        since = page["next_observed_since"].as_str().unwrap().to_owned();
    }
    assert_eq!(seen.len(), 12);
}

#[tokio::test]
async fn new_only_signals_are_those_that_no_page_has_answered() {
    let (server, account) = server([company("acme.example")]).await;
    server.store.ingest(movers(0..5, "VP of Sales", "2026-03-01")).await.unwrap();
    let first = account.get("/v1/signals?kind=job-change&limit=2").await.ok();
    let new = async |limit: usize| {
        let path = format!("/v1/signals?kind=job-change&new_only=true&limit={limit}");
        names(&account.get(&path).await.ok(), "/id")
    };
    let rest = [new(2).await, new(10).await].concat();
    assert_eq!(new(10).await, Vec::<String>::new());
    let mut all = [names(&first, "/id"), rest].concat();
    all.sort();
    let whole = account.get("/v1/signals?kind=job-change").await.ok();
    assert_eq!(all, names(&whole, "/id"), "disjoint, and together the whole feed");
    let stranger = server.account(Plan::Pro, 10).await;
    let path = "/v1/signals?kind=job-change&new_only=true";
    assert_eq!(names(&stranger.get(path).await.ok(), "/id").len(), 5, "another account has not seen them");
    server.store.ingest(movers(5..6, "VP of Sales", "2025-05-01")).await.unwrap();
    assert_eq!(new(10).await.len(), 1);
    let live = account.with("accept", "text/event-stream").get(path).await;
    assert_eq!(faults(&live.problem(422, "invalid_request")), ["/new_only: not_applicable"]);
    server.prove_books();
}

#[tokio::test]
async fn new_only_searches_give_disjoint_pages_and_the_whole_is_paid_for_then() {
    let (server, account) = server([company("acme.example")]).await;
    server.store.ingest(movers(0..7, "VP of Sales", "2026-03-01")).await.unwrap();
    server.indexed().await;
    let ask = |extra: Value| {
        let mut request = json!({ "filters": { "titles": ["VP of Sales"] }, "limit": 3 });
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        account.post("/v1/search/people", request)
    };
    let (mut told, mut costs) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let page = ask(json!({ "new_only": true, "include_total": true })).await.ok();
        assert_eq!(page["total"], 7);
        told.extend(names(&page, "/id"));
        costs.push(page["cost"]["credits"].as_f64().unwrap());
    }
    assert_eq!(costs, [4.0, 4.0, 2.0, 0.0], "nothing new costs nothing");
    let quote = ask(json!({ "new_only": true, "preview": true })).await.ok();
    assert_eq!(quote["would_cost"], json!({ "max_credits": 4, "estimated_credits": 0 }));
    let seen = ask(json!({ "exclude_seen": true })).await.ok();
    assert_eq!((&seen["results"], &seen["cost"]["credits"]), (&json!([]), &json!(0)));
    let unknown = json!({ "filters": { "titles": ["Astronaut"] } });
    assert_eq!(
        ask(unknown.clone()).await.ok()["cost"]["credits"],
        1,
        "a search without results costs its base"
    );
    for expected in [1.5, 0.0] {
        let page = account.post("/v1/search/companies", json!({ "new_only": true, "limit": 1 })).await.ok();
        assert_eq!(page["cost"]["credits"].as_f64(), Some(expected), "{page}");
    }
    server.prove_books();
    let whole = ask(json!({ "limit": 100 })).await.ok();
    told.sort();
    assert_eq!((names(&whole, "/id"), &whole["cost"]["credits"]), (told, &json!(0)));
    // A cursor of a page of new records continues after it.
    let fresh = server.account(Plan::Pro, 100).await;
    let request = json!({ "filters": { "titles": ["VP of Sales"] }, "limit": 3, "new_only": true });
    let first = fresh.post("/v1/search/people", request.clone()).await.ok();
    assert_eq!((&first["looked_at"], &first["exhausted"]), (&json!(3), &json!(false)));
    let mut next = request;
    next["cursor"] = first["next_cursor"].clone();
    let second = fresh.post("/v1/search/people", next).await.ok();
    assert_eq!(second["results"].as_array().unwrap().len(), 3);
    assert!(names(&second, "/id").iter().all(|id| !names(&first, "/id").contains(id)));
}

#[tokio::test]
async fn a_page_holds_all_matches_however_many_others_are_newer() {
    let (server, account) = server([company("acme.example"), company("quill.example").employs(900)]).await;
    server.store.ingest(movers(0..1_400, "Sales Manager", "2026-03-01")).await.unwrap();
    let chief = person("Lex Chief").at("quill.example", "Chief Legal Officer", "2026-02-10").before(
        "old.example",
        "Lawyer",
        "2020-01",
        "2026-02-10",
    );
    server.store.ingest(vec![chief.into()]).await.unwrap();
    for request in [
        json!({ "departments": ["legal"], "seniorities": ["c_suite"], "limit": 50 }),
        json!({ "seniorities": ["c_suite"] }),
        json!({ "to_domains": ["quill.example", "nowhere.example"] }),
        json!({ "from_domains": ["old.example"] }),
    ] {
        let page = account.post("/v1/job-change-radar", request.clone()).await.ok();
        assert_eq!(names(&page, "/person_unmasked/fullName"), ["Lex Chief"], "{request}");
        let progress = (&page["looked_at"], &page["exhausted"], &page["next_cursor"]);
        assert_eq!(progress, (&json!(1), &json!(true), &Value::Null), "{request}: the store filters");
    }
    // What only the record of the company tells is looked at one by one, past what one batch holds.
    let large = json!({ "icp": { "employee_count": { "min": 500 } } });
    let page = account.post("/v1/job-change-radar", large).await.ok();
    assert_eq!(names(&page, "/person_unmasked/fullName"), ["Lex Chief"]);
    assert_eq!((&page["looked_at"], &page["exhausted"]), (&json!(1_401), &json!(true)));
    assert_eq!(page.get("time_limit_seconds"), None);
    let some = json!({ "limit": 2 });
    let page = account.post("/v1/job-change-radar", some).await.ok();
    assert_eq!((&page["looked_at"], &page["exhausted"]), (&json!(2), &json!(false)));
    assert!(page["next_cursor"].is_string());
}

#[tokio::test]
async fn amounts_are_compared_in_one_currency_and_the_answer_names_the_rates() {
    let raised = |domain: &str, currency: &str| {
        led(company(domain).raised_in("seed", 1_000_000, currency, "2026-02-20"), domain)
    };
    let world =
        [raised("euro.example", "EUR"), raised("yen.example", "JPY"), raised("dollar.example", "USD")];
    let (_server, account) = server(world.concat()).await;
    // A million euros are 1,070,500 dollars, a million yen 6,226.
    for (amount, currency, domains) in [
        (1_000_000, None, vec!["dollar.example", "euro.example"]),
        (1_070_500, Some("USD"), vec!["euro.example"]),
        (1_070_501, Some("USD"), vec![]),
        (1_000_000, Some("EUR"), vec!["euro.example"]),
        (1_000_000, Some("jpy"), vec!["dollar.example", "euro.example", "yen.example"]),
        (1_000_001, Some("JPY"), vec!["dollar.example", "euro.example"]),
    ] {
        let radar = json!({ "min_amount": amount, "currency": currency });
        let found = account.post("/v1/funding-radar", radar.clone()).await.ok();
        assert_eq!(names(&found, "/company/domain"), domains, "{radar}");
        let code = currency.unwrap_or("USD").to_uppercase();
        let rates = json!({ "currencies": [code], "date": "2024-06-28" });
        assert_eq!(found["rates"], rates);
        let query = currency.map(|code| format!("&currency={code}")).unwrap_or_default();
        let feed = format!("/v1/signals?kind=funding&min_amount={amount}{query}");
        let feed = account.get(&feed).await.ok();
        assert_eq!(
            (names(&feed, "/company/domain"), &feed["rates"]),
            (domains.iter().map(|d| (*d).to_owned()).collect(), &rates)
        );
        let search = json!({ "filters": { "funding_amount": { "min": amount, "currency": currency } } });
        let search = account.post("/v1/search/companies", search).await.ok();
        assert_eq!(
            (names(&search, "/domain"), &search["rates"]),
            (domains.iter().map(|d| (*d).to_owned()).collect(), &rates)
        );
    }
    let unknown = account.post("/v1/funding-radar", json!({ "min_amount": 1, "currency": "XAU" })).await;
    assert_eq!(faults(&unknown.problem(422, "invalid_request")), ["/currency: not_one_of"]);
    let unknown = json!({ "filters": { "revenue": { "min": 1, "currency": "XAU" } } });
    let unknown = account.post("/v1/search/companies", unknown).await;
    assert_eq!(
        faults(&unknown.problem(422, "invalid_request")),
        ["/filters/revenue/currency: invalid_value"]
    );
}

#[tokio::test]
async fn once_a_server_is_ready_no_call_is_refused_for_want_of_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let mut claims = movers(0..3_000, "VP of Sales", "2026-03-01");
    claims.push(company("acme.example").into());
    let server = TestServer::with(|setup| {
        setup.claims = claims;
        setup.folder = Some(folder.path().to_owned());
        setup.index_in_folder = true;
    })
    .await;
    let account = server.account(Plan::Pro, 10_000).await;
    let (mut refused, mut ready) = (0, false);
    for _ in 0..600 {
        let state = server.anyone().get("/readyz").await;
        ready |= state.status == 200;
        if !ready {
            assert!(
                state.text().contains("search index"),
                "the body names what is missing: {}",
                state.text()
            );
        }
        let search = account.post("/v1/search/people", json!({ "limit": 1 })).await;
        let radar = account.post("/v1/hiring-intent", json!({})).await;
        for answer in [&search, &radar] {
            refused += usize::from(answer.status == 503);
            assert!(!ready || answer.status == 200, "ready, but {}: {}", answer.status, answer.text());
        }
        if ready {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(ready, "{refused} calls were refused meanwhile");
}
