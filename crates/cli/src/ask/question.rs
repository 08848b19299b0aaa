//! One question to the API, with the options that all of them take.

use clap::Args;
use egress::Method;
use serde_json::{Map, Value};

use crate::{
    ask::{
        client::{ApiClient, ServerOptions},
        exit::{Exit, Refused, good},
    },
    output::Waiting,
};

/// Options of a command that asks.
#[derive(Args, Clone)]
pub(super) struct AskOptions {
    #[command(flatten)]
    pub(super) server: ServerOptions,
    /// Ask the made-up world of the sandbox: no key, no charge
    #[arg(long)]
    pub(super) sandbox: bool,
}

/// Options of a command that can be charged.
#[derive(Args, Clone)]
pub(super) struct SpendOptions {
    #[command(flatten)]
    pub(super) ask: AskOptions,
    /// Refuse the call, free of charge, if it may cost more credits than this
    #[arg(long, value_name = "N")]
    max_credits: Option<String>,
    /// Only say what the call would cost
    #[arg(long)]
    pub(super) quote: bool,
    /// Text that makes a repeated command act, and cost, once within 24 hours
    #[arg(long, value_name = "TEXT")]
    idempotency_key: Option<String>,
}

impl AskOptions {
    /// The client; refused without a key, unless the sandbox is asked.
    pub(super) fn client(&self) -> anyhow::Result<ApiClient> {
        if !self.sandbox && self.server.key().is_none() {
            let message = "no key is set; set BRIMFUL_KEY or --key, or try the made-up data with --sandbox";
            return Err(Refused::new(Exit::Auth, message).into());
        }
        self.server.client()
    }

    /// The path of an endpoint, or of its twin in the sandbox.
    pub(super) fn path(&self, path: &str) -> String {
        if self.sandbox { path.replacen("/v1/", "/v1/sandbox/", 1) } else { path.to_owned() }
    }

    /// Reads.
    pub(super) async fn get(&self, path: &str, query: &[(&str, Option<String>)]) -> anyhow::Result<Value> {
        let client = self.client()?;
        send(&client, &Method::GET, &format!("{}{}", self.path(path), query_text(query)), None, &[]).await
    }
}

impl SpendOptions {
    /// The options of one of several calls of a command, which has spent credits before it: all calls share the bound, and
    /// each has an idempotency key of its own.
    pub(super) fn of_call(&self, no: usize, spent: f64) -> Self {
        let left = |most: &String| match most.trim().parse::<f64>() {
            Ok(number) if spent > 0.0 => format!("{:.3}", (number - spent).max(0.0)),
            // A bound that cannot be read is sent on as it is, and refused.
            _ => most.clone(),
        };
        Self {
            max_credits: self.max_credits.as_ref().map(left),
            idempotency_key: self.idempotency_key.as_ref().map(|key| format!("{key}-{no}")),
            ..self.clone()
        }
    }

    /// Asks, or only asks for the price.
    pub(super) async fn ask(&self, path: &str, mut request: Map<String, Value>) -> anyhow::Result<Value> {
        let client = self.ask.client()?;
        if self.quote {
            request.insert("preview".into(), true.into());
        }
        let headers: Vec<(&'static str, &str)> =
            [("max-credits", &self.max_credits), ("idempotency-key", &self.idempotency_key)]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value.as_deref()?)))
                .collect();
        let body = Value::Object(request);
        send(&client, &Method::POST, &self.ask.path(path), Some(&body), &headers).await
    }
}

/// A query string of the values that are there.
pub(super) fn query_text(query: &[(&str, Option<String>)]) -> String {
    let encoded = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let pairs: Vec<String> = query
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}={}", encoded(value.as_deref()?))))
        .collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

/// Makes a call; a wait of more than two seconds is shown.
pub(super) async fn send(
    client: &ApiClient,
    method: &Method,
    path: &str,
    body: Option<&Value>,
    headers: &[(&'static str, &str)],
) -> anyhow::Result<Value> {
    let _waiting = Waiting::new("waiting for the answer");
    let answer = client.send(method, path, body, headers).await?;
    let answer = answer.map_err(|error| Refused::unreachable(client.root(), &error))?;
    Ok(good(&answer)?)
}
