//! What an account has paid for once and does not pay for again.
//!
//! An item is the id of a record or of a signal, or several of them in one text, such as a signal and the person who
//! decides. Each id also stands for the ids that it had before records were joined.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::{
    AccountId, Store,
    sql::{Duplicate, Result, Sql, StoreError, params},
    subjects::{rows::subject_by_id, subject::Kind},
};

/// Names under which an item is looked up; an item has few ids, each with few earlier ones.
const NAMES_MAX: usize = 4_096;

impl Store {
    /// Those of the items that the account has been charged for by this endpoint.
    pub fn charged_items(
        &self,
        account: &AccountId,
        endpoint: &str,
        items: &[String],
    ) -> Result<HashSet<String>> {
        self.read(|sql| charged(sql, account, endpoint, items))
    }

    /// Notes what an account was answered without a charge.
    pub async fn note_answered(
        &self,
        account: &AccountId,
        endpoint: &'static str,
        items: Vec<String>,
        at: Timestamp,
    ) -> Result<()> {
        let account = account.clone();
        self.write(move |sql| note_answered(sql, &account, endpoint, &items, at.as_microsecond())).await
    }
}

/// Those of the items that the account has been charged for by this endpoint.
pub(crate) fn charged(
    sql: &mut dyn Sql,
    account: &AccountId,
    endpoint: &str,
    items: &[String],
) -> Result<HashSet<String>> {
    let mut charged = HashSet::new();
    for item in items {
        for name in names(sql, item)? {
            let known = sql.first(
                "SELECT 1 FROM charged_item WHERE account_id = ?1 AND endpoint = ?2 AND item = ?3",
                params![account, endpoint, &name],
                |row| row.int(0),
            )?;
            if known.is_some() {
                charged.insert(item.clone());
                break;
            }
        }
    }
    Ok(charged)
}

/// An item, and the same with the ids that its records and signals had before.
fn names(sql: &mut dyn Sql, item: &str) -> Result<Vec<String>> {
    let mut names = vec![item.to_owned()];
    for id in item.split(' ') {
        let earlier = earlier_ids(sql, id)?;
        for known in names.clone() {
            let words: Vec<&str> = known.split(' ').collect();
            let renamed = |alias: &String| {
                let word = |word: &&str| if *word == id { alias.clone() } else { (*word).to_owned() };
                words.iter().map(word).collect::<Vec<_>>().join(" ")
            };
            names.extend(earlier.iter().map(renamed));
        }
        names.truncate(NAMES_MAX);
    }
    Ok(names)
}

/// The ids under which a record or a signal was known before.
fn earlier_ids(sql: &mut dyn Sql, id: &str) -> Result<Vec<String>> {
    if id.starts_with("sig_") {
        let aliases = "SELECT id FROM signal_alias WHERE signal = ?1";
        return sql.all(aliases, params![id], |row| row.text(0));
    }
    let is_record =
        [Kind::Person, Kind::Company, Kind::Job].iter().any(|kind| id.starts_with(kind.id_prefix()));
    match if is_record { subject_by_id(sql, id)? } else { None } {
        Some(subject) => {
            let aliases = "SELECT id FROM subject_alias WHERE subject = ?1";
            sql.all(aliases, params![subject], |row| row.text(0))
        }
        None => Ok(Vec::new()),
    }
}

/// Forgets items whose first word is this context, such as a job that is deleted.
pub(crate) fn forget(sql: &mut dyn Sql, account: &AccountId, endpoint: &str, context: &str) -> Result<()> {
    sql.execute(
        "DELETE FROM charged_item WHERE account_id = ?1 AND endpoint = ?2 AND item >= ?3 AND item < ?4",
        // The space after the word, and the sign that follows a space.
        params![account, endpoint, &format!("{context} "), &format!("{context}!")],
    )?;
    Ok(())
}

/// Notes what an account is charged for by a request; fails if one of the items was charged meanwhile.
pub(crate) fn note(
    sql: &mut dyn Sql,
    account: &AccountId,
    endpoint: &str,
    items: &[String],
    (request_id, at): (&str, i64),
) -> Result<()> {
    for item in items {
        sql.execute(
            "INSERT INTO charged_item (account_id, endpoint, item, at, request_id) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![account, endpoint, item, at, request_id],
        )
        .map_err(|error| match error {
            StoreError::Duplicate(_) => StoreError::Duplicate(Duplicate::ChargedItem),
            other => other,
        })?;
    }
    Ok(())
}

/// Notes what an account was answered without a charge.
pub(crate) fn note_answered(
    sql: &mut dyn Sql,
    account: &AccountId,
    endpoint: &str,
    items: &[String],
    at: i64,
) -> Result<()> {
    for item in items {
        sql.execute(
            "INSERT INTO charged_item (account_id, endpoint, item, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (account_id, endpoint, item) DO NOTHING",
            params![account, endpoint, item, at],
        )?;
    }
    Ok(())
}
