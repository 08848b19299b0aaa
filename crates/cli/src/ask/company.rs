//! `brimful company`: one company by its domain, page or name.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value};

use super::{
    person::is_domain,
    question::SpendOptions,
    shown::{cost, employees, joined, lines, place, text},
};
use crate::{ask::exit::Exit, output::Output};

#[derive(Args)]
pub(crate) struct Company {
    /// Domain, professional-network page or name
    #[arg(value_name = "WHICH")]
    which: String,
    /// Country of its headquarters, where several have the name
    #[arg(long, value_name = "COUNTRY")]
    country: Option<String>,
    /// Also show how the match was decided and where each value comes from (with --json)
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    options: SpendOptions,
}

impl Company {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let kind = match &self.which {
            which if which.contains("/company/") || which.contains("/school/") => "networkUrl",
            which if is_domain(which) || which.contains("://") => "domain",
            _ => "name",
        };
        let mut request = Map::new();
        request.insert(kind.into(), self.which.clone().into());
        if let Some(country) = &self.country {
            request.insert("country".into(), country.clone().into());
        }
        if self.explain {
            request.insert("explain".into(), true.into());
        }
        let answer = self.options.ask("/v1/companies", request).await?;
        output.print(&answer, || if self.options.quote { cost(&answer) } else { shown(&answer) })?;
        let is_missing = !self.options.quote && answer["found"] != true;
        Ok(if is_missing { Exit::NotFound.into() } else { ExitCode::SUCCESS })
    }
}

fn shown(answer: &Value) -> String {
    let Some(company) = answer.get("company").filter(|_| answer["found"] == true) else {
        return joined(&["nothing found".to_owned(), cost(answer)], "; ");
    };
    let technologies = company["technologies"].as_array().into_iter().flatten();
    let technologies: Vec<String> = technologies.map(|one| text(one, "/name")).collect();
    let funding = [text(company, "/funding/stage"), text(company, "/funding/total/amount")];
    lines(&[
        ("name", text(company, "/name")),
        ("domain", text(company, "/domain")),
        ("industry", text(company, "/industry")),
        ("employees", employees(company)),
        ("place", place(company)),
        ("founded", text(company, "/foundedYear")),
        ("funding", joined(&[&funding[..], &[text(company, "/funding/total/currency")]].concat(), " ")),
        ("openings", text(company, "/openings/count")),
        ("technologies", technologies.join(", ")),
        ("page", text(company, "/networkUrl")),
        ("updated", text(company, "/updatedAt")),
        ("confidence", text(answer, "/confidence")),
        ("cost", cost(answer)),
    ])
}
