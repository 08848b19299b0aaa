//! Calls to any entry of the catalogue, made from its example.

use reqwest::Method as Verb;
use serde_json::{Value, json};
use server::{CATALOGUE, Entry, Method, Sample};

use super::{Answer, Client};

/// The HTTP method of an entry.
pub fn verb(entry: &Entry) -> Verb {
    match entry.spec.method {
        Method::Get => Verb::GET,
        Method::Post => Verb::POST,
        Method::Patch => Verb::PATCH,
        Method::Delete => Verb::DELETE,
    }
}

/// Sends an example to a path: in the body, or in the query of a method that has none.
pub async fn call(client: &Client, entry: &Entry, path: &str, mut example: Value) -> Answer {
    for part in
        ["id", "request_id"].into_iter().filter(|part| entry.spec.path.contains(&format!("{{{part}}}")))
    {
        example.as_object_mut().unwrap().shift_remove(part);
    }
    if entry.spec.method.has_body() {
        let finish = |request: reqwest::RequestBuilder| request.json(&example);
        return client.send(verb(entry), path, finish).await;
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let members = example.as_object().unwrap();
    let query: Vec<String> = members.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
    client.send(verb(entry), &format!("{path}?{}", query.join("&")), |request| request).await
}

/// An entry's path; where it names something by id, the caller makes such a thing first.
pub async fn own_path(client: &Client, entry: &Entry, sample: &Sample) -> String {
    if entry.spec.path.contains("{request_id}") {
        let charged = client.post("/v1/reverse-email", json!({ "email": sample.email })).await;
        charged.ok();
        return entry.spec.path.replace("{request_id}", charged.header("x-request-id"));
    }
    let Some((collection, _)) = entry.spec.path.split_once("/{id}") else { return entry.spec.path.into() };
    if collection == "/v1/operator/accounts" {
        return entry.spec.path.replace("{id}", &an_account(client, entry.spec.id).await);
    }
    if collection == "/v1/me/webhooks/deliveries" {
        return entry.spec.path.replace("{id}", &own_delivery(client).await);
    }
    // A job is made by submitting one, not at the collection.
    let collection = if collection == "/v1/bulk" { "/v1/bulk/enrich" } else { collection };
    let makes = |one: &&Entry| one.spec.path == collection && one.spec.method == Method::Post;
    let maker = CATALOGUE.iter().find(makes).unwrap();
    let made = client.post(collection, (maker.example)(sample)).await.ok();
    let id = made["id"].as_str().or_else(|| made["details"]["id"].as_str()).unwrap();
    entry.spec.path.replace("{id}", id)
}

/// The id of an account that an operator may do this to: the caller's own, unless that would shut the caller out.
async fn an_account(client: &Client, endpoint: &str) -> String {
    if !endpoint.contains("close") && !endpoint.contains("reopen") {
        return client.get("/v1/me").await.ok()["account_id"].as_str().unwrap().to_owned();
    }
    let body = json!({ "email": format!("{endpoint}@client.example"), "password": "a long Passphrase 4711" });
    let made = client.post("/v1/signup", body).await.ok();
    made["account_id"].as_str().unwrap().to_owned()
}

/// An entry's example; where it names a request that was charged, the caller makes one first.
pub async fn own_example(client: &Client, entry: &Entry, sample: &Sample) -> Value {
    let mut example = (entry.example)(sample);
    if entry.spec.id == "operator_refund" {
        let enrich = CATALOGUE.iter().find(|one| one.spec.id == "enrich").unwrap();
        let charged = client.post(enrich.spec.path, (enrich.example)(sample)).await;
        example["request_id"] = charged.header("x-request-id").into();
    }
    if entry.spec.path.starts_with("/v1/operator/review/") {
        decide_own(client, entry.spec.id, &mut example).await;
    }
    example
}

/// Puts records that are there into the example of a decision; each decision has its own, so that none undoes another.
async fn decide_own(client: &Client, endpoint: &str, example: &mut Value) {
    let search = json!({ "filters": {}, "sort": "name", "limit": 6 });
    let found = client.post("/v1/search/people", search).await.ok();
    let id = |place: usize| found["results"][place]["id"].clone();
    let first = match endpoint {
        "operator_merge" => 0,
        "operator_split" => 2,
        _ => 4,
    };
    if endpoint != "operator_split" {
        (example["one"], example["other"]) = (id(first), id(first + 1));
        return;
    }
    let pair = json!({ "one": id(first), "other": id(first + 1) });
    client.post("/v1/operator/review/merge", pair.clone()).await.ok();
    let text = |member: &str| pair[member].as_str().unwrap().to_owned();
    let explain = format!("/v1/operator/review/explain?one={}&other={}", text("one"), text("other"));
    let rows = client.get(&explain).await.ok()["one"]["rows"].clone();
    (example["id"], example["rows"]) = (id(first), json!([rows[0]]));
}

/// The id of an event sent to a webhook of the caller whose receiver does not answer.
async fn own_delivery(client: &Client) -> String {
    let webhook = client.post("/v1/me/webhooks", json!({ "url": "http://127.0.0.1:65535/" })).await.ok();
    client.post(&format!("/v1/me/webhooks/{}/test", webhook["id"].as_str().unwrap()), json!({})).await.ok();
    let deliveries = client.get("/v1/me/webhooks/deliveries").await.ok();
    deliveries["results"][0]["id"].as_str().unwrap().to_owned()
}

/// The path of an entry's twin; where it names something by id, the one the example names.
pub fn twin_path(entry: &Entry, sample: &Sample) -> String {
    let example = (entry.example)(sample);
    entry.spec.twin_path().replace("{id}", example["id"].as_str().unwrap_or_default())
}
