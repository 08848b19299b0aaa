//! What is kept of calls, searches, jobs and events, without those who are erased.
//!
//! What was paid stays as it was paid: rows that a bill is made of keep their amounts and lose their words.

use serde_json::json;

use super::trace::{Trace, TraceReader};
use crate::sql::{Result, Row, Sql, params};

/// What stands in the place of a question about somebody who is erased: one that nobody answers to.
const ERASED_QUESTION: &str = r#"{"email":"erased@erased.invalid"}"#;
/// What stands in the place of an answer.
const ERASED_ANSWER: &str = r#"{"erased":true}"#;

/// Removes or blanks every row that names one of them; says how many.
pub(super) fn sweep(sql: &mut dyn Sql, trace: &Trace) -> Result<u64> {
    let reader = trace.reader()?;
    let mut rows = checks(sql, trace)?;
    rows += searches(sql, trace, &reader)?;
    rows += lists(sql, trace, &reader)?;
    rows += replies(sql, &reader)?;
    rows += bulk_items(sql, &reader)?;
    rows += deliveries(sql, &reader)?;
    Ok(rows)
}

/// Verdicts of mail servers.
fn checks(sql: &mut dyn Sql, trace: &Trace) -> Result<u64> {
    let mut addresses = Vec::new();
    for statement in ["SELECT address FROM verification", "SELECT address FROM recheck"] {
        sql.each(statement, &[], &mut |row| {
            let address = row.text(0)?;
            if trace.has_address(&address) {
                addresses.push(address);
            }
            Ok(())
        })?;
    }
    for address in &addresses {
        sql.execute("DELETE FROM verification WHERE address = ?1", params![address])?;
        sql.execute("DELETE FROM recheck WHERE address = ?1", params![address])?;
    }
    Ok(addresses.len() as u64)
}

/// What came of seeking their contacts.
fn searches(sql: &mut dyn Sql, trace: &Trace, reader: &TraceReader<'_>) -> Result<u64> {
    let mut found = Vec::new();
    sql.each("SELECT kind, question, domain, name, outcome FROM contact_search", &[], &mut |row| {
        let (kind, question, outcome) = (row.text(0)?, row.text(1)?, row.text(4)?);
        let (domain, name) = (row.text_or_null(2)?, row.text_or_null(3)?);
        let is_sought = name.zip(domain).is_some_and(|(name, domain)| trace.has_name_at(&name, &domain));
        if is_sought || reader.is_in(question.as_bytes()) || reader.is_in(outcome.as_bytes()) {
            found.push((kind, question));
        }
        Ok(())
    })?;
    for (kind, question) in &found {
        sql.execute("DELETE FROM contact_search WHERE kind = ?1 AND question = ?2", params![kind, question])?;
    }
    Ok(found.len() as u64)
}

/// Lists that accounts keep: who is watched, what was answered about them and what was paid for once.
fn lists(sql: &mut dyn Sql, trace: &Trace, reader: &TraceReader<'_>) -> Result<u64> {
    let mut rows = 0;
    for key in &trace.keys {
        let key = key.0.cast_signed();
        rows += sql.execute("DELETE FROM engagement WHERE key = ?1", params![key])?;
    }
    let watched = named(sql, reader, "SELECT list, entry, '' FROM watch_entry", 1)?;
    for [list, entry, _] in &watched {
        sql.execute("DELETE FROM watch_entry WHERE list = ?1 AND entry = ?2", params![list, entry])?;
    }
    let matches = named(sql, reader, "SELECT list, signal, '' FROM watch_match", 1)?;
    for [list, signal, _] in &matches {
        sql.execute("DELETE FROM watch_match WHERE list = ?1 AND signal = ?2", params![list, signal])?;
    }
    let charged = named(sql, reader, "SELECT account_id, endpoint, item FROM charged_item", 2)?;
    for [account, endpoint, item] in &charged {
        sql.execute(
            "DELETE FROM charged_item WHERE account_id = ?1 AND endpoint = ?2 AND item = ?3",
            params![account, endpoint, item],
        )?;
    }
    Ok((rows + watched.len() + matches.len() + charged.len()) as u64)
}

