//! Every call of a key is in the history: charged or free, answered, previewed, replayed, refused or unknown, with what was
//! asked, what was found and what it cost.

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::{HistoryFilter, Plan, Scope, Scopes};

use crate::support::{
    Account, Answer, HARBOR, JONAS, KATHERINE, TEST_CATALOGUE, TestServer, TestVendor, hedged_vendors,
    json_answer, miss, no_answer, person_at, vendors,
};

/// The row of an answer, in full.
async fn row(account: &Account, answer: &Answer) -> Value {
    account.get(&format!("/v1/me/history/{}", answer.header("x-request-id"))).await.ok()
}

#[track_caller]
fn assert_row(row: &Value, endpoint: &str, status: u16, outcome: &str, asked: Value) {
    assert_eq!((&row["endpoint"], &row["status"]), (&json!(endpoint), &json!(status)), "{row}");
    assert_eq!((&row["outcome"], &row["asked"]), (&json!(outcome), &asked), "{row}");
}

#[tokio::test]
async fn calls_of_every_kind_are_found_by_their_request_id_with_question_status_and_items() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Free, 2).await;
    let reader = server.key(&account, Scopes::from_iter([Scope::Read]), None).await;
    let mut all: Vec<Answer> = Vec::new();

    let asked = json!({ "networkUrl": KATHERINE });
    let hit = account.post("/v1/enrich", asked.clone()).await;
    let katherine = hit.ok()["person"]["id"].clone();
    let told = row(&account, &hit).await;
    assert_row(&told, "enrich", 200, "answered", asked.clone());
    assert_eq!(told["found"][0], katherine);
    let line = json!({ "for": "answer", "quantity": 1, "credits_each": 1, "credits": 1 });
    assert_eq!(told["charged"], json!({ "credits": 1, "refunded": 0, "lines": [line] }));
    assert_eq!((&told["path"], &told["key_name"]), (&json!("/v1/enrich"), &json!("first key")));

    let asked_nobody = json!({ "email": "nobody@harbor.example" });
    let missed = account.post("/v1/enrich", asked_nobody.clone()).await;
    let told = row(&account, &missed).await;
    assert_row(&told, "enrich", 200, "answered", asked_nobody);
    assert_eq!(
        (&told["found"], &told["charged"]["lines"], &told["credits"]),
        (&json!([]), &json!([]), &json!(0))
    );

    let preview = json!({ "networkUrl": KATHERINE, "preview": true });
    let previewed = account.post("/v1/enrich", preview.clone()).await;
    previewed.ok();
    assert_row(&row(&account, &previewed).await, "enrich", 200, "preview", preview);

    let faulty = json!({ "emial": "jonas@quill.example" });
    let unprocessable = account.post("/v1/enrich", faulty.clone()).await;
    unprocessable.problem(422, "unknown_field");
    let told = row(&account, &unprocessable).await;
    assert_row(&told, "enrich", 422, "refused", faulty);
    assert_eq!(told["code"], "unknown_field");

    let phone = json!({ "firstName": "Jonas", "lastName": "Weber", "domain": "quill.example" });
    let short = account.post("/v1/find-phone", phone.clone()).await;
    short.problem(402, "insufficient_credits");
    assert_row(&row(&account, &short).await, "find_phone", 402, "refused", phone);

    let no_scope = reader.post("/v1/enrich", json!({ "networkUrl": JONAS })).await;
    no_scope.problem(403, "scope_required");
    let told = row(&account, &no_scope).await;
    assert_row(&told, "enrich", 403, "refused", json!({ "networkUrl": JONAS }));
    assert_eq!((&told["key_id"], &told["key_name"]), (&json!(reader.key_id), &json!("another")));

    let no_plan = account.get("/v1/signals?kind=funding").await;
    no_plan.problem(403, "plan_required");
    assert_row(&row(&account, &no_plan).await, "signals", 403, "refused", json!({ "kind": "funding" }));

    let absent = account.get("/v1/bulk/job_of_nobody?limit=3").await;
    absent.problem(404, "not_found");
    let asked_job = json!({ "limit": 3, "id": "job_of_nobody" });
    assert_row(&row(&account, &absent).await, "read_bulk_job", 404, "refused", asked_job);

    let no_path = account.get("/v1/enrch").await;
    no_path.problem(404, "not_found");
    let asked_path = json!({ "method": "GET", "path": "/v1/enrch" });
    assert_row(&row(&account, &no_path).await, "unknown_path", 404, "refused", asked_path);

    let no_method = account.get("/v1/enrich").await;
    no_method.problem(405, "method_not_allowed");
    assert_eq!(row(&account, &no_method).await["code"], "method_not_allowed");

    let no_json = account.post_bytes("/v1/enrich", "{").await;
    no_json.problem(400, "invalid_json");
    assert_row(&row(&account, &no_json).await, "enrich", 400, "refused", Value::Null);

    let me = account.get("/v1/me").await;
    assert_row(&row(&account, &me).await, "me", 200, "answered", json!({}));

    let keyed = account.with("idempotency-key", "once");
    let first = keyed.post("/v1/enrich", asked.clone()).await;
    let again = keyed.post("/v1/enrich", asked.clone()).await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    let told = row(&account, &again).await;
    assert_row(&told, "enrich", 200, "replayed", asked);
    assert_eq!((&told["replays"], &told["credits"]), (&json!(first.header("x-request-id")), &json!(0)));

    all.extend([hit, missed, previewed, unprocessable, short, no_scope, no_plan, absent, no_path, no_method]);
    all.extend([no_json, me, first, again]);
    let listed = account.get("/v1/me/history?limit=100").await.ok();
    let rows = listed["results"].as_array().unwrap();
    for answer in &all {
        let row = rows.iter().find(|row| row["request_id"] == answer.header("x-request-id")).unwrap();
        assert_eq!(row["status"], answer.status, "{row}");
    }
    assert_eq!(
        rows.len(),
        all.len() * 2 - 1,
        "every call, and the reading of all rows but that of the first keyed one"
    );
    assert_eq!(account.get("/v1/me/history?status=422").await.ok()["summary"]["requests"], 1);
    let charged = account.get("/v1/me/history?charged=true").await.ok();
    assert_eq!((&charged["summary"]["requests"], &charged["summary"]["credits"]), (&json!(2), &json!(2)));
    server.prove_books();
}

