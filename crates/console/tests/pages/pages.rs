//! Every page: who may see it, and what it is made of.

use server::SignupMode;

use crate::support::{TestServer, nearly_one};

/// Pages that anyone may see.
pub const PUBLIC: [&str; 12] = [
    "/",
    "/login",
    "/signup",
    "/playground/enrich",
    "/pricing",
    "/privacy",
    "/problems",
    "/docs",
    "/docs/first-call",
    "/docs/endpoints/search-people",
    "/docs/objects",
    "/docs/find?q=email",
];
/// Pages of an account.
pub const OWN: [&str; 12] = [
    "/account",
    "/account/statement",
    "/search",
    "/search?for=companies",
    "/signals",
    "/lists",
    "/bulk",
    "/log",
    "/keys",
    "/webhooks",
    "/companies/tidewater.example",
    "/people/per_none",
];

/// Pages of operators.
pub const OPERATORS: [&str; 13] = [
    "/operator/review",
    "/operator/accounts",
    "/operator/sources",
    "/operator/waterfall",
    "/operator/feeds",
    "/operator/imports",
    "/operator/requests",
    "/operator/requests?status=approved",
    "/operator/suppressions",
    "/operator/health",
    "/operator/calibration",
    "/operator/settings",
    "/operator/audit",
];

/// Pages of operators, with those of one account.
pub fn of_operators(server: &TestServer, email: &str) -> Vec<String> {
    let account = format!("/operator/accounts/{}", server.account(email));
    let refund = format!("{account}/refund?request=req_none");
    OPERATORS.map(str::to_owned).into_iter().chain([account, refund]).collect()
}

#[tokio::test]
async fn a_page_of_operators_is_not_there_for_a_customer() {
    let server = TestServer::with(nearly_one(1, "Director")).await;
    let (stranger, customer) = (server.browser(), server.signed_in("ada@client.example").await);
    let operator = server.operator("op@client.example").await;
    let nowhere = customer.get("/no/such/page").await.text;
    let paths = of_operators(&server, "ada@client.example");
    for path in &paths {
        let answer = stranger.get(path).await;
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.header("location").starts_with("/login?next="), "{path}");
        let answer = customer.get(path).await;
        assert_eq!((answer.status, answer.text == nowhere), (404, true), "{path}: {}", answer.text);
        let page = operator.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text);
    }
    assert_eq!(operator.get("/operator/accounts/acc_none").await.status, 404);
    let links = |text: &str| text.matches("href=\"/operator/").count();
    assert_eq!(links(&customer.get("/").await.text), 0);
    assert_eq!(links(&operator.get("/").await.text), 24, "in the side bar and in the palette");

    server.set_operator("op@client.example", false).await;
    for path in &paths {
        assert_eq!(operator.get(path).await.status, 404, "{path} after it was taken away");
    }
}

#[tokio::test]
async fn a_page_of_an_account_needs_a_session() {
    let server = TestServer::start().await;
    let (stranger, owner) = (server.browser(), server.signed_in("ada@client.example").await);
    for path in PUBLIC {
        assert_eq!(stranger.get(path).await.status, 200, "{path}");
    }
    for path in OWN {
        let answer = stranger.get(path).await;
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.header("location").starts_with("/login?next="), "{path}");
        let wanted = if path.starts_with("/people/") { 404 } else { 200 };
        let page = owner.get(path).await;
        assert_eq!(page.status, wanted, "{path}: {}", page.text);
    }
    server.wait(24 * 31);
    for path in OWN {
        assert_eq!(owner.get(path).await.status, 303, "{path} with an expired session");
    }
    owner.cookies.lock().unwrap().insert("brimful_session".to_owned(), "A".repeat(43));
    assert_eq!(owner.get("/keys").await.status, 303, "a made-up session");
}

