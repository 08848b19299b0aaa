//! Earlier claims of a source under one of its ids, and whether a claim is new after them.
//!
//! A repeated claim only updates when its facts were last confirmed: a claim that arrives later may lie between the
//! first statement and the repeat, and the result must not depend on the order of arrival.

use std::collections::HashMap;

use records::keys::Key;

use crate::{
    identity::prepare::PreparedClaim,
    sql::{Result, Row, Sql, params},
    subjects::{
        ids::{ClaimId, SubjectId},
        subject::Kind,
    },
};

/// A stored claim of the same source and id.
pub(super) struct PriorClaim {
    id: ClaimId,
    observed_at: i64,
    /// When the source last repeated the same facts.
    repeated_at: Option<i64>,
    digest: i64,
    pub(super) subject: SubjectId,
}

/// What a claim adds to the earlier claims of its source.
pub(super) enum Novelty {
    /// The source sent the same facts before.
    Repeat,
    /// The source sent the same facts with a later date before: the earlier date becomes the start of validity. Holds
    /// the subject.
    Backdated(SubjectId),
    /// The facts are new. `reverted` is the subject to whose earlier facts the source has returned since.
    New { reverted: Option<SubjectId> },
}

/// The claims of the source under this id, ordered by observation. People and companies of a source may share ids.
const OF_ROW: &str = "SELECT c.no, c.observed_at, c.repeated_at, c.digest, c.subject
     FROM claim c JOIN subject s ON s.no = c.subject
     WHERE c.source = ?1 AND c.reference = ?2 AND s.kind = ?3 ORDER BY c.observed_at, c.digest";

fn read_prior(row: &dyn Row) -> Result<PriorClaim> {
    Ok(PriorClaim {
        id: ClaimId(row.int(0)?),
        observed_at: row.int(1)?,
        repeated_at: row.int_or_null(2)?,
        digest: row.int(3)?,
        subject: SubjectId(row.int(4)?),
    })
}

/// Earlier claims of rows that will be filed, read together. They are used once, and dropped when their subject changes.
#[derive(Default)]
pub(super) struct PriorClaims(HashMap<(Key, Kind), Vec<PriorClaim>>);

impl PriorClaims {
    pub(super) fn read_ahead(&mut self, sql: &mut dyn Sql, claims: &[&PreparedClaim]) -> Result<()> {
        let row = |claim: &PreparedClaim| (claim.row_key, claim.kind);
        let mut numbers: HashMap<(Key, Kind), usize> = HashMap::new();
        let mut rows: Vec<&PreparedClaim> = Vec::new();
        for claim in claims {
            numbers.entry(row(claim)).or_insert_with(|| {
                rows.push(claim);
                rows.len() - 1
            });
        }
        let sets = rows
            .iter()
            .map(|claim| [(&claim.source).into(), (&claim.reference).into(), (claim.kind as i64).into()]);
        let mut read: Vec<Vec<PriorClaim>> = rows.iter().map(|_| Vec::new()).collect();
        sql.each_of(OF_ROW, sets, &mut |number, found| {
            read[number].push(read_prior(found)?);
            Ok(())
        })?;
        for (claim, mut prior) in rows.into_iter().zip(read) {
            prior.sort_by_key(|prior| (prior.observed_at, prior.digest));
            self.0.insert(row(claim), prior);
        }
        Ok(())
    }

    /// The earlier claims of a row.
    pub(super) fn of(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim) -> Result<Vec<PriorClaim>> {
        if let Some(prior) = self.0.remove(&(prepared.row_key, prepared.kind)) {
            return Ok(prior);
        }
        sql.all(OF_ROW, params![&prepared.source, &prepared.reference, prepared.kind as i64], read_prior)
    }

    /// Drops what was read of rows that have claims of this subject.
    pub(super) fn forget(&mut self, subject: SubjectId) {
        self.0.retain(|_, prior| prior.iter().all(|prior| prior.subject != subject));
    }
}

/// Classifies a claim, and updates the times of the stored claim it repeats. `next` is the number of the next claim.
pub(super) fn classify(
    sql: &mut dyn Sql,
    prior: &[PriorClaim],
    prepared: &PreparedClaim,
    next: impl FnOnce() -> ClaimId,
) -> Result<Novelty> {
    let (at, digest) = (prepared.observed_at, prepared.digest);
    let later = prior.partition_point(|prior| (prior.observed_at, prior.digest) <= (at, digest));
    if let Some(before) = later.checked_sub(1).and_then(|before| prior.get(before)) {
        // A source may state several facts of one row at one time, and repeat them one after the other.
        let mut of_same_time =
            prior[..later].iter().rev().take_while(|one| one.observed_at == before.observed_at);
        if let Some(same) = of_same_time.find(|one| one.digest == digest) {
            if at > same.repeated_at.unwrap_or(same.observed_at) {
                update_times(sql, same.id, same.observed_at, Some(at))?;
            }
            return Ok(Novelty::Repeat);
        }
        if let Some(repeated_at) = before.repeated_at.filter(|repeated_at| *repeated_at > at) {
            // The source went from the earlier facts to these and back: the repeat becomes a claim of its own.
            update_times(sql, before.id, before.observed_at, None)?;
            insert_repeat(sql, before.id, next(), repeated_at)?;
            return Ok(Novelty::New { reverted: Some(before.subject) });
        }
    }
    match prior.get(later) {
        Some(after) if after.digest == digest => {
            let repeated_at = after.repeated_at.unwrap_or(after.observed_at);
            update_times(sql, after.id, at, Some(repeated_at))?;
            Ok(Novelty::Backdated(after.subject))
        }
        _ => Ok(Novelty::New { reverted: None }),
    }
}

fn update_times(sql: &mut dyn Sql, claim: ClaimId, observed_at: i64, repeated_at: Option<i64>) -> Result<()> {
    sql.send(
        "UPDATE claim SET observed_at = ?2, repeated_at = ?3 WHERE no = ?1",
        params![claim, observed_at, repeated_at],
    )?;
    Ok(())
}

/// Inserts a stored claim again, observed at a later time.
fn insert_repeat(sql: &mut dyn Sql, claim: ClaimId, as_claim: ClaimId, at: i64) -> Result<()> {
    sql.send(
        "INSERT INTO claim (no, subject, source, reference, observed_at, digest, facts)
         SELECT CAST(?2 AS BIGINT), subject, source, reference, CAST(?3 AS BIGINT), digest, facts
         FROM claim WHERE no = ?1",
        params![claim, as_claim, at],
    )?;
    Ok(())
}
