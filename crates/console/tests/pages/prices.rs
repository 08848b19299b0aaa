//! The price on a button bounds the charge.

use server::Price;

use crate::{
    pages::OWN,
    search::many,
    support::{Page, TestServer},
};

const ADA: &str = "ada@client.example";

/// Every form of a page whose button has a price: its action, the prices it shows, and the charge that it allows.
fn priced(page: &Page) -> Vec<(String, Vec<String>, Option<String>)> {
    let forms = page.text.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap());
    let between =
        |text: &str, from: &str, to: &str| Some(text.split(from).nth(1)?.split(to).next()?.to_owned());
    forms
        .filter_map(|form| {
            let labels = form.split("<b>").skip(1).map(|rest| rest.split("</b>").next().unwrap().to_owned());
            let labels: Vec<String> = labels.filter(|label| label.contains(" cr")).collect();
            let max = between(form, "name=\"max_credits\" value=\"", "\"");
            (!labels.is_empty()).then(|| (between(form, "action=\"", "\"").unwrap(), labels, max))
        })
        .collect()
}

#[tokio::test]
async fn every_form_with_a_price_allows_just_that_charge() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in(ADA).await;
    let look = ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await;
    let found = ada
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    let person = found.text.split("href=\"/people/").nth(1).unwrap().split('"').next().unwrap();
    ada.submit("/lists", &[("name", "Accounts"), ("entries", "tidewater.example")]).await;
    ada.submit("/lists/icps", &[("icp_name", "All"), ("target", "people"), ("filters", "{}")]).await;
    let person = ada.get(&format!("/people/{person}")).await;
    let mut pages = vec![look, found, person];
    for path in OWN {
        pages.push(ada.get(path).await);
    }
    let charging = server.app.catalogue().iter().filter(|entry| entry.spec.price != Price::Free);
    let ids: Vec<&str> = charging.map(|entry| entry.spec.id).collect();
    for id in &ids {
        pages.push(ada.get(&format!("/playground/{id}")).await);
    }
    let forms: Vec<_> = pages.iter().flat_map(priced).collect();
    for action in
        ["/search/reveal", "/companies/tidewater.example", "/lists/watch/", "/lists/icp/", "/people/"]
    {
        assert!(forms.iter().any(|(path, ..)| path.starts_with(action)), "{action} has no price");
    }
    assert!(forms.len() > ids.len(), "{} forms, {} endpoints", forms.len(), ids.len());
    for (action, labels, max) in forms {
        let max = max.unwrap_or_else(|| panic!("{action} states no bound"));
        for label in labels {
            let shown = label.trim_start_matches("up to ").trim_end_matches(" cr").replace(',', "");
            assert_eq!(shown, max, "{action} shows {label}");
        }
    }
    assert_eq!(server.balance(ADA), 99_000);
}

#[tokio::test]
async fn a_price_that_has_risen_is_shown_and_not_charged() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in(ADA).await;
    let found = ada
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    let person =
        format!("/people/{}", found.text.split("href=\"/people/").nth(1).unwrap().split('"').next().unwrap());
    ada.submit("/lists/icps", &[("icp_name", "All"), ("target", "people"), ("filters", "{}")]).await;
    let lists = ada.get("/lists").await.text;
    let run = format!(
        "/lists/icp/{}",
        lists.split("action=\"/lists/icp/").nth(1).unwrap().split('"').next().unwrap()
    );
    let cases = [
        (
            "/companies/tidewater.example".to_owned(),
            "Open the record",
            "0.5",
            "This may cost 1 cr, and the button said 0.5 cr.",
        ),
        (
            "/companies/tidewater.example".to_owned(),
            "Kind of deal",
            "26",
            "This may cost 27 cr, and the button said 26 cr.",
        ),
        (
            person,
            "value=\"relationship_graph\"",
            "14.999",
            "This may cost 15 cr, and the button said 14.999 cr.",
        ),
        (run, "Run", "13", "This may cost 13.5 cr, and the button said 13 cr."),
        (
            "/playground/companies".to_owned(),
            "send-form",
            "nonsense",
            "This may cost 1 cr, and the button said 0 cr.",
        ),
        (
            "/search/reveal".to_owned(),
            "Reveal names",
            "12.9",
            "This may cost 13 cr, and the button said 12.9 cr.",
        ),
    ];
    for (action, holding, stated, told) in cases {
        let page = match action.as_str() {
            "/search/reveal" => {
                ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await
            }
            path if path.starts_with("/lists/") => ada.get("/lists").await,
            path => ada.get(path).await,
        };
        let fields = page.fields(&action, holding);
        let stated = |(name, value): &(String, String)| {
            (name.clone(), if name == "max_credits" { stated.to_owned() } else { value.clone() })
        };
        let fields: Vec<(String, String)> = fields.iter().map(stated).collect();
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let refused = ada.post(&action, &fields).await;
        assert_eq!(refused.status, 402, "{action}: {}", refused.text);
        assert!(
            refused.text.contains(told) && refused.text.contains("Nothing was charged."),
            "{}",
            refused.text
        );
        // The page that says so shows the price of now, and sends it.
        assert_eq!(refused.price(&action, holding), page.price(&action, holding), "{action}");
        assert_eq!(server.balance(ADA), 99_000, "{action}");
    }
}

