//! What was paid for on a page is shown again for a day, free, to the account that paid and to no other.

use records::{Claim, CompanyFacts, Facts, PersonFacts};

use crate::{
    search::many,
    support::{Browser, START, TestServer},
};

const ADA: &str = "ada@client.example";
const BOB: &str = "bob@client.example";

/// The page of Marta Quist, whom the account has resolved.
async fn person(browser: &Browser) -> String {
    let found = browser
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    format!("/people/{}", found.text.split("/people/").nth(1).unwrap().split('"').next().unwrap())
}

#[tokio::test]
async fn a_company_that_was_paid_for_stays_open_for_a_day() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let path = "/companies/tidewater.example";
    let before = ada.get(path).await;
    assert_eq!(before.price(path, "Open the record"), 1.0);
    let paid = ada.press(&before, path, "Open the record").await;
    assert_eq!((paid.status, server.balance(ADA)), (303, 99_000), "{}", paid.text);
    let address = paid.header("location").to_owned();
    assert!(address.starts_with(&format!("{path}?answer=req_")), "{address}");
    let twice = ada.press(&before, path, "Open the record").await;
    assert_eq!((twice.header("location"), server.balance(ADA)), (address.as_str(), 99_000), "sent twice");
    let told = ada.get(&address).await.text;
    assert!(told.contains("Charged 1 cr. Opening this page again costs nothing."), "{told}");

    server.wait(3);
    for address in [address.as_str(), path, path] {
        let page = ada.get(address).await;
        assert!(page.text.contains("id=\"facts\"") && page.text.contains("showcase"), "{}", page.text);
        assert!(page.text.contains("Bought 3 h ago for 1 cr"), "{}", page.text);
        assert!(page.text.contains("free until 5 Mar 12:00:00 UTC; asking again is charged again"));
        assert_eq!(page.price(path, "Ask again"), 1.0);
    }
    let committee = ada.press(&ada.get(path).await, path, "Kind of deal").await;
    assert_eq!(committee.status, 303, "{}", committee.text);
    let left = server.balance(ADA);
    assert!((72_000..99_000).contains(&left), "{left}");
    let page = ada.get(path).await;
    assert!(page.text.contains("id=\"facts\"") && page.text.contains("Seats filled"), "{}", page.text);
    assert!(page.text.contains("asking again charges what is new"), "{}", page.text);

    for address in [address.as_str(), committee.header("location"), path] {
        let page = bob.get(address).await;
        assert!(page.text.contains("Open the record"), "{}", page.text);
        for shown in ["id=\"facts\"", "Seats filled", "Charged", "Bought"] {
            assert!(!page.text.contains(shown), "{address} shows {shown}");
        }
    }
    assert_eq!((server.balance(ADA), server.balance(BOB)), (left, 100_000));

    server.wait(22);
    for address in [address.as_str(), path] {
        let page = ada.get(address).await;
        assert!(
            page.text.contains("Open the record") && !page.text.contains("id=\"facts\""),
            "{}",
            page.text
        );
        assert!(page.text.contains("Seats filled"), "bought later: {}", page.text);
        assert!(!page.text.contains("costs nothing"), "{}", page.text);
    }
}

#[tokio::test]
async fn what_was_asked_about_a_person_stays_on_the_page_for_a_day() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let path = person(&ada).await;
    person(&bob).await;
    assert_eq!(server.balance(ADA), 99_000);
    let mut left = 99_000;
    for (ask, cost) in [("enrich", 1_000), ("relationship_graph", 15_000)] {
        let page = ada.get(&path).await;
        let holding = format!("value=\"{ask}\"");
        assert_eq!(page.price(&path, &holding), f64::from(cost) / 1_000.0, "{ask}");
        let paid = ada.press(&page, &path, &holding).await;
        left -= i64::from(cost);
        assert_eq!((paid.status, server.balance(ADA)), (303, left), "{ask}: {}", paid.text);
        let told = ada.get(paid.header("location")).await.text;
        assert!(told.contains("Opening this page again costs nothing"), "{told}");
        let theirs = bob.get(paid.header("location")).await.text;
        assert!(
            !theirs.contains("Opening this page again") && !theirs.contains("Bought now for"),
            "{theirs}"
        );
    }
    for _ in 0..2 {
        let page = ada.get(&path).await.text;
        for shown in ["id=\"facts\"", ">Sure<", "showcase", "people who worked with Marta Quist"] {
            assert!(page.contains(shown), "{shown}: {page}");
        }
        assert!(page.contains("Ask for the record again") && page.contains("Show coworkers again"), "{page}");
    }
    assert_eq!(server.balance(ADA), left);
    server.wait(25);
    let page = ada.get(&path).await.text;
    assert!(!page.contains("id=\"facts\"") && !page.contains("people who worked with"), "{page}");
    assert!(page.contains("whole record yours") && page.contains("Show coworkers again"), "{page}");
}

