//! Claims that others are compared with, cached while many are filed in one transaction.

use std::{collections::HashMap, rc::Rc};

use records::sameness::Traits;

use crate::{
    identity::prepare::PreparedClaim,
    sql::{Result, Row, Sql},
    subjects::{
        codec::decode,
        ids::{ClaimId, SubjectId},
        rows::{each_claim_of, each_claim_of_all},
    },
};

/// Subjects whose claims are cached while claims are filed.
const SUBJECTS_KEPT_MAX: usize = 20_000;

/// A claim, as it is compared with others.
pub(super) struct ComparableClaim {
    /// Its row number; `None` for the claim that is being filed.
    pub(super) id: Option<ClaimId>,
    pub(super) subject: Option<SubjectId>,
    pub(super) source: String,
    pub(super) reference: String,
    pub(super) observed_at: i64,
    pub(super) digest: i64,
    pub(super) traits: Traits,
}

impl ComparableClaim {
    /// A claim that is being filed.
    pub(super) fn new(prepared: &PreparedClaim, traits: &Traits) -> Self {
        Self {
            id: None,
            subject: None,
            source: prepared.source.clone(),
            reference: prepared.reference.clone(),
            observed_at: prepared.observed_at,
            digest: prepared.digest,
            traits: traits.clone(),
        }
    }

    pub(super) fn row(&self) -> (&str, &str) {
        (&self.source, &self.reference)
    }

    pub(super) fn order(&self) -> (&str, &str, i64, i64) {
        (&self.source, &self.reference, self.observed_at, self.digest)
    }
}

/// Cached claims of the candidates, by subject, for one transaction.
#[derive(Default)]
pub(super) struct ClaimCache {
    /// With their traits weighted by how common they are.
    weighted: HashMap<SubjectId, Claims>,
    /// As they were read or filed, until they are compared.
    unweighted: HashMap<SubjectId, Vec<ComparableClaim>>,
}

/// The claims of a subject. Shared, because they are read while more are filed.
pub(super) type Claims = Rc<Vec<Rc<ComparableClaim>>>;

impl ClaimCache {
    /// The claims of a subject, if they were compared before.
    pub(super) fn weighted(&self, subject: SubjectId) -> Option<&Claims> {
        self.weighted.get(&subject)
    }

    pub(super) fn weighted_mut(&mut self, subject: SubjectId) -> Option<&mut Claims> {
        self.weighted.get_mut(&subject)
    }

    pub(super) fn has(&self, subject: SubjectId) -> bool {
        self.weighted.contains_key(&subject) || self.unweighted.contains_key(&subject)
    }

    /// Removes the claims of a subject that were not compared yet, to weight them.
    pub(super) fn take_unweighted(&mut self, subject: SubjectId) -> Option<Vec<ComparableClaim>> {
        self.unweighted.remove(&subject)
    }

    /// Drops the cached claims of a subject.
    pub(super) fn forget(&mut self, subject: SubjectId) {
        self.weighted.remove(&subject);
        self.unweighted.remove(&subject);
    }

    pub(super) fn keep(&mut self, subject: SubjectId, claims: Claims) {
        if self.weighted.len() >= SUBJECTS_KEPT_MAX {
            self.weighted.clear();
        }
        self.weighted.insert(subject, claims);
    }

    pub(super) fn keep_unweighted(&mut self, subject: SubjectId, claims: Vec<ComparableClaim>) {
        if self.unweighted.len() >= SUBJECTS_KEPT_MAX {
            self.unweighted.clear();
        }
        self.unweighted.insert(subject, claims);
    }

    /// Adds a claim to those of a subject that were not compared yet, if they are cached.
    pub(super) fn add_unweighted(&mut self, subject: SubjectId, claim: impl FnOnce() -> ComparableClaim) {
        if let Some(claims) = self.unweighted.get_mut(&subject) {
            claims.push(claim());
        }
    }
}

/// The claims of a subject, as they are compared.
pub(super) fn comparable_claims(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<ComparableClaim>> {
    let mut claims = Vec::new();
    each_claim_of(sql, subject, &mut |row| {
        claims.extend(comparable(subject, row)?);
        Ok(())
    })?;
    claims.sort_by_key(|claim| claim.id);
    Ok(claims)
}

/// The claims of some subjects, as they are compared; without those that have very many.
pub(super) fn comparable_claims_of_all(
    sql: &mut dyn Sql,
    subjects: &[SubjectId],
) -> Result<Vec<(SubjectId, Vec<ComparableClaim>)>> {
    let mut all: Vec<(SubjectId, Vec<ComparableClaim>)> =
        subjects.iter().map(|subject| (*subject, Vec::new())).collect();
    let mut large = each_claim_of_all(sql, subjects, &mut |number, row| {
        let (subject, claims) = &mut all[number];
        claims.extend(comparable(*subject, row)?);
        Ok(())
    })?;
    while let Some(number) = large.pop() {
        all.swap_remove(number);
    }
    all.iter_mut().for_each(|(_, claims)| claims.sort_by_key(|claim| claim.id));
    Ok(all)
}

fn comparable(subject: SubjectId, row: &dyn Row) -> Result<Option<ComparableClaim>> {
    let records::Facts::Person(facts) = decode(row.bytes(5)?)? else { return Ok(None) };
    Ok(Some(ComparableClaim {
        id: Some(ClaimId(row.int(0)?)),
        subject: Some(subject),
        source: row.text(1)?,
        reference: row.text(2)?,
        observed_at: row.int(3)?,
        digest: row.int(4)?,
        traits: Traits::of(&facts),
    }))
}
