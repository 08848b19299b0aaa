//! What holds for every page and every form, over accounts that have something of every kind.

use std::{collections::BTreeSet, time::Duration};

use records::{
    Claim, CompanyFacts, Facts, FundingRound, JobFacts, PersonFacts,
    identifier::{Identifier, IdentifierKind},
};
use store::Plan;

use crate::{
    crawl::{Form, Route, every_page, forms, route_of, routes, send},
    forms::traces,
    support::{Browser, Page, START, TestServer, nearly_one},
    typed::vendors,
};

const MARKUP: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
const ADA: &str = "ada@client.example";
const OPERATOR: &str = "op@client.example";

/// Texts that are in a page only if markup was not escaped.
const UNESCAPED: [&str; 4] = ["<script>alert", "<img src=x", "\"'><", "<b>Script"];

fn claims() -> Vec<Claim> {
    let marked = |text: &str| Some(format!("{text} {MARKUP}"));
    let person = PersonFacts {
        full_name: Some("Mallory <b>Script</b>".into()),
        headline: marked("Headline"),
        title: marked("Director of Sales"),
        company_name: marked("Works"),
        company_domain: Some("markup.example".into()),
        skills: vec![MARKUP.into()],
        network_url: Some("https://network.example/in/mallory".into()),
        ..PersonFacts::default()
    };
    let round = FundingRound {
        round: MARKUP.into(),
        amount: None,
        announced_at: Some("2026-03-01".parse().unwrap()),
        investors: vec![MARKUP.into()],
    };
    let company = CompanyFacts {
        name: marked("Works"),
        legal_name: marked("Works Ltd"),
        domains: vec!["markup.example".into()],
        description: marked("Makes things"),
        industries: vec![MARKUP.into()],
        tags: vec![MARKUP.into()],
        funding_rounds: vec![round],
        ..CompanyFacts::default()
    };
    let job = JobFacts {
        title: marked("Engineer"),
        company_name: marked("Works"),
        company_domain: Some("markup.example".into()),
        posted_at: Some("2026-03-02".parse().unwrap()),
        ..JobFacts::default()
    };
    let facts =
        [Facts::Person(Box::new(person)), Facts::Company(Box::new(company)), Facts::Job(Box::new(job))];
    let claims = facts.into_iter().enumerate().map(|(number, facts)| Claim {
        source: MARKUP.into(),
        reference: format!("{number}"),
        observed_at: START.parse().unwrap(),
        facts,
    });
    claims.chain(nearly_one(1, MARKUP)).collect()
}

struct Filled {
    server: TestServer,
    ada: Browser,
    operator: Browser,
    routes: Vec<Route>,
    /// Answers of forms, which have forms of their own.
    answers: Vec<(String, Page)>,
}

