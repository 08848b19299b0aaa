//! Keys of the key index.

use sha2::{Digest, Sha256};

use crate::identifiers::external_id::ExternalId;

/// The first eight bytes, big-endian, of the SHA-256 of a kind byte and the value.
///
/// Keys are stored, so neither the hash nor the kinds may ever change. The hash is cryptographic because sources
/// choose the values and must not be able to construct collisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Kind {
    Email = 1,
    Phone = 2,
    Profile = 3,
    NameAtDomain = 4,
    NameAtCompany = 5,
    Domain = 6,
    CompanyPage = 7,
    CompanyName = 8,
    CompanySpelling = 9,
    Posting = 10,
    Block = 11,
    Id = 12,
    Employer = 13,
    Value = 14,
    Row = 15,
    GivenAtEmployer = 16,
    FamilyEndsAtEmployer = 17,
    CompanyStart = 18,
    CompanyWord = 19,
    CompanyPair = 20,
    CompanyInitials = 21,
    CompanySlip = 22,
    CompanyExternal = 23,
    PersonExternal = 24,
    GivenAndEndsAtEmployer = 25,
    FamilyAndInitialAtEmployer = 26,
    CompanyBlend = 27,
    Opening = 28,
}

impl Key {
    /// The key of a job posting's address.
    pub fn posting(url: &str) -> Self {
        Self::of(Kind::Posting, &[url])
    }

    /// The key of the positions that a company, by its domain or the key of its name, has under the key of a title.
    pub(crate) fn opening(company: &str, title: &str) -> Self {
        Self::of(Kind::Opening, &[company, title])
    }

    /// The key of a person's profile.
    pub fn profile(url: &str) -> Self {
        Self::of(Kind::Profile, &[url])
    }

    /// The key of a mailbox, given by its identity (equal for every spelling of the address).
    pub fn email(identity: &str) -> Self {
        Self::of(Kind::Email, &[identity])
    }

    /// The key of a phone number in E.164.
    pub fn phone(number: &str) -> Self {
        Self::of(Kind::Phone, &[number])
    }

    /// The key of a row of a source.
    pub fn row(source: &str, reference: &str) -> Self {
        Self::of(Kind::Row, &[source, reference])
    }

    /// The key of a record's own id.
    pub fn id(id: &str) -> Self {
        Self::of(Kind::Id, &[id])
    }

    /// The key of a person's identifier of a register.
    pub fn of_person(id: &ExternalId) -> Self {
        Self::of(Kind::PersonExternal, &[&id.scheme, &id.value])
    }

    /// The key of a company's identifier of a register.
    pub fn of_company(id: &ExternalId) -> Self {
        Self::of(Kind::CompanyExternal, &[&id.scheme, &id.value])
    }

    /// The key of the current employees of the company with this handle.
    pub fn employer(handle: &str) -> Self {
        Self::of(Kind::Employer, &[handle])
    }

    /// The key under which the frequency of a trait value is counted, such as a family name.
    pub fn value(kind: &str, value: &str) -> Self {
        Self::of(Kind::Value, &[kind, value])
    }

    /// The key of a block: coarse traits that two claims about the same person usually share.
    pub(crate) fn block(parts: &[&str]) -> Self {
        Self::of(Kind::Block, parts)
    }

    pub(super) fn of(kind: Kind, parts: &[&str]) -> Self {
        let mut hash = Sha256::new_with_prefix([kind as u8]);
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                hash.update([0]);
            }
            hash.update(part.as_bytes());
        }
        let digest = hash.finalize();
        Self(digest.iter().take(8).fold(0, |key, byte| (key << 8) | u64::from(*byte)))
    }
}

pub(super) fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_changes() {
        assert_eq!(Key::of(Kind::Domain, &["acme.example"]).0, 953_415_139_134_969_566);
    }
}
