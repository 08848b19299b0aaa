//! How rows that name an erased person are treated, table by table.
//!
//! What was paid stays as it was paid: rows that a bill is made of keep their amounts and lose their words.

use records::{identifier::strip_contacts, name::words_in};
use serde_json::{Value, json};

use super::{
    document::{FULL_NAME, name_in_parts},
    finder::Finder,
    plain::plain,
    redact::{redacted_facts, redacted_json},
    trace::Trace,
};
use crate::privacy::erase::decision::Named;
use crate::privacy::erase::{decision::ERASED_WORDS, remove::remove, target::Erased};
use crate::{
    identity::filing::Filing,
    money::reply,
    sql::{Datum, Result, Sql, params},
    subjects::{ids::SubjectId, rows::all_numbered_claims_of, subject::Kind},
    webhook,
};

/// Replacement for a question about an erased person; it matches no record.
pub(crate) const ERASED_QUESTION: &str = r#"{"email":"erased@erased.invalid"}"#;
/// What stands in the place of an answer that cannot be read, or that is about them alone.
const ERASED_ANSWER: &str = r#"{"erased":true}"#;

impl Named<'_> {
    fn text(&self, column: &str) -> &Datum {
        let at = self.table.columns.iter().position(|(name, _)| *name == column);
        at.and_then(|at| self.texts.get(at)).unwrap_or(&Datum::Null)
    }

    fn is_named(&self, column: &str) -> bool {
        self.named.iter().any(|at| self.table.columns[*at].0 == column)
    }

    /// The first column of its key.
    fn first_key(&self) -> &Datum {
        self.key.first().unwrap_or(&Datum::Null)
    }

    /// JSON text of a column without the values that name the person.
    pub(crate) fn redacted(&self, sql: &mut dyn Sql, column: usize) -> Result<String> {
        let words = self.texts.iter().map(|text| words_in(&plain(text.bytes()))).collect();
        redacted_json(sql, self.finder, self.texts[column].bytes(), words)
    }

    /// An answer or event of a column without what is about them; what it tells of others was paid for, and stays. None
    /// when nothing can be left of it.
    fn left_of(&self, column: &str) -> Option<&str> {
        let left = self.left.iter().find(|(at, _)| self.table.columns[*at].0 == column);
        left.and_then(|(_, text)| text.as_deref())
    }
}

/// The name of a key. Answers that hold a secret are kept sealed under the caller's key and cannot be read: those of
/// the same account may repeat the name, so they are blanked with it.
pub(crate) fn api_key(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    sql.execute("UPDATE api_key SET name = ?2 WHERE id = ?1", params![row.first_key(), ERASED_WORDS])?;
    blank_sealed_replies(sql, row.text("account_id"))
}

/// A caller's own row without the cells that name them; none if its columns of given and family names do.
fn own_row(sql: &mut dyn Sql, row: &Named<'_>) -> Result<Option<Vec<u8>>> {
    let text = row.text("own_row").bytes();
    let Ok(Value::Object(mut members)) = serde_json::from_slice(text) else { return Ok(None) };
    let name = name_in_parts(&members);
    // Judged as one name beside the other cells.
    members.extend(name.iter().map(|name| (FULL_NAME.to_owned(), json!(name))));
    let words = words_in(&plain(text));
    let left = redacted_json(sql, row.finder, Value::from(members).to_string().as_bytes(), words)?;
    let Ok(Value::Object(mut left)) = serde_json::from_str(&left) else { return Ok(None) };
    if let Some(name) = name
        && left.remove(FULL_NAME) != Some(json!(name))
    {
        return Ok(None);
    }
    Ok(Some(Value::from(left).to_string().into_bytes()))
}

