//! Measures lookalikes and similar people.

use std::{collections::HashMap, error::Error};

use jiff::Timestamp;
use records::{Company, PersonRecord, merge};
use rustix::time::ClockId;
use search::{CompanyFilters, PeopleFilters, SearchIndex, SimilarPeopleOptions};
use world::{DIRECTORY, REGISTRY, World};

use crate::{
    feed::{employer, grouped},
    measure::{Spread, cpu_time},
};

/// Number of claims to draw the source records from.
const CLAIMS: usize = 40_000;
/// Every n-th record is a source.
const STEP: usize = 200;
const LIMIT: usize = 10;

/// Searches for records similar to a sample of people and companies, and prints one result of each.
pub fn run(world: &World, index: &SearchIndex, now: Timestamp) -> Result<(), Box<dyn Error>> {
    let (people, companies) = sources(world)?;
    let (snapshot, filters) = (index.people(), PeopleFilters::default());
    let options = SimilarPeopleOptions::default();
    let mut times = Vec::new();
    for record in people.iter().step_by(STEP) {
        let started = cpu_time(ClockId::ThreadCPUTime);
        let source = (record, employer(&companies, record));
        let found = snapshot.similar_people(source, &filters, options, LIMIT, now)?;
        times.push(cpu_time(ClockId::ThreadCPUTime) - started);
        if times.len() == 1 {
            println!("people like a {:?}: {:?}", record.person.title, found.first());
        }
    }
    let all = times.iter().sum();
    println!("similar people, processor: {}", Spread::of(times, all));
    let (snapshot, filters) = (index.companies(), CompanyFilters::default());
    let mut times = Vec::new();
    let mut names: Vec<&String> = companies.keys().collect();
    names.sort_unstable();
    for domain in names.into_iter().step_by(STEP) {
        let started = cpu_time(ClockId::ThreadCPUTime);
        let found = snapshot.lookalikes(std::slice::from_ref(&companies[domain]), &filters, LIMIT, now)?;
        times.push(cpu_time(ClockId::ThreadCPUTime) - started);
        if times.len() == 1 {
            println!("companies like {domain}: {:?}", found.first());
        }
    }
    let all = times.iter().sum();
    println!("lookalikes, processor: {}", Spread::of(times, all));
    Ok(())
}

type Sources = (Vec<PersonRecord>, HashMap<String, Company>);

/// A sample of the world's people and companies.
fn sources(world: &World) -> Result<Sources, Box<dyn Error>> {
    let mut people = Vec::new();
    grouped(world.people().take(CLAIMS), DIRECTORY, |claims| {
        people.push(merge::merge_person(&format!("per_{:09}", people.len()), claims));
        Ok(())
    })?;
    let mut companies = HashMap::new();
    grouped(world.companies().take(CLAIMS), REGISTRY, |claims| {
        let company = merge::merge_company(&format!("com_{:09}", companies.len()), claims);
        companies.insert(company.domain.clone().unwrap_or_default(), company);
        Ok(())
    })?;
    Ok((people, companies))
}
