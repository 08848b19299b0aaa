//! What webhooks were told: every attempt with its request and answer, and once more on demand.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus};

use super::spec;
use crate::{
    call::{
        context::Context,
        cursor,
        problem::{Code, Problem},
    },
    endpoint::{Endpoint, Method, Outcome, Spec, Written},
    endpoints::account::history::{PAGE_DEFAULT, PAGE_MAX, milliseconds},
    sandbox::sample::Sample,
    services::Services,
};

/// Deliveries that one call sends again at most.
const REDELIVERED_MAX: usize = 10_000;

/// An event on its way to a webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeliveryView {
    /// The event's id, as in `webhook-id`; the same at every attempt.
    pub id: String,
    /// The webhook.
    pub webhook: String,
    /// Such as `bulk.completed`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is about: a job or a list.
    pub subject: String,
    /// When it happened.
    pub at: Timestamp,
    /// How it stands.
    pub status: DeliveryStatus,
    /// When it is tried next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<Timestamp>,
    /// What was tried, oldest first.
    pub attempts: Vec<AttemptView>,
}

/// One attempt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AttemptView {
    /// When.
    pub at: Timestamp,
    /// How long it took.
    pub latency_ms: f64,
    /// The receiver's status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What was sent, cut after 2 kB.
    pub request: String,
    /// What the receiver said, cut after 2 kB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

impl From<DeliveryAttempt> for AttemptView {
    fn from(attempt: DeliveryAttempt) -> Self {
        Self {
            at: attempt.at,
            latency_ms: milliseconds(attempt.latency_us),
            status: attempt.status,
            error: attempt.error,
            request: attempt.request,
            answer: attempt.answer,
        }
    }
}

impl From<Delivery> for DeliveryView {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id,
            webhook: delivery.webhook,
            kind: delivery.kind,
            subject: delivery.subject,
            at: delivery.at,
            status: delivery.status,
            next_attempt_at: delivery.next_attempt_at,
            attempts: delivery.attempts.into_iter().map(AttemptView::from).collect(),
        }
    }
}

/// `GET /v1/me/webhooks/deliveries`
pub struct List;

/// Which deliveries, and which page of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListDeliveriesRequest {
    /// To this webhook.
    #[schemars(length(min = 1, max = 64))]
    pub webhook: Option<String>,
    /// That stand so.
    pub status: Option<DeliveryStatus>,
    /// Deliveries a page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of deliveries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListDeliveriesAnswer {
    /// Newest first.
    pub results: Vec<DeliveryView>,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec(
        "list_deliveries",
        Method::Get,
        "/v1/me/webhooks/deliveries",
        "What webhooks were told, with every attempt",
    );
    type Request = ListDeliveriesRequest;
    type Answer = ListDeliveriesAnswer;

    async fn run(
        context: Context,
        request: ListDeliveriesRequest,
    ) -> Result<Outcome<ListDeliveriesAnswer>, Problem> {
        let filter = DeliveryFilter { webhook: request.webhook, status: request.status };
        let question = format!("deliveries {} {filter:?}", context.account_id());
        let before = request.cursor.map(|cursor| cursor::decode(&context, &question, &cursor)).transpose()?;
        let before = cursor::number(before.as_deref())?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().deliveries(context.account_id(), &filter, before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found
            .last()
            .filter(|_| more)
            .map(|last| cursor::encode(&context, &question, &last.no.to_string()));
        Ok(Outcome::free(ListDeliveriesAnswer {
            results: found.into_iter().map(DeliveryView::from).collect(),
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// `GET /v1/me/webhooks/deliveries/{id}`
pub struct Read;

/// A delivery with the whole event.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeliveryAnswer {
    /// The delivery.
    #[serde(flatten)]
    pub delivery: DeliveryView,
    /// The event as it is sent; there also when no receiver took it.
    pub event: Value,
}

impl Endpoint for Read {
    const SPEC: Spec = spec(
        "read_delivery",
        Method::Get,
        "/v1/me/webhooks/deliveries/{id}",
        "An event with everything it tells, whether a receiver took it or not",
    );
    type Request = RedeliverRequest;
    type Answer = DeliveryAnswer;

    async fn run(context: Context, request: RedeliverRequest) -> Result<Outcome<DeliveryAnswer>, Problem> {
        let (delivery, body) = context.store().delivery(context.account_id(), &request.id)?;
        let event = serde_json::from_slice(&body).map_err(|error| Problem::internal(&error))?;
        Ok(Outcome::free(DeliveryAnswer { delivery: delivery.into(), event }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "msg_3f786850e387550fdab836ed7e" })
    }
}

/// `POST /v1/me/webhooks/deliveries/{id}/redeliver`
pub struct Redeliver;

/// A delivery by the id of its event.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RedeliverRequest {
    /// The event's id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

impl Endpoint for Redeliver {
    const SPEC: Spec = Spec {
        status: 202,
        problems: &[Code::WebhookNotReceiving],
        ..spec(
            "redeliver",
            Method::Post,
            "/v1/me/webhooks/deliveries/{id}/redeliver",
            "Delivers an event once more, under the same id",
        )
    };
    type Request = RedeliverRequest;
    type Answer = Written<DeliveryView>;

    async fn run(context: Context, request: RedeliverRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let revived = context.store().redeliver(context.account_id(), &request.id, context.now);
        Ok(Written::free_then(revived.map(DeliveryView::from), Services::wake_webhooks))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "msg_3f786850e387550fdab836ed7e" })
    }
}

/// `POST /v1/me/webhooks/redeliver`
pub struct RedeliverSince;

/// What to deliver once more.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RedeliverSinceRequest {
    /// What happened at or after this time.
    pub since: Timestamp,
    /// To this webhook; to all when left out.
    #[schemars(length(min = 1, max = 64))]
    pub webhook: Option<String>,
    /// Also what was delivered; only what was given up when left out.
    pub include_delivered: Option<bool>,
}

/// How much is delivered once more.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RedeliverSinceAnswer {
    /// Events, the oldest first, 10,000 at most.
    pub redelivered: u64,
}

impl Endpoint for RedeliverSince {
    const SPEC: Spec = Spec {
        status: 202,
        problems: &[Code::WebhookNotReceiving],
        ..spec(
            "redeliver_since",
            Method::Post,
            "/v1/me/webhooks/redeliver",
            "Delivers once more what happened since a time and was given up",
        )
    };
    type Request = RedeliverSinceRequest;
    type Answer = Written<RedeliverSinceAnswer>;

    async fn run(context: Context, request: RedeliverSinceRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let everything = request.include_delivered.unwrap_or(false);
        let (account, now) = (context.account_id(), context.now);
        let revived = context.store().redeliver_since(
            account,
            request.webhook,
            request.since,
            everything,
            REDELIVERED_MAX,
            now,
        );
        let answer = revived.map(|redelivered| RedeliverSinceAnswer { redelivered });
        Ok(Written::free_then(answer, Services::wake_webhooks))
    }

    fn example(_: &Sample) -> Value {
        json!({ "since": "2026-01-31T08:00:00Z" })
    }
}
