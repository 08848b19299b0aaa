//! Identifiers that registers assign to companies and people, such as `GB-COH-05389805`: a scheme, as org-id.guide
//! writes it, and a value in the one normal form of the scheme, its check digits verified.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Digits from which on a value of one repeated digit, and one of digits in order, is none.
const REPEATED_FROM: usize = 6;
const IN_ORDER_FROM: usize = 9;
/// Maximum length of a value of a scheme that is not listed here.
const VALUE_MAX: usize = 40;

/// An identifier assigned by a register. Two different values of one scheme are two subjects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ExternalId {
    /// Register, as org-id.guide writes it, or `ORCID`.
    pub scheme: String,
    /// Value in the normal form of the scheme.
    pub value: String,
}

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidExternalId {
    /// The text has no scheme.
    #[error(
        "write an identifier as scheme and value, such as GB-COH-05389805 or XI-LEI-529900T8BM49AURSDO55"
    )]
    NoScheme,
    /// The value does not have the form of the scheme.
    #[error("a value of {scheme} is {form}")]
    Form {
        /// The scheme.
        scheme: String,
        /// Its form.
        form: &'static str,
    },
    /// The value stands for an unknown one.
    #[error("this {scheme} value stands for an unknown one")]
    Filler {
        /// The scheme.
        scheme: String,
    },
    /// The check digits do not fit the value.
    #[error("the check digits of this {scheme} value are wrong: it has a typo")]
    CheckDigits {
        /// The scheme.
        scheme: String,
    },
}

/// A known scheme: its form, its normal form and its check digits.
struct Scheme {
    code: &'static str,
    form: &'static str,
    /// The normal form of a value in capitals without blanks, if it has the form.
    normal: fn(&str) -> Option<String>,
    is_valid: fn(&str) -> bool,
}

const SCHEMES: &[Scheme] = &[
    Scheme {
        code: "XI-LEI",
        form: "20 letters and digits",
        normal: |v| exactly(v, 20),
        is_valid: has_mod_97_10,
    },
    Scheme { code: "US-SEC", form: "a CIK of up to 10 digits", normal: |v| number(v, 10), is_valid: always },
    Scheme { code: "GB-COH", form: "8 letters and digits", normal: company_number, is_valid: always },
    Scheme { code: "NO-BRC", form: "9 digits", normal: |v| digits(v, 9), is_valid: has_norwegian_digit },
    Scheme { code: "US-DOT", form: "a number of up to 8 digits", normal: |v| number(v, 8), is_valid: always },
    Scheme {
        code: "US-NPI",
        form: "10 digits",
        normal: |v| digits(v, 10),
        is_valid: |v| has_luhn(&format!("80840{v}")),
    },
    Scheme { code: "US-EIN", form: "9 digits", normal: |v| digits(v, 9), is_valid: always },
    Scheme { code: "US-UEI", form: "12 letters and digits", normal: |v| exactly(v, 12), is_valid: always },
    Scheme { code: "FR-SIREN", form: "9 digits", normal: |v| digits(v, 9), is_valid: has_luhn },
    Scheme {
        code: "BR-CNPJ",
        form: "14 letters and digits",
        normal: |v| exactly(v, 14),
        is_valid: has_cnpj_digits,
    },
    Scheme { code: "ORCID", form: "16 digits in groups of four", normal: orcid, is_valid: has_mod_11_2 },
];

impl ExternalId {
    /// An identifier of a scheme, normalised and checked.
    pub fn new(scheme: &str, value: &str) -> Result<Self, InvalidExternalId> {
        let scheme = scheme.trim().to_ascii_uppercase();
        let value = without_url(value.trim()).to_ascii_uppercase();
        let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
        let Some(known) = SCHEMES.iter().find(|known| known.code == scheme) else {
            return unlisted(scheme, value);
        };
        let Some(normal) = (known.normal)(&value) else {
            return Err(InvalidExternalId::Form { scheme, form: known.form });
        };
        if is_filler(&normal) {
            return Err(InvalidExternalId::Filler { scheme });
        }
        if !(known.is_valid)(&normal) {
            return Err(InvalidExternalId::CheckDigits { scheme });
        }
        Ok(Self { scheme, value: normal })
    }

    /// Whether the schemes are equal and the values are not.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        self.scheme == other.scheme && self.value != other.value
    }
}

/// Removes the schemes of which a row states several values: it does not say which of them it is about.
pub fn drop_ambiguous(ids: &mut Vec<ExternalId>) {
    let stated = std::mem::take(ids);
    let is_alone = |id: &ExternalId| !stated.iter().any(|other| other.conflicts_with(id));
    ids.extend(stated.iter().filter(|id| is_alone(id)).cloned());
}

/// Whether a value is one that systems fill in for an unknown one: zeros, one digit repeated, or digits in order. Short
/// numbers of that form were assigned.
fn is_filler(value: &str) -> bool {
    let digits: Vec<u8> = value.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let is_repeated = digits.iter().all(|digit| Some(digit) == digits.first());
    let is_in_order = || b"0123456789012345".windows(digits.len()).any(|run| run == digits);
    match digits.len() {
        0..REPEATED_FROM => digits.iter().all(|digit| *digit == b'0'),
        REPEATED_FROM..IN_ORDER_FROM => is_repeated,
        _ => is_repeated || is_in_order(),
    }
}