#[tokio::test]
async fn sources_that_were_asked_are_told_without_what_they_cost() {
    let says = |_: &str| json_answer(&json!({ "phone": "+447700900123", "valid": "true" }));
    let asked = [
        TestVendor::start("knows-nobody", Fact::Mobile, |_: &str| miss()).await,
        TestVendor::start("knows", Fact::Mobile, says).await,
    ];
    let server = TestServer::with(|setup| setup.external = vendors(&asked)).await;
    let account = server.account(Plan::Pro, 100).await;
    let stranger = json!({ "fullName": "Nora Lind", "company_domain": "quill.example" });
    let answer = account.post("/v1/multi-source-phone", stranger).await;
    answer.ok();
    let told = row(&account, &answer).await;
    let upstream = told["upstream"].as_array().unwrap();
    let outcomes: Vec<_> = upstream.iter().map(|one| (&one["provider"], &one["outcome"])).collect();
    assert_eq!(outcomes, [(&json!("knows-nobody"), &json!("miss")), (&json!("knows"), &json!("hit"))]);
    assert!(upstream.iter().all(|one| one["latency_ms"].is_u64() && one.get("cost_usd").is_none()), "{told}");
}

#[tokio::test]
async fn sources_that_were_asked_at_once_are_told_with_their_starts() {
    let says = |_: &str| json_answer(&json!({ "phone": "+447700900123", "valid": "true" }));
    let asked = [
        TestVendor::start("slow", Fact::Mobile, |_: &str| no_answer()).await,
        TestVendor::start("fast", Fact::Mobile, says).await,
    ];
    let server = TestServer::with(|setup| setup.external = hedged_vendors(&asked, 60)).await;
    let account = server.account(Plan::Pro, 100).await;
    let stranger = json!({ "fullName": "Nora Lind", "company_domain": "quill.example" });
    let answer = account.post("/v1/multi-source-phone", stranger).await;
    answer.ok();
    let told = row(&account, &answer).await;
    let number = |at: usize, name: &str| told["upstream"][at][name].as_f64().unwrap();
    let (slow, fast) = (number(0, "started_ms"), number(1, "started_ms"));
    assert_eq!(
        (&told["upstream"][0]["provider"], &told["upstream"][1]["provider"]),
        (&json!("slow"), &json!("fast"))
    );
    assert!(fast >= slow + 60.0, "{told}");
    assert!(slow + number(0, "latency_ms") >= fast, "the slow one was still being asked: {told}");
    let total = told["latency_ms"].as_f64().unwrap();
    assert!((0..2).all(|at| number(at, "started_ms") + number(at, "latency_ms") <= total + 1.0), "{told}");
}

