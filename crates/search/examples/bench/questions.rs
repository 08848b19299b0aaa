//! The three kinds of query, for the index and as SQL.

use jiff::Timestamp;
use search::{NumberRange, PageRequest, PeopleFilters, PeopleSort, Snapshot};

const QUERIES: usize = 1_000;
pub const PAGE_ROWS: usize = 25;

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

pub type RunQuery = fn(&Snapshot<PeopleFilters>, &PeopleFilters, Timestamp) -> search::Result<()>;

/// The three kinds of query, each with a thousand random values.
pub fn trials() -> [(&'static str, Vec<PeopleFilters>, RunQuery); 3] {
    let page: RunQuery = |snapshot, filters, now| {
        let request = PageRequest { sort: PeopleSort::RecentlyUpdated, limit: PAGE_ROWS, after: None };
        snapshot.search(filters, request, now).map(drop)
    };
    let facets: RunQuery = |snapshot, filters, now| {
        snapshot.count(filters, now)?;
        snapshot.facets(filters, FACETS, now).map(drop)
    };
    let mut draw = Draw(7);
    let three = (0..QUERIES).map(|_| PeopleFilters {
        seniorities: draw.words(SENIORITIES, 2),
        departments: draw.words(DEPARTMENTS, 2),
        countries: draw.words(COUNTRIES, 2),
        ..PeopleFilters::default()
    });
    let three = three.collect();
    let titles = (0..QUERIES).map(|_| PeopleFilters {
        titles: draw.words(TITLES, 1),
        countries: draw.words(COUNTRIES, 2),
        employee_count: Some(draw.range()),
        ..PeopleFilters::default()
    });
    let titles = titles.collect();
    let counted = (0..QUERIES).map(|_| PeopleFilters {
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

/// Prints the queries of one kind as tuned SQL for a table `people` with the rows of `write_row`.
pub fn print_sql(number: usize) {
    let trials = trials();
    for filters in &trials[number.min(trials.len() - 1)].1 {
        let mut conditions = Vec::new();
        let mut add = |condition: String| conditions.push(condition);
        let list = |values: &[String]| format!("'{{{}}}'", values.join(","));
        if !filters.seniorities.is_empty() {
            add(format!("seniority = ANY({})", list(&filters.seniorities)));
        }
        if !filters.departments.is_empty() {
            add(format!("departments && {}", list(&filters.departments)));
        }
        if !filters.countries.is_empty() {
            add(format!("country = ANY({})", list(&filters.countries)));
        }
        for title in &filters.titles {
            add(format!("to_tsvector('simple', title) @@ plainto_tsquery('simple', '{title}')"));
        }
        if let Some(NumberRange { min: Some(low), max: Some(high) }) = filters.employee_count {
            add(format!("employees BETWEEN {low} AND {high}"));
        }
        let passing = format!("FROM people WHERE {}", conditions.join(" AND "));
        if number < 2 {
            // Count and page in one statement. With a window function over the page query, the planner would assume
            // that it can stop after the first rows.
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

/// Deterministic random number generator.
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