/// A server with accounts that have something of every kind, named with markup wherever a name can be given.
async fn filled() -> Filled {
    let server = TestServer::with_all(claims(), vendors()).await;
    let (ada, operator) = (server.signed_in(ADA).await, server.operator(OPERATOR).await);
    server.store.set_plan(&server.account(ADA), Plan::Scale).await.unwrap();
    server.store.set_plan(&server.account(OPERATOR), Plan::Scale).await.unwrap();
    let mut answers = Vec::new();
    for browser in [&ada, &operator] {
        for (path, fields) in [
            ("/keys", vec![("name", MARKUP), ("scope", "read")]),
            ("/webhooks", vec![("url", "https://hooks.customer.example/<script>alert(1)</script>")]),
            ("/lists", vec![("name", MARKUP), ("entries", "markup.example")]),
            (
                "/lists/icps",
                vec![
                    ("icp_name", MARKUP),
                    ("target", "companies"),
                    ("filters", "{\"domains\":[\"markup.example\"]}"),
                ],
            ),
            (
                "/playground/enrich",
                vec![("mode", "live"), ("f.networkUrl", "https://network.example/in/mallory")],
            ),
            (
                "/playground/enrich",
                vec![("mode", "live"), ("f.fullName", MARKUP), ("f.company_name", MARKUP)],
            ),
            ("/companies/markup.example", vec![("ask", "record")]),
            ("/search", vec![("for", "people"), ("company_domains", "markup.example")]),
            ("/search", vec![("for", "companies"), ("domains", "markup.example")]),
            (
                "/bulk",
                vec![
                    ("kind", "bulk_enrich"),
                    (
                        "csv",
                        "email,<script>alert(1)</script>\nmarta.quist@tidewater.example,<img src=x onerror=alert(2)>",
                    ),
                    ("columns", "1"),
                    ("col-0", "email"),
                    ("do", "start"),
                    ("once", "bulk"),
                ],
            ),
            ("/privacy", vec![("kind", "email"), ("value", "\"<script>alert(1)</script>\"@nowhere.example")]),
        ] {
            let answer = browser.submit(path, &fields).await;
            assert!(answer.status < 500, "{path}: {}", answer.text);
            answers.push((path.to_owned(), answer));
        }
        let lists = browser.get("/lists").await;
        for form in forms("/lists", &lists).iter().filter(|form| form.action.ends_with("/run")) {
            answers.push((form.action.clone(), send(browser, &form.action, &form.fields).await));
        }
        let hooks = browser.get("/webhooks").await;
        for form in forms("/webhooks", &hooks).iter().filter(|form| form.action.ends_with("/test")) {
            send(browser, &form.action, &form.fields).await;
        }
    }
    let account = format!("/operator/accounts/{}", server.account(ADA));
    let acts =
        [(format!("{account}/grant"), vec![("credits", "5"), ("reason", MARKUP), ("reference", MARKUP)])];
    let kept_out: Vec<String> = (0..51).map(|number| format!("out{number}@nowhere.example")).collect();
    let kept_out = kept_out.iter().map(|value| {
        let fields = vec![("kind", "email"), ("value", value.as_str()), ("reason", MARKUP)];
        ("/operator/suppressions".to_owned(), fields)
    });
    for (path, fields) in acts.into_iter().chain(kept_out) {
        let answer = operator.submit(&path, &fields).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    }
    for number in 0..51 {
        let address = format!("in{number}@nowhere.example");
        let who = Identifier::parse(IdentifierKind::Email, &address).unwrap();
        server.store.file_privacy_request(format!("prq_{number}"), who, server.clock.now()).await.unwrap();
    }
    let token = operator.token().await;
    let rows = "Id,Full Name,Mail,<script>alert(1)</script>\n1,Ada <b>Script</b>,ada@fern.example,<img src=x onerror=alert(2)>\n\
                2,,,<script>alert(1)</script>\n";
    let fields = [("csrf", token.as_str()), ("subject", "people")];
    for round in 0..2 {
        let sent = operator.upload("/operator/imports", &fields, ("<script>alert(1).csv", rows)).await;
        let import = sent.header("location").to_owned();
        let page = operator.get(&import).await;
        // One is left as it came, the other is imported.
        let start = forms(&import, &page).into_iter().find(|form| form.action.ends_with("/start")).unwrap();
        if round == 1 {
            let named = |_: &Form, name: &str| (name == "source").then(|| "crm".to_owned());
            let started = send(&operator, &start.action, &start.filled(named)).await;
            assert_eq!(started.status, 303, "{}", started.text);
            while operator.get(&import).await.text.contains("data-reload") {
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
        }
    }
    Filled { server, ada, operator, routes: routes(), answers }
}

impl Filled {
    /// Every form that the pages of a browser show, and those of the answers.
    async fn forms(&self, browser: &Browser) -> BTreeSet<Form> {
        let pages = every_page(browser, &self.routes).await;
        let all = pages.iter().chain(&self.answers);
        all.flat_map(|(address, page)| forms(address, page)).collect()
    }
}

fn is_escaped(address: &str, page: &Page) {
    if page.header("content-type").starts_with("text/html") {
        for text in UNESCAPED {
            let around =
                page.text.find(text).map(|at| page.text[..at].chars().rev().take(200).collect::<String>());
            let around = around.map(|around| around.chars().rev().collect::<String>());
            assert_eq!(around, None, "{address} has {text}");
        }
    }
}

#[tokio::test]
async fn markup_is_escaped_on_every_page_and_in_every_answer_of_a_form() {
    let filled = filled().await;
    let mut opened = BTreeSet::new();
    for browser in [&filled.ada, &filled.operator] {
        for (address, page) in every_page(browser, &filled.routes).await {
            assert!(page.status < 400 || [404].contains(&page.status), "{address}: {}", page.status);
            is_escaped(&address, &page);
            opened.insert(route_of(&filled.routes, &address).unwrap().path.clone());
        }
    }
    filled.answers.iter().for_each(|(address, page)| is_escaped(address, page));
    let missing: Vec<&str> = filled
        .routes
        .iter()
        .filter(|route| route.shows && !opened.contains(&route.path) && route.path != "/signals/live")
        .map(|route| route.path.as_str())
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "pages that no link leads to");
    for (path, text) in [
        ("/keys", "&lt;script&gt;"),
        ("/lists", "&lt;script&gt;"),
        ("/companies/markup.example", "&lt;script&gt;"),
        ("/operator/review", "&lt;script&gt;"),
        ("/operator/imports", "&lt;script&gt;"),
        ("/operator/suppressions", "&lt;script&gt;"),
    ] {
        assert!(filled.operator.get(path).await.text.contains(text), "{path} shows no markup");
    }
    for browser in [&filled.ada, &filled.operator] {
        for form in filled.forms(browser).await {
            // A browser that is signed out opens nothing afterwards.
            if form.action == "/sign-out" {
                continue;
            }
            let is_typed = |form: &Form, name: &str| form.typed.contains(name);
            let marked = |is_marked: bool| is_marked.then(|| MARKUP.to_owned());
            let filled = [
                form.filled(|form, name| marked(is_typed(form, name))),
                form.filled(|_, name| marked(name != "csrf")),
            ];
            for fields in filled {
                let answer = send(browser, &form.action, &fields).await;
                assert!(answer.status < 500, "{} of {}", form.action, form.page);
                is_escaped(&form.action, &answer);
            }
        }
    }
}

