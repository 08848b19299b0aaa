//! `/v1/watch-lists`: made, listed, read, changed, deleted, and run so that nothing is charged twice.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, HARBOR, JONAS, KATHERINE, QUILL, TestServer, faults};

const PATH: &str = "/v1/watch-lists";

/// Reports up to three rounds, each in a month of its own.
async fn funded(server: &TestServer, account: &Account, rounds: &[(&str, &str)]) {
    let operator = server.operator(account).await;
    let signals: Vec<Value> = ["2025-12-20", "2026-01-20", "2026-02-20"]
        .into_iter()
        .zip(rounds)
        .map(|(date, (id, domain))| {
            json!({ "kind": "funding", "id": id, "companyDomain": domain, "round": id, "date": date })
        })
        .collect();
    operator.post("/v1/ingest/signals", json!({ "source": "news", "signals": signals })).await.ok();
}

async fn made(account: &Account, body: Value) -> String {
    account.post(PATH, body).await.ok()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_list_is_made_read_changed_listed_and_deleted() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let body =
        json!({ "name": "accounts", "domains": ["https://www.harbor.example", "harbor.example", QUILL] });
    let answer = account.post(PATH, body).await;
    assert_eq!(answer.status, 201);
    let list = answer.ok();
    assert_eq!((&list["target"], &list["entries"]), (&json!("domains"), &json!(2)), "each entry once");
    assert_eq!(list["signals"].as_array().unwrap().len(), 6, "every kind when none is named");
    let own = format!("{PATH}/{}", list["id"].as_str().unwrap());
    assert_eq!(account.get(&own).await.ok()["watched"], json!([HARBOR, QUILL]));
    let change = json!({ "name": "best accounts", "domains": [QUILL], "signals": ["funding"] });
    let changed = account.patch(&own, change).await.ok();
    assert_eq!((&changed["name"], &changed["entries"]), (&json!("best accounts"), &json!(1)));
    let wrong = account.patch(&own, json!({ "profiles": [JONAS] })).await.problem(422, "invalid_request");
    assert_eq!(faults(&wrong), ["/profiles: not_applicable"]);
    assert_eq!(account.get(PATH).await.ok()["results"].as_array().unwrap().len(), 1);
    account.delete(&own).await.ok();
    account.get(&own).await.problem(404, "not_found");
    assert_eq!(account.get(PATH).await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_preview_of_a_run_tells_whether_anything_is_to_be_paid_and_not_what() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 20).await;
    let id = made(&account, json!({ "name": "accounts", "domains": [HARBOR] })).await;
    let run = format!("{PATH}/{id}/run");
    let quote = async || account.post(&run, json!({ "preview": true, "limit": 4 })).await.ok();
    let nothing = quote().await;
    assert_eq!(nothing["would_cost"], json!({ "max_credits": 8, "estimated_credits": 0 }));
    funded(&server, &account, &[("seed", HARBOR), ("series_a", HARBOR)]).await;
    let priced = json!({ "max_credits": 8, "estimated_credits": 8 });
    assert_eq!(quote().await["would_cost"], priced, "how much is new is sold by the run");
    assert_eq!(account.post(&run, json!({})).await.ok()["cost"]["credits"], 4);
    assert_eq!(quote().await, nothing);
    let missing = json!({ "preview": true });
    account.post(&format!("{PATH}/wl_none/run"), missing).await.problem(404, "not_found");
}

