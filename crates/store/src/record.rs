//! People and companies: filing claims, and finding records by their identifiers.

use std::collections::{BTreeMap, BTreeSet};

use records::{Claim, Company, Facts, PersonRecord, keys::Key};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    Store,
    ambient::from_micros,
    change,
    likely::{self, Likely},
    people_seen, ruling, signal,
    sql::{Result, Sql, StoreError, params},
    subject::{Kind, Subject},
    suppression::Door,
};

/// Records one key may lead to; a name at a large employer leads to several, a forged one to none.
const RECORDS_PER_KEY_MAX: i64 = 64;

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

impl Store {
    /// Files claims: each joins the record it speaks of, or makes one. All of them or none.
    pub async fn ingest(&self, claims: Vec<Claim>) -> Result<IngestReport> {
        self.write(move |sql| {
            let mut report = IngestReport::default();
            let door = Door::open(sql)?;
            for mut claim in claims {
                // Read back, a time has microseconds; filed finer, the same claim would be another.
                claim.observed_at = from_micros(claim.observed_at.as_microsecond());
                let has_own_record =
                    |sql: &mut dyn Sql, alone: &Subject| Ok(!matching_subjects(sql, alone)?.is_empty());
                match door.admit(sql, claim, has_own_record)? {
                    Some(claim) => file(sql, &claim, &mut report)?,
                    None => report.suppressed += 1,
                }
            }
            Ok(report)
        })
        .await
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
                    params![key.0.cast_signed(), kind as i64, RECORDS_PER_KEY_MAX],
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
                let hit = sql.first(
                    "SELECT 1 FROM subject_key WHERE key = ?1 LIMIT 1",
                    params![key.0.cast_signed()],
                    |row| row.int(0),
                )?;
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
    serde_json::from_slice(bytes)
        .map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}

fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}

pub(crate) fn subject_by_id(sql: &mut dyn Sql, id: &str) -> Result<Option<i64>> {
    sql.first(
        "SELECT no FROM subject WHERE id = ?1 UNION ALL SELECT subject FROM subject_alias WHERE id = ?1",
        params![id],
        |row| row.int(0),
    )
}

pub(crate) fn claims_of(sql: &mut dyn Sql, subject: i64) -> Result<Vec<Claim>> {
    sql.all(
        "SELECT source, reference, observed_at, facts FROM claim WHERE subject = ?1 ORDER BY observed_at, no",
        params![subject],
        |row| {
            Ok(Claim {
                source: row.text(0)?,
                reference: row.text(1)?,
                observed_at: from_micros(row.int(2)?),
                facts: decode::<Facts>(row.bytes(3)?)?,
            })
        },
    )
}

fn file(sql: &mut dyn Sql, claim: &Claim, report: &mut IngestReport) -> Result<()> {
    let facts = encode(&claim.facts)?;
    let digest = digest_of(&facts);
    if repeats(sql, claim, digest)? {
        report.unchanged += 1;
        return Ok(());
    }
    report.claims += 1;
    let alone = Subject::of("", std::slice::from_ref(claim));
    let mut candidates = Vec::new();
    for candidate in own_subjects(sql, claim, &alone)?.into_iter().chain(matching_subjects(sql, &alone)?) {
        if !ruling::is_apart(sql, claim, candidate.0)? {
            candidates.push(candidate);
        }
    }
    let Likely { sure: likely, doubtful } = likely::subjects(sql, claim)?;
    let mut candidates = candidates.into_iter();
    let settled = candidates.next().map(|(subject, _)| subject);
    let Some(subject) = settled.or(likely.first().copied()) else {
        report.created += 1;
        let subject = create(sql, std::slice::from_ref(claim))?;
        insert_claim(sql, subject, claim, digest, &facts)?;
        return likely::doubt(sql, subject, &doubtful);
    };
    insert_claim(sql, subject, claim, digest, &facts)?;
    let mut merged = merge_again(sql, subject, alone.kind())?;
    for (other, record) in candidates {
        // The claim fits both. They are one only if nothing else speaks against it: a mailbox without a name
        // fits everyone who shares it.
        if other != subject && merged.is_same_as(&record) && !ruling::are_apart(sql, subject, other)? {
            join(sql, subject, other)?;
            merged = merge_again(sql, subject, alone.kind())?;
            report.joined += 1;
        }
    }
    for other in likely {
        let is_other = other != subject && exists(sql, other)?;
        if is_other && likely::are_one(sql, subject, other)? && !ruling::are_apart(sql, subject, other)? {
            join(sql, subject, other)?;
            merge_again(sql, subject, alone.kind())?;
            report.joined += 1;
        }
    }
    report.updated += 1;
    likely::doubt(sql, subject, &doubtful)
}

