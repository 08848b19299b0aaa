//! Writing rows of the history: in the settlement that charges a call, or in batches for calls that cost nothing.

use std::sync::Arc;

use jiff::Timestamp;

use super::{
    outcome::{CacheUse, CallOutcome, ChargeLine},
    upstream::UpstreamCall,
};
use crate::{
    AccountId, Credits, KeyId, Store,
    money::bought::BoughtContact,
    privacy::{compaction::erasures_ended, suppression::SuppressionGate},
    sql::{Result, Sql, params, scope::Scope},
};

/// What is kept of a charged call beside its price.
#[derive(Debug, Clone, Default)]
pub struct CallDetail {
    /// The question, as [`Store::storable`] lets it be kept; JSON.
    pub asked: Option<String>,
    /// Ids of the records in the answer.
    pub found: Vec<String>,
    /// What the charge is made of.
    pub lines: Vec<ChargeLine>,
    /// Contacts in the answer, which the charge pays for.
    pub bought: Vec<BoughtContact>,
}

/// A call that cost nothing.
#[derive(Debug, Clone)]
pub struct UnbilledCall {
    /// `req_…`
    pub request_id: String,
    /// Who called.
    pub account_id: AccountId,
    /// With which key.
    pub key_id: KeyId,
    /// When the call came in.
    pub at: Timestamp,
    /// Which endpoint.
    pub endpoint: &'static str,
    /// Status of the answer.
    pub status: u16,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Problem code of a refused or failed call.
    pub code: Option<&'static str>,
    /// Time from its arrival to its answer.
    pub latency_us: i64,
    /// Whether caches answered, of a call that found nothing to charge.
    pub cache: Option<CacheUse>,
    /// Upstream calls.
    pub upstream: Vec<UpstreamCall>,
    /// The question; JSON.
    pub asked: Option<String>,
    /// Ids of the records in the answer.
    pub found: Vec<String>,
    /// The request whose answer was given again.
    pub replays: Option<String>,
}

/// A row to be inserted.
pub(crate) struct NewRow<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) account_id: &'a AccountId,
    pub(crate) key_id: &'a KeyId,
    pub(crate) at: i64,
    pub(crate) endpoint: &'a str,
    pub(crate) status: u16,
    pub(crate) outcome: CallOutcome,
    pub(crate) code: Option<&'a str>,
    pub(crate) credits: Credits,
    pub(crate) latency_us: i64,
    pub(crate) cache: Option<CacheUse>,
    pub(crate) resolved: u64,
    pub(crate) upstream: &'a [UpstreamCall],
    pub(crate) asked: Option<&'a str>,
    pub(crate) found: &'a [String],
    pub(crate) lines: &'a [ChargeLine],
    pub(crate) replays: Option<&'a str>,
}

impl Store {
    /// Writes a batch of calls that cost nothing. `erasures` is what the last batch returned: when an erasure has ended
    /// since, the questions of this batch may name the person erased, were not there to be swept, and are left out.
    pub async fn note_calls(&self, calls: Arc<Vec<UnbilledCall>>, erasures: Option<i64>) -> Result<i64> {
        self.write_in(Scope::Append, move |sql| {
            let ended = erasures_ended(sql)?;
            let keeps_questions = erasures.is_none_or(|known| known == ended);
            let gate = SuppressionGate::open(sql)?;
            for call in calls.iter() {
                note(sql, call, keeps_questions, &gate)?;
            }
            Ok(ended)
        })
        .await
    }

    /// A question as it may be kept: without texts that name a person on the suppression list.
    pub fn storable(&self, asked: &str) -> Result<Option<String>> {
        self.read(|sql| SuppressionGate::open(sql)?.question(sql, asked))
    }
}

fn note(sql: &mut dyn Sql, call: &UnbilledCall, keeps_question: bool, gate: &SuppressionGate) -> Result<()> {
    let asked = match call.asked.as_deref().filter(|_| keeps_question) {
        Some(asked) => gate.question(sql, asked)?,
        None => None,
    };
    let row = NewRow {
        request_id: &call.request_id,
        account_id: &call.account_id,
        key_id: &call.key_id,
        at: call.at.as_microsecond(),
        endpoint: call.endpoint,
        status: call.status,
        outcome: call.outcome,
        code: call.code,
        credits: Credits::ZERO,
        latency_us: call.latency_us,
        cache: call.cache,
        resolved: 0,
        upstream: &call.upstream,
        asked: asked.as_deref(),
        found: if keeps_question { &call.found } else { &[] },
        lines: &[],
        replays: call.replays.as_deref(),
    };
    insert(sql, &row)
}

pub(crate) fn insert(sql: &mut dyn Sql, row: &NewRow<'_>) -> Result<()> {
    let upstream = json_unless_empty(row.upstream);
    let (found, charge) = (json_unless_empty(row.found), json_unless_empty(row.lines));
    sql.send(
        "INSERT INTO history (request_id, account_id, key_id, at, endpoint, status, credits, latency_us, cache,
                              resolved, upstream, outcome, asked, found, charge, code, replays)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        params![
            row.request_id,
            row.account_id,
            row.key_id,
            row.at,
            row.endpoint,
            i64::from(row.status),
            row.credits.thousandths(),
            row.latency_us,
            CacheUse::stored(row.cache),
            i64::try_from(row.resolved).unwrap_or(i64::MAX),
            upstream.as_deref(),
            row.outcome.as_str(),
            row.asked,
            found.as_deref(),
            charge.as_deref(),
            row.code,
            row.replays
        ],
    )?;
    Ok(())
}

fn json_unless_empty<T: serde::Serialize>(items: &[T]) -> Option<String> {
    (!items.is_empty()).then(|| serde_json::to_string(items).unwrap_or_default())
}