#[tokio::test]
async fn lists_are_listed_newest_first_page_by_page() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for number in 0..5 {
        made(&account, json!({ "name": format!("list {number}"), "domains": [HARBOR] })).await;
        server.wait(1);
    }
    let (mut names, mut cursor) = (Vec::new(), String::new());
    for _ in 0..5 {
        let page = account.get(&format!("{PATH}?limit=2{cursor}")).await.ok();
        names.extend(page["results"].as_array().unwrap().iter().map(|list| list["name"].clone()));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(names, ["list 4", "list 3", "list 2", "list 1", "list 0"]);
    let stranger = server.account(Plan::Starter, 10).await;
    stranger.get(&format!("{PATH}?limit=2{cursor}")).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn a_run_answers_what_is_new_and_charges_each_match_once() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let list =
        made(&account, json!({ "name": "both", "domains": [HARBOR, QUILL], "signals": ["funding"] })).await;
    let run = format!("{PATH}/{list}/run");
    let nothing = account.post(&run, json!({})).await.ok();
    assert_eq!((&nothing["matches"], &nothing["cost"]["credits"]), (&json!([]), &json!(0)));
    funded(&server, &account, &[("seed", HARBOR), ("series_a", QUILL), ("series_b", QUILL)]).await;
    let first = account.post(&run, json!({ "limit": 2 })).await.ok();
    assert_eq!((first["matches"].as_array().unwrap().len(), &first["more"]), (2, &json!(true)));
    assert_eq!(first["cost"]["credits"], 4);
    let second = account.post(&run, json!({})).await.ok();
    assert_eq!((second["matches"].as_array().unwrap().len(), &second["more"]), (1, &json!(false)));
    assert_eq!(second["cost"]["credits"], 2);
    let third = account.post(&run, json!({})).await.ok();
    assert_eq!((&third["matches"], &third["cost"]["credits"]), (&json!([]), &json!(0)));
    let answered = first["matches"].as_array().unwrap().iter().chain(second["matches"].as_array().unwrap());
    let mut ids: Vec<&str> = answered.map(|one| one["signal"]["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert_eq!(server.balance(&account), Credits::whole(94));
    server.prove_books();
}

#[tokio::test]
async fn two_lists_that_watch_one_company_pay_for_its_news_once() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let list = async |name: &str| {
        let body = json!({ "name": name, "domains": [HARBOR], "signals": ["funding"] });
        format!("{PATH}/{}/run", made(&account, body).await)
    };
    let (one, other) = (list("one").await, list("other").await);
    funded(&server, &account, &[("seed", HARBOR), ("series_a", HARBOR)]).await;
    for (run, credits) in [(one, 4), (other, 0), (list("a third").await, 0)] {
        let answer = account.post(&run, json!({})).await.ok();
        assert_eq!(answer["matches"].as_array().unwrap().len(), 2);
        assert_eq!(answer["cost"]["credits"], credits);
    }
    server.prove_books();
}

#[tokio::test]
async fn a_list_answers_news_that_became_known_late_and_news_under_another_domain_of_the_company() {
    let server = TestServer::start().await;
    let account = server.operator(&server.account(Plan::Starter, 100).await).await;
    let firm = json!({ "name": "Elm", "domains": ["elm.example", "elm-works.example"] });
    account.post("/v1/ingest/companies", json!({ "source": "crm", "companies": [firm] })).await.ok();
    let round = |id: &str, domain: &str, date: &str| json!({ "kind": "funding", "id": id, "companyDomain": domain, "round": id, "date": date });
    let report = async |round: Value| {
        account.post("/v1/ingest/signals", json!({ "source": "news", "signals": [round] })).await.ok();
    };
    // Known before the list was made.
    report(round("seed", "elm.example", "2025-09-20")).await;
    server.wait(1);
    let body = json!({ "name": "elm", "domains": ["elm-works.example"], "signals": ["funding"] });
    let run = format!("{PATH}/{}/run", made(&account, body).await);
    report(round("series_a", "elm.example", "2025-10-20")).await;
    report(round("series_b", "elm.example", "2019-10-20")).await;
    let answer = account.post(&run, json!({})).await.ok();
    let matches = answer["matches"].as_array().unwrap();
    let rounds: Vec<&Value> = matches.iter().map(|found| &found["signal"]["funding"]["round"]).collect();
    assert_eq!(rounds, ["series_a"], "neither what the list is too young for nor what is years old");
    assert_eq!(matches[0]["entry"], "elm-works.example");
}

#[tokio::test]
async fn a_profile_that_moves_is_matched_with_the_person_and_the_company() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let list = made(&account, json!({ "name": "champions", "profiles": [KATHERINE, JONAS] })).await;
    let operator = server.operator(&account).await;
    let moved = json!({ "kind": "job-change", "id": "m1", "networkUrl": JONAS, "fullName": "Jonas Weber",
        "title": "Head of Data", "companyDomain": HARBOR, "oldCompanyDomain": QUILL, "date": "2026-03-01" });
    operator.post("/v1/ingest/signals", json!({ "source": "posts", "signals": [moved] })).await.ok();
    let answer = account.post(&format!("{PATH}/{list}/run"), json!({})).await.ok();
    let found = &answer["matches"][0];
    assert_eq!((&found["entry"], &found["person"]["fullName"]), (&json!(JONAS), &json!("Jonas Weber")));
    assert_eq!(
        (&found["signal"]["kind"], &found["company"]["domain"]),
        (&json!("job-change"), &json!(HARBOR))
    );
}

