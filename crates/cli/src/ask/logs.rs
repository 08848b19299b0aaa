//! `brimful logs`: the account's calls, and those to come.

use std::{collections::VecDeque, process::ExitCode, time::Duration};

use clap::Args;
use serde_json::Value;

use super::{
    question::AskOptions,
    shown::{cell, text},
};
use crate::{
    ask::{
        client::ServerOptions,
        exit::{Exit, Refused},
    },
    output::{Output, print_line, table},
};

/// How often new calls are asked for.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Ids of calls that are remembered as shown; more than one look can answer.
const REMEMBERED: usize = 500;

#[derive(Args)]
pub(crate) struct Logs {
    /// Only calls of this endpoint, such as find-email
    #[arg(long, value_name = "ENDPOINT")]
    endpoint: Option<String>,
    /// Only calls with this HTTP status
    #[arg(long, value_name = "STATUS")]
    status: Option<u16>,
    /// Only calls with this key, by its id or name
    #[arg(long, value_name = "KEY")]
    by_key: Option<String>,
    /// Only calls at or after this time, such as 2026-01-31T00:00:00Z
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Calls at most
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// Go on with those to come, until interrupted
    #[arg(long)]
    follow: bool,
    #[command(flatten)]
    server: ServerOptions,
}

impl Logs {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let ask = AskOptions { server: self.server.clone(), sandbox: false };
        let query = |limit: u32| {
            vec![
                ("endpoint", self.endpoint.clone()),
                ("status", self.status.map(|status| status.to_string())),
                ("key", self.by_key.clone()),
                ("since", self.since.clone()),
                ("limit", Some(limit.to_string())),
            ]
        };
        let answer = ask.get("/v1/me/history", &query(self.limit)).await?;
        let results = answer["results"].as_array().cloned().unwrap_or_default();
        if !self.follow {
            output.print(&answer, || match results.is_empty() {
                true => "no calls".to_owned(),
                false => table(&HEADER, &results.iter().map(row).collect::<Vec<_>>()),
            })?;
            return Ok(if results.is_empty() { Exit::NotFound.into() } else { ExitCode::SUCCESS });
        }
        let mut shown: VecDeque<String> = VecDeque::new();
        let mut page = results;
        loop {
            for call in page.iter().rev() {
                let id = text(call, "/request_id");
                // Looking is a call of the account, too; it would fill the log with itself.
                if shown.contains(&id) || call["endpoint"] == "history" {
                    continue;
                }
                print_line(&if output.json { call.to_string() } else { row(call).join("  ") })?;
                shown.push_back(id);
                if shown.len() > REMEMBERED {
                    shown.pop_front();
                }
            }
            tokio::time::sleep(LOOK_EVERY).await;
            page = match ask.get("/v1/me/history", &query(100)).await {
                Ok(answer) => answer["results"].as_array().cloned().unwrap_or_default(),
                // A server that restarts or is busy is asked again.
                Err(error) if is_passing(&error) => Vec::new(),
                Err(error) => return Err(error),
            };
        }
    }
}

/// Whether the same question may be answered later.
pub(super) fn is_passing(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Refused>().is_some_and(Refused::is_passing)
}

const HEADER: [&str; 6] = ["WHEN", "STATUS", "ENDPOINT", "CREDITS", "MS", "REQUEST"];

fn row(call: &Value) -> Vec<String> {
    // A problem code says why a call was refused or failed; of the others, what is not a plain answer is named.
    let told = match (text(call, "/code"), text(call, "/outcome")) {
        (code, _) if !code.is_empty() => code,
        (_, outcome) if outcome == "answered" => String::new(),
        (_, outcome) => outcome,
    };
    let status = format!("{} {told}", text(call, "/status"));
    vec![
        text(call, "/at"),
        status.trim_end().to_owned(),
        cell(call, "/endpoint"),
        text(call, "/credits"),
        text(call, "/latency_ms"),
        text(call, "/request_id"),
    ]
}