/// A search for a contact, with the checks of the addresses that were formed from the name: the record has only the one that
/// was found.
pub(crate) fn contact_search(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let outcome: Value = serde_json::from_slice(row.text("outcome").bytes()).unwrap_or_default();
    for address in addresses_in(&outcome) {
        sql.execute("DELETE FROM verification WHERE address = ?1", params![address])?;
        sql.execute("DELETE FROM recheck WHERE address = ?1", params![address])?;
    }
    let [kind, question] = row.key else { return Ok(()) };
    sql.execute("DELETE FROM contact_search WHERE kind = ?1 AND question = ?2", params![kind, question])?;
    Ok(())
}

/// Every text of a document that is an address.
fn addresses_in(document: &Value) -> Vec<&str> {
    match document {
        Value::String(text) if text.contains('@') => vec![text.as_str()],
        Value::Array(items) => items.iter().flat_map(addresses_in).collect(),
        Value::Object(members) => members.values().flat_map(addresses_in).collect(),
        _ => Vec::new(),
    }
}

/// A call: what it cost and how it ended stay. Its question loses what is about them, or says only that it was erased;
/// their ids leave the list of what was found. A question that found nobody else is about them, however it spells their name.
pub(crate) fn history(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let no = row.first_key();
    let is_about_them = row.is_named("found") && row.left_of("found").is_none_or(|left| left == "[]");
    if row.is_named("asked") || is_about_them {
        let asked = row.left_of("asked").filter(|_| !is_about_them).unwrap_or(ERASED_ANSWER);
        let set = "UPDATE history SET asked = ?2 WHERE no = ?1 AND asked IS NOT NULL";
        sql.execute(set, params![no, asked])?;
    }
    if row.is_named("found") {
        let found = row.left_of("found");
        sql.execute("UPDATE history SET found = ?2 WHERE no = ?1", params![no, found])?;
    }
    if row.is_named("upstream") {
        sql.execute("UPDATE history SET upstream = NULL WHERE no = ?1", params![no])?;
    }
    Ok(())
}

/// Answers that are kept to be given again: they stay given and tell nothing more of them. A key that was stored before
/// keys were hashed is hashed.
pub(crate) fn reply(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let no = row.first_key();
    if row.is_named("key") {
        let words = |column| String::from_utf8_lossy(row.text(column).bytes()).into_owned();
        let hashed = reply::stored_key(&words("owner"), &words("key"));
        sql.execute("UPDATE reply SET key = ?2 WHERE no = ?1", params![no, &hashed])?;
    }
    if row.is_named("body") {
        let body = row.left_of("body").unwrap_or(ERASED_ANSWER);
        let set = "UPDATE reply SET body = ?2, sealed = 0 WHERE no = ?1";
        sql.execute(set, params![no, body.as_bytes()])?;
    }
    Ok(())
}

/// Blanks answers that hold a secret, which are free. Charged answers are sealed for another reason, and stay.
fn blank_sealed_replies(sql: &mut dyn Sql, account: &Datum) -> Result<()> {
    sql.execute(
        "UPDATE reply SET body = ?2, sealed = 0 WHERE owner = ?1 AND sealed = 1
           AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.request_id = reply.request_id)",
        params![account, ERASED_ANSWER.as_bytes()],
    )?;
    Ok(())
}

/// An item of a bulk job. One that asks about the person loses its question, its answer and the caller's own row; a waiting one
/// gets a question that matches no record, so that its job still ends. The answer to a question about another, and its row, lose
/// what names them.
pub(crate) fn bulk_item(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let [job, no] = row.key else { return Ok(()) };
    if row.is_named("reference") {
        let set = "UPDATE bulk_item SET reference = NULL WHERE job = ?1 AND no = ?2";
        sql.execute(set, params![job, no])?;
    }
    if row.is_named("own_row") {
        let left = own_row(sql, row)?;
        let set = "UPDATE bulk_item SET own_row = ?3 WHERE job = ?1 AND no = ?2";
        sql.execute(set, params![job, no, left.as_deref()])?;
    }
    if !row.is_named("request") {
        if row.is_named("answer") {
            let answer = row.left_of("answer").unwrap_or(ERASED_ANSWER);
            let set = "UPDATE bulk_item SET answer = ?3 WHERE job = ?1 AND no = ?2";
            sql.execute(set, params![job, no, answer.as_bytes()])?;
        }
        return Ok(());
    }
    sql.execute(
        "UPDATE bulk_item SET reference = NULL, request = ?3, answer = NULL, own_row = NULL WHERE job = ?1 AND no = ?2",
        params![job, no, ERASED_QUESTION.as_bytes()],
    )?;
    // A worker that has read the old question would store its answer: its lease ends, and the item is leased again.
    sql.execute(
        "UPDATE bulk_item SET fence = fence + 1, worker = NULL, lease_until = ?3
         WHERE job = ?1 AND no = ?2 AND status = 'leased'",
        params![job, no, row.at],
    )?;
    Ok(())
}

