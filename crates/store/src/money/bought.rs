//! Contacts of people that an account has paid for.

use std::collections::HashSet;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId,
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params},
    subjects::ids::SubjectId,
};

/// What kind of contact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoughtKind {
    /// An email address.
    Email,
    /// A phone number.
    Phone,
}

impl BoughtKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        [Self::Email, Self::Phone].into_iter().find(|kind| kind.as_str() == word).ok_or_else(|| {
            StoreError::Damaged { what: "bought contact", why: format!("unknown kind {word}") }
        })
    }
}

/// A contact in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoughtContact {
    /// Id of the person.
    pub person: String,
    /// What kind of contact it is.
    pub kind: BoughtKind,
    /// The address or number.
    pub value: String,
}

impl BoughtContact {
    /// The email and the phone of a person, as far as an answer has them.
    pub fn of(person: &str, email: Option<&String>, phone: Option<&String>) -> Vec<Self> {
        let contact = |kind, value: &String| Self { person: person.to_owned(), kind, value: value.clone() };
        let email = email.map(|value| contact(BoughtKind::Email, value));
        email.into_iter().chain(phone.map(|value| contact(BoughtKind::Phone, value))).collect()
    }
}

/// A contact that an account has paid for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedContact {
    /// What kind of contact it is.
    pub kind: BoughtKind,
    /// The address or number, as it was answered.
    pub value: String,
    /// The endpoint that answered it first.
    pub endpoint: String,
    /// The request that paid for it first.
    pub request_id: String,
    /// When.
    pub at: Timestamp,
}

/// Notes the contacts that a request has paid for, each with its person. One that was bought before stays as it is.
pub(crate) fn note(
    sql: &mut dyn Sql,
    account: &AccountId,
    contacts: &[(SubjectId, &BoughtContact)],
    endpoint: &str,
    request_id: &str,
    at: i64,
) -> Result<()> {
    for (subject, contact) in contacts {
        sql.send(
            "INSERT INTO contact_bought (account_id, subject, kind, value, endpoint, request_id, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account_id, subject, kind, value) DO NOTHING",
            params![account, *subject, contact.kind.as_str(), &contact.value, endpoint, request_id, at],
        )?;
    }
    Ok(())
}

/// Moves the rows of `other` to `subject` when both are joined.
pub(crate) fn join(sql: &mut dyn Sql, subject: SubjectId, other: SubjectId) -> Result<()> {
    sql.send(
        "INSERT INTO contact_bought (account_id, subject, kind, value, endpoint, request_id, at)
         SELECT account_id, ?1, kind, value, endpoint, request_id, at FROM contact_bought WHERE subject = ?2
         ON CONFLICT (account_id, subject, kind, value) DO NOTHING",
        params![subject, other],
    )?;
    Ok(())
}

/// The contacts that an account has bought of a person, oldest first.
pub(crate) fn of_person(
    sql: &mut dyn Sql,
    account: &AccountId,
    subject: SubjectId,
) -> Result<Vec<OwnedContact>> {
    sql.all(
        "SELECT kind, value, endpoint, request_id, at FROM contact_bought
         WHERE account_id = ?1 AND subject = ?2 ORDER BY at, kind, value",
        params![account, subject],
        |row| {
            Ok(OwnedContact {
                kind: BoughtKind::from_stored(&row.text(0)?)?,
                value: row.text(1)?,
                endpoint: row.text(2)?,
                request_id: row.text(3)?,
                at: from_micros(row.int(4)?),
            })
        },
    )
}

/// The people of whom an account has bought a contact that contains a text, by their row.
pub(crate) fn with_value_like(sql: &mut dyn Sql, account: &AccountId, pattern: &str) -> Result<HashSet<i64>> {
    let rows = sql.all(
        "SELECT subject FROM contact_bought WHERE account_id = ?1 AND value LIKE ?2 ESCAPE '!'",
        params![account, pattern],
        |row| row.int(0),
    )?;
    Ok(rows.into_iter().collect())
}
