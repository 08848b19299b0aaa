//! A request for a page: who has it open, and the calls made for them.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode, header},
    response::{IntoResponse, Redirect},
};
use http_body_util::BodyExt;
use serde_json::Value;
use server::{App, Entry, PageCall, Visitor};
use store::{Account, Scope};

/// Largest answer of a call that a page reads into memory.
const ANSWER_BYTES_MAX: usize = 32 << 20;
/// Cookie with the chosen theme.
pub(crate) const THEME_COOKIE: &str = "brimful_theme";

/// Name of the form field with the token.
pub(crate) const TOKEN: &str = "csrf";
/// Name of the form field with the price that the button of the form shows.
pub(crate) const MAX_CREDITS: &str = "max_credits";

/// A request for a page.
#[derive(Clone)]
pub(crate) struct Here {
    pub(crate) app: Arc<App>,
    pub(crate) visitor: Visitor,
    /// Path of the page.
    pub(crate) path: String,
    /// Query parameters of the page.
    pub(crate) query: Vec<(String, String)>,
    /// `light` or `dark`; none follows the system.
    pub(crate) theme: Option<&'static str>,
    /// Scheme and host under which the browser reached the server, for examples of calls.
    pub(crate) origin: String,
}

/// The answer of a call.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) request_id: String,
    pub(crate) body: Value,
    /// The `Set-Cookie` header that goes with it.
    pub(crate) cookie: Option<String>,
}

impl Answer {
    pub(crate) fn is_ok(&self) -> bool {
        self.status < 400
    }

    /// What went wrong, for a person.
    pub(crate) fn detail(&self) -> String {
        self.body["detail"].as_str().unwrap_or("The call failed. Try again.").to_owned()
    }
}

impl Here {
    pub(crate) fn new(app: Arc<App>, peer: SocketAddr, headers: &HeaderMap, path: &str) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let cookies = text(header::COOKIE).unwrap_or_default();
        let theme =
            cookies.split(';').find_map(|pair| pair.trim().strip_prefix(THEME_COOKIE)?.strip_prefix('='));
        let scheme = if app.settings.behind_tls { "https" } else { "http" };
        let host = text(header::HOST).unwrap_or("127.0.0.1:8080");
        Self {
            visitor: app.visitor(peer, headers),
            origin: format!("{scheme}://{host}"),
            path: path.to_owned(),
            query: Vec::new(),
            theme: ["light", "dark"].into_iter().find(|known| Some(*known) == theme),
            app,
        }
    }

    /// The account, if the visitor is signed in.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.visitor.account()
    }

    /// Whether the visitor is signed in and may see the operators' pages.
    pub(crate) fn is_operator(&self) -> bool {
        self.visitor.has_scope(Scope::Operate)
    }

    /// A query parameter of the page.
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(key, value)| key == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }

    /// Where a visitor who is not signed in is sent, to come back here afterwards.
    pub(crate) fn to_login(&self) -> Response<Body> {
        let mut back = self.path.clone();
        if !self.query.is_empty() {
            back.push('?');
            back.push_str(
                &form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish(),
            );
        }
        let next: String = form_urlencoded::byte_serialize(back.as_bytes()).collect();
        Redirect::to(&format!("/login?next={next}")).into_response()
    }

    /// The endpoint with this id.
    pub(crate) fn entry(&self, endpoint: &str) -> Option<&'static Entry> {
        self.app.catalogue().iter().find(|entry| entry.spec.id == endpoint)
    }

    /// Calls an endpoint for the visitor.
    pub(crate) async fn call(&self, endpoint: &str, call: PageCall) -> Answer {
        read(self.app.call_for(&self.visitor, endpoint, call).await).await
    }

    /// Reads what the page shows from an endpoint that is free.
    pub(crate) async fn read(&self, endpoint: &str, query: &[(&str, &str)]) -> Answer {
        self.call(endpoint, PageCall { query: owned(query), draws: true, ..PageCall::default() }).await
    }

    /// The same from an endpoint whose path has a parameter.
    pub(crate) async fn read_one(
        &self,
        endpoint: &str,
        part: &str,
        id: &str,
        query: &[(&str, &str)],
    ) -> Answer {
        let parts = vec![(part.to_owned(), id.to_owned())];
        self.call(endpoint, PageCall { parts, query: owned(query), draws: true, ..PageCall::default() }).await
    }

    /// Calls an endpoint that takes a body.
    pub(crate) async fn post(&self, endpoint: &str, body: Value, once: Option<&str>) -> Answer {
        let idempotency_key = once.filter(|key| !key.is_empty()).map(str::to_owned);
        self.call(endpoint, PageCall { body: Some(body), idempotency_key, ..PageCall::default() }).await
    }

    /// Calls an endpoint that takes a body and names something in its path.
    pub(crate) async fn post_to(&self, endpoint: &str, id: &str, body: Value, once: Option<&str>) -> Answer {
        let idempotency_key = once.filter(|key| !key.is_empty()).map(str::to_owned);
        let parts = vec![("id".to_owned(), id.to_owned())];
        self.call(endpoint, PageCall { parts, body: Some(body), idempotency_key, ..PageCall::default() })
            .await
    }
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

async fn read(response: Response<Body>) -> Answer {
    let (head, body) = response.into_parts();
    let text = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let bytes = http_body_util::Limited::new(body, ANSWER_BYTES_MAX).collect().await;
    let bytes = bytes.map(|body| body.to_bytes()).unwrap_or_default();
    let body = serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into()));
    Answer {
        status: head.status.as_u16(),
        request_id: text("x-request-id").unwrap_or_default(),
        cookie: text("set-cookie"),
        body,
    }
}

/// The status of a page that shows the answer of a call.
pub(crate) fn status_of(answer: &Answer) -> StatusCode {
    StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
