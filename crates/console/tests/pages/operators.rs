//! What operators do on their pages: review, grant, refund.

use records::{Claim, Facts, PersonFacts};
use store::{ActOutcome, Scope};

use crate::support::{Browser, Page, START, TestServer, nearly_one};

/// What the audit log says of changes made over HTTP, newest first.
fn acts(server: &TestServer) -> Vec<(String, String, ActOutcome)> {
    let acts = server.store.operator_acts(None, 100).unwrap().into_iter();
    acts.map(|act| (act.action, act.subject.unwrap_or_default(), act.outcome)).collect()
}

/// Thousandths of credits that an account has.
fn balance(server: &TestServer, email: &str) -> i64 {
    server.store.account_by_email(email).unwrap().unwrap().balance.thousandths()
}

/// Makes a call that costs a credit; answers its request id.
async fn pay(browser: &Browser) -> String {
    let sent = browser
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    sent.text.split("/log/").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_decision_merges_two_records_and_is_in_the_audit_log() {
    let claims = (1..=3).flat_map(|number| nearly_one(number, "Director")).collect();
    let server = TestServer::with(claims).await;
    let operator = server.operator("op@client.example").await;
    let people = server.store.counts().unwrap().people;
    let page = operator.get("/operator/review").await;
    for part in ["Keep apart", "Merge into one", "Later", "Director", "would join them", "3 to decide"] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    assert!(!page.text.contains("Mill Lane") && !page.text.contains("TN21"), "addresses are shown nowhere");

    let shown = |page: &Page| (page.hidden("one").unwrap(), page.hidden("other").unwrap());
    let next = |page: &Page| {
        (page.hidden("next_one").unwrap_or_default(), page.hidden("next_other").unwrap_or_default())
    };
    let send = async |page: &Page, act: &str| {
        let ((one, other), (next_one, next_other)) = (shown(page), next(page));
        let once = page.hidden("once").unwrap();
        let fields = [
            ("do", act),
            ("one", one.as_str()),
            ("other", other.as_str()),
            ("next_one", next_one.as_str()),
            ("next_other", next_other.as_str()),
            ("once", once.as_str()),
        ];
        operator.submit("/operator/review", &fields).await
    };
    let later = send(&page, "later").await;
    assert_eq!(shown(&later), next(&page), "the next pair is shown");
    assert_eq!((acts(&server), server.store.doubts(None, 9).unwrap().len()), (Vec::new(), 3));

    let (one, other) = shown(&later);
    let merged = send(&later, "merge").await;
    assert_eq!(merged.status, 200, "{}", merged.text);
    assert!(merged.text.contains("one record now"));
    assert_eq!(shown(&merged), next(&later));
    assert_eq!(server.store.counts().unwrap().people, people - 1);
    assert_eq!(server.store.person_by_id(&other).unwrap().unwrap().person.id, one);

    let apart = send(&merged, "apart").await;
    assert!(apart.text.contains("stay two records"), "{}", apart.text);
    assert_eq!(shown(&apart), shown(&page), "after the last comes the first");
    let expected = [
        ("operator_keep_apart".to_owned(), format!("{} {}", shown(&merged).0, shown(&merged).1)),
        ("operator_merge".to_owned(), format!("{one} {other}")),
    ];
    let logged: Vec<(String, String)> =
        acts(&server).into_iter().map(|(action, on, _)| (action, on)).collect();
    assert_eq!(logged, expected);
    let log = operator.get("/operator/audit").await.text;
    assert!(log.contains(">Merge<") && log.contains(&other) && log.contains(">done<"), "{log}");

    // A decided pair can be looked at by its address, and takes no other decision.
    let decided = operator.get(&format!("/operator/review?one={one}&other={other}")).await;
    assert!(decided.text.contains("one record<") && decided.hidden("one").is_none(), "{}", decided.text);
}

#[tokio::test]
async fn a_measurement_is_started_on_its_page_and_drawn_there() {
    let row = |number: u32, source: &str| Claim {
        source: source.into(),
        reference: format!("{source}{number}"),
        observed_at: START.parse().unwrap(),
        facts: Facts::Person(Box::new(PersonFacts {
            first_name: Some("Anna".into()),
            last_name: Some(format!("Okafor{}", ["a", "b", "c", "d"][number as usize])),
            company_domain: Some("works.example".into()),
            network_url: Some(format!("https://network.example/in/anna-{number}")),
            ..PersonFacts::default()
        })),
    };
    let claims = (0..4).flat_map(|number| [row(number, "crm"), row(number, "network")]).collect();
    let server = TestServer::with(claims).await;
    let operator = server.operator("op@client.example").await;
    let empty = operator.get("/operator/calibration").await;
    assert!(empty.text.contains("Nothing was measured yet") && !empty.text.contains("<circle class=\"c1\""));
    let started = operator.submit("/operator/calibration", &[]).await;
    assert!(started.text.contains("The measurement has begun"), "{}", started.text);
    let mut page = operator.get("/operator/calibration").await.text;
    for _ in 0..400 {
        if page.contains("Measured ") && !page.contains("Measuring now") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        page = operator.get("/operator/calibration").await.text;
    }
    for part in
        ["<circle class=\"c1\"", "Calibration error", "Pairs compared", "Business mailboxes", "Measure again"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(acts(&server)[0].0, "operator_start_calibration");
}

#[tokio::test]
async fn a_grant_is_booked_once_and_shown_in_the_statement() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    server.signed_in("ada@client.example").await;
    let (account, before) = (server.account("ada@client.example"), balance(&server, "ada@client.example"));
    let path = format!("/operator/accounts/{account}");
    let found = operator.submit("/operator/accounts", &[("q", "ada@")]).await.text;
    assert!(found.contains(&path) && found.contains("1 account<"), "{found}");

    let fields = [("credits", "1,000.5"), ("reason", "for the launch"), ("once", "once-1")];
    for _ in 0..2 {
        let granted = operator.submit(&format!("{path}/grant"), &fields).await;
        assert_eq!(granted.status, 200, "{}", granted.text);
        assert!(granted.text.contains("Granted <b>1,000.5 cr</b>"), "{}", granted.text);
    }
    assert_eq!(balance(&server, "ada@client.example"), before + 1_000_500);
    let page = operator.get(&path).await.text;
    assert!(page.contains("for the launch") && page.contains("+1,000.5 cr"), "{page}");
    let taken = operator.submit(&format!("{path}/grant"), &[("credits", "-0.5"), ("once", "once-6")]).await;
    assert!(taken.text.contains("Withdrew <b>0.5 cr</b>"), "{}", taken.text);
    assert!(taken.text.contains("withdrawn by the operator"), "{}", taken.text);
    operator.submit(&format!("{path}/grant"), &[("credits", "0.5"), ("once", "once-7")]).await;

    let wrong = operator
        .submit(
            &format!("{path}/grant"),
            &[("credits", "many"), ("reason", "kept words"), ("once", "once-2")],
        )
        .await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text.contains("value=\"many\"") && wrong.text.contains("value=\"kept words\""));
    assert_eq!(balance(&server, "ada@client.example"), before + 1_000_500);
    let grants = acts(&server);
    let done = ("operator_grant".to_owned(), account.to_string(), ActOutcome::Done);
    assert!(grants.contains(&done), "{grants:?}");

    let planned = operator.submit(&format!("{path}/plan"), &[("plan", "pro"), ("once", "once-3")]).await;
    assert!(planned.text.contains("The plan is <b>pro</b>"), "{}", planned.text);
    let closed = operator.submit(&format!("{path}/close"), &[("once", "once-4")]).await;
    assert!(closed.text.contains("Reopen the account"), "{}", closed.text);
    let opened = operator.submit(&format!("{path}/reopen"), &[("once", "once-5")]).await;
    assert!(opened.text.contains("Close the account"), "{}", opened.text);
}

