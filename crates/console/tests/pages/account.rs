//! What an account sees of its credits and calls: overview, statement, and one request.

use jiff::SignedDuration;
use store::{CacheUse, Credits, Settled, Settlement, UpstreamCall};

use crate::support::{Browser, Page, TestServer};

const ADA: &str = "ada@client.example";

/// A call of an account that was answered, not yet settled.
fn call(server: &TestServer, request: &str, thousandths: i64, resolved: u64) -> Settlement {
    let account_id = server.account(ADA);
    let key_id = server.store.keys(&account_id).unwrap()[0].id.clone();
    Settlement {
        request_id: request.into(),
        account_id,
        key_id,
        at: server.clock.now(),
        endpoint: "enrich",
        status: 200,
        credits: Credits::from_thousandths(thousandths),
        once: None,
        latency_us: 100_000,
        cache: Some(if resolved > 0 { CacheUse::Hit } else { CacheUse::Miss }),
        resolved,
        people: Vec::new(),
        detail: Default::default(),
        upstream: Vec::new(),
        effects: Vec::new(),
        reply: None,
        lock: None,
        keeps_answer: false,
        answer: store::SettledAnswer::Bytes(Vec::new()),
        render: Box::new(|answer, _| answer),
    }
}

async fn settle(server: &TestServer, settlement: Settlement) {
    let settled = server.store.settle(settlement).await.unwrap();
    assert!(matches!(settled, Settled::Done { .. }));
}

/// Where a page leads for older rows.
fn older(page: &Page) -> Option<String> {
    let (before, _) = page.text.split_once("<span>Older</span>")?;
    Some(before.rsplit("href=\"").next()?.split('"').next()?.to_owned())
}

async fn enrich(browser: &Browser, name: &str) {
    let fields = [("mode", "live"), ("f.fullName", name), ("f.company_domain", "tidewater.example")];
    assert_eq!(browser.submit("/playground/enrich", &fields).await.status, 200);
}

#[tokio::test]
async fn the_overview_has_the_hit_rate_as_a_figure_and_for_each_endpoint() {
    let server = TestServer::start().await;
    let ada = server.signed_in(ADA).await;
    let none = ada.get("/").await.text;
    assert!(none.contains("<dt>Hit rate</dt><dd>–</dd>"), "{none}");
    enrich(&ada, "Marta Quist").await;
    for nobody in ["Nobody Atall", "Noone Whatever", "Nil Nemo"] {
        enrich(&ada, nobody).await;
    }
    // Neither a price nor a free call looks anything up.
    let price = "{\"fullName\":\"Marta Quist\",\"company_domain\":\"tidewater.example\",\"preview\":true}";
    ada.submit("/playground/enrich", &[("mode", "live"), ("use", "raw"), ("raw", price)]).await;
    ada.submit("/lists", &[("name", "a"), ("entries", "tidewater.example")]).await;
    let page = ada.get("/").await.text;
    assert!(page.contains("<dt>Hit rate</dt><dd>25 %</dd>"), "{page}");
    assert!(page.contains("1 of 4 look-ups found something"), "{page}");
    let row = page.split("/log?endpoint=enrich\"").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(row.contains("data-l=\"Hit rate\">25 %</td>"), "{row}");
    let row = page.split("/log?endpoint=create_watch_list\"").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(row.contains("data-l=\"Hit rate\">–</td>"), "{row}");
}

#[tokio::test]
async fn the_chart_of_days_has_every_charge_however_many_there_are() {
    let server = TestServer::start().await;
    let ada = server.signed_in(ADA).await;
    for day in (0..3).rev() {
        let at = server.clock.now() - SignedDuration::from_hours(24 * day);
        let settlements = (0..800).map(|number| {
            let request = format!("req_{day}x{number}");
            settle(&server, Settlement { at, ..call(&server, &request, 10, 1) })
        });
        futures_util::future::join_all(settlements).await;
    }
    let page = ada.get("/?days=7").await.text;
    for day in ["2 Mar", "3 Mar", "4 Mar"] {
        assert!(page.contains(&format!("<title>{day} · enrich · 8 cr</title>")), "{day}: {page}");
    }
    assert!(page.contains("in 7 days: 24 in all"), "{page}");
}

