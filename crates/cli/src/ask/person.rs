//! `brimful person`: one person by what is known of them.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value};

use super::{
    question::SpendOptions,
    shown::{cost, joined, lines, place, text},
};
use crate::{ask::exit::Exit, output::Output};

#[derive(Args)]
pub(crate) struct Person {
    /// Email, phone in international form, profile URL, or full name
    #[arg(value_name = "WHO")]
    who: String,
    /// Domain or name of the company, for a name
    #[arg(long, value_name = "COMPANY")]
    company: Option<String>,
    /// Also show how the match was decided and where each value comes from (with --json)
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    options: SpendOptions,
}

impl Person {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let mut request = Map::new();
        request.insert(kind_of(&self.who).to_owned(), self.who.clone().into());
        if let Some(company) = &self.company {
            let name = if is_domain(company) { "company_domain" } else { "company_name" };
            request.insert(name.into(), company.clone().into());
        }
        if self.explain {
            request.insert("explain".into(), true.into());
        }
        let answer = self.options.ask("/v1/enrich", request).await?;
        output.print(&answer, || if self.options.quote { cost(&answer) } else { shown(&answer) })?;
        let is_missing = !self.options.quote && answer["found"] != true;
        Ok(if is_missing { Exit::NotFound.into() } else { ExitCode::SUCCESS })
    }
}

/// The field of the API that a word for a person goes into.
fn kind_of(who: &str) -> &'static str {
    let digits = who.chars().filter(char::is_ascii_digit).count();
    let is_phone = who.starts_with('+') || digits >= 7 && !who.chars().any(char::is_alphabetic);
    match who {
        _ if who.contains("://") || who.contains('/') => "networkUrl",
        _ if who.contains('@') => "email",
        _ if is_phone => "phone",
        _ => "fullName",
    }
}

/// Whether a word for a company is its domain.
pub(super) fn is_domain(word: &str) -> bool {
    word.contains('.') && !word.contains(char::is_whitespace) && !word.ends_with('.')
}

fn shown(answer: &Value) -> String {
    let Some(person) = answer.get("person").filter(|_| answer["found"] == true) else {
        return joined(&["nothing found".to_owned(), cost(answer)], "; ");
    };
    let company = joined(&[text(person, "/company/name"), text(person, "/company/domain")], ", ");
    let email = joined(&[text(person, "/email"), text(person, "/emailStatus")], ", ");
    lines(&[
        ("name", text(person, "/fullName")),
        ("title", text(person, "/title")),
        ("company", company),
        ("since", text(person, "/startedAt")),
        ("place", place(person)),
        ("email", email),
        ("profile", text(person, "/networkUrl")),
        ("skills", text(person, "/skills")),
        ("updated", text(person, "/updatedAt")),
        ("confidence", text(answer, "/confidence")),
        ("cost", cost(answer)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_for_a_person_is_recognised() {
        for (who, kind) in [
            ("ada@acme.example", "email"),
            ("+49 30 1234567", "phone"),
            ("030 1234567", "phone"),
            ("https://network.example/in/ada", "networkUrl"),
            ("network.example/in/ada", "networkUrl"),
            ("Ada Lovelace", "fullName"),
            ("Ada 3", "fullName"),
        ] {
            assert_eq!(kind_of(who), kind, "{who}");
        }
        assert!(is_domain("acme.example") && !is_domain("Acme Inc.") && !is_domain("Acme"));
    }
}
