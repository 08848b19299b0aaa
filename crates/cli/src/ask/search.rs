//! `brimful search`: people or companies by filters.

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::{Map, Value};

use super::{
    question::SpendOptions,
    shown::{cell, cost, employees, joined, place},
};
use crate::{
    ask::exit::Exit,
    output::{Output, table},
};

#[derive(Subcommand)]
pub(crate) enum Search {
    /// People by title, seniority, department, place, employer and more
    People(People),
    /// Companies by industry, technology, size, place and more
    Companies(Companies),
}

#[derive(Args)]
pub(crate) struct People {
    /// Title, any of several
    #[arg(long = "title", value_name = "TITLE")]
    titles: Vec<String>,
    /// Seniority, such as c_suite, vp or director
    #[arg(long = "seniority", value_name = "SENIORITY")]
    seniorities: Vec<String>,
    /// Department, such as engineering or sales
    #[arg(long = "department", value_name = "DEPARTMENT")]
    departments: Vec<String>,
    /// Skill
    #[arg(long = "skill", value_name = "SKILL")]
    skills: Vec<String>,
    /// Domain of the employer
    #[arg(long = "company", value_name = "DOMAIN")]
    company_domains: Vec<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(crate) struct Companies {
    /// Technology in use
    #[arg(long = "technology", value_name = "TECHNOLOGY")]
    technologies: Vec<String>,
    /// Band of size, such as 51-200
    #[arg(long = "size", value_name = "BAND")]
    size_bands: Vec<String>,
    /// Funding stage, such as series_a
    #[arg(long = "stage", value_name = "STAGE")]
    funding_stages: Vec<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Common {
    /// Industry
    #[arg(long = "industry", value_name = "INDUSTRY")]
    industries: Vec<String>,
    /// Country, as a code or name
    #[arg(long = "country", value_name = "COUNTRY")]
    countries: Vec<String>,
    /// City
    #[arg(long = "city", value_name = "CITY")]
    cities: Vec<String>,
    /// All other filters of the API, as JSON
    #[arg(long, value_name = "JSON")]
    filters: Option<String>,
    /// Results, each of which is charged
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// next_cursor of the page before
    #[arg(long, allow_hyphen_values = true, value_name = "CURSOR")]
    cursor: Option<String>,
    #[command(flatten)]
    options: SpendOptions,
}

type Filters = Vec<(&'static str, Vec<String>)>;

impl Search {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        match self {
            Self::People(people) => {
                let filters = vec![
                    ("titles", people.titles),
                    ("seniorities", people.seniorities),
                    ("departments", people.departments),
                    ("skills", people.skills),
                    ("company_domains", people.company_domains),
                ];
                people.common.run(output, "/v1/search/people", filters, people_table).await
            }
            Self::Companies(companies) => {
                let filters = vec![
                    ("technologies", companies.technologies),
                    ("size_bands", companies.size_bands),
                    ("funding_stages", companies.funding_stages),
                ];
                companies.common.run(output, "/v1/search/companies", filters, companies_table).await
            }
        }
    }
}

impl Common {
    async fn run(
        self,
        output: Output,
        path: &str,
        mut named: Filters,
        table_of: fn(&[Value]) -> String,
    ) -> anyhow::Result<ExitCode> {
        named.extend([
            ("industries", self.industries),
            ("countries", self.countries),
            ("cities", self.cities),
        ]);
        let mut filters: Map<String, Value> = match &self.filters {
            Some(text) => serde_json::from_str(text).context("--filters is no JSON object")?,
            None => Map::new(),
        };
        for (name, values) in named.into_iter().filter(|(_, values)| !values.is_empty()) {
            filters.insert(name.to_owned(), values.into());
        }
        let mut request = Map::new();
        request.insert("filters".into(), filters.into());
        request.insert("limit".into(), self.limit.into());
        request.extend(self.cursor.map(|cursor| ("cursor".to_owned(), cursor.into())));
        let answer = self.options.ask(path, request).await?;
        let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
        output.print(&answer, || {
            let shown = match (self.options.quote, results.is_empty()) {
                (true, _) => String::new(),
                (false, true) => "nothing found".to_owned(),
                (false, false) => table_of(results),
            };
            joined(&[shown, cost(&answer)], "\n")
        })?;
        let is_missing = !self.options.quote && results.is_empty();
        if let Some(cursor) = answer["next_cursor"].as_str().filter(|_| !output.json) {
            eprintln!("more with --cursor {cursor}");
        }
        Ok(if is_missing { Exit::NotFound.into() } else { ExitCode::SUCCESS })
    }
}

fn people_table(results: &[Value]) -> String {
    let row = |one: &Value| {
        let known = joined(
            &[("hasEmail", "email"), ("hasPhone", "phone")]
                .map(|(flag, word)| if one[flag] == true { word.to_owned() } else { String::new() }),
            ", ",
        );
        vec![cell(one, "/fullName"), cell(one, "/title"), cell(one, "/company/name"), place(one), known]
    };
    table(&["NAME", "TITLE", "COMPANY", "PLACE", "KNOWN"], &results.iter().map(row).collect::<Vec<_>>())
}

fn companies_table(results: &[Value]) -> String {
    let row = |one: &Value| {
        vec![cell(one, "/name"), cell(one, "/domain"), cell(one, "/industry"), employees(one), place(one)]
    };
    table(&["NAME", "DOMAIN", "INDUSTRY", "EMPLOYEES", "PLACE"], &results.iter().map(row).collect::<Vec<_>>())
}
