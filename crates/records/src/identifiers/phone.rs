//! Phone numbers: from any written form to E.164, with country and line type.

mod fiction;

use std::borrow::Cow;
use std::fmt;

use rlibphonenumber::{
    NumberLengthType, PHONE_NUMBER_UTIL, ParseError, PhoneNumberFormat, PhoneNumberType, Region,
    ValidationError,
};
use thiserror::Error;

use crate::LineType;

const INPUT_LIMIT_BYTES: usize = 250;

/// Minimum number of digits of a number without plus that may include a country code.
const DIGITS_WITH_COUNTRY_CODE: usize = 11;

/// Why a text is not a phone number, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidPhone {
    /// Empty input.
    #[error("the phone is empty; give one such as +14155550123")]
    Empty,
    /// The text contains no phone number.
    #[error("no phone number can be read from this; give one such as +14155550123")]
    NotANumber,
    /// A national number without a default country.
    #[error("the country is not known; begin the number with + and the country code")]
    NeedsCountry,
    /// The default country is not an ISO 3166-1 alpha-2 code with a numbering plan.
    #[error("`{0}` is not a two-letter country code such as US")]
    UnknownCountry(String),
    /// No country has this calling code.
    #[error("no country has this calling code; check the digits after the +")]
    InvalidCountryCode,
    /// Fewer digits than any number in that country.
    #[error("the number is too short for its country; check for missing digits")]
    TooShort,
    /// More digits than any number in that country.
    #[error("the number is too long for its country; check for extra digits")]
    TooLong,
    /// The length is right, but the country does not assign such numbers.
    #[error("no such number is given out in its country; check the digits after the country code")]
    NotAssigned,
}

/// A phone number in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PhoneNumber {
    e164: String,
    country: Option<[u8; 2]>,
    line_type: LineType,
    fictional: bool,
}

impl PhoneNumber {
    /// Parses a number in international form, or in the national form of `default_country` (alpha-2).
    pub fn parse(input: &str, default_country: Option<&str>) -> Result<Self, InvalidPhone> {
        let text = input.trim();
        if text.is_empty() {
            return Err(InvalidPhone::Empty);
        }
        if text.len() > INPUT_LIMIT_BYTES {
            return Err(InvalidPhone::NotANumber);
        }
        let region = default_country.map(region_of).transpose()?;
        let text = with_plus_for_double_zero(text);
        match Self::read(&text, region) {
            Err(fault) if !text.starts_with(['+', '＋']) && may_include_country_code(&text) => {
                Self::read(&format!("+{text}"), None).map_err(|_| fault)
            }
            outcome => outcome,
        }
    }

    fn read(text: &str, region: Option<Region>) -> Result<Self, InvalidPhone> {
        let number = PHONE_NUMBER_UTIL.parse(text, region).map_err(|fault| match fault {
            ParseError::InvalidCountryCode if region.is_none() && !text.starts_with(['+', '＋']) => {
                InvalidPhone::NeedsCountry
            }
            ParseError::InvalidCountryCode => InvalidPhone::InvalidCountryCode,
            ParseError::NotANumber(_) => InvalidPhone::NotANumber,
            ParseError::TooShortAfterIdd | ParseError::TooShortNsn => InvalidPhone::TooShort,
            ParseError::TooLongNsn => InvalidPhone::TooLong,
        })?;
        let e164 = PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::E164).into_owned();
        let country = number.get_region_code().and_then(country_of);
        if let Some(range) = fiction::range_of(&e164) {
            let country = range.country.or(country);
            return Ok(Self { e164, country, line_type: range.line_type, fictional: true });
        }
        match number.is_possible_with_reason() {
            Err(ValidationError::InvalidCountryCode) => return Err(InvalidPhone::InvalidCountryCode),
            Err(ValidationError::TooLong) => return Err(InvalidPhone::TooLong),
            Err(ValidationError::TooShort | ValidationError::InvalidLength)
            | Ok(NumberLengthType::IsPossibleLocalOnly) => return Err(InvalidPhone::TooShort),
            Ok(NumberLengthType::IsPossible) => {}
        }
        if !number.is_valid() {
            return Err(InvalidPhone::NotAssigned);
        }
        Ok(Self { e164, country, line_type: line_type_of(number.get_type()), fictional: false })
    }

    /// E.164, with the leading plus.
    pub fn e164(&self) -> &str {
        &self.e164
    }

    /// The digits that the number is written with inside its country: without the country code, and with the prefix that is
    /// dialled before it, where there is one.
    pub fn national_digits(&self) -> Vec<String> {
        let Ok(number) = PHONE_NUMBER_UTIL.parse(&self.e164, None) else { return Vec::new() };
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let dialled = digits(&PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::National));
        let mut written = vec![number.get_national_significant_number()];
        if !written.contains(&dialled) {
            written.push(dialled);
        }
        written
    }

    /// ISO 3166-1 alpha-2 code of the country, if the numbering plan determines it.
    pub fn country(&self) -> Option<&str> {
        self.country.as_ref().and_then(|code| std::str::from_utf8(code).ok())
    }

    /// Line type, as far as the numbering plan determines it.
    pub fn line_type(&self) -> LineType {
        self.line_type
    }

    /// Whether a regulator reserves this number for films and examples, so that it is never assigned.
    pub fn is_fictional(&self) -> bool {
        self.fictional
    }
}

impl fmt::Display for PhoneNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.e164)
    }
}

fn region_of(code: &str) -> Result<Region, InvalidPhone> {
    let unknown = || InvalidPhone::UnknownCountry(code.to_owned());
    let region = Region::from_code(&code.trim().to_ascii_uppercase()).map_err(|_| unknown())?;
    PHONE_NUMBER_UTIL.get_country_code_for_region(region).map(|_| region).ok_or_else(unknown)
}

