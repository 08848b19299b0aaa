//! The few pages a person opens.

use server::{CATALOGUE, SignupMode};

use crate::{openapi::PROMISED_CODES, support::TestServer};

#[tokio::test]
async fn every_page_comes_from_this_server_alone() {
    let server = TestServer::start().await;
    for path in ["/", "/signup", "/privacy", "/problems"] {
        let page = server.anyone().get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert!(page.header("content-security-policy").starts_with("default-src 'self'"), "{path}");
        assert!(page.header("x-request-id").starts_with("req_"), "{path}");
        let text = page.text();
        for asking in ["src=\"http", "href=\"http", "action=\"http", "src=\"//", "href=\"//", "url("] {
            assert!(!text.contains(asking), "{path} asks someone else");
        }
        for asset in ["/assets/style.css", "/assets/try.js"] {
            assert!(text.contains(asset), "{path} {asset}");
            assert_eq!(server.anyone().get(asset).await.status, 200, "{asset}");
        }
    }
}

#[tokio::test]
async fn every_endpoint_has_its_line_on_the_first_page() {
    let server = TestServer::start().await;
    let page = server.anyone().get("/").await.text();
    for entry in CATALOGUE {
        assert!(page.contains(entry.spec.path), "{}", entry.spec.id);
    }
}

#[tokio::test]
async fn every_problem_links_to_what_it_means() {
    let server = TestServer::start().await;
    let page = server.anyone().get("/problems").await.text();
    for code in PROMISED_CODES {
        assert!(page.contains(&format!("id=\"{code}\"")), "{code}");
    }
}

#[tokio::test]
async fn the_sign_up_page_asks_for_a_code_only_where_one_is_needed() {
    for (mode, form, code) in [
        (SignupMode::Open, true, false),
        (SignupMode::Invite, true, true),
        (SignupMode::Closed, false, false),
    ] {
        let server = TestServer::with(|setup| setup.settings.signup.mode = mode).await;
        let page = server.anyone().get("/signup").await.text();
        assert_eq!(page.contains("name=\"password\""), form, "{mode:?}");
        assert_eq!(page.contains("name=\"invite_code\""), code, "{mode:?}");
    }
}
