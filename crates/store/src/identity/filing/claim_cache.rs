//! Claims that others are compared with, cached while many are filed in one transaction.

use std::{collections::HashMap, rc::Rc};

use records::sameness::Traits;

use crate::{
    identity::prepare::PreparedClaim,
    sql::{Result, Sql},
    subjects::{
        codec::decode,
        ids::{ClaimId, SubjectId},
        rows::each_claim_of,
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
pub(super) struct ClaimCache(pub(super) HashMap<SubjectId, Claims>);

/// The claims of a subject. Shared, because they are read while more are filed.
pub(super) type Claims = Rc<Vec<Rc<ComparableClaim>>>;

impl ClaimCache {
    /// Drops the cached claims of a subject.
    pub(super) fn forget(&mut self, subject: SubjectId) {
        self.0.remove(&subject);
    }

    pub(super) fn keep(&mut self, subject: SubjectId, claims: Claims) {
        if self.0.len() >= SUBJECTS_KEPT_MAX {
            self.0.clear();
        }
        self.0.insert(subject, claims);
    }
}

/// The claims of a subject, as they are compared.
pub(super) fn comparable_claims(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<ComparableClaim>> {
    let mut claims = Vec::new();
    each_claim_of(sql, subject, &mut |row| {
        if let records::Facts::Person(facts) = decode(row.bytes(5)?)? {
            claims.push(ComparableClaim {
                id: Some(ClaimId(row.int(0)?)),
                subject: Some(subject),
                source: row.text(1)?,
                reference: row.text(2)?,
                observed_at: row.int(3)?,
                digest: row.int(4)?,
                traits: Traits::of(&facts),
            });
        }
        Ok(())
    })?;
    claims.sort_by_key(|claim| claim.id);
    Ok(claims)
}
