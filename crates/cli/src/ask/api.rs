//! `brimful api`: any call of the API.

use std::{
    io::{Read, Write},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;
use egress::Method;
use serde_json::Value;

use crate::{
    ask::{
        client::ServerOptions,
        exit::{Exit, Refused, of_status},
    },
    output::Waiting,
};

#[derive(Args)]
pub(crate) struct Api {
    /// GET, POST, PATCH or DELETE
    #[arg(value_name = "METHOD", value_parser = read_method)]
    method: Method,
    /// Path with its query, such as /v1/me or /v1/signals?kind=funding
    #[arg(value_name = "PATH", value_parser = read_path)]
    path: String,
    /// JSON body; @FILE reads a file, - standard input
    #[arg(value_name = "BODY")]
    body: Option<String>,
    /// Refuse the call, free of charge, if it may cost more credits than this
    #[arg(long, value_name = "N")]
    max_credits: Option<String>,
    /// Text that makes a repeated call act once within 24 hours
    #[arg(long, value_name = "TEXT")]
    idempotency_key: Option<String>,
    #[command(flatten)]
    server: ServerOptions,
}

fn read_method(text: &str) -> Result<Method, String> {
    let method = Method::from_bytes(text.to_ascii_uppercase().as_bytes()).ok();
    let known = [Method::GET, Method::POST, Method::PATCH, Method::DELETE];
    method.filter(|method| known.contains(method)).ok_or_else(|| "use GET, POST, PATCH or DELETE".to_owned())
}

fn read_path(text: &str) -> Result<String, String> {
    let is_path = text.starts_with('/') && !text.starts_with("//") && !text.contains(char::is_whitespace);
    if is_path { Ok(text.to_owned()) } else { Err("a path begins with /, such as /v1/me".to_owned()) }
}

impl Api {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let client = self.server.client()?;
        let body = self.body.as_deref().map(read_body).transpose()?;
        let headers: Vec<(&'static str, &str)> =
            [("max-credits", &self.max_credits), ("idempotency-key", &self.idempotency_key)]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.as_deref()?)))
                .collect();
        let waiting = Waiting::new("waiting for the answer");
        let answer = client.send(&self.method, &self.path, body.as_ref(), &headers).await?;
        drop(waiting);
        let answer = answer.map_err(|error| Refused::unreachable(client.root(), &error))?;
        let mut out = std::io::stdout().lock();
        let ends = answer.body.is_empty() || answer.body.ends_with(b"\n");
        let written =
            out.write_all(&answer.body).and_then(|()| if ends { Ok(()) } else { out.write_all(b"\n") });
        match written.and_then(|()| out.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            written => written.context("cannot write to standard output")?,
        }
        if answer.status.is_success() {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("the API refused with {}", answer.status.as_u16());
        Ok(of_status(answer.status.as_u16()).map_or(ExitCode::FAILURE, ExitCode::from))
    }
}

fn read_body(text: &str) -> anyhow::Result<Value> {
    let text = match text.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?,
        None if text == "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            text
        }
        None => text.to_owned(),
    };
    serde_json::from_str(&text)
        .map_err(|error| Refused::new(Exit::Usage, format!("the body is no JSON: {error}")).into())
}
