//! A form that is refused is shown again as it was filled in.

use engine::ExternalSources;
use sources::{
    vendor::{Description, Fact, Vendor, VendorSecret},
    waterfall::{Plans, WaterfallPlan},
};

use crate::support::{TestServer, client};

#[tokio::test]
async fn a_list_that_is_refused_keeps_its_name_entries_and_signals() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let fresh = ada.get("/lists").await.fields("/lists", "Tell about");
    assert_eq!(fresh.iter().filter(|(name, _)| name == "signal").count(), 6, "all are ticked at first");
    let fields =
        [("name", ""), ("entries", "tidewater.example"), ("signal", "hiring"), ("signal", "funding")];
    let refused = ada.submit("/lists", &fields).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    let kept = refused.fields("/lists", "Tell about");
    let ticked: Vec<&str> =
        kept.iter().filter(|(name, _)| name == "signal").map(|(_, value)| value.as_str()).collect();
    assert_eq!(ticked, ["funding", "hiring"]);
    assert!(refused.text.contains(">tidewater.example</textarea>"), "{}", refused.text);
}

#[tokio::test]
async fn a_search_that_is_not_saved_stays_with_the_name_that_was_typed() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let look =
        ada.submit("/search", &[("for", "people"), ("titles", "VP Sales"), ("seniorities", "vp")]).await;
    let name = "long name ".repeat(40);
    let mut fields = look.fields("/lists/icps", "icp_name");
    fields.retain(|(field, _)| field != "icp_name");
    fields.push(("icp_name".to_owned(), name.trim().to_owned()));
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let refused = ada.post("/lists/icps", &fields).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    let kept = refused.fields("/search", "id=\"facets\"");
    for field in [("titles", "VP Sales"), ("seniorities", "vp")] {
        assert!(kept.iter().any(|(name, value)| (name.as_str(), value.as_str()) == field), "{kept:?}");
    }
    let again = refused.fields("/lists/icps", "icp_name");
    assert!(again.iter().any(|(field, value)| field == "icp_name" && value == name.trim()), "{again:?}");
}

/// Two vendors that know companies. Nothing is asked of them.
pub fn vendors() -> ExternalSources {
    let vendor = |name: &str| {
        let text = format!(
            r#"
            name = "{name}"
            base_url = "http://127.0.0.1:1"
            auth = {{ kind = "bearer" }}
            [[lookups]]
            price_usd = 0.1
            facts = ["company"]
            path = "/company"
            needs = [["company_domain"]]
            query = {{ domain = "{{company_domain}}" }}
            fields = {{ name = "name" }}
            "#
        );
        Vendor::new(Description::parse(&text).unwrap(), VendorSecret::new("secret")).unwrap()
    };
    let order = vec!["atlas".to_owned(), "beacon".to_owned()];
    let plan = WaterfallPlan { adaptive: false, order, ..WaterfallPlan::default() };
    let plans = Plans(Fact::ALL.into_iter().map(|fact| (fact, plan.clone())).collect());
    ExternalSources::default()
        .with_vendors(client(), vec![vendor("atlas"), vendor("beacon")], &plans, 7)
        .unwrap()
}

#[tokio::test]
async fn an_order_of_vendors_that_is_refused_keeps_the_places_and_the_rule() {
    let server = TestServer::with_external(vendors()).await;
    let operator = server.operator("op@client.example").await;
    let action = "/operator/waterfall/company/choose";
    let places = |page: &crate::support::Page| -> Vec<String> {
        let fields = page.fields(action, "atlas");
        let chosen = |name: &str| {
            let index = fields.iter().find(|(_, value)| value == name).unwrap().0.replace("vendor", "place");
            fields.iter().find(|(field, _)| *field == index).unwrap().1.clone()
        };
        let rule = fields.iter().find(|(field, _)| field == "rule").unwrap().1.clone();
        vec![chosen("atlas"), chosen("beacon"), rule]
    };
    let page = operator.get("/operator/waterfall").await;
    assert_eq!(places(&page), ["1", "2", "listed"], "{}", page.text);
    let none = [
        ("vendor-0", "atlas"),
        ("place-0", "0"),
        ("vendor-1", "beacon"),
        ("place-1", "0"),
        ("rule", "adaptive"),
    ];
    let refused = operator.submit(action, &none).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(places(&refused), ["0", "0", "adaptive"]);
    let unknown = [
        ("vendor-0", "beacon"),
        ("place-0", "1"),
        ("vendor-1", "gone"),
        ("place-1", "2"),
        ("rule", "listed"),
    ];
    let refused = operator.submit(action, &unknown).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(places(&refused)[1], "1", "{}", refused.text);
}
