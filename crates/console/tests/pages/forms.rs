//! Every form: without its token, with a forged one, with another account's, and without a session, nothing happens.

use crate::pages::{OWN, PUBLIC, of_operators};
use crate::support::{PASSWORD, TestServer, nearly_one};

/// Every path that takes a form, with fields that would have an effect.
const FORMS: &[(&str, &[(&str, &str)])] = &[
    ("/login", &[("email", "ada@client.example"), ("password", PASSWORD)]),
    ("/signup", &[("email", "eve@client.example"), ("password", PASSWORD)]),
    ("/sign-out", &[("everywhere", "1")]),
    ("/account/password", &[("old_password", PASSWORD), ("new_password", "other words entirely")]),
    ("/theme", &[("next", "/")]),
    ("/jump", &[("q", "keys")]),
    ("/privacy", &[("kind", "email"), ("value", "ada@client.example")]),
    (
        "/playground/enrich",
        &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
    ),
    ("/log", &[]),
    ("/log/export", &[]),
    ("/log/req_none", &[]),
    ("/keys", &[("name", "forged"), ("scope", "read")]),
    ("/keys/key_none/cap", &[("cap", "1")]),
    ("/keys/key_none/rotate", &[]),
    ("/keys/key_none/revoke", &[]),
    ("/webhooks", &[("url", "https://forged.example/")]),
    ("/webhooks/wh_none/test", &[]),
    ("/webhooks/wh_none/events", &[("choice", "some"), ("event", "bulk.failed")]),
    ("/webhooks/deliveries/dlv_none/redeliver", &[]),
    ("/search", &[]),
    ("/search/reveal", &[("for", "people"), ("filters", "{}")]),
    ("/people/per_none", &[("ask", "enrich")]),
    ("/companies/tidewater.example", &[("ask", "record")]),
    ("/signals", &[("kind", "funding")]),
    ("/lists", &[("name", "forged"), ("entries", "tidewater.example")]),
    ("/lists/icps", &[("icp_name", "forged"), ("target", "people"), ("filters", "{}")]),
    ("/lists/watch/demo", &[("name", "forged"), ("entries", "tidewater.example")]),
    ("/lists/watch/demo/run", &[]),
    (
        "/bulk",
        &[
            ("kind", "bulk_enrich"),
            ("csv", "email\na@b.example"),
            ("columns", "1"),
            ("col-0", "email"),
            ("do", "start"),
        ],
    ),
    ("/bulk/job_none/cancel", &[]),
];

/// Every path that takes a form of an operator.
const OPERATORS: &[(&str, &[(&str, &str)])] = &[
    ("/operator/review", &[("do", "merge"), ("one", "per_one"), ("other", "per_other")]),
    ("/operator/review", &[("do", "apart"), ("one", "per_one"), ("other", "per_other")]),
    ("/operator/accounts", &[("q", "client")]),
    ("/operator/accounts/acc_none/grant", &[("credits", "500"), ("reference", "forged")]),
    ("/operator/accounts/acc_none/plan", &[("plan", "scale")]),
    ("/operator/accounts/acc_none/close", &[]),
    ("/operator/accounts/acc_none/reopen", &[]),
    ("/operator/accounts/acc_none/refund", &[("request", "req_none"), ("reference", "forged")]),
    ("/operator/waterfall/mobile/choose", &[("vendor-0", "forged"), ("place-0", "1")]),
    ("/operator/waterfall/mobile/reset", &[]),
    ("/operator/calibration", &[]),
    ("/operator/requests", &[("status", "open")]),
    ("/operator/requests/prq_none/approve", &[]),
    ("/operator/requests/prq_none/refuse", &[]),
    ("/operator/suppressions", &[("kind", "email"), ("value", "ada@client.example")]),
    ("/operator/suppressions/older", &[]),
    ("/operator/suppressions/sup_none/remove", &[]),
    ("/operator/imports", &[("subject", "people")]),
    ("/operator/imports/imp_none/start", &[("subject", "people"), ("source", "forged")]),
    ("/operator/imports/imp_none/remove", &[]),
    ("/operator/audit", &[]),
];

/// What calls have left behind.
pub fn traces(server: &TestServer) -> (usize, Vec<String>, usize, [usize; 4]) {
    let accounts = server.store.accounts().unwrap();
    let of = |account: &store::Account| {
        let (keys, lists) = (
            server.store.keys(&account.id).unwrap().len(),
            server.store.watch_lists(&account.id, None, 100).unwrap().len(),
        );
        let (icps, jobs) = (
            server.store.saved_icps(&account.id, None, 100).unwrap().len(),
            server.store.bulk_jobs(&account.id, None, 100).unwrap().len(),
        );
        let terms = format!("{} {:?} {:?}", account.plan, account.trial_ends_at, account.closed_at);
        format!("{} {} {terms} {keys} {lists} {icps} {jobs}", account.email, account.balance)
    };
    let work = [
        server.store.doubts(None, 100).unwrap().len(),
        server.store.privacy_requests(None, None, 100).unwrap().len(),
        server.store.suppressions(None, 100).unwrap().len(),
        server.store.operator_acts(None, 100).unwrap().len(),
    ];
    (
        accounts.len(),
        accounts.iter().map(of).collect(),
        server.store.movements(&accounts[0].id).unwrap().len(),
        work,
    )
}

