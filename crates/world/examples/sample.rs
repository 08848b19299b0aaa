//! Prints claims of the world as JSON lines, or counts them.
//!
//! `sample 20` prints the first 20 people's claims, `sample 20 companies` companies, `sample 20 events` events;
//! `sample 5000000 count` streams a whole world and prints the speed.

use std::{io::Write, time::Instant};

use world::{World, WorldOptions};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let what = arguments.next().unwrap_or_else(|| "people".to_owned());
    let people = if what == "count" { count } else { 10_000 };
    let as_of = jiff::Timestamp::from_second(1_780_000_000).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let started = Instant::now();
    let world = World::new(WorldOptions { seed: 1, people, as_of });
    let mut out = std::io::stdout().lock();
    let mut print = |claim: &records::Claim| -> std::io::Result<()> {
        serde_json::to_writer(&mut out, claim)?;
        out.write_all(b"\n")
    };
    match what.as_str() {
        "companies" => world.companies().take(count as usize).try_for_each(|claim| print(&claim))?,
        "events" => (0..count)
            .flat_map(|number| world.event(number, as_of).claims)
            .try_for_each(|claim| print(&claim))?,
        "count" => {
            let laid_out = started.elapsed();
            let claims = world.people().count();
            let companies = world.companies().count();
            writeln!(
                out,
                "{people} people, {} companies: {claims} claims about people, {companies} about companies; \
                 laid out in {laid_out:.2?}, all in {:.2?}",
                world.company_count(),
                started.elapsed()
            )?;
        }
        _ => world.people().take(count as usize).try_for_each(|claim| print(&claim))?,
    }
    Ok(())
}
