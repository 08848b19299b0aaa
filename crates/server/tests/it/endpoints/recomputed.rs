//! Answers over a made-up world, compared with what a plain program works out from the exported records. The program
//! knows nothing of indexes, feeds and pages: it reads all records and counts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{ToSpan, civil::Date};
use records::{
    Company, Experience, Job, PartialDate, PersonRecord, RevenueRange, Seniority, Signal, SignalKind,
};
use serde_json::{Value, json};
use store::{Exported, Plan, Store, StoreError};
use world::{World, WorldOptions};

use crate::support::{Account, START, TestServer};

const PEOPLE: u64 = 2_000;
const PAGE: usize = 500;
/// Pages of an answer that are read.
const PAGES_MAX: usize = 200;

/// A server over a world, and all its records.
struct Books {
    server: TestServer,
    account: Account,
    people: Vec<PersonRecord>,
    companies: Vec<Company>,
    signals: Vec<Signal>,
    today: Date,
}

/// Reads a page of exported records after a number.
type ReadPage<T> = fn(&Store, i64, usize) -> Result<Vec<Exported<T>>, StoreError>;

fn all<T>(store: &Store, page: ReadPage<T>) -> Vec<T> {
    let (mut after, mut found) = (0, Vec::new());
    loop {
        let records = page(store, after, PAGE).unwrap();
        let is_last = records.len() < PAGE;
        for record in records {
            after = record.no;
            found.push(record.record);
        }
        if is_last {
            return found;
        }
    }
}

async fn books() -> Books {
    let now: jiff::Timestamp = START.parse().unwrap();
    let world = World::new(WorldOptions { seed: 7, people: PEOPLE, as_of: now });
    let claims = world.companies().chain(world.jobs()).chain(world.people()).collect();
    let server = TestServer::with(|setup| setup.claims = claims).await;
    server.indexed().await;
    let account = server.account(Plan::Scale, 500_000).await;
    Books {
        people: all(&server.store, Store::people_after),
        companies: all(&server.store, Store::companies_after),
        signals: all(&server.store, Store::signals_after),
        today: now.to_zoned(jiff::tz::TimeZone::UTC).date(),
        server,
        account,
    }
}

impl Books {
    /// All results of a list, page by page.
    async fn list(&self, path: &str, mut request: Value) -> Vec<Value> {
        let mut found = Vec::new();
        for _ in 0..PAGES_MAX {
            request["limit"] = 100.into();
            let answer = self.account.post(path, request.clone()).await.ok();
            found.extend(answer["results"].as_array().unwrap().iter().cloned());
            if answer["next_cursor"].is_null() {
                return found;
            }
            request["cursor"] = answer["next_cursor"].clone();
        }
        panic!("{path} has no end");
    }

    fn company(&self, domain: &str) -> &Company {
        self.companies.iter().find(|company| company.domains.iter().any(|known| known == domain)).unwrap()
    }

    /// The open positions of a company.
    fn openings<'b>(&'b self, company: &'b Company) -> impl Iterator<Item = &'b Job> {
        let jobs = self.signals.iter().filter_map(|signal| signal.job.as_deref());
        jobs.filter(|job| job.company.domain.as_ref().is_some_and(|domain| company.domains.contains(domain)))
            .filter(|job| self.is_open(job))
    }

    fn is_open(&self, job: &Job) -> bool {
        let is_posted = job.posted_at.is_none_or(|date| date.earliest() <= self.today);
        is_posted && job.closed_at.is_none_or(|date| date.earliest() > self.today)
    }

    /// Whether a company has a person who can decide.
    fn has_leader(&self, company: &Company) -> bool {
        self.people.iter().any(|record| {
            let employer = record.person.company.as_ref().and_then(|employer| employer.domain.as_ref());
            employer.is_some_and(|domain| company.domains.contains(domain))
                && record.person.seniority.is_some_and(|rank| rank <= Seniority::CSuite)
        })
    }

    /// Companies with the dates of their rounds, the newest first.
    fn rounds(&self) -> BTreeMap<String, Vec<Date>> {
        let mut found: BTreeMap<String, Vec<Date>> = BTreeMap::new();
        for signal in self.signals.iter().filter(|signal| signal.kind == SignalKind::Funding) {
            let domain = signal.company.as_ref().and_then(|company| company.domain.clone());
            let date = signal.funding.as_ref().and_then(|round| round.announced_at);
            if let (Some(domain), Some(date)) = (domain, date)
                && date.earliest() <= self.today
            {
                found.entry(domain).or_default().push(date.earliest());
            }
        }
        found.values_mut().for_each(|dates| dates.sort_by_key(|date| std::cmp::Reverse(*date)));
        found
    }

