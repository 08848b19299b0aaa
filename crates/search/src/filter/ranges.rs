//! Ranges of numbers and of money.

use records::currency;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A range of numbers, inclusive. A missing bound is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NumberRange {
    /// Minimum, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Maximum, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
}

impl NumberRange {
    pub(crate) fn low(self) -> i64 {
        self.min.unwrap_or(i64::MIN)
    }

    pub(crate) fn high(self) -> i64 {
        self.max.unwrap_or(i64::MAX)
    }
}

/// A range of amounts in whole currency units, inclusive. A missing bound is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MoneyRange {
    /// Minimum, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Maximum, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// ISO 4217 code of the currency of `min` and `max`; USD if omitted. Amounts in other currencies are converted at
    /// the reference rates whose date the answer names; amounts in a currency without a rate do not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

impl MoneyRange {
    pub(crate) fn numbers(&self) -> NumberRange {
        NumberRange { min: self.min, max: self.max }
    }

    /// The currency of the range.
    pub fn currency(&self) -> &str {
        self.currency.as_deref().unwrap_or(currency::DEFAULT)
    }

    /// The range in millionths of a dollar. One in a currency without a rate is empty.
    pub(crate) fn micro_dollars(&self) -> (i64, i64) {
        let bound = |amount: Option<i64>, open: i64| match amount {
            Some(amount) => currency::micro_dollars(amount, self.currency()),
            None => currency::code(self.currency()).map(|_| open),
        };
        let bounds = bound(self.min, i64::MIN).zip(bound(self.max, i64::MAX));
        bounds.unwrap_or((i64::MAX, i64::MIN))
    }
}
