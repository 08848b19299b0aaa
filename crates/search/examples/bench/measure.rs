//! Measures query latency and throughput.

use std::{
    error::Error,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use rustix::time::ClockId;
use search::{PageRequest, PeopleFilters, PeopleSort, Snapshot, Target};

use crate::questions::{PAGE_ROWS, RunQuery};

/// Query times by wall clock and by CPU time. On a shared machine, only CPU time shows the cost of a query.
pub struct Times {
    wall: Spread,
    cpu: Spread,
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "wall: {}; processor: {}", self.wall, self.cpu)
    }
}

pub struct Spread {
    sorted: Vec<Duration>,
    all: Duration,
}

impl Spread {
    pub fn of(mut times: Vec<Duration>, all: Duration) -> Self {
        times.sort_unstable();
        Self { sorted: times, all }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |share: f64| self.sorted[((self.sorted.len() - 1) as f64 * share) as usize];
        let rate = self.sorted.len() as f64 / self.all.as_secs_f64();
        write!(f, "p50 {:.0?} p99 {:.0?} worst {:.0?}, {rate:.0}/s", at(0.5), at(0.99), at(1.0))
    }
}

/// Current value of a CPU clock.
pub fn cpu_time(clock: ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

pub fn measure(
    snapshot: &Snapshot<PeopleFilters>,
    queries: &[PeopleFilters],
    run_query: RunQuery,
    now: Timestamp,
) -> search::Result<Times> {
    let begun = Instant::now();
    let cpu_begun = cpu_time(ClockId::ThreadCPUTime);
    let (mut wall, mut cpu) = (Vec::with_capacity(queries.len()), Vec::with_capacity(queries.len()));
    for filters in queries {
        let (started, cpu_started) = (Instant::now(), cpu_time(ClockId::ThreadCPUTime));
        run_query(snapshot, filters, now)?;
        cpu.push(cpu_time(ClockId::ThreadCPUTime) - cpu_started);
        wall.push(started.elapsed());
    }
    let spent = cpu_time(ClockId::ThreadCPUTime) - cpu_begun;
    Ok(Times { wall: Spread::of(wall, begun.elapsed()), cpu: Spread::of(cpu, spent) })
}

/// Number of concurrent query threads.
const THREADS: usize = 2;

/// Throughput with several concurrent query threads.
pub fn concurrent(
    snapshot: &Snapshot<PeopleFilters>,
    queries: &[PeopleFilters],
    run_query: RunQuery,
    now: Timestamp,
) -> Result<String, Box<dyn Error>> {
    let (begun, cpu_begun) = (Instant::now(), cpu_time(ClockId::ProcessCPUTime));
    let outcomes: Vec<search::Result<()>> = std::thread::scope(|scope| {
        let work = || queries.iter().try_for_each(|filters| run_query(snapshot, filters, now));
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(Ok(()))).collect()
    });
    outcomes.into_iter().collect::<search::Result<()>>()?;
    let answers = (queries.len() * THREADS) as f64;
    let rate = answers / begun.elapsed().as_secs_f64();
    let cpu = (cpu_time(ClockId::ProcessCPUTime) - cpu_begun).as_secs_f64() / answers * 1e6;
    Ok(format!("{THREADS} threads  wall: {rate:.0}/s; processor: {cpu:.0}µs each"))
}

/// Measures the first and the second page of each sort order in a newly opened index.
pub fn orders(snapshot: &Snapshot<PeopleFilters>, now: Timestamp) -> search::Result<()> {
    for sort in PeopleSort::ALL {
        let filters = PeopleFilters { has_email: Some(true), ..PeopleFilters::default() };
        let mut times = [Duration::ZERO; 2];
        for time in &mut times {
            let started = Instant::now();
            snapshot.search(&filters, PageRequest { sort: *sort, limit: PAGE_ROWS, after: None }, now)?;
            *time = started.elapsed();
        }
        println!("order {}: first page {:.2?}, then {:.2?}", sort.as_str(), times[0], times[1]);
    }
    Ok(())
}

/// Reads a long result page by page. The last pages must not be slower than the first ones.
pub fn depth(snapshot: &Snapshot<PeopleFilters>, now: Timestamp) -> Result<(), Box<dyn Error>> {
    const PAGES: usize = 2_000;
    let filters = PeopleFilters { has_email: Some(true), ..PeopleFilters::default() };
    let mut after: Option<String> = None;
    let mut times = Vec::with_capacity(PAGES);
    for _ in 0..PAGES {
        let started = Instant::now();
        let request = PageRequest { sort: PeopleSort::Name, limit: PAGE_ROWS, after: after.as_deref() };
        let page = snapshot.search(&filters, request, now)?;
        times.push(started.elapsed());
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let median = |part: &[Duration]| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part.get(part.len() / 2).copied().unwrap_or_default()
    };
    let tenth = times.len() / 10;
    println!(
        "pages 1 to {tenth}: p50 {:.3?}; pages {} to {} of {}: p50 {:.3?}",
        median(&times[..tenth]),
        times.len() - tenth,
        times.len(),
        PeopleFilters::NAME,
        median(&times[times.len() - tenth..])
    );
    Ok(())
}
