//! Reading the rows of subjects and claims inside a transaction.

use records::{Claim, Facts, keys::Key};

use crate::{
    ambient::from_micros,
    sql::{Result, Row, Sql, StoreError, params},
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

/// The last row number; used as an estimate of the count, because it needs no scan. The number of a subject that was deleted is not
/// given again: rows of the state may still have it, and entries of the key index.
pub(crate) fn last_subject(sql: &mut dyn Sql) -> Result<SubjectId> {
    let mut last = |question| Ok(sql.first(question, &[], |row| row.int(0))?.unwrap_or(0));
    let given = last("SELECT COALESCE(MAX(no), 0) FROM subject")?;
    let given_up = last("SELECT no FROM records_watermark WHERE name = 'subjects'")?;
    Ok(SubjectId(i64::max(given, given_up)))
}

/// Notes the last number that was given, where the subject of one was deleted.
pub(crate) fn note_last_subject(sql: &mut dyn Sql, last: SubjectId) -> Result<()> {
    sql.send(
        "INSERT INTO records_watermark (name, no) VALUES ('subjects', ?1)
         ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![last],
    )
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

/// Claims of one source about one subject that are read: of a chain, every outlet is a claim. With more, the newest
/// count, so that one more claim costs the same however many there are.
pub(crate) const CLAIMS_PER_SOURCE_MAX: usize = 500;

/// Sources of one subject whose claims are read.
const SOURCES_MAX: usize = 64;

/// The claims of a subject, oldest first, in an order that does not depend on the order of arrival.
pub(crate) fn claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<Claim>> {
    Ok(numbered_claims_of(sql, subject)?.into_iter().map(|(_, claim)| claim).collect())
}

/// Every claim of a subject, for whatever has to reach all of them, such as a deletion.
pub(crate) fn all_claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<Claim>> {
    Ok(all_numbered_claims_of(sql, subject)?.into_iter().map(|(_, claim)| claim).collect())
}

/// Every claim of a subject, each with its row number.
pub(crate) fn all_numbered_claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<(ClaimId, Claim)>> {
    sql.all(
        "SELECT no, source, reference, observed_at, digest, facts FROM claim WHERE subject = ?1
         ORDER BY observed_at, source, reference, digest",
        params![subject],
        |row| Ok((ClaimId(row.int(0)?), claim(row)?)),
    )
}

/// The claims of a subject as [`claims_of`] reads them, each with its row number.
pub(crate) fn numbered_claims_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<(ClaimId, Claim)>> {
    let mut claims = Vec::new();
    each_claim_of(sql, subject, &mut |row| {
        claims.push((row.int(4)?, ClaimId(row.int(0)?), claim(row)?));
        Ok(())
    })?;
    Ok(in_order(claims))
}

/// The claims of some subjects as [`claims_of`] reads them; without the subjects that have very many.
pub(crate) fn claims_of_all(
    sql: &mut dyn Sql,
    subjects: &[SubjectId],
) -> Result<Vec<(SubjectId, Vec<Claim>)>> {
    let mut all: Vec<_> = subjects.iter().map(|subject| (*subject, Vec::new())).collect();
    let mut large = each_claim_of_all(sql, subjects, &mut |number, row| {
        all[number].1.push((row.int(4)?, ClaimId(row.int(0)?), claim(row)?));
        Ok(())
    })?;
    while let Some(number) = large.pop() {
        all.swap_remove(number);
    }
    let claims = |claims| in_order(claims).into_iter().map(|(_, claim)| claim).collect();
    Ok(all.into_iter().map(|(subject, found)| (subject, claims(found))).collect())
}

/// Claims with their digests and row numbers, oldest first.
fn in_order(mut claims: Vec<(i64, ClaimId, Claim)>) -> Vec<(ClaimId, Claim)> {
    claims.sort_by(|(digest, _, one), (other_digest, _, other)| {
        (one.observed_at, &one.source, &one.reference, digest).cmp(&(
            other.observed_at,
            &other.source,
            &other.reference,
            other_digest,
        ))
    });
    claims.into_iter().map(|(_, id, claim)| (id, claim)).collect()
}

fn claim(row: &dyn Row) -> Result<Claim> {
    Ok(Claim {
        source: row.text(1)?,
        reference: row.text(2)?,
        observed_at: from_micros(row.int(3)?),
        facts: decode::<Facts>(row.bytes(5)?)?,
    })
}

/// Reads the claims of some subjects, each with the number of its subject: number, source, reference, time, digest and
/// facts. Returns the numbers of the subjects that have too many to be read together.
pub(crate) fn each_claim_of_all(
    sql: &mut dyn Sql,
    subjects: &[SubjectId],
    read: &mut dyn FnMut(usize, &dyn Row) -> Result<()>,
) -> Result<Vec<usize>> {
    // The limit is one more than `CLAIMS_PER_SOURCE_MAX`.
    const FEW: &str =
        "SELECT no, source, reference, observed_at, digest, facts FROM claim WHERE subject = ?1 LIMIT 501";
    const { assert!(CLAIMS_PER_SOURCE_MAX == 500) }
    let mut counts = vec![0; subjects.len()];
    sql.each_of(FEW, subjects.iter().map(|subject| [(*subject).into()]), &mut |number, row| {
        counts[number] += 1;
        read(number, row)
    })?;
    Ok((0..counts.len()).filter(|number| counts[*number] > CLAIMS_PER_SOURCE_MAX).collect())
}

/// Reads the claims of a subject, of each source the newest: number, source, reference, time, digest and facts.
pub(crate) fn each_claim_of(
    sql: &mut dyn Sql,
    subject: SubjectId,
    read: &mut dyn FnMut(&dyn Row) -> Result<()>,
) -> Result<()> {
    let mut source = String::new();
    for _ in 0..SOURCES_MAX {
        let next = "SELECT source FROM claim WHERE subject = ?1 AND source > ?2 ORDER BY source LIMIT 1";
        let Some(found) = sql.first(next, params![subject, &source], |row| row.text(0))? else { break };
        source = found;
        sql.each(
            "SELECT no, source, reference, observed_at, digest, facts FROM claim
             WHERE subject = ?1 AND source = ?2 ORDER BY observed_at DESC, no DESC LIMIT ?3",
            params![subject, &source, CLAIMS_PER_SOURCE_MAX as i64],
            read,
        )?;
    }
    Ok(())
}
