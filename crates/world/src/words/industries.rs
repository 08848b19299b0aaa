//! Industries: vocabulary, departments and titles of companies.

mod firms;
mod industry;
mod local;

pub(crate) use industry::{Industry, IndustryKind, IndustryWords, in_language};

pub(crate) fn all() -> impl Iterator<Item = &'static Industry> {
    local::LOCAL.iter().chain(firms::FIRMS)
}

/// The industry at a position of [`all`].
pub(crate) fn at(index: usize) -> &'static Industry {
    local::LOCAL.get(index).unwrap_or_else(|| &firms::FIRMS[index - local::LOCAL.len()])
}

/// Titles of software developers in any industry.
pub(crate) fn software_crafts() -> &'static IndustryWords {
    &firms::SOFTWARE_CRAFTS
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
