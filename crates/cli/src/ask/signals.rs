//! `brimful signals`: what happened lately, and what happens from now on.

use std::{process::ExitCode, time::Duration};

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::{
    question::{AskOptions, query_text},
    shown::{cell, joined, plain, text},
};
use crate::{
    ask::{
        client::ApiClient,
        exit::{Exit, Refused, of_status},
    },
    output::{Output, print_line, table},
};

/// A feed that says nothing for so long is opened again; the server says that it is there every 15 s.
const QUIET_MAX: Duration = Duration::from_secs(45);
/// Pause before a feed that broke off is opened again.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
/// Largest event.
const EVENT_BYTES_MAX: usize = 1 << 20;

#[derive(Args)]
pub(crate) struct Signals {
    /// Kind of signals
    #[arg(long, value_enum, default_value_t = Kind::Funding)]
    kind: Kind,
    /// Only of the company with this domain
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// Only in this country, as a code or name
    #[arg(long, value_name = "COUNTRY")]
    country: Option<String>,
    /// Only of companies in this industry
    #[arg(long, value_name = "INDUSTRY")]
    industry: Option<String>,
    /// Only at or after this time, such as 2026-01-31T00:00:00Z
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Signals at most
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// Go on with those to come, until interrupted
    #[arg(long)]
    follow: bool,
    #[command(flatten)]
    ask: AskOptions,
}

#[derive(Clone, Copy, ValueEnum)]
#[value(rename_all = "kebab-case")]
enum Kind {
    Funding,
    Acquisition,
    Hiring,
    JobChange,
    Promotion,
    CompanyChange,
}

impl Kind {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl Signals {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let filters = [
            ("kind", Some(self.kind.name())),
            ("domain", self.domain.clone()),
            ("country", self.country.clone()),
            ("industry", self.industry.clone()),
            ("since", self.since.clone()),
        ];
        if self.follow {
            let client = self.ask.client()?;
            return follow(
                &client,
                &format!("{}{}", self.ask.path("/v1/signals"), query_text(&filters)),
                output,
            )
            .await;
        }
        let page = [&filters[..], &[("limit", Some(self.limit.to_string()))]].concat();
        let answer = self.ask.get("/v1/signals", &page).await?;
        let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
        output.print(&answer, || match results.is_empty() {
            true => "nothing found".to_owned(),
            false => table(&["WHEN", "COMPANY", "WHAT"], &results.iter().map(row).collect::<Vec<_>>()),
        })?;
        Ok(if results.is_empty() { Exit::NotFound.into() } else { ExitCode::SUCCESS })
    }
}

/// Prints signals as they happen. A feed that breaks off is taken up after the last one.
async fn follow(client: &ApiClient, path: &str, output: Output) -> anyhow::Result<ExitCode> {
    let mut last: Option<String> = None;
    let mut was_open = false;
    loop {
        let headers: Vec<(&'static str, &str)> =
            last.as_deref().map(|id| ("last-event-id", id)).into_iter().collect();
        match client.open(path, &headers).await? {
            // The first attempt tells whether the command makes sense; later ones are about a feed that was there.
            Err(error) if !was_open => return Err(Refused::unreachable(client.root(), &error).into()),
            Err(_) => {}
            Ok(mut feed) if !feed.status.is_success() => {
                let status = feed.status.as_u16();
                let body = feed.chunk(QUIET_MAX).await.ok().flatten().unwrap_or_default();
                let body: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
                let exit = of_status(status).unwrap_or(Exit::Later);
                if exit != Exit::Later || !was_open {
                    let detail = body["detail"].as_str().unwrap_or("no reason was given");
                    return Err(Refused::new(exit, format!("the API refused with {status}: {detail}")).into());
                }
            }
            Ok(mut feed) => {
                if !was_open {
                    eprintln!("following; interrupt to end");
                }
                was_open = true;
                let mut buffer = Vec::new();
                while let Ok(Some(bytes)) = feed.chunk(QUIET_MAX).await {
                    buffer.extend_from_slice(&bytes);
                    while let Some(end) = buffer.windows(2).position(|pair| pair == b"\n\n") {
                        let event: Vec<u8> = buffer.drain(..end + 2).collect();
                        let event = Event::read(&String::from_utf8_lossy(&event));
                        if event.kind == "end" {
                            let detail = text(&event.data, "/detail");
                            return Err(Refused::new(Exit::Auth, format!("the feed ended: {detail}")).into());
                        }
                        last = event.id.or(last);
                        if event.kind == "signal" {
                            print_line(&match output.json {
                                true => event.data.to_string(),
                                false => row(&event.data).join("  "),
                            })?;
                        }
                    }
                    if buffer.len() > EVENT_BYTES_MAX {
                        break;
                    }
                }
            }
        }
        tokio::time::sleep(AGAIN_AFTER).await;
    }
}

/// A server-sent event.
struct Event {
    id: Option<String>,
    kind: String,
    data: Value,
}

impl Event {
    fn read(text: &str) -> Self {
        let field = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim_start)
        };
        Self {
            id: field("id").map(str::to_owned),
            kind: field("event").unwrap_or_default().to_owned(),
            data: field("data").and_then(|data| serde_json::from_str(data).ok()).unwrap_or(Value::Null),
        }
    }
}

/// When it happened, to whom, and what.
fn row(signal: &Value) -> Vec<String> {
    let day: String = text(signal, "/at").chars().take(10).collect();
    let company = joined(&[cell(signal, "/company/name"), cell(signal, "/company/domain")], ", ");
    vec![day, company, what(signal)]
}

fn what(signal: &Value) -> String {
    let at = |place: &str| cell(signal, place);
    let amount =
        |place: &str| joined(&[at(&format!("{place}/amount")), at(&format!("{place}/currency"))], " ");
    match signal["kind"].as_str().unwrap_or_default() {
        "funding" => joined(&["raised".to_owned(), amount("/funding/amount"), at("/funding/round")], " "),
        "acquisition" => {
            joined(&["bought".to_owned(), at("/acquisition/name"), at("/acquisition/company/name")], " ")
        }
        "hiring" => joined(&["hires".to_owned(), at("/job/title")], " "),
        "job-change" => {
            joined(&[at("/change/person"), "came from".to_owned(), at("/change/oldCompany/name")], " ")
        }
        "promotion" => {
            joined(&[at("/change/person"), "was promoted at".to_owned(), at("/change/oldCompany/name")], " ")
        }
        kind => {
            let change = signal.get("companyChange").map(ToString::to_string).unwrap_or_default();
            joined(&[plain(kind), plain(&change)], " ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_signal_can_be_asked_for() {
        let names: Vec<String> = Kind::value_variants().iter().map(|kind| kind.name()).collect();
        assert_eq!(names, records::SignalKind::ALL.map(records::SignalKind::as_str));
        let promotion = serde_json::json!({
            "kind": "promotion", "change": { "person": "J. W., Head of Data", "oldCompany": { "name": "Quill" } },
        });
        assert_eq!(what(&promotion), "J. W., Head of Data was promoted at Quill");
    }

    #[test]
    fn an_event_is_read_with_its_id() {
        let event =
            Event::read("id: 7\nevent: signal\ndata: {\"kind\":\"hiring\",\"job\":{\"title\":\"CTO\"}}");
        assert_eq!((event.id.as_deref(), event.kind.as_str()), (Some("7"), "signal"));
        assert_eq!(what(&event.data), "hires CTO");
        assert_eq!(Event::read(": still here").kind, "");
    }
}
