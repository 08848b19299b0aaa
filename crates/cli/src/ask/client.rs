//! Calls of a brimful server over HTTP, for every command that uses one.

use std::time::Duration;

use anyhow::Context;
use clap::Args;
use egress::{
    Client, ClientOptions, EgressError, HeaderMap, HeaderName, HeaderValue, Method, NetworkPolicy, Request,
    RequestLimits, Response, Streamed, header,
};
use serde_json::Value;

use crate::ask::exit::Refused;

/// The server that is asked if none is named.
pub(crate) const SERVER_DEFAULT: &str = "http://127.0.0.1:8080";
/// How long a call may take; the server's own limit is shorter.
const CALL_MAX: Duration = Duration::from_secs(60);
/// Largest answer.
const ANSWER_BYTES_MAX: usize = 256 << 20;
/// Longest wait between two attempts.
const WAIT_MAX: Duration = Duration::from_secs(30);

/// Where the API is, and the key to call it with.
#[derive(Args, Clone)]
pub(crate) struct ServerOptions {
    /// Address of the API
    #[arg(long, value_name = "URL", default_value = SERVER_DEFAULT, env = "BRIMFUL_URL")]
    pub(crate) server: String,
    /// API key
    #[arg(long, value_name = "KEY", env = "BRIMFUL_KEY", hide_env_values = true)]
    pub(crate) key: Option<String>,
}

impl ServerOptions {
    /// The key; an empty one, as an unset variable leaves it, is none.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref().map(str::trim).filter(|key| !key.is_empty())
    }

    pub(crate) fn client(&self) -> anyhow::Result<ApiClient> {
        ApiClient::new(&self.server, self.key())
    }
}

/// A client of one server, with a key or without.
#[derive(Clone)]
pub(crate) struct ApiClient {
    client: Client,
    root: String,
    authorization: Option<HeaderValue>,
}

/// Headers that a call adds.
pub(crate) type ExtraHeaders<'a> = &'a [(&'static str, &'a str)];

impl ApiClient {
    pub(crate) fn new(root: &str, key: Option<&str>) -> anyhow::Result<Self> {
        // The operator's own server may be anywhere.
        let everywhere = ["0.0.0.0/0", "::/0"].iter().filter_map(|network| network.parse().ok());
        let client = Client::new(ClientOptions {
            network: NetworkPolicy::allowing(everywhere),
            ..ClientOptions::default()
        })?;
        let authorization = key.map(|key| {
            let mut value = HeaderValue::from_str(&format!("Bearer {key}"))?;
            value.set_sensitive(true);
            Ok::<_, egress::header::InvalidHeaderValue>(value)
        });
        let authorization =
            authorization.transpose().ok().context("the key holds characters that no key has")?;
        Ok(Self { client, root: local(root.trim_end_matches('/')), authorization })
    }

    /// Whether calls carry a key.
    pub(crate) fn has_key(&self) -> bool {
        self.authorization.is_some()
    }

    /// Address of the server.
    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    /// Makes a call once.
    pub(crate) async fn send(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        headers: ExtraHeaders<'_>,
    ) -> anyhow::Result<Result<Response, EgressError>> {
        Ok(self.client.send(self.request(method, path, body, headers)?).await)
    }

    /// Makes a call, again while the server is busy or unreachable.
    pub(crate) async fn send_patiently(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        headers: ExtraHeaders<'_>,
        attempts_max: u32,
    ) -> anyhow::Result<Response> {
        let mut wait = Duration::from_millis(200);
        let mut attempt = 1;
        loop {
            let outcome = self.send(method, path, body, headers).await?;
            let is_last = attempt >= attempts_max;
            match outcome {
                Ok(answer) if is_last || !is_passing(answer.status.as_u16()) => return Ok(answer),
                Ok(answer) => wait = retry_after(&answer.headers).map_or(wait, Duration::from_secs),
                Err(error) if is_last || error.is_refusal() => {
                    return Err(Refused::unreachable(&self.root, &error).into());
                }
                Err(_) => {}
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(WAIT_MAX);
            attempt += 1;
        }
    }

    /// Opens a stream of server-sent events.
    pub(crate) async fn open(
        &self,
        path: &str,
        headers: ExtraHeaders<'_>,
    ) -> anyhow::Result<Result<Streamed, EgressError>> {
        let request = self.request(&Method::GET, path, None, headers)?;
        let request = request.header(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
        Ok(self.client.open(request).await)
    }

    /// Sends a request to another address, without the key.
    pub(crate) async fn forward(
        &self,
        url: &str,
        body: String,
        headers: ExtraHeaders<'_>,
    ) -> anyhow::Result<Result<Response, EgressError>> {
        let request = Request::post(local(url), body)
            .header(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(self.client.send(with_headers(request, headers)?).await)
    }

    fn request(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        headers: ExtraHeaders<'_>,
    ) -> anyhow::Result<Request> {
        let url = format!("{}{path}", self.root);
        let mut request = match body {
            Some(body) => Request::post(url, body.to_string())
                .header(header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            None => Request::get(url),
        };
        request.method = method.clone();
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, authorization.clone());
        }
        let limits =
            RequestLimits { total: CALL_MAX, body_bytes: ANSWER_BYTES_MAX, ..RequestLimits::default() };
        Ok(with_headers(request, headers)?.limits(limits))
    }
}

fn with_headers(mut request: Request, headers: ExtraHeaders<'_>) -> anyhow::Result<Request> {
    for (name, value) in headers {
        let value = HeaderValue::from_str(value).with_context(|| format!("{name} cannot be {value:?}"))?;
        request = request.header(HeaderName::from_static(name), value);
    }
    Ok(request)
}

/// Names of this machine are known to no DNS server.
fn local(url: &str) -> String {
    url.replacen("://localhost", "://127.0.0.1", 1)
}

/// Whether a status says that the same call may succeed later.
fn is_passing(status: u16) -> bool {
    matches!(status, 409 | 429 | 500..=599)
}

/// Seconds that an answer asks to wait.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()
}

/// The body of an answer as JSON; null if it is none.
pub(crate) fn json(answer: &Response) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or(Value::Null)
}
