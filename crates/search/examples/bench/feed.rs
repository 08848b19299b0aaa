//! Builds the index from the people and companies of a synthetic world.

use std::{
    collections::HashMap,
    error::Error,
    io::{BufWriter, Write},
    path::Path,
    time::{Duration, Instant},
};

use records::{Claim, Company, PersonRecord, merge};
use rustix::time::ClockId;
use search::SearchIndex;
use world::{DIRECTORY, REGISTRY, World};

use crate::measure::cpu_time;

const FEED_ROWS: usize = 20_000;

/// Indexes the whole world and prints the rate. Merging claims into records is not counted.
pub fn build(world: &World, index: &SearchIndex, rows: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut rows = rows.map(std::fs::File::create).transpose()?.map(BufWriter::new);
    let rebuild = index.rebuild()?;
    let mut spent = Duration::ZERO;
    let mut companies = HashMap::new();
    let mut number = 0;
    grouped(world.companies(), REGISTRY, |claims| {
        let company = merge::merge_company(&format!("com_{number:09}"), claims);
        number += 1;
        let started = Instant::now();
        rebuild.add_company(&company, None)?;
        spent += started.elapsed();
        companies.insert(company.domain.clone().unwrap_or_default(), company);
        Ok(())
    })?;
    println!("{} companies fed in {spent:.2?}", companies.len());
    let mut spent = Duration::ZERO;
    let mut cpu_spent = Duration::ZERO;
    let mut waiting: Vec<PersonRecord> = Vec::with_capacity(FEED_ROWS);
    let mut feed = |waiting: &mut Vec<PersonRecord>, spent: &mut Duration| -> Result<(), Box<dyn Error>> {
        let (started, cpu_started) = (Instant::now(), cpu_time(ClockId::ProcessCPUTime));
        for record in waiting.iter() {
            rebuild.add_person(record, employer(&companies, record), None)?;
        }
        *spent += started.elapsed();
        cpu_spent += cpu_time(ClockId::ProcessCPUTime) - cpu_started;
        if let Some(rows) = &mut rows {
            waiting.iter().try_for_each(|record| write_row(rows, record, employer(&companies, record)))?;
        }
        waiting.clear();
        Ok(())
    };
    let mut number = 0;
    grouped(world.people(), DIRECTORY, |claims| {
        waiting.push(merge::merge_person(&format!("per_{number:09}"), claims));
        number += 1;
        if waiting.len() == FEED_ROWS {
            feed(&mut waiting, &mut spent)?;
        }
        Ok(())
    })?;
    feed(&mut waiting, &mut spent)?;
    let (started, cpu_started) = (Instant::now(), cpu_time(ClockId::ProcessCPUTime));
    rebuild.publish(1)?;
    let published = started.elapsed();
    cpu_spent += cpu_time(ClockId::ProcessCPUTime) - cpu_started;
    println!(
        "{number} people fed in {spent:.2?}, published in {published:.2?}: {:.0} a second, {:.0} per processor second",
        number as f64 / (spent + published).as_secs_f64(),
        number as f64 / cpu_spent.as_secs_f64()
    );
    Ok(())
}

pub fn employer<'c>(companies: &'c HashMap<String, Company>, record: &PersonRecord) -> Option<&'c Company> {
    companies.get(record.person.company.as_ref()?.domain.as_ref()?)
}

/// Calls back with the claims of one subject at a time. A claim of source `opener` about another subject starts the
/// next group.
pub fn grouped(
    claims: impl Iterator<Item = Claim>,
    opener: &str,
    mut take: impl FnMut(&[Claim]) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut group: Vec<Claim> = Vec::new();
    for claim in claims {
        if claim.source == opener && group.first().is_some_and(|first| first.reference != claim.reference) {
            take(&group)?;
            group.clear();
        }
        group.push(claim);
    }
    take(&group)
}

/// Writes one row for the SQL comparison: id, update time, seniority, departments, country, title, employees and size
/// band.
fn write_row(out: &mut impl Write, record: &PersonRecord, employer: Option<&Company>) -> std::io::Result<()> {
    let person = &record.person;
    let departments: Vec<&str> = person.departments.iter().map(|department| department.as_str()).collect();
    let country = person.location.as_ref().and_then(|place| place.country.as_deref());
    let employees = employer.and_then(|employer| employer.employee_count);
    let band = employees.and_then(records::SizeBand::of).map_or("\\N", |band| band.as_str());
    writeln!(
        out,
        "{}\t{}\t{}\t{{{}}}\t{}\t{}\t{}\t{band}",
        person.id,
        person.updated_at.map_or(0, |at| at.as_second()),
        person.seniority.map_or("\\N", |seniority| seniority.as_str()),
        departments.join(","),
        country.unwrap_or("\\N"),
        person.title.as_deref().unwrap_or("\\N").replace(['\t', '\\'], " "),
        employees.map_or("\\N".to_owned(), |count| count.to_string()),
    )
}
