//! Builds an index of a world and measures it.
//!
//! `bench 1000000` prints how fast the index is built, how large it is, and for each of three questions how long an
//! answer takes, first with nothing kept from earlier questions and then in the long run. With `--sql NUMBER` it
//! prints the questions of one kind as SQL instead, so that a database can be asked the same; with `--people FILE`
//! it also writes what those questions are about as tab-separated rows.

use std::{
    collections::HashMap,
    error::Error,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use records::{Claim, Company, PersonRecord, merge};
use rustix::time::ClockId;
use search::{NumberRange, PageRequest, PeopleFilters, PeopleSort, SearchIndex, Snapshot, Target};
use world::{DIRECTORY, REGISTRY, World, WorldOptions};

const QUESTIONS: usize = 1_000;
const PAGE_ROWS: usize = 25;
const FEED_ROWS: usize = 20_000;

const SENIORITIES: &[&str] =
    &["owner", "founder", "c_suite", "vp", "head", "director", "manager", "senior", "professional", "entry"];
const DEPARTMENTS: &[&str] = &[
    "engineering",
    "sales",
    "marketing",
    "finance",
    "hr",
    "operations",
    "it",
    "product",
    "support",
    "legal",
];
const COUNTRIES: &[&str] = &["US", "GB", "DE", "FR", "ES", "NL", "CA", "AU", "IE", "AT", "CH"];
const TITLES: &[&str] = &[
    "software engineer",
    "account executive",
    "vp sales",
    "head of marketing",
    "product manager",
    "accountant",
    "cto",
    "devops engineer",
    "recruiter",
    "sales manager",
];
const FACETS: &[&str] = &["seniorities", "departments", "company_size_bands"];

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
    let rows = option("--people");
    let folder = std::env::temp_dir().join(format!("search-bench-{}", std::process::id()));
    let outcome = run(people, &folder, rows.map(PathBuf::from).as_deref());
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn run(people: u64, folder: &Path, rows: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let as_of = Timestamp::from_second(1_780_000_000)?;
    let world = World::new(WorldOptions { seed: 1, people, as_of });
    let index = SearchIndex::open(folder)?;
    build(&world, &index, rows)?;
    println!("index: {:.1} MB on disk", folder_bytes(folder)? as f64 / 1e6);
    let snapshot = index.people();
    for (name, questions, ask) in trials() {
        // The index is opened again, so that the first answers are those of a process that was just started.
        let fresh = SearchIndex::open(folder)?;
        let cold = measure(&fresh.people(), &questions, ask, as_of)?;
        measure(&snapshot, &questions, ask, as_of)?;
        let warm = measure(&snapshot, &questions, ask, as_of)?;
        println!("{name}\n  first    {cold}\n  long run {warm}");
    }
    depth(&snapshot, as_of)
}

/// Feeds the whole world and says how fast that went; merging claims to records is not counted.
fn build(world: &World, index: &SearchIndex, rows: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut rows = rows.map(std::fs::File::create).transpose()?.map(BufWriter::new);
    let rebuild = index.rebuild()?;
    let mut spent = Duration::ZERO;
    let mut companies = HashMap::new();
    let mut number = 0;
    grouped(world.companies(), REGISTRY, |claims| {
        let company = merge::merge_company(&format!("com_{number:09}"), claims);
        number += 1;
        let started = Instant::now();
        rebuild.add_company(&company)?;
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
            rebuild.add_person(record, employer(&companies, record))?;
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

fn employer<'c>(companies: &'c HashMap<String, Company>, record: &PersonRecord) -> Option<&'c Company> {
    companies.get(record.person.company.as_ref()?.domain.as_ref()?)
}

/// Calls back with the claims of one subject at a time; a claim of `opener` about another subject begins the next.
fn grouped(
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

/// A row of what the questions are about: id, relevance order, seniority, departments, country, title, employees.
fn write_row(out: &mut impl Write, record: &PersonRecord, employer: Option<&Company>) -> std::io::Result<()> {
    let person = &record.person;
    let departments: Vec<&str> = person.departments.iter().map(|department| department.word()).collect();
    let country = person.location.as_ref().and_then(|place| place.country.as_deref());
    let employees = employer.and_then(|employer| employer.employee_count);
    let band = employees.and_then(records::SizeBand::of).map_or("\\N", |band| band.word());
    writeln!(
        out,
        "{}\t{}\t{}\t{{{}}}\t{}\t{}\t{}\t{band}",
        person.id,
        person.updated_at.map_or(0, |at| at.as_second()),
        person.seniority.map_or("\\N", |seniority| seniority.word()),
        departments.join(","),
        country.unwrap_or("\\N"),
        person.title.as_deref().unwrap_or("\\N").replace(['\t', '\\'], " "),
        employees.map_or("\\N".to_owned(), |count| count.to_string()),
    )
}

type Ask = fn(&Snapshot<PeopleFilters>, &PeopleFilters, Timestamp) -> search::Result<()>;

/// The three questions: each with a thousand choices of values.
fn trials() -> [(&'static str, Vec<PeopleFilters>, Ask); 3] {
    let page: Ask = |snapshot, filters, now| {
        let request = PageRequest { sort: PeopleSort::RecentlyUpdated, limit: PAGE_ROWS, after: None };
        snapshot.search(filters, request, now).map(drop)
    };
    let facets: Ask = |snapshot, filters, now| {
        snapshot.count(filters, now)?;
        snapshot.facets(filters, FACETS, now).map(drop)
    };
    let mut draw = Draw(7);
    let three = (0..QUESTIONS).map(|_| PeopleFilters {
        seniorities: draw.words(SENIORITIES, 2),
        departments: draw.words(DEPARTMENTS, 2),
        countries: draw.words(COUNTRIES, 2),
        ..PeopleFilters::default()
    });
    let three = three.collect();
    let titles = (0..QUESTIONS).map(|_| PeopleFilters {
        titles: draw.words(TITLES, 1),
        countries: draw.words(COUNTRIES, 2),
        employee_count: Some(draw.range()),
        ..PeopleFilters::default()
    });
    let titles = titles.collect();
    let counted = (0..QUESTIONS).map(|_| PeopleFilters {
        departments: draw.words(DEPARTMENTS, 1),
        countries: draw.words(COUNTRIES, 2),
        ..PeopleFilters::default()
    });
    [
        ("three filters, count and first page", three, page),
        ("title and two filters, count and first page", titles, page),
        ("two filters, count and three facets", counted.collect(), facets),
    ]
}

/// The questions of one kind, as an expert would put them to a table `people` of the rows of [`write_row`].
fn print_sql(number: usize) {
    let trials = trials();
    for filters in &trials[number.min(trials.len() - 1)].1 {
        let mut conditions = Vec::new();
        let mut ask = |condition: String| conditions.push(condition);
        let list = |values: &[String]| format!("'{{{}}}'", values.join(","));
        if !filters.seniorities.is_empty() {
            ask(format!("seniority = ANY({})", list(&filters.seniorities)));
        }
        if !filters.departments.is_empty() {
            ask(format!("departments && {}", list(&filters.departments)));
        }
        if !filters.countries.is_empty() {
            ask(format!("country = ANY({})", list(&filters.countries)));
        }
        for title in &filters.titles {
            ask(format!("to_tsvector('simple', title) @@ plainto_tsquery('simple', '{title}')"));
        }
        if let Some(NumberRange { min: Some(low), max: Some(high) }) = filters.employee_count {
            ask(format!("employees BETWEEN {low} AND {high}"));
        }
        let passing = format!("FROM people WHERE {}", conditions.join(" AND "));
        if number < 2 {
            // Counted in one go with the page; a window over the page's own query would be planned as if it could
            // stop after the first rows.
            println!(
                "WITH found AS MATERIALIZED (SELECT id, updated {passing}) \
                 SELECT (SELECT count(*) FROM found), id FROM found ORDER BY updated DESC, id LIMIT {PAGE_ROWS};"
            );
        } else {
            println!(
                "WITH found AS MATERIALIZED (SELECT seniority, departments, band {passing}) \
                 SELECT 'all', NULL, count(*) FROM found \
                 UNION ALL SELECT 'seniorities', seniority, count(*) FROM found GROUP BY 2 \
                 UNION ALL SELECT 'departments', unnest(departments), count(*) FROM found GROUP BY 2 \
                 UNION ALL SELECT 'bands', band, count(*) FROM found GROUP BY 2;"
            );
        }
    }
}

/// How long answers took, by the clock on the wall and by the processor's: on a machine that others use, too, the
/// second says what the answers cost.
struct Times {
    wall: Spread,
    cpu: Spread,
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "wall: {}; processor: {}", self.wall, self.cpu)
    }
}

struct Spread {
    sorted: Vec<Duration>,
    all: Duration,
}

impl Spread {
    fn of(mut times: Vec<Duration>, all: Duration) -> Self {
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

/// What a clock of the processor shows.
fn cpu_time(clock: ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn measure(
    snapshot: &Snapshot<PeopleFilters>,
    questions: &[PeopleFilters],
    ask: Ask,
    now: Timestamp,
) -> search::Result<Times> {
    let begun = Instant::now();
    let cpu_begun = cpu_time(ClockId::ThreadCPUTime);
    let (mut wall, mut cpu) = (Vec::with_capacity(questions.len()), Vec::with_capacity(questions.len()));
    for filters in questions {
        let (started, cpu_started) = (Instant::now(), cpu_time(ClockId::ThreadCPUTime));
        ask(snapshot, filters, now)?;
        cpu.push(cpu_time(ClockId::ThreadCPUTime) - cpu_started);
        wall.push(started.elapsed());
    }
    let spent = cpu_time(ClockId::ThreadCPUTime) - cpu_begun;
    Ok(Times { wall: Spread::of(wall, begun.elapsed()), cpu: Spread::of(cpu, spent) })
}

/// Reads a long answer page by page: the last pages must cost what the first ones do.
fn depth(snapshot: &Snapshot<PeopleFilters>, now: Timestamp) -> Result<(), Box<dyn Error>> {
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

/// A generator that draws the same on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn words(&mut self, words: &[&str], count: usize) -> Vec<String> {
        (0..count).map(|_| words[self.below(words.len())].to_owned()).collect()
    }

    fn range(&mut self) -> NumberRange {
        let low = [1, 11, 51, 201, 501, 1001][self.below(6)];
        NumberRange { min: Some(low), max: Some(low * [5, 10, 50][self.below(3)]) }
    }
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
