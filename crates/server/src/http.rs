//! Routes: one for each entry of the catalogue and its sandbox twin, and the few pages beside it.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{ConnectInfo, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderValue, Method as HttpMethod, Response, StatusCode, Uri, header},
    middleware::map_response_with_state,
    response::IntoResponse,
    routing::{MethodFilter, MethodRouter, get, on},
};
use engine::IndexLevel;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use store::new_id;

use crate::{
    app::App,
    auth,
    catalogue::{Entry, Method},
    pages,
    pipeline::{self, Call},
    problem::{Code, Problem},
    telemetry,
};

/// How long a body may take to arrive.
const BODY_WAIT_MAX: Duration = Duration::from_secs(30);
/// How much of a body beyond the limit is read and dropped: a connection that is cut while the caller still
/// writes would lose the answer that says why.
const OVERRUN_BYTES_MAX: usize = 64 << 20;

/// The router over an app's catalogue.
pub fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for entry in app.catalogue {
        router = router.route(entry.spec.path, route(entry, false));
        if entry.spec.has_twin() {
            router = router.route(&entry.spec.twin_path(), route(entry, true));
        }
    }
    router
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi))
        .merge(pages::routes())
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(map_response_with_state(app.clone(), identified))
        .with_state(app)
}

fn route(entry: &'static Entry, sandbox: bool) -> MethodRouter<Arc<App>> {
    let method = match entry.spec.method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    };
    on(
        method,
        move |State(app): State<Arc<App>>,
              ConnectInfo(peer): ConnectInfo<SocketAddr>,
              parts: Result<RawPathParams, RawPathParamsRejection>,
              request: Request| async move {
            // A path that is no text names nothing.
            let Ok(parts) = parts else {
                return refuse(&app, Problem::new(Code::NotFound, "There is no such path."));
            };
            let parts = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let call = read_call(&app, peer, parts, request, sandbox).await;
            pipeline::answer(app, entry, call).await
        },
    )
}

async fn read_call(
    app: &App,
    peer: SocketAddr,
    parts: Vec<(String, String)>,
    request: Request,
    sandbox: bool,
) -> Call {
    let (head, body) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    let limit = app.settings.limits.body_bytes;
    let body = tokio::time::timeout(BODY_WAIT_MAX, read_body(body, limit)).await;
    Call {
        client: auth::client_address(app, peer, &head.headers),
        headers: head.headers,
        parts,
        query: form_urlencoded::parse(query.as_bytes())
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        body: body.unwrap_or_else(|_| {
            let seconds = BODY_WAIT_MAX.as_secs();
            Err(Problem::new(Code::InvalidJson, format!("The body did not come whole within {seconds} s.")))
        }),
        sandbox,
    }
}

async fn read_body(mut body: Body, limit: usize) -> Result<Bytes, Problem> {
    match Limited::new(&mut body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            drop_rest(body).await;
            Err(Problem::new(
                Code::BodyTooLarge,
                format!("The body may hold at most {limit} bytes. Send fewer items at once."),
            ))
        }
        Err(_) => Err(Problem::new(Code::InvalidJson, "The body ended before it was whole.")),
    }
}

async fn drop_rest(mut body: Body) {
    let mut dropped = 0;
    while dropped < OVERRUN_BYTES_MAX
        && let Some(Ok(frame)) = body.frame().await
    {
        dropped += frame.data_ref().map_or(0, Bytes::len);
    }
}

/// Puts the request id on an answer.
pub fn with_request_id(mut response: Response<Body>, request_id: &str) -> Response<Body> {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// Every answer has an id, also those that no call of the catalogue made.
async fn identified(State(app): State<Arc<App>>, response: Response<Body>) -> Response<Body> {
    if response.headers().contains_key("x-request-id") {
        return response;
    }
    with_request_id(response, &new_id("req", &app.clock, &app.entropy))
}

fn refuse(app: &App, problem: Problem) -> Response<Body> {
    let request_id = new_id("req", &app.clock, &app.entropy);
    with_request_id(problem.into_response(&request_id), &request_id)
}

async fn not_found(State(app): State<Arc<App>>, uri: Uri) -> Response<Body> {
    let paths = app.catalogue.iter().map(|entry| entry.spec.path.to_owned());
    let twins =
        app.catalogue.iter().filter(|entry| entry.spec.has_twin()).map(|entry| entry.spec.twin_path());
    let known: Vec<String> = paths.chain(twins).collect();
    let hint = crate::validate::nearest(uri.path(), known.iter().map(String::as_str)).map_or_else(
        || "See /openapi.json for every path.".to_owned(),
        |path| format!("Did you mean {path}?"),
    );
    refuse(&app, Problem::new(Code::NotFound, format!("There is no such path. {hint}")))
}

async fn method_not_allowed(State(app): State<Arc<App>>, method: HttpMethod) -> Response<Body> {
    refuse(
        &app,
        Problem::new(
            Code::MethodNotAllowed,
            format!("This path does not take {method}; see `Allow` for what it does."),
        ),
    )
}

/// Says whether calls are taken, and how the search index stands: while it is being made, searches alone are refused.
async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    if app.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match app.engine.index_level() {
        Ok(IndexLevel::Level) => "ready\nsearch index: level\n".into_response(),
        Ok(IndexLevel::Behind(changes)) => {
            format!("ready\nsearch index: {changes} changes behind\n").into_response()
        }
        Ok(IndexLevel::Preparing) => "ready\nsearch index: being made, searches answer 503\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response()
        }
    }
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], telemetry::page(&app.metrics, &app.store))
}

async fn openapi(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.openapi().to_owned())
}