#[tokio::test]
async fn a_charged_answer_is_had_again_for_a_day_and_its_question_for_as_long_as_the_operator_says() {
    let server = TestServer::with(|setup| setup.settings.history.kept_days = 30).await;
    let account = server.account(Plan::Pro, 10).await;
    let charged = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
    let free = account.post("/v1/enrich", json!({ "email": "nobody@harbor.example" })).await;
    let path = |answer: &Answer| format!("/v1/me/history/{}", answer.header("x-request-id"));
    let again = account.get(&format!("{}/answer", path(&charged))).await;
    assert_eq!(again.body, charged.body);
    server.turn(29 * 24 * 3_600).await;
    assert_eq!(account.get(&path(&charged)).await.ok()["asked"], json!({ "networkUrl": KATHERINE }));
    account.get(&format!("{}/answer", path(&charged))).await.problem(404, "not_found");
    server.turn(2 * 24 * 3_600).await;
    let told = account.get(&path(&charged)).await.ok();
    assert_eq!((told.get("asked"), &told["found"], &told["credits"]), (None, &json!([]), &json!(1)));
    assert_eq!(told["charged"]["lines"][0]["credits"], 1, "what was charged is kept for good");
    account.get(&path(&free)).await.problem(404, "not_found");
    server.prove_books();
}

#[tokio::test]
async fn an_erasure_takes_the_person_out_of_questions_and_of_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| {
        setup.folder = Some(folder.path().to_owned());
        setup.index_in_folder = true;
    })
    .await;
    server.indexed().await;
    let account = server.account(Plan::Scale, 100).await;
    let operator = server.operator(&account).await;
    let by_email = account.post("/v1/enrich", json!({ "email": "k.brandt@harbor.example" })).await;
    let id = by_email.ok()["person"]["id"].as_str().unwrap().to_owned();
    let by_name = json!({ "firstName": "Katherine", "lastName": "Brandt", "domain": HARBOR });
    let by_name = account.post("/v1/find-phone", by_name).await;
    by_name.ok();
    let contacts = json!([{ "networkUrl": KATHERINE }, { "networkUrl": JONAS }]);
    let of_two = account.post("/v1/champion-just-moved", json!({ "contacts": contacts })).await;
    of_two.ok();
    let refused = account.post("/v1/enrich", json!({ "email": "k.brandt@harbor.example", "x": 1 })).await;
    let found =
        account.post("/v1/search/people", json!({ "filters": { "company_domains": [HARBOR] } })).await;
    assert_eq!(found.ok()["results"][0]["id"], id);
    let before = account.get("/v1/me/history?limit=100").await.ok();

    operator.post("/v1/erase", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    let erased = json!({ "erased": true });
    for answer in [&by_email, &by_name, &refused] {
        assert_eq!(row(&account, answer).await["asked"], erased);
    }
    let told = row(&account, &of_two).await;
    assert_eq!(
        told["asked"]["contacts"],
        json!([erased, { "networkUrl": JONAS }]),
        "what is about another stays"
    );
    let told = row(&account, &found).await;
    let ids = told["found"].as_array().unwrap();
    assert!(!ids.is_empty() && !ids.contains(&json!(id)), "the company stays: {told}");
    assert_eq!(told["credits"], 2, "what was paid stays");
    assert_eq!(account.get("/v1/me/people").await.ok()["results"], json!([]));
    let after = account.get("/v1/me/history?charged=true").await.ok();
    assert_eq!(after["summary"]["credits"], before["summary"]["credits"]);
    server.prove_books();
    server.stop().await;
    let texts = ["k.brandt", "katherine", "2025550143"].map(str::to_owned).into();
    assert_eq!(store::scan_bytes(folder.path(), &texts).unwrap().places, []);
}

