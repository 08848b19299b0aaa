//! Operator ingestion endpoints: what people, companies and signals have in common.

pub mod companies;
pub mod people;
pub mod signals;

use std::io::Cursor;

use records::{Claim, Facts};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};
use sources::file::{Format, Mapping, ReadOptions, RowKind, RowReader, claims};
use store::IngestReport;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::Outcome,
};

/// Maximum number of rows per call.
const ROWS_MAX: usize = 1_000;

/// Result of an ingestion.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IngestAnswer {
    /// Rows with new facts.
    pub accepted: u64,
    /// Rows that repeated earlier facts of the same source.
    pub unchanged: u64,
    /// Rows about people on the suppression list; they were not stored.
    pub suppressed: u64,
    /// Rows that were rejected.
    pub rejected: Vec<RejectedItem>,
}

/// A rejected row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RejectedItem {
    /// Zero-based index in the request.
    pub index: usize,
    /// JSON pointer to the row in the request.
    pub pointer: String,
    /// Why it was rejected.
    pub reason: String,
}

impl RejectedItem {
    fn new(list: &str, index: usize, reason: String) -> Self {
        Self { index, pointer: format!("/{list}/{index}"), reason }
    }
}

async fn file(
    context: &Context,
    claims: Vec<Claim>,
    rejected: Vec<RejectedItem>,
) -> Result<Outcome<IngestAnswer>, Problem> {
    let IngestReport { claims: accepted, unchanged, suppressed, .. } = context.store().ingest(claims).await?;
    Ok(Outcome::free(IngestAnswer { accepted, unchanged, suppressed, rejected }))
}

/// Stores rows of records, parsed like the rows of a file import.
async fn file_rows(
    context: &Context,
    subject: RowKind,
    list: &str,
    source: &str,
    rows: Vec<Value>,
) -> Result<Outcome<IngestAnswer>, Problem> {
    let (mut made, mut rejected) = (Vec::new(), Vec::new());
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let options = ReadOptions { format: Some(Format::Jsonl), ..ReadOptions::default() };
    let read = RowReader::from_stream(Box::new(Cursor::new(lines.join("\n"))), options)
        .and_then(|reader| claims(reader, Mapping::guessed(subject), source, context.now));
    let items = read.map_err(|error| Problem::internal(&error))?;
    for ((index, row), item) in rows.iter().enumerate().zip(items) {
        match item {
            Ok(mut claim) => {
                // The default reference is the row number, which would be another subject in the next call.
                if row.get("id").is_none() {
                    claim.reference = own_name(&claim.facts).unwrap_or(claim.reference);
                }
                made.push(claim);
            }
            Err(reject) => rejected.push(RejectedItem::new(list, index, reject.reasons.join("; "))),
        }
    }
    file(context, made, rejected).await
}

/// Reference of a row without an id: its first identifier.
fn own_name(facts: &Facts) -> Option<String> {
    match facts {
        Facts::Person(person) => {
            let email = person.emails.first().map(|email| email.address.clone());
            let phone = person.phones.first().map(|phone| phone.number.clone());
            person.network_url.clone().or(email).or(phone)
        }
        Facts::Company(company) => {
            company.domains.first().or(company.network_url.as_ref()).or(company.name.as_ref()).cloned()
        }
        Facts::Job(_) => None,
    }
}

/// Schema of a list of rows: the facts, plus the source's own id of the row and the time of observation.
fn rows_schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut row = T::json_schema(generator);
    if let Some(properties) = row.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert(
            "id".into(),
            json!({ "type": "string", "maxLength": 200, "description": "The source's own id of the row." }),
        );
        properties.insert(
            "observedAt".into(),
            json!({ "type": "string", "format": "date-time", "description": "When the source saw it." }),
        );
    }
    json_schema!({ "type": "array", "minItems": 1, "maxItems": ROWS_MAX, "items": row })
}
