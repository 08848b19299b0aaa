//! Which request paid for a match, an item or an event: what an audit compares with the ledger.

use crate::{
    AccountId, NewEvent,
    sql::{Result, Sql, params},
};

/// Names the request that paid for items.
pub(crate) fn note_items(
    sql: &mut dyn Sql,
    account: &AccountId,
    endpoint: &str,
    items: &[String],
    request_id: &str,
) -> Result<()> {
    for item in items {
        sql.execute(
            "UPDATE charged_item SET request_id = ?4 WHERE account_id = ?1 AND endpoint = ?2 AND item = ?3",
            params![account, endpoint, item, request_id],
        )?;
    }
    Ok(())
}

/// Names the request that paid for matches of a list.
pub(crate) fn note_matches(
    sql: &mut dyn Sql,
    list: &str,
    signals: &[String],
    request_id: &str,
) -> Result<()> {
    for signal in signals {
        sql.execute(
            "UPDATE watch_match SET request_id = ?3 WHERE list = ?1 AND signal = ?2",
            params![list, signal, request_id],
        )?;
    }
    Ok(())
}

/// Names the request that paid for an event that was just filed, and ties the matches it carries to its delivery.
pub(crate) fn note_event(sql: &mut dyn Sql, event: &NewEvent, request_id: &str) -> Result<()> {
    sql.execute(
        "UPDATE delivery SET request_id = ?3
         WHERE no = (SELECT MAX(no) FROM delivery WHERE webhook = ?1 AND subject = ?2) AND request_id IS NULL",
        params![&event.webhook, &event.subject, request_id],
    )?;
    sql.execute("UPDATE watch_match SET delivery = 0 WHERE request_id = ?1", params![request_id])?;
    Ok(())
}
