//! The calls of the API that a table needs.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use egress::{Method, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::ask::{client::ApiClient, exit::good};

use super::call::Call;

/// Attempts per call while the server is busy or unreachable.
const ATTEMPTS_MAX: u32 = 8;
/// Results of one page; as many as a job has items.
const RESULTS: usize = 500;
/// How long a job is waited for.
const JOB_WAIT_MAX: Duration = Duration::from_secs(3600);
const POLL_FIRST: Duration = Duration::from_millis(20);
const POLL_MAX: Duration = Duration::from_secs(2);

pub(super) struct Api {
    client: ApiClient,
    /// Path that jobs are submitted to.
    submission: String,
}

/// Result of a submission.
pub(super) enum Submitted {
    /// A job of this id, and what an earlier run has paid for it.
    Job(String, Credits),
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
        let submission = format!("/v1/bulk/{}", call.name());
        Ok(Self { client: ApiClient::new(root, Some(key))?, submission })
    }

    /// Highest price of one row.
    pub(super) async fn price_of(&self, item: Value) -> anyhow::Result<Credits> {
        let request = json!({ "items": [item], "preview": true });
        let answer = good(&self.call(Method::POST, &self.submission, Some(&request), None).await?)?;
        credits(&answer["would_cost"]["max_credits"]).context("the API did not say what a row costs")
    }

    pub(super) async fn balance(&self) -> anyhow::Result<Value> {
        Ok(good(&self.call(Method::GET, "/v1/me", None, None).await?)?["balance"].clone())
    }

    /// Submits items. The name makes a second submission of the same rows the same job.
    pub(super) async fn submit(&self, items: Vec<Value>, name: &str) -> anyhow::Result<Submitted> {
        let request = json!({ "items": items });
        let answer = self.call(Method::POST, &self.submission, Some(&request), Some(name)).await?;
        if answer.status.as_u16() == 402 {
            return Ok(Submitted::InsufficientCredits);
        }
        let id = good(&answer)?["id"].as_str().map(str::to_owned);
        let id = id.context("the API did not say which job it made")?;
        let is_earlier = answer.headers.contains_key("idempotent-replayed");
        let paid = if is_earlier { self.paid_for(&id).await?.unwrap_or_default() } else { Credits::ZERO };
        Ok(Submitted::Job(id, paid))
    }

    /// What a job has cost so far; none if the server no longer has it.
    async fn paid_for(&self, job: &str) -> anyhow::Result<Option<Credits>> {
        let answer = self.call(Method::GET, &format!("/v1/bulk/{job}?limit=1"), None, None).await?;
        if answer.status.as_u16() == 404 {
            return Ok(None);
        }
        let paid = credits(&good(&answer)?["credits"]).context("the API did not say what a job cost")?;
        Ok(Some(paid))
    }

    /// Resumes a job of an interrupted run, and says what that paid for it; none if the server no longer has it.
    pub(super) async fn resume(&self, job: &str) -> anyhow::Result<Option<Credits>> {
        let Some(paid) = self.paid_for(job).await? else { return Ok(None) };
        let answer =
            self.call(Method::POST, &format!("/v1/bulk/{job}/resume"), Some(&json!({})), None).await?;
        if answer.status.as_u16() == 404 {
            return Ok(None);
        }
        good(&answer)?;
        Ok(Some(paid))
    }

    /// Waits for the end of a job.
    pub(super) async fn finished(&self, job: &str) -> anyhow::Result<Finished> {
        let started = Instant::now();
        let mut wait = POLL_FIRST;
        while started.elapsed() < JOB_WAIT_MAX {
            let path = format!("/v1/bulk/{job}?limit={RESULTS}");
            let answer = good(&self.call(Method::GET, &path, None, None).await?)?;
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
        let headers: Vec<(&'static str, &str)> =
            idempotency_key.map(|key| ("idempotency-key", key)).into_iter().collect();
        self.client.send_patiently(&method, path, body, &headers, ATTEMPTS_MAX).await
    }
}
