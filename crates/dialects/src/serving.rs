//! Routes of a vendor: a request is read, answered, and given the vendor's shape.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, PoisonError},
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderName, HeaderValue, Method, Response, StatusCode},
    routing::any,
};
use serde_json::{Map, Value};
use server::{App, KeyClient};

use crate::{
    asked::{Asked, Spent},
    refusal::{Kind, Refusal},
    vendor::{Content, Route, Shaped, Vendor},
};

/// Largest body of a request.
const BODY_BYTES_MAX: usize = 1 << 20;
/// Parameters of one request.
const PARAMETERS_MAX: usize = 1_000;
/// What may follow a key to make it as long as a vendor's package wants one. No key contains it.
const KEY_FILLER: char = '-';

/// The routes of a vendor, and one for every other path below its own.
pub(crate) fn routes(vendor: &'static Vendor) -> Router<Arc<App>> {
    let mut by_path: BTreeMap<&str, Vec<&'static Route>> = BTreeMap::new();
    for route in vendor.routes {
        by_path.entry(route.path).or_default().push(route);
    }
    let mut router = Router::new();
    for (path, of_path) in by_path {
        let serve = move |State(app): State<Arc<App>>,
                          ConnectInfo(peer): ConnectInfo<SocketAddr>,
                          parts: Result<RawPathParams, RawPathParamsRejection>,
                          request: Request| {
            let parts = parts.ok().map(|parts| {
                parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
            });
            serve(app, vendor, of_path.clone(), peer, parts, request)
        };
        router = router.route(&vendor.path(path), any(serve));
    }
    let unknown = move || async move {
        let detail = "This path is not part of the dialect; the guide of dialects lists what is.";
        shaped(vendor, (vendor.refuse)(&Refusal::new(Kind::NotCovered, detail)), &Spent::default(), None)
    };
    router.route(&vendor.path("/{*rest}"), any(unknown))
}

async fn serve(
    app: Arc<App>,
    vendor: &'static Vendor,
    routes: Vec<&'static Route>,
    peer: SocketAddr,
    parts: Option<Vec<(String, String)>>,
    request: Request,
) -> Response<Body> {
    let method = request.method().clone();
    let Some(route) = routes.iter().find(|route| route.method == method.as_str()) else {
        let detail = format!("This path does not take {method}.");
        let refused = (vendor.refuse)(&Refusal::new(Kind::Method, detail));
        return shaped(vendor, refused, &Spent::default(), None);
    };
    let asked = match read(app, vendor, peer, parts, request).await {
        Ok(asked) => asked,
        Err(refusal) => {
            return shaped(vendor, (vendor.refuse)(&refusal), &Spent::default(), refusal.retry_after);
        }
    };
    let spent = asked.spent.clone();
    let answered = (route.run)(asked).await;
    let spent = spent.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match answered {
        Ok(answer) => shaped(vendor, answer, &spent, None),
        Err(refusal) => shaped(vendor, (vendor.refuse)(&refusal), &spent, refusal.retry_after),
    }
}

/// Reads key and parameters, for a valid key only. A path without parts is not valid UTF-8.
async fn read(
    app: Arc<App>,
    vendor: &Vendor,
    peer: SocketAddr,
    parts: Option<Vec<(String, String)>>,
    request: Request,
) -> Result<Asked, Refusal> {
    let (head, body) = request.into_parts();
    let client = app.client_of(peer, &head.headers);
    let query = head.uri.query().unwrap_or_default();
    let query: Vec<(String, String)> =
        form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name.into(), value.into())).collect();
    let key = (vendor.key)(&head.headers, &query);
    let key = key.map(|key| key.trim().trim_end_matches(KEY_FILLER).to_owned()).filter(|key| !key.is_empty());
    let sender = KeyClient::with_key(client, key.as_deref());
    // Who calls is asked first, so that every route refuses a stranger in the same way.
    let received = match head.method == Method::POST {
        true => app.receive_with_key(&sender, &head.headers, body, BODY_BYTES_MAX).await,
        false => app.check_key(&sender).map(|()| Vec::new()),
    };
    let received = received.map_err(|problem| {
        let retry_after = problem.retry_after_seconds;
        let problem: Value = serde_json::from_slice(&problem.body("")).unwrap_or_default();
        Refusal { retry_after, ..Refusal::of_problem(&problem) }
    })?;
    let parts = parts.ok_or_else(|| Refusal::invalid("The path is not UTF-8 text."))?;
    // Bytes that are no UTF-8 are read as the replacement character, which no value of use has.
    let is_garbled = |text: &String| text.contains('\u{fffd}');
    if let Some((name, _)) = query.iter().find(|(name, value)| is_garbled(name) || is_garbled(value)) {
        return Err(Refusal::invalid(format!("{name}: This is not UTF-8 text.")));
    }
    let mut params = of_query(query);
    if !received.iter().all(u8::is_ascii_whitespace) {
        let members: Map<String, Value> = serde_json::from_slice(&received)
            .map_err(|error| Refusal::invalid(format!("The body is no JSON object: {error}.")))?;
        params.extend(members);
    }
    params.remove("api_key");
    if params.len() > PARAMETERS_MAX {
        return Err(Refusal::invalid(format!("A request has at most {PARAMETERS_MAX} parameters.")));
    }
    let max_credits = head.headers.get("max-credits").map(|value| value.to_str().unwrap_or("?").to_owned());
    Ok(Asked { app, key, client, params, max_credits, parts, spent: Arc::default(), turns: Arc::default() })
}

/// Parameters of a query: one that is repeated, or whose name ends with `[]`, is a list.
fn of_query(query: Vec<(String, String)>) -> Map<String, Value> {
    let mut params = Map::new();
    for (name, value) in query {
        let (name, is_list) = match name.strip_suffix("[]") {
            Some(list) => (list.to_owned(), true),
            None => (name, false),
        };
        match params.get_mut(&name) {
            None if is_list => drop(params.insert(name, Value::Array(vec![value.into()]))),
            None => drop(params.insert(name, value.into())),
            Some(Value::Array(items)) => items.push(value.into()),
            Some(first) => *first = Value::Array(vec![first.take(), value.into()]),
        }
    }
    params
}

fn shaped(vendor: &Vendor, answer: Shaped, spent: &Spent, retry_after: Option<u64>) -> Response<Body> {
    let (media, body) = match answer.body {
        Content::Json(body) => ("application/json", body.to_string()),
        Content::Text(text) => ("text/plain; charset=utf-8", text.to_owned()),
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut headers = (vendor.headers)(spent);
    headers.extend(spent.request_id.clone().map(|id| ("x-request-id", id)));
    headers.extend(retry_after.map(|seconds| ("retry-after", seconds.to_string())));
    headers.push(("content-type", media.to_owned()));
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_str(&value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
