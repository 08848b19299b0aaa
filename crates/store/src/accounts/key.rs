//! API keys. Only a hash of a key is ever stored.

use jiff::Timestamp;
use records::UnknownWord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Account, AccountId, Credits, KeyId, Store, Stored,
    accounts::{
        account::{account_by_id, read_account},
        cap,
        key_cap::{self, KeyCap, NewKeyCap},
    },
    ambient::from_micros,
    lists::schedule,
    privacy::suppression::SuppressionGate,
    sql::{Result, Row, Sql, StoreError, params, write::Write},
};

/// What a key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Free endpoints.
    Read,
    /// Charging endpoints.
    Spend,
    /// Keys and webhooks.
    Manage,
    /// The operator's own: filing facts. Given only on the command line.
    Operate,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 4] = [Self::Read, Self::Spend, Self::Manage, Self::Operate];

    /// The scope's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Spend => "spend",
            Self::Manage => "manage",
            Self::Operate => "operate",
        }
    }

    const fn bit(self) -> i64 {
        match self {
            Self::Read => 1,
            Self::Spend => 2,
            Self::Manage => 4,
            Self::Operate => 8,
        }
    }
}

impl std::str::FromStr for Scope {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == word).ok_or(UnknownWord)
    }
}

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scopes(i64);

impl Scopes {
    /// Everything a customer's key may do.
    pub const CUSTOMER: Self = Self(7);
    /// Everything a customer's key may do, and what operators do.
    pub const OPERATOR: Self = Self(Self::CUSTOMER.0 | Scope::Operate.bit());

    /// Whether the set holds this scope.
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// The scopes, in order.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

/// A key as its owner sees it; the key itself is shown once and never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// `key_…`
    pub id: KeyId,
    /// The owner's name for it.
    pub name: String,
    /// Its last characters, to recognise it by.
    pub hint: String,
    /// What it may do.
    pub scopes: Scopes,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// Its monthly cap, if it has one.
    pub cap: Option<KeyCap>,
    /// Whether it stands for the signed-in pages of the account. It has no secret then.
    pub for_pages: bool,
}

/// A key to be stored.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// `key_…`
    pub id: KeyId,
    /// The owner's name for it.
    pub name: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// Its last characters.
    pub hint: String,
    /// What it may do.
    pub scopes: Scopes,
    /// When it stops working.
    pub expires_at: Option<Timestamp>,
    /// Its monthly cap.
    pub cap: NewKeyCap,
    /// Whether it stands for the signed-in pages of the account.
    pub for_pages: bool,
}

/// A key together with the account it speaks for.
#[derive(Debug, Clone)]
pub struct KeyOwner {
    /// The key.
    pub key: Key,
    /// Its account.
    pub account: Account,
}

/// Reads the columns `id, name, hint, scopes, created_at, expires_at, revoked_at, last_used_at` of a key, four of its cap,
/// and `for_pages`.
pub(crate) fn read_key(row: &dyn Row) -> Result<Key> {
    Ok(Key {
        id: KeyId::read(row, 0)?,
        name: row.text(1)?,
        hint: row.text(2)?,
        scopes: Scopes(row.int(3)?),
        created_at: from_micros(row.int(4)?),
        expires_at: row.int_or_null(5)?.map(from_micros),
        revoked_at: row.int_or_null(6)?.map(from_micros),
        last_used_at: row.int_or_null(7)?.map(from_micros),
        cap: key_cap::read(row, 8)?,
        for_pages: row.int(12)? != 0,
    })
}

pub(crate) fn insert(sql: &mut dyn Sql, account: &AccountId, key: &NewKey, now: Timestamp) -> Result<()> {
    let name = SuppressionGate::open(sql)?.words(sql, &key.name)?;
    sql.execute(
        "INSERT INTO api_key (id, account_id, name, hash, hint, scopes, created_at, expires_at, for_pages)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            &key.id,
            account,
            &name,
            &key.hash[..],
            &key.hint,
            key.scopes.0,
            now.as_microsecond(),
            key.expires_at.map(Timestamp::as_microsecond),
            i64::from(key.for_pages)
        ],
    )?;
    match &key.cap {
        NewKeyCap::None => {}
        NewKeyCap::Own(monthly) => key_cap::set(sql, account, &key.id, *monthly, now)?,
        NewKeyCap::Shared(cap) => key_cap::assign(sql, account, &key.id, Some(cap))?,
    }
    cap::check(sql, account, Stored::Keys, now)
}

/// Sets what the keys that stand for an account's pages may do.
pub(crate) fn set_scopes_of_pages(sql: &mut dyn Sql, account: &AccountId, scopes: Scopes) -> Result<()> {
    sql.execute(
        "UPDATE api_key SET scopes = ?2 WHERE account_id = ?1 AND for_pages = 1",
        params![account, scopes.0],
    )
    .map(drop)
}

fn key_of(sql: &mut dyn Sql, account: &AccountId, id: &KeyId) -> Result<Key> {
    sql.first(
        "SELECT k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
                c.id, c.monthly_cap, c.spent, c.spent_month, k.for_pages
         FROM api_key k LEFT JOIN key_cap c ON c.id = k.cap WHERE k.account_id = ?1 AND k.id = ?2",
        params![account, id],
        read_key,
    )?
    .ok_or(StoreError::NotFound("key"))
}

