//! Calls whose webhook is told when a check that a mail server put off has ended.

use jiff::Timestamp;
use serde_json::json;

use crate::{
    AccountId, Store,
    ambient::from_micros,
    sql::{Result, Sql, params, write::Write},
    webhook::{EventKind, NewEvent, emit},
};

/// Notices that an account may wait for.
const NOTICES_MAX: i64 = 10_000;

/// A check that a mail server put off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeferredCheck {
    /// The verification of this address.
    Verification(String),
    /// The search of an email with this question.
    Search(String),
}

impl DeferredCheck {
    fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Verification(address) => ("verification", address),
            Self::Search(question) => ("search", question),
        }
    }
}

/// How a check ended that a mail server had put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckEnd {
    /// There is a verdict.
    Settled,
    /// The mail server gave none in all that time.
    GivenUp,
}

/// A call that waits for the end of a check.
#[derive(Debug, Clone)]
pub struct NewNotice {
    /// The check.
    pub check: DeferredCheck,
    /// The webhook to tell.
    pub webhook: String,
    /// The endpoint that was called.
    pub endpoint: &'static str,
    /// Id of the call.
    pub request_id: String,
    /// When it was made.
    pub at: Timestamp,
}

impl Store {
    /// Tells a webhook once when a check ends; false if nothing will end, or the account waits for too many.
    pub fn notify_when_settled(&self, account: &AccountId, notice: NewNotice) -> Write<bool> {
        let account = account.clone();
        self.change(move |sql| {
            let at = notice.at.as_microsecond();
            let (kind, question) = notice.check.parts();
            let (waits, ended) = match notice.check {
                DeferredCheck::Verification(_) => (
                    "SELECT 1 FROM recheck WHERE address = ?1",
                    "SELECT 1 FROM verification WHERE address = ?1 AND validated_at > ?2",
                ),
                DeferredCheck::Search(_) => (
                    "SELECT 1 FROM contact_search WHERE kind = 'email' AND question = ?1 AND retry_at IS NOT NULL",
                    "SELECT 1 FROM contact_search WHERE kind = 'email' AND question = ?1 AND asked_at > ?2",
                ),
            };
            if sql.first(waits, params![question], |row| row.int(0))?.is_some() {
                let filed = sql.execute(
                    "INSERT INTO late_verdict (kind, question, request_id, account_id, webhook, endpoint, asked_at)
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
                     WHERE (SELECT COUNT(*) FROM late_verdict WHERE account_id = ?4) < ?8",
                    params![
                        kind,
                        question,
                        &notice.request_id,
                        &account,
                        &notice.webhook,
                        notice.endpoint,
                        at,
                        NOTICES_MAX
                    ],
                )?;
                return Ok(filed > 0);
            }
            // The check may have ended since the call was answered.
            let has_ended = sql.first(ended, params![question, at], |row| row.int(0))?.is_some();
            if has_ended {
                let call = (notice.endpoint, notice.request_id.as_str(), at);
                tell(sql, &account, notice.webhook, call, (CheckEnd::Settled, at))?;
            }
            Ok(has_ended)
        })
    }
}

/// Tells the webhooks of the calls that wait for a check.
pub(crate) fn settle(sql: &mut dyn Sql, check: &DeferredCheck, end: CheckEnd, at: i64) -> Result<()> {
    let (kind, question) = check.parts();
    let waiting = sql.all(
        "SELECT request_id, account_id, webhook, endpoint, asked_at FROM late_verdict
         WHERE kind = ?1 AND question = ?2 ORDER BY request_id",
        params![kind, question],
        |row| Ok((row.text(0)?, AccountId::read(row, 1)?, row.text(2)?, row.text(3)?, row.int(4)?)),
    )?;
    for (request_id, account, webhook, endpoint, asked_at) in waiting {
        tell(sql, &account, webhook, (&endpoint, &request_id, asked_at), (end, at))?;
    }
    sql.execute("DELETE FROM late_verdict WHERE kind = ?1 AND question = ?2", params![kind, question])?;
    Ok(())
}

/// Files the event. It names the call, not what was asked, so that it holds nothing about a person.
fn tell(
    sql: &mut dyn Sql,
    account: &AccountId,
    webhook: String,
    (endpoint, request_id, asked_at): (&str, &str, i64),
    (end, at): (CheckEnd, i64),
) -> Result<()> {
    let data = json!({
        "request_id": request_id,
        "endpoint": endpoint,
        "asked_at": from_micros(asked_at),
        "outcome": match end {
            CheckEnd::Settled => "settled",
            CheckEnd::GivenUp => "given_up",
        },
    });
    let kind = EventKind::EmailSettled;
    emit(sql, account, &NewEvent { webhook, kind, subject: request_id.to_owned(), data }, at)
}
