//! Builds an index of a synthetic world and measures it.
//!
//! `bench 1000000` prints the build rate, the index size, and for each of three query kinds the latency: with an empty
//! cache, with a warm cache, and with two concurrent threads. It then measures lookalikes, similar people, the first
//! use of a sort order and deep pages. `--folder` measures the index in that folder and builds it there if there is
//! none. `--sql NUMBER` prints the queries of one kind as SQL instead, to run them on a database. `--people FILE` also
//! writes the queried columns as tab-separated rows.

mod alike;
mod feed;
mod measure;
mod questions;

use std::{
    error::Error,
    path::{Path, PathBuf},
    time::Instant,
};

use jiff::Timestamp;
use measure::{concurrent, depth, measure};
use questions::{print_sql, trials};
use search::SearchIndex;
use world::{World, WorldOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let people: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    if let Some(number) = option("--sql").and_then(|text| text.parse::<usize>().ok()) {
        print_sql(number);
        return Ok(());
    }
    let rows = option("--people").map(PathBuf::from);
    if let Some(kept) = option("--folder") {
        return run(people, Path::new(kept), rows.as_deref());
    }
    let folder = std::env::temp_dir().join(format!("search-bench-{}", std::process::id()));
    let outcome = run(people, &folder, rows.as_deref());
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn run(people: u64, folder: &Path, rows: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let as_of = Timestamp::from_second(1_780_000_000)?;
    let world = World::new(WorldOptions { seed: 1, people, as_of });
    let index = SearchIndex::open(folder)?;
    if index.people().records() == 0 {
        feed::build(&world, &index, rows)?;
    }
    println!("index: {:.1} MB on disk", folder_bytes(folder)? as f64 / 1e6);
    let snapshot = index.people();
    for (name, queries, run_query) in trials() {
        // Reopen the index, so that the first queries run as in a newly started process.
        let started = Instant::now();
        let fresh = SearchIndex::open(folder)?;
        let opened = started.elapsed();
        let cold = measure(&fresh.people(), &queries, run_query, as_of)?;
        measure(&snapshot, &queries, run_query, as_of)?;
        let warm = measure(&snapshot, &queries, run_query, as_of)?;
        println!("{name}\n  first    {cold}\n  long run {warm}");
        println!("  {}; opened in {opened:.0?}", concurrent(&snapshot, &queries, run_query, as_of)?);
    }
    alike::run(&world, &index, as_of)?;
    measure::orders(&SearchIndex::open(folder)?.people(), as_of)?;
    depth(&snapshot, as_of)
}

fn folder_bytes(folder: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() { folder_bytes(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}
