//! Ids of records as answers show them and requests take them: `per_…` of a person, `com_…` of a company.

use thiserror::Error;

/// The longest id.
const ID_BYTES_MAX: usize = 64;

/// What the record of an id is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// A person.
    Person,
    /// A company.
    Company,
}

impl RecordKind {
    /// What every id of this kind begins with.
    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::Person => "per_",
            Self::Company => "com_",
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Company => "company",
        }
    }

    /// Checks that a text is an id of this kind, whether there is such a record or not.
    pub fn check_id(self, text: &str) -> Result<(), InvalidRecordId> {
        let text = text.trim();
        if self.is_id(text) {
            return Ok(());
        }
        let other = [Self::Person, Self::Company].into_iter().find(|kind| kind.is_id(text));
        Err(match other {
            Some(other) => InvalidRecordId::OtherKind {
                given: other.noun(),
                wanted: self.noun(),
                prefix: self.id_prefix(),
            },
            None => InvalidRecordId::NotAnId { wanted: self.noun(), prefix: self.id_prefix() },
        })
    }

    fn is_id(self, text: &str) -> bool {
        let is_digit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        text.len() <= ID_BYTES_MAX
            && text
                .strip_prefix(self.id_prefix())
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_digit))
    }
}

/// Why a text is not the id that is wanted, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidRecordId {
    /// An id of the other kind.
    #[error("this is the id of a {given}; give that of a {wanted}, which begins with {prefix}")]
    OtherKind {
        /// Kind of the id that was given.
        given: &'static str,
        /// Kind that is wanted.
        wanted: &'static str,
        /// What its ids begin with.
        prefix: &'static str,
    },
    /// No id at all.
    #[error("not the id of a {wanted}; give the `id` of an answer, which begins with {prefix}")]
    NotAnId {
        /// Kind that is wanted.
        wanted: &'static str,
        /// What its ids begin with.
        prefix: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_another_kind_or_none_is_told_from_one_of_the_kind() {
        for (kind, own, other) in
            [(RecordKind::Person, "per_8pkp1z", "com_8pkp1z"), (RecordKind::Company, "com_1", "per_1")]
        {
            assert_eq!(kind.check_id(own), Ok(()));
            assert_eq!(kind.check_id(&format!(" {own} ")), Ok(()));
            assert!(matches!(kind.check_id(other), Err(InvalidRecordId::OtherKind { .. })), "{other}");
            let long = format!("{}{}", kind.id_prefix(), "a".repeat(ID_BYTES_MAX));
            for text in ["", kind.id_prefix(), "42", "PER_1", "per 1", "per_ÄÄ", "com_a-b", "sig_1", &long]
            {
                assert!(matches!(kind.check_id(text), Err(InvalidRecordId::NotAnId { .. })), "{text}");
            }
        }
    }
}
