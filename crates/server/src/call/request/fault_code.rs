//! The codes of faults in a request, defined once.

use std::fmt;

use engine::FilterFaultKind;
use serde::{Deserialize, Serialize};

macro_rules! fault_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident $word:literal;)+) => {
        /// Stable error code of a fault in a request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(into = "&'static str", from = "String")]
        pub enum FaultCode { $($(#[doc = $doc])+ $variant),+ }

        impl FaultCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as sent in answers.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

fault_codes! {
    /// The value cannot be read as what the field holds.
    InvalidValue "invalid_value";
    /// The field is missing.
    Required "required";
    /// No field that identifies the subject was sent.
    MissingIdentifier "missing_identifier";
    /// Two identifiers belong to different records.
    IdentifiersDisagree "identifiers_disagree";
    /// The value fits several records equally.
    Ambiguous "ambiguous";
    /// The value is not one of the listed ones.
    NotOneOf "not_one_of";
    /// The field has no effect in this request.
    NotApplicable "not_applicable";
    /// Two fields exclude each other.
    Contradiction "contradiction";
    /// The endpoint has no such field.
    UnknownField "unknown_field";
    /// The value has another JSON type.
    WrongType "wrong_type";
    /// The text has a control character.
    ControlCharacter "control_character";
    /// The list has too few items.
    TooFew "too_few";
    /// The list has too many items.
    TooMany "too_many";
    /// The text is too short.
    TooShort "too_short";
    /// The text is too long.
    TooLong "too_long";
    /// The number is below its minimum.
    TooSmall "too_small";
    /// The number is above its maximum.
    TooLarge "too_large";
    /// The number of credits is outside the range of a grant or refund.
    OutOfRange "out_of_range";
    /// The password is too easy to guess.
    WeakPassword "weak_password";
    /// The egress policy forbids the address.
    AddressRefused "address_refused";
    /// A filter has too many values.
    TooManyValues "too_many_values";
    /// A filter's value is not in its vocabulary.
    UnknownValue "unknown_value";
    /// A filter's value is empty.
    EmptyValue "empty_value";
    /// A filter's value is too long.
    ValueTooLong "value_too_long";
    /// A filter's number is too large.
    ValueTooLarge "value_too_large";
    /// A filter's minimum is above its maximum.
    ContradictoryRange "contradictory_range";
}

impl fmt::Display for FaultCode {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.as_str())
    }
}

impl From<FaultCode> for &'static str {
    fn from(code: FaultCode) -> Self {
        code.as_str()
    }
}

impl From<String> for FaultCode {
    /// Reads a stored code; one that this version does not have becomes the most general code.
    fn from(word: String) -> Self {
        Self::ALL.iter().copied().find(|code| code.as_str() == word).unwrap_or(Self::InvalidValue)
    }
}

impl From<FilterFaultKind> for FaultCode {
    fn from(kind: FilterFaultKind) -> Self {
        match kind {
            FilterFaultKind::TooManyValues => Self::TooManyValues,
            FilterFaultKind::UnknownValue => Self::UnknownValue,
            FilterFaultKind::InvalidValue => Self::InvalidValue,
            FilterFaultKind::EmptyValue => Self::EmptyValue,
            FilterFaultKind::ValueTooLong => Self::ValueTooLong,
            FilterFaultKind::ValueTooLarge => Self::ValueTooLarge,
            FilterFaultKind::ContradictoryRange => Self::ContradictoryRange,
            FilterFaultKind::NotApplicable => Self::NotApplicable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back_from_its_word() {
        for code in FaultCode::ALL {
            let text = serde_json::to_string(code).unwrap();
            assert_eq!(text, format!("\"{code}\""));
            assert_eq!(serde_json::from_str::<FaultCode>(&text).unwrap(), *code);
        }
        assert_eq!(FaultCode::from("of_another_version".to_owned()), FaultCode::InvalidValue);
    }
}