pub(crate) fn exists(sql: &mut dyn Sql, subject: i64) -> Result<bool> {
    let found = sql.first("SELECT 1 FROM subject WHERE no = ?1", params![subject], |row| row.int(0))?;
    Ok(found.is_some())
}

/// A source that says the same thing again has told nothing new, whenever it says it.
fn repeats(sql: &mut dyn Sql, claim: &Claim, digest: i64) -> Result<bool> {
    let at = claim.observed_at.as_microsecond();
    let latest = sql.first(
        "SELECT digest FROM claim WHERE source = ?1 AND reference = ?2 AND observed_at <= ?3
         ORDER BY observed_at DESC, no DESC LIMIT 1",
        params![&claim.source, &claim.reference, at],
        |row| row.int(0),
    )?;
    if latest == Some(digest) {
        return Ok(true);
    }
    let same = sql.first(
        "SELECT 1 FROM claim WHERE source = ?1 AND reference = ?2 AND observed_at = ?3 AND digest = ?4",
        params![&claim.source, &claim.reference, at, digest],
        |row| row.int(0),
    )?;
    Ok(same.is_some())
}

/// Subjects by their number, in the order they were made.
type Candidates = BTreeMap<i64, Subject>;

/// The subject this source's own id stood for so far. The id may be a row number that stands for someone else
/// in the next file, so it is not believed against everything else.
fn own_subjects(sql: &mut dyn Sql, claim: &Claim, alone: &Subject) -> Result<Vec<(i64, Subject)>> {
    let called_so = sql.all(
        "SELECT s.no, s.record FROM subject s WHERE s.kind = ?3 AND s.no IN
           (SELECT subject FROM claim WHERE source = ?1 AND reference = ?2) ORDER BY s.no",
        params![&claim.source, &claim.reference, alone.kind() as i64],
        |row| Ok((row.int(0)?, Subject::decode(alone.kind(), row.bytes(1)?)?)),
    )?;
    let mut own = Vec::new();
    for (no, subject) in called_so {
        if alone.may_be(&subject) || ruling::is_together(sql, claim, no)? {
            own.push((no, subject));
        }
    }
    Ok(own)
}

/// Subjects that share an identifier no two subjects share.
fn matching_subjects(sql: &mut dyn Sql, alone: &Subject) -> Result<Candidates> {
    let mut found = Candidates::new();
    for key in alone.strong_keys() {
        let near = by_key(sql, alone.kind(), key)?.into_iter();
        found.extend(near.filter(|(_, subject)| alone.is_same_as(subject)));
    }
    if found.len() > 1 && alone.is_known_by_name_alone() {
        found.clear();
    }
    Ok(found)
}

/// Subjects that a key leads to, a bounded number of them.
pub(crate) fn by_key(sql: &mut dyn Sql, kind: Kind, key: Key) -> Result<Vec<(i64, Subject)>> {
    sql.all(
        "SELECT s.no, s.record FROM subject_key k JOIN subject s ON s.no = k.subject
         WHERE k.key = ?1 AND s.kind = ?2 LIMIT ?3",
        params![key.0.cast_signed(), kind as i64, RECORDS_PER_KEY_MAX],
        |row| Ok((row.int(0)?, Subject::decode(kind, row.bytes(1)?)?)),
    )
}

/// Makes a record of claims, called after the first.
pub(crate) fn create(sql: &mut dyn Sql, claims: &[Claim]) -> Result<i64> {
    let claim = claims.first().ok_or(StoreError::NotFound("claim"))?;
    let kind = Kind::of(&claim.facts);
    let mut attempt = 0;
    let mut id = kind.id(&claim.source, &claim.reference, attempt);
    while subject_by_id(sql, &id)?.is_some() {
        attempt += 1;
        id = kind.id(&claim.source, &claim.reference, attempt);
    }
    let subject = Subject::of(&id, claims);
    let changed = next_change(sql)?;
    sql.execute(
        "INSERT INTO subject (id, kind, label, employer, record, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            &id,
            subject.kind() as i64,
            &subject.label(),
            subject.employer(),
            &subject.encode()?[..],
            changed
        ],
    )?;
    let no = subject_by_id(sql, &id)?.ok_or(StoreError::NotFound("record"))?;
    for key in subject.keys() {
        insert_key(sql, key, no)?;
    }
    follow(sql, no, &subject, claims)?;
    Ok(no)
}

fn insert_claim(sql: &mut dyn Sql, subject: i64, claim: &Claim, digest: i64, facts: &[u8]) -> Result<()> {
    sql.execute(
        "INSERT INTO claim (subject, source, reference, observed_at, digest, facts) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![subject, &claim.source, &claim.reference, claim.observed_at.as_microsecond(), digest, facts],
    )?;
    likely::note(sql, subject, claim)
}

