//! The free look at a search: page by page, without script.

use records::{Claim, CompanyFacts, Facts, PersonFacts};

use crate::support::{Browser, Page, START, TestServer};

/// People of one title, and as many companies of one city.
pub fn many(count: usize) -> Vec<Claim> {
    let claim = |reference: String, facts: Facts| Claim {
        source: "test".into(),
        reference,
        observed_at: START.parse().unwrap(),
        facts,
    };
    let person = |number: usize| {
        let facts = PersonFacts {
            first_name: Some("Pat".into()),
            last_name: Some(format!("Secret{number:02}")),
            title: Some("Harbour Pilot, Lead".into()),
            skills: vec!["Mooring".into(), "Radio".into()],
            network_url: Some(format!("https://network.example/in/pilot-{number}")),
            ..PersonFacts::default()
        };
        claim(format!("pilot{number}"), Facts::Person(Box::new(facts)))
    };
    let port = |number: usize| {
        let facts = CompanyFacts {
            name: Some(format!("Secret Port {number:02}")),
            domains: vec![format!("port{number}.example")],
            tags: vec!["harbour".into()],
            ..CompanyFacts::default()
        };
        claim(format!("port{number}"), Facts::Company(Box::new(facts)))
    };
    (0..count).map(person).chain((0..count).map(port)).collect()
}

/// The fields of the form behind a button of the paging.
fn fields_of(page: &Page, label: &str) -> Vec<(String, String)> {
    let part = page.text.split("aria-label=\"Pages\"").nth(1).unwrap_or_else(|| panic!("{}", page.text));
    let form = part.split("<form").find(|form| form.contains(&format!("<span>{label}</span>"))).unwrap();
    let inputs = form.split("<input").skip(1);
    let attribute = |input: &str, name: &str| {
        let value = input.split(&format!("{name}=\"")).nth(1).unwrap_or_default();
        value.split('"').next().unwrap().replace("&quot;", "\"")
    };
    inputs.map(|input| (attribute(input, "name"), attribute(input, "value"))).collect()
}

async fn press(browser: &Browser, page: &Page, label: &str) -> Page {
    let fields = fields_of(page, label);
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post("/search", &fields).await
}

#[tokio::test]
async fn a_preview_goes_on_page_by_page_and_back_without_names() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in("ada@client.example").await;
    for (target, filters) in [("people", ("skills", "Mooring, Radio")), ("companies", ("tags", "harbour"))] {
        let first = ada.submit("/search", &[("for", target), filters]).await;
        assert!(first.text.contains("1 to 12 of 14") && !first.text.contains("Previous"), "{}", first.text);
        let second = press(&ada, &first, "Next").await;
        assert_eq!(second.status, 200, "{}", second.text);
        assert!(second.text.contains("13 to 14 of 14"), "{}", second.text);
        assert_eq!(second.text.matches("name=\"ref\"").count(), 2);
        for page in [&first, &second] {
            assert!(!page.text.contains("Secret") && !page.text.contains("pilot-"), "{}", page.text);
        }
        let back = press(&ada, &second, "Previous").await;
        assert!(back.text.contains("1 to 12 of 14"), "{}", back.text);
        assert_eq!(back.text.matches("name=\"ref\"").count(), 12);
    }
    let balance = server.store.account_by_email("ada@client.example").unwrap().unwrap().balance;
    assert_eq!(balance.thousandths(), 100_000, "looking is free");
}

#[tokio::test]
async fn a_row_of_the_second_page_is_revealed_and_the_way_back_leads_there() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in("ada@client.example").await;
    let first = ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await;
    let second = press(&ada, &first, "Next").await;
    let (chosen, filters) = (second.hidden("ref"), second.hidden("filters").unwrap().replace("&quot;", "\""));
    let chosen = chosen
        .or_else(|| second.text.split("name=\"ref\" value=\"").nth(1)?.split('"').next().map(str::to_owned));
    let cursor = second.hidden("cursor").unwrap();
    let fields = [("for", "people"), ("filters", &filters), ("ref", &chosen.unwrap()), ("cursor", &cursor)];
    let revealed = ada.submit("/search/reveal", &fields).await;
    assert!(revealed.text.contains("Secret") && revealed.text.contains("Charged 2 cr"), "{}", revealed.text);
    assert_eq!(revealed.hidden("cursor"), Some(cursor));
}
