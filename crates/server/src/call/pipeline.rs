//! The pipeline of every call: authenticate, validate, quote and hold, answer, settle.

mod billing;
mod replies;
mod work;

use std::{net::IpAddr, sync::Arc, time::Instant};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use jiff::Timestamp;
use store::{CacheUse, CallOutcome, KeyOwner, UnbilledCall, UpstreamCall, new_id};

use crate::{
    access::{auth, operator_log, rights},
    app::App,
    call::{
        idempotency::{self, Next},
        in_flight::Turn,
        problem::{Code, Problem},
        request::{self, Checked, Raw, body, canonical::QueryDigest, max_credits},
        response::with_request_id,
    },
    endpoint::{Access, Entry, Method},
    telemetry::{self, traces::CallSpan},
};

/// Who makes a call.
pub enum Identity {
    /// The owner of the key in the `Authorization` header.
    Key,
    /// A person who is signed in to the pages.
    Session {
        /// The account, and the key that stands for its pages.
        owner: Arc<KeyOwner>,
        /// The token of the session, which seals stored replies that contain a secret.
        token: String,
        /// Whether the call only reads what a page shows. Such reads are limited by the page and are not in the history,
        /// which would otherwise be full of its own reading.
        draws: bool,
    },
}

/// An incoming call.
pub struct Call {
    /// Who makes it.
    pub identity: Identity,
    /// Request headers.
    pub headers: HeaderMap,
    /// Client address.
    pub client: IpAddr,
    /// Path parameters by name.
    pub parts: Vec<(String, String)>,
    /// Query parameters.
    pub query: Vec<(String, String)>,
    /// Whether it is a sandbox call.
    pub sandbox: bool,
}

/// Answers a call; errors become problem responses. The body has not been read yet.
pub async fn answer(app: Arc<App>, entry: &'static Entry, call: Call, body: Body) -> Response<Body> {
    if entry.spec.method != Method::Post || entry.spec.price.charges() {
        return answer_call(app, entry, call, body).await;
    }
    // A free call with an effect runs to completion even if the client disconnects: the effect and the reply stored for
    // a retry must be written together. A charged call that is cut off before settlement is dropped and costs nothing.
    let call = tokio::spawn(answer_call(app.clone(), entry, call, body));
    call.await.unwrap_or_else(|error| {
        let request_id = new_id("req", &app.clock, &app.entropy);
        let response = Problem::internal(&error).into_response(&request_id);
        with_request_id(response, &request_id)
    })
}

