//! Routes: one for each entry of the catalogue and its sandbox twin, and the few pages beside it.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{ConnectInfo, RawPathParams, Request, State},
    http::{HeaderValue, Method as HttpMethod, Response, StatusCode, Uri, header},
    response::IntoResponse,
    routing::{MethodFilter, MethodRouter, get, on},
};
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
        .with_state(app)
}

fn route(entry: &'static Entry, sandbox: bool) -> MethodRouter<Arc<App>> {
    let method = match entry.spec.method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Delete => MethodFilter::DELETE,
    };
    on(
        method,
        move |State(app): State<Arc<App>>,
              ConnectInfo(peer): ConnectInfo<SocketAddr>,
              parts: RawPathParams,
              request: Request| async move {
            let parts = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let call = read_call(&app, peer, parts, request, sandbox).await;
            pipeline::answer(app, entry, call).await
        },
    )
}

async fn read_call(
    app: &App,
    peer: SocketAddr,
    mut pairs: Vec<(String, String)>,
    request: Request,
    sandbox: bool,
) -> Call {
    let (head, body) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    // Path parts come last: a query cannot override them.
    let mut all: Vec<(String, String)> =
        form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name.into(), value.into())).collect();
    if head.method == HttpMethod::POST {
        all.clear();
    }
    all.append(&mut pairs);
    Call {
        client: auth::client_address(app, peer, &head.headers),
        headers: head.headers,
        pairs: all,
        body: read_body(body, app.settings.limits.body_bytes).await,
        sandbox,
    }
}

async fn read_body(body: Body, limit: usize) -> Result<Bytes, Problem> {
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::new(
            Code::BodyTooLarge,
            format!("The body may hold at most {limit} bytes. Send fewer items at once."),
        )),
        Err(_) => Err(Problem::new(Code::InvalidJson, "The body ended before it was whole.")),
    }
}

/// Puts the request id on an answer.
pub fn with_request_id(mut response: Response<Body>, request_id: &str) -> Response<Body> {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

fn refuse(app: &App, problem: Problem) -> Response<Body> {
    let request_id = new_id("req", &app.clock, &app.entropy);
    with_request_id(problem.into_response(&request_id), &request_id)
}

async fn not_found(State(app): State<Arc<App>>, uri: Uri) -> Response<Body> {
    let known = app.catalogue.iter().flat_map(|entry| [entry.spec.path.to_owned(), entry.spec.twin_path()]);
    let known: Vec<String> = known.collect();
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

async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    if app.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match app.store.has_records() {
        Ok(_) => "ready\n".into_response(),
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
