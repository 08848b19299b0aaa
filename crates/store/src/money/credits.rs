//! Credits in fixed point. Whole thousandths inside, a plain JSON number outside.
#![deny(clippy::float_arithmetic)]

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Number;

/// An amount of credits, exact to the thousandth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credits(i64);

impl Credits {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount.
    pub const MAX: Self = Self(i64::MAX);

    /// From whole thousandths.
    pub const fn from_thousandths(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// From whole credits.
    pub const fn whole(credits: i64) -> Self {
        Self(credits * 1000)
    }

    /// From thousandths that may lie beyond the range, and then end at its edge.
    pub(crate) fn saturating(thousandths: i128) -> Self {
        let edge = if thousandths < 0 { i64::MIN } else { i64::MAX };
        Self(i64::try_from(thousandths).unwrap_or(edge))
    }

    /// Whole thousandths.
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// The amount without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// Sum, unless it leaves the range.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Difference, unless it leaves the range.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// This many times, unless it leaves the range.
    pub fn checked_mul(self, times: u64) -> Option<Self> {
        i64::try_from(times).ok().and_then(|times| self.0.checked_mul(times)).map(Self)
    }

    /// How often `part` fits; 0 for a part that is not positive.
    pub fn fits(self, part: Self) -> u64 {
        if part.0 <= 0 { 0 } else { u64::try_from(self.0 / part.0).unwrap_or(0) }
    }
}

impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        match rest {
            0 => Ok(()),
            rest if rest % 100 == 0 => write!(f, ".{}", rest / 100),
            rest if rest % 10 == 0 => write!(f, ".{:02}", rest / 10),
            rest => write!(f, ".{rest:03}"),
        }
    }
}

/// The text is no amount of credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCredits {
    /// It is no number, or one with more than three decimals.
    #[error("not an amount of credits; write a number with at most three decimals, such as 12 or 0.5")]
    NotAnAmount,
    /// It is beyond the range of an amount.
    #[error("more credits than can be counted; the largest amount is {}", Credits::MAX)]
    OutOfRange,
}

impl FromStr for Credits {
    type Err = InvalidCredits;

    fn from_str(text: &str) -> Result<Self, InvalidCredits> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) || fraction.len() > 3 {
            return Err(InvalidCredits::NotAnAmount);
        }
        // Digits alone fail to parse only for want of range.
        let thousandths =
            format!("{whole}{fraction:0<3}").parse::<i64>().map_err(|_| InvalidCredits::OutOfRange)?;
        Ok(Self(if negative { -thousandths } else { thousandths }))
    }
}

impl TryFrom<&Number> for Credits {
    type Error = InvalidCredits;

    fn try_from(number: &Number) -> Result<Self, InvalidCredits> {
        let text = number.to_string();
        // Written with an exponent are numbers from 1e16, which is beyond the range, and those of very many decimals.
        if text.contains('e') && !text.contains("e-") {
            return Err(InvalidCredits::OutOfRange);
        }
        text.parse()
    }
}

impl Serialize for Credits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            return serializer.serialize_i64(self.0 / 1000);
        }
        // The nearest double of a number with three decimals prints as those decimals again.
        let number = self.to_string().parse::<f64>().map_err(serde::ser::Error::custom)?;
        serializer.serialize_f64(number)
    }
}

impl<'de> Deserialize<'de> for Credits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(&Number::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for Credits {
    fn schema_name() -> Cow<'static, str> {
        "Credits".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Credits, exact to the thousandth." })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_carry_no_noise() {
        let json = |thousandths| serde_json::to_string(&Credits::from_thousandths(thousandths)).unwrap();
        assert_eq!(json(600), "0.6");
        assert_eq!(json(1000), "1");
        assert_eq!(json(12_345), "12.345");
        assert_eq!(json(-500), "-0.5");
    }

    #[test]
    fn text_that_is_no_amount_is_refused() {
        for text in ["", "-", ".", "1.", ".5", "1.2345", "1e3", "NaN", "+1", " 1"] {
            assert_eq!(text.parse::<Credits>(), Err(InvalidCredits::NotAnAmount), "{text}");
        }
    }

    #[test]
    fn amounts_beyond_the_range_are_told_from_texts_that_are_none() {
        for text in ["9223372036854775.808", "-9223372036854775.808", "99999999999999999999"] {
            assert_eq!(text.parse::<Credits>(), Err(InvalidCredits::OutOfRange), "{text}");
        }
        for json in ["1e16", "-1e300", "9300000000000000", "99999999999999999999999"] {
            let number: Number = json.parse().unwrap();
            assert_eq!(Credits::try_from(&number), Err(InvalidCredits::OutOfRange), "{json}");
        }
        let tiny: Number = "1e-9".parse().unwrap();
        assert_eq!(Credits::try_from(&tiny), Err(InvalidCredits::NotAnAmount));
        assert_eq!("9223372036854775.807".parse(), Ok(Credits::MAX));
    }

    proptest! {
        #[test]
        fn text_and_number_come_back_as_they_were(thousandths in -9_000_000_000_000_i64..9_000_000_000_000) {
            let credits = Credits::from_thousandths(thousandths);
            prop_assert_eq!(credits.to_string().parse::<Credits>(), Ok(credits));
            let json = serde_json::to_string(&credits).unwrap();
            prop_assert_eq!(json.parse::<Credits>(), Ok(credits));
            prop_assert_eq!(serde_json::from_str::<Credits>(&json).unwrap(), credits);
        }
    }
}
