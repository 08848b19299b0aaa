//! Calls that other routes of this process make for a client, with the client's own key: tools of agents, dialects.
//!
//! Each runs through the pipeline of every call, so that rights, rate limits, charges and history are the same.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, header},
};
use serde_json::Value;
use store::new_id;

use crate::{
    access::{
        auth::{self, Age},
        rights,
    },
    app::App,
    call::{
        pipeline::{self, Call, Identity},
        problem::Problem,
        request::{
            body::{self, Received},
            max_credits,
        },
        response::with_request_id,
    },
    endpoint::Entry,
};

/// Where clients put a key that cannot set `Authorization`.
const KEY_HEADER: &str = "x-api-key";

/// A client that makes calls in another shape than that of the API.
#[derive(Clone)]
pub struct KeyClient {
    address: IpAddr,
    /// The header that carries its key; none if it sent no key.
    authorization: Option<HeaderValue>,
}

impl KeyClient {
    /// Whether it sent a key, valid or not.
    pub fn has_key(&self) -> bool {
        self.authorization.is_some()
    }

    /// A client with a key that was found elsewhere than in the headers of the API. A key that no header can carry is no key
    /// of ours.
    pub fn with_key(address: IpAddr, key: Option<&str>) -> Self {
        let bearer = |key| {
            let value = HeaderValue::from_str(&format!("Bearer {key}"));
            let mut value = value.unwrap_or(HeaderValue::from_static("Bearer invalid"));
            value.set_sensitive(true);
            value
        };
        Self { address, authorization: key.map(bearer) }
    }

    fn headers(&self) -> HeaderMap {
        let authorization = self.authorization.iter().map(|value| (header::AUTHORIZATION, value.clone()));
        authorization.collect()
    }
}

/// A call of an endpoint.
#[derive(Default)]
pub struct KeyCall {
    /// Values of the path parameters.
    pub parts: Vec<(String, String)>,
    /// Query parameters, for a GET or DELETE.
    pub query: Vec<(String, String)>,
    /// The request, for a POST or PATCH.
    pub body: Option<Value>,
    /// Whether the sandbox answers.
    pub sandbox: bool,
    /// Makes a call that is sent twice act once.
    pub idempotency_key: Option<String>,
    /// What the call may cost at most, in credits.
    pub max_credits: Option<String>,
}

impl App {
    /// The client that sent a request. Its key is in `Authorization: Bearer` or in `X-Api-Key`; a header with an empty key,
    /// as an unset variable leaves it, is none.
    pub fn key_client(&self, peer: SocketAddr, headers: &HeaderMap) -> KeyClient {
        let is_empty = |value: &HeaderValue| {
            let text = value.to_str().unwrap_or("?").trim();
            text.is_empty() || text.eq_ignore_ascii_case("bearer")
        };
        let given = headers.get(header::AUTHORIZATION).filter(|value| !is_empty(value)).cloned();
        let by_header = || {
            let key = headers.get(KEY_HEADER).filter(|value| !is_empty(value))?;
            // A key that is no text is sent on as one that no account has, and refused.
            let text = key.to_str().unwrap_or("?").trim();
            HeaderValue::from_str(&format!("Bearer {text}")).ok()
        };
        let mut authorization = given.or_else(by_header);
        authorization.iter_mut().for_each(|value| value.set_sensitive(true));
        KeyClient { address: auth::client_address(self, peer, headers), authorization }
    }

    /// The address of the client of a request.
    pub fn client_of(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        auth::client_address(self, peer, headers)
    }

    /// Refuses a client without a valid key.
    pub fn check_key(&self, client: &KeyClient) -> Result<(), Problem> {
        let now = self.clock.now();
        auth::authenticate(self, &client.headers(), client.address, now, Age::Current).map(drop)
    }

    /// Receives a JSON body of a client with a valid key, within the memory for all bodies.
    pub async fn receive_with_key(
        &self,
        client: &KeyClient,
        headers: &HeaderMap,
        body: Body,
        bytes_max: usize,
    ) -> Result<Vec<u8>, Problem> {
        let now = self.clock.now();
        let caller = match auth::authenticate(self, &client.headers(), client.address, now, Age::Current) {
            Ok(caller) => caller,
            Err(problem) => {
                body::receive_refused(headers, body).await;
                return Err(problem);
            }
        };
        let limit = bytes_max.min(self.settings.limits.body_bytes);
        let owner = caller.account.id.to_string();
        Ok(body::receive(&self.body_memory, &owner, headers, body, limit).await?.bytes)
    }

    /// Receives a JSON body within the limits of every call: in size by whether the key is valid, in time, and in memory.
    /// It may hold `bytes_max` at most.
    pub async fn receive_for(
        &self,
        client: &KeyClient,
        headers: &HeaderMap,
        body: Body,
        bytes_max: usize,
    ) -> Result<Received, Response<Body>> {
        let limits = &self.settings.limits;
        let bytes_max = bytes_max.min(limits.body_bytes);
        let (limit, owner) = match auth::caller_of(self, &client.headers(), self.clock.now()) {
            Some(caller) => (bytes_max, caller.account.id.to_string()),
            None => (limits.keyless_body_bytes.min(bytes_max), rights::client_network(client.address)),
        };
        body::receive(&self.body_memory, &owner, headers, body, limit).await.map_err(|problem| {
            let request_id = new_id("req", &self.clock, &self.entropy);
            with_request_id(problem.into_response(&request_id), &request_id)
        })
    }

    /// Calls an endpoint for a client, under its key.
    pub async fn call_with_key(
        self: &Arc<Self>,
        client: &KeyClient,
        entry: &'static Entry,
        call: KeyCall,
    ) -> Response<Body> {
        let mut headers = client.headers();
        let mut body = Body::empty();
        if let Some(request) = call.body.filter(|_| entry.spec.method.has_body()) {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            body = Body::from(request.to_string());
        }
        for (name, text) in
            [("idempotency-key", &call.idempotency_key), (max_credits::HEADER, &call.max_credits)]
        {
            // A value that no header can hold becomes one that the call is refused for.
            let value = text.as_deref().map(HeaderValue::from_str);
            let unreadable = HeaderValue::from_bytes(b"\xff");
            if let Some(Ok(value)) = value.map(|value| value.or(unreadable)) {
                headers.insert(name, value);
            }
        }
        let KeyCall { parts, query, sandbox, .. } = call;
        let call = Call { identity: Identity::Key, headers, client: client.address, parts, query, sandbox };
        pipeline::answer(self.clone(), entry, call, body).await
    }
}
