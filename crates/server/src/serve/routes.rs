//! Routes: one per catalogue entry and sandbox twin, plus the HTML and operational pages.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderMap, HeaderName, HeaderValue, Method as HttpMethod, Response, StatusCode, Uri, header},
    middleware::map_response_with_state,
    response::IntoResponse,
    routing::{MethodFilter, MethodRouter, get, on},
};
use serde_json::json;
use store::{CallOutcome, Scope, UnbilledCall, new_id};

use crate::access::rights;
use crate::call::response::with_request_id;
use crate::{
    access::auth,
    app::App,
    call::{
        pipeline::{self, Call, Identity},
        problem::{Code, Problem},
    },
    endpoint::{Entry, Method},
    serve::readiness::Readiness,
    services::UNROUTED,
    settings::MetricsAccess,
    telemetry,
};

/// Default headers of every response. Responses contain a caller's own data, so no cache may store them.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::CACHE_CONTROL, "no-store"),
];
/// Characters of a path that no endpoint has, as the history keeps it.
const UNROUTED_PATH_MAX: usize = 200;
/// Two years, as browser preload lists recommend.
const TLS_ONLY: &str = "max-age=63072000";

/// The pages that people open, beside the API.
pub struct Pages {
    /// Their routes.
    pub routes: Router<Arc<App>>,
    /// What a browser is shown where no route leads.
    pub not_found: fn(Arc<App>, SocketAddr, &HeaderMap) -> Response<Body>,
}

/// The router over an app's catalogue and pages.
pub fn router(app: Arc<App>, pages: Option<Pages>) -> Router {
    let mut router = Router::new();
    for entry in app.catalogue {
        router = router.route(entry.spec.path, route(entry, false));
        if entry.spec.has_twin() {
            router = router.route(&entry.spec.twin_path(), route(entry, true));
        }
    }
    let (page_routes, not_found_page) = match pages {
        Some(Pages { routes, not_found }) => (routes, Some(not_found)),
        None => (Router::new(), None),
    };
    let not_found = move |State(app): State<Arc<App>>,
                          ConnectInfo(peer): ConnectInfo<SocketAddr>,
                          method: HttpMethod,
                          uri: Uri,
                          headers: HeaderMap| async move {
        let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match not_found_page.filter(|_| method == HttpMethod::GET && accept.contains("text/html")) {
            Some(page) => page(app, peer, &headers),
            None => not_found(app, method, uri, headers).await,
        }
    };
    router
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi))
        .route("/openapi-agents.json", get(agents_openapi))
        .merge(page_routes)
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(map_response_with_state(app.clone(), completed))
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
            // A path that is not valid UTF-8 matches nothing.
            let Ok(parts) = parts else {
                return refuse(&app, Problem::new(Code::NotFound, "There is no such path."));
            };
            let parts = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let (call, body) = read_call(&app, peer, parts, request, sandbox);
            pipeline::answer(app, entry, call, body).await
        },
    )
}

fn read_call(
    app: &App,
    peer: SocketAddr,
    parts: Vec<(String, String)>,
    request: Request,
    sandbox: bool,
) -> (Call, Body) {
    let (head, body) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    let call = Call {
        identity: Identity::Key,
        client: auth::client_address(app, peer, &head.headers),
        headers: head.headers,
        parts,
        query: form_urlencoded::parse(query.as_bytes())
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        sandbox,
    };
    (call, body)
}

/// Adds the request id and the security headers to every response, including those made outside the catalogue.
async fn completed(State(app): State<Arc<App>>, mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.settings.behind_tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TLS_ONLY));
    }
    if response.headers().contains_key("x-request-id") {
        return response;
    }
    with_request_id(response, &new_id("req", &app.clock, &app.entropy))
}

fn refuse(app: &App, problem: Problem) -> Response<Body> {
    let request_id = new_id("req", &app.clock, &app.entropy);
    with_request_id(problem.into_response(&request_id), &request_id)
}

async fn not_found(app: Arc<App>, method: HttpMethod, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let paths = app.catalogue.iter().map(|entry| entry.spec.path.to_owned());
    let twins =
        app.catalogue.iter().filter(|entry| entry.spec.has_twin()).map(|entry| entry.spec.twin_path());
    let known: Vec<String> = paths.chain(twins).collect();
    let hint = crate::call::request::validate::nearest(uri.path(), known.iter().map(String::as_str))
        .map_or_else(
            || "See /openapi.json for every path.".to_owned(),
            |path| format!("Did you mean {path}?"),
        );
    let problem = Problem::new(Code::NotFound, format!("There is no such path. {hint}"));
    refuse_unrouted(&app, problem, &method, &uri, &headers).await
}

async fn method_not_allowed(
    State(app): State<Arc<App>>,
    method: HttpMethod,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let detail = format!("This path does not take {method}; see `Allow` for what it does.");
    let problem = Problem::new(Code::MethodNotAllowed, detail);
    refuse_unrouted(&app, problem, &method, &uri, &headers).await
}

/// Refuses a call that no endpoint takes. One with a valid key is in the history of its account, within the rate limit.
async fn refuse_unrouted(
    app: &App,
    problem: Problem,
    method: &HttpMethod,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response<Body> {
    let (request_id, now) = (new_id("req", &app.clock, &app.entropy), app.clock.now());
    if let Some(caller) = auth::caller_of(app, headers, now)
        && auth::throttle(app, &caller, now).await.is_ok_and(|(_, taken)| taken.allowed)
    {
        let path: String = uri.path().chars().take(UNROUTED_PATH_MAX).collect();
        app.note_call(UnbilledCall {
            request_id: request_id.clone(),
            account_id: caller.account.id.clone(),
            key_id: caller.key.id.clone(),
            at: now,
            endpoint: UNROUTED,
            status: problem.code.status(),
            outcome: CallOutcome::Refused,
            code: Some(problem.code.as_str()),
            latency_us: 0,
            cache: None,
            upstream: Vec::new(),
            asked: Some(json!({ "method": method.as_str(), "path": path }).to_string()),
            found: Vec::new(),
            replays: None,
        });
    }
    with_request_id(problem.into_response(&request_id), &request_id)
}

/// `/readyz`: 200 only if every kind of call would be answered; the body has a line for each part and its fault.
async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    let readiness = Readiness::of(&app).await;
    let status = if readiness.is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, readiness.text()).into_response()
}

/// Metrics reveal usage and revenue, so they require the scope `operate` unless the settings make them public.
async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response<Body> {
    if app.settings.metrics == MetricsAccess::Operator {
        let client = auth::client_address(&app, peer, &headers);
        let now = app.clock.now();
        let allowed = auth::authenticate(&app, &headers, client, now, auth::Age::Current)
            .and_then(|caller| rights::require_scope(&caller, Scope::Operate));
        if let Err(problem) = allowed {
            return refuse(&app, problem);
        }
    }
    let page = telemetry::page(&app.metrics, &app.store, &app.engine.live_nodes());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], page).into_response()
}

async fn openapi(State(app): State<Arc<App>>, headers: HeaderMap) -> Response<Body> {
    app.published_openapi().respond(&headers)
}

async fn agents_openapi(State(app): State<Arc<App>>, headers: HeaderMap) -> Response<Body> {
    app.published_agents_openapi().respond(&headers)
}
