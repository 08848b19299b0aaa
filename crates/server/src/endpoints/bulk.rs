//! Bulk jobs: submit, list, read, export, cancel, resume.

crate::endpoint::endpoints! {
    submit: kinds::BulkEnrich, kinds::BulkCompanies, kinds::BulkVerifyEmail, kinds::BulkFindEmail, kinds::BulkFindPhone, kinds::BulkReverseEmail, kinds::BulkReversePhone;
    read: Read;
    export: Export;
    [List, Cancel, Resume]
}

use std::collections::BTreeMap;

use jiff::Timestamp;
use records::{Company, Person};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use store::{BulkItem, BulkItemStatus, BulkJob, BulkStatus, Credits, Scope};

use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Fault},
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
    services::Services,
};

/// Id of the endpoint whose results hold the answers of the single call by themselves.
pub(crate) const BULK_ENRICH: &str = "bulk_enrich";

/// A bulk job.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkJobView {
    /// Job id.
    pub id: String,
    /// Operation id of the endpoint it was submitted to.
    pub endpoint: String,
    /// Status of the job.
    pub status: BulkStatus,
    /// Why it is paused: the problem code that a call with the job's key would get now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_reason: Option<String>,
    /// Number of items.
    pub total: u64,
    /// Items processed, with any result.
    pub processed: u64,
    /// Of these, items resolved and charged.
    pub resolved: u64,
    /// Of these, items with invalid values; free.
    pub invalid: u64,
    /// Of these, items that no source could answer; free. Resuming the job retries them.
    pub failed: u64,
    /// Of these, items that the balance did not cover. Resuming the job after a top-up retries them.
    pub insufficient_credits: u64,
    /// Credits charged so far.
    pub credits: Credits,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When processing of the first item started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// When it finished. The job is stored for 30 days after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Timestamp>,
}

impl From<BulkJob> for BulkJobView {
    fn from(job: BulkJob) -> Self {
        Self {
            id: job.id,
            endpoint: job.endpoint,
            status: job.status,
            paused_reason: job.paused,
            total: job.total,
            processed: job.processed,
            resolved: job.resolved,
            invalid: job.invalid,
            failed: job.failed,
            insufficient_credits: job.unaffordable,
            credits: job.credits,
            created_at: job.created_at,
            started_at: job.started_at,
            finished_at: job.finished_at,
        }
    }
}

/// Result of one item.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkResultView {
    /// Zero-based index in the request.
    pub index: u64,
    /// Your reference for it, as sent.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Your own row of it, as sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub row: Option<Map<String, Value>>,
    /// Status of the item.
    pub status: BulkItemStatus,
    /// Credits charged; 0 for an item with the same answer as another one of the job, which was charged.
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
    /// The person, if the job is about people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The company, if the job is about companies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    /// The email that was found or verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The mobile that was found, in E.164 form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Seconds after which to ask again, if the result may change then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// The whole answer of the single call, except in jobs of `/v1/bulk/enrich`, whose results hold it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Map<String, Value>>,
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
    company: Option<Company>,
    email: Option<String>,
    phone: Option<String>,
    retry_after_seconds: Option<u64>,
    detail: Option<String>,
    errors: Vec<Fault>,
}

impl BulkResultView {
    /// Reads the stored result of an item.
    pub fn of(endpoint: &str, item: BulkItem) -> Result<Self, Problem> {
        fn parsed<T: DeserializeOwned>(answer: &[u8]) -> Result<T, Problem> {
            serde_json::from_slice(answer).map_err(|error| Problem::internal(&error))
        }
        let kept = item.answer.as_deref().map(parsed::<Kept>).transpose()?.unwrap_or_default();
        let is_answered = matches!(item.status, BulkItemStatus::Resolved | BulkItemStatus::NotFound);
        let whole = item.answer.as_deref().filter(|_| is_answered && endpoint != BULK_ENRICH);
        let answer = whole.map(parsed).transpose()?;
        Ok(Self {
            index: item.no,
            reference: item.reference,
            row: item.row.as_deref().map(parsed).transpose()?,
            status: item.status,
            credits: item.credits,
            request_id: item.request_id,
            confidence: kept.confidence,
            matched_on: kept.matched_on,
            person: kept.person,
            company: kept.company,
            email: kept.email,
            phone: kept.phone,
            retry_after_seconds: kept.retry_after_seconds,
            answer,
            detail: kept.detail,
            errors: kept.errors,
        })
    }
}

const fn spec(
    id: &'static str,
    method: Method,
    path: &'static str,
    scope: Scope,
    summary: &'static str,
) -> Spec {
    Spec { group: Group::Bulk, ..Spec::own(id, method, path, scope, summary) }
}

/// Id of a bulk job.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BulkJobRequest {
    /// Job id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

const EXAMPLE_ID: &str = "job_01hx3v5k2m8q9r7t6w4y1z0abc";

/// `GET /v1/bulk`
pub struct List;

/// Page of bulk jobs.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListBulkJobsRequest {
    /// Jobs per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of bulk jobs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListBulkJobsAnswer {
    /// Newest first.
    pub results: Vec<BulkJobView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec("list_bulk_jobs", Method::Get, "/v1/bulk", Scope::Read, "Lists your bulk jobs");
    type Request = ListBulkJobsRequest;
    type Answer = ListBulkJobsAnswer;

    async fn run(
        context: Context,
        request: ListBulkJobsRequest,
    ) -> Result<Outcome<ListBulkJobsAnswer>, Problem> {
        let position = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let before = position.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut jobs = context.store().bulk_jobs(context.account_id(), before, limit + 1)?;
        let more = jobs.len() > limit;
        jobs.truncate(limit);
        let next =
            jobs.last().filter(|_| more).map(|last| cursor::after(&context, last.created_at, &last.id));
        Ok(Outcome::free(ListBulkJobsAnswer {
            results: jobs.into_iter().map(BulkJobView::from).collect(),
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// `POST /v1/bulk/{id}/cancel`
pub struct Cancel;

impl Endpoint for Cancel {
    const SPEC: Spec = spec(
        "cancel_bulk_job",
        Method::Post,
        "/v1/bulk/{id}/cancel",
        Scope::Spend,
        "Stops a job; items that are answered already stay, the others cost nothing",
    );
    type Request = BulkJobRequest;
    type Answer = Written<BulkJobView>;

    async fn run(context: Context, request: BulkJobRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let cancelled = context.store().cancel_bulk_job(context.account_id(), &request.id, context.now);
        Ok(Written::free(cancelled.map(BulkJobView::from)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}

/// `POST /v1/bulk/{id}/resume`
pub struct Resume;

impl Endpoint for Resume {
    const SPEC: Spec = spec(
        "resume_bulk_job",
        Method::Post,
        "/v1/bulk/{id}/resume",
        Scope::Spend,
        "Goes on with a paused job under this key, and asks again what the balance did not cover or no source answered",
    );
    type Request = BulkJobRequest;
    type Answer = Written<BulkJobView>;

    async fn run(context: Context, request: BulkJobRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let (account, key) = (context.account_id(), context.key_id());
        let resumed = context.store().resume_bulk_job(account, &request.id, key);
        Ok(Written::free_then(resumed.map(BulkJobView::from), Services::wake_bulk))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}
