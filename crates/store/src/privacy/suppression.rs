//! Suppression list: keyed hashes of people who must not be stored, checked wherever facts enter the store.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use records::{
    Claim,
    identifier::{Identifier, Identity, strip_contacts},
};
use sha2::{Digest, Sha256};

use crate::{
    Entropy, Store,
    ambient::from_micros,
    identity::{filing::Filing, prepare::PreparedClaim},
    sql::{Result, Row, Sql, StoreError, params, scope::Scope},
    subjects::subject::Kind,
};

/// Bytes of the key of the hashes.
const SECRET_BYTES: usize = 32;
/// The one row of the table of the key.
const SECRET_ROW: i64 = 1;

/// An entry of the list. It does not reveal the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// `sup_…`
    pub id: String,
    /// What it was made of: `email`, `phone`, `profile`, `domain` or `id`.
    pub kind: String,
    /// Why.
    pub reason: String,
    /// Since when.
    pub created_at: Timestamp,
    /// How many identifiers it keeps out.
    pub identifiers: u64,
}

/// An entry to be made.
#[derive(Debug, Clone)]
pub struct NewSuppression {
    /// `sup_…`
    pub id: String,
    /// Why.
    pub reason: String,
    /// The key of the hashes, where there is none yet.
    secret: [u8; SECRET_BYTES],
}

impl NewSuppression {
    /// An entry of this id.
    pub fn new(id: String, reason: String, entropy: &Entropy) -> Self {
        let mut secret = [0; SECRET_BYTES];
        entropy.fill(&mut secret);
        Self { id, reason, secret }
    }
}

fn read_suppression(row: &dyn Row) -> Result<Suppression> {
    Ok(Suppression {
        id: row.text(0)?,
        kind: row.text(1)?,
        reason: row.text(2)?,
        created_at: from_micros(row.int(3)?),
        identifiers: row.int(4)?.unsigned_abs(),
    })
}

fn entry_of(sql: &mut dyn Sql, id: &str) -> Result<Suppression> {
    sql.first(
        "SELECT s.id, s.kind, s.reason, s.created_at, (SELECT COUNT(*) FROM suppressed h WHERE h.entry = s.id)
         FROM suppression s WHERE s.id = ?1",
        params![id],
        read_suppression,
    )?
    .ok_or(StoreError::NotFound("suppression"))
}

impl Store {
    /// A page of the list, newest first, before (`created_at`, `id`).
    pub fn suppressions(&self, before: Option<(Timestamp, &str)>, limit: usize) -> Result<Vec<Suppression>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                "SELECT s.id, s.kind, s.reason, s.created_at,
                        (SELECT COUNT(*) FROM suppressed h WHERE h.entry = s.id)
                 FROM suppression s WHERE s.created_at < ?1 OR (s.created_at = ?1 AND s.id > ?2)
                 ORDER BY s.created_at DESC, s.id LIMIT ?3",
                params![at, id, limit as i64],
                read_suppression,
            )
        })
    }

    /// An entry of the list.
    pub fn suppression(&self, id: &str) -> Result<Suppression> {
        self.read(|sql| entry_of(sql, id))
    }

    /// Deletes an entry with all its hashes. This restores no records; sources may send claims about the person again.
    pub async fn remove_suppression(&self, id: &str) -> Result<Suppression> {
        let id = id.to_owned();
        self.write_in(Scope::Records, move |sql| {
            let entry = entry_of(sql, &id)?;
            sql.execute("DELETE FROM suppression WHERE id = ?1", params![&id])?;
            Ok(entry)
        })
        .await
    }

    /// Whether this identity is on the suppression list.
    pub fn is_suppressed(&self, identity: &Identity) -> Result<bool> {
        if identity.is_empty() {
            return Ok(false);
        }
        self.read(|sql| SuppressionGate::open(sql)?.is_suppressed(sql, identity))
    }

    /// The addresses of these whose owner is on the suppression list, read in one transaction.
    pub fn suppressed_emails<'a>(&self, addresses: &[&'a str]) -> Result<Vec<&'a str>> {
        self.read(|sql| {
            let gate = SuppressionGate::open(sql)?;
            let mut suppressed = Vec::new();
            for address in addresses.iter().filter(|_| !gate.is_empty()) {
                if gate.is_suppressed(sql, &Identity::of_email(address))? {
                    suppressed.push(*address);
                }
            }
            Ok(suppressed)
        })
    }
}

/// Checks claims and identities against the suppression list.
pub(crate) struct SuppressionGate {
    /// The key of the hashes; `None` while the list is empty.
    secret: Option<Vec<u8>>,
}

impl SuppressionGate {
    pub(crate) fn open(sql: &mut dyn Sql) -> Result<Self> {
        let any = sql.first("SELECT 1 FROM suppressed LIMIT 1", &[], |row| row.int(0))?;
        Ok(Self { secret: if any.is_some() { secret(sql)? } else { None } })
    }

