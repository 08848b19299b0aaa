//! Tests from bytes to claims.

mod claiming;
mod headers;
mod parquet;
mod presets;
mod reading;
mod table;
mod workbook;

use std::io::Cursor;

use jiff::Timestamp;
use records::{Claim, CompanyFacts, Facts, PersonFacts};

use super::*;

fn reader(bytes: impl Into<Vec<u8>>) -> RowReader {
    RowReader::from_stream(Box::new(Cursor::new(bytes.into())), ReadOptions::default()).unwrap()
}

/// Every row as its values, or as its fault.
fn rows(reader: &mut RowReader) -> Vec<Result<Vec<String>, String>> {
    let mut row = FileRow::default();
    let mut rows = Vec::new();
    while reader.read(&mut row).unwrap() {
        rows.push(match &row.fault {
            Some(fault) => Err(fault.clone()),
            None => Ok(row.values().map(|(_, value)| value).collect()),
        });
    }
    rows
}

fn import(bytes: impl Into<Vec<u8>>, mapping: Mapping) -> (Vec<Result<Claim, Reject>>, ClaimCounts) {
    let observed_at: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
    let mut claims = claims(reader(bytes), mapping, "crm", observed_at).unwrap();
    let items: Vec<_> = claims.by_ref().collect();
    (items, claims.finish().unwrap())
}

fn people(bytes: impl Into<Vec<u8>>) -> (Vec<Result<Claim, Reject>>, ClaimCounts) {
    import(bytes, Mapping::guessed(RowKind::People))
}

fn companies(bytes: impl Into<Vec<u8>>) -> (Vec<Result<Claim, Reject>>, ClaimCounts) {
    import(bytes, Mapping::guessed(RowKind::Companies))
}

fn person(item: &Result<Claim, Reject>) -> &PersonFacts {
    match &item.as_ref().unwrap().facts {
        Facts::Person(facts) => facts,
        Facts::Company(_) | Facts::Job(_) => panic!("no person"),
    }
}

fn company(item: &Result<Claim, Reject>) -> &CompanyFacts {
    match &item.as_ref().unwrap().facts {
        Facts::Company(facts) => facts,
        Facts::Person(_) | Facts::Job(_) => panic!("no company"),
    }
}