#[tokio::test]
async fn a_refund_gives_back_a_charge_once() {
    let server = TestServer::start().await;
    let (ada, operator) =
        (server.signed_in("ada@client.example").await, server.operator("op@client.example").await);
    let before = balance(&server, "ada@client.example");
    let request = pay(&ada).await;
    assert_eq!(balance(&server, "ada@client.example"), before - 1_000);
    let path = format!("/operator/accounts/{}", server.account("ada@client.example"));
    let refund = format!("{path}/refund?request={request}");
    assert!(operator.get(&path).await.text.contains(&refund), "the statement leads there");
    let page = operator.get(&refund).await;
    assert!(page.text.contains("−1 cr"), "what was charged: {}", page.text);
    let once = page.hidden("once").unwrap();
    let fields = [("request", request.as_str()), ("reason", "out of date"), ("once", once.as_str())];
    let done = operator.submit(&format!("{path}/refund"), &fields).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert!(done.text.contains("Refunded <b>1 cr</b>"), "{}", done.text);
    assert_eq!(balance(&server, "ada@client.example"), before);
    let again = operator
        .submit(&format!("{path}/refund"), &[("request", request.as_str()), ("once", "another")])
        .await;
    assert!(again.status >= 400 && again.text.contains("refund_refused"), "{}", again.text);
    assert_eq!(balance(&server, "ada@client.example"), before);
    let refunds: Vec<ActOutcome> = acts(&server)
        .into_iter()
        .filter(|(action, ..)| action == "operator_refund")
        .map(|(_, _, outcome)| outcome)
        .collect();
    assert_eq!(refunds, [ActOutcome::Refused, ActOutcome::Done]);
}

