//! Export of a bulk job's results as CSV or JSON Lines.

use bytes::Bytes;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{AccountId, BulkItem, Scope, Store};

use super::{BulkResultView, EXAMPLE_ID, spec};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, FileReply, Method, Outcome, Spec},
    recipe::csv,
    sandbox::sample::Sample,
};

/// Items per read from the store.
const CHUNK_ITEMS: usize = 100;
/// Columns before those of the answer, and the one after them.
const FIRST_COLUMNS: [&str; 4] = ["index", "ref", "status", "credits"];
const LAST_COLUMN: &str = "detail";
/// Media type of JSON Lines.
const JSON_LINES: &str = "application/x-ndjson";

/// A column, and where its value lies in the answer of the single call.
type Column = (&'static str, &'static str);

const PERSON: &[Column] = &[
    ("confidence", "/confidence"),
    ("personId", "/person/id"),
    ("fullName", "/person/fullName"),
    ("firstName", "/person/firstName"),
    ("lastName", "/person/lastName"),
    ("title", "/person/title"),
    ("seniority", "/person/seniority"),
    ("companyName", "/person/company/name"),
    ("companyDomain", "/person/company/domain"),
    ("companyIndustry", "/person/company/industry"),
    ("companyEmployeeCount", "/person/company/employeeCount"),
    ("email", "/person/email"),
    ("emailStatus", "/person/emailStatus"),
    ("emailLastValidatedAt", "/person/emailLastValidatedAt"),
    ("networkUrl", "/person/networkUrl"),
    ("city", "/person/location/city"),
    ("region", "/person/location/region"),
    ("country", "/person/location/country"),
];
const COMPANY: &[Column] = &[
    ("confidence", "/confidence"),
    ("companyId", "/company/id"),
    ("name", "/company/name"),
    ("domain", "/company/domain"),
    ("industry", "/company/industry"),
    ("employeeCount", "/company/employeeCount"),
    ("networkUrl", "/company/networkUrl"),
    ("city", "/company/location/city"),
    ("region", "/company/location/region"),
    ("country", "/company/location/country"),
];
const VERDICT: &[Column] = &[
    ("email", "/email"),
    ("verdict", "/status"),
    ("reason", "/reason"),
    ("disposable", "/disposable"),
    ("freeProvider", "/free_provider"),
    ("generic", "/generic"),
    ("catchAll", "/catch_all"),
    ("didYouMean", "/did_you_mean"),
    ("retryAfterSeconds", "/retry_after_seconds"),
    ("lastValidatedAt", "/last_validated_at"),
];
const EMAIL: &[Column] = &[
    ("email", "/email"),
    ("emailVerified", "/email_verified"),
    ("emailStatus", "/status"),
    ("confidence", "/confidence"),
    ("catchAll", "/catch_all"),
    ("source", "/source"),
    ("retryAfterSeconds", "/retry_after_seconds"),
    ("lastValidatedAt", "/last_validated_at"),
];
const PHONE: &[Column] = &[
    ("phone", "/phone"),
    ("phoneStatus", "/status"),
    ("lineType", "/line_type"),
    ("carrier", "/carrier"),
    ("country", "/country"),
    ("networkUrl", "/network_url"),
    ("source", "/source"),
    ("lastValidatedAt", "/last_validated_at"),
];

/// The columns of the answers of a job.
fn columns(endpoint: &str) -> &'static [Column] {
    match endpoint {
        "bulk_companies" => COMPANY,
        "bulk_verify_email" => VERDICT,
        "bulk_find_email" => EMAIL,
        "bulk_find_phone" => PHONE,
        _ => PERSON,
    }
}

/// `GET /v1/bulk/{id}/export`
pub struct Export;

/// The job to export, and the file format.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ExportBulkJobRequest {
    /// Job id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// File format; `csv` if omitted.
    pub format: Option<ExportFormat>,
}

/// File format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// CSV with a header, with cells escaped against spreadsheet formulas; `text/csv`.
    Csv,
    /// JSON Lines: one object per line, as in `results`; `application/x-ndjson`.
    Jsonl,
}

impl Endpoint for Export {
    const SPEC: Spec = Spec {
        media: csv::MEDIA,
        ..spec(
            "export_bulk_job",
            Method::Get,
            "/v1/bulk/{id}/export",
            Scope::Read,
            "The results of a bulk job as a CSV or JSON Lines file",
        )
    };
    type Request = ExportBulkJobRequest;
    type Answer = FileReply;

    async fn run(context: Context, request: ExportBulkJobRequest) -> Result<Outcome<FileReply>, Problem> {
        let job = context.store().bulk_job(context.account_id(), &request.id)?;
        let format = request.format.unwrap_or(ExportFormat::Csv);
        let (ending, media) = match format {
            ExportFormat::Csv => ("csv", csv::MEDIA),
            ExportFormat::Jsonl => ("jsonl", JSON_LINES),
        };
        let file = File {
            store: context.store().clone(),
            account: context.account_id().to_owned(),
            job: job.id.clone(),
            endpoint: job.endpoint,
            format,
            next: 0,
            total: job.total,
        };
        let chunks = stream::unfold(file, |mut file| async move {
            let chunk = file.next_chunk()?;
            Some((chunk.map_err(std::io::Error::other), file))
        });
        let name = format!("brimful-{}.{ending}", job.id);
        Ok(Outcome::free(FileReply { name, media, chunks: Box::pin(chunks) }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "format": "csv" })
    }
}

struct File {
    store: Store,
    account: AccountId,
    job: String,
    endpoint: String,
    format: ExportFormat,
    next: u64,
    total: u64,
}

impl File {
    fn next_chunk(&mut self) -> Option<Result<Bytes, String>> {
        if self.next >= self.total {
            return None;
        }
        let chunk = self.chunk();
        if chunk.is_err() {
            self.next = self.total;
        }
        Some(chunk)
    }

    fn chunk(&mut self) -> Result<Bytes, String> {
        let mut text = String::new();
        if self.next == 0 && self.format == ExportFormat::Csv {
            let of_answer = columns(&self.endpoint).iter().map(|(name, _)| *name);
            csv::push_line(&mut text, FIRST_COLUMNS.into_iter().chain(of_answer).chain([LAST_COLUMN]));
        }
        let items = self.store.bulk_items(&self.account, &self.job, self.next, CHUNK_ITEMS);
        for item in items.map_err(|error| error.to_string())? {
            self.next = item.no + 1;
            match self.format {
                ExportFormat::Csv => push_item(&mut text, columns(&self.endpoint), &item),
                ExportFormat::Jsonl => {
                    let result =
                        BulkResultView::of(&self.endpoint, item).map_err(|problem| problem.detail)?;
                    text.push_str(&serde_json::to_string(&result).map_err(|error| error.to_string())?);
                    text.push('\n');
                }
            }
        }
        Ok(Bytes::from(text))
    }
}

fn push_item(text: &mut String, columns: &[Column], item: &BulkItem) {
    let answer = item.answer.as_deref().and_then(|answer| serde_json::from_slice(answer).ok());
    let answer: Value = answer.unwrap_or_default();
    let cell = |place: &str| match answer.pointer(place) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let mut cells = vec![
        item.no.to_string(),
        item.reference.clone().unwrap_or_default(),
        item.status.as_str().to_owned(),
        item.credits.to_string(),
    ];
    cells.extend(columns.iter().map(|(_, place)| cell(place)));
    cells.push(cell("/detail"));
    csv::push_line(text, cells.iter().map(String::as_str));
}
