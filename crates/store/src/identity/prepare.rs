//! Prepared claims: parsed, encoded and keyed before the single writer sees them.

use records::{Claim, Facts, Signal, external_id::drop_ambiguous, keys::Key, sameness::Traits};
use sha2::{Digest, Sha256};

use crate::{
    ambient::from_micros,
    identity::stated_employer::StatedEmployer,
    sql::{Result, StoreError},
    subjects::{
        codec::{compress, decode, encode},
        subject::{Kind, KnownBy, Subject},
    },
};

/// Claims prepared for filing.
///
/// Preparing takes about as long as filing and needs no database, so an import prepares the next batch while the
/// previous one is being filed.
pub struct PreparedClaims(pub(crate) Vec<PreparedClaim>);

impl PreparedClaims {
    /// Prepares claims for filing.
    pub fn new(claims: Vec<Claim>) -> Result<Self> {
        Ok(Self(claims.into_iter().map(PreparedClaim::new).collect::<Result<_>>()?))
    }
}

/// A claim, and the record it makes if it is the first of its subject. Encoded, because many are queued at a time.
pub(crate) struct PreparedClaim {
    pub(crate) kind: Kind,
    pub(crate) source: String,
    pub(crate) reference: String,
    pub(crate) observed_at: i64,
    /// The facts as they are stored; `digest` is the start of the hash of their JSON.
    pub(crate) facts: Vec<u8>,
    pub(crate) digest: i64,
    /// The id of the subject if this claim creates one.
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) employer: Option<String>,
    pub(crate) record: Vec<u8>,
    /// The key of `id`, and of the source's row.
    pub(crate) id_key: Key,
    pub(crate) row_key: Key,
    pub(crate) known_by: KnownBy,
    pub(crate) strong_keys: Vec<Key>,
    pub(crate) signals: Vec<Signal>,
    /// Of a person: the traits that claims are compared by.
    pub(crate) traits: Option<Traits>,
    /// Of a person: the employer, if what is stated of it identifies a company.
    pub(crate) at: Option<Box<StatedEmployer>>,
}

impl PreparedClaim {
    pub(crate) fn new(claim: Claim) -> Result<Self> {
        Self::with_attempt(claim, 0)
    }

    /// Source and row id.
    pub(crate) fn row(&self) -> (&str, &str) {
        (&self.source, &self.reference)
    }

    /// The claim, decoded as a later read would return it.
    pub(crate) fn claim(&self) -> Result<Claim> {
        Ok(Claim {
            source: self.source.clone(),
            reference: self.reference.clone(),
            observed_at: from_micros(self.observed_at),
            facts: decode(&self.facts)?,
        })
    }

    /// The record of this claim alone.
    pub(crate) fn alone(&self) -> Result<Subject> {
        Subject::decode(self.kind, &self.record)
    }

    /// Blocks in which candidates are looked up.
    pub(crate) fn blocks(&self) -> &[Key] {
        self.traits.as_ref().map(Traits::blocks).unwrap_or_default()
    }

    /// The same claim with another id, because its id is in use.
    pub(crate) fn renamed(&self, attempt: u32) -> Result<Self> {
        Self::with_attempt(self.claim()?, attempt)
    }

    /// The record that several claims merge to, with an id made from the first.
    pub(crate) fn of_claims(claims: &[Claim], attempt: u32) -> Result<Self> {
        let first = claims.first().ok_or(StoreError::NotFound("claim"))?;
        let mut prepared = Self::with_attempt(first.clone(), attempt)?;
        prepared.become_record_of(claims)?;
        Ok(prepared)
    }

    fn with_attempt(mut claim: Claim, attempt: u32) -> Result<Self> {
        // The store keeps microseconds. With a finer time, the same claim read back would differ.
        claim.observed_at = from_micros(claim.observed_at.as_microsecond());
        match &mut claim.facts {
            Facts::Person(facts) => drop_ambiguous(&mut facts.identifiers),
            Facts::Company(facts) => drop_ambiguous(&mut facts.identifiers),
            Facts::Job(_) => {}
        }
        let facts = encode(&claim.facts)?;
        let kind = Kind::of(&claim.facts);
        let id = kind.id(&claim.source, &claim.reference, attempt);
        let mut prepared = Self {
            kind,
            digest: i64::from_le_bytes(first_eight(&Sha256::digest(&facts))),
            facts: compress(&facts)?,
            label: String::new(),
            employer: None,
            record: Vec::new(),
            id_key: Key::id(&id),
            row_key: Key::row(&claim.source, &claim.reference),
            known_by: KnownBy::default(),
            strong_keys: Vec::new(),
            signals: Vec::new(),
            traits: traits(&claim),
            at: None,
            observed_at: claim.observed_at.as_microsecond(),
            source: String::new(),
            reference: String::new(),
            id,
        };
        let alone = prepared.become_record_of(std::slice::from_ref(&claim))?;
        prepared.strong_keys = alone.strong_keys();
        prepared.at = StatedEmployer::of(&alone).map(Box::new);
        (prepared.source, prepared.reference) = (claim.source, claim.reference);
        Ok(prepared)
    }

    fn become_record_of(&mut self, claims: &[Claim]) -> Result<Subject> {
        let subject = Subject::of(&self.id, claims);
        self.label = subject.label();
        self.employer = subject.employer();
        self.record = subject.encode()?;
        self.known_by = subject.known_by();
        self.signals = subject.signals(claims);
        Ok(subject)
    }
}

/// The traits of a claim about a person.
pub(crate) fn traits(claim: &Claim) -> Option<Traits> {
    match &claim.facts {
        Facts::Person(facts) => Some(Traits::of(facts)),
        Facts::Company(_) | Facts::Job(_) => None,
    }
}

fn first_eight(bytes: &[u8]) -> [u8; 8] {
    bytes.first_chunk().copied().unwrap_or_default()
}
