//! What an account has paid for once and does not pay for again.

use std::collections::HashSet;

use crate::{
    AccountId, Store,
    sql::{Duplicate, Result, Sql, StoreError, params},
    subjects::rows::subject_by_id,
};

impl Store {
    /// Those of the items that the account has been charged for by this endpoint.
    pub fn charged_items(
        &self,
        account: &AccountId,
        endpoint: &str,
        items: &[String],
    ) -> Result<HashSet<String>> {
        self.read(|sql| {
            let mut charged = HashSet::new();
            for item in items {
                for name in names(sql, item)? {
                    let known = sql.first(
                        "SELECT 1 FROM charged_item WHERE account_id = ?1 AND endpoint = ?2 AND item = ?3",
                        params![account, endpoint, &name],
                        |row| row.int(0),
                    )?;
                    charged.extend(known.map(|_| item.clone()));
                }
            }
            Ok(charged)
        })
    }
}

/// An item, and the same under the ids that its record had before other records were joined into it. A record's id is
/// the last word of an item.
fn names(sql: &mut dyn Sql, item: &str) -> Result<Vec<String>> {
    let mut names = vec![item.to_owned()];
    let (context, id) = item.rsplit_once(' ').map_or(("", item), |(context, id)| (context, id));
    if let Some(subject) = subject_by_id(sql, id)? {
        let aliases = "SELECT id FROM subject_alias WHERE subject = ?1";
        for alias in sql.all(aliases, params![subject], |row| row.text(0))? {
            names.push(if context.is_empty() { alias } else { format!("{context} {alias}") });
        }
    }
    Ok(names)
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

/// Notes what an account is charged for; a second call that charges for the same at the same time fails.
pub(crate) fn note(
    sql: &mut dyn Sql,
    account: &AccountId,
    endpoint: &str,
    items: &[String],
    at: i64,
) -> Result<()> {
    for item in items {
        sql.execute(
            "INSERT INTO charged_item (account_id, endpoint, item, at) VALUES (?1, ?2, ?3, ?4)",
            params![account, endpoint, item, at],
        )
        .map_err(|error| match error {
            StoreError::Duplicate(_) => StoreError::Duplicate(Duplicate::ChargedItem),
            other => other,
        })?;
    }
    Ok(())
}
