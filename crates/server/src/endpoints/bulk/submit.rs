//! Submits a bulk job: items are processed in the background, and each is charged as the single call would be.

pub mod kinds;

use std::{borrow::Cow, collections::BTreeMap, collections::HashSet, marker::PhantomData};

use records::identifier::Identity;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::{BulkStatus, Credits, NewBulkItem, NewBulkJob, new_id};

use crate::{
    background::webhook::WebhookInput,
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{
            catalogue_schemas::ROW_COLUMNS_MAX,
            fault_code::FaultCode,
            validate::{Fault, Faults},
        },
    },
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, Written},
    recipe::answer::bulk_preview::{self, Answering, BulkPreview, PreviewItem},
    sandbox::sample::Sample,
    services::Services,
};

/// Maximum number of items per job.
const ITEMS_MAX: usize = 500;
/// Member of an item that is returned with its result.
const REFERENCE: &str = "ref";
/// Member of an item that is returned with its result, too: the caller's own row of it.
const ROW: &str = "row";
/// Most characters of the name of one of its columns.
const ROW_COLUMN_CHARACTERS_MAX: usize = 200;
/// Member of the single call that a job has for all its items.
const WEBHOOK: &str = "webhook";

/// What the items of a job are.
pub trait BulkKind: Send + Sync + 'static {
    /// Id of the endpoint.
    const ID: &'static str;
    /// Its path.
    const PATH: &'static str;
    /// Id of the endpoint that answers each item.
    const SINGLE: &'static str;
    /// Price of an item that is answered; that of the single call.
    const PRICE: Credits;
    /// Its summary in the documentation.
    const SUMMARY: &'static str;
    /// Names of the schemas of its request and of an item.
    const SCHEMAS: [&'static str; 2];
    /// What answers its items.
    const ANSWERING: Answering;

    /// Identifiers of the person in an item, so that a question about a suppressed person is not stored. What the text of
    /// the item holds is compared anyway.
    fn about(_item: &Value) -> Identity {
        Identity::default()
    }

    /// Items that the sandbox knows.
    fn examples(sample: &Sample) -> Vec<Value>;
}

/// `POST /v1/bulk/…`
pub struct Submit<K>(PhantomData<K>);

/// The items of a job.
#[derive(Debug, Deserialize)]
#[serde(bound = "")]
pub struct BulkRequest<K> {
    items: Vec<BulkItemInput<K>>,
    webhook: Option<WebhookInput>,
}

impl<K: BulkKind> JsonSchema for BulkRequest<K> {
    fn schema_name() -> Cow<'static, str> {
        K::SCHEMAS[0].into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<BulkItemInput<K>>();
        let mut webhook = generator.subschema_for::<Option<WebhookInput>>();
        let told = "Webhook that receives `bulk.completed` or `bulk.failed` when the job is done. Requires the plan pro \
                    or above.";
        webhook.insert("description".into(), told.into());
        json_schema!({
            "type": "object",
            "description": "The items of the job.",
            "properties": {
                "items": {
                    "type": "array",
                    "items": items,
                    "description": format!(
                        "Each item is a request as for `{}`, with an optional `ref` and `row` of your own that are returned \
                         with its result. An item with invalid values is marked `invalid` and is free; the others are processed. \
                         Items of one job with the same answer are charged once; another job charges them again.",
                        single_path::<K>()
                    ),
                    "minItems": 1,
                    "maxItems": ITEMS_MAX,
                },
                "webhook": webhook,
            },
            "required": ["items"],
        })
    }
}

/// The path of the single call: that of the job without the part that makes it a job.
fn single_path<K: BulkKind>() -> String {
    K::PATH.replacen("/bulk/", "/", 1)
}

/// One item: a request to the single call, plus `ref` and `row`.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent, bound = "")]
pub struct BulkItemInput<K> {
    members: Map<String, Value>,
    #[serde(skip)]
    kind: PhantomData<K>,
}

impl<K: BulkKind> JsonSchema for BulkItemInput<K> {
    fn schema_name() -> Cow<'static, str> {
        K::SCHEMAS[1].into()
    }

    /// Only the place of the schema: the fields are those of the single call, which the catalogue knows.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let description =
            format!("A request to `{}`, and a `ref` and `row` of your own.", single_path::<K>());
        json_schema!({ "type": "object", "description": description })
    }
}

impl<K: BulkKind> BulkItemInput<K> {
    /// The request of the single call with its members in order, so that equal requests have equal texts. Empty table
    /// cells count as missing values.
    fn request(&self) -> BTreeMap<&str, &Value> {
        let is_empty =
            |value: &Value| value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
        let is_own = |name: &str| name == REFERENCE || name == ROW;
        let members = self.members.iter().filter(|(name, value)| !is_own(name) && !is_empty(value));
        members.map(|(name, value)| (name.as_str(), value)).collect()
    }

    /// The caller's own name of the item.
    fn reference(&self) -> Option<String> {
        self.members.get(REFERENCE).and_then(Value::as_str).map(str::to_owned)
    }

    /// The caller's own row of the item.
    fn row(&self) -> impl Iterator<Item = (&String, &Value)> {
        let row = self.members.get(ROW).and_then(Value::as_object);
        row.into_iter().flatten().filter(|(_, value)| !value.is_null())
    }