#[tokio::test]
async fn the_statement_has_every_movement_with_the_balance_after_it_in_pages() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.signed_in(ADA).await, server.signed_in("bob@client.example").await);
    assert!(ada.get("/account").await.text.contains("href=\"/account/statement\""));
    for number in 0..60 {
        settle(&server, call(&server, &format!("req_{number}"), 100, 1)).await;
    }
    let refund = store::Refund {
        request_id: "req_59".into(),
        credits: None,
        reason: "out of date".into(),
        reference: Some("ticket-7".into()),
        account: None,
    };
    server.store.refund(refund, server.clock.now()).await.unwrap();
    let first = ada.get("/account/statement").await;
    assert_eq!(first.status, 200);
    let balance = server.store.balance(&server.account(ADA)).unwrap();
    assert!(first.text.contains(&format!("The balance is {balance} cr")), "{}", first.text);
    for part in [
        ">refund</span>",
        "out of date",
        "ticket-7",
        "refunds req_59",
        ">4 Mar 2026 12:00:00</time>",
        "href=\"/log/req_59\"",
        "−0.1 cr",
    ] {
        assert!(first.text.contains(part), "{part}: {}", first.text);
    }
    assert!(first.text.contains(&format!("data-l=\"Balance after\">{balance} cr<")), "{}", first.text);
    assert!(!first.text.contains("req_5<") && !first.text.contains(">grant</span>"), "{}", first.text);
    let second = ada.get(&older(&first).unwrap()).await;
    assert_eq!(second.status, 200, "{}", second.text);
    assert!(second.text.contains("req_5<") && second.text.contains(">grant</span>"), "{}", second.text);
    assert!(second.text.contains("href=\"/account/statement\">Newest<") && older(&second).is_none());

    let others = bob.get("/account/statement").await.text;
    assert!(others.contains(">grant</span>") && !others.contains("req_"), "{others}");
    let foreign = bob.get(&older(&first).unwrap()).await;
    assert!(!foreign.text.contains("req_1<"), "a cursor of another account shows nothing of it");

    let operator = server.operator("op@client.example").await;
    let path = format!("/operator/accounts/{}", server.account(ADA));
    let first = operator.get(&path).await;
    assert!(first.text.contains("refund?request=req_58") && first.text.contains("Balance after"));
    let second = operator.get(&older(&first).unwrap()).await;
    assert!(second.text.contains("refund?request=req_5\""), "{}", second.text);
}

#[tokio::test]
async fn the_time_line_of_a_request_shows_sources_when_they_were_asked() {
    let server = TestServer::start().await;
    let ada = server.signed_in(ADA).await;
    let asked = |provider: &str, started_ms: Option<u64>, latency_ms: u64, outcome: &str| UpstreamCall {
        provider: provider.into(),
        fact: "mobile".into(),
        outcome: outcome.into(),
        started_ms,
        latency_ms,
        cost_micros: 0,
    };
    let upstream = vec![asked("slow", Some(10), 70, "overtaken"), asked("fast", Some(50), 30, "hit")];
    settle(&server, Settlement { upstream, ..call(&server, "req_both", 100, 1) }).await;
    let page = ada.get("/log/req_both").await.text;
    // Of 100 ms: the own work until 10, both sources side by side until 80, and the answer.
    let bars: Vec<(&str, &str)> = page
        .split("<rect class=\"c")
        .skip(1)
        .filter(|rest| rest.contains("rx=\"3\""))
        .map(|rest| {
            let value =
                |name: &str| rest.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap();
            (value("x"), value("width"))
        })
        .collect();
    assert_eq!(
        bars[..4],
        [("0.00%", "10.00%"), ("10.00%", "70.00%"), ("50.00%", "30.00%"), ("80.00%", "20.00%")]
    );
    assert!(page.contains("overtaken") && page.contains("found mobile"), "{page}");
    assert!(!page.contains("was not recorded"), "{page}");

    let upstream = vec![asked("one", None, 30, "miss"), asked("two", None, 50, "hit")];
    settle(&server, Settlement { upstream, ..call(&server, "req_old", 100, 1) }).await;
    let page = ada.get("/log/req_old").await.text;
    assert!(page.contains("was not recorded; they are drawn one after the other"), "{page}");
    assert!(
        page.contains("x=\"20.00%\" width=\"30.00%\"") && page.contains("x=\"50.00%\" width=\"50.00%\""),
        "{page}"
    );
}

#[tokio::test]
async fn long_lists_are_read_in_pages() {
    let server = TestServer::start().await;
    let ada = server.signed_in(ADA).await;
    server.store.set_plan(&server.account(ADA), store::Plan::Scale).await.unwrap();
    for number in 0..51 {
        ada.submit("/lists", &[("name", &format!("list {number}.")), ("entries", "tidewater.example")]).await;
        let search = format!("search {number}.");
        let fields =
            [("icp_name", search.as_str()), ("target", "people"), ("filters", "{\"titles\":[\"Engineer\"]}")];
        ada.submit("/lists/icps", &fields).await;
        server.wait_minutes(1);
    }
    let page = ada.get("/lists").await;
    assert!(page.text.contains(">list 50.<") && !page.text.contains(">list 0.<"), "{}", page.text);
    assert!(page.text.contains(">search 50.<") && !page.text.contains(">search 0.<"));
    let second = ada.get(&older(&page).unwrap()).await;
    assert!(
        second.text.contains(">list 0.<") && second.text.contains("href=\"/lists\">Newest<"),
        "{}",
        second.text
    );

    for number in 0..21 {
        let once = format!("once-{number}");
        let fields = [
            ("kind", "bulk_enrich"),
            ("csv", "email\nnobody@tidewater.example"),
            ("columns", "1"),
            ("col-0", "email"),
            ("do", "start"),
            ("once", once.as_str()),
        ];
        assert_eq!(ada.submit("/bulk", &fields).await.status, 303);
        server.wait_minutes(1);
    }
    let jobs = |page: &Page| page.text.matches("href=\"/bulk/").count();
    let page = ada.get("/bulk").await;
    assert_eq!(jobs(&page), 20, "{}", page.text);
    assert_eq!(jobs(&ada.get(&older(&page).unwrap()).await), 1);
}