    /// Whether the list is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.secret.is_none()
    }

    /// Whether an identifier is on the list; a tagged address also is when its mailbox is.
    fn holds(&self, sql: &mut dyn Sql, identifier: &Identifier) -> Result<bool> {
        let Some(secret) = &self.secret else { return Ok(false) };
        for identifier in [Some(identifier), identifier.mailbox().as_ref()].into_iter().flatten() {
            let found = sql.first(
                "SELECT 1 FROM suppressed WHERE hash IN (?1, ?2) LIMIT 1",
                params![
                    &Hashing::Hmac.hash(secret, identifier)[..],
                    &Hashing::Nested.hash(secret, identifier)[..]
                ],
                |row| row.int(0),
            )?;
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these is on the list.
    pub(crate) fn contains_any<'i>(
        &self,
        sql: &mut dyn Sql,
        identifiers: impl IntoIterator<Item = &'i Identifier>,
    ) -> Result<bool> {
        for identifier in identifiers {
            if self.holds(sql, identifier)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any identifier, domain or name of an identity is on the list.
    pub(crate) fn is_suppressed(&self, sql: &mut dyn Sql, identity: &Identity) -> Result<bool> {
        let all = identity.own.iter().chain(&identity.domains).chain(&identity.names);
        if self.secret.is_none() { Ok(false) } else { self.contains_any(sql, all) }
    }

    /// Whether a claim may be filed.
    ///
    /// A name at an employer is no proof: a person with a stored record under another identifier is a namesake.
    pub(crate) fn admit(
        &self,
        sql: &mut dyn Sql,
        filing: &mut Filing,
        prepared: &PreparedClaim,
    ) -> Result<Admission> {
        if self.secret.is_none() {
            return Ok(Admission::Accept);
        }
        let identity = prepared.alone()?.identity();
        if self.contains_any(sql, identity.own.iter().chain(&identity.domains))? {
            return Ok(Admission::Reject);
        }
        // A company name counts only if the claim has no identifier or domain that distinguishes namesakes.
        let is_named_alone = identity.own.is_empty() && identity.domains.is_empty();
        let by_name = prepared.kind != Kind::Company || is_named_alone;
        if by_name && self.contains_any(sql, &identity.names)? && !filing.is_known(sql, prepared)? {
            return Ok(Admission::Reject);
        }
        let (mut claim, mut failed) = (prepared.claim()?, Ok(()));
        let stripped = strip_contacts(&mut claim.facts, |identifier| {
            self.holds(sql, identifier).unwrap_or_else(|error| {
                failed = Err(error);
                true
            })
        });
        failed?;
        let redacted = self.redact_prose(sql, &mut claim)?;
        Ok(if stripped || redacted { Admission::Redact(Box::new(claim)) } else { Admission::Accept })
    }
}

/// What becomes of a claim that is checked against the list.
pub(crate) enum Admission {
    /// It is filed.
    Accept,
    /// It is filed without the contacts of suppressed people.
    Redact(Box<Claim>),
    /// It is about a suppressed person, and dropped.
    Reject,
}

/// Makes an entry, without a person to keep out yet.
pub(crate) fn insert(sql: &mut dyn Sql, new: &NewSuppression, kind: &str, at: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO suppression_secret (no, secret) VALUES (?1, ?2) ON CONFLICT (no) DO NOTHING",
        params![SECRET_ROW, &new.secret[..]],
    )?;
    let reason = SuppressionGate::open(sql)?.words(sql, &new.reason)?;
    sql.execute(
        "INSERT INTO suppression (id, kind, reason, created_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (id) DO NOTHING",
        params![&new.id, kind, &reason, at],
    )?;
    Ok(())
}

/// Adds these identifiers to the list, and the mailbox of a tagged address: mail to either reaches the person.
pub(crate) fn take_in<'i>(
    sql: &mut dyn Sql,
    entry: &str,
    identifiers: impl IntoIterator<Item = &'i Identifier>,
) -> Result<()> {
    let secret = secret(sql)?.ok_or(StoreError::NotFound("key of the suppression list"))?;
    let identifiers =
        identifiers.into_iter().flat_map(|identifier| [Some(identifier.clone()), identifier.mailbox()]);
    for identifier in identifiers.flatten() {
        sql.execute(
            "INSERT INTO suppressed (hash, entry) VALUES (?1, ?2) ON CONFLICT (hash, entry) DO NOTHING",
            params![&Hashing::Hmac.hash(&secret, &identifier)[..], entry],
        )?;
    }
    Ok(())
}

fn secret(sql: &mut dyn Sql) -> Result<Option<Vec<u8>>> {
    sql.first("SELECT secret FROM suppression_secret WHERE no = ?1", params![SECRET_ROW], |row| {
        Ok(row.bytes(0)?.to_vec())
    })
}

/// How an identifier is hashed under the key.
#[derive(Clone, Copy)]
enum Hashing {
    /// HMAC-SHA256, of every row that is written.
    Hmac,
    /// SHA-256 of the key and the identifier, hashed again with the key: of rows from before HMAC was used. What they
    /// were made of is erased, so they cannot be hashed again.
    Nested,
}

impl Hashing {
    fn hash(self, secret: &[u8], identifier: &Identifier) -> [u8; 32] {
        let parts = [identifier.kind().as_str().as_bytes(), &[0], identifier.value().as_bytes()];
        match self {
            Self::Hmac => {
                let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else {
                    unreachable!("HMAC takes a key of any length")
                };
                parts.iter().for_each(|part| mac.update(part));
                mac.finalize().into_bytes().into()
            }
            Self::Nested => {
                let mut inner = Sha256::new_with_prefix(secret);
                parts.iter().for_each(|part| Digest::update(&mut inner, part));
                Sha256::new_with_prefix(inner.finalize()).chain_update(secret).finalize().into()
            }
        }
    }
}
