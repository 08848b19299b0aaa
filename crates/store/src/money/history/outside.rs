//! Calls that asked an external source, over all accounts: what sources brought and cost.

use jiff::Timestamp;

use super::{list, upstream::UpstreamCall};
use crate::{
    Credits, Plan, Store,
    sql::{Result, StoreError, params},
};

/// A call that asked outside, with what its account paid for the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct OutsideCall {
    /// The present plan of its account; which plan it had then is not kept.
    pub plan: Plan,
    /// What it cost the account, without what was given back.
    pub credits: Credits,
    /// Who was asked, and with what outcome.
    pub upstream: Vec<UpstreamCall>,
}

impl Store {
    /// Visits every call from `since` until before `until` that asked outside. Calls that cost nothing are deleted after
    /// the time that the history is kept, and so is what they asked.
    pub fn each_outside_call(
        &self,
        since: Timestamp,
        until: Timestamp,
        mut visitor: impl FnMut(OutsideCall),
    ) -> Result<()> {
        self.read(|sql| {
            sql.each(
                "SELECT (SELECT plan FROM account WHERE id = history.account_id), credits, upstream,
                        CASE WHEN credits = 0 THEN 0 ELSE
                          (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id) END
                 FROM history WHERE upstream IS NOT NULL AND at >= ?1 AND at < ?2",
                params![since.as_microsecond(), until.as_microsecond()],
                &mut |row| {
                    let plan = row.text(0)?.parse().map_err(|_| StoreError::Damaged {
                        what: "plan",
                        why: "it is not known".into(),
                    })?;
                    let credits = Credits::from_thousandths(row.int(1)?.saturating_sub(row.int(3)?));
                    visitor(OutsideCall { plan, credits, upstream: list(row, 2)? });
                    Ok(())
                },
            )
        })
    }
}
