//! Row numbers and other integers of the tables of subjects, as types, so that one is not taken for another.
//!
//! These stay inside the crate. The ids that callers see are texts (`subject.id`, `signal.id`, and those of `ids.rs`).

use crate::sql::Value;

macro_rules! integer {
    ($(#[$doc:meta] $name:ident;)*) => { $(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(pub(crate) i64);

        impl From<$name> for Value<'_> {
            fn from(value: $name) -> Self {
                Self::Int(value.0)
            }
        }

        impl From<&$name> for Value<'_> {
            fn from(value: &$name) -> Self {
                Self::Int(value.0)
            }
        }
    )* };
}

integer! {
    /// Row number of a subject. Later subjects have larger ones.
    SubjectId;
    /// Row number of a claim.
    ClaimId;
    /// Row number of a signal, in the order of insertion.
    SignalId;
    /// Tag of a person's profile in the key index, or [`NO_PROFILE`].
    ProfileTag;
    /// Sequence number of a change of a subject. Later changes have larger ones.
    ChangeNumber;
}

/// Profile tag for no profile, or more than one.
pub(crate) const NO_PROFILE: ProfileTag = ProfileTag(0);

impl SubjectId {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// Of the last subject: an estimate of how many there are.
    pub(crate) fn as_count(self) -> i64 {
        self.0
    }
}

impl ChangeNumber {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
