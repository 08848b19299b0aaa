//! What companies do: their words, their departments, their people.

mod firms;
mod local;

use records::Department;

use crate::geography::Language;

/// How a company of this industry comes about and grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An owner and a few hands, known in one town.
    Local,
    /// Founded to grow, with investors.
    Venture,
    /// An established firm.
    Corporate,
}

/// Words in English, German, French and Spanish; an empty list means the English ones.
pub(crate) type Words = [&'static [&'static str]; 4];

/// An industry.
pub(crate) struct Industry {
    pub(crate) name: &'static str,
    pub(crate) related: &'static [&'static str],
    pub(crate) tags: &'static [&'static str],
    pub(crate) kind: Kind,
    /// How often a firm of up to 12, up to 250 and more people is in this industry.
    pub(crate) weights: [u32; 3],
    /// What follows or precedes the name of such a firm.
    pub(crate) words: Words,
    /// The department of those who do the work itself, and their titles (`male|female` where they differ).
    pub(crate) craft: Department,
    pub(crate) crafts: Words,
    /// Departments by weight, the first ones exist in the smallest firms.
    pub(crate) mix: &'static [(Department, u32)],
    /// "… for {serves}".
    pub(crate) does: &'static str,
    pub(crate) serves: &'static [&'static str],
    /// Yearly revenue per head, in thousands.
    pub(crate) thousands_per_head: i64,
}

/// Every industry of the world.
pub(crate) fn all() -> impl Iterator<Item = &'static Industry> {
    local::LOCAL.iter().chain(firms::FIRMS)
}

/// The industry at a position of [`all`].
pub(crate) fn at(index: usize) -> &'static Industry {
    local::LOCAL.get(index).unwrap_or_else(|| &firms::FIRMS[index - local::LOCAL.len()])
}

/// The titles of those who write software, whatever the industry.
pub(crate) fn software_crafts() -> &'static Words {
    &firms::SOFTWARE_CRAFTS
}

/// The words of a language, or the English ones.
pub(crate) fn in_language(words: &Words, language: Language) -> &'static [&'static str] {
    let own = words[language as usize];
    if own.is_empty() { words[0] } else { own }
}

impl Industry {
    /// Whether such a firm has people in this department.
    pub(crate) fn has(&self, department: Department) -> bool {
        self.mix.iter().any(|(known, _)| *known == department)
    }

    /// Owners send vans out to customers, so somebody dispatches them.
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
