//! Previews of the two searches: masked rows, references to them, and what is done against both being misused.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use store::{Credits, Plan, Scopes, TwoValues};

use crate::support::{Account, TestServer, company_claim, faults, person, person_claim};

const PEOPLE: &str = "/v1/search/people";
const COMPANIES: &str = "/v1/search/companies";
/// Texts that tell who Ana is.
const NAMES_OF_ANA: [&str; 7] = ["Ana", "Ruiz", "ana-ruiz", "acme.example", "per_", "com_", "Storyteller"];

fn ana() -> Value {
    json!({
        "fullName": "Ana Ruiz", "title": "VP of Sales", "companyDomain": "acme.example", "companyName": "Acme",
        "networkUrl": "https://network.example/in/ana-ruiz", "headline": "Storyteller",
        "location": { "city": "Munich", "country": "DE" }, "skills": ["Salesforce"],
        "emails": [{ "address": "ana@acme.example", "kind": "business" }],
    })
}

fn dan() -> Value {
    json!({
        "fullName": "Dan Wolf", "title": "Sales Manager", "companyName": "Initech", "location": { "country": "DE" },
        "networkUrl": "https://network.example/in/dan-wolf",
    })
}

async fn server_with(rows_per_day: u64) -> (TestServer, Account) {
    let server = TestServer::with(|setup| setup.settings.limits.preview_rows_per_day = rows_per_day).await;
    let acme = json!({
        "name": "Acme", "domains": ["acme.example"], "industries": ["Software Development"], "employeeCount": 120,
        "emails": ["info@acme.example"], "locations": [{ "city": "Munich", "country": "DE" }], "foundedYear": 2015,
    });
    let claims = vec![company_claim("acme", acme), person_claim("ana", ana()), person_claim("dan", dan())];
    server.store.ingest(claims).await.unwrap();
    server.indexed().await;
    let account = server.account(Plan::Starter, 1_000).await;
    (server, account)
}

async fn server() -> (TestServer, Account) {
    server_with(100).await
}

fn ours() -> Value {
    json!({ "filters": { "skills": ["Salesforce"] }, "preview": true })
}

/// The only row of a preview of Ana.
async fn row_of_ana(account: &Account) -> Value {
    let mut quote = account.post(PEOPLE, ours()).await.ok();
    assert_eq!(quote["rows"].as_array().unwrap().len(), 1, "{quote}");
    quote["rows"][0].take()
}

async fn ref_of_ana(account: &Account) -> String {
    row_of_ana(account).await["ref"].as_str().unwrap().to_owned()
}

/// Asserts that references are refused, each for itself, and cost nothing.
async fn refused(server: &TestServer, account: &Account, path: &str, refs: &[String]) {
    let before = server.balance(account);
    let problem = account.post(path, json!({ "refs": refs })).await.problem(422, "invalid_request");
    let expected: Vec<String> = (0..refs.len()).map(|at| format!("/refs/{at}: invalid_value")).collect();
    assert_eq!(faults(&problem), expected);
    assert_eq!(server.balance(account), before);
}

