//! Status of a bulk job, and its results so far.

use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{BulkItem, BulkItemStatus, Credits, Scope};

use super::{BulkJobView, EXAMPLE_ID, spec};
use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Fault},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

const RESULTS_DEFAULT: u32 = 100;
const RESULTS_MAX: u32 = 500;

/// `GET /v1/bulk/{id}`
pub struct Read;

/// The job, and the page of its results.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReadBulkJobRequest {
    /// Job id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Results per page.
    #[schemars(range(min = 1, max = RESULTS_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A job with a page of its results.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadBulkJobAnswer {
    /// The job.
    #[serde(flatten)]
    pub job: BulkJobView,
    /// All items in the order of submission, including `pending` ones.
    pub results: Vec<BulkResultView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Result of one item.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkResultView {
    /// Zero-based index in the request.
    pub index: u64,
    /// Your reference for it, as sent.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Status of the item.
    pub status: BulkItemStatus,
    /// Credits charged.
    pub credits: Credits,
    /// Request id of the item's call in the history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Confidence of the match, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The identifiers that matched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_on: Vec<String>,
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// What is invalid, or why the item failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Validation errors of the item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
}

/// Stored answer or validation errors of an item.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Kept {
    confidence: Option<f64>,
    matched_on: Vec<String>,
    person: Option<Person>,
    detail: Option<String>,
    errors: Vec<Fault>,
}

impl BulkResultView {
    /// Reads the stored result of an item.
    pub fn of(item: BulkItem) -> Result<Self, Problem> {
        let kept = match &item.answer {
            Some(answer) => serde_json::from_slice(answer).map_err(|error| Problem::internal(&error))?,
            None => Kept::default(),
        };
        Ok(Self {
            index: item.no,
            reference: item.reference,
            status: item.status,
            credits: item.credits,
            request_id: item.request_id,
            confidence: kept.confidence,
            matched_on: kept.matched_on,
            person: kept.person,
            detail: kept.detail,
            errors: kept.errors,
        })
    }
}

impl Endpoint for Read {
    const SPEC: Spec = spec(
        "read_bulk_job",
        Method::Get,
        "/v1/bulk/{id}",
        Scope::Read,
        "How a bulk job stands, with its results so far",
    );
    type Request = ReadBulkJobRequest;
    type Answer = ReadBulkJobAnswer;

    async fn run(
        context: Context,
        request: ReadBulkJobRequest,
    ) -> Result<Outcome<ReadBulkJobAnswer>, Problem> {
        let account = context.account_id();
        let question = format!("bulk job {account} {}", request.id);
        let from = request.cursor.map(|cursor| cursor::decode(&context, &question, &cursor)).transpose()?;
        let from = cursor::number(from.as_deref())?.unwrap_or(0);
        let limit = request.limit.unwrap_or(RESULTS_DEFAULT) as usize;
        let read_items = || context.store().bulk_items(account, &request.id, from, limit);
        // Read the job after its items, so that its counts are never behind the items shown.
        let mut items = read_items()?;
        let job = context.store().bulk_job(account, &request.id)?;
        if job.finished_at.is_some() {
            // The job may have finished between the two reads, and a finished job must show every answer.
            items = read_items()?;
        }
        let end = from + items.len() as u64;
        Ok(Outcome::free(ReadBulkJobAnswer {
            next_cursor: (end < job.total).then(|| cursor::encode(&context, &question, &end.to_string())),
            results: items.into_iter().map(BulkResultView::of).collect::<Result<_, _>>()?,
            job: job.into(),
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "limit": 10 })
    }
}
