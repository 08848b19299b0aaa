//! The one path of every call: authenticate, validate, quote and hold, answer, settle.

use std::{net::IpAddr, sync::Arc, time::Instant};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{Credits, KeyOwner, ReplyKey, Settled, SettledAnswer, Settlement, new_id};

use crate::{
    app::App,
    auth,
    catalogue::{Access, Chunks, Content, Entry, Method, Outcome, Prepared, Price, Written},
    context::Context,
    idempotency::{self, Next},
    json,
    metering::Refused,
    problem::{Code, Problem},
    schemas, seal, telemetry, validate,
};

const EVENT_STREAM: &str = "text/event-stream";

/// A call as it came in.
pub struct Call {
    /// Headers.
    pub headers: HeaderMap,
    /// Where it comes from.
    pub client: IpAddr,
    /// Parts of the path, by name.
    pub parts: Vec<(String, String)>,
    /// The query.
    pub query: Vec<(String, String)>,
    /// The body, or why there is none.
    pub body: Result<Bytes, Problem>,
    /// Whether it came to the sandbox.
    pub sandbox: bool,
}

/// Answers a call, whatever becomes of it.
pub async fn answer(app: Arc<App>, entry: &'static Entry, call: Call) -> Response<Body> {
    if entry.spec.method != Method::Post || entry.spec.price.charges() {
        return answer_call(app, entry, call).await;
    }
    // A free call with an effect runs to its end also when its caller disconnects: the effect and the reply that is kept
    // for a retry must not part. A charging call that is cut off before it is settled is dropped, and costs nothing.
    let call = tokio::spawn(answer_call(app.clone(), entry, call));
    call.await.unwrap_or_else(|error| {
        let request_id = new_id("req", &app.clock, &app.entropy);
        let response = Problem::internal(&error).into_response(&request_id);
        crate::http::with_request_id(response, &request_id)
    })
}