fn country_of(region: Region) -> Option<[u8; 2]> {
    // Non-geographic calling codes, such as +800, have the region 001.
    region.as_region_str().as_bytes().try_into().ok()
}

/// Replaces a leading `00`, the international prefix of most countries; no national number begins with it.
fn with_plus_for_double_zero(text: &str) -> Cow<'_, str> {
    let rest = text.strip_prefix("00").or_else(|| text.strip_prefix("００"));
    match rest {
        Some(rest) => Cow::Owned(format!("+{}", rest.trim_start_matches([' ', '-', '.', '/']))),
        None => Cow::Borrowed(text),
    }
}

fn may_include_country_code(text: &str) -> bool {
    let mut digits = text.chars().filter(|character| character.is_alphanumeric());
    !matches!(digits.next(), None | Some('0')) && digits.count() + 1 >= DIGITS_WITH_COUNTRY_CODE
}

fn line_type_of(kind: PhoneNumberType) -> LineType {
    match kind {
        PhoneNumberType::Mobile => LineType::Mobile,
        PhoneNumberType::FixedLine => LineType::Landline,
        PhoneNumberType::FixedLineOrMobile => LineType::MobileOrLandline,
        PhoneNumberType::VoIP => LineType::Voip,
        PhoneNumberType::Unknown => LineType::Unknown,
        PhoneNumberType::TollFree
        | PhoneNumberType::PremiumRate
        | PhoneNumberType::SharedCost
        | PhoneNumberType::PersonalNumber
        | PhoneNumberType::Pager
        | PhoneNumberType::UAN
        | PhoneNumberType::VoiceMail => LineType::Other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_of_a_number_have_one_normal_form() {
        for (input, country, expected) in [
            ("+1 415 682 2671", None, "+14156822671"),
            ("+1 (415) 682-2671 ext. 12", None, "+14156822671"),
            ("001 415 682 2671", None, "+14156822671"),
            ("0049 30 901820", Some("US"), "+4930901820"),
            ("(415) 682-2671", Some("us"), "+14156822671"),
            ("415.682.2671 x99", Some("US"), "+14156822671"),
            ("14156822671", None, "+14156822671"),
            ("011 49 30 901820", Some("US"), "+4930901820"),
            ("+49 (0)30 901820", None, "+4930901820"),
            ("030/901820", Some("DE"), "+4930901820"),
            ("0171 1234567", Some("DE"), "+491711234567"),
            ("4917112345678", Some("GB"), "+4917112345678"),
            ("tel:+49-30-901820", None, "+4930901820"),
            ("＋４９ ３０ ９０１８２０", None, "+4930901820"),
            ("1-800-FLOWERS", Some("US"), "+18003569377"),
            ("+1 800 FLOWERS", None, "+18003569377"),
            ("06 12 34 56 78", Some("FR"), "+33612345678"),
            ("02 1234 5678", Some("IT"), "+390212345678"),
            ("+800 1234 5678", None, "+80012345678"),
            ("00800 1234 5678", None, "+80012345678"),
        ] {
            assert_eq!(
                PhoneNumber::parse(input, country).map(|phone| phone.e164),
                Ok(expected.into()),
                "{input}"
            );
        }
    }

    #[test]
    fn country_and_line_type_come_from_the_numbering_plan() {
        for (input, country, line_type) in [
            ("+491711234567", Some("DE"), LineType::Mobile),
            ("+4930901820", Some("DE"), LineType::Landline),
            ("+14156822671", Some("US"), LineType::MobileOrLandline),
            ("+14166822671", Some("CA"), LineType::MobileOrLandline),
            ("+18003569377", Some("US"), LineType::Other),
            ("+80012345678", None, LineType::Other),
            ("+445612345678", Some("GB"), LineType::Voip),
        ] {
            let phone = PhoneNumber::parse(input, None).unwrap();
            assert_eq!((phone.country(), phone.line_type()), (country, line_type), "{input}");
            assert!(!phone.is_fictional());
        }
    }

    #[test]
    fn invalid_numbers_are_rejected_with_the_reason() {
        for (input, country, expected) in [
            ("", None, InvalidPhone::Empty),
            ("call me", None, InvalidPhone::NotANumber),
            ("+", None, InvalidPhone::NotANumber),
            ("415 682 2671", None, InvalidPhone::NeedsCountry),
            ("030 901820", None, InvalidPhone::NeedsCountry),
            ("415 682 2671", Some("XX"), InvalidPhone::UnknownCountry("XX".into())),
            ("415 682 2671", Some("United States"), InvalidPhone::UnknownCountry("United States".into())),
            ("+999 123 456 789", None, InvalidPhone::InvalidCountryCode),
            ("+1 415 682", None, InvalidPhone::TooShort),
            ("682 2671", Some("US"), InvalidPhone::TooShort),
            ("+1 415 682 2671 9999 9", None, InvalidPhone::TooLong),
            ("+1 115 682 2671", None, InvalidPhone::NotAssigned),
            ("+44 7000", None, InvalidPhone::TooShort),
        ] {
            assert_eq!(PhoneNumber::parse(input, country), Err(expected), "{input}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(input in ".{0,30}", country in proptest::option::of("[A-Za-z]{0,3}")) {
            let _ = PhoneNumber::parse(&input, country.as_deref());
        }

        #[test]
        fn the_normal_form_is_stable(input in "(\\+|00)?[1-9][0-9 ()-]{5,14}") {
            if let Ok(phone) = PhoneNumber::parse(&input, Some("US")) {
                prop_assert_eq!(PhoneNumber::parse(phone.e164(), None), Ok(phone));
            }
        }
    }
}
