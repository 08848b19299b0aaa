//! Saved ICPs: filters an account runs again and again.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Store, Stored,
    accounts::cap,
    ambient::from_micros,
    privacy::suppression::SuppressionGate,
    sql::{Result, Row, Sql, StoreError, params, write::Write},
};

/// What a saved ICP searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IcpTarget {
    /// People.
    People,
    /// Companies.
    Companies,
}

impl IcpTarget {
    const fn as_str(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Companies => "companies",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        match word {
            "people" => Ok(Self::People),
            "companies" => Ok(Self::Companies),
            _ => Err(StoreError::Damaged { what: "saved ICP", why: format!("unknown word {word}") }),
        }
    }
}

/// A saved filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedIcp {
    /// `icp_…`
    pub id: String,
    /// The owner's name for it.
    pub name: String,
    /// What it searches.
    pub target: IcpTarget,
    /// The filters, as JSON text.
    pub filters: String,
    /// When it was saved.
    pub created_at: Timestamp,
    /// When it was last run.
    pub last_run_at: Option<Timestamp>,
}

fn read_icp(row: &dyn Row) -> Result<SavedIcp> {
    Ok(SavedIcp {
        id: row.text(0)?,
        name: row.text(1)?,
        target: IcpTarget::from_stored(&row.text(2)?)?,
        filters: row.text(3)?,
        created_at: from_micros(row.int(4)?),
        last_run_at: row.int_or_null(5)?.map(from_micros),
    })
}

fn icp_of(sql: &mut dyn Sql, account: &AccountId, id: &str) -> Result<SavedIcp> {
    sql.first(
        "SELECT id, name, target, filters, created_at, last_run_at FROM saved_icp WHERE account_id = ?1 AND id = ?2",
        params![account, id],
        read_icp,
    )?
    .ok_or(StoreError::NotFound("saved ICP"))
}

impl Store {
    /// Saves a filter.
    pub fn save_icp(&self, account: &AccountId, icp: SavedIcp) -> Write<SavedIcp> {
        let account = account.to_owned();
        self.change(move |sql| {
            let gate = SuppressionGate::open(sql)?;
            let (name, filters) = (gate.words(sql, &icp.name)?, gate.json(sql, &icp.filters)?);
            sql.execute(
                "INSERT INTO saved_icp (id, account_id, name, target, filters, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    &icp.id,
                    &account,
                    &name,
                    icp.target.as_str(),
                    &filters,
                    icp.created_at.as_microsecond()
                ],
            )?;
            cap::check(sql, &account, Stored::SavedIcps, icp.created_at)?;
            icp_of(sql, &account, &icp.id)
        })
    }

    /// An account's saved ICP.
    pub fn saved_icp(&self, account: &AccountId, id: &str) -> Result<SavedIcp> {
        self.read(|sql| icp_of(sql, account, id))
    }

    /// A page of an account's saved ICPs, newest first, before (`created_at`, `id`).
    pub fn saved_icps(
        &self,
        account: &AccountId,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<SavedIcp>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                "SELECT id, name, target, filters, created_at, last_run_at FROM saved_icp
                 WHERE account_id = ?1 AND (created_at < ?2 OR (created_at = ?2 AND id > ?3))
                 ORDER BY created_at DESC, id LIMIT ?4",
                params![account, at, id, limit as i64],
                read_icp,
            )
        })
    }

    /// Removes a saved ICP.
    pub fn delete_icp(&self, account: &AccountId, id: &str) -> Write<SavedIcp> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            let icp = icp_of(sql, &account, &id)?;
            sql.execute("DELETE FROM saved_icp WHERE id = ?1", params![&id])?;
            Ok(icp)
        })
    }
}

/// Notes that a saved ICP was run; one that is gone by now has not answered.
pub(crate) fn note_run(sql: &mut dyn Sql, id: &str, at: i64) -> Result<()> {
    match sql.execute("UPDATE saved_icp SET last_run_at = ?2 WHERE id = ?1", params![id, at])? {
        0 => Err(StoreError::NotFound("saved ICP")),
        _ => Ok(()),
    }
}