/// Files a claim in the place of what it said before.
pub(crate) fn rewrite_claim(sql: &mut dyn Sql, subject: i64, before: &Claim, after: &Claim) -> Result<()> {
    let (old, new) = (encode(&before.facts)?, encode(&after.facts)?);
    let at = before.observed_at.as_microsecond();
    sql.execute(
        "DELETE FROM claim WHERE subject = ?1 AND source = ?2 AND reference = ?3 AND observed_at = ?4
           AND digest = ?5",
        params![subject, &before.source, &before.reference, at, digest_of(&old)],
    )?;
    let known = sql.first(
        "SELECT 1 FROM claim WHERE source = ?1 AND reference = ?2 AND observed_at = ?3 AND digest = ?4",
        params![&after.source, &after.reference, at, digest_of(&new)],
        |row| row.int(0),
    )?;
    if known.is_none() { insert_claim(sql, subject, after, digest_of(&new), &new) } else { Ok(()) }
}

fn insert_key(sql: &mut dyn Sql, key: Key, subject: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO subject_key (key, subject) VALUES (?1, ?2) ON CONFLICT (key, subject) DO NOTHING",
        params![key.0.cast_signed(), subject],
    )?;
    Ok(())
}

pub(crate) fn stored(sql: &mut dyn Sql, no: i64, kind: Kind) -> Result<(String, Subject)> {
    let row = sql.first("SELECT id, record FROM subject WHERE no = ?1", params![no], |row| {
        Ok((row.text(0)?, Subject::decode(kind, row.bytes(1)?)?))
    })?;
    row.ok_or(StoreError::NotFound("record"))
}

/// Computes a record again from its claims and brings its keys in line.
pub(crate) fn merge_again(sql: &mut dyn Sql, no: i64, kind: Kind) -> Result<Subject> {
    let (id, before) = stored(sql, no, kind)?;
    let claims = claims_of(sql, no)?;
    let after = Subject::of(&id, &claims);
    // Even when the record stays the same: what was derived from a record joined into it is gone.
    follow(sql, no, &after, &claims)?;
    if after == before {
        return Ok(after);
    }
    let changed = next_change(sql)?;
    sql.execute(
        "UPDATE subject SET label = ?2, employer = ?3, record = ?4, changed = ?5 WHERE no = ?1",
        params![no, &after.label(), after.employer(), &after.encode()?[..], changed],
    )?;
    let (old, new): (BTreeSet<Key>, BTreeSet<Key>) =
        (before.keys().into_iter().collect(), after.keys().into_iter().collect());
    for key in old.difference(&new) {
        sql.execute(
            "DELETE FROM subject_key WHERE key = ?1 AND subject = ?2",
            params![key.0.cast_signed(), no],
        )?;
    }
    for key in new.difference(&old) {
        insert_key(sql, *key, no)?;
    }
    Ok(after)
}

/// What is derived from a record follows it in the same transaction.
fn follow(sql: &mut dyn Sql, no: i64, subject: &Subject, claims: &[Claim]) -> Result<()> {
    if let Subject::Company(company) = subject {
        signal::note_domains(sql, no, company)?;
    }
    signal::derive(sql, no, subject, claims)
}

/// Moves everything of `other` to `subject`; `other`'s id goes on answering.
pub(crate) fn join(sql: &mut dyn Sql, subject: i64, other: i64) -> Result<()> {
    let id = sql.first("SELECT id, kind FROM subject WHERE no = ?1", params![other], |row| {
        Ok((row.text(0)?, row.int(1)?))
    })?;
    sql.execute("UPDATE claim SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
    sql.execute("UPDATE subject_alias SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
    people_seen::join(sql, subject, other)?;
    likely::join(sql, subject, other)?;
    // Taken while `other` is still there: if it was the last to change, its number must not be given again.
    let changed = next_change(sql)?;
    sql.execute("UPDATE subject SET changed = ?2 WHERE no = ?1", params![subject, changed])?;
    sql.execute("DELETE FROM subject WHERE no = ?1", params![other])?;
    if let Some((id, kind)) = id {
        let gone = next_change(sql)?;
        sql.execute(
            "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
            params![gone, &id, kind],
        )?;
        sql.execute("INSERT INTO subject_alias (id, subject) VALUES (?1, ?2)", params![&id, subject])?;
    }
    Ok(())
}

fn next_change(sql: &mut dyn Sql) -> Result<i64> {
    Ok(change::last(sql)? + 1)
}

fn digest_of(facts: &[u8]) -> i64 {
    i64::from_le_bytes(Sha256::digest(facts).first_chunk().copied().unwrap_or_default())
}