#[tokio::test]
async fn names_that_were_revealed_have_an_address_for_a_day() {
    let server = TestServer::with(many(14)).await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let look = ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await;
    let shown = look.price("/search/reveal", "Reveal names");
    let revealed = ada.press(&look, "/search/reveal", "Reveal names").await;
    assert_eq!(revealed.status, 200, "{}", revealed.text);
    assert_eq!((shown, server.balance(ADA)), (13.0, 87_000), "shown and charged");
    let link = revealed.text.split("href=\"/search/reveal?answer=").nth(1).unwrap();
    let address = format!("/search/reveal?answer={}", link.split('"').next().unwrap());
    for address in [address.as_str(), "/search/reveal"] {
        let again = ada.get(address).await;
        assert_eq!(again.status, 200, "{}", again.text);
        assert_eq!(again.text.matches("Pat Secret").count(), 12, "{}", again.text);
        let theirs = bob.get(address).await;
        assert!(theirs.status == 404 && !theirs.text.contains("Secret"), "{}", theirs.text);
    }
    assert_eq!((server.balance(ADA), server.balance(BOB)), (87_000, 100_000));
    server.wait(25);
    let gone = ada.get(&address).await;
    assert!(gone.status == 404 && !gone.text.contains("Secret"), "{}", gone.text);
}

#[tokio::test]
async fn the_run_of_a_saved_search_is_read_again_free() {
    let server = TestServer::with(many(3)).await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let look = ada.submit("/search", &[("for", "people"), ("skills", "Mooring")]).await;
    let mut fields = look.fields("/lists/icps", "icp_name");
    fields.push(("icp_name".to_owned(), "Pilots".to_owned()));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .filter(|(name, value)| name != "icp_name" || !value.is_empty())
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let saved = ada.post("/lists/icps", &fields).await;
    assert!(
        saved.text.contains("The search is saved.") && saved.text.contains("up to 13.5 cr"),
        "{}",
        saved.text
    );
    let run = saved.text.split("action=\"/lists/icp/").nth(1).unwrap().split('"').next().unwrap();
    let run = format!("/lists/icp/{run}");
    let ran = ada.press(&saved, &run, "Run").await;
    assert_eq!((ran.status, server.balance(ADA)), (303, 97_500), "{}", ran.text);
    for _ in 0..2 {
        let page = ada.get(ran.header("location")).await.text;
        assert!(page.contains("3 new. Bought now for 2.5 cr") && page.contains("Pat Secret"), "{page}");
    }
    let theirs = bob.get(ran.header("location")).await.text;
    assert!(!theirs.contains("Bought") && !theirs.contains("Secret"), "{theirs}");
    assert_eq!(server.balance(ADA), 97_500);
}

#[tokio::test]
async fn the_playground_shows_a_charged_answer_again() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let sent = ada.press(&ada.get("/playground/companies").await, "/playground/companies", "send-form").await;
    assert!(sent.text.contains("charged 1 cr") && sent.text.contains("Tidewater Labs"), "{}", sent.text);
    let link = sent.text.split("href=\"/playground/companies?mode=live&amp;request=").nth(1).unwrap();
    let address = format!("/playground/companies?mode=live&request={}", link.split('"').next().unwrap());
    let again = ada.get(&address).await.text;
    assert!(again.contains("charged 1 cr") && again.contains("Tidewater Labs"), "{again}");
    assert!(!bob.get(&address).await.text.contains("Tidewater Labs"));
    assert_eq!(server.balance(ADA), 99_000);
    server.wait(25);
    assert!(!ada.get(&address).await.text.contains("Tidewater Labs"));
}