impl Store {
    /// Stores a key of an account.
    pub fn create_key(&self, account: &AccountId, key: NewKey, now: Timestamp) -> Write<Key> {
        let account = account.to_owned();
        self.change(move |sql| {
            account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))?;
            insert(sql, &account, &key, now)?;
            key_of(sql, &account, &key.id)
        })
    }

    /// An account's keys, oldest first, revoked ones included.
    pub fn keys(&self, account: &AccountId) -> Result<Vec<Key>> {
        self.read(|sql| {
            sql.all(
                "SELECT k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
                        c.id, c.monthly_cap, c.spent, c.spent_month, k.for_pages
                 FROM api_key k LEFT JOIN key_cap c ON c.id = k.cap WHERE k.account_id = ?1
                 ORDER BY k.created_at, k.id",
                params![account],
                read_key,
            )
        })
    }

    /// The key with this hash, and its owner.
    pub fn key_owner(&self, hash: &[u8; 32]) -> Result<Option<KeyOwner>> {
        self.read(|sql| {
            sql.first(
                "SELECT k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
                        c.id, c.monthly_cap, c.spent, c.spent_month, k.for_pages,
                        a.id, a.email, a.plan, a.trial_ends_at, a.balance, a.created_at, a.closed_at
                 FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN key_cap c ON c.id = k.cap
                 WHERE k.hash = ?1",
                params![&hash[..]],
                |row| Ok(KeyOwner { key: read_key(row)?, account: read_account(row, 13)? }),
            )
        })
    }

    /// An account's key by its id, and its owner.
    pub fn key_owner_by_id(&self, account: &AccountId, key: &KeyId) -> Result<KeyOwner> {
        self.read(|sql| {
            let owner = account_by_id(sql, account)?.ok_or(StoreError::NotFound("account"))?;
            Ok(KeyOwner { key: key_of(sql, account, key)?, account: owner })
        })
    }

    /// Revokes a key, effective immediately; revoking it again changes nothing.
    pub async fn revoke_key(&self, account: &AccountId, id: &KeyId, now: Timestamp) -> Result<Key> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.write(move |sql| {
            sql.execute(
                "UPDATE api_key SET revoked_at = ?3 WHERE account_id = ?1 AND id = ?2 AND revoked_at IS NULL",
                params![&account, &id, now.as_microsecond()],
            )?;
            key_of(sql, &account, &id)
        })
        .await
    }

    /// Puts a new key in the place of an old one, which goes on working until `old_ends_at`.
    pub fn rotate_key(
        &self,
        account: &AccountId,
        old: &KeyId,
        new: NewKey,
        old_ends_at: Timestamp,
        now: Timestamp,
    ) -> Write<(Key, Key)> {
        let (account, old) = (account.to_owned(), old.to_owned());
        self.change(move |sql| {
            let before = key_of(sql, &account, &old)?;
            let over = before.revoked_at.is_some() || before.expires_at.is_some_and(|end| end <= now);
            if over {
                return Err(StoreError::NotFound("key"));
            }
            let ends = before.expires_at.map_or(old_ends_at, |end| end.min(old_ends_at));
            sql.execute(
                "UPDATE api_key SET expires_at = ?3 WHERE account_id = ?1 AND id = ?2",
                params![&account, &old, ends.as_microsecond()],
            )?;
            // The old key goes on for a while: both spend from one cap.
            let cap = before.cap.map_or(NewKeyCap::None, |cap| NewKeyCap::Shared(cap.id));
            insert(sql, &account, &NewKey { cap, ..new.clone() }, now)?;
            // Work that runs under the old key goes on under the new one, which may do the same.
            let moved = params![&account, &old, &new.id];
            sql.execute("UPDATE watching SET key_id = ?3 WHERE account_id = ?1 AND key_id = ?2", moved)?;
            sql.execute(
                "UPDATE bulk_job SET key_id = ?3 WHERE account_id = ?1 AND key_id = ?2 AND finished_at IS NULL",
                moved,
            )?;
            Ok((key_of(sql, &account, &new.id)?, key_of(sql, &account, &old)?))
        })
    }

    /// Gives a key a monthly cap of its own, or takes its cap away. Lists that rest for their key's cap are run again.
    pub fn set_key_cap(
        &self,
        account: &AccountId,
        id: &KeyId,
        monthly: Option<Credits>,
        now: Timestamp,
    ) -> Write<Key> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            key_of(sql, &account, &id)?;
            match monthly {
                Some(monthly) => key_cap::set(sql, &account, &id, monthly, now)?,
                None => key_cap::assign(sql, &account, &id, None)?,
            }
            schedule::wake_resting(sql, &account, now.as_microsecond())?;
            key_of(sql, &account, &id)
        })
    }

    /// Stores when keys were last used.
    pub async fn touch_keys(&self, used: Vec<(KeyId, Timestamp)>) -> Result<()> {
        self.write(move |sql| {
            for (id, at) in &used {
                sql.execute(
                    "UPDATE api_key SET last_used_at = ?2 WHERE id = ?1 AND COALESCE(last_used_at, 0) < ?2",
                    params![id, at.as_microsecond()],
                )?;
            }
            Ok(())
        })
        .await
    }
}
