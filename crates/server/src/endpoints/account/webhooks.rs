//! The account's webhooks: list, create, read, update, delete, rotate, test.

pub mod deliveries;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{EventChoice, EventKind, NewEvent, Scope, Webhook, WebhookStatus};

use crate::{
    access::rate::Rate,
    background::{
        signature,
        webhook::{OLD_SECRET_KEPT, WebhookInput, require_plan},
    },
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, sent::sent, validate::Faults},
    },
    endpoint::{Endpoint, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
    services::Services,
};

/// Burst and refill per minute of test events, limited because each event is stored for a month.
const TESTS_BURST: u32 = 100;
const TESTS_PER_MINUTE: u32 = 10;
/// Maximum time for which events are signed with both secrets: 30 days.
const OVERLAP_SECONDS_MAX: i64 = 30 * 24 * 3600;
const EXAMPLE_ID: &str = "wh_01hx3v5k2m8q9r7t6w4y1z0abc";

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookView {
    /// Webhook id.
    pub id: String,
    /// URL that receives the events.
    pub url: String,
    /// Whether events are sent to it.
    pub status: WebhookStatus,
    /// Kinds of events that are sent to it; null means all, also those that are added later.
    pub events: Option<Vec<EventKind>>,
    /// Start of the current series of failed attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A webhook with its signing secret.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookSecretView {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// Signing secret: `whsec_` and Base64, for any Standard Webhooks library.
    pub secret: String,
    /// Until when events are also signed with the previous secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_secret_until: Option<Timestamp>,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        Self {
            id: webhook.id,
            url: webhook.url,
            status: webhook.status,
            events: webhook.events.list(),
            failing_since: webhook.failing_since,
            created_at: webhook.created_at,
            updated_at: webhook.updated_at,
        }
    }
}

impl WebhookSecretView {
    fn new(webhook: Webhook, now: Timestamp) -> Self {
        Self {
            secret: webhook.secret.clone(),
            old_secret_until: webhook
                .old_secret
                .as_ref()
                .map(|(_, until)| *until)
                .filter(|until| *until > now),
            webhook: webhook.into(),
        }
    }
}

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec::own(id, method, path, Scope::Manage, summary)
}

/// Id of a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WebhookRequest {
    /// Webhook id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// `GET /v1/me/webhooks`
pub struct List;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListWebhooksRequest {}

/// The account's webhooks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListWebhooksAnswer {
    /// Oldest first.
    pub results: Vec<WebhookView>,
}

impl Endpoint for List {
    const SPEC: Spec = spec("list_webhooks", Method::Get, "/v1/me/webhooks", "Lists the account's webhooks");
    type Request = ListWebhooksRequest;
    type Answer = ListWebhooksAnswer;

