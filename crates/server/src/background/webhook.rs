//! Webhook delivery: signed, at least once, retried on a schedule; a slow receiver does not delay the others.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use egress::{EgressError, HeaderName, HeaderValue, Oversize, Request, RequestLimits, Response, header};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{
    Attempt, DeliveryVerdict, EventChoice, EventKind, KeyOwner, NewWebhook, Plan, Scope, Sending, StoreError,
    Webhook, Write, new_id,
};
use tokio::task::JoinSet;

use crate::services::Services;
use crate::{
    app::App,
    background::{
        scheduler::{self, Next, TaskError},
        signature,
    },
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
};

/// Polling interval for events filed by another process.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(2);
/// Concurrent deliveries.
const SENDERS_MAX: usize = 128;
/// Concurrent deliveries per webhook, so that a receiver that does not answer cannot block the others.
const SENDERS_OF_WEBHOOK_MAX: usize = 16;
/// Timeout of a delivery attempt.
const ANSWER_WAIT_MAX: Duration = Duration::from_secs(15);
/// Response bytes read from a receiver.
const ANSWER_BYTES_MAX: usize = 64 << 10;
/// Bytes of a request and of a response stored in the delivery log.
const LOGGED_BYTES_MAX: usize = 2 << 10;
/// How long shutdown waits for running deliveries.
const DRAIN_WAIT_MAX: Duration = Duration::from_secs(2);
/// Delay before each retry; after the last failed attempt the event is no longer retried.
const WAITS: [SignedDuration; 7] = [
    SignedDuration::from_secs(5),
    SignedDuration::from_mins(5),
    SignedDuration::from_mins(30),
    SignedDuration::from_hours(2),
    SignedDuration::from_hours(5),
    SignedDuration::from_hours(10),
    SignedDuration::from_hours(14),
];
/// A webhook without a successful delivery for this long is disabled.
const FAILING_MAX: SignedDuration = SignedDuration::from_hours(5 * 24);
/// How long a replaced secret still signs events beside the new one.
pub const OLD_SECRET_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Retention of completed deliveries.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Deliveries deleted per statement.
const FORGOTTEN_MAX: usize = 500;

/// Receiver of events.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct WebhookInput {
    /// URL that accepts POST requests.
    #[schemars(length(min = 1, max = 2_000))]
    pub url: String,
    /// Signing secret in Standard Webhooks format: `whsec_` followed by Base64. Generated if omitted.
    #[schemars(length(min = 1, max = 200))]
    pub secret: Option<String>,
    /// Kinds of events to send to this URL. If omitted, a webhook that is there keeps its choice, and a new one is sent all,
    /// also those that are added later.
    #[schemars(length(min = 1, max = 20))]
    pub events: Option<Vec<EventKind>>,
}

impl WebhookInput {
    /// The write that creates the caller's webhook at this URL or replaces its secret. Refused for a key without the
    /// scope `manage`, for a plan without webhooks, and for a URL that the egress policy forbids.
    pub async fn ensure(self, context: &Context, pointer: &str) -> Result<Write<Webhook>, Problem> {
        let services = &context.services;
        context.require_scope(Scope::Manage)?;
        require_plan(context)?;
        let mut faults = Faults::default();
        if let Some(fault) = self.secret.as_deref().and_then(signature::secret_fault) {
            faults.add(format!("{pointer}/secret"), FaultCode::InvalidValue, fault);
        }
        match services.http.check(&self.url).await {
            Err(error) if error.is_refusal() => {
                let code = match error {
                    EgressError::Url(_) => FaultCode::InvalidValue,
                    _ => FaultCode::AddressRefused,
                };
                faults.add(
                    format!("{pointer}/url"),
                    code,
                    format!("Events cannot be sent to this address: {error}."),
                );
            }
            // A host that does not resolve now may resolve at delivery; each attempt checks again.
            _ => {}
        }
        if !faults.is_empty() {
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let new = NewWebhook {
            id: new_id("wh", &services.clock, &services.entropy),
            url: self.url,
            is_chosen: self.secret.is_some(),
            events: self.events.map(|kinds| EventChoice::new(Some(kinds))),
            secret: self.secret.unwrap_or_else(|| signature::new_secret(&services.entropy)),
        };
        let old_until = context.now + OLD_SECRET_KEPT;
        Ok(context.store().ensure_webhook(context.account_id(), new, old_until, context.now))
    }
}

/// Refuses a caller whose plan does not include webhooks.
pub fn require_plan(context: &Context) -> Result<(), Problem> {
    context.caller.as_ref().map_or(Ok(()), |caller| includes_webhooks(&context.services, caller, context.now))
}

/// Refuses an account whose plan does not include webhooks.
pub fn includes_webhooks(services: &Services, owner: &KeyOwner, now: Timestamp) -> Result<(), Problem> {
    let settings = &services.settings;
    if settings.terms(owner.account.effective_plan(now)).webhooks {
        return Ok(());
    }
    let lowest = Plan::ALL.into_iter().find(|plan| settings.terms(*plan).webhooks).unwrap_or(Plan::Scale);
    let detail = format!(
        "Webhooks need the plan {lowest} or higher. Poll for the results instead, or change the plan."
    );
    Err(Problem::new(Code::PlanRequired, detail).with("required_plan", lowest.as_str()))
}

/// Task: sends due deliveries until none is left.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    let (mut senders, mut drained) = (JoinSet::new(), app.drained());
    loop {
        if app.is_draining() {
            // Deliveries cut off here are sent again after the restart, under the same id.
            let _ =
                tokio::time::timeout(DRAIN_WAIT_MAX, async { while senders.join_next().await.is_some() {} })
                    .await;
            return Ok(Next::Usual);
        }
        let mut next = app.clock.now() + LOOK_EVERY;
        let room = SENDERS_MAX - senders.len();
        if room > 0 {
            let now = app.clock.now();
            let until = crate::background::call::lease_until(&app);
            let taken =
                app.store.take_deliveries(&app.worker, room, SENDERS_OF_WEBHOOK_MAX, now, until).await;
            match taken {
                Ok(taken) => {
                    next = taken.next.map_or(next, |due| due.min(next));
                    for sending in taken.deliveries {
                        senders.spawn(send(app.clone(), sending));
                    }
                }
                Err(error) => {
                    // Let running deliveries finish: they are leased already.
                    while senders.join_next().await.is_some() {}
                    return Err(error.into());
                }
            }
        }
        if senders.is_empty() {
            return Ok(Next::At(next));
        }
        tokio::select! {
            _ = senders.join_next() => while senders.try_join_next().is_some() {},
            () = app.event_filed.notified() => {}
            _ = drained.changed() => {}
            () = scheduler::until(&app.clock, next) => {}
        }
    }
}

