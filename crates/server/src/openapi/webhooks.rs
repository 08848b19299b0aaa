//! The `webhooks` section: every kind of event, with its payload and the headers that sign it.

use serde_json::{Map, Value, json};
use store::EventKind;

use super::components::reference;

/// Headers of every delivery (Standard Webhooks) and what they hold.
const HEADERS: [(&str, &str); 3] = [
    ("webhook-id", "Id of the event, `msg_…`; the same at every attempt."),
    ("webhook-timestamp", "When this attempt was signed, in seconds since 1970."),
    (
        "webhook-signature",
        "One or more signatures, separated by spaces: `v1,` and the Base64 HMAC-SHA256 of `id.timestamp.body`, with the \
         secret of the webhook. During a rotation the old secret signs as well.",
    ),
];

/// The section, by kind of event.
pub(super) fn webhooks() -> Value {
    EventKind::ALL
        .iter()
        .map(|kind| (kind.as_str().to_owned(), delivery(*kind)))
        .collect::<Map<_, _>>()
        .into()
}

/// The schemas that the section refers to.
pub(super) fn schemas() -> Map<String, Value> {
    let mut schemas = data_schemas();
    for kind in EventKind::ALL {
        let name = event_name(*kind);
        let event = json!({
            "type": "object",
            "description": format!("Event `{}`: {}", kind.as_str(), told(*kind)),
            "properties": {
                "type": { "const": kind.as_str(), "description": "Kind of the event." },
                "timestamp": { "type": "string", "format": "date-time", "description": "When it happened." },
                "data": reference(data_name(*kind)),
            },
            "required": ["type", "timestamp", "data"],
        });
        schemas.insert(name, event);
    }
    schemas
}

fn delivery(kind: EventKind) -> Value {
    let name = event_name(kind);
    let headers = HEADERS.map(|(name, description)| {
        json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } })
    });
    let operation_id = format!("on_{}", kind.as_str().replace('.', "_"));
    json!({ "post": {
        "operationId": operation_id,
        "tags": ["account"],
        "summary": title(kind),
        "description": format!("{} Sent to the webhooks that chose it, at least once.", told(kind)),
        "security": [],
        "parameters": headers,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": reference(&name) } },
        },
        "responses": {
            "2XX": { "description": "Received. Any 2xx within 15 seconds counts." },
            "410": { "description": "Sends nothing more to this address." },
            "4XX": { "description": "Not received; tried again on the schedule." },
        },
    } })
}

/// What an event tells, in one sentence.
fn told(kind: EventKind) -> &'static str {
    match kind {
        EventKind::BulkCompleted => "Every item of a bulk job has ended.",
        EventKind::BulkFailed => "A bulk job has ended and no item was answered.",
        EventKind::BulkPaused => "A bulk job waits until it is resumed.",
        EventKind::EmailSettled => "A check that a mail server had put off has ended.",
        EventKind::QuietPowerUserMatched => "A contact of a watched list changed job, title or engagement.",
        EventKind::WatchListMatched => "A watch list has new matches.",
        EventKind::WatchListResting => "A watch list rests: it may not run, or has nothing left to spend.",
        EventKind::WebhookTest => "A test that the owner asked for.",
    }
}

/// `bulk.completed` is "Bulk completed".
fn title(kind: EventKind) -> String {
    let words = kind.as_str().replace(['.', '_'], " ");
    words[..1].to_uppercase() + &words[1..]
}

/// `bulk.completed` is `BulkCompletedEvent`.
fn event_name(kind: EventKind) -> String {
    let part = |word: &str| word[..1].to_uppercase() + &word[1..];
    kind.as_str().split(['.', '_']).map(part).collect::<String>() + "Event"
}

fn data_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::BulkCompleted | EventKind::BulkFailed | EventKind::BulkPaused => "BulkEventData",
        EventKind::EmailSettled => "EmailSettledData",
        EventKind::QuietPowerUserMatched => "QuietPowerUserMatchedData",
        EventKind::WatchListMatched => "WatchListMatchedData",
        EventKind::WatchListResting => "WatchListRestingData",
        EventKind::WebhookTest => "WebhookTestData",
    }
}

fn data_schemas() -> Map<String, Value> {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let time =
        |description: &str| json!({ "type": "string", "format": "date-time", "description": description });
    let count = |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
    let credits = json!({ "type": "number", "description": "Credits charged." });
    let object = |description: &str, properties: Value, optional: &[&str]| {
        let required: Vec<&String> = properties
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .filter(|name| !optional.contains(&name.as_str()))
            .collect();
        json!({ "type": "object", "description": description, "properties": properties, "required": required })
    };
    let list = object(
        "The watch list that an event is about.",
        json!({ "id": text("Id of the list."), "name": text("Its name; absent where the list rests.") }),
        &["name"],
    );
    let matched = |item: &str| {
        object(
            "New matches of a watch list.",
            json!({
                "watch_list": reference("WatchedList"),
                "matches": { "type": "array", "items": reference(item), "description": "The matches, each charged once." },
                "credits": credits,
            }),
            &[],
        )
    };
    let bulk = object(
        "How a bulk job stands.",
        json!({
            "id": text("Id of the job."),
            "endpoint": text("The call that answers its items."),
            "status": reference("BulkStatus"),
            "total": count("Items of the job."),
            "processed": count("Items that have ended."),
            "resolved": count("Items that were found."),
            "invalid": count("Items that were refused."),
            "failed": count("Items that no source answered."),
            "insufficient_credits": count("Items that the balance did not cover."),
            "credits": credits,
            "created_at": time("When it was submitted."),
            "finished_at": { "type": ["string", "null"], "format": "date-time", "description": "When it ended." },
            "results": text("Path of its results."),
            "reason": text("Why it is paused."),
        }),
        &["reason"],
    );
    let email = object(
        "The end of a check that a mail server had put off.",
        json!({
            "request_id": text("The call that asked."),
            "endpoint": text("Its endpoint; ask it again for the verdict."),
            "asked_at": time("When it asked."),
            "outcome": { "type": "string", "enum": ["settled", "given_up"], "description": "Whether there is a verdict." },
        }),
        &[],
    );
    let resting = object(
        "A watch list that rests.",
        json!({ "watch_list": reference("WatchedList"), "reason": text("Code of what keeps it from running.") }),
        &[],
    );
    let test = object("A test.", json!({ "webhook": text("Id of the webhook.") }), &[]);
    Map::from_iter([
        ("BulkEventData".to_owned(), bulk),
        ("EmailSettledData".to_owned(), email),
        ("QuietPowerUserMatchedData".to_owned(), matched("PowerUser")),
        ("WatchListMatchedData".to_owned(), matched("WatchMatchView")),
        ("WatchListRestingData".to_owned(), resting),
        ("WebhookTestData".to_owned(), test),
        ("WatchedList".to_owned(), list),
    ])
}
