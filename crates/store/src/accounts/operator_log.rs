//! The audit log of operators: who changed what, over the API and on the command line.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, KeyId, Store,
    ambient::from_micros,
    sql::{Result, Row, StoreError, params, scope::Scope},
};

/// How long entries are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(3 * 365 * 24);
/// Most old entries that one new entry removes.
const FORGOTTEN_MAX: i64 = 100;

/// Letters of the prefix of an id at most.
const PREFIX_LETTERS_MAX: usize = 4;
/// Characters of an id after its prefix at most.
const ID_CHARACTERS_MAX: usize = 64;

/// How an operator's act ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActOutcome {
    /// It has begun; if it stays so, the process ended meanwhile, and the change may have been made.
    Begun,
    /// It was done.
    Done,
    /// It was refused, and nothing was changed.
    Refused,
    /// It failed; a part of it may have been done.
    Failed,
}

impl ActOutcome {
    const ALL: [Self; 4] = [Self::Begun, Self::Done, Self::Refused, Self::Failed];

    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|outcome| outcome.as_str() == word);
        found.ok_or_else(|| StoreError::Damaged { what: "audit log", why: format!("unknown word {word}") })
    }
}

/// An act that begins.
#[derive(Debug, Clone)]
pub struct NewOperatorAct {
    /// When.
    pub at: Timestamp,
    /// Account and key of the caller; none on the command line.
    pub by: Option<(AccountId, KeyId)>,
    /// Who made it on the command line, by the operating system's name for them.
    pub system_user: Option<String>,
    /// What is done: the operation id of the endpoint, or of the one that does the same.
    pub action: &'static str,
    /// Ids of what it is done to, with spaces between; words that are no ids are not kept.
    pub subject: Option<String>,
    /// Id of the call.
    pub request_id: Option<String>,
}

/// An act in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAct {
    /// Position in the log, for paging.
    pub no: i64,
    /// When it began.
    pub at: Timestamp,
    /// Account and key of the caller; none on the command line.
    pub by: Option<(AccountId, KeyId)>,
    /// Who made it on the command line; none in entries of earlier versions.
    pub system_user: Option<String>,
    /// What was done.
    pub action: String,
    /// Ids of what it was done to; of a person who was erased, a placeholder.
    pub subject: Option<String>,
    /// Id of the call.
    pub request_id: Option<String>,
    /// How it ended.
    pub outcome: ActOutcome,
    /// Problem code of one that was refused or failed.
    pub code: Option<String>,
}

/// The words of a text that are ids, such as `per_1`. An operator may write a name or an address in their place, which an
/// erasure could not find in parts.
fn ids_in(text: &str) -> Option<String> {
    let ids: Vec<&str> = text.split_whitespace().filter(|word| is_id(word)).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

fn is_id(word: &str) -> bool {
    let Some((prefix, rest)) = word.split_once('_') else { return false };
    (1..=PREFIX_LETTERS_MAX).contains(&prefix.len())
        && prefix.bytes().all(|one| one.is_ascii_lowercase())
        && (1..=ID_CHARACTERS_MAX).contains(&rest.len())
        && rest.bytes().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit())
}

fn read_act(row: &dyn Row) -> Result<OperatorAct> {
    let account = row.text_or_null(2)?.map(|account| AccountId::from(account.as_str()));
    let key = row.text_or_null(3)?.map(|key| KeyId::from(key.as_str()));
    Ok(OperatorAct {
        no: row.int(0)?,
        at: from_micros(row.int(1)?),
        by: account.zip(key),
        action: row.text(4)?,
        subject: row.text_or_null(5)?,
        request_id: row.text_or_null(6)?,
        outcome: ActOutcome::from_stored(&row.text(7)?)?,
        code: row.text_or_null(8)?,
        system_user: row.text_or_null(9)?,
    })
}

impl Store {
    /// Enters an act before it is done, so that no change can be made without an entry; returns its number.
    pub async fn begin_operator_act(&self, act: NewOperatorAct) -> Result<i64> {
        self.write_in(Scope::State, move |sql| {
            let oldest = act.at.saturating_sub(KEPT).map_or(i64::MIN, Timestamp::as_microsecond);
            sql.execute(
                "DELETE FROM operator_act WHERE no IN
                   (SELECT no FROM operator_act WHERE at < ?1 ORDER BY at LIMIT ?2)",
                params![oldest, FORGOTTEN_MAX],
            )?;
            let (account, key) = act.by.unzip();
            let subject = act.subject.as_deref().and_then(ids_in);
            let no = sql.first(
                "INSERT INTO operator_act (at, account_id, key_id, action, subject, request_id, outcome, system_user)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'begun', ?7) RETURNING no",
                params![
                    act.at.as_microsecond(),
                    account.as_ref(),
                    key.as_ref(),
                    act.action,
                    subject.as_deref(),
                    act.request_id.as_deref(),
                    act.system_user.as_deref()
                ],
                |row| row.int(0),
            )?;
            no.ok_or(StoreError::NotFound("entry"))
        })
        .await
    }

    /// Enters how an act ended.
    pub async fn end_operator_act(
        &self,
        no: i64,
        outcome: ActOutcome,
        code: Option<&'static str>,
    ) -> Result<()> {
        self.write_in(Scope::State, move |sql| {
            sql.execute(
                "UPDATE operator_act SET outcome = ?2, code = ?3 WHERE no = ?1",
                params![no, outcome.as_str(), code],
            )?;
            Ok(())
        })
        .await
    }

    /// A page of the audit log, newest first, of the entries before a number.
    pub fn operator_acts(&self, before: Option<i64>, limit: usize) -> Result<Vec<OperatorAct>> {
        self.read(|sql| {
            sql.all(
                "SELECT no, at, account_id, key_id, action, subject, request_id, outcome, code, system_user
                 FROM operator_act
                 WHERE no < ?1 ORDER BY no DESC LIMIT ?2",
                params![before.unwrap_or(i64::MAX), limit as i64],
                read_act,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_are_kept() {
        assert_eq!(ids_in("per_1 ana@acme.example per_2").as_deref(), Some("per_1 per_2"));
        for text in
            ["ana@acme.example", "ana_ruiz@acme.example", "Ana Ruiz", "per_Ana", "crm:ana", "", "per_"]
        {
            assert_eq!(ids_in(text), None, "{text}");
        }
    }
}