#[tokio::test]
async fn what_belongs_to_another_account_is_not_there() {
    let server = TestServer::start().await;
    let (ada, bob) =
        (server.signed_in("ada@client.example").await, server.signed_in("bob@client.example").await);
    let sent = ada
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    let person =
        format!("/people/{}", sent.text.split("/people/").nth(1).unwrap().split('"').next().unwrap());
    let request = format!("/log/{}", sent.text.split("/log/").nth(1).unwrap().split('"').next().unwrap());
    let rows = "email\nmarta.quist@tidewater.example";
    let quoted = ada.submit("/bulk", &[("kind", "bulk_enrich"), ("csv", rows)]).await;
    assert!(quoted.text.contains("up to 1 cr"), "{}", quoted.text);
    let started = ada
        .submit(
            "/bulk",
            &[("kind", "bulk_enrich"), ("csv", rows), ("columns", "1"), ("col-0", "email"), ("do", "start")],
        )
        .await;
    assert_eq!(started.status, 303, "{}", started.text);
    let job = started.header("location").to_owned();
    for path in [person, request, job] {
        assert_eq!(ada.get(&path).await.status, 200, "{path}");
        assert_eq!(bob.get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn every_endpoint_has_a_playground() {
    let server = TestServer::start().await;
    let (stranger, owner) = (server.browser(), server.signed_in("ada@client.example").await);
    for entry in server.app.catalogue() {
        let path = format!("/playground/{}", entry.spec.id);
        let page = stranger.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        for name in ["curl", "Python", "JavaScript"] {
            assert!(page.text.contains(&format!("The call in {name}")), "{path}");
        }
        assert_eq!(owner.get(&path).await.status, 200, "{path}");
    }
    assert_eq!(stranger.get("/playground/nonsense").await.status, 404);
}

#[tokio::test]
async fn the_sandbox_answers_every_example_without_sign_in_and_script() {
    let server = TestServer::start().await;
    let stranger = server.browser();
    for entry in server.app.catalogue().iter().filter(|entry| entry.spec.has_twin()) {
        let example = server.app.example(entry).to_string();
        let path = format!("/playground/{}", entry.spec.id);
        let page = stranger.submit(&path, &[("use", "raw"), ("raw", &example)]).await;
        // Lists of an account are not in this sandbox, and without mail servers no address is proven.
        assert!([200, 404, 503].contains(&page.status), "{path}: {}", page.text);
    }
}

#[tokio::test]
async fn a_browser_that_goes_astray_sees_a_page_and_a_program_a_problem() {
    let server = TestServer::start().await;
    let page = server.browser().get("/no/such/page").await;
    assert_eq!(page.status, 404);
    assert!(
        page.header("content-type").starts_with("text/html") && page.text.contains("There is no such page")
    );
}

#[tokio::test]
async fn every_page_comes_from_this_server_alone_and_holds_no_inline_script_or_style() {
    let server = TestServer::start().await;
    let owner = server.operator("ada@client.example").await;
    let operators = of_operators(&server, "ada@client.example");
    for path in PUBLIC.into_iter().chain(OWN).chain(operators.iter().map(String::as_str)) {
        let page = owner.get(path).await;
        if page.status == 303 {
            continue;
        }
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        for asking in [
            "src=\"http",
            "action=\"http",
            "src=\"//",
            "href=\"//",
            "url(http",
            " style=",
            "<style",
            " onclick",
            " onload",
        ] {
            assert!(!page.text.contains(asking), "{path} has {asking}");
        }
        assert_eq!(page.text.matches("<script").count(), 1, "{path}");
        for form in page.text.split("<form").skip(1) {
            let tag = form.split('>').next().unwrap();
            // The search of the documentation changes nothing, holds nothing secret, and can be linked to.
            if tag.contains("method=\"get\" action=\"/docs/find\"") {
                continue;
            }
            assert!(tag.contains("method=\"post\""), "{path}: <form{tag}>");
            let inside = form.split("</form>").next().unwrap();
            assert!(inside.contains("name=\"csrf\""), "{path}: <form{tag}> has no token");
        }
    }
}

#[tokio::test]
async fn every_problem_links_to_what_it_means() {
    let server = TestServer::start().await;
    let page = server.browser().get("/problems").await.text;
    for code in server::Code::ALL {
        assert!(page.contains(&format!("id=\"{}\"", code.as_str())), "{}", code.as_str());
    }
}

#[tokio::test]
async fn the_sign_up_page_asks_for_a_code_only_where_one_is_needed() {
    for (mode, form, code) in [
        (SignupMode::Open, true, false),
        (SignupMode::Invite, true, true),
        (SignupMode::Closed, false, false),
    ] {
        let server = TestServer::set_up(Vec::new(), |settings| settings.signup.mode = mode).await;
        let page = server.browser().get("/signup").await.text;
        assert_eq!(page.contains("name=\"password\""), form, "{mode:?}");
        assert_eq!(page.contains("name=\"invite_code\""), code, "{mode:?}");
    }
}
