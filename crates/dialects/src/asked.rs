//! A request to a dialect, and the calls of endpoints that answer it.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use serde_json::{Map, Value};
use server::{App, CATALOGUE, KeyCall, KeyClient};
use tokio::time::Instant;

use crate::{
    refusal::{Kind, Refusal},
    table::{RequestTable, Words, is_blank},
};

/// How long a request of several calls waits in all for its rate limit.
const PACING_MAX: Duration = Duration::from_secs(25);

/// A request to a dialect.
pub(crate) struct Asked {
    pub(crate) app: Arc<App>,
    pub(crate) key: Option<String>,
    pub(crate) client: IpAddr,
    /// Parameters of the query and members of the body, under the vendor's names.
    pub(crate) params: Map<String, Value>,
    /// What the calls may cost at most in all, as the header `Max-Credits` says.
    pub(crate) max_credits: Option<String>,
    /// Values of the path parameters.
    pub(crate) parts: Vec<(String, String)>,
    /// What the calls cost so far.
    pub(crate) spent: Arc<Mutex<Spent>>,
    /// Held by each call of a request with a bound: only when one has ended is it known what the next may cost.
    pub(crate) turns: Arc<tokio::sync::Mutex<()>>,
}

/// What the calls of one request cost, and what their headers said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spent {
    /// Credits charged.
    pub(crate) credits: f64,
    /// Balance after the last charge.
    pub(crate) balance: Option<f64>,
    /// Id of the last call.
    pub(crate) request_id: Option<String>,
    /// Calls that are left now, of how many, and seconds until all are there again.
    pub(crate) rate: Option<(u64, u64, u64)>,
}

impl Asked {
    /// Calls an endpoint; its answer, or its problem as a refusal.
    pub(crate) async fn call(&self, table: &RequestTable, request: Value) -> Result<Value, Refusal> {
        let entry = CATALOGUE.iter().find(|entry| entry.spec.id == table.endpoint).ok_or_else(failed)?;
        let _turn = match &self.max_credits {
            Some(_) => Some(self.turns.lock().await),
            None => None,
        };
        let call = match entry.spec.method.has_body() {
            true => KeyCall { body: Some(request), max_credits: self.left(), ..KeyCall::default() },
            false => KeyCall { query: query_of(&request), max_credits: self.left(), ..KeyCall::default() },
        };
        let client = KeyClient::with_key(self.client, self.key.as_deref());
        let response = self.app.call_with_key(&client, entry, call).await;
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.map_err(|_| failed())?.to_bytes();
        let answer: Value = serde_json::from_slice(&bytes).map_err(|_| failed())?;
        self.note(&head.headers, &answer);
        if head.status.is_success() {
            return Ok(answer);
        }
        let words = Words { table, schema: self.app.schemas.request(table.endpoint) };
        let mut refusal = words.refusal(&answer);
        refusal.retry_after = number(&head.headers, header::RETRY_AFTER.as_str());
        Err(refusal)
    }

    /// What the next call may cost at most.
    fn left(&self) -> Option<String> {
        let max = self.max_credits.as_ref()?;
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner).credits;
        // A bound that cannot be read is sent on as it is, and refused.
        Some(match max.trim().parse::<f64>() {
            Ok(number) if spent > 0.0 => format!("{:.3}", (number - spent).max(0.0)),
            _ => max.clone(),
        })
    }

    /// What the request may still cost in all: the bound that its caller set, or the balance if that is less.
    pub(crate) fn affordable(&self, balance: Option<f64>) -> f64 {
        let bound = self.max_credits.as_ref().and_then(|max| max.trim().parse::<f64>().ok());
        let bound = bound.filter(|bound| bound.is_finite()).unwrap_or(f64::INFINITY);
        balance.unwrap_or(f64::INFINITY).min(bound)
    }

    /// Calls an endpoint. As one of several calls of a request that began at a time, it waits for the rate limit and tries
    /// again; as the only one, it is refused at once.
    pub(crate) async fn call_paced(
        &self,
        table: &RequestTable,
        request: Value,
        begun: Option<Instant>,
    ) -> Result<Value, Refusal> {
        loop {
            let refusal = match self.call(table, request.clone()).await {
                Err(refusal) if refusal.kind == Kind::RateLimited => refusal,
                answered => return answered,
            };
            let wait = Duration::from_secs(refusal.retry_after.unwrap_or(1).max(1));
            if begun.is_none_or(|begun| begun.elapsed() + wait > PACING_MAX) {
                return Err(refusal);
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// A text parameter that is not blank.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.params.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }

    /// A whole number within a range, or its default.
    pub(crate) fn number(&self, name: &str, default: u64, least: u64, most: u64) -> Result<u64, Refusal> {
        let value = match self.params.get(name) {
            None | Some(Value::Null) => return Ok(default),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(default),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(value) => value.as_u64(),
        };
        let within = value.filter(|number| (least..=most).contains(number));
        within
            .ok_or_else(|| Refusal::invalid(format!("{name} must be a whole number from {least} to {most}.")))
    }

    /// Whether a switch is on.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        match self.params.get(name) {
            Some(Value::Bool(on)) => *on,
            Some(Value::String(text)) => text.eq_ignore_ascii_case("true") || text == "1",
            Some(Value::Number(number)) => number.as_u64() == Some(1),
            _ => false,
        }
    }

    /// The same request with other parameters.
    pub(crate) fn with(&self, params: Map<String, Value>) -> Self {
        Self {
            app: self.app.clone(),
            key: self.key.clone(),
            client: self.client,
            params,
            max_credits: self.max_credits.clone(),
            parts: self.parts.clone(),
            spent: self.spent.clone(),
            turns: self.turns.clone(),
        }
    }

    /// Refuses parameters that no table of a route names: an ignored one could cost the caller credits.
    pub(crate) fn only(&self, known: &[&[&str]]) -> Result<(), Refusal> {
        let unknown = self.params.iter().filter(|(_, value)| !is_blank(value)).map(|(name, _)| name);
        let unknown: Vec<&str> = unknown
            .map(String::as_str)
            .filter(|name| !known.iter().any(|list| list.contains(name)))
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(Refusal::invalid(format!("Not supported here: {}.", unknown.join(", "))))
    }

    fn note(&self, headers: &HeaderMap, answer: &Value) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.credits += answer["cost"]["credits"].as_f64().unwrap_or(0.0);
        spent.balance = answer["cost"]["balance_remaining"].as_f64().or(spent.balance);
        spent.request_id = text(headers, "x-request-id").or(spent.request_id.take());
        spent.rate = rate(headers).or(spent.rate);
    }
}

/// The members of a request as query parameters.
fn query_of(request: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    request.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), text(value))).collect()
}

fn failed() -> Refusal {
    Refusal::new(Kind::Failed, "The answer could not be read. Try again.")
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    text(headers, name)?.parse().ok()
}

/// Reads `RateLimit` and `RateLimit-Policy`: `"default";r=9;t=1` and `"default";q=10;w=2`.
fn rate(headers: &HeaderMap) -> Option<(u64, u64, u64)> {
    let part = |header: &str, name: &str| {
        let value = text(headers, header)?;
        value.split(';').find_map(|part| part.strip_prefix(name)?.parse::<u64>().ok())
    };
    Some((part("ratelimit", "r=")?, part("ratelimit-policy", "q=")?, part("ratelimit", "t=")?))
}
