//! Bulk jobs: submitted in a moment, answered in the background, each item charged once.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Table, TableLimits, WorkbookWriter};
use store::{BulkItemStatus, Credits, Plan};

use crate::support::{Account, JONAS, KATHERINE, TestServer, faults, person};

/// A server that knows this many people of the crowd.
async fn server_with_people(count: usize) -> TestServer {
    let server = TestServer::start().await;
    server.store.ingest((0..count).map(person).collect()).await.unwrap();
    server
}

fn emails(numbers: impl IntoIterator<Item = usize>) -> Value {
    let items = numbers.into_iter().map(|number| json!({ "email": format!("person{number}@quill.example") }));
    json!({ "items": items.collect::<Vec<_>>() })
}

async fn submit(account: &Account, job: Value) -> String {
    let answer = account.post("/v1/bulk/enrich", job).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.ok()["id"].as_str().unwrap().to_owned()
}

async fn read(account: &Account, id: &str) -> Value {
    account.get(&format!("/v1/bulk/{id}?limit=500")).await.ok()
}

/// Waits until a job has come to its end.
async fn finished(server: &TestServer, account: &Account, id: &str) -> Value {
    for _ in 0..500 {
        let job = read(account, id).await;
        if job["finished_at"].is_string() {
            return job;
        }
        server.run_due().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the job does not end: {}", read(account, id).await);
}

fn statuses(job: &Value) -> Vec<&str> {
    job["results"].as_array().unwrap().iter().map(|result| result["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn each_item_is_answered_as_a_single_call_would_and_charged_when_found() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Indie, 10).await;
    let items = json!({ "items": [
        { "networkUrl": KATHERINE, "ref": "row 7" },
        { "email": "nobody@harbor.example" },
        { "fullName": "Jonas Weber", "company_domain": "quill.example" },
    ]});
    let answer = account.post("/v1/bulk/enrich", items).await;
    assert_eq!(answer.status, 202);
    let taken_on = answer.ok();
    assert_eq!((&taken_on["status"], &taken_on["total"]), (&json!("queued"), &json!(3)));
    assert_eq!(taken_on["cost"], json!({ "credits": 0, "balance_remaining": 10 }));

    let job = finished(&server, &account, taken_on["id"].as_str().unwrap()).await;
    assert_eq!(job["status"], "completed");
    assert_eq!((&job["processed"], &job["resolved"], &job["credits"]), (&json!(3), &json!(2), &json!(2)));
    assert_eq!(statuses(&job), ["resolved", "not_found", "resolved"]);
    let first = &job["results"][0];
    assert_eq!((&first["index"], &first["ref"], &first["credits"]), (&json!(0), &json!("row 7"), &json!(1)));
    let single = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    assert_eq!(first["person"], single["person"]);
    assert_eq!(server.balance(&account), Credits::whole(7));
    server.prove_books();
}

#[tokio::test]
async fn items_with_the_same_answer_are_charged_once_in_a_job_and_again_in_the_next() {
    let server = server_with_people(2).await;
    let account = server.account(Plan::Pro, 10).await;
    let single = json!({ "email": "person0@quill.example" });
    assert_eq!(account.post("/v1/enrich", single).await.ok()["cost"]["credits"], 1);
    for left in [7, 5] {
        let id = submit(&account, emails([0, 1, 0])).await;
        let job = finished(&server, &account, &id).await;
        assert_eq!(statuses(&job), ["resolved"; 3]);
        assert_eq!(job["credits"], 2, "a job pays for each of its answers once");
        assert_eq!(server.balance(&account), Credits::whole(left));
    }
    server.prove_books();
}

#[tokio::test]
async fn a_submission_is_called_accepted_in_the_history() {
    let server = server_with_people(1).await;
    let account = server.account(Plan::Pro, 10).await;
    let id = submit(&account, emails([0])).await;
    finished(&server, &account, &id).await;
    let rows = account.get("/v1/me/history?endpoint=bulk_enrich").await.ok()["results"].clone();
    let told: Vec<(&Value, &Value, &Value)> =
        rows.as_array().unwrap().iter().map(|row| (&row["status"], &row["outcome"], &row["cache"])).collect();
    assert_eq!(
        told,
        [(&json!(200), &json!("answered"), &json!("hit")), (&json!(202), &json!("accepted"), &Value::Null)]
    );
    let table = account.get("/v1/me/history/export?status=202").await.text();
    assert!(table.lines().nth(1).is_some_and(|line| line.contains(",accepted,")), "{table}");
}

#[tokio::test]
async fn every_item_has_a_row_of_its_own_in_the_history() {
    let server = server_with_people(3).await;
    let account = server.account(Plan::Pro, 10).await;
    let id = submit(&account, emails([0, 1, 2, 99])).await;
    let job = finished(&server, &account, &id).await;
    let history = account.get("/v1/me/history?endpoint=bulk_enrich&status=200").await.ok();
    assert_eq!((&history["summary"]["requests"], &history["summary"]["credits"]), (&json!(4), &json!(3)));
    let mut told: Vec<&Value> =
        job["results"].as_array().unwrap().iter().map(|result| &result["request_id"]).collect();
    let mut kept: Vec<&Value> =
        history["results"].as_array().unwrap().iter().map(|row| &row["request_id"]).collect();
    told.sort_by_key(|id| id.to_string());
    kept.sort_by_key(|id| id.to_string());
    assert_eq!(told, kept);
    let submissions = account.get("/v1/me/history?endpoint=bulk_enrich&status=202").await.ok();
    assert_eq!(submissions["summary"]["requests"], 1);
    assert_eq!(account.get("/v1/me/people").await.ok()["results"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn nothing_and_more_than_500_are_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 1_000).await;
    for count in [0, 501] {
        let problem = account.post("/v1/bulk/enrich", emails(0..count)).await.problem(422, "invalid_request");
        let expected = if count == 0 { "/items: too_few" } else { "/items: too_many" };
        assert_eq!(faults(&problem), [expected]);
    }
    let unknown = json!({ "items": [{ "email": "a@quill.example" }, { "emial": "b@quill.example" }] });
    let problem = account.post("/v1/bulk/enrich", unknown).await.problem(422, "unknown_field");
    assert_eq!(faults(&problem), ["/items/1/emial: unknown_field"]);
    assert_eq!(account.get("/v1/bulk").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn one_bad_item_among_good_ones_spoils_only_itself() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let items = json!({ "items": [
        { "networkUrl": KATHERINE },
        { "email": "not an address", "ref": "bad" },
        { "firstName": "Ada" },
        { "email": "", "phone": null, "networkUrl": JONAS },
        // Each belongs to another person.
        { "networkUrl": KATHERINE, "email": "jonas@quill.example" },
    ]});
    let id = submit(&account, items).await;
    let job = finished(&server, &account, &id).await;
    assert_eq!(statuses(&job), ["resolved", "invalid", "invalid", "resolved", "invalid"]);
    assert_eq!(
        (&job["status"], &job["invalid"], &job["credits"]),
        (&json!("completed"), &json!(3), &json!(2))
    );
    assert_eq!(job["results"][1]["errors"][0]["pointer"], "/email");
    assert_eq!(job["results"][4]["errors"][0]["code"], "identifiers_disagree");
    assert_eq!(server.balance(&account), Credits::whole(8));
}

#[tokio::test]
async fn a_job_of_nothing_but_bad_items_is_completed_at_once() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let job = json!({ "items": [{ "email": "x" }] });
    let answer = account.post("/v1/bulk/enrich", job).await.ok();
    assert_eq!((&answer["status"], &answer["invalid"]), (&json!("completed"), &json!(1)));
    assert_eq!(read(&account, answer["id"].as_str().unwrap()).await["status"], "completed");
}

#[tokio::test]
async fn what_the_balance_does_not_cover_is_marked_and_can_be_resumed() {
    let server = server_with_people(300).await;
    let account = server.account(Plan::Pro, 130).await;
    let id = submit(&account, emails(0..300)).await;
    let job = finished(&server, &account, &id).await;
    assert_eq!((&job["status"], &job["processed"]), (&json!("completed"), &json!(300)));
    assert_eq!((&job["resolved"], &job["insufficient_credits"]), (&json!(130), &json!(170)));
    assert_eq!(server.balance(&account), Credits::ZERO);

    let resumed = account.post(&format!("/v1/bulk/{id}/resume"), json!({})).await.ok();
    assert_eq!((&resumed["status"], &resumed["processed"]), (&json!("running"), &json!(130)));
    assert_eq!(
        finished(&server, &account, &id).await["insufficient_credits"],
        170,
        "there is nothing to pay with"
    );

    server.store.grant(&account.id, Credits::whole(200), "top-up", server.now()).await.unwrap();
    account.post(&format!("/v1/bulk/{id}/resume"), json!({})).await.ok();
    let job = finished(&server, &account, &id).await;
    assert_eq!((&job["resolved"], &job["credits"]), (&json!(300), &json!(300)));
    assert_eq!(server.balance(&account), Credits::whole(30));
    server.prove_books();
}

#[tokio::test]
async fn people_who_are_not_found_do_not_use_the_balance_up() {
    let server = server_with_people(2).await;
    let account = server.account(Plan::Pro, 2).await;
    let id = submit(&account, emails((100..400).chain([0, 1]))).await;
    let job = finished(&server, &account, &id).await;
    assert_eq!((&job["resolved"], &job["insufficient_credits"]), (&json!(2), &json!(0)));
}

#[tokio::test]
async fn without_a_credit_nothing_is_taken_on() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 0).await;
    let problem = account.post("/v1/bulk/enrich", emails([1])).await.problem(402, "insufficient_credits");
    assert_eq!(problem["required"], 1);
    assert_eq!(account.get("/v1/bulk").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_preview_tells_the_most_it_can_cost() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 0).await;
    let mut job = emails(0..40);
    job["preview"] = true.into();
    let answer = account.post("/v1/bulk/enrich", job).await;
    assert_eq!(answer.status, 200, "a price is answered at once");
    assert_eq!(answer.ok()["would_cost"]["max_credits"], 40);
    assert_eq!(account.get("/v1/bulk").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn the_same_submission_twice_is_one_job() {
    let server = server_with_people(5).await;
    let account = server.account(Plan::Pro, 100).await;
    let caller = account.with("idempotency-key", "once");
    let first = caller.post("/v1/bulk/enrich", emails(0..5)).await;
    let again = caller.post("/v1/bulk/enrich", emails(0..5)).await;
    assert_eq!((again.status, &again.body), (202, &first.body));
    assert_eq!(again.header("idempotent-replayed"), "true");
    finished(&server, &account, first.ok()["id"].as_str().unwrap()).await;
    assert_eq!(account.get("/v1/bulk").await.ok()["results"].as_array().unwrap().len(), 1);
    assert_eq!(server.balance(&account), Credits::whole(95));
}

#[tokio::test]
async fn results_are_paged_in_the_order_of_the_items() {
    let server = server_with_people(25).await;
    let account = server.account(Plan::Pro, 100).await;
    let id = submit(&account, emails(0..25)).await;
    finished(&server, &account, &id).await;
    let (mut seen, mut path) = (Vec::new(), format!("/v1/bulk/{id}?limit=10"));
    loop {
        let page = account.get(&path).await.ok();
        seen.extend(
            page["results"].as_array().unwrap().iter().map(|result| result["index"].as_u64().unwrap()),
        );
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/v1/bulk/{id}?limit=10&cursor={cursor}");
    }
    assert_eq!(seen, (0..25).collect::<Vec<_>>());
    let other = submit(&account, emails(0..25)).await;
    let foreign = path.replace(&id, &other);
    account.get(&foreign).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn results_come_as_a_table_and_as_json_lines() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let items = json!({ "items": [
        { "networkUrl": KATHERINE, "ref": "=1+1" }, { "email": "x" }, { "email": "no@quill.example" }
    ]});
    let id = submit(&account, items).await;
    finished(&server, &account, &id).await;
    let table = account.get(&format!("/v1/bulk/{id}/export")).await;
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    let text = table.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("index,ref,status,credits,"));
    assert!(lines[1].starts_with("0,'=1+1,resolved,1,"), "no cell is a formula: {}", lines[1]);
    assert!(lines[1].contains("Katherine Brandt") && lines[1].contains("k.brandt@harbor.example"));
    assert!(lines[2].starts_with("1,,invalid,0,") && lines[3].starts_with("2,,not_found,0,"));
    let file = account.get(&format!("/v1/bulk/{id}/export?format=jsonl")).await;
    assert_eq!(file.header("content-type"), "application/x-ndjson");
    assert!(file.header("content-disposition").contains(&format!("{id}.jsonl")));
    let objects: Vec<Value> = file.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json!(objects), read(&account, &id).await["results"]);
}

fn table(file: &[u8]) -> Table {
    let limits = TableLimits {
        rows: 1_000,
        columns: 1_000,
        bytes: 1 << 20,
        heading: 200,
        cell: 10_000,
        unpacked: 8 << 20,
    };
    Table::read(file.to_vec(), limits).unwrap()
}

#[tokio::test]
async fn the_callers_own_row_comes_back_with_each_result_and_first_in_tables() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let items = json!({ "items": [
        { "networkUrl": KATHERINE, "row": { "Zone": "EU", "email": "+49 30 1", "Active": "@x", "Gone": null } },
        { "ref": "2", "networkUrl": KATHERINE, "row": { "Active": "no", "Note": "=1+1" } },
        { "row": { "Zone": "US" } },
        { "email": "no@quill.example" },
    ]});
    let id = submit(&account, items).await;
    let job = finished(&server, &account, &id).await;
    assert_eq!(statuses(&job), ["resolved", "resolved", "invalid", "not_found"]);
    assert_eq!(job["credits"], 1, "items that differ in their row alone have the same answer");
    assert_eq!(job["results"][0]["row"], json!({ "Zone": "EU", "email": "+49 30 1", "Active": "@x" }));
    assert!(job["results"][3].get("row").is_none(), "{job}");
    let csv = account.get(&format!("/v1/bulk/{id}/export")).await;
    let head = "Zone,email,Active,Note,index,ref,status,credits,confidence,";
    assert!(csv.text().starts_with(head), "{}", csv.text());
    assert!(
        csv.text().contains("\r\nEU,+49 30 1,'@x,,0,,resolved,1,"),
        "no cell is a formula, and a number is one: {}",
        csv.text()
    );
    let xlsx = account.get(&format!("/v1/bulk/{id}/export?format=xlsx")).await;
    let media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(xlsx.header("content-type"), media);
    assert!(xlsx.header("content-disposition").contains(&format!("brimful-{id}.xlsx")));
    let (csv, xlsx) = (table(&csv.body), table(&xlsx.body));
    assert_eq!(csv.columns, xlsx.columns);
    assert!(csv.columns.contains(&"email_2".to_owned()), "{:?}", csv.columns);
    assert_eq!(xlsx.rows[0][..4], ["EU", "+49 30 1", "@x", ""], "a text is no formula in a workbook");
    assert_eq!(xlsx.rows[1][..4], ["", "", "no", "=1+1"]);
    assert_eq!(xlsx.rows[2][..1], ["US"]);
    let plain = |row: &Vec<String>| -> Vec<String> {
        row.iter().map(|cell| cell.trim_start_matches('\'').to_owned()).collect()
    };
    assert_eq!(csv.rows.iter().map(plain).collect::<Vec<_>>(), xlsx.rows, "the same cells in both");
    let lines = account.get(&format!("/v1/bulk/{id}/export?format=jsonl")).await.text();
    assert!(lines.starts_with(r#"{"index":0,"row":{"Zone":"EU","#), "{lines}");
    let asked = account.get("/v1/me/history?endpoint=bulk_enrich").await.ok();
    assert!(!asked.to_string().contains("Zone"), "the history does not keep the row: {asked}");
}

#[tokio::test]
async fn a_row_is_texts_within_limits_and_asks_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let row = |from: usize, count: usize| -> Value {
        (from..from + count)
            .map(|number| (format!("c{number}"), json!("x")))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    for (items, pointer, code) in [
        (json!([{ "email": "a@b.example", "row": { "n": 1 } }]), "/items/0/row/n", "wrong_type"),
        (json!([{ "email": "a@b.example", "row": "x" }]), "/items/0/row", "wrong_type"),
        (
            json!([{ "email": "a@b.example", "row": { "n": "x".repeat(10_001) } }]),
            "/items/0/row/n",
            "too_long",
        ),
        (json!([{ "email": "a@b.example", "row": { "": "x" } }]), "/items/0/row", "invalid_value"),
        (json!([{ "email": "a@b.example", "row": row(0, 201) }]), "/items/0/row", "too_many"),
        (json!([{ "row": row(0, 200) }, { "row": row(150, 51) }]), "/items", "too_many"),
    ] {
        let problem =
            account.post("/v1/bulk/enrich", json!({ "items": items })).await.problem(422, "invalid_request");
        assert!(faults(&problem).contains(&format!("{pointer}: {code}")), "{problem}");
    }
    let items = json!([{ "row": { "a": "1" } }, { "email": "a@b.example", "row": { "a": "2" } }]);
    let preview = account.post("/v1/bulk/enrich", json!({ "items": items, "preview": true })).await.ok();
    assert_eq!(preview["would_cost"]["max_credits"], 1, "{preview}");
}

#[tokio::test]
async fn a_cancelled_job_keeps_what_was_answered_and_charges_no_more() {
    let server = server_with_people(1).await;
    let account = server.account(Plan::Pro, 1_000).await;
    // Submitted to the store directly, so that no worker has taken an item yet.
    let id = submit(&account, emails(0..1)).await;
    finished(&server, &account, &id).await;
    let done = account.post(&format!("/v1/bulk/{id}/cancel"), json!({})).await.ok();
    assert_eq!(done["status"], "completed", "what has ended cannot be cancelled");

    let long = submit(&account, emails(0..500)).await;
    let cancelled = account.post(&format!("/v1/bulk/{long}/cancel"), json!({})).await.ok();
    server.run_due().await;
    let job = finished(&server, &account, &long).await;
    if cancelled["status"] == "cancelled" {
        assert_eq!(job["status"], "cancelled");
        let left = statuses(&job).iter().filter(|status| **status == "cancelled").count() as u64;
        assert_eq!(job["processed"].as_u64().unwrap() + left, 500);
        let resumed = account.post(&format!("/v1/bulk/{long}/resume"), json!({})).await.ok();
        assert_eq!(resumed["status"], "cancelled", "cancelled is cancelled");
    }
    server.prove_books();
}

#[tokio::test]
async fn jobs_belong_to_their_account() {
    let server = server_with_people(1).await;
    let (owner, other) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    let id = submit(&owner, emails(0..1)).await;
    for path in [format!("/v1/bulk/{id}"), format!("/v1/bulk/{id}/export")] {
        other.get(&path).await.problem(404, "not_found");
    }
    for action in ["cancel", "resume"] {
        other.post(&format!("/v1/bulk/{id}/{action}"), json!({})).await.problem(404, "not_found");
    }
    assert_eq!(other.get("/v1/bulk").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_worker_that_wakes_up_late_can_neither_charge_nor_finish() {
    let server = server_with_people(2).await;
    let account = server.account(Plan::Pro, 10).await;
    let job = store::NewBulkJob {
        id: "job_late".into(),
        endpoint: "bulk_enrich",
        webhook: None,
        items: vec![store::NewBulkItem {
            reference: None,
            row: None,
            request: br#"{"email":"person0@quill.example"}"#.to_vec(),
            about: Default::default(),
            faults: None,
        }],
    };
    server.app.drain();
    let now = server.now();
    let settlement = |request: &str, credits, effect| store::Settlement {
        request_id: request.into(),
        account_id: account.id.clone(),
        key_id: account.key_id.clone(),
        at: now,
        endpoint: "bulk_enrich",
        status: 200,
        credits,
        once: None,
        latency_us: 1,
        cache: Some(store::CacheUse::Hit),
        resolved: 1,
        people: Vec::new(),
        detail: Default::default(),
        upstream: Vec::new(),
        effects: vec![effect],
        reply: None,
        lock: None,
        keeps_answer: false,
        answer: store::SettledAnswer::Bytes(Vec::new()),
        render: Box::new(|answer, _| answer),
    };
    server.store.submit_bulk_job(&account.id, &account.key_id, job, now).await.unwrap();
    let take = async |worker: &str, seconds: i64| {
        let at = now + jiff::SignedDuration::from_secs(seconds);
        let until = at + jiff::SignedDuration::from_secs(10);
        let taken =
            server.store.take_bulk_items(worker, 10, 10, Default::default(), at, until).await.unwrap();
        taken.chunks.into_iter().flat_map(|chunk| chunk.items).next()
    };
    let asleep = take("asleep", 0).await.unwrap();
    assert!(take("awake", 9).await.is_none());
    let awake = take("awake", 10).await.unwrap();
    let answered = |lease: &store::BulkLease| {
        store::Effect::BulkItemAnswered(Box::new(store::BulkOutcome {
            job: "job_late".into(),
            no: lease.no,
            fence: lease.fence,
            status: BulkItemStatus::Resolved,
            answer: None,
        }))
    };
    let late = server.store.settle(settlement("req_late", Credits::whole(1), answered(&asleep))).await;
    assert!(matches!(late, Err(store::StoreError::LeaseLost)), "{late:?}");
    server.store.settle(settlement("req_1", Credits::whole(1), answered(&awake))).await.unwrap();
    let twice = server.store.settle(settlement("req_2", Credits::whole(1), answered(&awake))).await;
    assert!(matches!(twice, Err(store::StoreError::LeaseLost)), "{twice:?}");
    assert_eq!(server.balance(&account), Credits::whole(9));
    server.prove_books();
}

#[test]
fn own_numbers_and_dates_of_a_workbook_read_back_as_they_were() {
    let written = [
        "250",
        "0.125",
        "-7",
        "4930123456789",
        "2024-02-29",
        "1999-12-31T23:59:58",
        "007",
        "+4930123456789",
        "1e5",
        "1,5",
        "=1+1",
        "@SUM(A1)",
        "2024-02-30",
        "1900-01-01",
        "12345678901234567890",
        "NaN",
        "inf",
        "2024-02-29T00:00:00",
        "1.50",
        "-0",
        "2024-02",
    ];
    let cells: Vec<Value> = written.iter().map(|text| json!(text)).collect();
    let headings: Vec<String> = (0..cells.len()).map(|number| format!("column {number}")).collect();
    let file = |own: usize| {
        let mut workbook = WorkbookWriter::new(&headings, own, jiff::Timestamp::UNIX_EPOCH).unwrap();
        workbook.push(&cells).unwrap();
        let mut file = Vec::new();
        workbook.save(&mut file).unwrap();
        file
    };
    let limits =
        TableLimits { rows: 9, columns: 99, bytes: 1 << 16, heading: 99, cell: 999, unpacked: 1 << 20 };
    for own in [0, cells.len()] {
        let read = Table::read(file(own), limits).unwrap();
        assert_eq!(read.rows, [written.map(str::to_owned)], "{own} own columns");
    }
    // Texts are kept in a table of their own, so that a sheet with values is another one.
    assert_ne!(file(0), file(cells.len()));
}
