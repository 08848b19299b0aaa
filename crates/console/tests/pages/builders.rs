//! What those who build do on their pages: caps of keys, events of webhooks.

use store::{EventChoice, EventKind, Plan, Webhook};

use crate::support::{Browser, Page, TestServer};

async fn on_pro(server: &TestServer, email: &str) -> Browser {
    let browser = server.signed_in(email).await;
    server.store.set_plan(&server.account(email), Plan::Pro).await.unwrap();
    browser
}

fn webhooks(server: &TestServer) -> Vec<Webhook> {
    server.store.webhooks(&server.account("ada@client.example")).unwrap()
}

/// The opening tag of the input that holds this text.
fn input<'p>(page: &'p Page, with: &str) -> Vec<&'p str> {
    let tags = page.text.split("<input ").skip(1).map(|rest| rest.split('>').next().unwrap());
    tags.filter(|tag| tag.contains(with)).collect()
}

#[tokio::test]
async fn the_events_of_a_webhook_are_chosen_when_it_is_made_and_later() {
    let server = TestServer::start().await;
    let ada = on_pro(&server, "ada@client.example").await;
    let page = ada.get("/webhooks").await;
    for kind in EventKind::ALL.iter().filter(|kind| **kind != EventKind::WebhookTest) {
        assert!(page.text.contains(&format!("value=\"{}\"", kind.as_str())), "{}", kind.as_str());
    }
    assert!(!page.text.contains("value=\"webhook.test\""), "a test is sent whatever was chosen");

    let url = ("url", "https://hooks.customer.example/brimful");
    let none = ada.submit("/webhooks", &[url, ("choice", "some")]).await;
    assert_eq!(none.status, 422, "{}", none.text);
    assert!(none.text.contains("Tick the events") && none.text.contains(url.1), "{}", none.text);
    assert!(input(&none, "value=\"some\"")[0].contains("checked"), "the choice is kept");
    assert_eq!(webhooks(&server).len(), 0);

    let fields = [url, ("choice", "some"), ("event", "bulk.completed"), ("event", "bulk.failed")];
    let made = ada.submit("/webhooks", &fields).await;
    assert_eq!(made.status, 200, "{}", made.text);
    assert!(made.text.contains("The webhook is made.") && made.text.contains("bulk.completed, bulk.failed"));
    let hook = webhooks(&server).remove(0);
    let chosen = vec![EventKind::BulkCompleted, EventKind::BulkFailed];
    assert_eq!(hook.events, EventChoice::new(Some(chosen.clone())));

    let path = format!("/webhooks/{}/events", hook.id);
    let none = ada.submit(&path, &[("choice", "some")]).await;
    assert_eq!(none.status, 422);
    assert!(none.text.contains("<details open"), "the form stays open: {}", none.text);
    assert_eq!(webhooks(&server)[0].events, EventChoice::new(Some(chosen)));
    let other = ada.submit(&path, &[("choice", "some"), ("event", "watch_list.matched")]).await;
    assert_eq!(other.status, 200, "{}", other.text);
    assert_eq!(webhooks(&server)[0].events, EventChoice::new(Some(vec![EventKind::WatchListMatched])));
    let all = ada.submit(&path, &[("choice", "all"), ("event", "watch_list.matched")]).await;
    assert_eq!(all.status, 200, "{}", all.text);
    assert_eq!(webhooks(&server)[0].events, EventChoice::All);
}

#[tokio::test]
async fn the_cap_of_a_key_is_changed_and_taken_away() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    ada.submit("/keys", &[("name", "crm sync"), ("scope", "read"), ("cap", "100")]).await;
    let key = || {
        let keys = server.store.keys(&server.account("ada@client.example")).unwrap();
        keys.into_iter().find(|key| key.name == "crm sync").unwrap()
    };
    let cap = || key().cap.map(|cap| cap.monthly.to_string());
    assert_eq!(cap().as_deref(), Some("100"));
    let path = format!("/keys/{}/cap", key().id);

    let wrong = ada.submit(&path, &[("cap", "plenty")]).await;
    assert_eq!(wrong.status, 422);
    assert!(
        wrong.text.contains("value=\"plenty\"") && wrong.text.contains("<details open"),
        "{}",
        wrong.text
    );
    for (typed, told) in
        [("99999999999999999999999", "Must be at most 1000000000."), ("0.5", "Must be an integer")]
    {
        let refused = ada.submit(&path, &[("cap", typed)]).await;
        assert!(refused.status == 422 && refused.text.contains(told), "{typed}: {}", refused.text);
    }
    assert_eq!(cap().as_deref(), Some("100"));

    let raised = ada.submit(&path, &[("cap", "1,500"), ("once", "once-1")]).await;
    assert_eq!(raised.status, 200, "{}", raised.text);
    assert!(raised.text.contains("may cost 1,500 cr a month"), "{}", raised.text);
    assert_eq!(cap().as_deref(), Some("1500"));
    let taken = ada.submit(&path, &[("cap", ""), ("once", "once-2")]).await;
    assert!(taken.text.contains("has no cap any more"), "{}", taken.text);
    assert_eq!(cap(), None);

    let bob = server.signed_in("bob@client.example").await;
    assert_eq!(bob.submit(&path, &[("cap", "1")]).await.status, 404, "another account's key");
    assert_eq!(cap(), None);
}