#[tokio::test]
async fn a_company_that_was_bought_is_open_under_every_name_of_it() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let id = server.app.company_id("tidewater.example").unwrap();
    let (by_domain, by_id) = ("/companies/tidewater.example".to_owned(), format!("/companies/{id}"));
    let spelt =
        ["/companies/WWW.Tidewater.Example".to_owned(), "/companies/www.tidewater.example".to_owned()];
    let paid = ada.press(&ada.get(&by_domain).await, &by_domain, "Open the record").await;
    assert_eq!((paid.status, server.balance(ADA)), (303, 99_000), "{}", paid.text);
    for path in [&by_domain, &by_id].into_iter().chain(&spelt) {
        let page = ada.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text.contains("id=\"facts\"") && page.text.contains("Bought "), "{path}: {}", page.text);
        assert!(!page.text.contains("Open the record"), "{path}: {}", page.text);
        assert!(bob.get(path).await.text.contains("Open the record"), "{path}");
    }
    let committee = bob.press(&bob.get(&by_id).await, &by_id, "Kind of deal").await;
    assert_eq!(committee.status, 303, "{}", committee.text);
    assert!(bob.get(&by_domain).await.text.contains("Seats filled"));
}

#[tokio::test]
async fn a_company_that_was_bought_elsewhere_is_open_on_its_page() {
    let server = TestServer::start().await;
    let path = "/companies/tidewater.example";
    let playground = server.signed_in(ADA).await;
    playground.submit("/playground/companies", &[("mode", "live"), ("f.name", "Tidewater Labs")]).await;
    let search = server.signed_in(BOB).await;
    let look = search.submit("/search", &[("for", "companies"), ("domains", "tidewater.example")]).await;
    let revealed = search.press(&look, "/search/reveal", "Reveal names").await;
    assert_eq!(revealed.status, 200, "{}", revealed.text);
    for browser in [&playground, &search] {
        let page = browser.get(path).await;
        assert!(page.text.contains("id=\"facts\"") && page.text.contains("Tidewater Labs"), "{}", page.text);
        assert!(
            page.text.contains("Ask for the sources") && !page.text.contains("Open the record"),
            "{}",
            page.text
        );
    }
}

#[tokio::test]
async fn a_page_opened_too_often_says_so_and_never_offers_what_was_bought() {
    let server = TestServer::set_up(Vec::new(), |settings| {
        settings.plans.values_mut().for_each(|terms| terms.requests_per_second = 1);
    })
    .await;
    let mut ada = server.signed_in(ADA).await;
    let company = "/companies/tidewater.example";
    server.wait_minutes(1);
    let paid = ada.press(&ada.get(company).await, company, "Open the record").await;
    assert_eq!(paid.status, 303, "{}", paid.text);
    server.wait_minutes(1);
    let person = person(&ada).await;
    server.wait_minutes(1);
    ada.clock = None;
    let mut shown = 0;
    for round in 0..120 {
        let page = ada.get(if round % 2 == 0 { company } else { &person }).await;
        match page.status {
            200 => shown += 1,
            429 => assert!(
                page.header("retry-after") == "1" && page.text.contains("Too many pages"),
                "{}",
                page.text
            ),
            other => panic!("{other}: {}", page.text),
        }
        assert!(
            !page.text.contains("Open the record") && !page.text.contains("Open the whole record"),
            "{}",
            page.text
        );
    }
    assert_eq!(shown, 100, "the burst of an account's pages");
}

#[tokio::test]
async fn the_pages_without_an_address_of_an_answer_show_the_newest() {
    let server = TestServer::with(many(3)).await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in(BOB).await);
    let fields = [("icp_name", "Pilots"), ("target", "people"), ("filters", "{\"skills\":[\"Mooring\"]}")];
    let saved = ada.submit("/lists/icps", &fields).await;
    let run = saved.text.split("action=\"/lists/icp/").nth(1).unwrap().split('"').next().unwrap();
    let ran = ada.press(&saved, &format!("/lists/icp/{run}"), "Run").await;
    assert_eq!(ran.status, 303, "{}", ran.text);
    let lists = ada.get("/lists").await.text;
    assert!(lists.contains("3 new. Bought now") && lists.contains("Pat Secret"), "{lists}");
    assert!(!bob.get("/lists").await.text.contains("Secret"));

    ada.submit("/playground/companies", &[("mode", "live"), ("f.domain", "www.tidewater.example")]).await;
    let left = server.balance(ADA);
    let page = ada.get("/playground/companies").await.text;
    assert!(page.contains("charged 1 cr") && page.contains("Bought now for 1 cr"), "{page}");
    assert!(page.contains("value=\"www.tidewater.example\""), "with its request: {page}");
    for other in ["/playground/companies?example=1", "/playground/companies?mode=sandbox"] {
        let page = ada.get(other).await.text;
        assert!(page.contains("nothing sent yet") && page.contains("value=\"tidewater.example\""), "{page}");
    }
    assert!(bob.get("/playground/companies").await.text.contains("nothing sent yet"));
    assert_eq!(server.balance(ADA), left);
}