/// Whether two subjects have an identifier in common.
pub fn share_one(ones: &[ExternalId], others: &[ExternalId]) -> bool {
    ones.iter().any(|one| others.contains(one))
}

/// Whether two subjects have different values of a scheme, and none of it in common.
pub fn conflict(ones: &[ExternalId], others: &[ExternalId]) -> bool {
    let shares_scheme_value =
        |scheme: &str| ones.iter().any(|one| one.scheme == scheme && others.contains(one));
    ones.iter()
        .any(|one| others.iter().any(|other| one.conflicts_with(other)) && !shares_scheme_value(&one.scheme))
}

/// Parses `GB-COH-05389805`, also with a colon before the value.
impl FromStr for ExternalId {
    type Err = InvalidExternalId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let upper = text.to_ascii_uppercase();
        let known = SCHEMES.iter().find_map(|scheme| {
            let rest = upper.strip_prefix(scheme.code)?.strip_prefix(['-', ':'])?;
            Some((scheme.code, text.get(text.len() - rest.len()..)?))
        });
        if let Some((scheme, value)) = known {
            return Self::new(scheme, value);
        }
        let (country, rest) = text.split_once('-').ok_or(InvalidExternalId::NoScheme)?;
        let (register, value) = rest.split_once(['-', ':']).ok_or(InvalidExternalId::NoScheme)?;
        Self::new(&format!("{country}-{register}"), value)
    }
}

impl fmt::Display for ExternalId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.scheme, self.value)
    }
}

/// A scheme of the form of org-id.guide that is not listed here: the value in capitals.
fn unlisted(scheme: String, value: String) -> Result<ExternalId, InvalidExternalId> {
    let is_code = |part: &str| part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let has_form = scheme.split_once('-').is_some_and(|(country, register)| {
        country.len() == 2 && (2..=10).contains(&register.len()) && is_code(country) && is_code(register)
    });
    if !has_form {
        return Err(InvalidExternalId::NoScheme);
    }
    let is_value = |c: char| c.is_ascii_alphanumeric() || "-./_".contains(c);
    if value.is_empty() || value.len() > VALUE_MAX || !value.chars().all(is_value) {
        return Err(InvalidExternalId::Form { scheme, form: "1 to 40 letters, digits and .-/_" });
    }
    if is_filler(&value) {
        return Err(InvalidExternalId::Filler { scheme });
    }
    Ok(ExternalId { scheme, value })
}

/// The last part of an address such as `https://orcid.org/0000-0002-1825-0097`.
fn without_url(value: &str) -> &str {
    if value.contains("://") {
        value.trim_end_matches('/').rsplit('/').next().unwrap_or(value)
    } else {
        value
    }
}

fn always(_: &str) -> bool {
    true
}

fn alphanumeric(value: &str) -> String {
    value.chars().filter(|c| !"-./ ".contains(*c)).collect()
}

