//! Warnings about values that were left out of a claim.

use serde::Serialize;

/// Declares each kind once, with the name it is counted under.
macro_rules! warning_kinds {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)+) => {
        /// Why a value was left out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum WarningKind { $($(#[$doc])* $variant,)+ }

        impl WarningKind {
            /// The name it is counted under.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }
    };
}

warning_kinds! {
    /// Not an email address.
    InvalidEmail = "invalid_email",
    /// Not a phone number.
    InvalidPhone = "invalid_phone",
    /// Not a domain.
    InvalidDomain = "invalid_domain",
    /// Not a URL of the professional network.
    InvalidNetworkUrl = "invalid_network_url",
    /// Not a profile on a known site.
    InvalidProfile = "invalid_profile",
    /// Not a country.
    InvalidCountry = "invalid_country",
    /// Not a date.
    InvalidDate = "invalid_date",
    /// Not a number.
    InvalidNumber = "invalid_number",
    /// Not a number of the register, or one with a typo.
    InvalidIdentifier = "invalid_identifier",
    /// Not an email status.
    InvalidStatus = "invalid_status",
    /// A value of the wrong JSON type, or an unknown field of a record.
    InvalidValue = "invalid_value",
    /// A placeholder of the vendor for a value that was not bought.
    LockedValue = "locked_value",
    /// The address of a person, given as a company's.
    PersonalAddress = "personal_address",
    /// A page on a shared site, given as a company's own domain.
    SharedSite = "shared_site",
    /// A list with more items than are kept.
    TooManyItems = "too_many_items",
    /// A row with more cells than the header has columns.
    RaggedRow = "ragged_row",
}

/// A value that was left out of a claim, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Why it was left out.
    pub kind: WarningKind,
    /// The field that the value was for.
    pub field: &'static str,
    /// Reason and remedy. Contains no personal data, so it may be logged.
    pub message: String,
}

#[derive(Debug, Default)]
pub(super) struct Warnings(pub(super) Vec<Warning>);

impl Warnings {
    pub(super) fn add(&mut self, kind: WarningKind, field: &'static str, message: impl ToString) {
        self.0.push(Warning { kind, field, message: message.to_string() });
    }

    /// The value; an error becomes a warning.
    pub(super) fn keep<T, E: ToString>(
        &mut self,
        kind: WarningKind,
        field: &'static str,
        result: Result<T, E>,
    ) -> Option<T> {
        result.map_err(|error| self.add(kind, field, error)).ok()
    }
}