fn claim(reference: &str, facts: Facts) -> Claim {
    Claim { source: "test".into(), reference: reference.into(), observed_at: START.parse().unwrap(), facts }
}

#[tokio::test]
async fn records_without_domain_and_profile_have_pages_and_are_asked_about_by_id() {
    let company = CompanyFacts {
        name: Some("Ropewalk Chandlery".into()),
        identifiers: vec!["GB-COH-05389805".parse().unwrap()],
        tags: vec!["ropes".into()],
        employee_count: Some(9),
        ..CompanyFacts::default()
    };
    let namesake = |skill: &str| PersonFacts {
        first_name: Some("Jo".into()),
        last_name: Some("Ropeman".into()),
        title: Some("Splicer".into()),
        company_name: Some("Ropewalk Chandlery".into()),
        skills: vec![skill.into()],
        ..PersonFacts::default()
    };
    let server = TestServer::with(vec![
        claim("1", Facts::Company(Box::new(company))),
        claim("2", Facts::Person(Box::new(namesake("Splicing")))),
    ])
    .await;
    let ada = server.signed_in(ADA).await;
    for (target, filter, folder, ask) in [
        ("companies", ("tags", "ropes"), "/companies/com_", "record"),
        ("people", ("skills", "Splicing"), "/people/per_", "enrich"),
    ] {
        let look = ada.submit("/search", &[("for", target), filter]).await;
        let revealed = ada.press(&look, "/search/reveal", "Reveal names").await;
        let id = revealed.text.split(&format!("href=\"{folder}")).nth(1);
        let id = id.unwrap_or_else(|| panic!("no page: {}", revealed.text)).split('"').next().unwrap();
        let path = format!("{folder}{id}");
        let page = ada.get(&path).await;
        assert_eq!(page.status, 200, "{}", page.text);
        let before = server.balance(ADA);
        let paid = ada.press(&page, &path, &format!("value=\"{ask}\"")).await;
        assert_eq!((paid.status, server.balance(ADA)), (303, before - 1_000), "{}", paid.text);
        let open = ada.get(&path).await.text;
        assert!(open.contains("id=\"facts\""), "{open}");
        let request = paid.header("location").split("answer=").nth(1).unwrap();
        let asked = ada.get(&format!("/log/{request}")).await.text;
        assert!(asked.contains(&path[path.rfind('/').unwrap() + 1..]), "asked by id: {asked}");
    }
    assert_eq!(ada.get("/companies/com_/x").await.status, 404);
    assert_eq!(ada.get("/companies/per_none").await.status, 404);
}

#[tokio::test]
async fn two_people_of_one_name_have_a_page_each() {
    // Two values of one register are two people.
    let namesake = |skill: &str, orcid: &str| {
        let facts = PersonFacts {
            full_name: Some("Jo Ropeman".into()),
            title: Some("Splicer".into()),
            company_name: Some("Ropewalk Chandlery".into()),
            skills: vec![skill.into()],
            identifiers: vec![format!("ORCID-{orcid}").parse().unwrap()],
            ..PersonFacts::default()
        };
        Facts::Person(Box::new(facts))
    };
    let server = TestServer::with(vec![
        claim("1", namesake("Splicing", "0000-0002-1825-0097")),
        claim("2", namesake("Caulking", "0000-0001-5109-3700")),
    ])
    .await;
    let ada = server.signed_in(ADA).await;
    let mut pages = Vec::new();
    for (skill, other) in [("Splicing", "Caulking"), ("Caulking", "Splicing")] {
        let look = ada.submit("/search", &[("for", "people"), ("skills", skill)]).await;
        let revealed = ada.press(&look, "/search/reveal", "Reveal names").await;
        let id = revealed.text.split("href=\"/people/").nth(1).unwrap().split('"').next().unwrap();
        let path = format!("/people/{id}");
        let page = ada.get(&path).await;
        ada.press(&page, &path, "value=\"enrich\"").await;
        let open = ada.get(&path).await.text;
        assert!(open.contains("Jo Ropeman") && open.contains(skill) && !open.contains(other), "{open}");
        pages.push(path);
    }
    assert_ne!(pages[0], pages[1]);
}
