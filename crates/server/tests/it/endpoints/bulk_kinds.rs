//! Bulk jobs of every kind: each item is answered and priced as the single call, in order, and equal ones once.

use std::time::Duration;

use serde_json::{Value, json};
use server::{CATALOGUE, Entry};
use store::{Clock, Credits, Plan};

use crate::support::{
    Account, HARBOR, JONAS, KATHERINE, Manner, PostOffice, QUILL, START, TestServer, TestVendor, faults,
    json_answer, person_at, vendors,
};

/// Kinds of jobs: path, and items of which the first is answered, the second is not found, and the third is invalid.
fn kinds() -> Vec<(&'static str, [Value; 3])> {
    let name = |first: &str, last: &str, domain: &str| json!({ "firstName": first, "lastName": last, "domain": domain });
    vec![
        (
            "/v1/bulk/enrich",
            [
                json!({ "networkUrl": KATHERINE }),
                json!({ "email": "nobody@harbor.example" }),
                json!({ "firstName": "Ada" }),
            ],
        ),
        (
            "/v1/bulk/companies",
            [json!({ "domain": HARBOR }), json!({ "name": "No Such Company" }), json!({ "country": "DE" })],
        ),
        (
            "/v1/bulk/verify-email",
            [
                json!({ "email": "nora.lind@quill.example" }),
                json!({ "email": "slow@greylisting.example" }),
                json!({}),
            ],
        ),
        (
            "/v1/bulk/find-email",
            [
                name("Katherine", "Brandt", HARBOR),
                name("No", "Body", "nowhere.example"),
                name("Ada", "", HARBOR),
            ],
        ),
        (
            "/v1/bulk/find-phone",
            [name("Katherine", "Brandt", HARBOR), name("No", "Body", HARBOR), json!({ "domain": HARBOR })],
        ),
        (
            "/v1/bulk/reverse-email",
            [
                json!({ "email": "k.brandt@harbor.example" }),
                json!({ "email": "nobody@harbor.example" }),
                json!({ "email": "x" }),
            ],
        ),
        (
            "/v1/bulk/reverse-phone",
            [
                json!({ "phone": "+12025550143" }),
                json!({ "phone": "+12025550999" }),
                json!({ "phone": "12" }),
            ],
        ),
    ]
}

fn entry(path: &str) -> &'static Entry {
    CATALOGUE.iter().find(|entry| entry.spec.path == path).unwrap()
}

async fn office() -> PostOffice {
    let office = PostOffice::start().await;
    office.open("nora.lind@quill.example");
    office.open("k.brandt@harbor.example");
    office.open("slow@greylisting.example");
    office.behave("greylisting.example", Manner::Greylisting);
    office
}

async fn stage() -> (TestServer, PostOffice) {
    let office = office().await;
    let verifier = office.verifier();
    (TestServer::with(|setup| setup.verifier = Some(verifier)).await, office)
}

