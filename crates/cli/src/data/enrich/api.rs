//! The calls of the API that a table needs.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use egress::{
    Client, ClientOptions, HeaderName, HeaderValue, Method, NetworkPolicy, Request, RequestLimits, Response,
    header,
};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use super::call::Call;

/// Attempts per call while the server is busy or unreachable.
const ATTEMPTS_MAX: u32 = 8;
/// Results of one page; as many as a job has items.
const RESULTS: usize = 500;
/// How long a job is waited for.
const JOB_WAIT_MAX: Duration = Duration::from_secs(3600);
const POLL_FIRST: Duration = Duration::from_millis(20);
const POLL_MAX: Duration = Duration::from_secs(2);
const LIMITS_BYTES: usize = 256 << 20;

pub(super) struct Api {
    client: Client,
    root: String,
    /// Path that jobs are submitted to.
    submission: String,
    authorization: HeaderValue,
}

/// Result of a submission.
pub(super) enum Submitted {
    /// A job of this id.
    Job(String),
    /// The balance does not cover a single row.
    InsufficientCredits,
}

/// A job that has come to its end.
#[derive(Deserialize)]
pub(super) struct Finished {
    credits: Value,
    pub(super) insufficient_credits: u64,
    pub(super) results: Vec<Value>,
    finished_at: Option<String>,
}

impl Finished {
    /// What the job cost.
    pub(super) fn credits(&self) -> anyhow::Result<Credits> {
        credits(&self.credits).context("the API did not say what a job cost")
    }
}

/// Credits of a JSON number, by its digits.
fn credits(number: &Value) -> anyhow::Result<Credits> {
    Ok(number.to_string().parse()?)
}

impl Api {
    pub(super) fn new(root: &str, key: &str, call: Call) -> anyhow::Result<Self> {
        // The operator's own server may be anywhere.
        let everywhere = ["0.0.0.0/0", "::/0"].iter().filter_map(|network| network.parse().ok());
        let client = Client::new(ClientOptions {
            network: NetworkPolicy::allowing(everywhere),
            ..ClientOptions::default()
        })?;
        let mut authorization = HeaderValue::from_str(&format!("Bearer {key}"))
            .ok()
            .context("the key holds characters that no key has")?;
        authorization.set_sensitive(true);
        // Names of this machine are known to no DNS server.
        let root = root.trim_end_matches('/').replacen("://localhost", "://127.0.0.1", 1);
        let submission = format!("/v1/bulk/{}", call.name());
        Ok(Self { client, root, submission, authorization })
    }

    /// Highest price of one row.
    pub(super) async fn price_of(&self, item: Value) -> anyhow::Result<Credits> {
        let request = json!({ "items": [item], "preview": true });
        let answer = good(self.call(Method::POST, &self.submission, Some(&request), None).await?)?;
        credits(&answer["would_cost"]["max_credits"]).context("the API did not say what a row costs")
    }

    pub(super) async fn balance(&self) -> anyhow::Result<Value> {
        Ok(good(self.call(Method::GET, "/v1/me", None, None).await?)?["balance"].clone())
    }

    /// Submits items. The name makes a second submission of the same rows the same job.
    pub(super) async fn submit(&self, items: Vec<Value>, name: &str) -> anyhow::Result<Submitted> {
        let request = json!({ "items": items });
        let answer = self.call(Method::POST, &self.submission, Some(&request), Some(name)).await?;
        if answer.status.as_u16() == 402 {
            return Ok(Submitted::InsufficientCredits);
        }
        let id = good(answer)?["id"].as_str().map(str::to_owned);
        Ok(Submitted::Job(id.context("the API did not say which job it made")?))
    }

    /// Resumes a job of an interrupted run; false if the server no longer has it.
    pub(super) async fn resume(&self, job: &str) -> anyhow::Result<bool> {
        let answer =
            self.call(Method::POST, &format!("/v1/bulk/{job}/resume"), Some(&json!({})), None).await?;
        if answer.status.as_u16() == 404 {
            return Ok(false);
        }
        good(answer).map(|_| true)
    }

    /// Waits for the end of a job.
    pub(super) async fn finished(&self, job: &str) -> anyhow::Result<Finished> {
        let started = Instant::now();
        let mut wait = POLL_FIRST;
        while started.elapsed() < JOB_WAIT_MAX {
            let path = format!("/v1/bulk/{job}?limit={RESULTS}");
            let answer = good(self.call(Method::GET, &path, None, None).await?)?;
            let finished: Finished =
                serde_json::from_value(answer).context("the API answered a job oddly")?;
            if finished.finished_at.is_some() {
                return Ok(finished);
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(POLL_MAX);
        }
        bail!("the job {job} has not come to its end within an hour; run the command again later")
    }

    /// Makes a call, with retries while the server is busy or unreachable.
    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        idempotency_key: Option<&str>,
    ) -> anyhow::Result<Response> {
        let mut wait = Duration::from_millis(200);
        for attempt in 1..=ATTEMPTS_MAX {
            let outcome = self.client.send(self.request(&method, path, body, idempotency_key)?).await;
            let last = attempt == ATTEMPTS_MAX;
            match outcome {
                Ok(answer) if last || !matches!(answer.status.as_u16(), 409 | 429 | 500..=599) => {
                    return Ok(answer);
                }
                Ok(answer) => {
                    let retry_after =
                        answer.header_text(&header::RETRY_AFTER).and_then(|text| text.parse().ok());
                    wait = retry_after.map_or(wait, Duration::from_secs);
                }
                Err(error) if last || error.is_refusal() => {
                    return Err(error).with_context(|| format!("cannot reach the API at {}", self.root));
                }
                Err(_) => {}
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(Duration::from_secs(30));
        }
        bail!("cannot reach the API at {}", self.root)
    }

    fn request(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        idempotency_key: Option<&str>,
    ) -> anyhow::Result<Request> {
        let url = format!("{}{path}", self.root);
        let mut request = match body {
            Some(body) => Request::post(url, body.to_string())
                .header(header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            None => Request::get(url),
        };
        request.method = method.clone();
        request = request.header(header::AUTHORIZATION, self.authorization.clone());
        if let Some(key) = idempotency_key {
            request = request.header(HeaderName::from_static("idempotency-key"), HeaderValue::from_str(key)?);
        }
        let limits = RequestLimits {
            total: Duration::from_secs(60),
            body_bytes: LIMITS_BYTES,
            ..RequestLimits::default()
        };
        Ok(request.limits(limits))
    }
}

/// The body of a successful call, or the API's error message.
fn good(answer: Response) -> anyhow::Result<Value> {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    if answer.status.is_success() {
        return Ok(body);
    }
    let detail = body["detail"].as_str().unwrap_or("no reason was given");
    bail!("the API refused with {}: {detail}", answer.status.as_u16())
}
