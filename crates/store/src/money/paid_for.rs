//! Which request paid for a match or an event: what an audit compares with the ledger.

use crate::{
    NewEvent,
    sql::{Result, Sql, params},
};

/// Names the request that paid for matches of a list.
pub(crate) fn note_matches(
    sql: &mut dyn Sql,
    list: &str,
    signals: &[String],
    request_id: &str,
) -> Result<()> {
    for signal in signals {
        sql.send(
            "UPDATE watch_match SET request_id = ?3 WHERE list = ?1 AND signal = ?2",
            params![list, signal, request_id],
        )?;
    }
    Ok(())
}

/// Names the request that paid for an event that was just filed, and ties the matches it carries to its delivery.
pub(crate) fn note_event(sql: &mut dyn Sql, event: &NewEvent, request_id: &str) -> Result<()> {
    sql.send(
        "UPDATE delivery SET request_id = ?3
         WHERE no = (SELECT MAX(no) FROM delivery WHERE webhook = ?1 AND subject = ?2) AND request_id IS NULL",
        params![&event.webhook, &event.subject, request_id],
    )?;
    sql.send("UPDATE watch_match SET delivery = 0 WHERE request_id = ?1", params![request_id])?;
    Ok(())
}
