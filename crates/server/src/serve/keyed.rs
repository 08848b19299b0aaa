//! Calls that other routes of this process make with the key of their caller.
//!
//! They run through the pipeline of every call, so that rights, rate limits, charges and history are the same.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, header},
};
use serde_json::Value;

use crate::{
    access::auth,
    app::App,
    call::{
        pipeline::{self, Call, Identity},
        problem::{Code, Problem},
        request::body,
        response::with_request_id,
    },
};

/// A call of an endpoint with a key.
pub struct KeyCall {
    /// The key; `None` if the caller sent none.
    pub key: Option<String>,
    /// Address of the caller.
    pub client: IpAddr,
    /// The request: the body of a POST or PATCH, or the query parameters of a GET or DELETE.
    pub request: Value,
}

impl App {
    /// The address of the client of a request.
    pub fn client_of(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        auth::client_address(self, peer, headers)
    }

    /// Receives a JSON body of a caller with a valid key, within the memory for all bodies.
    pub async fn receive_with_key(
        &self,
        key: Option<&str>,
        client: IpAddr,
        headers: &HeaderMap,
        body: Body,
        bytes_max: usize,
    ) -> Result<Vec<u8>, Problem> {
        let caller = auth::authenticate(self, &bearer(key), client, self.clock.now());
        let caller = match caller {
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

    /// Calls an endpoint with a key.
    pub async fn call_with_key(self: &Arc<Self>, endpoint: &str, call: KeyCall) -> Response<Body> {
        let Some(entry) = self.catalogue.iter().find(|entry| entry.spec.id == endpoint) else {
            let request_id = store::new_id("req", &self.clock, &self.entropy);
            let problem = Problem::new(Code::NotFound, "There is no such endpoint.");
            return with_request_id(problem.into_response(&request_id), &request_id);
        };
        let mut headers = bearer(call.key.as_deref());
        let (query, body) = if entry.spec.method.has_body() {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            (Vec::new(), Body::from(call.request.to_string()))
        } else {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let members = call.request.as_object().into_iter().flatten();
            (members.map(|(name, value)| (name.clone(), text(value))).collect(), Body::empty())
        };
        let (client, parts) = (call.client, Vec::new());
        let call = Call { identity: Identity::Key, headers, client, parts, query, sandbox: false };
        pipeline::answer(self.clone(), entry, call, body).await
    }
}

/// The headers that carry a key. A key that no header can carry is no key of ours.
fn bearer(key: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        let value = HeaderValue::from_str(&format!("Bearer {key}"));
        headers.insert(header::AUTHORIZATION, value.unwrap_or(HeaderValue::from_static("Bearer invalid")));
    }
    headers
}
