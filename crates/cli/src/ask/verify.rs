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
        let mut answers: Vec<Value> = Vec::new();
        let mut failed = None;
        for email in &self.emails {
            let mut request = Map::new();
            request.insert("email".into(), email.clone().into());
            match self.options.ask("/v1/verify-email", request).await {
                Ok(answer) if output.json => {
                    print_line(&answer.to_string())?;
                    answers.push(answer);
                }
                Ok(answer) => answers.push(answer),
                Err(error) if self.emails.len() == 1 => return Err(error),
                Err(error) => {
                    eprintln!("error: {email}: {error}");
                    failed = Some(error);
                }
            }
        }
        if !output.json && !answers.is_empty() {
            let row = |one: &Value| match self.options.quote {
                true => vec![String::new(), cost(one)],
                false => vec![cell(one, "/email"), cell(one, "/status"), cell(one, "/reason"), cost(one)],
            };
            let header: &[&str] =
                if self.options.quote { &["", "COST"] } else { &["EMAIL", "STATUS", "REASON", "COST"] };
            print_line(&table(header, &answers.iter().map(row).collect::<Vec<_>>()))?;
        }
        if let Some(error) = failed {
            // None was answered: as for one address. Some were: the command is partly done.
            let of_error = || error.downcast_ref::<Refused>().map_or(ExitCode::FAILURE, Refused::code);
            return Ok(if answers.is_empty() { of_error() } else { Exit::Partly.into() });
        }
        let is_open = |answer: &Value| answer.get("retry_after_seconds").is_some_and(|wait| !wait.is_null());
        Ok(if answers.iter().any(is_open) { Exit::Later.into() } else { ExitCode::SUCCESS })
    }
}
