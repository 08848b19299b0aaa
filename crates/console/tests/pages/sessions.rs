//! Sessions begin with a password and end in five ways.

use crate::support::{PASSWORD, TestServer};

async fn is_signed_in(browser: &crate::support::Browser) -> bool {
    browser.get("/account").await.status == 200
}

#[tokio::test]
async fn sign_up_leads_straight_to_a_first_answered_call() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let answer = browser.submit("/signup", &[("email", "ada@client.example"), ("password", PASSWORD)]).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/playground/enrich?first=1"));
    let page = browser.get(answer.header("location")).await;
    assert!(page.text.contains("Your account is open."));
    let sent = browser
        .submit(
            "/playground/enrich",
            &[
                ("mode", "live"),
                ("use", "form"),
                ("f.fullName", "Marta Quist"),
                ("f.company_domain", "tidewater.example"),
            ],
        )
        .await;
    assert_eq!(sent.status, 200);
    assert!(sent.text.contains("charged 1 cr") && sent.text.contains("Marta Quist"), "{}", sent.text);
    // The call is in the log, under the name of the pages, and the reads that drew pages are not.
    server.app.history_written().await;
    let log = browser.get("/log").await.text;
    assert_eq!(log.matches("/log/req_").count(), 1, "{log}");
    assert!(log.contains(">pages<"));
}

#[tokio::test]
async fn a_session_ends_when_idle_and_after_its_time_and_by_signing_out() {
    let server = TestServer::start().await;
    let (idle, used) =
        (server.signed_in("idle@client.example").await, server.signed_in("used@client.example").await);
    for _ in 0..11 {
        server.wait(65);
        assert!(is_signed_in(&used).await);
    }
    assert!(!is_signed_in(&idle).await, "72 hours without use are too many");
    server.wait(20);
    assert!(!is_signed_in(&used).await, "720 hours are the end, however much it is used");

    let out = server.signed_in("out@client.example").await;
    let stolen = server.browser();
    *stolen.cookies.lock().unwrap() = out.cookies.lock().unwrap().clone();
    assert!(is_signed_in(&stolen).await);
    assert_eq!(out.submit("/sign-out", &[]).await.status, 303);
    assert!(!is_signed_in(&stolen).await, "the token is of no use any more");
}

#[tokio::test]
async fn signing_out_everywhere_and_another_password_end_all_sessions() {
    let server = TestServer::start().await;
    let login = [("email", "ada@client.example"), ("password", PASSWORD)];
    let first = server.signed_in("ada@client.example").await;
    let other = server.browser();
    assert_eq!(other.submit("/login", &login).await.status, 303);
    assert_eq!(first.submit("/sign-out", &[("everywhere", "1")]).await.status, 303);
    assert!(!is_signed_in(&other).await);

    assert_eq!(first.submit("/login", &login).await.status, 303);
    assert_eq!(other.submit("/login", &login).await.status, 303);
    let wrong = first
        .submit(
            "/account/password",
            &[("old_password", "not mine"), ("new_password", "other words entirely")],
        )
        .await;
    assert_eq!(wrong.status, 401);
    let weak = first
        .submit("/account/password", &[("old_password", PASSWORD), ("new_password", "password123")])
        .await;
    assert_eq!(weak.status, 422);
    let set = first
        .submit("/account/password", &[("old_password", PASSWORD), ("new_password", "other words entirely")])
        .await;
    assert_eq!(set.status, 303, "{}", set.text);
    assert!(!is_signed_in(&first).await && !is_signed_in(&other).await);
    assert_eq!(first.submit("/login", &login).await.status, 401);
    let new = [("email", "ada@client.example"), ("password", "other words entirely")];
    assert_eq!(first.submit("/login", &new).await.status, 303);
}

#[tokio::test]
async fn no_page_tells_which_accounts_exist_and_no_error_repeats_a_password() {
    let server = TestServer::start().await;
    server.signed_in("ada@client.example").await;
    let mut told = Vec::new();
    for email in ["ada@client.example", "bob@client.example"] {
        let browser = server.browser();
        let page = browser.submit("/login", &[("email", email), ("password", "wrong horse battery")]).await;
        assert_eq!(page.status, 401);
        assert!(page.text.contains(email) && !page.text.contains("wrong horse battery"));
        let without_token = page.text.replace(&page.hidden("csrf").unwrap(), "").replace(email, "");
        told.push(without_token);
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let answer = browser.submit("/signup", &[("email", "ada@client.example"), ("password", PASSWORD)]).await;
    let cookies: Vec<_> =
        answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let session = cookies.iter().find(|cookie| cookie.starts_with("brimful_session=")).unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(session.contains(part), "{session}");
    }
    let token = session.split(['=', ';']).nth(1).unwrap();
    let stored = server.store.session(&[0; 32]).unwrap();
    assert!(stored.is_none() && token.len() >= 43);
}

#[tokio::test]
async fn keys_of_the_pages_are_not_listed_and_cannot_be_sent() {
    let server = TestServer::start().await;
    let browser = server.signed_in("ada@client.example").await;
    let keys = browser.get("/keys").await.text;
    assert_eq!(keys.matches("brimful_live_…").count(), 1, "the first key alone");
    let made = browser
        .submit("/keys", &[("name", "nightly"), ("scope", "read"), ("scope", "manage"), ("once", "once-1")])
        .await;
    let secret = made.text.split("brimful_live_").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let again = browser
        .submit("/keys", &[("name", "nightly"), ("scope", "read"), ("scope", "manage"), ("once", "once-1")])
        .await;
    assert!(again.text.contains(&secret), "a form that is sent twice acts once");
}