async fn answer_call(app: Arc<App>, entry: &'static Entry, call: Call, body: Body) -> Response<Body> {
    let started = Instant::now();
    let request_id = new_id("req", &app.clock, &app.entropy);
    let trace = app.traces.begin(&call.headers, &app.entropy);
    let mut run = Run {
        now: app.clock.now(),
        started,
        request_id,
        entry,
        call,
        limits: Vec::new(),
        is_heavy: false,
        query: QueryDigest::default(),
        caller: None,
        noted: Noted::default(),
        traced_sources: trace.map(|_| Vec::new()),
    };
    let answered = run.go(app.clone(), body).await;
    if let Err(problem) = &answered {
        run.noted.upstream.clone_from(&problem.upstream);
    }
    run.note(&app, answered.as_ref().map(Response::status).map_err(|problem| problem.code));
    let mut response = match answered {
        Ok(response) => response,
        Err(problem) if run.call.sandbox => problem.with("sandbox", true).into_response(&run.request_id),
        Err(problem) => problem.into_response(&run.request_id),
    };
    for (name, value) in run.limits {
        response.headers_mut().insert(name, value);
    }
    let status = response.status().as_u16();
    telemetry::answered(entry.spec.id, run.call.sandbox, status, started.elapsed());
    if let Some(context) = trace {
        app.traces.push(CallSpan {
            context,
            method: entry.spec.method.as_str(),
            route: entry.spec.path,
            endpoint: entry.spec.id,
            request_id: run.request_id.clone(),
            sandbox: run.call.sandbox,
            status,
            at: run.now,
            took: started.elapsed(),
            upstream: run.traced_sources.take().unwrap_or_default(),
        });
    }
    tracing::info!(
        request_id = run.request_id,
        endpoint = entry.spec.id,
        sandbox = run.call.sandbox,
        status,
        micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    with_request_id(response, &run.request_id)
}

struct Run {
    now: Timestamp,
    started: Instant,
    request_id: String,
    entry: &'static Entry,
    call: Call,
    /// Rate-limit headers of every authenticated response.
    limits: Vec<(&'static str, HeaderValue)>,
    /// Whether it runs on a separate thread.
    is_heavy: bool,
    /// Digest of the request without its page.
    query: QueryDigest,
    /// The key that was recognised, also when the call was refused afterwards.
    caller: Option<Arc<KeyOwner>>,
    /// What the history keeps of the call.
    noted: Noted,
    /// The sources that were asked, of a call that is traced.
    traced_sources: Option<Vec<UpstreamCall>>,
}

/// What the history keeps of a call, as far as it is known.
#[derive(Default)]
struct Noted {
    asked: Option<String>,
    /// How a call that was not refused ended.
    outcome: Option<CallOutcome>,
    found: Vec<String>,
    upstream: Vec<UpstreamCall>,
    cache: Option<CacheUse>,
    /// The request whose answer was given again.
    replays: Option<String>,
    /// Whether the settlement has written the row.
    is_written: bool,
}

impl Run {
    /// Adds the call to the history, unless its settlement did. Calls beyond the rate limit are left out: there may be any
    /// number of them, and they are counted in the metrics.
    fn note(&mut self, app: &App, answered: Result<StatusCode, Code>) {
        let Some(caller) = self.caller.take() else { return };
        if matches!(self.call.identity, Identity::Session { draws: true, .. }) {
            return;
        }
        let noted = std::mem::take(&mut self.noted);
        if noted.is_written || answered == Err(Code::RateLimited) {
            return;
        }
        let (status, outcome) = match answered {
            Ok(status) => {
                let outcome = noted.outcome.unwrap_or(CallOutcome::of_status(status.as_u16()));
                (status.as_u16(), outcome)
            }
            Err(code) if code.status() < 500 => (code.status(), CallOutcome::Refused),
            Err(code) => (code.status(), CallOutcome::Failed),
        };
        app.note_call(UnbilledCall {
            request_id: self.request_id.clone(),
            account_id: caller.account.id.clone(),
            key_id: caller.key.id.clone(),
            at: self.now,
            endpoint: self.entry.spec.id,
            status,
            outcome,
            code: answered.err().map(Code::as_str),
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            cache: noted.cache,
            upstream: noted.upstream,
            asked: noted.asked,
            found: noted.found,
            replays: noted.replays,
        });
    }

    async fn go(&mut self, app: Arc<App>, body: Body) -> Result<Response<Body>, Problem> {
        let caller = match self.admit(&app).await {
            Ok(caller) => caller,
            Err(problem) => {
                let bytes = body::receive_refused(&self.call.headers, body).await;
                if self.caller.is_some() && problem.code != Code::RateLimited {
                    let Call { parts, query, .. } = &self.call;
                    self.noted.asked = request::asked_in_vain(&app, self.entry, parts, query, &bytes);
                }
                return Err(problem);
            }
        };
        let raw = self.receive(&app, body, caller.as_deref()).await?;
        let read = request::check(app.clone(), self.entry, raw).await?;
        self.noted.asked = read.asked;
        let Checked { prepared, preview, digest, query, is_large, acted_on } = read.checked?;
        self.query = query;
        self.is_heavy = is_large || prepared.is_heavy();
        if preview {
            return self.quote(app, caller, prepared).await;
        }
        let max = max_credits::stated(&self.call.headers)?;
        let key = if self.call.sandbox { None } else { self.idempotency_key()? };
        let owner = caller.as_ref().map_or_else(
            || idempotency::client_owner(&auth::client_digest(&app, self.call.client)),
            |caller| caller.account.id.to_string(),
        );
        let mut turn = match &key {
            None => None,
            Some(key) => match idempotency::next(&app, &owner, key, digest, &self.request_id).await? {
                Next::Kept(reply) => {
                    let proof = self.proof(&app, key, digest, false).await?;
                    return self.replay(reply, &proof);
                }
                Next::Run(turn) => Some(turn),
            },
        };
        // After the look for a stored reply, which costs nothing whatever it cost at first.
        self.check_max(&app, prepared.units(), max)?;
        let (spec, call) = (self.entry.spec, (self.request_id.as_str(), self.now));
        let act = operator_log::begin(&app, caller.as_deref(), spec, call, acted_on).await?;
        let response = match (&caller, &key) {
            (Some(caller), _) if !self.call.sandbox => {
                let is_claimed = turn.as_ref().is_some_and(Turn::is_claimed);
                let proof = match &key {
                    Some(key) => Some(self.proof(&app, key, digest, is_claimed).await?),
                    None => None,
                };
                self.billed(&app, caller, prepared, proof).await
            }
            (None, Some(key)) => self.once(&app, &owner, prepared, key, digest).await,
            _ => self.unbilled(app.clone(), prepared).await,
        };
        operator_log::end(&app, act, response.as_ref().map(drop).map_err(|problem| problem.code)).await;
        if let Some(turn) = turn.as_mut().filter(|_| self.noted.is_written) {
            turn.has_kept_reply();
        }
        drop(turn);
        response
    }

    /// Authenticates and admits the caller: a key with its scope and rate limit, or a sandbox client with calls left
    /// today.
    async fn admit(&mut self, app: &App) -> Result<Option<Arc<KeyOwner>>, Problem> {
        if self.call.sandbox {
            crate::access::sandbox::admit(app, self.call.client, self.now).await?;
            return Ok(None);
        }
        if self.entry.spec.access == Access::Public {
            return Ok(None);
        }
        let caller = match &self.call.identity {
            Identity::Key => {
                let charges = self.entry.spec.price.charges();
                let age = if charges { auth::Age::Recent } else { auth::Age::Current };
                auth::authenticate(app, &self.call.headers, self.call.client, self.now, age)?
            }
            Identity::Session { owner, .. } => {
                rights::in_force(owner, self.now)?;
                owner.clone()
            }
        };
        self.caller = Some(caller.clone());
        if matches!(self.call.identity, Identity::Session { draws: true, .. }) {
            auth::authorize(&caller, self.entry.spec, self.now)?;
            return Ok(Some(caller));
        }
        let (rate, taken) = auth::throttle(app, &caller, self.now).await?;
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
        Ok(Some(caller))
    }

    /// Receives path, query and body; the body is read only after the caller was admitted.
    async fn receive(&mut self, app: &App, body: Body, caller: Option<&KeyOwner>) -> Result<Raw, Problem> {
        let limits = &app.settings.limits;
        let (limit, owner) = match caller {
            Some(caller) => (limits.body_bytes, caller.account.id.to_string()),
            None => {
                let limit = limits.keyless_body_bytes.min(limits.body_bytes);
                (limit, rights::client_network(self.call.client))
            }
        };
        let (memory, headers) = (&app.body_memory, &self.call.headers);
        let received = match self.entry.spec.method.has_body() {
            true => Some(body::receive(memory, &owner, headers, body, limit).await?),
            false => None,
        };
        Ok(Raw {
            parts: std::mem::take(&mut self.call.parts),
            query: std::mem::take(&mut self.call.query),
            body: received,
        })
    }

    fn json(&self, body: Vec<u8>) -> Response<Body> {
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = StatusCode::from_u16(self.entry.spec.status).unwrap_or(StatusCode::OK);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
