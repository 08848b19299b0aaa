//! Patterns of local parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Assumed number of employees if unknown.
const USUAL_HEADCOUNT: u32 = 60;
/// Maximum probability of a namesake.
const NAMESAKE_LIMIT: f64 = 0.6;

/// Pattern of a local part; the examples are for Anna Weber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// anna.weber
    FirstDotLast,
    /// aweber
    InitialLast,
    /// anna
    First,
    /// a.weber
    InitialDotLast,
    /// annaw
    FirstInitial,
    /// annaweber
    FirstLast,
    /// anna_weber
    FirstUnderscoreLast,
    /// anna-weber
    FirstHyphenLast,
    /// weber.anna
    LastDotFirst,
    /// weber
    Last,
    /// webera
    LastInitial,
    /// weberanna
    LastFirst,
    /// anna.w
    FirstDotInitial,
    /// weber.a
    LastDotInitial,
    /// a_weber
    InitialUnderscoreLast,
    /// a-weber
    InitialHyphenLast,
    /// aw
    Initials,
    /// weber_anna
    LastUnderscoreFirst,
}

impl Pattern {
    /// All patterns, in the order of their numbers.
    pub const ALL: [Self; 18] = [
        Self::FirstDotLast,
        Self::InitialLast,
        Self::First,
        Self::InitialDotLast,
        Self::FirstInitial,
        Self::FirstLast,
        Self::FirstUnderscoreLast,
        Self::FirstHyphenLast,
        Self::LastDotFirst,
        Self::Last,
        Self::LastInitial,
        Self::LastFirst,
        Self::FirstDotInitial,
        Self::LastDotInitial,
        Self::InitialUnderscoreLast,
        Self::InitialHyphenLast,
        Self::Initials,
        Self::LastUnderscoreFirst,
    ];

    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// The local part for a name in address letters; `None` if the name lacks a required part. `initial` is what stands
    /// for the given name where only its initial is used.
    pub(crate) fn local(self, first: &str, initial: &str, last: &str) -> Option<String> {
        let needs_first = self != Self::Last;
        let needs_last = self != Self::First;
        if (needs_first && first.is_empty()) || (needs_last && last.is_empty()) {
            return None;
        }
        let last_letter = last.get(..1).unwrap_or_default();
        Some(match self {
            Self::FirstDotLast => format!("{first}.{last}"),
            Self::InitialLast => format!("{initial}{last}"),
            Self::First => first.to_owned(),
            Self::InitialDotLast => format!("{initial}.{last}"),
            Self::FirstInitial => format!("{first}{last_letter}"),
            Self::FirstLast => format!("{first}{last}"),
            Self::FirstUnderscoreLast => format!("{first}_{last}"),
            Self::FirstHyphenLast => format!("{first}-{last}"),
            Self::LastDotFirst => format!("{last}.{first}"),
            Self::Last => last.to_owned(),
            Self::LastInitial => format!("{last}{initial}"),
            Self::LastFirst => format!("{last}{first}"),
            Self::FirstDotInitial => format!("{first}.{last_letter}"),
            Self::LastDotInitial => format!("{last}.{initial}"),
            Self::InitialUnderscoreLast => format!("{initial}_{last}"),
            Self::InitialHyphenLast => format!("{initial}-{last}"),
            Self::Initials => format!("{initial}{last_letter}"),
            Self::LastUnderscoreFirst => format!("{last}_{first}"),
        })
    }

    /// Probability that a colleague in a company of this size has the same local part.
    pub(crate) fn chance_of_namesake(self, headcount: Option<u32>) -> f64 {
        let per_colleague = match self {
            Self::Initials => 0.01,
            Self::First => 0.004,
            Self::Last => 0.001,
            Self::FirstInitial | Self::FirstDotInitial => 0.000_6,
            Self::InitialLast
            | Self::InitialDotLast
            | Self::LastInitial
            | Self::LastDotInitial
            | Self::InitialUnderscoreLast
            | Self::InitialHyphenLast => 0.000_2,
            _ => 0.000_02,
        };
        let colleagues = headcount.unwrap_or(USUAL_HEADCOUNT).saturating_sub(1);
        (1.0 - (1.0_f64 - per_colleague).powf(f64::from(colleagues))).min(NAMESAKE_LIMIT)
    }
}
