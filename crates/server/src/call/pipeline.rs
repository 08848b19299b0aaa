//! The pipeline of every call: authenticate, validate, quote and hold, answer, settle.

use std::{net::IpAddr, pin::Pin, sync::Arc, time::Instant};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use jiff::Timestamp;
use serde_json::json;
use store::{
    AccountId, CacheUse, CallDetail, CallOutcome, ChargedOnce, Cost, Credits, KeyOwner, KeyedCall, ReplyKey, Settled,
    SettledAnswer, Settlement, StoreError, UnbilledCall, UpstreamCall, new_id,
};

use crate::access::rights;
use crate::{
    access::{auth, operator_log},
    app::App,
    call::{
        context::Context,
        heavy::INLINE_UNITS_MAX,
        history_entry,
        idempotency::{self, Next},
        metering::Refused,
        problem::{Code, Problem},
        request::{self, Checked, Raw, body, canonical::QueryDigest, max_credits},
        seal,
    },
    endpoint::{Access, Chunks, Content, Entry, Group, Method, Outcome, Prepared, Price, Written},
    telemetry,
};

const EVENT_STREAM: &str = "text/event-stream";
/// When to try again while running calls hold the credits of an account.
const HELD_RETRY_SECONDS: u64 = 5;
/// Time limit of an erasure call.
const ERASURE_SECONDS_MAX: u64 = 3_600;

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
        /// Whether the call only reads what a page shows. Such reads have a rate limit of their own and are not in the
        /// history, which would otherwise be full of its own reading.
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
        crate::call::response::with_request_id(response, &request_id)
    })
}

async fn answer_call(app: Arc<App>, entry: &'static Entry, call: Call, body: Body) -> Response<Body> {
    let started = Instant::now();
    let request_id = new_id("req", &app.clock, &app.entropy);
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
    };
    let answered = run.go(app.clone(), body).await;
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
    tracing::info!(
        request_id = run.request_id,
        endpoint = entry.spec.id,
        sandbox = run.call.sandbox,
        status,
        micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    crate::call::response::with_request_id(response, &run.request_id)
}

/// Identifies a call with an idempotency key and seals its stored reply.
struct Proof {
    /// The key and the digest of the request.
    reply: ReplyKey,
    /// Secret that encrypts a stored reply containing a secret.
    seal: Option<String>,
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
            Ok(status) => (status.as_u16(), noted.outcome.unwrap_or(CallOutcome::Answered)),
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
        self.is_heavy = is_large || prepared.units() > INLINE_UNITS_MAX;
        if preview {
            return self.quote(app, caller, prepared).await;
        }
        let max = max_credits::stated(&self.call.headers)?;
        let key = if self.call.sandbox { None } else { self.idempotency_key()? };
        let owner = caller.as_ref().map_or_else(
            || idempotency::client_owner(&auth::client_digest(&app, self.call.client)),
            |caller| caller.account.id.to_string(),
        );
        let turn = match &key {
            None => None,
            Some(key) => match idempotency::next(&app, &owner, key, digest).await? {
                Next::Kept(reply) => {
                    let proof = self.proof(&app, key, digest).await?;
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
                let proof = match &key {
                    Some(key) => Some(self.proof(&app, key, digest).await?),
                    None => None,
                };
                self.billed(&app, caller, prepared, proof).await
            }
            (None, Some(key)) => self.once(&app, &owner, prepared, key, digest).await,
            _ => self.unbilled(app.clone(), prepared).await,
        };
        operator_log::end(&app, act, response.as_ref().map(drop).map_err(|problem| problem.code)).await;
        drop(turn);
        response
    }

