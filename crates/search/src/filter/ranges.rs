//! Ranges of numbers and of money.

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
    /// ISO 4217 code: only amounts in this currency pass. Without it amounts are compared as they are reported,
    /// whatever their currency; nothing is converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

impl MoneyRange {
    pub(crate) fn numbers(&self) -> NumberRange {
        NumberRange { min: self.min, max: self.max }
    }
}
