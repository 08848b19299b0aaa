//! The languages in which sentences are answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Language of the sentences of an answer, by its ISO 639-1 code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German, with `Sie`.
    De,
    /// French, with `vous`.
    Fr,
    /// Spanish, with `usted`.
    Es,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::En, Self::De, Self::Fr, Self::Es];
}
