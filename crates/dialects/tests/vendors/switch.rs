//! Dialects are spoken where they are switched on.

use dialects::Dialect;
use serde_json::json;

use crate::support::{EMAIL, TestServer};

#[tokio::test]
async fn a_dialect_that_is_not_enabled_is_not_there() {
    let server = TestServer::speaking(vec![Dialect::Hunter], |_| {}).await;
    let caller = server.account(10).await;
    let there = caller.get(&format!("/dialect/hunter/v2/people/find?email={EMAIL}")).await;
    assert_eq!(there.status, 200, "{}", there.text);
    let missing = caller.get(&format!("/dialect/pdl/v5/person/enrich?email={EMAIL}")).await;
    assert_eq!((missing.status, missing.header("content-type")), (404, "application/problem+json"));
    let none = TestServer::speaking(Vec::new(), |_| {}).await;
    let caller = none.account(10).await;
    assert_eq!(caller.get("/dialect/hunter/v2/account").await.status, 404);
}

#[tokio::test]
async fn what_a_dialect_does_not_cover_is_refused_in_its_shape() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let pdl = caller.get("/dialect/pdl/v5/school/clean?name=x").await;
    assert_eq!((pdl.status, &pdl.json()["error"]["type"]), (404, &json!("not_found")));
    let method = caller.get("/dialect/apollo/api/v1/people/match").await;
    assert_eq!((method.status, &method.json()["error_code"]), (405, &json!("METHOD_NOT_ALLOWED")));
}