#[tokio::test]
async fn a_privacy_request_is_decided_and_the_list_says_why() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    for value in ["one@nowhere.example", "two@nowhere.example"] {
        operator.submit("/privacy", &[("kind", "email"), ("value", value)]).await;
    }
    let page = operator.get("/operator/requests").await.text;
    assert!(page.contains("one@nowhere.example") && page.contains("two@nowhere.example"), "{page}");
    let ids: Vec<String> =
        server.store.privacy_requests(None, None, 9).unwrap().into_iter().map(|asked| asked.id).collect();
    let erased = operator.submit(&format!("/operator/requests/{}/approve", ids[0]), &[]).await;
    assert!(erased.text.contains("Erased and kept out."), "{}", erased.text);
    let refused = operator.submit(&format!("/operator/requests/{}/refuse", ids[1]), &[]).await;
    assert!(refused.text.contains("No such request"), "none is open: {}", refused.text);
    let list = operator.get("/operator/suppressions").await.text;
    assert!(list.contains(&format!("asked for in {}", ids[0])), "{list}");
    let entry = server.store.suppressions(None, 9).unwrap().remove(0).id;
    let removed = operator.submit(&format!("/operator/suppressions/{entry}/remove"), &[]).await;
    assert!(removed.text.contains("off the list"), "{}", removed.text);
    assert_eq!(server.store.suppressions(None, 9).unwrap().len(), 0);
}

#[tokio::test]
async fn the_pages_of_an_operator_make_no_key_for_operators() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    let call = |raw: &'static str| vec![("mode", "live"), ("use", "raw"), ("raw", raw)];
    operator.submit("/playground/create_key", &call("{\"name\":\"all that I have\"}")).await;
    operator
        .submit("/playground/create_key", &call("{\"name\":\"asked for\",\"scopes\":[\"operate\"]}"))
        .await;
    let keys = server.store.keys(&server.account("op@client.example")).unwrap();
    assert!(keys.iter().any(|key| key.name == "all that I have"));
    let operating: Vec<bool> =
        keys.iter().filter(|key| key.scopes.has(Scope::Operate)).map(|key| key.for_pages).collect();
    assert_eq!(operating, [true], "the key of the pages alone");
}

#[tokio::test]
async fn a_trial_has_the_same_plan_on_every_page() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    let ada = server.signed_in("ada@client.example").await;
    let path = format!("/operator/accounts/{}", server.account("ada@client.example"));
    assert!(ada.get("/account").await.text.contains("indie, trial ends"));
    let found = operator.submit("/operator/accounts", &[("q", "ada@")]).await.text;
    assert!(found.contains(">indie<small>trial</small>"), "{found}");
    let page = operator.get(&path).await.text;
    assert!(page.contains("<dd>Indie</dd>") && page.contains(", then free"), "{page}");
    server.wait(8 * 24);
    let operator = server.operator("late@client.example").await;
    let found = operator.submit("/operator/accounts", &[("q", "ada@")]).await.text;
    assert!(found.contains(">free</td>") && found.contains(">trial over</span>"), "{found}");
}
