//! `brimful listen`: events of the account's webhooks, forwarded to an address of this machine.
//!
//! A server cannot reach a program behind a router, so this command asks it for new events and posts each to the given
//! address, signed with the secret of its webhook as the server would. It changes nothing: the server goes on sending
//! events to where the webhook is.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::ExitCode,
    time::Duration,
};

use anyhow::Context;
use clap::Args;
use egress::Method;
use jiff::Timestamp;
use serde_json::Value;

use super::{
    logs::is_passing,
    question::{query_text, send},
    shown::text,
};
use crate::{
    ask::{
        client::{ApiClient, ServerOptions},
        exit::{Exit, Refused},
    },
    output::{Output, print_line},
};

/// How often new events are asked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Events of one page.
const PAGE: usize = 100;
/// Pages that are read at a time; older events of a burst beyond that are left out, and the command says so.
const PAGES_MAX: usize = 20;
/// Attempts to forward one event.
const ATTEMPTS_MAX: u32 = 3;
const AGAIN_AFTER: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct Listen {
    /// Address that events are posted to
    #[arg(long, value_name = "URL")]
    forward_to: String,
    /// Only events of this webhook, by its id [default: all of the account]
    #[arg(long, value_name = "ID")]
    webhook: Option<String>,
    /// Only events of these kinds, such as bulk.completed
    #[arg(long = "event", value_name = "KIND", value_delimiter = ',')]
    events: Vec<String>,
    /// End after so many events
    #[arg(long, value_name = "N")]
    max_events: Option<u64>,
    #[command(flatten)]
    server: ServerOptions,
}

impl Listen {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let client = self.server.client()?;
        let webhooks = get(&client, "/v1/me/webhooks").await?;
        let known: Vec<String> = ids(&webhooks["results"]);
        let wanted = self.webhook.clone().map_or(known.clone(), |one| vec![one]);
        if known.is_empty() || !wanted.iter().all(|one| known.contains(one)) {
            let message = "there is no such webhook; make one first: brimful api POST /v1/me/webhooks \
                           '{\"url\": \"https://…\"}'";
            return Err(Refused::new(Exit::NotFound, message).into());
        }
        let mut secrets = BTreeMap::new();
        for webhook in wanted {
            let read = get(&client, &format!("/v1/me/webhooks/{webhook}")).await?;
            secrets.insert(webhook, text(&read, "/secret"));
        }
        let mut listening = Listening {
            client,
            secrets,
            command: self,
            output,
            seen: BTreeSet::new(),
            forwarded: 0,
            failed: 0,
        };
        listening.go().await
    }
}

struct Listening {
    client: ApiClient,
    /// Secrets by webhook.
    secrets: BTreeMap<String, String>,
    command: Listen,
    output: Output,
    /// Events that were there before, or were forwarded.
    seen: BTreeSet<String>,
    forwarded: u64,
    failed: u64,
}

impl Listening {
    async fn go(&mut self) -> anyhow::Result<ExitCode> {
        let before = self.page(None).await?;
        self.seen.extend(ids(&before["results"]));
        eprintln!("forwarding events to {}; interrupt to end", self.command.forward_to);
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            for event in self.new_events().await? {
                self.forward(&event).await?;
                if self.command.max_events.is_some_and(|max| self.forwarded + self.failed >= max) {
                    return Ok(if self.failed > 0 { Exit::Partly.into() } else { ExitCode::SUCCESS });
                }
            }
        }
    }

    async fn page(&self, cursor: Option<String>) -> anyhow::Result<Value> {
        let query = [
            ("webhook", self.command.webhook.clone()),
            ("limit", Some(PAGE.to_string())),
            ("cursor", cursor),
        ];
        get(&self.client, &format!("/v1/me/webhooks/deliveries{}", query_text(&query))).await
    }

    /// Events that were not there at the last look, oldest first.
    async fn new_events(&mut self) -> anyhow::Result<Vec<Value>> {
        let (mut fresh, mut cursor) = (Vec::new(), None);
        for _ in 0..PAGES_MAX {
            let page = match self.page(cursor).await {
                Ok(page) => page,
                // A server that restarts or is busy is asked again.
                Err(error) if is_passing(&error) => break,
                Err(error) => return Err(error),
            };
            let events = page["results"].as_array().cloned().unwrap_or_default();
            let new: Vec<Value> =
                events.iter().filter(|event| !self.seen.contains(&text(event, "/id"))).cloned().collect();
            let is_all = new.len() < events.len() || events.is_empty();
            fresh.extend(new);
            cursor = page["next_cursor"].as_str().map(str::to_owned);
            if is_all || cursor.is_none() {
                break;
            }
        }
        self.seen.extend(fresh.iter().map(|event| text(event, "/id")));
        let is_wanted = |event: &Value| {
            let kinds = &self.command.events;
            kinds.is_empty() || kinds.contains(&text(event, "/type"))
        };
        Ok(fresh.into_iter().rev().filter(is_wanted).collect())
    }

    async fn forward(&mut self, event: &Value) -> anyhow::Result<()> {
        let (id, kind) = (text(event, "/id"), text(event, "/type"));
        let Some(secret) = self.secrets.get(&text(event, "/webhook")) else { return Ok(()) };
        let whole = get(&self.client, &format!("/v1/me/webhooks/deliveries/{id}")).await?;
        let body = whole["event"].to_string();
        let seconds = Timestamp::now().as_second();
        let signature = server::sign_event(std::slice::from_ref(secret), &id, seconds, body.as_bytes());
        let time = seconds.to_string();
        let headers: [(&'static str, &str); 3] =
            [("webhook-id", &id), ("webhook-timestamp", &time), ("webhook-signature", &signature)];
        let mut outcome = String::new();
        for attempt in 1..=ATTEMPTS_MAX {
            let answer = self.client.forward(&self.command.forward_to, body.clone(), &headers).await?;
            let is_taken = answer.as_ref().is_ok_and(|answer| answer.status.is_success());
            outcome = match answer {
                Ok(answer) => answer.status.as_u16().to_string(),
                Err(error) => error.to_string(),
            };
            if is_taken {
                self.forwarded += 1;
                return self.say(&id, &kind, &outcome);
            }
            if attempt < ATTEMPTS_MAX {
                tokio::time::sleep(AGAIN_AFTER).await;
            }
        }
        self.failed += 1;
        self.say(&id, &kind, &outcome)
    }

    fn say(&self, id: &str, kind: &str, outcome: &str) -> anyhow::Result<()> {
        print_line(&match self.output.json {
            true => serde_json::json!({ "id": id, "type": kind, "outcome": outcome }).to_string(),
            false => format!("{id}  {kind}  {outcome}"),
        })
    }
}

async fn get(client: &ApiClient, path: &str) -> anyhow::Result<Value> {
    send(client, &Method::GET, path, None, &[]).await.context("events cannot be read")
}

/// The ids of a list.
fn ids(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|one| text(one, "/id")).collect()
}