fn exactly(value: &str, length: usize) -> Option<String> {
    let value = alphanumeric(value);
    (value.len() == length && value.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(value)
}

fn digits(value: &str, length: usize) -> Option<String> {
    exactly(value, length).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A number without leading zeros.
fn number(value: &str, longest: usize) -> Option<String> {
    let value = alphanumeric(value);
    let number = value.trim_start_matches('0');
    let has_form = !number.is_empty() && value.len() <= longest && value.bytes().all(|b| b.is_ascii_digit());
    has_form.then(|| number.to_owned())
}

/// A number of Companies House, padded with zeros after its letters.
fn company_number(value: &str) -> Option<String> {
    let value = alphanumeric(value);
    let letters = value.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (prefix, number) = value.split_at(letters);
    let has_form = prefix.len() <= 2
        && !number.is_empty()
        && prefix.len() + number.len() <= 8
        && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    has_form.then(|| format!("{prefix}{number:0>width$}", width = 8 - prefix.len()))
}

fn orcid(value: &str) -> Option<String> {
    let value = alphanumeric(value);
    let has_form = value.len() == 16
        && value.bytes().take(15).all(|byte| byte.is_ascii_digit())
        && value.bytes().last().is_some_and(|byte| byte.is_ascii_digit() || byte == b'X');
    has_form.then(|| format!("{}-{}-{}-{}", &value[..4], &value[4..8], &value[8..12], &value[12..]))
}

fn digit(byte: u8) -> u32 {
    u32::from(byte.wrapping_sub(b'0'))
}

fn has_luhn(value: &str) -> bool {
    let sum: u32 = (value.bytes().rev().enumerate())
        .map(|(at, byte)| match (at % 2, digit(byte)) {
            (0, digit) => digit,
            (_, digit) => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// ISO 7064, as in a LEI: letters count from 10, and the whole number leaves 1 after division by 97.
fn has_mod_97_10(value: &str) -> bool {
    let rest = value.chars().fold(0, |rest, c| {
        let number = c.to_digit(36).unwrap_or(0);
        (rest * if number > 9 { 100 } else { 10 } + number) % 97
    });
    rest == 1
}

/// ISO 7064, as in an ORCID.
fn has_mod_11_2(value: &str) -> bool {
    let plain: Vec<u8> = value.bytes().filter(|byte| *byte != b'-').collect();
    let Some((last, rest)) = plain.split_last() else { return false };
    let sum = rest.iter().fold(0, |sum, byte| (sum + digit(*byte)) * 2 % 11);
    let check = (12 - sum) % 11;
    check == if *last == b'X' { 10 } else { digit(*last) }
}

/// The last digit of a Norwegian organisation number, by weights modulo 11.
fn has_norwegian_digit(value: &str) -> bool {
    let sum: u32 =
        value.bytes().zip([3, 2, 7, 6, 5, 4, 3, 2]).map(|(byte, weight)| digit(byte) * weight).sum();
    let check = (11 - sum % 11) % 11;
    check < 10 && value.bytes().last().map(digit) == Some(check)
}

/// The last two digits of a CNPJ, whose letters count by their code, by weights modulo 11.
fn has_cnpj_digits(value: &str) -> bool {
    let bytes = value.as_bytes();
    [12, 13].into_iter().all(|at| {
        let weights = (2..=9).cycle();
        let sum: u32 =
            bytes[..at].iter().rev().zip(weights).map(|(byte, weight)| digit(*byte) * weight).sum();
        let check = if sum % 11 < 2 { 0 } else { 11 - sum % 11 };
        digit(bytes[at]) == check
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_value_has_one_normal_form() {
        for (written, normal) in [
            ("GB-COH-5389805", "GB-COH-05389805"),
            ("gb-coh-sc123456", "GB-COH-SC123456"),
            ("GB-COH-SC1234", "GB-COH-SC001234"),
            ("US-SEC-0000320193", "US-SEC-320193"),
            ("XI-LEI-529900t8bm49aursdo55", "XI-LEI-529900T8BM49AURSDO55"),
            ("NO-BRC-923 609 016", "NO-BRC-923609016"),
            ("US-EIN-12-3456780", "US-EIN-123456780"),
            ("US-NPI-1234567893", "US-NPI-1234567893"),
            ("FR-SIREN-732 829 320", "FR-SIREN-732829320"),
            ("BR-CNPJ-11.222.333/0001-81", "BR-CNPJ-11222333000181"),
            ("ORCID-https://orcid.org/0000-0002-1825-0097", "ORCID-0000-0002-1825-0097"),
            ("ORCID:000000021694233X", "ORCID-0000-0002-1694-233X"),
            ("DE-CR-HRB 12345", "DE-CR-HRB12345"),
            ("US-DOT-0001001", "US-DOT-1001"),
        ] {
            let id: ExternalId = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(id.to_string(), normal);
            assert_eq!(id.to_string().parse(), Ok(id), "{normal}");
        }
    }

    #[test]
    fn a_typo_is_refused() {
        for written in [
            "XI-LEI-529900T8BM49AURSDO56",
            "NO-BRC-923609017",
            "US-NPI-1234567894",
            "FR-SIREN-732829321",
            "BR-CNPJ-11222333000182",
            "ORCID-0000-0002-1825-0098",
        ] {
            let error = ExternalId::from_str(written).unwrap_err();
            assert!(matches!(error, InvalidExternalId::CheckDigits { .. }), "{written}: {error}");
        }
        for written in ["", "05389805", "GB-COH-", "GB-COH-123456789", "US-SEC-0", "nonsense-a-1", "ORCID-12"]
        {
            assert!(ExternalId::from_str(written).is_err(), "{written}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_is_stable(text in ".{0,40}") {
            if let Ok(id) = ExternalId::from_str(&text) {
                prop_assert_eq!(ExternalId::from_str(&id.to_string()), Ok(id));
            }
        }
    }

    #[test]
    fn a_value_that_stands_for_an_unknown_one_is_refused() {
        for written in [
            "US-EIN-000000000",
            "US-EIN-99-9999999",
            "US-EIN-123456789",
            "GB-COH-0",
            "US-UEI-000000000000",
            "NO-BRC-000000000",
            "FR-SIREN-000000000",
            "BR-CNPJ-00000000000000",
            "DE-CR-0",
        ] {
            assert!(ExternalId::from_str(written).is_err(), "{written}");
        }
        assert!(ExternalId::from_str("US-DOT-11").is_ok(), "short numbers were assigned");
    }

    #[test]
    fn a_scheme_of_which_a_row_states_two_values_says_nothing() {
        let id = |text: &str| text.parse::<ExternalId>().unwrap();
        let mut ids = vec![id("GB-COH-1"), id("US-SEC-7"), id("GB-COH-2"), id("US-SEC-7")];
        drop_ambiguous(&mut ids);
        assert_eq!(ids, [id("US-SEC-7"), id("US-SEC-7")]);
    }
}
