//! A claim made ready to be filed: all that can be worked out before the one writer sees it.

use records::{Claim, Facts, Signal, keys::Key, sameness::Traits};
use sha2::{Digest, Sha256};

use crate::{
    ambient::from_micros,
    sql::{Result, StoreError},
    subjects::{
        codec::{decode, encode},
        subject::{Kind, KnownBy, Subject},
    },
};

/// Claims made ready to be filed.
///
/// Making them takes about as long as filing them and needs no database: whoever has many makes the next ones ready
/// while the last are being filed.
pub struct PreparedClaims(pub(crate) Vec<PreparedClaim>);

impl PreparedClaims {
    /// Makes claims ready.
    pub fn new(claims: Vec<Claim>) -> Result<Self> {
        Ok(Self(claims.into_iter().map(PreparedClaim::new).collect::<Result<_>>()?))
    }
}

/// A claim, and what it amounts to if it is the first of its subject: as it is written, since many wait at a time.
pub(crate) struct PreparedClaim {
    pub(crate) kind: Kind,
    pub(crate) source: String,
    pub(crate) reference: String,
    pub(crate) observed_at: i64,
    /// The facts as they are stored, and what tells them from others.
    pub(crate) facts: Vec<u8>,
    pub(crate) digest: i64,
    /// The id its subject gets when it makes one.
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) employer: Option<String>,
    pub(crate) record: Vec<u8>,
    /// The key of that id, and of what its source calls it.
    pub(crate) id_key: Key,
    pub(crate) row_key: Key,
    pub(crate) known_by: KnownBy,
    pub(crate) strong_keys: Vec<Key>,
    pub(crate) signals: Vec<Signal>,
    /// What tells people apart.
    pub(crate) traits: Option<Traits>,
}

impl PreparedClaim {
    pub(crate) fn new(claim: Claim) -> Result<Self> {
        Self::with_attempt(claim, 0)
    }

    /// What its source calls it.
    pub(crate) fn row(&self) -> (&str, &str) {
        (&self.source, &self.reference)
    }

    /// The claim as it will be read back.
    pub(crate) fn claim(&self) -> Result<Claim> {
        Ok(Claim {
            source: self.source.clone(),
            reference: self.reference.clone(),
            observed_at: from_micros(self.observed_at),
            facts: decode(&self.facts)?,
        })
    }

    /// The subject that this claim makes alone.
    pub(crate) fn alone(&self) -> Result<Subject> {
        Subject::decode(self.kind, &self.record)
    }

    /// Where whoever may be the same is looked for.
    pub(crate) fn blocks(&self) -> &[Key] {
        self.traits.as_ref().map(Traits::blocks).unwrap_or_default()
    }

    /// The same for a subject whose id is taken by another.
    pub(crate) fn renamed(&self, attempt: u32) -> Result<Self> {
        Self::with_attempt(self.claim()?, attempt)
    }

    /// The record that several claims make, called after the first.
    pub(crate) fn of_claims(claims: &[Claim], attempt: u32) -> Result<Self> {
        let first = claims.first().ok_or(StoreError::NotFound("claim"))?;
        let mut prepared = Self::with_attempt(first.clone(), attempt)?;
        prepared.become_record_of(claims)?;
        Ok(prepared)
    }

    fn with_attempt(mut claim: Claim, attempt: u32) -> Result<Self> {
        // Read back, a time has microseconds; filed finer, the same claim would be another.
        claim.observed_at = from_micros(claim.observed_at.as_microsecond());
        let facts = encode(&claim.facts)?;
        let kind = Kind::of(&claim.facts);
        let id = kind.id(&claim.source, &claim.reference, attempt);
        let mut prepared = Self {
            kind,
            digest: i64::from_le_bytes(first_eight(&Sha256::digest(&facts))),
            facts,
            label: String::new(),
            employer: None,
            record: Vec::new(),
            id_key: Key::id(&id),
            row_key: Key::row(&claim.source, &claim.reference),
            known_by: KnownBy::default(),
            strong_keys: Vec::new(),
            signals: Vec::new(),
            traits: traits(&claim),
            observed_at: claim.observed_at.as_microsecond(),
            source: String::new(),
            reference: String::new(),
            id,
        };
        prepared.strong_keys = prepared.become_record_of(std::slice::from_ref(&claim))?.strong_keys();
        (prepared.source, prepared.reference) = (claim.source, claim.reference);
        Ok(prepared)
    }

    fn become_record_of(&mut self, claims: &[Claim]) -> Result<Subject> {
        let subject = Subject::of(&self.id, claims);
        self.label = subject.label();
        self.employer = subject.employer().cloned();
        self.record = subject.encode()?;
        self.known_by = subject.known_by();
        self.signals = subject.signals(claims);
        Ok(subject)
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