#[tokio::test]
async fn a_row_tells_what_a_person_does_and_not_who_they_are() {
    let (server, account) = server().await;
    let row = row_of_ana(&account).await;
    for (field, value) in [
        ("title", json!("VP of Sales")),
        ("seniority", json!("vp")),
        ("location", json!({ "city": "Munich", "country": "DE" })),
        ("hasEmail", json!(true)),
        ("hasPhone", json!(false)),
        ("initials", json!("AR")),
        ("owned", json!(false)),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    assert_eq!(row["company"]["name"], "Acme");
    assert!(row["updatedAt"].is_string());
    let text = row.to_string();
    for name in NAMES_OF_ANA {
        assert!(!text.contains(name), "{name}: {text}");
    }
    assert_eq!(server.balance(&account), Credits::whole(1_000));
    assert!(server.store.people_seen(&account.id, None, None, 10).unwrap().is_empty());
}

#[tokio::test]
async fn a_company_row_has_neither_name_nor_domain() {
    let (server, account) = server().await;
    let request = json!({ "filters": { "cities": ["Munich"] }, "preview": true });
    let quote = account.post(COMPANIES, request.clone()).await.ok();
    let row = quote["rows"][0].clone();
    assert_eq!(
        (&row["employeeCount"], &row["hasEmail"], &row["hasPhone"]),
        (&json!(120), &json!(true), &json!(false))
    );
    for name in ["Acme", "acme", "com_", "info@"] {
        assert!(!row.to_string().contains(name), "{name}: {row}");
    }
    let answer = account.post(COMPANIES, json!({ "refs": [row["ref"]] })).await.ok();
    assert_eq!(answer["results"][0]["name"], "Acme");
    assert_eq!(answer["cost"]["credits"], 1.5);
    let again = account.post(COMPANIES, request).await.ok();
    assert_eq!((&again["rows"][0]["owned"], &again["rows"][0]["name"]), (&json!(true), &json!("Acme")));
    assert_eq!(again["would_cost"]["estimated_credits"], 0);
    server.prove_books();
}

#[tokio::test]
async fn references_answer_exactly_their_records_at_the_price_of_as_many_results() {
    let (server, account) = server().await;
    let quote =
        account.post(PEOPLE, json!({ "filters": { "countries": ["DE"] }, "preview": true })).await.ok();
    let reference = |title: &str| {
        let rows = quote["rows"].as_array().unwrap();
        rows.iter().find(|row| row["title"] == title).unwrap()["ref"].clone()
    };
    let refs = json!([reference("Sales Manager"), reference("VP of Sales")]);
    let asked = account.post(PEOPLE, json!({ "refs": refs, "preview": true })).await.ok();
    assert_eq!(asked["would_cost"], json!({ "max_credits": 3, "estimated_credits": 3 }));
    assert_eq!((&asked["rows"], &asked["total"]), (&json!([]), &json!(2)), "references are not renewed");
    let answer = account.post(PEOPLE, json!({ "refs": refs, "fields": ["fullName"] })).await.ok();
    let names: Vec<&Value> =
        answer["results"].as_array().unwrap().iter().map(|one| &one["fullName"]).collect();
    assert_eq!(names, ["Dan Wolf", "Ana Ruiz"], "in the order of the references");
    assert_eq!((&answer["cost"]["credits"], &answer["next_cursor"]), (&json!(3), &Value::Null));
    let again = account.post(PEOPLE, json!({ "refs": refs })).await.ok();
    assert_eq!(again["cost"]["credits"], 0, "a record is paid for once");
    let twice = json!([refs[0], refs[0]]);
    let answer = account.post(PEOPLE, json!({ "refs": twice })).await.ok();
    assert_eq!(answer["results"].as_array().unwrap().len(), 1);
    assert_eq!(server.balance(&account), Credits::whole(997));
    server.prove_books();
}

#[tokio::test]
async fn people_the_account_has_are_whole_and_do_not_count() {
    let (_server, account) = server().await;
    account.post("/v1/enrich", json!({ "networkUrl": "https://network.example/in/ana-ruiz" })).await.ok();
    let quote = account.post(PEOPLE, ours()).await.ok();
    let row = &quote["rows"][0];
    assert_eq!((&row["owned"], &row["fullName"]), (&json!(true), &json!("Ana Ruiz")));
    assert!(row["id"].as_str().unwrap().starts_with("per_"));
    assert!(!quote.to_string().contains("ana@acme.example"), "contacts are not part of a search");
    assert_eq!(quote["rows_left_today"], 100);
}

#[tokio::test]
async fn a_preview_counts_facets_of_at_least_five_matches() {
    let (server, account) = server().await;
    let request = json!({ "filters": { "countries": ["DE"] }, "facets": ["seniorities"], "preview": true });
    assert_eq!(account.post(PEOPLE, request.clone()).await.ok().get("facets"), None);
    let more = |no: usize| json!({ "fullName": format!("Person {no}"), "title": "VP of Sales", "location": { "country": "DE" } });
    let claims = (0..3).map(|no| person_claim(&format!("more-{no}"), more(no))).collect();
    server.store.ingest(claims).await.unwrap();
    server.indexed().await;
    let counts = json!([{
        "field": "seniorities", "values": [{ "value": "vp", "count": 4 }, { "value": "manager", "count": 1 }],
    }]);
    assert_eq!(account.post(PEOPLE, request).await.ok()["facets"], counts);
}

#[tokio::test]
async fn a_filter_that_names_a_record_shows_nothing_of_fewer_than_five_matches() {
    let (server, account) = server().await;
    for (path, filters) in [
        (PEOPLE, json!({ "name": "Ana Ruiz" })),
        (PEOPLE, json!({ "text": "ruiz" })),
        (PEOPLE, json!({ "name": "Ana", "titles": ["VP of Sales"] })),
        (COMPANIES, json!({ "name": "Acme" })),
        (COMPANIES, json!({ "text": "acme" })),
        (COMPANIES, json!({ "domains": ["acme.example"] })),
        (COMPANIES, json!({ "domains_all": ["acme.example"] })),
    ] {
        let request = |filters: &Value| json!({ "filters": filters, "limit": 10, "facets": ["countries"], "preview": true });
        let mut quote = account.post(path, request(&filters)).await.ok();
        assert_eq!(quote["rows"], json!([]), "{path} {filters}");
        assert_eq!(quote.get("facets"), None, "{path} {filters}");
        // The preview of a search without matches is the same to the letter.
        let nobody: serde_json::Map<String, Value> = filters
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| {
                let unknown = if value.is_array() { json!(["unknown.example"]) } else { json!("Zzyzx") };
                (name.clone(), if name == "titles" { value.clone() } else { unknown })
            })
            .collect();
        let mut none = account.post(path, request(&nobody.into())).await.ok();
        for quote in [&mut quote, &mut none] {
            quote.as_object_mut().unwrap().remove("request_id");
        }
        assert_eq!(quote, none, "{path} {filters}");
    }
    let paid = account.post(PEOPLE, json!({ "filters": { "name": "Ana Ruiz" } })).await.ok();
    assert_eq!(paid["results"][0]["fullName"], "Ana Ruiz");
    let owned =
        account.post(PEOPLE, json!({ "filters": { "name": "Ana Ruiz" }, "preview": true })).await.ok();
    assert_eq!(owned["rows"][0]["fullName"], "Ana Ruiz", "what the account has is shown: {owned}");
    server.prove_books();
}

