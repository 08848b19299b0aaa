//! People and companies: filing claims, and finding records by their identifiers.

use std::collections::BTreeSet;

use records::{Claim, Company, Facts, PersonRecord, keys::Key};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    ReadyClaims, Store,
    ambient::from_micros,
    filing::{Filing, RECORDS_PER_KEY_MAX},
    ready::Ready,
    sql::{Result, Sql, StoreError, params},
    subject::Kind,
    suppression::{Admitted, Door},
};

/// Claims made ready where they are; more would keep other tasks from their turn.
const READY_INLINE_MAX: usize = 16;

/// What filing a batch of claims changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct IngestReport {
    /// Claims that said something new.
    pub claims: u64,
    /// Claims that repeated what their source had said before.
    pub unchanged: u64,
    /// Records made.
    pub created: u64,
    /// Records that claims were added to.
    pub updated: u64,
    /// Records that turned out to be one and were joined.
    pub joined: u64,
    /// Claims about somebody who must not be kept: dropped unread.
    pub suppressed: u64,
}

impl std::ops::AddAssign for IngestReport {
    fn add_assign(&mut self, other: Self) {
        self.claims += other.claims;
        self.unchanged += other.unchanged;
        self.created += other.created;
        self.updated += other.updated;
        self.joined += other.joined;
        self.suppressed += other.suppressed;
    }
}

/// How many records and claims the store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// People.
    pub people: u64,
    /// Companies.
    pub companies: u64,
    /// Claims behind them.
    pub claims: u64,
}

/// Claims that are filed together.
pub(crate) struct Batch {
    door: Door,
    pub(crate) filing: Filing,
    pub(crate) report: IngestReport,
}

impl Batch {
    pub(crate) fn begin(sql: &mut dyn Sql, filing: Filing) -> Result<Self> {
        Ok(Self { door: Door::open(sql)?, filing, report: IngestReport::default() })
    }

    pub(crate) fn file(&mut self, sql: &mut dyn Sql, claims: &ReadyClaims) -> Result<()> {
        self.filing.read_ahead(sql, &claims.0)?;
        for ready in &claims.0 {
            match self.door.admit(sql, &mut self.filing, ready)? {
                Admitted::AsItIs => self.filing.file(sql, ready, &mut self.report)?,
                Admitted::Without(claim) => self.filing.file(sql, &Ready::new(*claim)?, &mut self.report)?,
                Admitted::Not => self.report.suppressed += 1,
            }
        }
        Ok(())
    }
}

impl Store {
    /// Files claims: each joins the record it speaks of, or makes one. All of them or none.
    pub async fn ingest(&self, claims: Vec<Claim>) -> Result<IngestReport> {
        let claims = if claims.len() <= READY_INLINE_MAX {
            ReadyClaims::new(claims)?
        } else {
            let made = tokio::task::spawn_blocking(move || ReadyClaims::new(claims)).await;
            made.map_err(|error| StoreError::Engine(error.to_string()))??
        };
        self.ingest_ready(claims).await
    }

    /// Files claims that were made ready. All of them or none.
    pub async fn ingest_ready(&self, claims: ReadyClaims) -> Result<IngestReport> {
        let filed = self.write(move |sql| {
            let filing = Filing::begin(sql)?;
            let mut batch = Batch::begin(sql, filing)?;
            batch.file(sql, &claims)?;
            batch.filing.finish(sql)?;
            // Handed back, so that it is not the writer who takes them apart.
            Ok((batch.report, claims))
        });
        Ok(filed.await?.0)
    }

    /// People that any of these keys leads to, each once.
    pub fn people_by_keys(&self, keys: &[Key]) -> Result<Vec<PersonRecord>> {
        self.by_keys(Kind::Person, keys)
    }

    /// Companies that any of these keys leads to, each once.
    pub fn companies_by_keys(&self, keys: &[Key]) -> Result<Vec<Company>> {
        self.by_keys(Kind::Company, keys)
    }

    fn by_keys<T: DeserializeOwned>(&self, kind: Kind, keys: &[Key]) -> Result<Vec<T>> {
        self.read(|sql| {
            let mut seen = BTreeSet::new();
            let mut found = Vec::new();
            for key in keys {
                sql.each(
                    "SELECT s.no, s.record FROM subject_key k JOIN subject s ON s.no = k.subject
                     WHERE k.key = ?1 AND s.kind = ?2 LIMIT ?3",
                    params![*key, kind as i64, RECORDS_PER_KEY_MAX],
                    &mut |row| {
                        if seen.insert(row.int(0)?) {
                            found.push(decode(row.bytes(1)?)?);
                        }
                        Ok(())
                    },
                )?;
            }
            Ok(found)
        })
    }