#[tokio::test]
async fn a_form_without_its_own_token_does_nothing() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let bob = server.signed_in("bob@client.example").await;
    let foreign = bob.token().await;
    let before = traces(&server);
    for (path, fields) in FORMS.iter().chain(OPERATORS) {
        for token in [None, Some(""), Some("0".repeat(64).as_str()), Some(foreign.as_str())] {
            let mut all: Vec<(&str, &str)> = token.map(|token| ("csrf", token)).into_iter().collect();
            all.extend(*fields);
            let answer = ada.post(path, &all).await;
            assert_eq!(answer.status, 403, "{path} with {token:?}");
        }
        let stranger = server.browser();
        assert_eq!(stranger.post(path, fields).await.status, 403, "{path} from a browser without cookies");
    }
    assert_eq!(traces(&server), before);
    assert_eq!(ada.get("/account").await.status, 200, "still signed in");
}

#[tokio::test]
async fn a_compressed_form_is_refused_for_that() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    for (path, _) in FORMS.iter().chain(OPERATORS) {
        for media in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            let refused = operator.post_encoded(path, media).await;
            assert_eq!(refused.status, 415, "{path} {media}: {}", refused.text);
            assert!(refused.text.contains("Content-Encoding"), "{path}: {}", refused.text);
        }
    }
}

#[tokio::test]
async fn a_form_of_an_account_needs_a_session() {
    let server = TestServer::start().await;
    server.signed_in("ada@client.example").await;
    let before = traces(&server);
    let open = [
        "/login",
        "/signup",
        "/theme",
        "/jump",
        "/privacy",
        "/playground/enrich",
        "/signals",
        "/sign-out",
        "/account/password",
    ];
    for (path, fields) in FORMS.iter().chain(OPERATORS).filter(|(path, _)| !open.contains(path)) {
        let answer = server.browser().submit(path, fields).await;
        let is_refused = answer.status == 303 && answer.header("location").starts_with("/login");
        assert!(is_refused, "{path}: {}", answer.status);
    }
    assert_eq!(traces(&server), before);
}

#[tokio::test]
async fn a_form_of_operators_is_not_there_for_a_customer() {
    let server = TestServer::with(nearly_one(1, "Director")).await;
    let (ada, operator) =
        (server.signed_in("ada@client.example").await, server.operator("op@client.example").await);
    // Ids that are there, so that each form would have an effect.
    let paid = ada
        .submit(
            "/playground/enrich",
            &[("mode", "live"), ("f.fullName", "Marta Quist"), ("f.company_domain", "tidewater.example")],
        )
        .await;
    let request = paid.text.split("/log/").nth(1).unwrap().split('"').next().unwrap();
    ada.submit("/privacy", &[("kind", "email"), ("value", "in@nowhere.example")]).await;
    operator.submit("/operator/suppressions", &[("kind", "email"), ("value", "out@nowhere.example")]).await;
    let (asked, kept_out, pair) = (
        server.store.privacy_requests(None, None, 1).unwrap().remove(0).id,
        server.store.suppressions(None, 1).unwrap().remove(0).id,
        server.store.doubts(None, 1).unwrap().remove(0),
    );
    let account = server.account("ada@client.example");
    let ids = [
        ("acc_none", account.as_str()),
        ("req_none", request),
        ("prq_none", asked.as_str()),
        ("sup_none", kept_out.as_str()),
        ("per_one", pair.one.0.as_str()),
        ("per_other", pair.other.0.as_str()),
    ];
    let real = |text: &str| ids.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, id));
    let before = traces(&server);
    let nowhere = ada.get("/no/such/page").await.text;
    for (path, fields) in OPERATORS {
        let fields: Vec<(&str, String)> = fields.iter().map(|(name, value)| (*name, real(value))).collect();
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = ada.submit(&real(path), &fields).await;
        assert_eq!((answer.status, answer.text == nowhere), (404, true), "{path}: {}", answer.text);
    }
    assert_eq!(traces(&server), before);
}

#[tokio::test]
async fn every_form_that_a_page_shows_is_among_those_tried() {
    let server = TestServer::with(nearly_one(1, "Director")).await;
    let owner = server.operator("ada@client.example").await;
    owner.submit("/privacy", &[("kind", "email"), ("value", "in@nowhere.example")]).await;
    owner.submit("/operator/suppressions", &[("kind", "email"), ("value", "out@nowhere.example")]).await;
    let shape = |path: &str| -> Vec<String> {
        let parts = path.split('/').skip(1).map(str::to_owned);
        parts
            .enumerate()
            .map(|(place, part)| {
                if place > 0
                    && (part.contains('_') || part.contains('.') || part == "demo" || part == "enrich")
                {
                    "*".to_owned()
                } else {
                    part
                }
            })
            .collect()
    };
    let known: Vec<Vec<String>> = FORMS.iter().chain(OPERATORS).map(|(path, _)| shape(path)).collect();
    let operators = of_operators(&server, "ada@client.example");
    for path in PUBLIC.into_iter().chain(OWN).chain(operators.iter().map(String::as_str)) {
        for form in owner.get(path).await.text.split("<form").skip(1) {
            // The search of the documentation only reads.
            if form.starts_with(" class=\"find\" method=\"get\"") {
                continue;
            }
            let action = form.split("action=\"").nth(1).unwrap().split('"').next().unwrap();
            assert!(known.contains(&shape(action)), "{path} shows a form for {action}");
        }
    }
}

#[tokio::test]
async fn a_way_back_leads_nowhere_else() {
    let server = TestServer::start().await;
    server.signed_in("ada@client.example").await;
    for next in ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"] {
        let browser = server.browser();
        let answer = browser
            .submit("/login", &[("email", "ada@client.example"), ("password", PASSWORD), ("next", next)])
            .await;
        assert_eq!((answer.status, answer.header("location")), (303, "/"), "{next}");
        let answer = browser.submit("/theme", &[("next", next)]).await;
        assert_eq!(answer.header("location"), "/", "{next}");
    }
}