/// An event for a webhook, sent or not.
pub(crate) fn delivery(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let no = row.first_key();
    let body = match row.left_of("body") {
        Some(body) => body.to_owned(),
        None if row.is_named("body") => without_data(row.text("body").bytes()),
        None => String::from_utf8_lossy(row.text("body").bytes()).into_owned(),
    };
    sql.execute("UPDATE delivery SET body = ?2 WHERE no = ?1", params![no, body.as_bytes()])?;
    // An attempt that is under way has read the old body and would log it: its lease ends, and the event is sent again.
    sql.execute(
        "UPDATE delivery SET status = 'pending', fence = fence + 1, worker = NULL, lease_until = NULL, due_at = ?2
         WHERE no = ?1 AND status = 'sending'",
        params![no, row.at],
    )?;
    webhook::update_next_due(sql, &String::from_utf8_lossy(row.text("webhook").bytes()))?;
    if row.is_named("subject") {
        sql.execute("UPDATE delivery SET subject = ?2 WHERE no = ?1", params![no, ERASED_WORDS])?;
    }
    blank_attempts(sql, no)
}

/// An event of which nothing but its envelope can be left.
fn without_data(event: &[u8]) -> String {
    let mut event: serde_json::Value = serde_json::from_slice(event).unwrap_or_default();
    event["data"] = json!({ "erased": true });
    event.to_string()
}

/// What was sent and answered in an attempt to deliver an event.
pub(crate) fn delivery_attempt(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    blank_attempts(sql, row.first_key())
}

fn blank_attempts(sql: &mut dyn Sql, delivery: &Datum) -> Result<()> {
    sql.execute(
        "UPDATE delivery_attempt SET request = '', answer = NULL,
                error = CASE WHEN error IS NULL THEN NULL ELSE ?2 END WHERE delivery = ?1",
        params![delivery, ERASED_WORDS],
    )?;
    Ok(())
}

/// A webhook whose address names the person is closed: its receiver has no other address.
pub(crate) fn webhook(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let id = String::from_utf8_lossy(row.first_key().bytes()).into_owned();
    webhook::end_all(sql, &id, row.at)?;
    // The same for attempts that are under way: what they would log holds the address.
    sql.execute(
        "UPDATE delivery SET status = 'given_up', finished_at = ?2, fence = fence + 1, worker = NULL,
                lease_until = NULL WHERE webhook = ?1 AND status = 'sending'",
        params![&id, row.at],
    )?;
    let url = format!("{}{id}", webhook::ERASED_URL);
    sql.execute(
        "UPDATE webhook SET url = ?2, updated_at = ?3, next_due = NULL,
                status = CASE WHEN status = 'deleted' THEN status ELSE 'gone' END WHERE id = ?1",
        params![&id, &url, row.at],
    )?;
    if row.is_named("secret") {
        sql.execute("UPDATE webhook SET secret = ?2 WHERE id = ?1", params![&id, ERASED_WORDS])?;
    }
    if row.is_named("old_secret") {
        sql.execute(
            "UPDATE webhook SET old_secret = NULL, old_secret_until = NULL WHERE id = ?1",
            params![&id],
        )?;
    }
    blank_sealed_replies(sql, row.text("account_id"))
}

