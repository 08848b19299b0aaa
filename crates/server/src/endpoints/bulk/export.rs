//! Export of a bulk job's results as CSV or JSON Lines.

use bytes::Bytes;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{AccountId, Scope, Store};

use super::{BulkResultView, EXAMPLE_ID, spec};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, FileReply, Method, Outcome, Spec},
    recipe::csv,
    sandbox::sample::Sample,
};

/// Items per read from the store.
const CHUNK_ITEMS: usize = 100;
const COLUMNS: [&str; 23] = [
    "index",
    "ref",
    "status",
    "credits",
    "confidence",
    "personId",
    "fullName",
    "firstName",
    "lastName",
    "title",
    "seniority",
    "companyName",
    "companyDomain",
    "companyIndustry",
    "companyEmployeeCount",
    "email",
    "emailStatus",
    "emailLastValidatedAt",
    "networkUrl",
    "city",
    "region",
    "country",
    "detail",
];

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
    /// CSV with a header, with cells escaped against spreadsheet formulas.
    Csv,
    /// JSON Lines: one object per line, as in `results`.
    Jsonl,
}

impl Endpoint for Export {
    const SPEC: Spec = Spec {
        // One media type for both formats: generated clients support one per response.
        media: "application/octet-stream",
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
        let ending = match format {
            ExportFormat::Csv => "csv",
            ExportFormat::Jsonl => "jsonl",
        };
        let file = File {
            store: context.store().clone(),
            account: context.account_id().to_owned(),
            job: job.id.clone(),
            format,
            next: 0,
            total: job.total,
        };
        let chunks = stream::unfold(file, |mut file| async move {
            let chunk = file.next_chunk()?;
            Some((chunk.map_err(std::io::Error::other), file))
        });
        let name = format!("brimful-{}.{ending}", job.id);
        Ok(Outcome::free(FileReply { name, chunks: Box::pin(chunks) }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "format": "csv" })
    }
}

struct File {
    store: Store,
    account: AccountId,
    job: String,
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
            csv::push_line(&mut text, COLUMNS);
        }
        let items = self.store.bulk_items(&self.account, &self.job, self.next, CHUNK_ITEMS);
        for item in items.map_err(|error| error.to_string())? {
            self.next = item.no + 1;
            let result = BulkResultView::of(item).map_err(|problem| problem.detail)?;
            match self.format {
                ExportFormat::Csv => push_result(&mut text, &result),
                ExportFormat::Jsonl => {
                    text.push_str(&serde_json::to_string(&result).map_err(|error| error.to_string())?);
                    text.push('\n');
                }
            }
        }
        Ok(Bytes::from(text))
    }
}

fn push_result(text: &mut String, result: &BulkResultView) {
    let person = result.person.clone().unwrap_or_default();
    let (company, location) = (person.company.unwrap_or_default(), person.location.unwrap_or_default());
    // Enum values are written as in JSON.
    let word = |value: Value| value.as_str().map(str::to_owned).unwrap_or_default();
    let cells: [String; COLUMNS.len()] = [
        result.index.to_string(),
        result.reference.clone().unwrap_or_default(),
        result.status.as_str().to_owned(),
        result.credits.to_string(),
        result.confidence.map(|confidence| confidence.to_string()).unwrap_or_default(),
        person.id,
        person.full_name,
        person.first_name.unwrap_or_default(),
        person.last_name.unwrap_or_default(),
        person.title.unwrap_or_default(),
        word(json!(person.seniority)),
        company.name.unwrap_or_default(),
        company.domain.unwrap_or_default(),
        company.industry.unwrap_or_default(),
        company.employee_count.map(|count| count.to_string()).unwrap_or_default(),
        person.email.unwrap_or_default(),
        word(json!(person.email_status)),
        word(json!(person.email_last_validated_at)),
        person.network_url.unwrap_or_default(),
        location.city.unwrap_or_default(),
        location.region.unwrap_or_default(),
        location.country.unwrap_or_default(),
        result.detail.clone().unwrap_or_default(),
    ];
    csv::push_line(text, cells.iter().map(String::as_str));
}