    async fn run(context: Context, _: ListWebhooksRequest) -> Result<Outcome<ListWebhooksAnswer>, Problem> {
        let webhooks = context.store().webhooks(context.account_id())?;
        Ok(Outcome::free(ListWebhooksAnswer {
            results: webhooks.into_iter().map(WebhookView::from).collect(),
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// `POST /v1/me/webhooks`
pub struct Create;

impl Endpoint for Create {
    const SPEC: Spec = Spec {
        status: 201,
        secret: true,
        problems: &[Code::PlanRequired],
        ..spec(
            "create_webhook",
            Method::Post,
            "/v1/me/webhooks",
            "Makes a webhook, or gives the one at this address another secret",
        )
    };
    type Request = WebhookInput;
    type Answer = Written<WebhookSecretView>;

    async fn run(context: Context, request: WebhookInput) -> Result<Outcome<Self::Answer>, Problem> {
        let made = request.ensure(&context, "").await?;
        Ok(Written::free(made.map(move |webhook| WebhookSecretView::new(webhook, context.now))))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "url": "https://hooks.customer.example/brimful", "events": ["bulk.completed", "watch_list.matched"],
        })
    }
}

/// `GET /v1/me/webhooks/{id}`
pub struct Read;

impl Endpoint for Read {
    const SPEC: Spec =
        spec("read_webhook", Method::Get, "/v1/me/webhooks/{id}", "A webhook with its signing secret");
    type Request = WebhookRequest;
    type Answer = WebhookSecretView;

    async fn run(context: Context, request: WebhookRequest) -> Result<Outcome<WebhookSecretView>, Problem> {
        let webhook = context.store().webhook(context.account_id(), &request.id)?;
        Ok(Outcome::free(WebhookSecretView::new(webhook, context.now)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}

/// `PATCH /v1/me/webhooks/{id}`
pub struct Change;

/// The change to a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChangeWebhookRequest {
    /// Webhook id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Whether events are sent. Events that occur while it is disabled are queued and sent once it is enabled again.
    pub enabled: Option<bool>,
    /// Kinds of events that are sent from now on; null means all. Events of other kinds that wait already are sent.
    #[serde(default, deserialize_with = "sent")]
    #[schemars(with = "Option<Vec<EventKind>>", length(min = 1, max = 20))]
    pub events: Option<Option<Vec<EventKind>>>,
}

impl Endpoint for Change {
    const SPEC: Spec = spec(
        "change_webhook",
        Method::Patch,
        "/v1/me/webhooks/{id}",
        "Chooses the events of a webhook, disables it, or enables it again",
    );
    type Request = ChangeWebhookRequest;
    type Answer = Written<WebhookView>;

    fn check(request: &ChangeWebhookRequest, faults: &mut Faults) {
        if request.enabled.is_none() && request.events.is_none() {
            faults.add("/enabled", FaultCode::Required, "Send enabled, events or both.");
        }
    }

    async fn run(context: Context, request: ChangeWebhookRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let ChangeWebhookRequest { id, enabled, events } = request;
        let (store, account, now) = (context.store().clone(), context.account_id().clone(), context.now);
        let choose = |events| store.choose_webhook_events(&account, &id, EventChoice::new(events), now);
        let changed = match (events, enabled) {
            (Some(events), None) => choose(events),
            (None, enabled) => store.set_webhook_enabled(&account, &id, enabled.unwrap_or(true), now),
            (Some(events), Some(enabled)) => {
                let chosen = choose(events);
                chosen.and_then(move |_| store.set_webhook_enabled(&account, &id, enabled, now))
            }
        };
        Ok(Written::free_then(changed.map(WebhookView::from), Services::wake_webhooks))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "enabled": true, "events": ["watch_list.matched"] })
    }
}

/// `DELETE /v1/me/webhooks/{id}`
pub struct Delete;

/// A deleted webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeletedWebhookView {
    /// The webhook before its deletion.
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// Ids of the watch lists that sent events to it. They are paused, free of charge, until they get another webhook.
    pub watch_lists: Vec<String>,
}

impl Endpoint for Delete {
    const SPEC: Spec = spec(
        "delete_webhook",
        Method::Delete,
        "/v1/me/webhooks/{id}",
        "Deletes a webhook; what it was not sent is given up, and lists that tell it rest",
    );
    type Request = WebhookRequest;
    type Answer = Written<DeletedWebhookView>;

    async fn run(context: Context, request: WebhookRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let deleted = context.store().delete_webhook(context.account_id(), &request.id, context.now);
        Ok(Written::free(
            deleted.map(|(webhook, watch_lists)| DeletedWebhookView { webhook: webhook.into(), watch_lists }),
        ))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}

/// `POST /v1/me/webhooks/{id}/rotate`
pub struct Rotate;

/// The webhook, and how long both secrets are used.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RotateWebhookRequest {
    /// Webhook id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Seconds for which events are also signed with the old secret; one day (86,400) if omitted.
    #[schemars(range(min = 0, max = OVERLAP_SECONDS_MAX))]
    pub overlap_seconds: Option<i64>,
}

impl Endpoint for Rotate {
    const SPEC: Spec = Spec {
        secret: true,
        ..spec(
            "rotate_webhook_secret",
            Method::Post,
            "/v1/me/webhooks/{id}/rotate",
            "Gives a webhook a new secret; both are used for a while",
        )
    };
    type Request = RotateWebhookRequest;
    type Answer = Written<WebhookSecretView>;

    async fn run(context: Context, request: RotateWebhookRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let overlap = request.overlap_seconds.map_or(OLD_SECRET_KEPT, SignedDuration::from_secs);
        let secret = signature::new_secret(&context.services.entropy);
        let (account, now) = (context.account_id(), context.now);
        let rotated =
            context.store().rotate_webhook_secret(account, &request.id, &secret, now + overlap, now);
        Ok(Written::free(rotated.map(move |webhook| WebhookSecretView::new(webhook, now))))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "overlap_seconds": 3600 })
    }
}

/// `POST /v1/me/webhooks/{id}/test`
pub struct Test;

impl Endpoint for Test {
    const SPEC: Spec = Spec {
        status: 202,
        problems: &[Code::PlanRequired, Code::WebhookNotReceiving],
        ..spec("test_webhook", Method::Post, "/v1/me/webhooks/{id}/test", "Sends a test event to a webhook")
    };
    type Request = WebhookRequest;
    type Answer = Written<WebhookView>;

    async fn run(context: Context, request: WebhookRequest) -> Result<Outcome<Self::Answer>, Problem> {
        require_plan(&context)?;
        throttle_tests(&context)?;
        let webhook = context.store().webhook(context.account_id(), &request.id)?;
        webhook.accepts_events()?;
        let event = NewEvent {
            webhook: webhook.id.clone(),
            kind: EventKind::WebhookTest,
            subject: format!("{} test {}", webhook.id, context.now),
            data: json!({ "webhook": webhook.id }),
        };
        let filed = context.store().file_event(context.account_id(), event, context.now);
        Ok(Written::free_then(filed.map(move |()| WebhookView::from(webhook)), Services::wake_webhooks))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}

fn throttle_tests(context: &Context) -> Result<(), Problem> {
    let rate = Rate { per_window: TESTS_PER_MINUTE, window_seconds: 60, burst: TESTS_BURST };
    let taken = context.services.test_event_rates.take(context.account_id().as_str(), rate, context.now);
    if taken.allowed {
        return Ok(());
    }
    Err(Problem::new(Code::RateLimited, "Too many test events. Wait, then send the next.")
        .retry_after(taken.retry_seconds))
}