    /// The request of the single call, and its faults by the rules of that.
    fn checked(&self, services: &Services) -> (Value, Vec<Fault>) {
        let value = json!(self.request());
        let mut faults = services.schemas.faults(K::SINGLE, &value);
        if value.get(WEBHOOK).is_some() {
            let message = "Send \"webhook\" with the job: it waits for its items by itself.";
            faults.add(format!("/{WEBHOOK}"), FaultCode::InvalidValue, message);
        }
        (value, faults.into_vec())
    }

    /// Prepares the item for the store.
    fn file(&self, services: &Services) -> NewBulkItem {
        let (value, faults) = self.checked(services);
        let faults = (!faults.is_empty()).then(|| {
            let problem = Problem::of_faults(faults);
            let told =
                json!({ "code": problem.code.as_str(), "detail": problem.detail, "errors": problem.faults });
            told.to_string().into_bytes()
        });
        let row: Map<String, Value> = self.row().map(|(name, value)| (name.clone(), value.clone())).collect();
        NewBulkItem {
            reference: self.reference(),
            row: (!row.is_empty()).then(|| Value::Object(row).to_string().into_bytes()),
            about: K::about(&value),
            request: value.to_string().into_bytes(),
            faults,
        }
    }
}

/// An accepted job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkJobAccepted {
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

impl<K: BulkKind> Endpoint for Submit<K> {
    const SPEC: Spec = Spec {
        status: 202,
        items_of: Some(K::SINGLE),
        problems: &[Code::LimitReached, Code::PlanRequired],
        ..Spec::charging(K::ID, K::PATH, Group::Bulk, Price::PerUnit(K::PRICE), K::SUMMARY)
    };
    type Request = BulkRequest<K>;
    type Answer = Written<BulkJobAccepted>;

    /// Rows are given back side by side, so that their columns are bounded together.
    fn check(request: &BulkRequest<K>, faults: &mut Faults) {
        let mut names = HashSet::new();
        for (number, item) in request.items.iter().enumerate() {
            for (name, _) in item.row().filter(|(name, _)| names.insert(name.as_str())) {
                if !(1..=ROW_COLUMN_CHARACTERS_MAX).contains(&name.chars().count()) {
                    let message =
                        format!("The name of a column has 1 to {ROW_COLUMN_CHARACTERS_MAX} characters.");
                    faults.add(format!("/items/{number}/{ROW}"), FaultCode::InvalidValue, message);
                }
            }
        }
        if names.len() > ROW_COLUMNS_MAX {
            let message = format!("The rows of a job have at most {ROW_COLUMNS_MAX} columns in all.");
            faults.add("/items", FaultCode::TooMany, message);
        }
    }

    /// Equal items are charged once, and those that ask nothing never.
    fn units(request: &BulkRequest<K>) -> u64 {
        let asked = request.items.iter().map(BulkItemInput::request).filter(|asked| !asked.is_empty());
        let texts = asked.map(|asked| json!(asked).to_string());
        texts.collect::<HashSet<String>>().len() as u64
    }

    async fn estimate(context: Context, request: BulkRequest<K>) -> Result<Estimate, Problem> {
        let items = request.items.iter().take(bulk_preview::ROWS).map(|item| {
            let (request, errors) = item.checked(&context.services);
            PreviewItem { reference: item.reference(), request, errors }
        });
        let shown = bulk_preview::shown(&context, K::ANSWERING, items.collect()).await?;
        Ok(Estimate { shown, ..Estimate::at_most(Self::units(&request)) })
    }

    fn preview_schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<BulkPreview>())
    }

    async fn run(context: Context, request: BulkRequest<K>) -> Result<Outcome<Self::Answer>, Problem> {
        let services = &context.services;
        let webhook = match request.webhook {
            Some(webhook) => webhook.ensure(&context, "/webhook").await?.map(|webhook| Some(webhook.id)),
            None => context.store().unchanged(None),
        };
        let items: Vec<NewBulkItem> = request.items.iter().map(|item| item.file(services)).collect();
        let invalid = items.iter().filter(|item| item.faults.is_some()).count();
        let id = new_id("job", &services.clock, &services.entropy);
        let submitted = webhook.and_then(move |webhook| {
            let answer = BulkJobAccepted {
                id: id.clone(),
                status: if invalid == items.len() { BulkStatus::Completed } else { BulkStatus::Queued },
                total: items.len() as u64,
                invalid: invalid as u64,
                webhook: webhook.clone(),
            };
            let job = NewBulkJob { id, endpoint: K::ID, webhook, items };
            let (account, key) = (context.account_id(), context.key_id());
            context.store().submit_bulk_job(account, key, job, context.now).map(move |()| answer)
        });
        Ok(Written::free_then(submitted, Services::wake_bulk))
    }

    fn example(sample: &Sample) -> Value {
        let numbered = |(number, mut item): (usize, Value)| {
            item[REFERENCE] = format!("row {}", number + 1).into();
            item
        };
        json!({ "items": K::examples(sample).into_iter().enumerate().map(numbered).collect::<Vec<_>>() })
    }
}
