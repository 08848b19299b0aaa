//! Export of a bulk job's results as CSV, Excel workbook or JSON Lines.

use std::collections::HashSet;

use bytes::Bytes;
use futures_util::stream;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use store::{AccountId, BulkItem, Scope, Store};

use super::{BulkResultView, EXAMPLE_ID, spec};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Chunks, Endpoint, FileReply, Method, Outcome, Spec},
    recipe::table::{
        self, csv,
        workbook::{self, WorkbookWriter},
    },
    sandbox::sample::Sample,
};

/// Items per read from the store.
const CHUNK_ITEMS: usize = 100;
/// Columns between the caller's own and those of the answer, and the one after them.
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
    /// Excel workbook with one sheet; texts are text cells, so that none is a formula. The file is binary.
    Xlsx,
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
            "The results of a bulk job as a CSV, Excel or JSON Lines file",
        )
    };
    type Request = ExportBulkJobRequest;
    type Answer = FileReply;

    async fn run(context: Context, request: ExportBulkJobRequest) -> Result<Outcome<FileReply>, Problem> {
        let job = context.store().bulk_job(context.account_id(), &request.id)?;
        let format = request.format.unwrap_or(ExportFormat::Csv);
        let (ending, media) = match format {
            ExportFormat::Csv => ("csv", csv::MEDIA),
            ExportFormat::Xlsx => ("xlsx", workbook::MEDIA),
            ExportFormat::Jsonl => ("jsonl", JSON_LINES),
        };
        let name = format!("brimful-{}.{ending}", job.id);
        let results = Results {
            store: context.store().clone(),
            account: context.account_id().to_owned(),
            job: job.id,
            endpoint: job.endpoint,
            next: 0,
            total: job.total,
        };
        let chunks: Chunks = match format {
            ExportFormat::Csv => lines(results.into_table()?, Table::next_lines),
            ExportFormat::Jsonl => lines(results, Results::next_lines),
            ExportFormat::Xlsx => {
                let (table, now) = (results.into_table()?, context.now);
                Box::pin(stream::once(async move {
                    let written = tokio::task::spawn_blocking(move || table.into_workbook(now)).await;
                    written.map_err(std::io::Error::other)?.map_err(std::io::Error::other)
                }))
            }
        };
        Ok(Outcome::free(FileReply { name, media, chunks }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "format": "csv" })
    }
}

/// A stream of lines, some at a time; `next` answers none at the end, and is not asked again after an error.
fn lines<T: Send + 'static>(rows: T, next: fn(&mut T) -> Result<Option<String>, String>) -> Chunks {
    Box::pin(stream::unfold(Some(rows), move |rows| async move {
        let mut rows = rows?;
        match next(&mut rows).transpose()? {
            Ok(text) => Some((Ok(Bytes::from(text)), Some(rows))),
            Err(error) => Some((Err(std::io::Error::other(error)), None)),
        }
    }))
}

/// The items of a job, read in order.
struct Results {
    store: Store,
    account: AccountId,
    job: String,
    endpoint: String,
    next: u64,
    total: u64,
}

impl Results {
    /// The next items; none at the end.
    fn next(&mut self) -> Result<Vec<BulkItem>, String> {
        if self.next >= self.total {
            return Ok(Vec::new());
        }
        let items = self.store.bulk_items(&self.account, &self.job, self.next, CHUNK_ITEMS);
        let items = items.map_err(|error| error.to_string())?;
        self.next = items.last().map_or(self.total, |last| last.no + 1);
        Ok(items)
    }

    /// The next results as JSON Lines.
    fn next_lines(&mut self) -> Result<Option<String>, String> {
        let mut text = String::new();
        for item in self.next()? {
            let result = BulkResultView::of(&self.endpoint, item).map_err(|problem| problem.detail)?;
            text.push_str(&serde_json::to_string(&result).map_err(|error| error.to_string())?);
            text.push('\n');
        }
        Ok((!text.is_empty()).then_some(text))
    }

    /// The results as a table that begins with the caller's own columns, in the order in which items have them.
    fn into_table(mut self) -> Result<Table, Problem> {
        let (mut own, mut seen) = (Vec::new(), HashSet::new());
        loop {
            let items = self.next().map_err(|error| Problem::internal(&error))?;
            if items.is_empty() {
                break;
            }
            let names = items.iter().flat_map(|item| row_of(item).into_iter().map(|(name, _)| name));
            own.extend(names.filter(|name| seen.insert(name.clone())));
        }
        self.next = 0;
        Ok(Table { own, columns: columns(&self.endpoint), is_begun: false, results: self })
    }
}

/// The results of a job in cells.
struct Table {
    /// The caller's own columns.
    own: Vec<String>,
    columns: &'static [Column],
    /// Whether the headings are written.
    is_begun: bool,
    results: Results,
}

impl Table {
    fn headings(&self) -> Vec<String> {
        let of_answer = self.columns.iter().map(|(name, _)| *name);
        table::headings(&self.own, FIRST_COLUMNS.into_iter().chain(of_answer).chain([LAST_COLUMN]))
    }

    fn cells(&self, item: &BulkItem) -> Vec<Value> {
        let row = row_of(item);
        let answer = item.answer.as_deref().and_then(|answer| serde_json::from_slice(answer).ok());
        let answer: Value = answer.unwrap_or_default();
        let found = |place: &str| answer.pointer(place).cloned().unwrap_or_default();
        let own = self.own.iter().map(|name| row.get(name).cloned().unwrap_or_default());
        let first = [json!(item.no), json!(item.reference), json!(item.status), json!(item.credits)];
        let of_answer = self.columns.iter().map(|(_, place)| found(place));
        own.chain(first).chain(of_answer).chain([found("/detail")]).collect()
    }

    /// The next rows as lines of csv.
    fn next_lines(&mut self) -> Result<Option<String>, String> {
        let mut text = String::new();
        if !std::mem::replace(&mut self.is_begun, true) {
            csv::push_line(&mut text, self.headings().iter().map(String::as_str));
        }
        for item in self.results.next()? {
            let cells = self.cells(&item);
            let cells: Vec<_> = cells.iter().map(table::text).collect();
            csv::push_line(&mut text, cells.iter().map(AsRef::as_ref));
        }
        Ok((!text.is_empty()).then_some(text))
    }

    fn into_workbook(mut self, now: Timestamp) -> Result<Bytes, String> {
        let told = |error: workbook::WorkbookError| error.to_string();
        let mut workbook = WorkbookWriter::new(&self.headings(), self.own.len(), now).map_err(told)?;
        loop {
            let items = self.results.next()?;
            if items.is_empty() {
                break;
            }
            items.iter().try_for_each(|item| workbook.push(&self.cells(item))).map_err(told)?;
        }
        let mut file = Vec::new();
        workbook.save(&mut file).map_err(told)?;
        Ok(file.into())
    }
}

/// The caller's own row of an item.
fn row_of(item: &BulkItem) -> Map<String, Value> {
    item.row.as_deref().and_then(|row| serde_json::from_slice(row).ok()).unwrap_or_default()
}
