//! Reading the rows of subjects and claims inside a transaction.

use records::{Claim, Facts, keys::Key};

use crate::{
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params},
    subjects::{
        codec::decode,
        ids::{ClaimId, SubjectId},
        subject::{Kind, Subject},
    },
};

/// Records read per key: a name at a large employer matches several.
pub(crate) const RECORDS_PER_KEY_MAX: i64 = 64;

/// Subjects of a key, a bounded number of them.
pub(crate) fn by_key(sql: &mut dyn Sql, kind: Kind, key: Key) -> Result<Vec<(SubjectId, Subject)>> {
    sql.all(
        "SELECT s.no, s.record FROM subject_key k JOIN subject s ON s.no = k.subject
         WHERE k.key = ?1 AND s.kind = ?2 LIMIT ?3",
        params![key, kind as i64, RECORDS_PER_KEY_MAX],
        |row| Ok((SubjectId(row.int(0)?), Subject::decode(kind, row.bytes(1)?)?)),
    )
}

pub(crate) fn stored(sql: &mut dyn Sql, subject: SubjectId, kind: Kind) -> Result<(String, Subject)> {
    let row = sql.first("SELECT id, record FROM subject WHERE no = ?1", params![subject], |row| {
        Ok((row.text(0)?, Subject::decode(kind, row.bytes(1)?)?))
    })?;
    row.ok_or(StoreError::NotFound("record"))
}

/// The last row number; used as an estimate of the count, because it needs no scan.
pub(crate) fn last_subject(sql: &mut dyn Sql) -> Result<SubjectId> {
    let last = sql.first("SELECT COALESCE(MAX(no), 0) FROM subject", &[], |row| row.int(0))?;
    Ok(SubjectId(last.unwrap_or(0)))
}

pub(crate) fn subject_by_id(sql: &mut dyn Sql, id: &str) -> Result<Option<SubjectId>> {
    sql.first(
        "SELECT s.no FROM subject_key k JOIN subject s ON s.no = k.subject WHERE k.key = ?1 AND s.id = ?2
         UNION ALL SELECT subject FROM subject_alias WHERE id = ?2",
        params![Key::id(id), id],
        |row| row.int(0).map(SubjectId),
    )
}

pub(crate) fn exists(sql: &mut dyn Sql, subject: SubjectId) -> Result<bool> {
    let found = sql.first("SELECT 1 FROM subject WHERE no = ?1", params![subject], |row| row.int(0))?;
    Ok(found.is_some())
}

/// The claims of a subject, oldest first, in an order that does not depend on the order of arrival.
pub(crate) fn claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<Claim>> {
    Ok(numbered_claims_of(sql, subject)?.into_iter().map(|(_, claim)| claim).collect())
}

/// The same, each with its row number.
pub(crate) fn numbered_claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<(ClaimId, Claim)>> {
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
            Ok((ClaimId(row.int(0)?), claim))
        },
    )
}
