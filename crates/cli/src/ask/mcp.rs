//! `brimful mcp`: the tools of the API for an agent that starts this command, over standard input and output.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use egress::{HeaderName, Method};
use mcp::{ApiAnswer, ApiCall, Caller};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::ask::client::{self, ApiClient, ServerOptions};

#[derive(Args)]
pub(crate) struct Mcp {
    #[command(flatten)]
    server: ServerOptions,
}

impl Mcp {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let client = self.server.client()?;
        let whose = if client.has_key() { "your key" } else { "no key: the sandbox answers" };
        eprintln!("serving MCP on standard input and output for {} ({whose})", client.root());
        mcp::serve_stdio(OverHttp { client }).await.map_err(|error| anyhow!("{error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Calls endpoints of a server over HTTP.
#[derive(Clone)]
struct OverHttp {
    client: ApiClient,
}

impl Caller for OverHttp {
    fn has_key(&self) -> bool {
        self.client.has_key()
    }

    async fn call(&self, call: ApiCall) -> Result<ApiAnswer, String> {
        let spec = call.entry.spec;
        let method = match spec.method {
            server::Method::Get => Method::GET,
            server::Method::Post => Method::POST,
            server::Method::Patch => Method::PATCH,
            server::Method::Delete => Method::DELETE,
        };
        let headers: Vec<(&'static str, &str)> =
            [("idempotency-key", &call.idempotency_key), ("max-credits", &call.max_credits)]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.as_deref()?)))
                .collect();
        let answer = self.client.send(&method, &path(&call), call.body.as_ref(), &headers).await;
        let answer = answer.map_err(|error| format!("{error:#}"))?;
        let answer = answer.map_err(|error| format!("{}: {error}", self.client.root()))?;
        let text = |name: &'static str| answer.header_text(&HeaderName::from_static(name));
        Ok(ApiAnswer {
            status: answer.status.as_u16(),
            request_id: text("x-request-id").map(str::to_owned),
            is_replay: text("idempotent-replayed").is_some(),
            retry_after_seconds: client::retry_after(&answer.headers),
            body: client::json(&answer),
        })
    }
}

/// The path of a call with its query.
fn path(call: &ApiCall) -> String {
    let spec = call.entry.spec;
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let mut path = if call.sandbox { spec.twin_path() } else { spec.path.to_owned() };
    for (name, value) in &call.parts {
        path = path.replace(&format!("{{{name}}}"), &encoded(value));
    }
    let query: Vec<String> =
        call.query.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}
