//! What an account has bought on its pages within the time that answers are kept, and which record is meant by a key.

use jiff::Timestamp;
use records::domain::registrable_domain;
use serde_json::Value;
use store::{Credits, HistoryFilter, HistoryRow, REPLY_KEPT_FOR};

use super::visit::Visitor;
use crate::app::App;

/// Calls that are looked through at most.
const CALLS_MAX: usize = 500;

/// A charged call that was made on a page.
#[derive(Debug, Clone)]
pub struct Bought {
    /// Id of the request.
    pub request_id: String,
    /// Operation id of the endpoint.
    pub endpoint: String,
    /// When it was made.
    pub at: Timestamp,
    /// The request as the history keeps it; null if it does not.
    pub asked: Value,
    /// Credits charged.
    pub credits: Credits,
    /// Ids of the records in the answer.
    pub found: Vec<String>,
}

impl From<HistoryRow> for Bought {
    fn from(row: HistoryRow) -> Self {
        Self {
            request_id: row.request_id,
            endpoint: row.endpoint,
            at: row.at,
            asked: row.asked.and_then(|asked| serde_json::from_str(&asked).ok()).unwrap_or_default(),
            credits: row.credits,
            found: row.found,
        }
    }
}

impl App {
    /// Charged calls of the account's pages whose answers are kept, newest first. Blocks on the database.
    pub fn bought(&self, visitor: &Visitor) -> Vec<Bought> {
        let (Some(account), Some(key)) = (visitor.account(), visitor.key_id()) else { return Vec::new() };
        let filter = HistoryFilter {
            since: Some(self.clock.now() - REPLY_KEPT_FOR),
            key: Some(key.clone()),
            charged: Some(true),
            ..HistoryFilter::default()
        };
        let start = self.store.history_start(&account.id, &filter);
        let rows = start.and_then(|start| self.store.history(&account.id, &filter, (start, None), CALLS_MAX));
        let rows = rows.unwrap_or_else(|error| {
            tracing::error!(%error, "what was bought on a page cannot be read");
            Vec::new()
        });
        rows.into_iter().map(Bought::from).collect()
    }

    /// Until when the answer of a call is kept.
    pub fn kept_until(&self, at: Timestamp) -> Timestamp {
        at + REPLY_KEPT_FOR
    }

    /// Id of the company's record that a domain in any spelling, or an id of that record or of one that was joined into it,
    /// means. Blocks on the database.
    pub fn company_id(&self, key: &str) -> Option<String> {
        let key = key.trim();
        let company = match key.starts_with("com_") {
            true => self.engine.company_by_id(key),
            false => self.engine.company_by_domain(registrable_domain(key).ok().as_deref()),
        };
        company.ok().flatten().map(|company| company.id)
    }
}