#[tokio::test]
async fn a_watch_list_is_made_and_changed_with_everything_that_the_api_takes() {
    let server = TestServer::start().await;
    let ada = on_pro(&server, "ada@client.example").await;
    let form = ada.get("/lists").await;
    for kind in records::SignalKind::ALL {
        assert!(form.text.contains(&format!("value=\"{}\" checked", kind.as_str())), "{}", kind.as_str());
    }
    let url = "https://hooks.customer.example/brimful";
    ada.submit("/webhooks", &[("url", url)]).await;
    assert!(ada.get("/lists").await.text.contains(&format!("<option value=\"{url}\"")));

    let base =
        [("name", "key accounts"), ("entries", "tidewater.example\nharbor.example"), ("signal", "promotion")];
    let mut fields = base.to_vec();
    fields.extend([("live", "1"), ("every_minutes", "1,440"), ("webhook", url)]);
    let short = ada.submit("/lists", &fields).await;
    assert_eq!(short.status, 422, "{}", short.text);
    assert!(
        short.text.contains("monthly_budget") && short.text.contains("value=\"1,440\""),
        "{}",
        short.text
    );
    assert!(short.text.contains("<details open"), "what was typed stays in sight");
    fields.push(("monthly_budget", "100"));
    let made = ada.submit("/lists", &fields).await;
    assert!(made.text.contains("The list is made."), "{}", made.text);
    assert!(
        made.text.contains("as signals arrive, every 1,440 min, 0 of 100 cr this month"),
        "{}",
        made.text
    );

    let account = server.account("ada@client.example");
    let list = || server.store.watch_lists(&account, None, 10).unwrap().remove(0);
    let path = format!("/lists/watch/{}", list().id);
    assert_eq!(list().kinds, [records::SignalKind::Promotion]);
    let page = ada.get(&path).await;
    for part in
        ["harbor.example\ntidewater.example", "value=\"1440\"", "value=\"100\"", "value=\"1\" checked"]
    {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    assert!(page.text.contains(&format!("<option value=\"{url}\" selected")), "{}", page.text);

    let change = [
        ("name", "fewer accounts"),
        ("entries", "harbor.example"),
        ("signal", "funding"),
        ("signal", "company-change"),
        ("every_minutes", "60"),
        ("monthly_budget", "50"),
        ("webhook", url),
    ];
    let changed = ada.submit(&path, &change).await;
    assert!(changed.text.contains("The list is changed."), "{}", changed.text);
    assert!(changed.text.contains("every 60 min, 0 of 50 cr this month"), "{}", changed.text);
    let kinds = vec![records::SignalKind::Funding, records::SignalKind::CompanyChange];
    assert_eq!((list().name.as_str(), list().entries, list().kinds), ("fewer accounts", 1, kinds));
    let watching = server.store.watching(&account, &list().id).unwrap().unwrap();
    assert!(!watching.live && watching.every.is_some());

    let none = ada.submit(&path, &[("name", ""), ("entries", "quill.example"), ("webhook", url)]).await;
    assert_eq!(none.status, 422);
    assert!(none.text.contains("quill.example"), "what was typed is kept: {}", none.text);
    let off = [("name", "by hand"), ("entries", "harbor.example"), ("signal", "funding"), ("webhook", url)];
    let off = ada.submit(&path, &off).await;
    assert!(off.text.contains("The list is changed.") && !off.text.contains("this month"), "{}", off.text);

    let contacts =
        ada.submit("/lists", &[("name", "champions"), ("entries", "marta@tidewater.example")]).await;
    assert!(contacts.text.contains("The list is made.") && contacts.text.contains("contacts"));
    let bob = server.signed_in("bob@client.example").await;
    assert_eq!(bob.get(&path).await.status, 404, "another account's list");
    assert_eq!(bob.submit(&path, &off_fields()).await.status, 404);
}

fn off_fields() -> Vec<(&'static str, &'static str)> {
    vec![("name", "taken over"), ("entries", "harbor.example"), ("signal", "funding")]
}