#[tokio::test]
async fn a_form_that_states_no_price_is_not_charged() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in(ADA).await;
    let look = ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await;
    ada.submit("/lists", &[("name", "Accounts"), ("entries", "tidewater.example")]).await;
    ada.submit("/lists/icps", &[("icp_name", "All"), ("target", "people"), ("filters", "{}")]).await;
    let rows = "email\nmarta.quist@tidewater.example";
    let quoted = ada.submit("/bulk", &[("kind", "bulk_enrich"), ("csv", rows)]).await;
    let mut pages = vec![("/search".to_owned(), look), ("/bulk".to_owned(), quoted)];
    let charging = server.app.catalogue().iter().filter(|entry| entry.spec.price != Price::Free);
    let playgrounds: Vec<String> = charging.map(|entry| format!("/playground/{}", entry.spec.id)).collect();
    for path in OWN.into_iter().chain(playgrounds.iter().map(String::as_str)) {
        pages.push((path.to_owned(), ada.get(path).await));
    }
    let forms: Vec<_> = pages.iter().flat_map(|(path, page)| crate::crawl::forms(path, page)).collect();
    let priced = |form: &&crate::crawl::Form| form.fields.iter().any(|(name, _)| name == "max_credits");
    let priced: Vec<_> = forms.iter().filter(priced).collect();
    assert!(priced.len() > playgrounds.len(), "{} forms", priced.len());
    for form in priced {
        let mut fields = form.filled(|_, _| None);
        fields.retain(|(name, _)| name != "max_credits" && name != "do");
        fields.push(("csv".to_owned(), rows.to_owned()));
        fields.extend(
            [("do", "start"), ("col-0", "email")].map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        let refused = crate::crawl::send(&ada, &form.action, &fields).await;
        assert!(
            refused.status >= 400 && refused.status < 500,
            "{form:?}: {} {}",
            refused.status,
            refused.text
        );
    }
    assert_eq!(server.balance(ADA), 100_000);
}

#[tokio::test]
async fn an_empty_choice_is_refused_and_the_search_stays() {
    let server = TestServer::with(many(14)).await;
    let ada = server.signed_in(ADA).await;
    let first = ada.submit("/search", &[("for", "people"), ("skills", "Mooring, Radio")]).await;
    let second = ada.press(&first, "/search", "<span>Next</span>").await;
    assert!(second.text.contains("13 to 14 of 14"), "{}", second.text);
    let fields = second.fields("/search/reveal", "Reveal names");
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .filter(|(name, _)| name != "ref")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let refused = ada.post("/search/reveal", &fields).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert!(refused.text.contains("Choose the rows to reveal. Nothing was charged."), "{}", refused.text);
    assert!(refused.text.contains("value=\"Mooring, Radio\"") && refused.text.contains("13 to 14 of 14"));
    let again = refused.fields("/search/reveal", "Reveal names");
    assert!(again.iter().all(|(name, _)| name != "ref"), "none is ticked: {again:?}");
    assert_eq!(server.balance(ADA), 100_000);
}

#[tokio::test]
async fn the_playground_shows_the_price_of_what_is_typed() {
    let server = TestServer::start().await;
    let ada = server.signed_in(ADA).await;
    let path = "/playground/search_people";
    let page = ada.get(path).await;
    assert_eq!(page.price(path, "send-form"), 3.0, "the example asks for two");
    let look = |raw: &'static str| vec![("mode", "live"), ("how", "raw"), ("look", "price"), ("raw", raw)];
    let forty = ada.submit(path, &look("{\"limit\":40}")).await;
    assert_eq!((forty.status, forty.price(path, "send-raw")), (200, 41.0), "{}", forty.text);
    assert!(forty.text.contains("nothing sent yet"), "{}", forty.text);
    let unread = ada.submit(path, &look("{\"limit\":")).await;
    assert_eq!(unread.hidden("max_credits").as_deref(), Some("0"), "{}", unread.text);
    assert!(unread.text.contains("1 + 1 cr each"), "{}", unread.text);
    let dearer = [("mode", "live"), ("use", "raw"), ("raw", "{\"limit\":40}"), ("max_credits", "3")];
    let refused = ada.submit(path, &dearer).await;
    assert_eq!((refused.status, refused.price(path, "send-raw")), (402, 41.0), "{}", refused.text);
    assert_eq!(server.balance(ADA), 100_000);
}
