//! What was wrong with a value that was left out of a claim.

use serde::Serialize;

/// Declares the kinds once, each with the word it is counted under.
macro_rules! warning_kinds {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)+) => {
        /// What sort of value was left out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum WarningKind { $($(#[$doc])* $variant,)+ }

        impl WarningKind {
            /// The word it is counted under.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }
    };
}

warning_kinds! {
    /// No email address.
    InvalidEmail = "invalid_email",
    /// No phone number.
    InvalidPhone = "invalid_phone",
    /// No domain.
    InvalidDomain = "invalid_domain",
    /// No address on the professional network.
    InvalidNetworkUrl = "invalid_network_url",
    /// No profile on a known site.
    InvalidProfile = "invalid_profile",
    /// No country.
    InvalidCountry = "invalid_country",
    /// No date.
    InvalidDate = "invalid_date",
    /// No number.
    InvalidNumber = "invalid_number",
    /// No email status.
    InvalidStatus = "invalid_status",
    /// A value of the wrong JSON type, or an unknown field of a record.
    InvalidValue = "invalid_value",
    /// A placeholder for a value that the vendor has not sold yet.
    LockedValue = "locked_value",
    /// A page on a site that many share, given as a company's own.
    SharedSite = "shared_site",
    /// More items in a list than are kept.
    TooManyItems = "too_many_items",
    /// More cells than the header has columns.
    RaggedRow = "ragged_row",
}

/// A value that was left out of a claim, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What sort of value.
    pub kind: WarningKind,
    /// The field it was for.
    pub field: &'static str,
    /// Why, and what to do about it. Holds no personal data, so that it may be logged.
    pub message: String,
}

/// The warnings of one row.
#[derive(Debug, Default)]
pub(super) struct Warnings(pub(super) Vec<Warning>);

impl Warnings {
    pub(super) fn add(&mut self, kind: WarningKind, field: &'static str, message: impl ToString) {
        self.0.push(Warning { kind, field, message: message.to_string() });
    }

    /// The value, or none and a warning.
    pub(super) fn keep<T, E: ToString>(
        &mut self,
        kind: WarningKind,
        field: &'static str,
        result: Result<T, E>,
    ) -> Option<T> {
        result.map_err(|error| self.add(kind, field, error)).ok()
    }
}