#[tokio::test]
async fn two_counts_whose_difference_would_be_a_value_of_one_record_are_not_told() {
    let (server, account) = server().await;
    let ingested: Vec<_> = (0..30)
        .map(|number| {
            let facts = json!({
                "fullName": format!("Hanna{number} Hahn"),
                "title": "Chef",
                "companyDomain": format!("firm{}.example", number % 3),
                "skills": ["pastry"],
            });
            person_claim(&format!("hahn-{number}"), facts)
        })
        .collect();
    server.store.ingest(ingested).await.unwrap();
    server.indexed().await;
    let preview = async |path: &str, filters: Value| {
        let request = json!({ "filters": filters, "limit": 10, "facets": ["countries"], "preview": true });
        account.post(path, request).await.ok()
    };
    for (path, filters) in [
        (PEOPLE, json!({ "name": "Hahn" })),
        (PEOPLE, json!({ "text": "hahn" })),
        (PEOPLE, json!({ "company_domains": ["firm0.example"], "titles": ["Chef"] })),
        (PEOPLE, json!({ "text": "pastry", "titles": ["Chef"] })),
    ] {
        let quote = preview(path, filters.clone()).await;
        assert!(quote["total"].as_u64().is_some_and(|total| total >= 5), "{filters}: {quote}");
    }
    for (path, filters) in [
        (PEOPLE, json!({ "name": "Hahn", "exclude_company_domains": ["firm0.example"] })),
        (PEOPLE, json!({ "name": "Hahn", "titles": ["Chef"] })),
        (PEOPLE, json!({ "text": "hahn", "company_domains": ["firm0.example"] })),
        (PEOPLE, json!({ "name": "Hahn", "text": "pastry" })),
        (PEOPLE, json!({ "company_domains": ["firm0.example"], "company_funding_amount": { "min": 1 } })),
        (PEOPLE, json!({ "exclude_company_domains": ["firm0.example"], "employee_count": { "min": 1 } })),
        (PEOPLE, json!({ "company_names": ["firm0"], "industries": ["Software"] })),
        (COMPANIES, json!({ "exclude_domains": ["firm0.example"], "employee_count": { "max": 100000 } })),
        (COMPANIES, json!({ "domains": ["firm0.example"], "exclude_domains": ["firm1.example"] })),
    ] {
        let quote = preview(path, filters.clone()).await;
        assert_eq!((quote.get("total"), quote.get("facets")), (None, None), "{path} {filters}");
        assert_eq!(quote["rows"], json!([]), "{path} {filters}");
        let cost = &quote["would_cost"];
        assert_eq!(cost["estimated_credits"], cost["max_credits"], "{path} {filters}");
    }
}

