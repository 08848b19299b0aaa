//! Paths and methods that are not there.

use reqwest::Method;
use store::Plan;

use crate::support::TestServer;

#[tokio::test]
async fn a_misspelt_path_is_answered_with_the_one_that_was_meant() {
    let server = TestServer::start().await;
    for (path, meant) in [
        ("/v1/enrichh", "/v1/enrich"),
        ("/v1/reverse_email", "/v1/reverse-email"),
        ("/v1/Companies", "/v1/companies"),
        ("/v1/sandbox/enrch", "/v1/sandbox/enrich"),
    ] {
        let problem = server.anyone().get(path).await.problem(404, "not_found");
        assert_eq!(problem["detail"], format!("There is no such path. Did you mean {meant}?"));
    }
}

#[tokio::test]
async fn a_path_like_no_other_leads_to_the_list_of_all() {
    let server = TestServer::start().await;
    let problem = server.anyone().get("/wp-login.php").await.problem(404, "not_found");
    assert_eq!(problem["detail"], "There is no such path. See /openapi.json for every path.");
}

#[tokio::test]
async fn what_is_not_built_is_not_there() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 10).await;
    for path in ["/v1/verify-email-nope", "/v2/enrich", "/v1", "/v1/enrich/"] {
        account.post(path, serde_json::json!({})).await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn another_method_is_answered_with_those_that_are_taken() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for (method, path, allowed) in [
        (Method::GET, "/v1/enrich", vec!["POST"]),
        (Method::PUT, "/v1/me", vec!["GET", "HEAD"]),
        (Method::PATCH, "/v1/me/keys", vec!["GET", "HEAD", "POST"]),
        (Method::GET, "/v1/me/keys/some", vec!["DELETE", "PATCH"]),
        (Method::DELETE, "/v1/sandbox/enrich", vec!["POST"]),
    ] {
        let answer = account.send(method, path, |request| request).await;
        answer.problem(405, "method_not_allowed");
        let mut said: Vec<_> = answer.header("allow").split(',').map(str::trim).collect();
        said.sort_unstable();
        assert_eq!(said, allowed, "{path}");
    }
}

#[tokio::test]
async fn a_path_that_is_no_text_is_not_found() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    account.delete("/v1/me/keys/%FF%FE").await.problem(404, "not_found");
    account.delete("/v1/me/keys/a%00b").await.problem(422, "invalid_request");
}
