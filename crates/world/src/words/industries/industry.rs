//! What an industry says about its companies.

use records::Department;

use crate::words::geography::Language;

/// The type of companies in an industry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndustryKind {
    /// An owner with a few employees in one town.
    Local,
    /// Funded by investors.
    Venture,
    /// An established firm.
    Corporate,
}

/// IndustryWords in English, German, French and Spanish; an empty list means the English ones.
pub(crate) type IndustryWords = [&'static [&'static str]; 4];

pub(crate) struct Industry {
    pub(crate) name: &'static str,
    pub(crate) related: &'static [&'static str],
    pub(crate) tags: &'static [&'static str],
    pub(crate) kind: IndustryKind,
    /// Weights of the industry among firms of up to 12, up to 250 and more people.
    pub(crate) weights: [u32; 3],
    /// IndustryWords before or after the name of such a firm.
    pub(crate) words: IndustryWords,
    /// The department of the core trade, and its titles (`male|female` if they differ).
    pub(crate) craft: Department,
    pub(crate) crafts: IndustryWords,
    /// Departments with weights; the smallest firms have only the first ones.
    pub(crate) mix: &'static [(Department, u32)],
    /// Text for the description: "… for {serves}".
    pub(crate) does: &'static str,
    pub(crate) serves: &'static [&'static str],
    /// Yearly revenue per head, in thousands.
    pub(crate) thousands_per_head: i64,
}

/// The words of a language, or the English ones.
pub(crate) fn in_language(words: &IndustryWords, language: Language) -> &'static [&'static str] {
    let own = words[language as usize];
    if own.is_empty() { words[0] } else { own }
}

impl Industry {
    /// Whether such a firm has this department.
    pub(crate) fn has(&self, department: Department) -> bool {
        self.mix.iter().any(|(known, _)| *known == department)
    }

    /// Whether such a firm sends teams to customers and therefore has a dispatcher.
    pub(crate) fn dispatches(&self) -> bool {
        self.tags.contains(&"dispatch")
    }
}
