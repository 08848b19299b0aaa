//! Tests from bytes to claims.

mod claiming;
mod parquet;
mod presets;
mod reading;

use std::io::Cursor;

use jiff::Timestamp;
use records::{Claim, CompanyFacts, Facts, PersonFacts};

use super::*;

fn reader(bytes: impl Into<Vec<u8>>) -> Reader {
    Reader::from_stream(Box::new(Cursor::new(bytes.into())), ReadOptions::default()).unwrap()
}

/// Every row as its values, or as its fault.
fn rows(reader: &mut Reader) -> Vec<Result<Vec<String>, String>> {
    let mut row = Row::default();
    let mut rows = Vec::new();
    while reader.read(&mut row).unwrap() {
        rows.push(match &row.fault {
            Some(fault) => Err(fault.clone()),
            None => Ok(row.values().map(|(_, value)| value).collect()),
        });
    }
    rows
}

fn import(bytes: impl Into<Vec<u8>>, mapping: Mapping) -> (Vec<Result<Claim, Reject>>, Counts) {
    let observed_at: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
    let mut claims = claims(reader(bytes), mapping, "crm", observed_at).unwrap();
    let items: Vec<_> = claims.by_ref().collect();
    (items, claims.finish().unwrap())
}

fn people(bytes: impl Into<Vec<u8>>) -> (Vec<Result<Claim, Reject>>, Counts) {
    import(bytes, Mapping::guessed(Subject::People))
}

fn companies(bytes: impl Into<Vec<u8>>) -> (Vec<Result<Claim, Reject>>, Counts) {
    import(bytes, Mapping::guessed(Subject::Companies))
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
