//! Someone who calls the server.

use std::{net::SocketAddr, ops::Deref};

use reqwest::{Body, Method, RequestBuilder, header::HeaderValue};
use serde_json::Value;
use store::{AccountId, KeyId};

use super::Answer;

/// Someone who calls the server, with the headers they always send.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    root: String,
    headers: Vec<(String, String)>,
}

/// An account of the server, which calls with its first key.
pub struct Account {
    pub id: AccountId,
    pub key: String,
    pub key_id: KeyId,
    pub client: Client,
}

impl Deref for Account {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Client {
    pub(super) fn new(address: SocketAddr) -> Self {
        // A proxy of the environment must not come between the test and its server.
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, root: format!("http://{address}"), headers: Vec::new() }
    }

    /// The same caller, who also sends this header.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| known != name);
        client.headers.push((name.into(), value.into()));
        client
    }

    /// The same caller with a key.
    pub fn with_key(&self, key: &str) -> Self {
        self.with("authorization", &format!("Bearer {key}"))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, |request| request).await
    }

    /// Opens an answer that has no end.
    pub async fn open(&self, path: &str) -> reqwest::Response {
        let mut request = self.http.get(format!("{}{path}", self.root));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request.send().await.unwrap()
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, |request| request.json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, |request| request).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.post_bytes(path, body.to_string()).await
    }

    /// Sends bytes that claim to be JSON.
    pub async fn post_bytes(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(Method::POST, path, |request| {
            request.header("content-type", "application/json").body(body.into())
        })
        .await
    }

    /// Sends anything.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        finish: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.root));
        for (name, value) in &self.headers {
            // From bytes, because a caller may send anything.
            request = request.header(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        Answer::read(finish(request).send().await.unwrap()).await
    }
}
