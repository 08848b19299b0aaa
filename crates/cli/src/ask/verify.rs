//! `brimful verify`: whether mail to addresses arrives.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value};

use super::{
    question::SpendOptions,
    shown::{cell, cost},
};
use crate::{
    ask::exit::{Exit, Refused},
    output::{Output, print_line, table},
};

#[derive(Args)]
pub(crate) struct Verify {
    /// Addresses
    #[arg(required = true, value_name = "EMAIL")]
    emails: Vec<String>,
    #[command(flatten)]
    options: SpendOptions,
}

impl Verify {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let mut answers: Vec<(&str, Value)> = Vec::new();
        let (mut spent, mut failed) = (0.0, None);
        for (no, email) in self.emails.iter().enumerate() {
            let mut request = Map::new();
            request.insert("email".into(), email.clone().into());
            let options =
                if self.emails.len() == 1 { self.options.clone() } else { self.options.of_call(no, spent) };
            match options.ask("/v1/verify-email", request).await {
                Ok(answer) => {
                    spent += answer["cost"]["credits"].as_f64().unwrap_or(0.0);
                    if output.json {
                        print_line(&answer.to_string())?;
                    }
                    answers.push((email, answer));
                }
                Err(error) if self.emails.len() == 1 => return Err(error),
                Err(error) => {
                    eprintln!("error: {email}: {error}");
                    failed = Some(error);
                }
            }
        }
        if !output.json && !answers.is_empty() {
            let row = |(email, one): &(&str, Value)| match self.options.quote {
                true => vec![(*email).to_owned(), cost(one)],
                false => vec![cell(one, "/email"), cell(one, "/status"), cell(one, "/reason"), cost(one)],
            };
            let header: &[&str] =
                if self.options.quote { &["EMAIL", "COST"] } else { &["EMAIL", "STATUS", "REASON", "COST"] };
            print_line(&table(header, &answers.iter().map(row).collect::<Vec<_>>()))?;
        }
        if let Some(error) = failed {
            // None was answered: as for one address. Some were: the command is partly done.
            let of_error = || error.downcast_ref::<Refused>().map_or(ExitCode::FAILURE, Refused::code);
            return Ok(if answers.is_empty() { of_error() } else { Exit::Partly.into() });
        }
        let is_open = |answer: &Value| answer.get("retry_after_seconds").is_some_and(|wait| !wait.is_null());
        Ok(if answers.iter().any(|(_, answer)| is_open(answer)) {
            Exit::Later.into()
        } else {
            ExitCode::SUCCESS
        })
    }
}
