//! What the preview of a job shows: whether its first items would be found, and nothing that is sold.

use std::time::Instant;

use engine::{Engine, ExternalSources, Resolution};
use records::{
    Company,
    matching::{MIN_CONFIDENCE_COMPANY, MIN_CONFIDENCE_PERSON},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use sources::vendor::Fact;

use crate::{
    access::preview_quota,
    call::{
        context::Context,
        problem::{Code, Problem},
        request::validate::Fault,
    },
    recipe::{
        answer::{
            company::CompaniesRequest, identifiers_disagree, masked::Mask, person::EnrichRequest,
            phone::FindPhoneRequest,
        },
        person_input::PersonInput,
    },
};

/// Items that a preview looks at.
pub const ROWS: usize = 10;

/// What the preview of a job shows besides its price.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkPreview {
    /// The first ten items. Items that the day's rows do not cover are left out.
    pub rows: Vec<BulkPreviewRow>,
    /// Rows that previews may still show this account until midnight UTC; absent in the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_left_today: Option<u64>,
}

/// What is known of an item before its job runs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BulkPreviewRow {
    /// Zero-based index of the item.
    pub index: usize,
    /// `ref` of the item.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Whether it would be found.
    pub status: BulkPreviewStatus,
    /// What kind of record would be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<BulkRecordKind>,
    /// Fields that the record of a company has, such as `industry`, without their values. Of people nothing is told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub has: Vec<String>,
    /// What is wrong with an invalid item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
}

/// Whether an item would be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkPreviewStatus {
    /// The records answer it. Neither `required` nor what a mail server would say is looked at.
    Found,
    /// Nothing answers it; it will be free.
    NotFound,
    /// The item is wrong, and `errors` says why; it will be free.
    Invalid,
    /// The records do not answer it; an outside source is asked when the job runs.
    AskedWhenRun,
}

/// Kinds of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkRecordKind {
    /// A person, or a contact of one.
    Person,
    /// A company.
    Company,
}

/// What answers the items of a kind.
#[derive(Debug, Clone, Copy)]
pub enum Answering {
    /// The records alone.
    Records(Question),
    /// The records, else an outside source that gives this fact.
    RecordsOr(Fact, Question),
    /// A mail server, whatever the records say.
    Outside,
}

/// How an item is looked up in the records.
#[derive(Debug, Clone, Copy)]
pub enum Question {
    /// As a request to enrich.
    Person,
    /// By an identifier of a person.
    Identifier,
    /// By identifiers of a company.
    Company,
    /// For a mobile of a person.
    Mobile,
}

/// An item of a job, checked by the rules of the call that answers it.
pub struct PreviewItem {
    /// The caller's own name of it.
    pub reference: Option<String>,
    /// The request of that call.
    pub request: Value,
    /// Its faults.
    pub errors: Vec<Fault>,
}

/// What the records tell of an item.
enum Known {
    Person,
    Company(Box<Company>),
    Nothing,
}

/// What a preview shows of the first items of a job. Rows for which the records are looked at are taken from the account's day
/// before that, so that a preview is no way to learn who is known.
pub async fn shown(
    context: &Context,
    answering: Answering,
    items: Vec<PreviewItem>,
) -> Result<Map<String, Value>, Problem> {
    let looks = |item: &PreviewItem| answering.question().is_some() && item.errors.is_empty();
    let wanted = items.iter().filter(|item| looks(item)).count();
    let taken = preview_quota::take(context, wanted as u64).await?;
    let mut left = taken.map_or(wanted, |taken| taken.granted as usize);
    let mut rows = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        if looks(&item) {
            if left == 0 {
                continue;
            }
            left -= 1;
        }
        rows.push(item.row(context, index, answering).await?);
    }
    let preview = BulkPreview { rows, rows_left_today: taken.map(|taken| taken.left) };
    match serde_json::to_value(preview) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(Problem::internal(&error)),
    }
}

impl Answering {
    fn question(self) -> Option<Question> {
        match self {
            Self::Records(question) | Self::RecordsOr(_, question) => Some(question),
            Self::Outside => None,
        }
    }

