//! Turns the bytes of a call into a checked request: parsed, validated, prepared.

pub(crate) mod body;
pub(crate) mod canonical;
pub(crate) mod catalogue_schemas;
pub(crate) mod fault_code;
pub(crate) mod json;
pub(crate) mod large_turns;
pub(crate) mod schemas;
pub(crate) mod validate;

use std::sync::Arc;

use serde_json::{Value, json};

use self::{body::Received, canonical::QueryDigest};
use crate::{
    app::App,
    call::{
        idempotency,
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
}

/// Parses and validates a call.
pub async fn check(app: Arc<App>, entry: &'static Entry, raw: Raw) -> Result<Checked, Problem> {
    let bytes = raw.body.as_ref().map_or(0, |body| body.bytes.len());
    if bytes <= INLINE_BYTES_MAX {
        return check_now(&app, entry, raw, false);
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
    checking.await.map_err(|error| Problem::internal(&error))?
}

fn check_now(app: &App, entry: &'static Entry, raw: Raw, is_large: bool) -> Result<Checked, Problem> {
    let Raw { parts, query, body } = raw;
    let has_body = entry.spec.method.has_body();
    let value = match body {
        Some(body) => read_body(app, entry, &parts, &body.bytes)?,
        None => schemas::from_query(query.iter().chain(&parts), app.schemas.request(entry.spec.id)),
    };
    let query = if has_body { query.as_slice() } else { &[] };
    let (value, preview) = validate(app, entry, query, value)?;
    let digest = idempotency::digest(entry.spec.id, &value);
    let query = QueryDigest::of(entry.spec.id, &value, app.schemas.request(entry.spec.id));
    let prepared = (entry.prepare)(value).map_err(|faults| Problem::of_faults(faults.into_vec()))?;
    Ok(Checked { prepared, preview, digest, query, is_large })
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
