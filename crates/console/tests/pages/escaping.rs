//! Markup in names, titles and whatever else is shown is text.

use records::{Claim, CompanyFacts, Facts, PersonFacts};

use crate::support::{TestServer, nearly_one};

const MARKUP: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

#[tokio::test]
async fn markup_in_everything_that_an_account_names_is_escaped() {
    let server = TestServer::start().await;
    let owner = server.signed_in("ada@client.example").await;
    owner.submit("/keys", &[("name", MARKUP), ("scope", "read")]).await;
    owner.submit("/lists", &[("name", MARKUP), ("entries", "tidewater.example")]).await;
    owner
        .submit(
            "/lists/icps",
            &[
                ("icp_name", MARKUP),
                ("target", "people"),
                ("filters", "{\"titles\":[\"<script>alert(1)</script>\"]}"),
            ],
        )
        .await;
    let mut pages = Vec::new();
    for (path, fields) in [
        ("/playground/enrich", vec![("mode", "live"), ("f.fullName", MARKUP), ("f.company_name", MARKUP)]),
        ("/playground/enrich", vec![("mode", "live"), ("use", "raw"), ("raw", MARKUP)]),
        ("/search", vec![("for", "people"), ("titles", MARKUP), ("seniorities", MARKUP)]),
        (
            "/search/reveal",
            vec![
                ("for", "people"),
                ("filters", "{\"titles\":[\"<script>alert(1)</script>\"]}"),
                ("first", "12"),
            ],
        ),
        (
            "/bulk",
            vec![
                ("kind", "bulk_enrich"),
                (
                    "csv",
                    "<script>alert(1)</script>,email\n<script>alert(1)</script>,<script>alert(1)</script>",
                ),
            ],
        ),
        ("/webhooks", vec![("url", MARKUP)]),
        ("/lists", vec![("name", ""), ("entries", MARKUP)]),
        ("/keys", vec![("name", ""), ("scope", MARKUP)]),
        ("/privacy", vec![("kind", "email"), ("value", MARKUP)]),
        ("/login", vec![("email", MARKUP), ("password", "x"), ("next", MARKUP)]),
        ("/signup", vec![("email", MARKUP), ("password", "x"), ("invite_code", MARKUP)]),
        ("/log", vec![("endpoint", MARKUP), ("key", MARKUP)]),
    ] {
        pages.push((path.to_owned(), owner.submit(path, &fields).await.text));
    }
    for path in [
        "/keys",
        "/lists",
        "/log",
        "/",
        "/log?endpoint=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/signals?country=%3Cscript%3Ealert(1)",
        "/login?next=%22%3E%3Cscript%3Ealert(1)",
    ] {
        pages.push((path.to_owned(), owner.get(path).await.text));
    }
    let lists = owner.get("/lists").await.text;
    let list = lists.split("href=\"/lists/watch/").nth(1).unwrap().split('"').next().unwrap();
    let path = format!("/lists/watch/{list}");
    let changed =
        owner.submit(&path, &[("name", MARKUP), ("entries", MARKUP), ("every_minutes", MARKUP)]).await;
    assert_eq!(changed.status, 422);
    pages.extend([(path.clone(), owner.get(&path).await.text), (path, changed.text)]);
    let log = owner.get("/log").await.text;
    for request in log.split("href=\"/log/").skip(1).take(5) {
        let path = format!("/log/{}", request.split('"').next().unwrap());
        pages.push((path.clone(), owner.get(&path).await.text));
    }
    for (path, text) in pages {
        assert!(!text.contains("<script>alert") && !text.contains("<img src=x"), "{path}");
    }
    assert!(owner.get("/keys").await.text.contains("&lt;script&gt;"));
}

