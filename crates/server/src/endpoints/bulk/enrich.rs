//! Bulk enrichment: items are processed in the background, and each is charged when found.

use std::borrow::Cow;

use records::identifier::Identity;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::{BulkStatus, Credits, NewBulkItem, NewBulkJob, new_id};

use crate::{
    background::webhook::WebhookInput,
    call::{
        context::Context,
        problem::{Code, Problem},
        request::validate,
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec, Written},
    recipe::answer::person::{ENRICH, EnrichRequest},
    sandbox::sample::Sample,
    services::Services,
};

/// Maximum number of items per job.
const ITEMS_MAX: usize = 500;
/// Price of an item that is found.
pub const PRICE: Credits = Credits::whole(1);

/// `POST /v1/bulk/enrich`
pub struct BulkEnrich;

impl BulkEnrich {
    /// The endpoint that answers each item.
    pub const ANSWERED_BY: &'static str = ENRICH;
}

/// The people to enrich.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BulkEnrichRequest {
    /// Each item is a request as for `/v1/enrich`, with an optional `ref` of your own that is returned with its result.
    /// An item with invalid values is marked `invalid` and is free; the others are processed.
    #[schemars(length(min = 1, max = ITEMS_MAX))]
    pub items: Vec<BulkItemInput>,
    /// Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro or above.
    pub webhook: Option<WebhookInput>,
}

/// One item: a request to `/v1/enrich`, plus `ref`.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct BulkItemInput(Map<String, Value>);

impl JsonSchema for BulkItemInput {
    fn schema_name() -> Cow<'static, str> {
        "BulkItemInput".into()
    }

    /// Schema of the single call without its value constraints: an invalid value rejects its own item, not the whole
    /// job.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = EnrichRequest::json_schema(generator);
        schema.insert("description".into(), "A request to `/v1/enrich`, and a `ref` of your own.".into());
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            // Bulk results have no column for explanations.
            properties.shift_remove("explain");
            for property in properties.values_mut().filter_map(Value::as_object_mut) {
                ["format", "minLength", "minimum", "maximum"].iter().for_each(|rule| {
                    property.shift_remove(*rule);
                });
            }
            properties.insert(
                "ref".into(),
                json!({
                    "type": ["string", "null"],
                    "maxLength": 200,
                    "description": "Your own name for the item, given back with its result."
                }),
            );
        }
        schema
    }
}

impl BulkItemInput {
    /// Validates the item with the rules of the single call and prepares it for the store.
    fn file(mut self, services: &Services) -> NewBulkItem {
        let reference = self.0.shift_remove("ref").and_then(|value| value.as_str().map(str::to_owned));
        // Empty table cells count as missing values.
        self.0
            .retain(|_, value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty()));
        let value = Value::Object(self.0);
        let mut faults = validate::validate(&value, services.schemas.request(BulkEnrich::ANSWERED_BY));
        let mut about = Identity::default();
        if let Ok(request) = serde_json::from_value::<EnrichRequest>(value.clone()) {
            request.check(&mut faults);
            about = Identity::of_question(&request.person.query());
        }
        let faults = (!faults.is_empty()).then(|| {
            let problem = Problem::of_faults(faults.into_vec());
            let told =
                json!({ "code": problem.code.as_str(), "detail": problem.detail, "errors": problem.faults });
            told.to_string().into_bytes()
        });
        NewBulkItem { reference, request: value.to_string().into_bytes(), about, faults }
    }
}

/// An accepted job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkEnrichAnswer {
    /// Job id; poll `GET /v1/bulk/{id}` for its results.
    pub id: String,
    /// Status of the job.
    pub status: BulkStatus,
    /// Items accepted.
    pub total: u64,
    /// Of these, items with invalid values.
    pub invalid: u64,
    /// Id of the notified webhook; `GET /v1/me/webhooks/{id}` returns its signing secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
}

impl Endpoint for BulkEnrich {
    const SPEC: Spec = Spec {
        status: 202,
        deferred: true,
        problems: &[Code::LimitReached, Code::PlanRequired],
        ..Spec::charging(
            "bulk_enrich",
            "/v1/bulk/enrich",
            Group::Bulk,
            Price::PerUnit(PRICE),
            "Up to 500 people at once, answered in the background",
        )
    };
    type Request = BulkEnrichRequest;
    type Answer = Written<BulkEnrichAnswer>;

    fn units(request: &BulkEnrichRequest) -> u64 {
        request.items.len() as u64
    }

    async fn run(context: Context, request: BulkEnrichRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let services = &context.services;
        let webhook = match request.webhook {
            Some(webhook) => webhook.ensure(&context, "/webhook").await?.map(|webhook| Some(webhook.id)),
            None => context.store().unchanged(None),
        };
        let items: Vec<NewBulkItem> = request.items.into_iter().map(|item| item.file(services)).collect();
        let invalid = items.iter().filter(|item| item.faults.is_some()).count();
        let id = new_id("job", &services.clock, &services.entropy);
        let submitted = webhook.and_then(move |webhook| {
            let answer = BulkEnrichAnswer {
                id: id.clone(),
                status: if invalid == items.len() { BulkStatus::Completed } else { BulkStatus::Queued },
                total: items.len() as u64,
                invalid: invalid as u64,
                webhook: webhook.clone(),
            };
            let job = NewBulkJob { id, webhook, items };
            let (account, key) = (context.account_id(), context.key_id());
            context.store().submit_bulk_job(account, key, job, context.now).map(move |()| answer)
        });
        Ok(Written::free_then(submitted, Services::wake_bulk))
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "items": [
                { "fullName": sample.full_name, "company_domain": sample.company_domain, "ref": "row 1" },
                { "email": sample.email, "ref": "row 2" },
            ]
        })
    }
}
