//! Status of a bulk job, and its results so far.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Scope;

use super::{BulkJobView, BulkResultView, EXAMPLE_ID, spec};
use crate::{
    call::{context::Context, cursor, problem::Problem},
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
        let from = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
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
            next_cursor: (end < job.total).then(|| cursor::encode(&context, &end.to_string())),
            results: items
                .into_iter()
                .map(|item| BulkResultView::of(&job.endpoint, item))
                .collect::<Result<_, _>>()?,
            job: job.into(),
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "limit": 10 })
    }
}
