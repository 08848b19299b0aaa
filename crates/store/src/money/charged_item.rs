//! What an account has paid for once and does not pay for again.

use std::collections::HashSet;

use crate::{
    AccountId, Store,
    sql::{Duplicate, Result, Sql, StoreError, params},
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
                let known = sql.first(
                    "SELECT 1 FROM charged_item WHERE account_id = ?1 AND endpoint = ?2 AND item = ?3",
                    params![account, endpoint, item],
                    |row| row.int(0),
                )?;
                charged.extend(known.map(|_| item.clone()));
            }
            Ok(charged)
        })
    }
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
