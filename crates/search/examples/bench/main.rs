//! Builds an index of a world and measures it.
//!
//! `bench 1000000` prints how fast the index is built, how large it is, and for each of three questions how long an
//! answer takes: first with nothing kept from earlier questions, then in the long run, then with two asking at once.
//! After that it tells what lookalikes, similar people, first uses of an order and deep pages cost. With `--folder`
//! the index of that folder is measured, and made there where there is none. With `--sql NUMBER` it prints the
//! questions of one kind as SQL instead, so that a database can be asked the same; with `--people FILE` it also
//! writes what those questions are about as tab-separated rows.

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
use measure::{depth, measure, side_by_side};
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
    for (name, questions, ask) in trials() {
        // The index is opened again, so that the first answers are those of a process that was just started.
        let started = Instant::now();
        let fresh = SearchIndex::open(folder)?;
        let opened = started.elapsed();
        let cold = measure(&fresh.people(), &questions, ask, as_of)?;
        measure(&snapshot, &questions, ask, as_of)?;
        let warm = measure(&snapshot, &questions, ask, as_of)?;
        println!("{name}\n  first    {cold}\n  long run {warm}");
        println!("  {}; opened in {opened:.0?}", side_by_side(&snapshot, &questions, ask, as_of)?);
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