    /// Companies that hire and have a leader, whose newest round within a time passes.
    fn funded(&self, passes: impl Fn(&[Date]) -> Option<Date>) -> BTreeMap<String, (String, usize)> {
        let rounds = self.rounds().into_iter().filter_map(|(domain, dates)| {
            let date = passes(&dates)?;
            let company = self.company(&domain);
            let openings = self.openings(company).count();
            let told = openings > 0 && self.has_leader(company);
            told.then(|| (company.domain.clone().unwrap_or(domain), (date.to_string(), openings)))
        });
        rounds.collect()
    }
}

fn text(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Domain, date of the round and number of open positions of each answer.
fn told(results: &[Value]) -> BTreeMap<String, (String, usize)> {
    let one = |result: &Value| {
        let openings = result["openings"].as_array().unwrap().len();
        (text(result, "/company/domain"), (text(result, "/funding/announcedAt"), openings))
    };
    let told: BTreeMap<_, _> = results.iter().map(one).collect();
    assert_eq!(told.len(), results.len(), "each company once");
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn radars_of_rounds_and_positions_equal_a_count_over_the_export() {
    let books = books().await;
    let year_ago = books.today.saturating_sub(365.days());
    let funded = books.funded(|dates| dates.first().copied().filter(|date| *date > year_ago));
    let answered = told(&books.list("/v1/funded-and-hiring", json!({ "within_days": 365 })).await);
    assert_eq!(answered, funded);
    assert!(funded.len() >= 3, "{funded:?}");

    let (from, to) = (books.today.saturating_sub(18.months()), books.today.saturating_sub(6.months()));
    // The window counts from the newest round: who has raised again since is in no older window.
    let window = books.funded(|dates| dates.first().copied().filter(|date| (from..=to).contains(date)));
    let answered = told(&books.list("/v1/buyer-budget-window", json!({})).await);
    assert_eq!(answered, window);
    assert!(window.len() >= 2, "{window:?}");

    let few = |job: &&Job| books.is_open(job) && job.applicants.is_some_and(|count| count < 25);
    let jobs = books.signals.iter().filter_map(|signal| signal.job.as_deref());
    let expected: BTreeSet<String> = jobs.filter(few).map(|job| job.id.clone()).collect();
    let answered = books.list("/v1/low-competition-hires", json!({ "within_days": 365 })).await;
    let answered: BTreeSet<String> = answered.iter().map(|result| text(result, "/job/id")).collect();
    assert_eq!(answered, expected);
    assert!(expected.len() >= 20, "{}", expected.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hiring_velocity_equals_a_count_over_the_export() {
    let books = books().await;
    let quarter = jiff::civil::date(books.today.year(), (books.today.month() - 1) / 3 * 3 + 1, 1);
    let days = f64::from((books.today - quarter).get_days()) + 0.5;
    let mut expected: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for company in &books.companies {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let recent = |job: &&Job| job.posted_at.is_some_and(|date| date.earliest() >= quarter);
        for job in books.openings(company).filter(recent) {
            job.departments.iter().for_each(|of| *counts.entry(of.as_str().to_owned()).or_default() += 1);
        }
        let most = counts.into_values().max().unwrap_or(0);
        if most >= 5 && books.has_leader(company) {
            let velocity = (most as f64 / (days / 30.44) * 10.0).round() / 10.0;
            expected.insert(company.domain.clone().unwrap(), (most, velocity));
        }
    }
    let results = books.list("/v1/hiring-velocity", json!({})).await;
    let answered: BTreeMap<String, (usize, f64)> = results
        .iter()
        .map(|result| {
            let openings = result["openings"].as_array().unwrap();
            let department = result["department"].as_str().unwrap();
            let of_it =
                |job: &Value| job["departments"].as_array().unwrap().iter().any(|of| of == department);
            assert!(openings.iter().all(of_it), "{result}");
            (text(result, "/company/domain"), (openings.len(), result["velocity"].as_f64().unwrap()))
        })
        .collect();
    assert_eq!(answered, expected);
    assert!(!expected.is_empty(), "no company hires fast");
}

/// The months that a person is known to have worked at a company, each by its number.
fn months_at(experience: &[Experience], domain: &str, today: Date) -> BTreeSet<i32> {
    let number = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month());
    let at = |position: &&Experience| position.company.domain.as_deref() == Some(domain);
    let positions = experience.iter().filter(at).filter_map(|position| {
        let until = position.ended_at.map_or(today, PartialDate::earliest);
        Some(number(position.started_at?.earliest())..number(until))
    });
    positions.flatten().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overlaps_of_coworkers_and_lengths_of_careers_equal_a_count_of_months() {
    let books = books().await;
    let of_id = |id: &str| books.people.iter().find(|record| record.person.id == id).unwrap();
    let (mut overlaps, mut alike) = (0, 0);
    for record in books.people.iter().filter(|record| record.person.experience.len() > 2).take(25) {
        let profile = json!({ "networkUrl": record.person.network_url });
        let answer = books.account.post("/v1/bundles/relationship-graph", profile.clone()).await.ok();
        for coworker in answer["coworkers"].as_array().unwrap() {
            let other = of_id(coworker["person"]["id"].as_str().unwrap());
            let domain = text(coworker, "/shared/company/domain");
            let months = |record: &PersonRecord| months_at(&record.person.experience, &domain, books.today);
            let shared = months(record).intersection(&months(other)).count() as u64;
            assert_eq!(coworker["shared"]["months"], shared, "{coworker:#}");
            overlaps += 1;
        }
        let answer = books.account.post("/v1/find-similar-people", profile).await.ok();
        for result in answer["results"].as_array().unwrap() {
            let other = of_id(result["person"]["id"].as_str().unwrap());
            let employer =
                |record: &PersonRecord| record.person.company.as_ref().and_then(|at| at.domain.clone());
            assert_ne!(employer(record), employer(other), "{result:#}");
            let began = |record: &PersonRecord| {
                let starts = record.person.experience.iter().filter_map(|position| position.started_at);
                starts.min().map(PartialDate::earliest)
            };
            let reasons = result["reasons"].as_array().unwrap();
            let told = reasons.iter().any(|reason| reason == "About as long in work");
            if let (Some(one), Some(other)) = (began(record), began(other)) {
                let apart = (one - other).get_days().abs();
                assert_eq!(told, apart <= 912, "{apart} days apart: {reasons:?}");
                alike += 1;
            }
        }
    }
    assert!(overlaps > 30 && alike > 30, "{overlaps} {alike}");
}

/// Whether a band has more than an edge in common with a range of the same currency.
fn overlaps(band: &RevenueRange, min: i64, max: i64) -> bool {
    band.min.unwrap_or(0) < max && band.max.unwrap_or(i64::MAX) > min
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revenue_filters_answer_the_bands_that_overlap_and_no_neighbour() {
    let books = books().await;
    let bands: BTreeSet<(i64, i64, String)> = books
        .companies
        .iter()
        .filter_map(|company| company.revenue.as_ref())
        .filter_map(|band| Some((band.min?, band.max?, band.currency.clone())))
        .collect();
    assert!(bands.len() >= 4, "{bands:?}");
    for (min, max, currency) in &bands {
        let expected: BTreeSet<&str> = books
            .companies
            .iter()
            .filter(|company| {
                let band = company.revenue.as_ref().filter(|band| band.currency == *currency);
                band.is_some_and(|band| overlaps(band, *min, *max))
            })
            .map(|company| company.id.as_str())
            .collect();
        let revenue = json!({ "min": min, "max": max, "currency": currency });
        let request = json!({ "filters": { "revenue": revenue } });
        let results = books.list("/v1/search/companies", request).await;
        let same = |result: &&Value| result["revenue"]["currency"] == *currency;
        let answered: BTreeSet<&str> =
            results.iter().filter(same).filter_map(|result| result["id"].as_str()).collect();
        assert_eq!(answered, expected, "{min} to {max} {currency}");
        let businesses = books.list("/v1/local-service-by-revenue", json!({ "revenue": revenue })).await;
        for business in businesses.iter().filter(|found| found["revenue"]["currency"] == *currency) {
            assert!(expected.contains(business["business"]["id"].as_str().unwrap()), "{business:#}");
        }
    }
    books.server.prove_books();
}