/// Task: deletes deliveries past their retention.
pub async fn forget_old(app: Arc<App>) -> Result<Next, TaskError> {
    let forgotten = app.store.forget_deliveries(app.clock.now() - KEPT, FORGOTTEN_MAX).await?;
    Ok(if forgotten == FORGOTTEN_MAX { Next::AtOnce } else { Next::Usual })
}

/// Makes one delivery attempt and records its result.
async fn send(app: Arc<App>, sending: Sending) {
    let (at, started) = (app.clock.now(), Instant::now());
    let seconds = at.as_second();
    let signatures = signature::sign(&sending.secrets, &sending.id, seconds, &sending.body);
    let outcome = match (permitted(&app, &sending), message(&sending, seconds, &signatures)) {
        (Err(refusal), _) => Err(refusal),
        (Ok(()), Some(request)) => app.http.send(request).await.map_err(|error| error.to_string()),
        (Ok(()), None) => Err("the event cannot be written into a request".to_owned()),
    };
    let attempt = Attempt {
        at,
        latency_us: i64::try_from(started.elapsed().as_micros()).unwrap_or(i64::MAX),
        status: outcome.as_ref().ok().map(|response| response.status.as_u16()),
        error: outcome.as_ref().err().cloned(),
        request: logged(&sending, seconds),
        answer: outcome.as_ref().ok().map(|response| cut(&response.body)),
        verdict: verdict(&sending, &outcome, app.clock.now()),
    };
    crate::telemetry::attempted(&attempt);
    match app.store.record_attempt(&sending, attempt).await {
        Ok(()) => {}
        Err(StoreError::LeaseLost) => {
            tracing::info!(id = sending.id, "an event was taken over while it was sent")
        }
        // The delivery is not recorded as done, so it is sent again when its lease expires.
        Err(error) => tracing::warn!(id = sending.id, %error, "could not write down an attempt to deliver"),
    }
}

/// Whether the account is open and its plan includes webhooks. If not, nothing is sent: attempts fail on schedule, and
/// the event can be read and redelivered later.
fn permitted(app: &App, sending: &Sending) -> Result<(), String> {
    let account = app.store.account(&sending.account_id).map_err(|error| error.to_string())?;
    if account.as_ref().is_some_and(|account| account.closed_at.is_some()) {
        return Err("the account is closed".to_owned());
    }
    let plan = account.map(|account| account.effective_plan(app.clock.now()));
    match plan.is_some_and(|plan| app.settings.terms(plan).webhooks) {
        true => Ok(()),
        false => Err("the plan of the account does not include webhooks".to_owned()),
    }
}

fn message(sending: &Sending, seconds: i64, signatures: &str) -> Option<Request> {
    let limits = RequestLimits {
        total: ANSWER_WAIT_MAX,
        body_bytes: ANSWER_BYTES_MAX,
        oversize: Oversize::Cut,
        ..RequestLimits::default()
    };
    let text = |text: &str| HeaderValue::from_str(text).ok();
    let name = HeaderName::from_static;
    Some(
        Request::post(&sending.url, sending.body.clone())
            .header(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(name("webhook-id"), text(&sending.id)?)
            .header(name("webhook-timestamp"), HeaderValue::from(seconds))
            .header(name("webhook-signature"), text(signatures)?)
            .limits(limits),
    )
}

fn verdict(sending: &Sending, outcome: &Result<Response, String>, now: Timestamp) -> DeliveryVerdict {
    match outcome.as_ref().map(|response| response.status.as_u16()) {
        Ok(200..=299) => return DeliveryVerdict::Delivered,
        Ok(410) => return DeliveryVerdict::Gone,
        _ => {}
    }
    let wait = usize::try_from(sending.attempts).ok().and_then(|attempts| WAITS.get(attempts));
    match wait {
        Some(wait) => DeliveryVerdict::Retry(now + *wait),
        None => DeliveryVerdict::GiveUp {
            disable: sending.failing_since.is_some_and(|since| now.duration_since(since) >= FAILING_MAX),
        },
    }
}

/// The request as logged: everything but the signature.
fn logged(sending: &Sending, seconds: i64) -> String {
    let head = format!(
        "POST {}\ncontent-type: application/json\nwebhook-id: {}\nwebhook-timestamp: {seconds}\n\n",
        sending.url, sending.id
    );
    head + &cut(&sending.body)
}

fn cut(bytes: &[u8]) -> String {
    // Some databases do not accept NUL in text.
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOGGED_BYTES_MAX)]).replace('\0', "\u{fffd}");
    if bytes.len() > LOGGED_BYTES_MAX { text + "…" } else { text }
}