/// Waits for the end of a job. Time passes only while nothing is in progress: a mail server asked for it.
async fn finished(server: &TestServer, account: &Account, id: &str) -> Value {
    let mut last = Value::Null;
    for round in 1..=1_000 {
        let job = account.get(&format!("/v1/bulk/{id}?limit=500")).await.ok();
        if job["finished_at"].is_string() {
            return job;
        }
        if round % 40 == 0 {
            if last == job["processed"] {
                server.wait(300);
            }
            last = job["processed"].clone();
        }
        server.run_due().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the job does not end");
}

async fn run(server: &TestServer, account: &Account, path: &str, items: &[Value]) -> Value {
    let answer = account.post(path, json!({ "items": items })).await;
    assert_eq!(answer.status, 202, "{path}: {}", answer.text());
    finished(server, account, answer.ok()["id"].as_str().unwrap()).await
}

#[test]
fn every_kind_costs_what_its_single_call_costs() {
    let bulk: Vec<_> = CATALOGUE.iter().filter(|entry| entry.spec.items_of.is_some()).collect();
    assert_eq!(bulk.len(), kinds().len());
    for entry in bulk {
        let single = CATALOGUE.iter().find(|one| Some(one.spec.id) == entry.spec.items_of).unwrap();
        assert_eq!(entry.spec.path.replace("/bulk/", "/"), single.spec.path);
        assert_eq!(entry.spec.price.due(1), single.spec.price.due(1), "{}", entry.spec.path);
        assert_eq!(entry.spec.price.due(0), Credits::ZERO);
        assert_eq!(entry.spec.status, 202);
    }
}

#[tokio::test]
async fn each_item_is_answered_and_charged_as_the_single_call_in_the_order_of_submission() {
    for (path, [hit, missed, invalid]) in kinds() {
        let (server, _office) = stage().await;
        let account = server.account(Plan::Pro, 100).await;
        let price = entry(path).spec.price.due(1);
        let with_ref = |item: &Value, name: &str| {
            let mut item = item.clone();
            item["ref"] = name.into();
            item
        };
        let items =
            [with_ref(&missed, "a"), with_ref(&hit, "b"), with_ref(&invalid, "c"), with_ref(&missed, "d")];
        let job = run(&server, &account, path, &items).await;
        assert_eq!((&job["status"], &job["endpoint"]), (&json!("completed"), &json!(entry(path).spec.id)));
        let told: Vec<_> =
            job["results"].as_array().unwrap().iter().map(|one| (&one["ref"], &one["status"])).collect();
        let expected = [
            (&json!("a"), &json!("not_found")),
            (&json!("b"), &json!("resolved")),
            (&json!("c"), &json!("invalid")),
            (&json!("d"), &json!("not_found")),
        ];
        assert_eq!(told, expected, "{path}: {job}");
        assert_eq!(
            (&job["credits"], &job["results"][1]["credits"]),
            (&json!(price), &json!(price)),
            "{path}"
        );
        assert!(!job["results"][2]["errors"].as_array().unwrap().is_empty(), "{path}");

        let before = server.balance(&account);
        let single = account.post(&path.replace("/bulk/", "/"), hit).await.ok();
        let paid = before.checked_sub(server.balance(&account)).unwrap();
        assert_eq!(paid, price, "{path}");
        let mut single = single;
        single.as_object_mut().unwrap().shift_remove("cost");
        let result = &job["results"][1];
        if path == "/v1/bulk/enrich" {
            assert_eq!((&result["person"], result.get("answer")), (&single["person"], None));
        } else {
            assert_eq!(result["answer"], single, "{path}");
        }
        for name in ["person", "company", "email", "phone"] {
            assert_eq!(result.get(name), single.get(name), "{path}: {name}");
        }
        let history =
            account.get(&format!("/v1/me/history?endpoint={path}&status=200&charged=true")).await.ok();
        assert_eq!(history["summary"]["requests"], 1, "{path}");
        server.prove_books();
    }
}

#[tokio::test]
async fn equal_items_and_items_with_the_same_answer_are_charged_once() {
    for (path, [hit, _, _]) in kinds() {
        let (server, _office) = stage().await;
        let account = server.account(Plan::Pro, 100).await;
        let price = entry(path).spec.price.due(1);
        let preview = json!({ "items": vec![hit.clone(); 10], "preview": true });
        let preview = account.post(path, preview).await;
        assert_eq!(preview.status, 200, "{path}");
        assert_eq!(preview.ok()["would_cost"]["max_credits"], json!(price), "{path}");
        let job = run(&server, &account, path, &vec![hit.clone(); 10]).await;
        assert_eq!((&job["resolved"], &job["credits"]), (&json!(10), &json!(price)), "{path}: {job}");
        let again = run(&server, &account, path, &vec![hit; 2]).await;
        assert_eq!(again["credits"], json!(price), "{path}: another job is charged");
        server.prove_books();
    }
    let (server, _office) = stage().await;
    let account = server.account(Plan::Pro, 100).await;
    let same_person = [
        json!({ "networkUrl": KATHERINE }),
        json!({ "email": "k.brandt@harbor.example" }),
        json!({ "phone": "+1 202 555 0143" }),
        json!({ "networkUrl": JONAS }),
    ];
    let job = run(&server, &account, "/v1/bulk/enrich", &same_person).await;
    assert_eq!((&job["resolved"], &job["credits"]), (&json!(4), &json!(2)), "{job}");
    assert_eq!(server.balance(&account), Credits::whole(98));
    server.prove_books();
}

#[tokio::test]
async fn equal_items_are_answered_with_the_balance_of_one() {
    for (path, [hit, _, _]) in kinds() {
        let (server, _office) = stage().await;
        let price = entry(path).spec.price.due(1);
        let account = server.account(Plan::Pro, (price.thousandths() + 999) / 1_000).await;
        let job = run(&server, &account, path, &vec![hit; 3]).await;
        assert_eq!((&job["resolved"], &job["credits"]), (&json!(3), &json!(price)), "{path}: {job}");
    }
}

#[tokio::test]
async fn equal_questions_wait_for_the_first_so_that_no_source_is_asked_twice() {
    let says = |_: &str| json_answer(&json!({ "phone": "+447700900123", "valid": "true" }));
    let vendor = [TestVendor::start("knows", sources::vendor::Fact::Mobile, says).await];
    let server = TestServer::with(|setup| setup.external = vendors(&vendor)).await;
    let account = server.account(Plan::Pro, 100).await;
    let stranger = json!({ "firstName": "Nora", "lastName": "Lind", "domain": "quill.example" });
    let job = run(&server, &account, "/v1/bulk/find-phone", &vec![stranger; 50]).await;
    assert_eq!((&job["resolved"], &job["credits"]), (&json!(50), &json!(12)), "{job}");
    assert_eq!(vendor[0].requests(), 1);
    server.prove_books();
}

#[tokio::test]
async fn an_address_whose_server_asks_for_time_is_settled_inside_the_job_and_charged_once() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.open("slow@greylisting.example");
    let items =
        [json!({ "email": "slow@greylisting.example" }), json!({ "email": "none@greylisting.example" })];
    let id = account.post("/v1/bulk/verify-email", json!({ "items": items })).await.ok()["id"].clone();
    let path = format!("/v1/bulk/{}", id.as_str().unwrap());
    for _ in 0..20 {
        server.run_due().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let waiting = account.get(&path).await.ok();
    assert_eq!((&waiting["processed"], &waiting["credits"]), (&json!(0), &json!(0)), "{waiting}");
    office.behave("greylisting.example", Manner::Normal);
    let job = finished(&server, &account, id.as_str().unwrap()).await;
    let verdicts: Vec<_> =
        job["results"].as_array().unwrap().iter().map(|result| &result["answer"]["status"]).collect();
    assert_eq!(verdicts, ["deliverable", "undeliverable"], "{job}");
    assert_eq!((&job["resolved"], &job["credits"]), (&json!(2), &json!(1)));
    server.prove_books();
}

#[tokio::test]
async fn an_address_whose_server_drops_the_connection_is_settled_inside_the_job() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.open("nora@drops.example");
    office.behave("drops.example", Manner::HangsUp);
    let items = [json!({ "email": "nora@drops.example" })];
    let id = account.post("/v1/bulk/verify-email", json!({ "items": items })).await.ok()["id"].clone();
    for _ in 0..20 {
        server.run_due().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    office.behave("drops.example", Manner::Normal);
    let job = finished(&server, &account, id.as_str().unwrap()).await;
    assert_eq!(job["results"][0]["answer"]["status"], "deliverable", "{job}");
    server.prove_books();
}

#[tokio::test]
async fn an_address_whose_server_never_answers_is_free_and_says_when_to_ask_again() {
    let (server, _office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    let items = [json!({ "email": "slow@greylisting.example" })];
    let job = run(&server, &account, "/v1/bulk/verify-email", &items).await;
    let result = &job["results"][0];
    assert_eq!((&result["status"], &result["credits"]), (&json!("not_found"), &json!(0)), "{job}");
    assert_eq!(
        (&result["answer"]["status"], &result["answer"]["reason"]),
        (&json!("unknown"), &json!("greylisted"))
    );
    assert!(result["retry_after_seconds"].as_u64().unwrap() > 0, "{job}");
    assert_eq!(server.balance(&account), Credits::whole(10));
}

#[tokio::test]
async fn results_of_every_kind_come_as_a_table_and_as_json_lines() {
    for (path, [hit, missed, _]) in kinds() {
        let (server, _office) = stage().await;
        let account = server.account(Plan::Pro, 100).await;
        let job = run(&server, &account, path, &[hit, missed]).await;
        let id = job["id"].as_str().unwrap();
        let table = account.get(&format!("/v1/bulk/{id}/export")).await;
        assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
        let text = table.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{path}: {text}");
        assert!(lines[0].starts_with("index,ref,status,credits,") && lines[0].ends_with(",detail"), "{text}");
        let cells = |line: &str| line.split(',').filter(|cell| !cell.is_empty()).count();
        assert!(lines[1].starts_with("0,,resolved,") && cells(lines[1]) > 6, "{path}: {text}");
        let file = account.get(&format!("/v1/bulk/{id}/export?format=jsonl")).await;
        assert_eq!(file.header("content-type"), "application/x-ndjson");
        let objects: Vec<Value> =
            file.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(json!(objects), job["results"], "{path}");
    }
}

#[tokio::test]
async fn a_job_that_is_interrupted_is_finished_by_the_next_server_and_nothing_is_charged_twice() {
    for (path, [hit, missed, _]) in kinds() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::manual(START.parse().unwrap());
        let office = office().await;
        let started = async || {
            let verifier = office.verifier();
            TestServer::with(|setup| {
                setup.folder = Some(folder.path().to_owned());
                setup.clock = clock.clone();
                setup.verifier = Some(verifier);
            })
            .await
        };
        let server = started().await;
        let account = server.account(Plan::Pro, 500).await;
        // Taken by a worker that dies before it has answered.
        server.app.drain();
        let items: Vec<Value> = (0..20).flat_map(|_| [hit.clone(), missed.clone()]).collect();
        let answer = account.post(path, json!({ "items": items })).await.ok();
        let until = server.now() + jiff::SignedDuration::from_secs(10);
        let taken =
            server.store.take_bulk_items("dead", 30, 30, Default::default(), server.now(), until).await;
        assert!(!taken.unwrap().chunks.is_empty());
        server.stop().await;
        clock.advance(jiff::SignedDuration::from_secs(11));
        let server = started().await;
        let client = server.anyone().with_key(&account.key);
        let account = Account { client, ..account };
        let job = finished(&server, &account, answer["id"].as_str().unwrap()).await;
        let price = entry(path).spec.price.due(1);
        assert_eq!((&job["resolved"], &job["credits"]), (&json!(20), &json!(price)), "{path}: {job}");
        let indexes: Vec<_> =
            job["results"].as_array().unwrap().iter().map(|one| one["index"].as_u64()).collect();
        assert_eq!(indexes, (0..40).map(Some).collect::<Vec<_>>());
        server.prove_books();
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_job_is_told_for_the_whole_and_what_is_wrong_with_an_item_for_itself() {
    let (server, _office) = stage().await;
    let account = server.account(Plan::Pro, 100).await;
    for (path, [hit, _, _]) in kinds() {
        let mut unknown = hit.clone();
        unknown["emial"] = "x".into();
        let problem =
            account.post(path, json!({ "items": [hit, unknown] })).await.problem(422, "unknown_field");
        assert_eq!(faults(&problem), ["/items/1/emial: unknown_field"], "{path}");
        let none = account.post(path, json!({ "items": [] })).await.problem(422, "invalid_request");
        assert_eq!(faults(&none), ["/items: too_few"], "{path}");
        let many = account.post(path, json!({ "items": vec![json!({}); 501] })).await;
        assert_eq!(faults(&many.problem(422, "invalid_request")), ["/items: too_many"], "{path}");
    }
}

#[tokio::test]
async fn a_suppressed_address_is_neither_stored_nor_verified_nor_charged() {
    let (server, _office) = stage().await;
    let account = server.account(Plan::Pro, 100).await;
    let operator = server.operator(&account).await;
    operator.post("/v1/erase", json!({ "email": "nora.lind@quill.example", "keep_out": true })).await.ok();
    let items =
        [json!({ "email": "nora.lind@quill.example" }), json!({ "email": "k.brandt@harbor.example" })];
    let job = run(&server, &account, "/v1/bulk/verify-email", &items).await;
    let statuses: Vec<_> = job["results"].as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(
        (statuses, &job["credits"]),
        (vec![&json!("not_found"), &json!("resolved")], &json!(0.5)),
        "{job}"
    );
    assert!(!job.to_string().contains("nora"), "{job}");
}

#[tokio::test]
async fn a_search_leaves_out_whom_the_account_has_and_pages_without_a_gap() {
    let server = TestServer::start().await;
    let people: Vec<_> = (0..230)
        .map(|number| {
            let name = format!("Person Number{number}");
            person_at(&name, &format!("person{number}@{QUILL}"), QUILL)
        })
        .collect();
    server.store.ingest(people).await.unwrap();
    server.indexed().await;
    let account = server.account(Plan::Scale, 10_000).await;
    for number in (0..230).filter(|number| number % 3 != 0) {
        let email = format!("person{number}@{QUILL}");
        account.post("/v1/reverse-email", json!({ "email": email })).await.ok();
    }
    let search = |limit: u32, cursor: &Value, exclude_seen: bool| {
        json!({
            "filters": { "company_domains": [QUILL] }, "limit": limit, "cursor": cursor, "include_total": true,
            "exclude_seen": exclude_seen,
        })
    };
    let other = server.account(Plan::Scale, 10_000).await;
    let all = other.post("/v1/search/people", search(100, &Value::Null, true)).await.ok();
    assert_eq!(
        (all["results"].as_array().unwrap().len(), &all["total"]),
        (100, &json!(231)),
        "another account has nobody"
    );
    let (mut found, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let page = account.post("/v1/search/people", search(10, &cursor, true)).await.ok();
        let names = page["results"].as_array().unwrap();
        assert_eq!(page["cost"]["credits"], 1 + names.len(), "only who is answered is charged");
        found.extend(names.iter().map(|person| person["fullName"].as_str().unwrap().to_owned()));
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        assert_eq!(names.len(), 10, "a page that is not the last is full");
    }
    found.sort();
    let mut expected: Vec<String> =
        (0..230).filter(|number| number % 3 == 0).map(|number| format!("Person Number{number}")).collect();
    expected.push("Jonas Weber".into());
    expected.sort();
    assert_eq!(found, expected);
    let rest = account.post("/v1/search/people", search(10, &Value::Null, true)).await.ok();
    assert_eq!(
        (&rest["results"], &rest["cost"]["credits"]),
        (&json!([]), &json!(0)),
        "now the account has all, and nothing new is free"
    );
}
