//! Webhook deliveries: every attempt with its request and response, and redelivery on demand.

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
    recipe::{PAGE_DEFAULT, PAGE_MAX, time::milliseconds},
    sandbox::sample::Sample,
    services::Services,
};

/// Maximum number of deliveries that one call redelivers.
const REDELIVERED_MAX: usize = 10_000;

/// Delivery of an event to a webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeliveryView {
    /// Id of the event, as in `webhook-id`; the same for every attempt.
    pub id: String,
    /// Id of the webhook.
    pub webhook: String,
    /// Event type, such as `bulk.completed`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Id of the job or list that the event is about.
    pub subject: String,
    /// When the event occurred.
    pub at: Timestamp,
    /// Status of the delivery.
    pub status: DeliveryStatus,
    /// Time of the next attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<Timestamp>,
    /// Attempts, oldest first.
    pub attempts: Vec<AttemptView>,
}

/// One delivery attempt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AttemptView {
    /// When it was made.
    pub at: Timestamp,
    /// Latency in milliseconds.
    pub latency_ms: f64,
    /// HTTP status returned by the receiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why no response was received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The request, truncated to 2 kB.
    pub request: String,
    /// The receiver's response, truncated to 2 kB.
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

/// Filter and page of deliveries.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListDeliveriesRequest {
    /// Only deliveries to this webhook.
    #[schemars(length(min = 1, max = 64))]
    pub webhook: Option<String>,
    /// Only deliveries with this status.
    pub status: Option<DeliveryStatus>,
    /// Deliveries per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of deliveries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListDeliveriesAnswer {
    /// Newest first.
    pub results: Vec<DeliveryView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec(
        "list_deliveries",
        Method::Get,
        "/v1/me/webhooks/deliveries",
        "Lists the events sent to webhooks, with every attempt",
    );
    type Request = ListDeliveriesRequest;
    type Answer = ListDeliveriesAnswer;

    async fn run(
        context: Context,
        request: ListDeliveriesRequest,
    ) -> Result<Outcome<ListDeliveriesAnswer>, Problem> {
        let filter = DeliveryFilter { webhook: request.webhook, status: request.status };
        let before = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
        let before = cursor::number(before.as_deref())?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().deliveries(context.account_id(), &filter, before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(|last| cursor::encode(&context, &last.no.to_string()));
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
    /// The event payload, present even if no receiver accepted it.
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

/// A delivery, by event id.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RedeliverRequest {
    /// Id of the event.
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

/// Which events to redeliver.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RedeliverSinceRequest {
    /// Events that occurred at or after this time.
    pub since: Timestamp,
    /// Only events of this webhook; all webhooks if omitted.
    #[schemars(length(min = 1, max = 64))]
    pub webhook: Option<String>,
    /// Include delivered events; if omitted, only events whose delivery was given up.
    pub include_delivered: Option<bool>,
}

/// Number of redelivered events.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RedeliverSinceAnswer {
    /// Events redelivered, oldest first; 10,000 at most.
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
