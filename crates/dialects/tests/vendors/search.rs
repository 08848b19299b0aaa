//! Searches in the languages of People Data Labs, and what of them cannot be expressed.

use serde_json::{Value, json};

use crate::support::{Caller, DOMAIN, TestServer};

async fn search(caller: &Caller, body: Value) -> (u16, Value) {
    let answer = caller.post("/dialect/pdl/v5/person/search", body).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn a_query_and_its_sql_find_the_same_people() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let query = json!({ "query": { "bool": {
        "must": [{ "term": { "job_company_website": DOMAIN } }, { "exists": { "field": "work_email" } }],
    } } });
    let (status, by_query) = search(&caller, json!({ "query": query, "size": 5 })).await;
    assert_eq!(status, 200, "{by_query}");
    assert!(by_query["total"].as_u64().unwrap() > 0);
    assert_eq!(by_query["data"][0]["job_company_website"], DOMAIN);
    assert_eq!(by_query["data"][0]["work_email"], json!(null), "a search gives no contacts");
    let sql =
        format!("SELECT * FROM person WHERE job_company_website='{DOMAIN}' AND work_email IS NOT NULL;");
    let (_, by_sql) = search(&caller, json!({ "sql": sql, "size": 5 })).await;
    assert_eq!((&by_sql["data"], &by_sql["total"]), (&by_query["data"], &by_query["total"]));
    let path =
        format!("/dialect/pdl/v5/person/search?size=5&query={}", query.to_string().replace('"', "%22"));
    assert_eq!(caller.get(&path).await.ok()["data"], by_query["data"]);
}

#[tokio::test]
async fn conditions_become_filters_that_mean_the_same() {
    let server = TestServer::start().await;
    let caller = server.account(1_000).await;
    let of_sql = async |sql: &str| {
        let (status, answer) =
            search(&caller, json!({ "sql": format!("SELECT * FROM person WHERE {sql}"), "size": 100 })).await;
        assert!(status == 200 || status == 404, "{sql}: {answer}");
        answer["total"].as_u64().unwrap_or(0)
    };
    let of_filters = async |filters: Value| {
        let body = json!({ "filters": filters, "limit": 100, "include_total": true });
        caller.own("/v1/search/people", body).await["total"].as_u64().unwrap()
    };
    let domain = json!([DOMAIN]);
    for (sql, filters) in [
        (format!("job_company_website = '{DOMAIN}'"), json!({ "company_domains": domain })),
        (format!("job_company_website <> '{DOMAIN}'"), json!({ "exclude_company_domains": domain })),
        (format!("NOT job_company_website IN ('{DOMAIN}')"), json!({ "exclude_company_domains": domain })),
        ("job_title_levels IN ('vp', 'cxo')".to_owned(), json!({ "seniorities": ["vp", "c_suite"] })),
        (
            "job_title_levels = 'vp' OR (job_title_levels = 'cxo')".to_owned(),
            json!({ "seniorities": ["vp", "c_suite"] }),
        ),
        ("job_title LIKE '%sales%'".to_owned(), json!({ "titles": ["sales"] })),
        (
            "job_company_employee_count BETWEEN 10 AND 500".to_owned(),
            json!({ "employee_count": { "min": 10, "max": 500 } }),
        ),
        (
            "job_company_employee_count > 10 AND NOT job_company_employee_count > 500".to_owned(),
            json!({ "employee_count": { "min": 11, "max": 500 } }),
        ),
        ("work_email IS NULL".to_owned(), json!({ "has_email": false })),
        ("first_name = 'marta' AND last_name = 'quist'".to_owned(), json!({ "name": "marta quist" })),
        ("skills = 'a' AND skills = 'b'".to_owned(), json!({ "skills_all": ["b"], "skills": ["a"] })),
    ] {
        assert_eq!(of_sql(&sql).await, of_filters(filters).await, "{sql}");
    }
    assert!(of_sql(&format!("job_company_website = '{DOMAIN}'")).await > 0);
}

#[tokio::test]
async fn what_cannot_be_expressed_is_refused_by_name_and_free() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let bodies = [
        (json!({ "sql": "SELECT * FROM person WHERE shoe_size = 43" }), "shoe_size"),
        (json!({ "sql": "SELECT * FROM person WHERE skills = 'a' OR job_title = 'b'" }), "skills, job_title"),
        (
            json!({ "sql": "SELECT * FROM person WHERE NOT (skills = 'a' AND job_title = 'b')" }),
            "NOT of several",
        ),
        (json!({ "sql": "SELECT * FROM person WHERE job_title LIKE 'a%b'" }), "LIKE"),
        (json!({ "sql": "SELECT name FROM person" }), "SELECT * FROM person"),
        (json!({ "sql": "DROP TABLE person" }), "SELECT * FROM person"),
        (json!({ "sql": "SELECT * FROM person WHERE job_title = 'open" }), "quote"),
        (json!({ "sql": "SELECT * FROM person WHERE (skills = 'a'" }), "bracket"),
        (json!({ "sql": "SELECT * FROM person WHERE skills = 'a' LIMIT 5" }), "LIMIT"),
        (json!({ "sql": format!("SELECT * FROM person WHERE {}skills = 'a'", "NOT ".repeat(60)) }), "deep"),
        (json!({ "query": { "wildcard": { "job_title": "a*" } } }), "wildcard"),
        (json!({ "query": { "bool": { "must": [], "should": [{ "term": { "skills": "a" } }] } } }), "should"),
        (json!({ "query": { "range": { "job_company_employee_count": { "gte": "now-1d" } } } }), "gte"),
        (json!({ "query": "not json" }), "JSON"),
        (json!({ "query": [1] }), "one member"),
        (json!({ "sql": "SELECT * FROM person", "size": 0 }), "size"),
        (json!({ "sql": "SELECT * FROM person", "from": 10 }), "scroll_token"),
        (json!({ "sql": "SELECT * FROM person", "scroll_token": "made up" }), "cursor"),
        (json!({ "sql": "SELECT * FROM person", "sort": "x" }), "sort"),
        (json!({}), "query or sql"),
    ];
    for (body, named) in bodies {
        let (status, answer) = search(&caller, body.clone()).await;
        assert_eq!(
            (status, &answer["error"]["type"]),
            (400, &json!("invalid_request_error")),
            "{body} {answer}"
        );
        assert!(answer["error"]["message"].as_str().unwrap().contains(named), "{body} {answer}");
    }
    assert_eq!(server.balance(&caller).to_string(), "10");
}

#[tokio::test]
async fn a_scroll_token_leads_to_the_next_page() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let sql = "SELECT * FROM person";
    let (_, first) = search(&caller, json!({ "sql": sql, "size": 2 })).await;
    let (_, second) =
        search(&caller, json!({ "sql": sql, "size": 2, "scroll_token": first["scroll_token"] })).await;
    assert_eq!(first["data"].as_array().unwrap().len(), 2);
    assert_ne!(first["data"][0]["id"], second["data"][0]["id"]);
    let companies =
        json!({ "sql": "SELECT * FROM company WHERE location.country = 'united states'", "size": 1 });
    let companies = caller.post("/dialect/pdl/v5/company/search", companies).await;
    assert!(companies.status == 200 || companies.status == 404, "{}", companies.text);
}
