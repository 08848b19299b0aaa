//! Turns the bytes of a call into a checked request: parsed, validated, prepared.

pub(crate) mod acted_on;
pub(crate) mod body;
pub(crate) mod canonical;
pub(crate) mod catalogue_schemas;
pub(crate) mod fault_code;
pub(crate) mod json;
pub(crate) mod large_turns;
pub(crate) mod max_credits;
pub(crate) mod schemas;
pub(crate) mod sent;
pub(crate) mod validate;

use std::sync::Arc;

use serde_json::{Value, json};

use self::{body::Received, canonical::QueryDigest};
use crate::{
    app::App,
    call::{
        history_entry, idempotency,
        problem::{Code, Problem},
    },
    endpoint::{Entry, Prepared},
};

/// Bodies up to this size are parsed on the connection's thread; larger ones on a blocking thread, so that no other
/// call is delayed.
const INLINE_BYTES_MAX: usize = 16 << 10;

/// Path, query and body of a call, without the caller.
pub struct Raw {
    /// Path parameters by name.
    pub parts: Vec<(String, String)>,
    /// Query parameters.
    pub query: Vec<(String, String)>,
    /// The body; none for methods without one.
    pub body: Option<Received>,
}

/// A validated request.
pub struct Checked {
    /// The prepared endpoint call.
    pub prepared: Box<dyn Prepared>,
    /// Whether only the price is requested.
    pub preview: bool,
    /// Digest that identifies a retry of the same request.
    pub digest: [u8; 32],
    /// Digest that the pages of one query share; cursors are bound to it.
    pub query: QueryDigest,
    /// Whether it was parsed on a blocking thread because of its size.
    pub is_large: bool,
    /// Ids of what an operator changes.
    pub acted_on: Option<String>,
}

/// A call after its validation, and its question as the history keeps it.
pub struct Read {
    /// The question, also of a request with faults; none of one that is no JSON.
    pub asked: Option<String>,
    /// The validated request.
    pub checked: Result<Checked, Problem>,
}

/// Parses and validates a call.
pub async fn check(app: Arc<App>, entry: &'static Entry, raw: Raw) -> Result<Read, Problem> {
    let bytes = raw.body.as_ref().map_or(0, |body| body.bytes.len());
    if bytes <= INLINE_BYTES_MAX {
        return Ok(check_now(&app, entry, raw, false));
    }
    let turns = app.large_turns.0.clone();
    let turn = turns.acquire_owned().await.map_err(|error| Problem::internal(&error))?;
    let checking = tokio::task::spawn_blocking({
        let app = app.clone();
        move || {
            // Held until the work is done, even if the client disconnects.
            let _turn = turn;
            check_now(&app, entry, raw, true)
        }
    });
    checking.await.map_err(|error| Problem::internal(&error))
}

fn check_now(app: &App, entry: &'static Entry, raw: Raw, is_large: bool) -> Read {
    let Raw { parts, query, body } = raw;
    match question(app, entry, &parts, &query, body.as_ref().map(|body| body.bytes.as_slice())) {
        Ok(value) => Read {
            asked: history_entry::asked(entry.spec, &value),
            checked: checked(app, entry, &query, value, is_large),
        },
        Err(problem) => Read { asked: None, checked: Err(problem) },
    }
}

/// The request as JSON, before its validation.
fn question(
    app: &App,
    entry: &Entry,
    parts: &[(String, String)],
    query: &[(String, String)],
    body: Option<&[u8]>,
) -> Result<Value, Problem> {
    match body {
        Some(body) => read_body(app, entry, parts, body),
        None => Ok(schemas::from_query(query.iter().chain(parts), app.schemas.request(entry.spec.id))),
    }
}

/// The question of a call that was refused before its request was checked.
pub fn asked_in_vain(
    app: &App,
    entry: &Entry,
    parts: &[(String, String)],
    query: &[(String, String)],
    body: &[u8],
) -> Option<String> {
    let body = entry.spec.method.has_body().then_some(body);
    let value = question(app, entry, parts, query, body).ok()?;
    history_entry::asked(entry.spec, &value)
}

fn checked(
    app: &App,
    entry: &'static Entry,
    query: &[(String, String)],
    value: Value,
    is_large: bool,
) -> Result<Checked, Problem> {
    let has_body = entry.spec.method.has_body();
    let query = if has_body { query } else { &[] };
    let (value, preview) = validate(app, entry, query, value)?;
    let digest = idempotency::digest(entry.spec.id, &value);
    let query = QueryDigest::of(entry.spec.id, &value, app.schemas.request(entry.spec.id));
    let acted_on = if entry.spec.is_operators_change() { acted_on::acted_on(&value) } else { None };
    let prepared = (entry.prepare)(value).map_err(|faults| Problem::of_faults(faults.into_vec()))?;
    Ok(Checked { prepared, preview, digest, query, is_large, acted_on })
}

/// The request as JSON: the body merged with the path parameters.
fn read_body(app: &App, entry: &Entry, parts: &[(String, String)], body: &[u8]) -> Result<Value, Problem> {
    // An endpoint whose fields are all optional may be called without a body.
    let mut value = if body.iter().all(u8::is_ascii_whitespace) {
        json!({})
    } else {
        json::parse(body).map_err(|error| match error {
            json::Unread::Invalid(detail) => Problem::new(Code::InvalidJson, detail),
            json::Unread::TooMuch(detail) => Problem::new(Code::InvalidRequest, detail),
        })?
    };
    let parts = schemas::from_query(parts, app.schemas.request(entry.spec.id));
    if let (Value::Object(object), Value::Object(parts)) = (&mut value, parts) {
        object.extend(parts);
    }
    Ok(value)
}

fn validate(
    app: &App,
    entry: &Entry,
    query: &[(String, String)],
    mut value: Value,
) -> Result<(Value, bool), Problem> {
    let mut faults = validate::validate(&value, app.schemas.request(entry.spec.id));
    validate::refuse_query(query, &mut faults);
    if !faults.is_empty() {
        add_meaning_faults(entry, value, &mut faults);
        return Err(Problem::of_faults(faults.into_vec()));
    }
    let preview = value.as_object_mut().filter(|_| entry.spec.price.charges());
    let preview = preview.and_then(|object| object.remove("preview"));
    Ok((value, preview == Some(Value::Bool(true))))
}

/// Also runs the endpoint's own checks on a request that the schema rejects, so that all faults are reported together.
fn add_meaning_faults(entry: &Entry, mut value: Value, faults: &mut validate::Faults) {
    if faults.is_full() {
        return;
    }
    faults.strip_unknown(&mut value);
    if let Some(object) = value.as_object_mut().filter(|_| entry.spec.price.charges()) {
        object.remove("preview");
    }
    if let Err(more) = (entry.prepare)(value) {
        faults.add_new(more);
    }
}
