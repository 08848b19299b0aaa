//! Industries: vocabulary, departments and titles of companies.

mod firms;
mod local;

use records::Department;

use crate::words::geography::Language;

/// The type of companies in an industry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An owner with a few employees in one town.
    Local,
    /// Funded by investors.
    Venture,
    /// An established firm.
    Corporate,
}

/// Words in English, German, French and Spanish; an empty list means the English ones.
pub(crate) type Words = [&'static [&'static str]; 4];

pub(crate) struct Industry {
    pub(crate) name: &'static str,
    pub(crate) related: &'static [&'static str],
    pub(crate) tags: &'static [&'static str],
    pub(crate) kind: Kind,
    /// Weights of the industry among firms of up to 12, up to 250 and more people.
    pub(crate) weights: [u32; 3],
    /// Words before or after the name of such a firm.
    pub(crate) words: Words,
    /// The department of the core trade, and its titles (`male|female` if they differ).
    pub(crate) craft: Department,
    pub(crate) crafts: Words,
    /// Departments with weights; the smallest firms have only the first ones.
    pub(crate) mix: &'static [(Department, u32)],
    /// Text for the description: "… for {serves}".
    pub(crate) does: &'static str,
    pub(crate) serves: &'static [&'static str],
    /// Yearly revenue per head, in thousands.
    pub(crate) thousands_per_head: i64,
}

pub(crate) fn all() -> impl Iterator<Item = &'static Industry> {
    local::LOCAL.iter().chain(firms::FIRMS)
}

/// The industry at a position of [`all`].
pub(crate) fn at(index: usize) -> &'static Industry {
    local::LOCAL.get(index).unwrap_or_else(|| &firms::FIRMS[index - local::LOCAL.len()])
}

/// Titles of software developers in any industry.
pub(crate) fn software_crafts() -> &'static Words {
    &firms::SOFTWARE_CRAFTS
}

/// The words of a language, or the English ones.
pub(crate) fn in_language(words: &Words, language: Language) -> &'static [&'static str] {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_industry_is_complete() {
        for (index, industry) in all().enumerate() {
            assert!(std::ptr::eq(at(index), industry));
            assert!(industry.has(industry.craft), "{}", industry.name);
            assert!(!industry.words[0].is_empty() && !industry.crafts[0].is_empty(), "{}", industry.name);
            assert!(industry.weights.iter().sum::<u32>() > 0 && !industry.serves.is_empty());
        }
    }
}