    /// The person of this id, or of an id that was joined into another.
    pub fn person_by_id(&self, id: &str) -> Result<Option<PersonRecord>> {
        self.by_id(Kind::Person, id)
    }

    /// The company of this id, or of an id that was joined into another.
    pub fn company_by_id(&self, id: &str) -> Result<Option<Company>> {
        self.by_id(Kind::Company, id)
    }

    fn by_id<T: DeserializeOwned>(&self, kind: Kind, id: &str) -> Result<Option<T>> {
        self.read(|sql| match subject_by_id(sql, id)? {
            Some(no) => sql.first(
                "SELECT record FROM subject WHERE no = ?1 AND kind = ?2",
                params![no, kind as i64],
                |row| decode(row.bytes(0)?),
            ),
            None => Ok(None),
        })
    }

    /// The people that were filed first.
    pub fn some_people(&self, limit: usize) -> Result<Vec<PersonRecord>> {
        self.read(|sql| {
            sql.all(
                "SELECT record FROM subject WHERE kind = ?1 ORDER BY no LIMIT ?2",
                params![Kind::Person as i64, limit as i64],
                |row| decode(row.bytes(0)?),
            )
        })
    }

    /// How many of these keys lead to at least one person.
    pub fn count_known(&self, keys: &[Key]) -> Result<u64> {
        self.read(|sql| {
            let mut known = 0;
            for key in keys {
                let hit =
                    sql.first("SELECT 1 FROM subject_key WHERE key = ?1 LIMIT 1", params![*key], |row| {
                        row.int(0)
                    })?;
                known += u64::from(hit.is_some());
            }
            Ok(known)
        })
    }

    /// Every claim behind the record of this id, oldest first.
    pub fn claims_of(&self, id: &str) -> Result<Vec<Claim>> {
        self.read(|sql| match subject_by_id(sql, id)? {
            Some(no) => claims_of(sql, no),
            None => Ok(Vec::new()),
        })
    }

    /// How much the store holds.
    pub fn counts(&self) -> Result<Counts> {
        self.read(|sql| {
            let mut count = |question, params: &[_]| -> Result<u64> {
                Ok(sql.first(question, params, |row| row.int(0))?.unwrap_or(0).unsigned_abs())
            };
            Ok(Counts {
                people: count("SELECT COUNT(*) FROM subject WHERE kind = ?1", params![Kind::Person as i64])?,
                companies: count(
                    "SELECT COUNT(*) FROM subject WHERE kind = ?1",
                    params![Kind::Company as i64],
                )?,
                claims: count("SELECT COUNT(*) FROM claim", &[])?,
            })
        })
    }

    /// Whether the store holds any record at all.
    pub fn has_records(&self) -> Result<bool> {
        self.read(|sql| Ok(sql.first("SELECT 1 FROM subject LIMIT 1", &[], |row| row.int(0))?.is_some()))
    }
}

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    // Checked once for the whole, not again for each of its strings.
    let text = std::str::from_utf8(bytes)
        .map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })?;
    serde_json::from_str(text).map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}

pub(crate) fn subject_by_id(sql: &mut dyn Sql, id: &str) -> Result<Option<i64>> {
    sql.first(
        "SELECT s.no FROM subject_key k JOIN subject s ON s.no = k.subject WHERE k.key = ?1 AND s.id = ?2
         UNION ALL SELECT subject FROM subject_alias WHERE id = ?2",
        params![Key::id(id), id],
        |row| row.int(0),
    )
}

pub(crate) fn exists(sql: &mut dyn Sql, subject: i64) -> Result<bool> {
    let found = sql.first("SELECT 1 FROM subject WHERE no = ?1", params![subject], |row| row.int(0))?;
    Ok(found.is_some())
}

/// The claims of a subject, oldest first; in an order that does not depend on which came in first.
pub(crate) fn claims_of(sql: &mut dyn Sql, subject: i64) -> Result<Vec<Claim>> {
    Ok(numbered_claims_of(sql, subject)?.into_iter().map(|(_, claim)| claim).collect())
}

/// The same, each with its number.
pub(crate) fn numbered_claims_of(sql: &mut dyn Sql, subject: i64) -> Result<Vec<(i64, Claim)>> {
    sql.all(
        "SELECT no, source, reference, observed_at, facts FROM claim WHERE subject = ?1
         ORDER BY observed_at, source, reference, digest",
        params![subject],
        |row| {
            let claim = Claim {
                source: row.text(1)?,
                reference: row.text(2)?,
                observed_at: from_micros(row.int(3)?),
                facts: decode::<Facts>(row.bytes(4)?)?,
            };
            Ok((row.int(0)?, claim))
        },
    )
}