#[tokio::test]
async fn every_form_of_every_page_is_refused_without_its_own_token() {
    let filled = filled().await;
    let foreign = filled.server.signed_in("bob@client.example").await.token().await;
    let (mut tried, before) = (BTreeSet::new(), traces(&filled.server));
    for browser in [&filled.ada, &filled.operator] {
        for form in filled.forms(browser).await {
            assert!(form.fields.iter().any(|(name, value)| name == "csrf" && value.len() == 64), "{form:?}");
            for token in [None, Some(""), Some("0".repeat(64).as_str()), Some(foreign.as_str())] {
                let mut fields: Vec<(String, String)> = form.filled(|form, name| {
                    (form.typed.contains(name)
                        && form.fields.iter().all(|(known, value)| known != name || value.is_empty()))
                    .then(|| "a@b.example".to_owned())
                });
                fields.retain(|(name, _)| name != "csrf");
                fields.extend(token.map(|token| ("csrf".to_owned(), token.to_owned())));
                let answer = send(browser, &form.action, &fields).await;
                assert_eq!(answer.status, 403, "{} of {} with {token:?}", form.action, form.page);
            }
            tried.insert(route_of(&filled.routes, &form.action).unwrap().path.clone());
        }
    }
    assert_eq!(traces(&filled.server), before);
    let missing: Vec<&str> = filled
        .routes
        .iter()
        .filter(|route| route.takes_forms && !tried.contains(&route.path))
        .map(|route| route.path.as_str())
        .collect();
    assert_eq!(missing, ["/login", "/signup"], "forms that no page of an account shows");
}

#[tokio::test]
async fn every_page_and_form_of_operators_is_not_there_for_a_customer() {
    let filled = filled().await;
    let nowhere = filled.ada.get("/no/such/page").await.text;
    let is_operators = |address: &str| address.starts_with("/operator");
    let (mut shown, before) = (BTreeSet::new(), traces(&filled.server));
    for (address, _) in every_page(&filled.operator, &filled.routes).await {
        if is_operators(&address) {
            let answer = filled.ada.get(&address).await;
            assert_eq!((answer.status, answer.text == nowhere), (404, true), "{address}: {}", answer.text);
            shown.insert(route_of(&filled.routes, &address).unwrap().path.clone());
        }
    }
    let token = filled.ada.token().await;
    for form in filled.forms(&filled.operator).await.iter().filter(|form| is_operators(&form.action)) {
        let fields = form.filled(|_, name| (name == "csrf").then(|| token.clone()));
        let answer = send(&filled.ada, &form.action, &fields).await;
        assert_eq!((answer.status, answer.text == nowhere), (404, true), "{} of {}", form.action, form.page);
    }
    assert_eq!(traces(&filled.server), before);
    let all = filled.routes.iter().filter(|route| route.shows && is_operators(&route.path));
    let all: BTreeSet<String> = all.map(|route| route.path.clone()).collect();
    assert_eq!(shown, all);
}
