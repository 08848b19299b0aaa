//! Markup in names, titles and whatever else is shown is text.

use records::{Claim, CompanyFacts, Facts, PersonFacts};

use crate::support::TestServer;

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
            vec![("for", "people"), ("filters", "{\"titles\":[\"<script>alert(1)</script>\"]}")],
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
    let opened = owner.submit(&person, &[("ask", "enrich")]).await;
    let company = owner.submit("/companies/markup.example", &[("ask", "record")]).await;
    let (own, revealed) = (
        owner.get(&person).await,
        owner
            .submit(
                "/search/reveal",
                &[("for", "companies"), ("filters", "{\"domains\":[\"markup.example\"]}")],
            )
            .await,
    );
    for page in [found, opened, company, own, revealed] {
        assert!(!page.text.contains("<script>alert") && !page.text.contains("<b>Script"), "{}", page.text);
    }
}
