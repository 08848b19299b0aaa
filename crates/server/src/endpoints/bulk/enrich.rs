//! Many people at once: answered in the background, each charged when it is found.

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
    endpoints::resolve::enrich::{Enrich, EnrichRequest},
    sandbox::sample::Sample,
    services::Services,
};

/// Items of a job at most.
const ITEMS_MAX: usize = 500;
/// What an item costs when it is found.
pub const PRICE: Credits = Credits::whole(1);

/// `POST /v1/bulk/enrich`
pub struct BulkEnrich;

impl BulkEnrich {
    /// The endpoint that answers each item.
    pub const ANSWERED_BY: &'static str = Enrich::SPEC.id;
}

/// People to look for.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BulkEnrichRequest {
    /// Each as for `/v1/enrich`, with a `ref` of your own to know it again by. An item whose values make no sense
    /// is marked `invalid` and costs nothing; the others are answered.
    #[schemars(length(min = 1, max = ITEMS_MAX))]
    pub items: Vec<BulkItemInput>,
    /// Who is told when the job is done: `bulk.completed` or `bulk.failed`. Part of the plan pro and above.
    pub webhook: Option<WebhookInput>,
}

/// One item: a request to `/v1/enrich`, and `ref`.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct BulkItemInput(Map<String, Value>);

impl JsonSchema for BulkItemInput {
    fn schema_name() -> Cow<'static, str> {
        "BulkItemInput".into()
    }

    /// The request of the single call without the rules for values: a value that breaks them spoils its item, and
    /// not the other 499.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = EnrichRequest::json_schema(generator);
        schema.insert("description".into(), "A request to `/v1/enrich`, and a `ref` of your own.".into());
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            // A table of answers has no room for explanations.
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
    /// The item as it is filed: checked by the very rules of the single call.
    fn file(mut self, services: &Services) -> NewBulkItem {
        let reference = self.0.shift_remove("ref").and_then(|value| value.as_str().map(str::to_owned));
        // An empty cell of a table is no value.
        self.0
            .retain(|_, value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty()));
        let value = Value::Object(self.0);
        let mut faults = validate::validate(&value, services.schemas.request(BulkEnrich::ANSWERED_BY));
        let mut about = Identity::default();
        if let Ok(request) = serde_json::from_value::<EnrichRequest>(value.clone()) {
            Enrich::check(&request, &mut faults);
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

/// A job that was taken on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkEnrichAnswer {
    /// Job id; poll `GET /v1/bulk/{id}` for its results.
    pub id: String,
    /// How it stands.
    pub status: BulkStatus,
    /// Items taken on.
    pub total: u64,
    /// Of these, items that cannot be asked as they stand.
    pub invalid: u64,
    /// The webhook that is told; `GET /v1/me/webhooks/{id}` shows what its events are signed with.
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
