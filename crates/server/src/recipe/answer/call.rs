//! One call of the history as it is answered.

use std::collections::HashMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use store::{CacheUse, CallOutcome, Credits, HistoryRow, KeyId, UpstreamCallView};

use crate::{
    call::{context::Context, problem::Problem},
    recipe::time::milliseconds,
};

/// One call.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryView {
    /// Request id, as in `X-Request-Id`.
    pub request_id: String,
    /// When the request was received.
    pub at: Timestamp,
    /// Operation id of the endpoint; `unknown_path` if no endpoint has the path that was called.
    pub endpoint: String,
    /// Path of the endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Id of the key it was made with.
    pub key_id: KeyId,
    /// Name of the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_name: Option<String>,
    /// HTTP status.
    pub status: u16,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Problem code, if it was refused or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Id of the call whose stored answer was given again, if it was replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replays: Option<String>,
    /// The request, long values shortened and secrets left out. Absent if it was not valid JSON, is about erasing or about
    /// a person on the suppression list, or is no longer kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Value>,
    /// Credits charged.
    pub credits: Credits,
    /// Credits refunded of those charged; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded: Option<Credits>,
    /// Latency in milliseconds.
    pub latency_ms: f64,
    /// How much came from stored records: all (`hit`), part (`partial`) or none (`miss`). Absent if nothing was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheUse>,
    /// Items resolved.
    pub resolved: u64,
    /// Upstream calls to vendors and websites.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upstream: Vec<UpstreamCallView>,
}

/// Names of the endpoints and keys in history rows.
pub struct CallNames {
    paths: HashMap<&'static str, &'static str>,
    keys: HashMap<String, String>,
    is_operator: bool,
}

impl CallNames {
    /// The names that an account's history has.
    pub fn of(context: &Context) -> Result<Self, Problem> {
        let keys = context.store().keys(context.account_id())?;
        Ok(Self {
            paths: context.services.endpoint_paths.iter().copied().collect(),
            keys: keys.into_iter().map(|key| (key.id.to_string(), key.name)).collect(),
            is_operator: context.is_operator(),
        })
    }

    /// The path of an endpoint.
    pub fn path(&self, endpoint: &str) -> Option<String> {
        self.paths.get(endpoint).map(|path| (*path).to_owned())
    }

    /// The name of a key.
    pub fn key(&self, id: &str) -> Option<String> {
        self.keys.get(id).cloned()
    }

    /// A history row; what an upstream call cost is shown to operators only.
    pub fn view(&self, row: HistoryRow) -> HistoryView {
        HistoryView {
            path: self.path(&row.endpoint),
            key_name: self.key(row.key_id.as_str()),
            request_id: row.request_id,
            at: row.at,
            endpoint: row.endpoint,
            key_id: row.key_id,
            status: row.status,
            outcome: row.outcome,
            code: row.code,
            replays: row.replays,
            asked: row.asked.and_then(|asked| serde_json::from_str(&asked).ok()),
            credits: row.credits,
            refunded: (row.refunded > Credits::ZERO).then_some(row.refunded),
            latency_ms: milliseconds(row.latency_us),
            cache: row.cache,
            resolved: row.resolved,
            upstream: row.upstream.into_iter().map(|asked| asked.view(self.is_operator)).collect(),
        }
    }
}
