//! Contacts that were sought, and the people whose known addresses show how a company writes them.

use jiff::Timestamp;
use records::{PersonRecord, identifier::Identity, keys::Key, name::Name, query::PersonQuery};

use crate::{
    Store,
    ambient::from_micros,
    mail::late_verdict::{CheckEnd, DeferredCheck, settle},
    privacy::suppression::SuppressionGate,
    sql::{Result, params},
    subjects::codec::decode,
};

/// What was sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactKind {
    /// A business email.
    Email,
    /// A mobile.
    Phone,
}

impl ContactKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }
}

/// What came of seeking a contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactSearch {
    /// What was sought.
    pub kind: ContactKind,
    /// Whose contact was sought where, in a form that is the same for the same question.
    pub question: String,
    /// Domain it was sought at.
    pub domain: Option<String>,
    /// Name of the person.
    pub name: Option<String>,
    /// The address, when a mail server proved it.
    pub proven: Option<String>,
    /// The outcome, as JSON text.
    pub outcome: String,
    /// When the external sources were queried.
    pub asked_at: Timestamp,
    /// Whether it is to be repeated.
    pub next: NextSearch,
}

/// Whether a search is to be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextSearch {
    /// It has ended.
    Ended(CheckEnd),
    /// A mail server put it off.
    At {
        /// When to repeat it.
        retry_at: Timestamp,
        /// How often it was tried by then.
        attempts: u32,
    },
}

impl ContactSearch {
    fn identity(&self) -> Identity {
        Identity::of_question(&PersonQuery {
            email: self.proven.clone(),
            name: self.name.as_deref().and_then(Name::parse),
            company_domain: self.domain.clone(),
            ..PersonQuery::default()
        })
    }
}

/// What came of a search, as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSearch {
    /// The outcome, as JSON text.
    pub outcome: String,
    /// When the external sources were queried.
    pub asked_at: Timestamp,
    /// When it is repeated, if a mail server put it off.
    pub retry_at: Option<Timestamp>,
    /// How often it was tried since.
    pub attempts: u32,
}

/// A search that is to be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueSearch {
    /// Whose contact was sought where.
    pub question: String,
    /// Name of the person.
    pub name: Option<String>,
    /// How often it was repeated.
    pub attempts: u32,
}

/// A person's address that a mail server has confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenAddress {
    /// Name of the person.
    pub name: String,
    /// The address.
    pub address: String,
}

impl Store {
    /// What came of the same question the last time.
    pub fn contact_search(&self, kind: ContactKind, question: &str) -> Result<Option<KeptSearch>> {
        self.read(|sql| {
            sql.first(
                "SELECT outcome, asked_at, retry_at, attempts FROM contact_search WHERE kind = ?1 AND question = ?2",
                params![kind.as_str(), question],
                |row| {
                    Ok(KeptSearch {
                        outcome: row.text(0)?,
                        asked_at: from_micros(row.int(1)?),
                        retry_at: row.int_or_null(2)?.map(from_micros),
                        attempts: u32::try_from(row.int(3)?).unwrap_or(u32::MAX),
                    })
                },
            )
        })
    }

    /// Keeps what came of a question, in the place of the time before, unless nothing of it may be kept. Calls that wait
    /// for its end are told.
    pub async fn keep_contact_search(&self, search: ContactSearch) -> Result<()> {
        self.write(move |sql| {
            if SuppressionGate::open(sql)?.is_suppressed(sql, &search.identity())? {
                return Ok(());
            }
            let retry = match search.next {
                NextSearch::Ended(_) => None,
                NextSearch::At { retry_at, attempts } => Some((retry_at, attempts)),
            };
            sql.execute(
                "INSERT INTO contact_search
                   (kind, question, domain, name, proven, outcome, asked_at, retry_at, attempts)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT (kind, question) DO UPDATE
                 SET domain = ?3, name = ?4, proven = ?5, outcome = ?6, asked_at = ?7, retry_at = ?8, attempts = ?9",
                params![
                    search.kind.as_str(),
                    &search.question,
                    search.domain.as_ref(),
                    search.name.as_ref(),
                    search.proven.as_ref(),
                    &search.outcome,
                    search.asked_at.as_microsecond(),
                    retry.map(|(at, _)| at.as_microsecond()),
                    i64::from(retry.map_or(0, |(_, attempts)| attempts))
                ],
            )?;
            match (search.next, search.kind) {
                (NextSearch::Ended(end), ContactKind::Email) => {
                    let at = search.asked_at.as_microsecond();
                    settle(sql, &DeferredCheck::Search(search.question), end, at)
                }
                _ => Ok(()),
            }
        })
        .await
    }

    /// Ends the repetition of a search without a result, and tells the calls that wait for one.
    pub async fn give_up_search(&self, kind: ContactKind, question: &str, now: Timestamp) -> Result<()> {
        let question = question.to_owned();
        self.write(move |sql| {
            sql.execute(
                "UPDATE contact_search SET retry_at = NULL WHERE kind = ?1 AND question = ?2",
                params![kind.as_str(), &question],
            )?;
            settle(sql, &DeferredCheck::Search(question), CheckEnd::GivenUp, now.as_microsecond())
        })
        .await
    }

    /// Takes searches that are due, the longest waiting first. They are due again at `lease_ends`, so that none is
    /// lost when the worker is interrupted.
    pub async fn take_due_searches(
        &self,
        kind: ContactKind,
        now: Timestamp,
        lease_ends: Timestamp,
        limit: usize,
    ) -> Result<Vec<DueSearch>> {
        self.write(move |sql| {
            let due = sql.all(
                "SELECT question, name, attempts FROM contact_search
                 WHERE retry_at <= ?1 AND kind = ?2 ORDER BY retry_at LIMIT ?3",
                params![now.as_microsecond(), kind.as_str(), limit as i64],
                |row| {
                    let attempts = u32::try_from(row.int(2)?).unwrap_or(u32::MAX);
                    Ok(DueSearch { question: row.text(0)?, name: row.text_or_null(1)?, attempts })
                },
            )?;
            for search in &due {
                sql.execute(
                    "UPDATE contact_search SET retry_at = ?3 WHERE kind = ?1 AND question = ?2",
                    params![kind.as_str(), &search.question, lease_ends.as_microsecond()],
                )?;
            }
            Ok(due)
        })
        .await
    }

    /// Addresses proven at a domain by earlier searches, the newest first.
    pub fn proven_addresses(&self, domain: &str, limit: usize) -> Result<Vec<ProvenAddress>> {
        self.read(|sql| {
            sql.all(
                "SELECT name, proven FROM contact_search
                 WHERE domain = ?1 AND proven IS NOT NULL AND name IS NOT NULL
                 ORDER BY asked_at DESC LIMIT ?2",
                params![domain, limit as i64],
                |row| Ok(ProvenAddress { name: row.text(0)?, address: row.text(1)? }),
            )
        })
    }

    /// The people now employed at a domain who were filed last, the newest first.
    pub fn newest_staff(&self, domain: &str, limit: usize) -> Result<Vec<PersonRecord>> {
        self.read(|sql| {
            sql.all(
                "SELECT s.record FROM subject_key k JOIN subject s ON s.no = k.subject
                 WHERE k.key = ?1 AND s.employer = ?2 ORDER BY k.subject DESC LIMIT ?3",
                params![Key::employer(domain), domain, limit as i64],
                |row| decode(row.bytes(0)?),
            )
        })
    }
}