#[tokio::test]
async fn a_list_of_another_account_is_not_found() {
    let server = TestServer::start().await;
    let (owner, stranger) =
        (server.account(Plan::Starter, 100).await, server.account(Plan::Starter, 100).await);
    let own = format!("{PATH}/{}", made(&owner, json!({ "name": "mine", "domains": [HARBOR] })).await);
    let missing = format!("{PATH}/wl_00000000000000000000000000");
    for path in [&own, &missing] {
        stranger.get(path).await.problem(404, "not_found");
        stranger.patch(path, json!({ "name": "yours" })).await.problem(404, "not_found");
        stranger.post(&format!("{path}/run"), json!({})).await.problem(404, "not_found");
        stranger.delete(path).await.problem(404, "not_found");
    }
    assert_eq!(owner.get(&own).await.ok()["name"], "mine");
    assert_eq!(stranger.get(PATH).await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_list_that_is_deleted_while_it_runs_answers_or_is_gone_and_never_fails() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 1_000).await;
    funded(&server, &account, &[("seed", HARBOR)]).await;
    let mut spent = 0;
    for _ in 0..20 {
        let own = format!("{PATH}/{}", made(&account, json!({ "name": "short", "domains": [HARBOR] })).await);
        let run = format!("{own}/run");
        let (ran, deleted) = tokio::join!(account.post(&run, json!({})), account.delete(&own));
        deleted.ok();
        match ran.status {
            // The round is paid for with the first run.
            200 => spent = 2,
            _ => drop(ran.problem(404, "not_found")),
        }
    }
    assert_eq!(server.balance(&account), Credits::whole(1_000 - spent));
    server.prove_books();
}

#[tokio::test]
async fn two_runs_at_once_never_charge_for_one_match_twice() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    funded(&server, &account, &[("seed", HARBOR)]).await;
    let list = made(&account, json!({ "name": "one", "domains": [HARBOR] })).await;
    let run = format!("{PATH}/{list}/run");
    let answers = tokio::join!(
        account.post(&run, json!({})),
        account.post(&run, json!({})),
        account.post(&run, json!({})),
        account.post(&run, json!({})),
    );
    for answer in [answers.0, answers.1, answers.2, answers.3] {
        if answer.status != 200 {
            answer.problem(409, "request_in_progress");
        }
    }
    assert_eq!(server.balance(&account), Credits::whole(98));
}

#[tokio::test]
async fn what_is_no_list_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let many: Vec<String> = (0..10_001).map(|number| format!("d{number}.example")).collect();
    for (body, fault) in [
        (json!({ "name": "x" }), "/profiles: required"),
        (json!({ "name": "x", "domains": [HARBOR], "profiles": [JONAS] }), "/profiles: required"),
        (json!({ "name": "x", "domains": [] }), "/domains: too_few"),
        (json!({ "name": "x", "domains": ["not a domain"] }), "/domains/0: invalid_value"),
        (json!({ "name": "x", "profiles": ["harbor.example"] }), "/profiles/0: invalid_value"),
        (json!({ "name": "x", "domains": many }), "/domains: too_many"),
        (json!({ "name": "x", "domains": [HARBOR], "signals": ["weather"] }), "/signals/0: not_one_of"),
        (json!({ "name": "", "domains": [HARBOR] }), "/name: too_short"),
        (json!({ "domains": [HARBOR] }), "/name: required"),
    ] {
        let answer = account.post(PATH, body).await;
        assert_eq!(answer.status, 422, "{fault}");
        assert!(faults(&answer.json()).contains(&fault.to_owned()), "{fault}: {:?}", faults(&answer.json()));
    }
}
