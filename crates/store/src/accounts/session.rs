//! Sessions of signed-in pages. Only a hash of a session's token is ever stored.

use jiff::Timestamp;

use crate::{
    Account, AccountId, KeyId, KeyOwner, NewKey, Scopes, Store,
    accounts::{
        account::{account_by_id, read_account},
        key::{self, read_key},
    },
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params, write::Write},
};

/// Sessions that an account may have at once; the oldest ends when another begins.
const SESSIONS_MAX: i64 = 50;

/// A session to begin.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// SHA-256 of its token.
    pub token: [u8; 32],
    /// When it ends, however much it is used.
    pub ends_at: Timestamp,
    /// The key that stands for the pages of the account, unless it has one.
    pub key: NewKey,
}

/// A session, and whose it is.
#[derive(Debug, Clone)]
pub struct Session {
    /// The account, and the key that stands for its pages.
    pub owner: KeyOwner,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last used, accurate to some seconds.
    pub used_at: Timestamp,
    /// When it ends, however much it is used.
    pub ends_at: Timestamp,
}

/// The account's key that stands for its pages; made from `new` if there is none in force.
fn pages_key(sql: &mut dyn Sql, account: &AccountId, new: &NewKey, now: Timestamp) -> Result<KeyId> {
    let known = sql.first(
        "SELECT id FROM api_key WHERE account_id = ?1 AND for_pages = 1 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > ?2)",
        params![account, now.as_microsecond()],
        |row| KeyId::read(row, 0),
    )?;
    match known {
        Some(id) => Ok(id),
        None => {
            key::insert(sql, account, new, now)?;
            Ok(new.id.clone())
        }
    }
}

impl Store {
    /// Begins a session of an account.
    pub fn begin_session(&self, account: &AccountId, new: NewSession, now: Timestamp) -> Write<()> {
        let account = account.to_owned();
        self.change(move |sql| {
            sql.execute("DELETE FROM session WHERE ends_at <= ?1", params![now.as_microsecond()])?;
            let key = pages_key(sql, &account, &new.key, now)?;
            sql.execute(
                "INSERT INTO session (token, account_id, key_id, created_at, used_at, ends_at)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
                params![&new.token[..], &account, &key, now.as_microsecond(), new.ends_at.as_microsecond()],
            )?;
            sql.execute(
                "DELETE FROM session WHERE account_id = ?1 AND created_at <
                   (SELECT MIN(created_at) FROM
                     (SELECT created_at FROM session WHERE account_id = ?1 ORDER BY created_at DESC LIMIT ?2) AS kept)",
                params![&account, SESSIONS_MAX],
            )?;
            Ok(())
        })
    }

    /// The session with the token of this hash, ended or not.
    pub fn session(&self, token: &[u8; 32]) -> Result<Option<Session>> {
        self.read(|sql| {
            sql.first(
                "SELECT k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
                        c.id, c.monthly_cap, c.spent, c.spent_month, k.for_pages,
                        a.id, a.email, a.plan, a.trial_ends_at, a.balance, a.created_at, a.closed_at,
                        s.created_at, s.used_at, s.ends_at
                 FROM session s JOIN api_key k ON k.id = s.key_id JOIN account a ON a.id = s.account_id
                      LEFT JOIN key_cap c ON c.id = k.cap
                 WHERE s.token = ?1",
                params![&token[..]],
                |row| {
                    Ok(Session {
                        owner: KeyOwner { key: read_key(row)?, account: read_account(row, 13)? },
                        created_at: from_micros(row.int(20)?),
                        used_at: from_micros(row.int(21)?),
                        ends_at: from_micros(row.int(22)?),
                    })
                },
            )
        })
    }

    /// Stores when sessions were last used.
    pub async fn touch_sessions(&self, used: Vec<([u8; 32], Timestamp)>) -> Result<()> {
        self.write(move |sql| {
            for (token, at) in &used {
                sql.execute(
                    "UPDATE session SET used_at = ?2 WHERE token = ?1 AND used_at < ?2",
                    params![&token[..], at.as_microsecond()],
                )?;
            }
            Ok(())
        })
        .await
    }

    /// Ends a session; ending it again changes nothing.
    pub async fn end_session(&self, token: [u8; 32]) -> Result<()> {
        self.write(move |sql| {
            sql.execute("DELETE FROM session WHERE token = ?1", params![&token[..]]).map(drop)
        })
        .await
    }

    /// Ends every session of an account; says how many there were.
    pub async fn end_sessions(&self, account: &AccountId) -> Result<u64> {
        let account = account.to_owned();
        self.write(move |sql| end_all(sql, &account)).await
    }

    /// Gives the pages of an account the scope `operate`, or takes it away; `key` stands for the pages if none does yet.
    /// Sessions that are open have it or lose it with their next request.
    pub async fn set_operator(
        &self,
        account: &AccountId,
        is_operator: bool,
        key: NewKey,
        now: Timestamp,
    ) -> Result<Account> {
        let account = account.to_owned();
        self.write(move |sql| {
            let owner = account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))?;
            let scopes = match is_operator {
                true => {
                    pages_key(sql, &account, &key, now)?;
                    Scopes::OPERATOR
                }
                false => Scopes::CUSTOMER,
            };
            // Keys that stood for the pages before may still have sessions, so that all of them are changed.
            key::set_scopes_of_pages(sql, &account, scopes)?;
            Ok(owner)
        })
        .await
    }

    /// Sets the password of an account by its hash, and ends every session that began with the one before.
    pub async fn set_password(&self, account: &AccountId, password_hash: String) -> Result<Account> {
        let account = account.to_owned();
        self.write(move |sql| {
            sql.execute(
                "UPDATE account SET password_hash = ?2 WHERE id = ?1",
                params![&account, &password_hash],
            )?;
            end_all(sql, &account)?;
            account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))
        })
        .await
    }
}

fn end_all(sql: &mut dyn Sql, account: &AccountId) -> Result<u64> {
    Ok(sql.execute("DELETE FROM session WHERE account_id = ?1", params![account])? as u64)
}
