//! Accounts and the plan each is on.

use jiff::Timestamp;
use records::UnknownWord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Credits, Store,
    ambient::from_micros,
    money::ledger::{self, Movement},
    sql::{Result, Row, Sql, StoreError, params},
};

/// What an account pays for, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Plan {
    Free,
    Indie,
    Starter,
    Pro,
    Scale,
}

impl Plan {
    /// Every plan, the lowest first.
    pub const ALL: [Self; 5] = [Self::Free, Self::Indie, Self::Starter, Self::Pro, Self::Scale];

    /// The plan's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Indie => "indie",
            Self::Starter => "starter",
            Self::Pro => "pro",
            Self::Scale => "scale",
        }
    }
}

impl std::str::FromStr for Plan {
    type Err = UnknownWord;

    fn from_str(word: &str) -> std::result::Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|plan| plan.as_str() == word).ok_or(UnknownWord)
    }
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Account {
    /// `acc_…`
    pub id: AccountId,
    /// Sign-in address.
    pub email: String,
    /// The plan that is paid for.
    pub plan: Plan,
    /// End of the trial, for an account that started with one and has not bought a plan.
    pub trial_ends_at: Option<Timestamp>,
    /// Credits left.
    pub balance: Credits,
    /// When it was made.
    pub created_at: Timestamp,
    /// When the operator closed it; every call of its keys is refused since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
}

impl Account {
    /// The plan whose rights hold now: a running trial is worth indie.
    pub fn effective_plan(&self, now: Timestamp) -> Plan {
        match self.trial_ends_at {
            Some(end) if now < end => self.plan.max(Plan::Indie),
            _ => self.plan,
        }
    }

    /// Why so many credits cannot be added to the balance, after [`StoreError::OutOfRange`] said so.
    pub fn cannot_add(&self, credits: Credits) -> String {
        match credits.thousandths() {
            0 => "0 credits move nothing; name another amount".to_owned(),
            less if less < 0 => format!(
                "the account has {} credits, and a balance does not go below zero: {} cannot be withdrawn",
                self.balance,
                credits.abs()
            ),
            _ => format!(
                "the account has {} credits, and a balance has {} at most: {credits} cannot be added",
                self.balance,
                Credits::MAX
            ),
        }
    }

    /// Whether a trial has run out and no plan was bought since.
    pub fn trial_expired(&self, now: Timestamp) -> bool {
        self.plan == Plan::Free && self.trial_ends_at.is_some_and(|end| end <= now)
    }
}

/// An account and its use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountUse {
    /// The account.
    pub account: Account,
    /// Keys that are not revoked.
    pub keys: u64,
    /// When one of its keys was last used.
    pub last_used_at: Option<Timestamp>,
}

/// Reads the columns `id, email, plan, trial_ends_at, balance, created_at, closed_at` from `first` on.
pub(crate) fn read_account(row: &dyn Row, first: usize) -> Result<Account> {
    let plan = row.text(first + 2)?;
    Ok(Account {
        id: AccountId::read(row, first)?,
        email: row.text(first + 1)?,
        plan: plan
            .parse()
            .map_err(|_| StoreError::Damaged { what: "account", why: format!("unknown plan {plan}") })?,
        trial_ends_at: row.int_or_null(first + 3)?.map(from_micros),
        balance: Credits::from_thousandths(row.int(first + 4)?),
        created_at: from_micros(row.int(first + 5)?),
        closed_at: row.int_or_null(first + 6)?.map(from_micros),
    })
}

pub(crate) fn account_by_id(sql: &mut dyn Sql, id: &AccountId) -> Result<Option<Account>> {
    sql.first(
        "SELECT id, email, plan, trial_ends_at, balance, created_at, closed_at FROM account WHERE id = ?1",
        params![id],
        |row| read_account(row, 0),
    )
}

impl Store {
    /// The account of this id.
    pub fn account(&self, id: &AccountId) -> Result<Option<Account>> {
        self.read(|sql| account_by_id(sql, id))
    }

    /// The account that signs in with this address.
    pub fn account_by_email(&self, email: &str) -> Result<Option<Account>> {
        self.read(|sql| {
            sql.first(
                "SELECT id, email, plan, trial_ends_at, balance, created_at, closed_at FROM account WHERE email = ?1",
                params![email],
                |row| read_account(row, 0),
            )
        })
    }

