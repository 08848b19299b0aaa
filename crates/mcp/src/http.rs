//! `/mcp`: the tools over streamable HTTP, called in process.
//!
//! No session is kept: each request stands for itself, so that any node of a cluster answers it.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request, State},
    http::{Method, Response, header},
    routing::any,
};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use rmcp::transport::{
    StreamableHttpServerConfig, StreamableHttpService,
    streamable_http_server::session::never::NeverSessionManager,
};
use serde_json::Value;
use server::{App, KeyCall, KeyClient};

use crate::{
    caller::{ApiAnswer, ApiCall, Caller},
    handler::Handler,
};

/// Pages that may call from a browser. A page of any other origin may have got here by DNS rebinding.
const ORIGINS: [&str; 6] = [
    "http://localhost:*",
    "http://127.0.0.1:*",
    "http://[::1]:*",
    "https://localhost:*",
    "https://127.0.0.1:*",
    "https://[::1]:*",
];

/// Largest message. It is parsed on the connection's thread, so it may hold less than a call of the API.
const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// The route of the protocol, for [`server::serve`].
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/mcp", any(serve))
}

async fn serve(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    let client = app.key_client(peer, &parts.headers);
    // Other methods are refused below, without reading a body.
    let received = match parts.method == Method::POST {
        false => None,
        true => match app.receive_for(&client, &parts.headers, body, MESSAGE_BYTES_MAX).await {
            Ok(received) => Some(received),
            Err(refusal) => return refusal,
        },
    };
    let bytes = received.as_ref().map_or(Bytes::new(), |received| Bytes::copy_from_slice(&received.bytes));
    let length = bytes.len();
    // The tools know the client by its key; what they are handed needs no copy of it.
    parts.headers.remove(header::AUTHORIZATION);
    let caller = InProcess { app, client };
    let service = StreamableHttpService::new(
        move || Ok(Handler::new(caller.clone())),
        Arc::new(NeverSessionManager::default()),
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            // Which names lead to this server is not known here; the check of the origin stands in for it.
            .disable_allowed_hosts()
            .with_allowed_origins(ORIGINS)
            .with_max_request_body_bytes(length.max(1)),
    );
    let response = service.handle(Request::from_parts(parts, Full::new(bytes))).await;
    drop(received);
    response.map(Body::new)
}

/// Calls endpoints in process, under the key of the client.
#[derive(Clone)]
struct InProcess {
    app: Arc<App>,
    client: KeyClient,
}

impl Caller for InProcess {
    fn has_key(&self) -> bool {
        self.client.has_key()
    }

    async fn call(&self, call: ApiCall) -> Result<ApiAnswer, String> {
        let ApiCall { entry, parts, query, body, sandbox, idempotency_key, max_credits } = call;
        let call = KeyCall { parts, query, body, sandbox, idempotency_key, max_credits };
        let response = self.app.call_with_key(&self.client, entry, call).await;
        let (head, body) = response.into_parts();
        let text = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
        let (request_id, retry_after) = (text("x-request-id"), text("retry-after"));
        let bytes = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        Ok(ApiAnswer {
            status: head.status.as_u16(),
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            request_id: request_id.map(str::to_owned),
            is_replay: text("idempotent-replayed").is_some(),
            retry_after_seconds: retry_after.and_then(|seconds| seconds.parse().ok()),
        })
    }
}