/// An entry of a watch list about the person goes; one about another, with a note that names them, loses the note.
pub(crate) fn watch_entry(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let [list, entry] = row.key else { return Ok(()) };
    if let Some(left) = row.finder.without_them(sql, entry.bytes())? {
        sql.execute(
            "INSERT INTO watch_entry (list, entry, key)
             SELECT list, ?3, key FROM watch_entry WHERE list = ?1 AND entry = ?2
             ON CONFLICT (list, entry) DO NOTHING",
            params![list, entry, &left],
        )?;
    }
    sql.execute("DELETE FROM watch_entry WHERE list = ?1 AND entry = ?2", params![list, entry])?;
    Ok(())
}

/// A privacy request of the person is fulfilled by the erasure.
pub(crate) fn privacy_request(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    sql.execute(
        "UPDATE privacy_request SET value = NULL, decided_at = COALESCE(decided_at, ?2),
                status = CASE WHEN status = 'open' THEN 'approved' ELSE status END WHERE id = ?1",
        params![row.first_key(), row.at],
    )?;
    Ok(())
}

/// A claim about another subject that names the person.
pub(crate) fn claim(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let subject = "SELECT subject FROM claim WHERE no = ?1";
    match sql.first(subject, params![row.first_key()], |row| row.int(0).map(SubjectId))? {
        Some(subject) => rewrite(sql, subject, row.finder),
        None => Ok(()),
    }
}

/// A signal of another subject that names the person: derived again from redacted claims.
pub(crate) fn signal(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    let subject = "SELECT subject FROM signal WHERE no = ?1";
    let Some(subject) = sql.first(subject, params![row.first_key()], |row| row.int(0).map(SubjectId))? else {
        return Ok(());
    };
    sql.execute("DELETE FROM signal WHERE no = ?1", params![row.first_key()])?;
    rewrite(sql, subject, row.finder)
}

/// The record of another subject: merged again from redacted claims.
pub(crate) fn subject(sql: &mut dyn Sql, row: &Named<'_>) -> Result<()> {
    match row.first_key() {
        Datum::Int(no) => rewrite(sql, SubjectId(*no), row.finder),
        _ => Ok(()),
    }
}

/// Redacts the person from the claims of another subject, and merges its record again.
fn rewrite(sql: &mut dyn Sql, subject: SubjectId, finder: &Finder) -> Result<()> {
    let kind = sql.first("SELECT kind FROM subject WHERE no = ?1", params![subject], |row| row.int(0))?;
    let Some(kind) = kind.map(Kind::of_number).transpose()? else { return Ok(()) };
    let (mut filing, mut left) = (Filing::begin(sql)?, 0);
    for (claim, before) in all_numbered_claims_of(sql, subject)? {
        let mut after = before.clone();
        strip_contacts(&mut after.facts, |identifier| finder.trace().has(identifier));
        for words in [&mut after.source, &mut after.reference] {
            if finder.is_in_words(sql, words)? {
                *words = ERASED_WORDS.to_owned();
            }
        }
        match redacted_facts(sql, finder, &after.facts)? {
            Some(facts) => after.facts = facts,
            // Without what was taken out it says nothing that can be read.
            None => {
                sql.execute("DELETE FROM claim WHERE no = ?1", params![claim])?;
                continue;
            }
        }
        left += 1;
        if after != before {
            filing.rewrite_claim(sql, subject, before, after)?;
        }
    }
    if left == 0 {
        filing.finish(sql)?;
        remove(sql, subject, &mut Trace::default(), &mut Erased::default())?;
        return Ok(());
    }
    let record = filing.merge_again(sql, subject, kind)?;
    sql.execute("UPDATE subject SET label = ?2 WHERE no = ?1", params![subject, &record.label()])?;
    filing.finish(sql)
}