    /// The identity of a stored reply, and the key that encrypts it if it contains a secret. Without an API key that
    /// key is derived from the request, which may include a password, so a slow hash is used: stored data must not
    /// allow fast guessing.
    async fn proof(&self, app: &App, key: &str, digest: [u8; 32]) -> Result<Proof, Problem> {
        let reply = |digest| ReplyKey { key: key.to_owned(), digest };
        let spec = self.entry.spec;
        if !spec.secret {
            return Ok(Proof { reply: reply(digest), seal: None });
        }
        if spec.access != Access::Public {
            return Ok(Proof { reply: reply(digest), seal: self.bearer() });
        }
        auth::throttle_client(app, "replay", self.call.client, self.now)?;
        let (digest, seal) = app.passwords.derive(digest, key).await?;
        Ok(Proof { reply: reply(digest), seal: Some(seal) })
    }

    /// A call without an account whose effect happens once per idempotency key.
    async fn once(
        &mut self,
        app: &Arc<App>,
        owner: &str,
        prepared: Box<dyn Prepared>,
        key: &str,
        digest: [u8; 32],
    ) -> Result<Response<Body>, Problem> {
        let Outcome { answer: Content::Written(Written { change, then }), cookie, .. } =
            self.run(app.clone(), None, prepared).await?
        else {
            return Err(Problem::internal(&"a public endpoint with an effect must return its change"));
        };
        let proof = self.proof(app, key, digest).await?;
        let lock = self.lock(app, proof.seal.clone());
        let call = KeyedCall {
            owner: owner.to_owned(),
            request_id: self.request_id.clone(),
            key: proof.reply.clone(),
            status: self.entry.spec.status,
            at: self.now,
        };
        match app.store.write_once(call, change, lock).await? {
            Ok(answer) => {
                then.inspect(|then| then(app));
                Ok(with_cookie(self.json(answer), cookie))
            }
            Err(kept) => self.replay(kept, &proof),
        }
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
        let (rate, taken) = match &self.call.identity {
            Identity::Session { draws: true, .. } => auth::throttle_drawing(app, &caller, self.now),
            _ => auth::throttle(app, &caller, self.now).await?,
        };
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

    /// Answers with the price of the call and what its preview shows, without charging it.
    async fn quote(
        &mut self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        let most = price.due(prepared.units());
        let context = self.context(app.clone(), caller);
        let (store, account) = (context.store().clone(), context.account_id().clone());
        let estimate = self.within_time(&app, &account, prepared.estimate(context)).await?;
        let estimated = match &estimate.items {
            Some(items) => {
                let paid = store.charged_items(&account, self.entry.spec.id, items)?;
                price.charge(estimate.units, items.iter().filter(|item| !paid.contains(*item)).count() as u64)
            }
            None => price.due(estimate.units),
        };
        let mut quote = json!({
            "preview": true,
            "would_cost": { "max_credits": most, "estimated_credits": estimated },
        });
        if let Some(total) = estimate.total {
            quote["total"] = total.into();
        }
        for (name, shown) in estimate.shown {
            quote[name] = shown;
        }
        let mark = if self.call.sandbox { "\"sandbox\":true" } else { "" };
        self.noted.outcome = Some(CallOutcome::Preview);
        let mut response = self.json(with_members(quote.to_string().into_bytes(), mark));
        // A price is an answer at once, also of a call that is itself only accepted.
        *response.status_mut() = StatusCode::OK;
        Ok(response)
    }

    /// Public endpoints and the sandbox: nothing is charged or recorded in the history.
    async fn unbilled(&self, app: Arc<App>, prepared: Box<dyn Prepared>) -> Result<Response<Body>, Problem> {
        let outcome = self.run(app.clone(), None, prepared).await?;
        let answer = match outcome.answer {
            Content::Json(answer) => answer,
            Content::Written(Written { change, then }) => {
                let answer = change.await?;
                then.inspect(|then| then(&app));
                answer
            }
            Content::File { name, media, chunks } => {
                return Ok(self.streamed(chunks, media, Some(&name)));
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
        Ok(with_cookie(self.json(with_members(answer, &members)), outcome.cookie))
    }

    async fn billed(
        &mut self,
        app: &Arc<App>,
        caller: &Arc<KeyOwner>,
        prepared: Box<dyn Prepared>,
        proof: Option<Proof>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        // Submitted items are charged later one by one; the balance must cover at least the first.
        let units = if self.entry.spec.items_of.is_some() { 1 } else { prepared.units() };
        let most = price.due(units);
        rights::within_cap(caller, most, self.now)?;
        let hold = match app.holds.hold(&app.store, &caller.account.id, most).await {
            Ok(hold) => hold,
            Err(Refused::Failed(error)) => return Err(error.into()),
            Err(Refused::InsufficientBalance(balance)) => return Err(self.short(app, most, balance)),
            Err(Refused::HeldByOthers) => {
                let detail = "Calls that are being answered hold the credits of the account. Try again when they are \
                              settled.";
                return Err(Problem::new(Code::RateLimited, detail).retry_after(HELD_RETRY_SECONDS));
            }
        };
        let (content, outcome) = self.run(app.clone(), Some(caller.clone()), prepared).await?.split();
        let highest = price.due(outcome.units);
        if highest > most {
            return Err(Problem::internal(&"an endpoint resolved more than it had announced"));
        }
        let (answer, then) = match content {
            Content::Json(answer) => (SettledAnswer::Bytes(answer), None),
            Content::Written(Written { change, then }) => (SettledAnswer::Write(change), then),
            Content::File { name, media, chunks } => {
                return Ok(self.streamed(chunks, media, Some(&name)));
            }
            Content::Events(chunks) => return Ok(self.streamed(chunks, EVENT_STREAM, None)),
        };
        if !price.charges() && proof.is_none() && outcome.effects.is_empty() {
            let answer = match answer {
                SettledAnswer::Bytes(answer) => answer,
                SettledAnswer::Write(change) => change.await?,
            };
            then.inspect(|then| then(app));
            self.noted.found = history_entry::found(&outcome.people, &answer);
            self.noted.upstream = outcome.upstream;
            return Ok(self.json(answer));
        }
        let cache = outcome.cache;
        let answer = match answer {
            // Nothing is charged, and nothing becomes true: the history is written with that of other free calls.
            SettledAnswer::Bytes(answer)
                if highest == Credits::ZERO && proof.is_none() && is_bare(&outcome) && app.history.has_room() =>
            {
                drop(hold);
                let balance = app.store.balance(&caller.account.id)?;
                self.noted.asked = self.noted.asked.take().filter(|_| outcome.may_be_kept);
                self.noted.found = history_entry::found(&outcome.people, &answer);
                self.noted.upstream = outcome.upstream;
                self.noted.cache = Some(cache);
                telemetry::settled(self.entry.spec.id, Credits::ZERO, cache);
                return Ok(self.json(with_cost(answer, price, Cost { credits: Credits::ZERO, balance })));
            }
            answer => answer,
        };
        let settlement = self.settlement(app, caller, proof.as_ref(), answer, outcome);
        let settled = app.store.settle(settlement).await;
        drop(hold);
        if matches!(settled, Err(StoreError::Erased)) {
            // The question names the person who was erased meanwhile.
            self.noted.asked = None;
        }
        match settled? {
            Settled::Done { body, cost } => {
                self.noted.is_written = true;
                telemetry::settled(self.entry.spec.id, cost.credits, cache);
                then.inspect(|then| then(app));
                Ok(self.json(body))
            }
            Settled::InsufficientBalance { balance } => Err(self.short(app, highest, balance)),
            // A concurrent call may have used the key since the check, possibly with a different request.
            Settled::Replayed(kept) => match proof {
                Some(proof) => self.replay(kept, &proof),
                None => Err(idempotency::mismatch()),
            },
        }
    }

    /// What is charged and recorded of an answered call.
    fn settlement(
        &self,
        app: &Arc<App>,
        caller: &KeyOwner,
        proof: Option<&Proof>,
        answer: SettledAnswer,
        outcome: Outcome<()>,
    ) -> Settlement {
        let price = self.entry.spec.price;
        let (found, highest) = (outcome.units, price.due(outcome.units));
        let answered = match &answer {
            SettledAnswer::Bytes(bytes) => bytes.as_slice(),
            SettledAnswer::Write(_) => &[],
        };
        // A question about a person on the suppression list is not kept.
        let asked = self.noted.asked.as_deref().filter(|_| outcome.may_be_kept);
        let detail = CallDetail {
            asked: asked.and_then(|asked| app.store.storable(asked).ok().flatten()),
            found: history_entry::found(&outcome.people, answered),
            lines: price.lines(found),
            bought: outcome.bought,
        };
        let once = outcome.items.map(|items| ChargedOnce { items, price: price.once(found) });
        Settlement {
            detail,
            request_id: self.request_id.clone(),
            account_id: caller.account.id.clone(),
            key_id: caller.key.id.clone(),
            at: self.now,
            endpoint: self.entry.spec.id,
            status: self.entry.spec.status,
            credits: highest,
            once,
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            cache: outcome.cache,
            resolved: outcome.units,
            upstream: outcome.upstream,
            people: outcome.people,
            effects: outcome.effects,
            reply: proof.map(|proof| proof.reply.clone()),
            keeps_answer: highest > Credits::ZERO && outcome.may_be_kept,
            lock: proof.and_then(|proof| match outcome.may_be_kept {
                true => self.lock(app, proof.seal.clone()),
                // About a person on the suppression list: sealed with the caller's key, so that it can be replayed to
                // the caller but not read on the server.
                false => self.lock(app, self.bearer()),
            }),
            answer,
            render: Box::new(move |answer, cost| with_cost(answer, price, cost)),
        }
    }

    async fn run(
        &self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Outcome<Content>, Problem> {
        let is_erasing = self.entry.spec.group == Group::Privacy;
        if is_erasing {
            // Questions that wait are written first, so that an erasure finds them.
            app.history.settle(&app.store).await;
        }
        let context = self.context(app.clone(), caller);
        let account = context.account_id().clone();
        let answered = self.within_time(&app, &account, prepared.run(context)).await;
        if is_erasing {
            app.history.settle(&app.store).await;
        }
        answered
    }

    /// Does the work of a call within its time limit, on a separate thread if it is heavy.
    async fn within_time<T: Send + 'static>(
        &self,
        app: &App,
        account: &AccountId,
        work: Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>,
    ) -> Result<T, Problem> {
        let is_erasing = self.entry.spec.group == Group::Privacy;
        // The duration of an erasure grows with the data, and it runs to completion even if the client disconnects.
        let seconds = if is_erasing { ERASURE_SECONDS_MAX } else { app.settings.limits.call_seconds };
        let patience = std::time::Duration::from_secs(seconds);
        let answering = async {
            match self.is_heavy {
                true => app.heavy_turns.run(account, work).await?,
                false => work.await,
            }
        };
        let answered = tokio::time::timeout(patience, answering).await.unwrap_or_else(|_| {
            Err(Problem::new(
                Code::SourcesUnavailable,
                "The answer took too long; nothing was charged. Try again.",
            )
            .retry_after(5))
        });
        if is_erasing {
            app.history.settle(&app.store).await;
        }
        answered
    }

    fn context(&self, app: Arc<App>, caller: Option<Arc<KeyOwner>>) -> Context {
        let header = |name: &str| self.call.headers.get(name).and_then(|value| value.to_str().ok());
        Context {
            request_id: self.request_id.clone(),
            client: Some(self.call.client),
            query: self.query,
            wants_events: header("accept").is_some_and(|accept| accept.contains(EVENT_STREAM)),
            last_event_id: header("last-event-id").map(str::to_owned),
            ..Context::new(app.services.clone(), caller, self.entry.spec.id, self.now, self.call.sandbox)
        }
    }

    /// The 402 problem, with the largest affordable `limit` if there is one.
    fn short(&self, app: &App, required: Credits, balance: Credits) -> Problem {
        let problem = Problem::new(
            Code::InsufficientCredits,
            format!("This call may cost {required} credits and the balance is {balance}."),
        )
        .with("required", required)
        .with("balance", balance);
        self.with_affordable(app, problem, balance)
    }

    /// Refuses a call whose highest price exceeds what its caller allows, in the sandbox as with a key.
    fn check_max(&self, app: &App, units: u64, max: Option<Credits>) -> Result<(), Problem> {
        let most = self.entry.spec.price.due(units);
        let Some(max) = max.filter(|max| most > *max) else { return Ok(()) };
        let detail = format!(
            "This call may cost {most} credits and Max-Credits allows {max}. Nothing was charged. Allow more, or ask \
             for less."
        );
        let problem = Problem::new(Code::MaxCreditsExceeded, detail);
        let problem = problem.with("required", most).with("max_credits", max);
        Err(self.with_affordable(app, problem, max))
    }

    /// Adds how many items so many credits pay for, if the price depends on their number.
    fn with_affordable(&self, app: &App, problem: Problem, credits: Credits) -> Problem {
        let takes_limit = app.schemas.request(self.entry.spec.id).pointer("/properties/limit").is_some();
        match self.entry.spec.price.affordable(credits) {
            // A limit below 1 cannot be sent.
            Some(0) if takes_limit => problem,
            Some(units) if takes_limit => problem.with("largest_affordable_limit", units),
            Some(units) => problem.with("affordable_items", units),
            None => problem,
        }
    }

    fn replay(&mut self, mut reply: store::Reply, proof: &Proof) -> Result<Response<Body>, Problem> {
        // Replies stored by older versions have no digest to compare.
        if reply.digest != proof.reply.digest && reply.digest != [0; 32] {
            return Err(idempotency::mismatch());
        }
        if reply.sealed {
            let secret = proof.seal.clone().or_else(|| self.bearer()).unwrap_or_default();
            reply.body = seal::open(&reply.body, &secret).ok_or_else(|| {
                Problem::new(
                    Code::IdempotencyMismatch,
                    "The answer to this Idempotency-Key can only be seen with the API key that asked.",
                )
            })?;
        }
        self.noted.outcome = Some(CallOutcome::Replayed);
        self.noted.replays = Some(reply.request_id);
        let mut response = self.json(reply.body);
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
        Ok(response)
    }

    /// What only the caller has: the API key of the request, or the token of the session.
    fn bearer(&self) -> Option<String> {
        match &self.call.identity {
            Identity::Key => auth::bearer(&self.call.headers).map(str::to_owned),
            Identity::Session { token, .. } => Some(token.clone()),
        }
    }

    /// The encryption of the stored reply, if it is sealed.
    fn lock(&self, app: &App, seal: Option<String>) -> Option<store::Lock> {
        let (secret, entropy) = (seal?, app.entropy.clone());
        Some(Box::new(move |answer| seal::seal(answer, &secret, &entropy)))
    }

    fn idempotency_key(&self) -> Result<Option<String>, Problem> {
        if self.entry.spec.method != Method::Post {
            return Ok(None);
        }
        let mut values = self.call.headers.get_all("idempotency-key").iter();
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(Problem::new(Code::InvalidRequest, "Send one Idempotency-Key."));
        }
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

    /// A streamed response.
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

/// Adds the cookie that goes with an answer.
fn with_cookie(mut response: Response<Body>, cookie: Option<String>) -> Response<Body> {
    if let Some(Ok(value)) = cookie.map(|cookie| HeaderValue::from_str(&cookie)) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

/// Whether an outcome leaves no trace but its row in the history.
fn is_bare(outcome: &Outcome<()>) -> bool {
    outcome.people.is_empty() && outcome.effects.is_empty() && outcome.items.as_ref().is_none_or(Vec::is_empty)
}

/// The bytes of an answer with what it cost.
fn with_cost(answer: Vec<u8>, price: Price, Cost { credits, balance }: Cost) -> Vec<u8> {
    let cost = format!("\"cost\":{{\"credits\":{credits},\"balance_remaining\":{balance}}}");
    with_members(answer, if price.charges() { &cost } else { "" })
}

/// Appends members to a serialized JSON object without parsing it.
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