#[tokio::test]
async fn a_reference_of_another_account_endpoint_or_world_is_refused() {
    let (server, account) = server().await;
    let reference = ref_of_ana(&account).await;
    let other = server.account(Plan::Starter, 1_000).await;
    refused(&server, &other, PEOPLE, std::slice::from_ref(&reference)).await;
    refused(&server, &account, COMPANIES, std::slice::from_ref(&reference)).await;
    let sandboxed = server.anyone().post("/v1/sandbox/search/people", json!({ "refs": [reference] })).await;
    sandboxed.problem(422, "invalid_request");
    let second_key = server.key(&account, Scopes::CUSTOMER, None).await;
    second_key.post(PEOPLE, json!({ "refs": [reference] })).await.ok();
}

#[tokio::test]
async fn a_reference_ends_after_an_hour() {
    let (server, account) = server().await;
    let reference = ref_of_ana(&account).await;
    server.wait(3_599);
    account.post(PEOPLE, json!({ "refs": [reference] })).await.ok();
    server.wait(1);
    refused(&server, &account, PEOPLE, &[reference]).await;
}

#[tokio::test]
async fn an_altered_or_made_up_reference_is_refused() {
    let (server, account) = server().await;
    let reference = ref_of_ana(&account).await;
    let mut altered = Vec::new();
    for at in 0..reference.len() {
        let mut letters: Vec<char> = reference.chars().collect();
        letters[at] = if letters[at] == 'A' { 'B' } else { 'A' };
        let changed: String = letters.into_iter().collect();
        // The last letter has bits that stand for nothing.
        if at + 1 < reference.len() {
            altered.push(changed);
        }
    }
    altered.extend(["AAAA".to_owned(), reference[1..].to_owned(), format!("{reference}A"), "per_1".into()]);
    for some in altered.chunks(50) {
        refused(&server, &account, PEOPLE, some).await;
    }
    let mixed = [reference, "AAAA".into()];
    let problem = account.post(PEOPLE, json!({ "refs": mixed })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/refs/1: invalid_value"], "nothing is answered in part");
}

#[tokio::test]
async fn two_previews_do_not_tell_that_they_show_one_person() {
    let (_server, account) = server().await;
    let (one, two) = (ref_of_ana(&account).await, ref_of_ana(&account).await);
    assert_ne!(one, two);
}

#[tokio::test]
async fn references_stand_alone() {
    let (server, account) = server().await;
    let reference = ref_of_ana(&account).await;
    let request = json!({
        "refs": [reference], "filters": { "countries": ["DE"] }, "limit": 5, "cursor": "abc", "new_only": true,
        "facets": ["skills"], "observed_since": "2026-01-01T00:00:00Z", "exclude_seen": true,
    });
    let problem = account.post(PEOPLE, request).await.problem(422, "invalid_request");
    let mut found = faults(&problem);
    found.sort();
    let fields = ["cursor", "exclude_seen", "facets", "filters", "limit", "new_only", "observed_since"];
    assert_eq!(found, fields.map(|field| format!("/{field}: contradiction")));
    account.post(PEOPLE, json!({ "refs": [] })).await.problem(422, "invalid_request");
    assert_eq!(server.balance(&account), Credits::whole(1_000));
}

#[tokio::test]
async fn an_erased_or_suppressed_person_is_neither_shown_nor_had_by_an_old_reference() {
    for path in ["/v1/erase", "/v1/suppressions"] {
        let (server, account) = server().await;
        let operator = server.operator(&account).await;
        let reference = ref_of_ana(&account).await;
        operator.post(path, json!({ "email": "ana@acme.example" })).await.ok();
        let answer = account.post(PEOPLE, json!({ "refs": [reference] })).await.ok();
        assert_eq!((&answer["results"], &answer["cost"]["credits"]), (&json!([]), &json!(1)), "{path}");
        let quote = account.post(PEOPLE, ours()).await.ok();
        assert_eq!(quote["rows"], json!([]), "{path}");
        server.indexed().await;
        let quote = account.post(PEOPLE, ours()).await.ok();
        assert_eq!((&quote["rows"], &quote["total"]), (&json!([]), &json!(0)), "{path}");
        assert!(server.store.people_seen(&account.id, None, None, 10).unwrap().is_empty());
        server.prove_books();
    }
}

#[tokio::test]
async fn references_to_records_that_were_joined_answer_one_record() {
    let (server, account) = server().await;
    let quote =
        account.post(PEOPLE, json!({ "filters": { "countries": ["DE"] }, "preview": true })).await.ok();
    let refs: Vec<&Value> = quote["rows"].as_array().unwrap().iter().map(|row| &row["ref"]).collect();
    assert_eq!(refs.len(), 2);
    let id = |name: &str| {
        let people = server.store.some_people(100).unwrap();
        people.into_iter().find(|one| one.person.full_name == name).unwrap().person.id
    };
    server.store.merge_by_hand(&id("Ana Ruiz"), &id("Dan Wolf"), TwoValues::Refused).await.unwrap();
    let answer = account.post(PEOPLE, json!({ "refs": refs })).await.ok();
    assert_eq!((answer["results"].as_array().unwrap().len(), &answer["cost"]["credits"]), (1, &json!(2)));
    let of_second = account.post(PEOPLE, json!({ "refs": [refs[1]] })).await.ok();
    assert_eq!(of_second["cost"]["credits"], 0);
}

#[tokio::test]
async fn the_daily_limit_ends_the_rows_and_not_the_price() {
    let (server, account) = server_with(60).await;
    server.store.ingest((0..50).map(person).collect()).await.unwrap();
    server.indexed().await;
    let request = json!({ "filters": { "name": "person" }, "limit": 25, "preview": true });
    let mut rows = Vec::new();
    for left in [35, 10, 0, 0] {
        let quote = account.post(PEOPLE, request.clone()).await.ok();
        assert_eq!((&quote["total"], &quote["rows_left_today"]), (&json!(50), &json!(left)));
        assert_eq!(quote["would_cost"]["max_credits"], 26);
        rows.push(quote["rows"].as_array().unwrap().len());
    }
    assert_eq!(rows, [25, 25, 10, 0]);
    let other = server.account(Plan::Starter, 1_000).await;
    assert_eq!(other.post(PEOPLE, request.clone()).await.ok()["rows_left_today"], 35);
    server.wait(24 * 3_600);
    assert_eq!(account.post(PEOPLE, request).await.ok()["rows_left_today"], 35);
}

#[tokio::test]
async fn previews_side_by_side_show_no_more_than_the_day_allows() {
    let (server, account) = server_with(60).await;
    server.store.ingest((0..50).map(person).collect()).await.unwrap();
    server.indexed().await;
    let request = json!({ "filters": { "name": "person" }, "limit": 25, "preview": true });
    let calls = (0..8).map(|_| {
        let (client, request) = (account.client.clone(), request.clone());
        tokio::spawn(async move { client.post(PEOPLE, request).await.ok()["rows"].as_array().unwrap().len() })
    });
    let mut shown = 0;
    for call in calls.collect::<Vec<_>>() {
        shown += call.await.unwrap();
    }
    assert_eq!(shown, 60);
}

#[tokio::test]
async fn the_history_keeps_no_references() {
    let (_server, account) = server().await;
    let reference = ref_of_ana(&account).await;
    let answer = account.post(PEOPLE, json!({ "refs": [reference] })).await;
    answer.ok();
    let call = account.get(&format!("/v1/me/history/{}", answer.header("x-request-id"))).await;
    assert!(!call.text().contains(&reference), "{}", call.text());
}

/// People of one title at several companies, and the same companies.
fn many(count: usize) -> Vec<records::Claim> {
    let person = |number: usize| {
        let facts = json!({
            "fullName": format!("Person Number{number:02}"), "title": "Harbour Pilot", "companyName": format!("Port {number}"),
            "networkUrl": format!("https://network.example/in/pilot-{number}"),
        });
        person_claim(&format!("pilot{number}"), facts)
    };
    let port = |number: usize| {
        let facts = json!({
            "name": format!("Port {number}"), "domains": [format!("port{number}.example")], "employeeCount": 40,
            "locations": [{ "city": "Genoa", "country": "IT" }],
        });
        company_claim(&format!("port{number}"), facts)
    };
    (0..count).map(person).chain((0..count).map(port)).collect()
}

#[tokio::test]
async fn every_page_of_a_preview_is_masked_and_its_cursor_hides_who_was_last() {
    let (server, account) = server_with(100).await;
    server.store.ingest(many(7)).await.unwrap();
    server.indexed().await;
    for (path, filters) in
        [(PEOPLE, json!({ "titles": ["Harbour Pilot"] })), (COMPANIES, json!({ "cities": ["Genoa"] }))]
    {
        let (mut rows, mut cursor, mut refs) = (Vec::new(), Value::Null, Vec::new());
        for size in [3, 3, 1] {
            let mut request = json!({ "filters": filters, "limit": 3, "preview": true });
            if !cursor.is_null() {
                request["cursor"] = cursor.clone();
            }
            let quote = account.post(path, request.clone()).await.ok();
            let page = quote["rows"].as_array().unwrap().clone();
            assert_eq!((page.len(), &quote["total"]), (size, &json!(7)), "{quote}");
            refs.extend(page.iter().map(|row| row["ref"].clone()));
            rows.extend(page);
            cursor = quote["next_cursor"].clone();
            if let Some(text) = cursor.as_str() {
                let bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
                let told = String::from_utf8_lossy(&bytes);
                assert!(["per_", "com_", "Port", "Number"].iter().all(|name| !told.contains(name)), "{told}");
                let again = account.post(path, request).await.ok();
                assert_ne!(again["next_cursor"], cursor, "two cursors cannot be told to be the same");
            }
        }
        assert!(cursor.is_null(), "the last page has none");
        let text = json!(rows).to_string();
        assert!(
            ["Number0", "pilot-", "port1.example", "per_", "com_"].iter().all(|name| !text.contains(name)),
            "{text}"
        );
        let answer = account.post(path, json!({ "refs": refs })).await.ok();
        let ids: std::collections::BTreeSet<&str> =
            answer["results"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 7, "each match is on one page");
    }
}

#[tokio::test]
async fn a_cursor_of_a_preview_is_of_its_account_and_filters_and_ends_with_the_daily_rows() {
    let (server, account) = server_with(4).await;
    server.store.ingest(many(7)).await.unwrap();
    server.indexed().await;
    let request = json!({ "filters": { "titles": ["Harbour Pilot"] }, "limit": 3, "preview": true });
    let cursor = account.post(PEOPLE, request.clone()).await.ok()["next_cursor"].clone();
    let with = |mut request: Value, cursor: &Value| {
        request["cursor"] = cursor.clone();
        request
    };
    let other = server.account(Plan::Starter, 10).await;
    other.post(PEOPLE, with(request.clone(), &cursor)).await.problem(422, "invalid_request");
    let elsewhere = json!({ "filters": { "titles": ["Pilot"] }, "limit": 3, "preview": true });
    account.post(PEOPLE, with(elsewhere, &cursor)).await.problem(422, "invalid_request");
    let cut = account.post(PEOPLE, with(request, &cursor)).await.ok();
    assert_eq!((cut["rows"].as_array().unwrap().len(), &cut["rows_left_today"]), (1, &json!(0)));
    assert_eq!(cut["next_cursor"], Value::Null, "rows that were cut off are not passed over");
    // Where rows are hidden, so is whether there are others.
    let named = json!({ "filters": { "name": "Ruiz" }, "limit": 1, "preview": true });
    let hidden = other.post(PEOPLE, named).await.ok();
    assert_eq!((&hidden["rows"], &hidden["next_cursor"]), (&json!([]), &Value::Null), "{hidden}");
}