#[tokio::test]
async fn markup_in_records_is_escaped() {
    let at = crate::support::START.parse().unwrap();
    let person = PersonFacts {
        full_name: Some("Mallory <b>Script</b>".into()),
        title: Some("<script>alert(1)</script> Director of Sales".into()),
        network_url: Some("https://network.example/in/mallory".into()),
        ..PersonFacts::default()
    };
    let company = CompanyFacts {
        name: Some("<script>alert(1)</script> Works".into()),
        domains: vec!["markup.example".into()],
        description: Some("<script>alert(1)</script>".into()),
        ..CompanyFacts::default()
    };
    let claims = [("1", Facts::Person(Box::new(person))), ("2", Facts::Company(Box::new(company)))].map(
        |(reference, facts)| Claim {
            source: "test".into(),
            reference: reference.into(),
            observed_at: at,
            facts,
        },
    );
    let server = TestServer::with(claims.into()).await;
    let owner = server.signed_in("ada@client.example").await;
    let found = owner
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.networkUrl", "https://network.example/in/mallory")],
        )
        .await;
    assert!(found.text.contains("/people/"), "{}", found.text);
    let person =
        format!("/people/{}", found.text.split("/people/").nth(1).unwrap().split('"').next().unwrap());
    let mut opened = Vec::new();
    for (path, ask) in [(person.as_str(), "enrich"), ("/companies/markup.example", "record")] {
        let paid = owner.submit(path, &[("ask", ask)]).await;
        assert_eq!(paid.status, 303, "{}", paid.text);
        opened.push(owner.get(paid.header("location")).await);
    }
    let (own, revealed) = (
        owner.get(&person).await,
        owner
            .submit(
                "/search/reveal",
                &[("for", "companies"), ("filters", "{\"domains\":[\"markup.example\"]}"), ("first", "1")],
            )
            .await,
    );
    assert!(opened.iter().all(|page| page.text.contains("id=\"facts\"")), "{opened:?}");
    for page in opened.into_iter().chain([found, own, revealed]) {
        assert!(!page.text.contains("<script>alert") && !page.text.contains("<b>Script"), "{}", page.text);
    }
}

#[tokio::test]
async fn markup_on_operators_pages_is_escaped() {
    let server = TestServer::with(nearly_one(1, MARKUP)).await;
    let operator = server.operator("ada@client.example").await;
    let account = format!("/operator/accounts/{}", server.account("ada@client.example"));
    let mut pages = Vec::new();
    for (path, fields) in [
        (format!("{account}/grant"), vec![("credits", "5"), ("reason", MARKUP), ("reference", MARKUP)]),
        (format!("{account}/grant"), vec![("credits", MARKUP), ("reason", MARKUP), ("reference", MARKUP)]),
        (format!("{account}/plan"), vec![("plan", MARKUP)]),
        (format!("{account}/refund"), vec![("request", MARKUP), ("reason", MARKUP), ("reference", MARKUP)]),
        ("/operator/accounts".to_owned(), vec![("q", MARKUP)]),
        ("/operator/review".to_owned(), vec![("do", "merge"), ("one", MARKUP), ("other", MARKUP)]),
        (
            "/operator/suppressions".to_owned(),
            vec![("kind", "email"), ("value", "out@nowhere.example"), ("reason", MARKUP)],
        ),
        ("/operator/suppressions".to_owned(), vec![("kind", MARKUP), ("value", MARKUP), ("reason", MARKUP)]),
        ("/operator/requests".to_owned(), vec![("status", MARKUP), ("cursor", MARKUP)]),
        ("/operator/audit".to_owned(), vec![("cursor", MARKUP)]),
    ] {
        pages.push((path.clone(), operator.submit(&path, &fields).await.text));
    }
    for path in [
        account.as_str(),
        &format!("{account}/refund?request=%22%3E%3Cscript%3Ealert(1)"),
        "/operator/review",
        "/operator/review?one=%22%3E%3Cscript%3Ealert(1)&other=%3Cscript%3Ealert(1)",
        "/operator/requests?status=%22%3E%3Cscript%3Ealert(1)",
        "/operator/suppressions",
        "/operator/audit",
    ] {
        pages.push((path.to_owned(), operator.get(path).await.text));
    }
    for (path, text) in pages {
        assert!(!text.contains("<script>alert") && !text.contains("<img src=x"), "{path}: {text}");
    }
    for path in [account.as_str(), "/operator/review", "/operator/suppressions"] {
        assert!(operator.get(path).await.text.contains("&lt;script&gt;"), "{path}");
    }
}
