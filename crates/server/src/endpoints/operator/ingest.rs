//! The operator's door for rows: what people, companies and signals share of it.

pub mod companies;
pub mod people;
pub mod signals;

use std::io::Cursor;

use records::{Claim, Facts};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};
use sources::file::{Format, Mapping, ReadOptions, Reader, Subject, claims};
use store::IngestReport;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::Outcome,
};

/// Rows filed with one call.
const ROWS_MAX: usize = 1_000;

/// What became of the rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IngestAnswer {
    /// Rows that said something new.
    pub accepted: u64,
    /// Rows that repeated what their source had said before.
    pub unchanged: u64,
    /// Rows about somebody who must not be kept; they were dropped.
    pub suppressed: u64,
    /// Rows that could not be filed.
    pub rejected: Vec<RejectedItem>,
}

/// A row that could not be filed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RejectedItem {
    /// Its place in the request, from 0.
    pub index: usize,
    /// The same as a JSON pointer.
    pub pointer: String,
    /// What it lacks.
    pub reason: String,
}

impl RejectedItem {
    /// A row of this list that cannot be filed.
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

/// Files rows that have the shape of records, read as an import reads them.
async fn file_rows(
    context: &Context,
    subject: Subject,
    list: &str,
    source: &str,
    rows: Vec<Value>,
) -> Result<Outcome<IngestAnswer>, Problem> {
    let (mut made, mut rejected) = (Vec::new(), Vec::new());
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let options = ReadOptions { format: Some(Format::Jsonl), ..ReadOptions::default() };
    let read = Reader::from_stream(Box::new(Cursor::new(lines.join("\n"))), options)
        .and_then(|reader| claims(reader, Mapping::guessed(subject), source, context.now));
    let items = read.map_err(|error| Problem::internal(&error))?;
    for ((index, row), item) in rows.iter().enumerate().zip(items) {
        match item {
            Ok(mut claim) => {
                // A row number would stand for somebody else in the next call.
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

/// What a row without an id is called by: the first identifier it names.
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

/// The schema of a list of rows: the facts, and beside them who the row is to its source and when it was seen.
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