    /// The account that signs in with this address, and the hash of its password.
    pub fn password_of(&self, email: &str) -> Result<Option<(Account, String)>> {
        self.read(|sql| {
            sql.first(
                "SELECT id, email, plan, trial_ends_at, balance, created_at, closed_at, password_hash FROM account
                 WHERE email = ?1 AND password_hash IS NOT NULL",
                params![email],
                |row| Ok((read_account(row, 0)?, row.text(7)?)),
            )
        })
    }

    /// Every account, oldest first.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        self.read(|sql| {
            sql.all(
                "SELECT id, email, plan, trial_ends_at, balance, created_at, closed_at FROM account ORDER BY created_at, id",
                &[],
                |row| read_account(row, 0),
            )
        })
    }

    /// A page of accounts with their use, oldest first, after (`created_at`, `id`); with a text, those whose address or id
    /// contains it.
    pub fn account_page(
        &self,
        text: Option<&str>,
        after: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<AccountUse>> {
        let (at, id) = after.map_or((i64::MIN, ""), |(at, id)| (at.as_microsecond(), id));
        let text = text.unwrap_or_default().to_lowercase();
        self.read(|sql| {
            sql.all(
                "SELECT a.id, a.email, a.plan, a.trial_ends_at, a.balance, a.created_at, a.closed_at,
                        (SELECT COUNT(*) FROM api_key k
                         WHERE k.account_id = a.id AND k.for_pages = 0 AND k.revoked_at IS NULL),
                        (SELECT MAX(k.last_used_at) FROM api_key k WHERE k.account_id = a.id)
                 FROM account a WHERE (a.created_at > ?1 OR (a.created_at = ?1 AND a.id > ?2))
                   AND (?3 = '' OR instr(a.email, ?3) > 0 OR instr(a.id, ?3) > 0)
                 ORDER BY a.created_at, a.id LIMIT ?4",
                params![at, id, text.as_str(), limit as i64],
                |row| {
                    Ok(AccountUse {
                        account: read_account(row, 0)?,
                        keys: row.int(7)?.unsigned_abs(),
                        last_used_at: row.int_or_null(8)?.map(from_micros),
                    })
                },
            )
        })
    }

    /// Puts an account on a plan; that ends a trial.
    pub async fn set_plan(&self, account: &AccountId, plan: Plan) -> Result<Account> {
        let account = account.to_owned();
        self.write(move |sql| {
            sql.execute(
                "UPDATE account SET plan = ?2, trial_ends_at = NULL WHERE id = ?1",
                params![&account, plan.as_str()],
            )?;
            account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))
        })
        .await
    }

    /// Closes an account, or opens it again; doing so twice changes nothing.
    pub async fn close_account(&self, account: &AccountId, closed: bool, now: Timestamp) -> Result<Account> {
        let account = account.to_owned();
        self.write(move |sql| {
            sql.execute(
                "UPDATE account SET closed_at = CASE WHEN ?2 = 1 THEN COALESCE(closed_at, ?3) END WHERE id = ?1",
                params![&account, i64::from(closed), now.as_microsecond()],
            )?;
            account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))
        })
        .await
    }

    /// Gives credits to an account; a negative amount takes back what is still there.
    pub async fn grant(
        &self,
        account: &AccountId,
        amount: Credits,
        reason: &str,
        now: Timestamp,
    ) -> Result<Account> {
        let (account, reason) = (account.to_owned(), reason.to_owned());
        self.write(move |sql| {
            ledger::grant(sql, &account, amount, &reason, now)?;
            account_by_id(sql, &account)?.ok_or(StoreError::NotFound("account"))
        })
        .await
    }

    /// Credits left.
    pub fn balance(&self, account: &AccountId) -> Result<Credits> {
        self.read(|sql| ledger::balance(sql, account))
    }

    /// Every movement of an account's credits, oldest first.
    pub fn movements(&self, account: &AccountId) -> Result<Vec<Movement>> {
        self.read(|sql| ledger::movements(sql, account, None, None, usize::MAX))
    }
}