    /// Whether an outside source is asked for what the records do not tell. A company is asked for by its domain alone.
    fn asks_outside(self, engine: &Engine, request: &Value) -> bool {
        match self {
            Self::Records(_) => false,
            Self::RecordsOr(Fact::Company, _) if request.get("domain").is_none() => false,
            Self::RecordsOr(fact, _) => engine.gives(fact),
            Self::Outside => true,
        }
    }
}

impl PreviewItem {
    async fn row(
        self,
        context: &Context,
        index: usize,
        answering: Answering,
    ) -> Result<BulkPreviewRow, Problem> {
        let Self { reference, request, errors } = self;
        let mut row = BulkPreviewRow {
            index,
            reference,
            status: BulkPreviewStatus::AskedWhenRun,
            record: None,
            has: Vec::new(),
            errors,
        };
        if !row.errors.is_empty() {
            row.status = BulkPreviewStatus::Invalid;
            return Ok(row);
        }
        let Some(question) = answering.question() else { return Ok(row) };
        let may_ask = answering.asks_outside(context.engine(), &request);
        match question.look(context, request).await {
            Ok(Known::Person) => {
                (row.status, row.record) = (BulkPreviewStatus::Found, Some(BulkRecordKind::Person));
            }
            Ok(Known::Company(company)) => {
                (row.status, row.record) = (BulkPreviewStatus::Found, Some(BulkRecordKind::Company));
                row.has = fields_of(&company)?;
            }
            Ok(Known::Nothing) if may_ask => {}
            Ok(Known::Nothing) => row.status = BulkPreviewStatus::NotFound,
            // What the single call would refuse.
            Err(problem) if problem.code == Code::InvalidRequest => {
                (row.status, row.errors) = (BulkPreviewStatus::Invalid, problem.faults);
            }
            Err(problem) => return Err(problem),
        }
        Ok(row)
    }
}

impl Question {
    /// Asks the records, and nothing outside.
    async fn look(self, context: &Context, request: Value) -> Result<Known, Problem> {
        let engine = context.engine().for_call(Instant::now()).with_external(ExternalSources::default());
        match self {
            Self::Person => {
                let request: EnrichRequest = read(request)?;
                let floor = request.min_confidence.unwrap_or(MIN_CONFIDENCE_PERSON);
                person(&engine, &request.person, floor)
            }
            Self::Identifier => person(&engine, &read(request)?, MIN_CONFIDENCE_PERSON),
            Self::Company => {
                let request: CompaniesRequest = read(request)?;
                let floor = request.min_confidence.unwrap_or(MIN_CONFIDENCE_COMPANY);
                match engine.company(&request.query(), floor, false)? {
                    Resolution::Found(found) => Ok(Known::Company(Box::new(found.record))),
                    Resolution::NotFound { .. } => Ok(Known::Nothing),
                    Resolution::Disagree { first, second } => {
                        Err(identifiers_disagree("companies", first, second))
                    }
                }
            }
            Self::Mobile => {
                let request: FindPhoneRequest = read(request)?;
                let who = request.who(context)?;
                let found = engine.find_mobile(&who, request.verified_only, context.now).await?;
                Ok(found.mobile.map_or(Known::Nothing, |_| Known::Person))
            }
        }
    }
}

/// A request that its schema has accepted.
fn read<T: DeserializeOwned>(request: Value) -> Result<T, Problem> {
    serde_json::from_value(request).map_err(|error| Problem::internal(&error))
}

/// Whether a person is known. Blocks on the database.
fn person(engine: &Engine, asked: &PersonInput, floor: f64) -> Result<Known, Problem> {
    match engine.person(&asked.query(), floor, false)? {
        Resolution::Found(_) => Ok(Known::Person),
        Resolution::NotFound { .. } => Ok(Known::Nothing),
        Resolution::Disagree { first, second } => Err(identifiers_disagree("people", first, second)),
    }
}

/// Names of the fields that a masked row of the company would have. Their values would be what is sold: the item names the
/// company, so that a masked row is not anonymous.
fn fields_of(company: &Company) -> Result<Vec<String>, Problem> {
    match serde_json::to_value(company.masked()).map_err(|error| Problem::internal(&error))? {
        Value::Object(fields) => Ok(fields.into_iter().map(|(name, _)| name).collect()),
        _ => Ok(Vec::new()),
    }
}