/// The rows of three texts in which this one names somebody.
fn named(
    sql: &mut dyn Sql,
    reader: &TraceReader<'_>,
    statement: &'static str,
    text: usize,
) -> Result<Vec<[String; 3]>> {
    let mut found = Vec::new();
    sql.each(statement, &[], &mut |row| {
        let texts = [row.text(0)?, row.text(1)?, row.text(2)?];
        if reader.is_in(texts[text].as_bytes()) {
            found.push(texts);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Answers that are kept to be given again: they stay given, and tell no more. One whose very key names somebody goes.
fn replies(sql: &mut dyn Sql, reader: &TraceReader<'_>) -> Result<u64> {
    let mut found = Vec::new();
    sql.each("SELECT no, key, body FROM reply", &[], &mut |row| {
        let is_named_by_key = row.text_or_null(1)?.is_some_and(|key| reader.is_in(key.as_bytes()));
        if is_named_by_key || reader.is_in(row.bytes(2)?) {
            found.push((row.int(0)?, is_named_by_key));
        }
        Ok(())
    })?;
    for (no, is_named_by_key) in &found {
        match is_named_by_key {
            true => sql.execute("DELETE FROM reply WHERE no = ?1", params![*no])?,
            false => sql.execute(
                "UPDATE reply SET body = ?2, sealed = 0 WHERE no = ?1",
                params![*no, ERASED_ANSWER.as_bytes()],
            )?,
        };
    }
    Ok(found.len() as u64)
}

/// Questions and answers of bulk jobs. One that waits is asked about nobody, so that its job still comes to its end.
fn bulk_items(sql: &mut dyn Sql, reader: &TraceReader<'_>) -> Result<u64> {
    let mut found = Vec::new();
    sql.each("SELECT job, no, reference, request, answer FROM bulk_item", &[], &mut |row| {
        let reference = row.text_or_null(2)?.unwrap_or_default();
        let in_answer = !row.is_null(4)? && reader.is_in(row.bytes(4)?);
        if in_answer || reader.is_in(row.bytes(3)?) || reader.is_in(reference.as_bytes()) {
            found.push((row.text(0)?, row.int(1)?));
        }
        Ok(())
    })?;
    for (job, no) in &found {
        sql.execute(
            "UPDATE bulk_item SET reference = NULL, request = ?3, answer = NULL WHERE job = ?1 AND no = ?2",
            params![job, *no, ERASED_QUESTION.as_bytes()],
        )?;
    }
    Ok(found.len() as u64)
}

/// Events for webhooks, sent or not, and what was said on the way.
fn deliveries(sql: &mut dyn Sql, reader: &TraceReader<'_>) -> Result<u64> {
    let mut found = Vec::new();
    sql.each("SELECT no, kind, body FROM delivery", &[], &mut |row| {
        if reader.is_in(row.bytes(2)?) {
            found.push((row.int(0)?, erased_event(row)?));
        }
        Ok(())
    })?;
    for (no, body) in &found {
        sql.execute("UPDATE delivery SET body = ?2 WHERE no = ?1", params![*no, body.as_bytes()])?;
        blank_attempts(sql, *no)?;
    }
    let mut told = Vec::new();
    sql.each("SELECT delivery, request, answer FROM delivery_attempt", &[], &mut |row| {
        let answer = row.text_or_null(2)?.unwrap_or_default();
        if reader.is_in(row.text(1)?.as_bytes()) || reader.is_in(answer.as_bytes()) {
            told.push(row.int(0)?);
        }
        Ok(())
    })?;
    for no in &told {
        blank_attempts(sql, *no)?;
    }
    Ok((found.len() + told.len()) as u64)
}

fn erased_event(row: &dyn Row) -> Result<String> {
    let body: serde_json::Value = serde_json::from_slice(row.bytes(2)?).unwrap_or_default();
    let event = json!({ "type": row.text(1)?, "timestamp": body["timestamp"], "data": { "erased": true } });
    Ok(event.to_string())
}

fn blank_attempts(sql: &mut dyn Sql, delivery: i64) -> Result<()> {
    sql.execute(
        "UPDATE delivery_attempt SET request = '', answer = NULL WHERE delivery = ?1",
        params![delivery],
    )?;
    Ok(())
}