#[tokio::test]
async fn a_question_about_a_suppressed_person_is_not_kept() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 100).await;
    let operator = server.operator(&account).await;
    server.store.ingest(vec![person_at("Zoe Canary", "zoe@harbor.example", HARBOR)]).await.unwrap();
    operator.post("/v1/erase", json!({ "email": "zoe@harbor.example", "keep_out": true })).await.ok();
    for path in ["/v1/enrich", "/v1/reverse-email", "/v1/verify-email"] {
        let mut asked = json!({ "email": "zoe@harbor.example" });
        account.post(path, asked.clone()).await;
        asked["unknown"] = true.into();
        account.post(path, asked).await.problem(422, "unknown_field");
    }
    let by_name = json!({ "firstName": "Zoe", "lastName": "Canary", "domain": HARBOR });
    account.post("/v1/find-email", by_name.clone()).await;
    account.post("/v1/find-phone", by_name).await.ok();
    account.get("/v1/me/people?q=zoe@harbor.example").await.ok();
    account.get("/v1/zoe@harbor.example").await.problem(404, "not_found");
    let history = account.get("/v1/me/history?limit=100").await;
    assert_eq!(history.ok()["results"].as_array().unwrap().len(), 11, "the erasure among them");
    assert!(!history.text().to_lowercase().contains("zoe"), "{}", history.text());
}

#[tokio::test]
async fn what_waits_to_be_written_is_written_when_the_server_stops() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| setup.folder = Some(folder.path().to_owned())).await;
    let account = server.account(Plan::Pro, 10).await;
    account.get("/v1/me").await.ok();
    account.post("/v1/enrich", json!({})).await.problem(422, "invalid_request");
    let (id, store) = (account.id.clone(), server.store.clone());
    assert_eq!(
        store.history_summary(&id, &HistoryFilter::default()).unwrap().requests,
        0,
        "no call waited for it"
    );
    server.stop().await;
    assert_eq!(store.history_summary(&id, &HistoryFilter::default()).unwrap().requests, 2);
}

#[tokio::test]
async fn calls_beyond_the_rate_limit_and_without_a_valid_key_are_not_in_it() {
    let server = TestServer::with(|setup| {
        setup.catalogue = TEST_CATALOGUE;
        for terms in setup.settings.plans.values_mut() {
            terms.requests_per_second = 1;
        }
    })
    .await;
    let account = server.account(Plan::Pro, 10).await;
    for _ in 0..20 {
        account.get("/v1/nowhere").await.problem(404, "not_found");
    }
    server.anyone().get("/v1/nowhere").await.problem(404, "not_found");
    server.app.history_written().await;
    let rows = server.store.history(&account.id, &HistoryFilter::default(), (i64::MIN, None), 100).unwrap();
    assert_eq!(rows.len(), 2, "as many as the burst allows");
}

#[tokio::test]
async fn charged_calls_leave_with_their_month_where_the_operator_says_so_and_the_ledger_keeps_the_charge() {
    let server = TestServer::with(|setup| setup.settings.history.kept_months = 1).await;
    let account = server.account(Plan::Pro, 10).await;
    let charged = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
    let path = format!("/v1/me/history/{}", charged.header("x-request-id"));
    server.turn(28 * 24 * 3_600).await;
    assert_eq!(account.get(&path).await.ok()["credits"], 1);
    server.turn(62 * 24 * 3_600).await;
    let missing = account.get(&path).await;
    let told = missing.problem(404, "not_found");
    let detail = told["detail"].as_str().unwrap();
    assert!(detail.contains("(credits: 1)") && detail.contains("dropped from the history"), "{detail}");
    account.get("/v1/me/history/req_never").await.problem(404, "not_found");
    server.prove_books();
}
