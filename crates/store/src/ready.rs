//! A claim made ready to be filed: all that can be worked out before the one writer sees it.

use records::{Claim, Facts, Signal, keys::Key, sameness::Traits};
use sha2::{Digest, Sha256};

use crate::{
    ambient::from_micros,
    record::encode,
    sql::{Result, StoreError},
    subject::{Kind, Subject},
};

/// Claims made ready to be filed.
///
/// Making them takes about as long as filing them and needs no database: whoever has many makes the next ones ready
/// while the last are being filed.
pub struct ReadyClaims(pub(crate) Vec<Ready>);

impl ReadyClaims {
    /// Makes claims ready.
    pub fn new(claims: Vec<Claim>) -> Result<Self> {
        Ok(Self(claims.into_iter().map(Ready::new).collect::<Result<_>>()?))
    }
}

/// A claim, and what it amounts to if it is the first of its subject.
pub(crate) struct Ready {
    pub(crate) claim: Claim,
    /// The facts as they are stored, and what tells them from others.
    pub(crate) facts: Vec<u8>,
    pub(crate) digest: i64,
    /// The id its subject gets when it makes one.
    pub(crate) id: String,
    /// The subject that this claim makes alone, and its stored form.
    pub(crate) alone: Subject,
    pub(crate) record: Vec<u8>,
    pub(crate) keys: Vec<Key>,
    pub(crate) strong_keys: Vec<Key>,
    pub(crate) signals: Vec<Signal>,
    /// What tells people apart, and where whoever may be the same is looked for.
    pub(crate) traits: Option<Traits>,
    pub(crate) blocks: Vec<Key>,
}

impl Ready {
    pub(crate) fn new(mut claim: Claim) -> Result<Self> {
        // Read back, a time has microseconds; filed finer, the same claim would be another.
        claim.observed_at = from_micros(claim.observed_at.as_microsecond());
        Self::with_attempt(claim, 0)
    }

    /// The same for a subject whose id is taken by another.
    pub(crate) fn renamed(&self, attempt: u32) -> Result<Self> {
        Self::with_attempt(self.claim.clone(), attempt)
    }

    /// The record that several claims make, called after the first.
    pub(crate) fn of_claims(claims: &[Claim], attempt: u32) -> Result<Self> {
        let first = claims.first().ok_or(StoreError::NotFound("claim"))?;
        let mut ready = Self::with_attempt(first.clone(), attempt)?;
        ready.alone = Subject::of(&ready.id, claims);
        ready.record = ready.alone.encode()?;
        ready.keys = ready.alone.keys();
        ready.signals = ready.alone.signals(claims);
        Ok(ready)
    }

    fn with_attempt(claim: Claim, attempt: u32) -> Result<Self> {
        let facts = encode(&claim.facts)?;
        let digest = i64::from_le_bytes(first_eight(&Sha256::digest(&facts)));
        let id = Kind::of(&claim.facts).id(&claim.source, &claim.reference, attempt);
        let alone = Subject::of(&id, std::slice::from_ref(&claim));
        let traits = traits(&claim);
        Ok(Self {
            facts,
            digest,
            record: alone.encode()?,
            keys: alone.keys(),
            strong_keys: alone.strong_keys(),
            signals: alone.signals(std::slice::from_ref(&claim)),
            blocks: traits.as_ref().map(Traits::blocks).unwrap_or_default(),
            id,
            alone,
            traits,
            claim,
        })
    }
}

/// What a claim says that tells people apart.
pub(crate) fn traits(claim: &Claim) -> Option<Traits> {
    match &claim.facts {
        Facts::Person(facts) => Some(Traits::of(facts)),
        Facts::Company(_) | Facts::Job(_) => None,
    }
}

fn first_eight(bytes: &[u8]) -> [u8; 8] {
    bytes.first_chunk().copied().unwrap_or_default()
}