async fn answer_call(app: Arc<App>, entry: &'static Entry, call: Call) -> Response<Body> {
    let started = Instant::now();
    let request_id = new_id("req", &app.clock, &app.entropy);
    let mut run = Run { now: app.clock.now(), started, request_id, entry, call, limits: Vec::new() };
    let mut response = match run.go(app.clone()).await {
        Ok(response) => response,
        Err(problem) if run.call.sandbox => problem.with("sandbox", true).into_response(&run.request_id),
        Err(problem) => problem.into_response(&run.request_id),
    };
    for (name, value) in run.limits {
        response.headers_mut().insert(name, value);
    }
    let status = response.status().as_u16();
    telemetry::answered(entry.spec.id, run.call.sandbox, status, started.elapsed());
    tracing::info!(
        request_id = run.request_id,
        endpoint = entry.spec.id,
        sandbox = run.call.sandbox,
        status,
        micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    crate::http::with_request_id(response, &run.request_id)
}

struct Run {
    now: Timestamp,
    started: Instant,
    request_id: String,
    entry: &'static Entry,
    call: Call,
    /// Rate-limit headers, which go on every authenticated answer.
    limits: Vec<(&'static str, HeaderValue)>,
}

impl Run {
    async fn go(&mut self, app: Arc<App>) -> Result<Response<Body>, Problem> {
        let caller = self.admit(&app).await?;
        let value = self.read(&app)?;
        let (value, preview) = self.validate(&app, value)?;
        let digest = idempotency::digest(self.entry.spec.id, &value);
        let prepared = (self.entry.prepare)(value).map_err(|faults| Problem::of_faults(faults.into_vec()))?;
        if preview {
            return self.quote(app, caller, prepared).await;
        }
        let Some(caller) = caller.filter(|_| !self.call.sandbox) else {
            return self.unbilled(app, prepared).await;
        };
        let key = match self.idempotency_key()? {
            None => None,
            Some(key) => match idempotency::next(&app, &caller.account.id, &key, digest).await? {
                Next::Replay(reply) => return self.replay(reply),
                Next::Run(turn, reply_key) => Some((turn, reply_key)),
            },
        };
        let reply_key = key.as_ref().map(|(_turn, reply_key)| reply_key.clone());
        let response = self.billed(&app, &caller, prepared, reply_key).await;
        drop(key);
        response
    }

    /// Lets the caller in: a key with its rights and rate, or a sandbox client with calls left today.
    async fn admit(&mut self, app: &App) -> Result<Option<Arc<KeyOwner>>, Problem> {
        if self.call.sandbox {
            crate::sandbox::admit(app, self.call.client, self.now).await?;
            return Ok(None);
        }
        if self.entry.spec.access == Access::Public {
            return Ok(None);
        }
        let caller = auth::authenticate(app, &self.call.headers, self.call.client, self.now)?;
        let (rate, taken) = auth::throttle(app, &caller, self.now);
        if rate.per_window > 0 {
            let policy = format!("\"default\";q={};w={}", rate.burst, rate.burst.div_ceil(rate.per_window));
            let state = format!("\"default\";r={};t={}", taken.remaining, taken.reset_seconds);
            for (name, text) in [("ratelimit-policy", policy), ("ratelimit", state)] {
                self.limits.extend(HeaderValue::from_str(&text).ok().map(|value| (name, value)));
            }
        }
        if !taken.allowed {
            return Err(Problem::new(
                Code::RateLimited,
                "The plan's request rate is used up. Wait, then go on.",
            )
            .retry_after(taken.retry_seconds));
        }
        auth::authorize(&caller, self.entry.spec, self.now)?;
        Ok(Some(Arc::new(caller)))
    }

    /// The request as JSON: the body of a POST, the path and query of anything else.
    fn read(&mut self, app: &App) -> Result<Value, Problem> {
        let schema = app.schemas.request(self.entry.spec.id);
        if !self.entry.spec.method.has_body() {
            return Ok(schemas::from_query(self.call.query.iter().chain(&self.call.parts), schema));
        }
        let body = std::mem::replace(&mut self.call.body, Ok(Bytes::new()))?;
        let media =
            self.call.headers.get(header::CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
        if media.is_some_and(|media| !is_json(media)) {
            return Err(Problem::new(
                Code::UnsupportedMediaType,
                "Send the body as `Content-Type: application/json`.",
            ));
        }
        // An endpoint whose fields are all optional may be called without a body.
        let mut value = if body.iter().all(u8::is_ascii_whitespace) {
            json!({})
        } else {
            json::parse(&body).map_err(|detail| Problem::new(Code::InvalidJson, detail))?
        };
        let parts = schemas::from_query(&self.call.parts, schema);
        if let (Value::Object(object), Value::Object(parts)) = (&mut value, parts) {
            object.extend(parts);
        }
        Ok(value)
    }

    fn validate(&self, app: &App, mut value: Value) -> Result<(Value, bool), Problem> {
        let mut faults = validate::validate(&value, app.schemas.request(self.entry.spec.id));
        if self.entry.spec.method.has_body() {
            validate::refuse_query(&self.call.query, &mut faults);
        }
        if !faults.is_empty() {
            self.add_meaning_faults(value, &mut faults);
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let preview = value.as_object_mut().filter(|_| self.entry.spec.price.charges());
        let preview = preview.and_then(|object| object.remove("preview"));
        Ok((value, preview == Some(Value::Bool(true))))
    }

    /// Also looks for faults of meaning in a request that the schema refuses, so that all are told at once.
    fn add_meaning_faults(&self, mut value: Value, faults: &mut validate::Faults) {
        faults.strip_unknown(&mut value);
        if let Some(object) = value.as_object_mut().filter(|_| self.entry.spec.price.charges()) {
            object.remove("preview");
        }
        if let Err(more) = (self.entry.prepare)(value) {
            faults.add_new(more);
        }
    }

    /// What the call would cost, without making it.
    async fn quote(
        &self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        let most = price.due(prepared.units());
        let estimate = prepared.estimate(self.context(app, caller)).await?;
        let estimated = estimate.map_or(most, |estimate| price.due(estimate.units));
        let mut quote = json!({
            "preview": true,
            "would_cost": { "max_credits": most, "estimated_credits": estimated },
        });
        if let Some(estimate) = estimate {
            quote["total"] = estimate.total.into();
        }
        let mark = if self.call.sandbox { "\"sandbox\":true" } else { "" };
        Ok(self.json(with_members(quote.to_string().into_bytes(), mark)))
    }

    /// Public endpoints and the sandbox: nothing is charged, nothing written.
    async fn unbilled(&self, app: Arc<App>, prepared: Box<dyn Prepared>) -> Result<Response<Body>, Problem> {
        let outcome = self.run(app.clone(), None, prepared).await?;
        let answer = match outcome.answer {
            Content::Json(answer) => answer,
            Content::Written(Written { change, then }) => {
                let answer = change.await?;
                then.inspect(|then| then(&app));
                answer
            }
            Content::File { name, chunks } => {
                return Ok(self.streamed(chunks, self.entry.spec.media, Some(&name)));
            }
            Content::Events(chunks) => return Ok(self.streamed(chunks, EVENT_STREAM, None)),
        };
        let members = match (self.call.sandbox, self.entry.spec.price) {
            (false, _) => String::new(),
            (true, Price::Free) => "\"sandbox\":true".to_owned(),
            (true, price) => {
                format!("\"sandbox\":true,\"cost\":{{\"credits\":{}}}", price.due(outcome.units))
            }
        };
        Ok(self.json(with_members(answer, &members)))
    }

    async fn billed(
        &self,
        app: &Arc<App>,
        caller: &Arc<KeyOwner>,
        prepared: Box<dyn Prepared>,
        reply: Option<ReplyKey>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        // What is charged item by item, later, has to begin with one that can be paid for.
        let units = if self.entry.spec.deferred { 1 } else { prepared.units() };
        let most = price.due(units);
        let hold = match app.holds.hold(&app.store, &caller.account.id, most).await {
            Ok(hold) => hold,
            Err(Refused::Failed(error)) => return Err(error.into()),
            Err(Refused::Short(balance)) => return Err(self.short(app, most, balance)),
        };
        let outcome = self.run(app.clone(), Some(caller.clone()), prepared).await?;
        let credits = price.due(outcome.units);
        if credits > most {
            return Err(Problem::internal(&"an endpoint resolved more than it had announced"));
        }
        let (answer, then) = match outcome.answer {
            Content::Json(answer) => (SettledAnswer::Bytes(answer), None),
            Content::Written(Written { change, then }) => (SettledAnswer::Write(change), then),
            Content::File { name, chunks } => {
                return Ok(self.streamed(chunks, self.entry.spec.media, Some(&name)));
            }
            Content::Events(chunks) => return Ok(self.streamed(chunks, EVENT_STREAM, None)),
        };
        if !price.charges() && reply.is_none() {
            let answer = match answer {
                SettledAnswer::Bytes(answer) => answer,
                SettledAnswer::Write(change) => change.await?,
            };
            then.inspect(|then| then(app));
            return Ok(self.json(answer));
        }
        let digest = reply.as_ref().map(|reply| reply.digest);
        let settlement = Settlement {
            request_id: self.request_id.clone(),
            account_id: caller.account.id.clone(),
            key_id: caller.key.id.clone(),
            at: self.now,
            endpoint: self.entry.spec.id,
            status: self.entry.spec.status,
            credits,
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            cache: outcome.cache,
            resolved: outcome.units,
            upstream: outcome.upstream,
            people: outcome.people,
            effects: outcome.effects,
            reply,
            keeps_answer: credits > Credits::ZERO,
            lock: self.lock(app),
            answer,
            render: Box::new(move |answer, balance| {
                let cost = format!("\"cost\":{{\"credits\":{credits},\"balance_remaining\":{balance}}}");
                with_members(answer, if price.charges() { &cost } else { "" })
            }),
        };
        let settled = app.store.settle(settlement).await;
        drop(hold);
        match settled? {
            Settled::Done { body, .. } => {
                telemetry::settled(self.entry.spec.id, credits, outcome.cache);
                then.inspect(|then| then(app));
                Ok(self.json(body))
            }
            Settled::Short { balance } => Err(self.short(app, credits, balance)),
            // Another call may have used the key after this one had looked, and may have asked something else.
            Settled::Replayed(kept) if Some(kept.digest) != digest => Err(idempotency::mismatch()),
            Settled::Replayed(kept) => self.replay(kept),
        }
    }

    async fn run(
        &self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Outcome<Content>, Problem> {
        let patience = std::time::Duration::from_secs(app.settings.limits.call_seconds);
        let context = self.context(app, caller);
        tokio::time::timeout(patience, prepared.run(context)).await.unwrap_or_else(|_| {
            Err(Problem::new(
                Code::SourcesUnavailable,
                "The answer took too long; nothing was charged. Try again.",
            )
            .retry_after(5))
        })
    }

    fn context(&self, app: Arc<App>, caller: Option<Arc<KeyOwner>>) -> Context {
        let header = |name: &str| self.call.headers.get(name).and_then(|value| value.to_str().ok());
        Context {
            app,
            caller,
            now: self.now,
            client: Some(self.call.client),
            sandbox: self.call.sandbox,
            wants_events: header("accept").is_some_and(|accept| accept.contains(EVENT_STREAM)),
            last_event_id: header("last-event-id").map(str::to_owned),
        }
    }

    /// 402, with the largest `limit` that the balance would pay for where there is one.
    fn short(&self, app: &App, required: Credits, balance: Credits) -> Problem {
        let problem = Problem::new(
            Code::InsufficientCredits,
            format!("This call may cost {required} credits and the balance is {balance}."),
        )
        .with("required", required)
        .with("balance", balance);
        let takes_limit = app.schemas.request(self.entry.spec.id).pointer("/properties/limit").is_some();
        match self.entry.spec.price.affordable(balance) {
            Some(units) if takes_limit => problem.with("largest_affordable_limit", units),
            Some(units) => problem.with("affordable_items", units),
            None => problem,
        }
    }

    fn replay(&self, mut reply: store::Reply) -> Result<Response<Body>, Problem> {
        if reply.sealed {
            let api_key = auth::bearer(&self.call.headers).unwrap_or_default();
            reply.body = seal::open(&reply.body, api_key).ok_or_else(|| {
                Problem::new(
                    Code::IdempotencyMismatch,
                    "The answer to this Idempotency-Key holds a secret that only the API key which asked can see.",
                )
            })?;
        }
        let mut response = self.json(reply.body);
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
        Ok(response)
    }

    /// How the answer is locked before it is kept, when it holds a secret.
    fn lock(&self, app: &App) -> Option<store::Lock> {
        let api_key = auth::bearer(&self.call.headers).filter(|_| self.entry.spec.secret)?.to_owned();
        let entropy = app.entropy.clone();
        Some(Box::new(move |answer| seal::seal(answer, &api_key, &entropy)))
    }

    fn idempotency_key(&self) -> Result<Option<String>, Problem> {
        if self.entry.spec.method != Method::Post {
            return Ok(None);
        }
        let Some(value) = self.call.headers.get("idempotency-key") else { return Ok(None) };
        match value.to_str() {
            Ok(text) => Ok(Some(text.to_owned())),
            Err(_) => Err(Problem::new(Code::InvalidRequest, "Idempotency-Key must be printable ASCII.")),
        }
    }

    fn json(&self, body: Vec<u8>) -> Response<Body> {
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = StatusCode::from_u16(self.entry.spec.status).unwrap_or(StatusCode::OK);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }

    /// An answer that is sent as it is made.
    fn streamed(&self, chunks: Chunks, media: &'static str, file_name: Option<&str>) -> Response<Body> {
        let mut response = Response::new(Body::from_stream(chunks));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let disposition = file_name.map(|name| format!("attachment; filename=\"{name}\""));
        if let Some(Ok(value)) = disposition.map(|text| HeaderValue::from_str(&text)) {
            headers.insert(header::CONTENT_DISPOSITION, value);
        }
        response
    }
}

fn is_json(media: &str) -> bool {
    let kind = media.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// Adds members to the end of a JSON object without parsing it again.
fn with_members(mut object: Vec<u8>, members: &str) -> Vec<u8> {
    if members.is_empty() || !object.ends_with(b"}") {
        return object;
    }
    object.pop();
    if object.last() != Some(&b'{') {
        object.push(b',');
    }
    object.extend_from_slice(members.as_bytes());
    object.push(b'}');
    object
}
