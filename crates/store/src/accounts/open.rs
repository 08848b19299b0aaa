//! Opening an account: with its first key, its first credits and, once per mailbox, its trial.

use jiff::Timestamp;

use crate::{
    AccountId, Store,
    accounts::{
        account::{Account, Plan, account_by_id},
        trial,
    },
    money::{credits::Credits, ledger},
    sql::{Duplicate, StoreError, params, write::Write},
};

/// What an account starts with.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// `acc_…`
    pub id: AccountId,
    /// Sign-in address, unique.
    pub email: String,
    /// Hash of the password; none for accounts an operator makes.
    pub password_hash: Option<String>,
    /// Plan.
    pub plan: Plan,
    /// End of the trial, if it starts with one.
    pub trial_ends_at: Option<Timestamp>,
    /// Credits granted at the start.
    pub credits: Credits,
}

impl Store {
    /// Makes an account with its first credits and, usually, its first key: all of it or nothing.
    pub fn create_account(
        &self,
        new: NewAccount,
        key: Option<crate::NewKey>,
        now: Timestamp,
    ) -> Write<Account> {
        self.change(move |sql| {
            sql.execute(
                "INSERT INTO account (id, email, password_hash, plan, trial_ends_at, balance, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)",
                params![
                    &new.id,
                    &new.email,
                    new.password_hash.as_ref(),
                    new.plan.as_str(),
                    new.trial_ends_at.map(Timestamp::as_microsecond),
                    now.as_microsecond()
                ],
            )
            .map_err(|error| match error {
                StoreError::Duplicate(_) => StoreError::Duplicate(Duplicate::Account),
                other => other,
            })?;
            if new.trial_ends_at.is_some() && new.password_hash.is_some() {
                trial::begin(sql, &new.id, &new.email)?;
            }
            if new.credits != Credits::ZERO {
                ledger::grant(sql, &new.id, new.credits, "opening grant", now)?;
            }
            if let Some(key) = key {
                crate::accounts::key::insert(sql, &new.id, &key, now)?;
            }
            account_by_id(sql, &new.id)?.ok_or(StoreError::NotFound("account"))
        })
    }
}
