//! Whether the name in a query means a company: people leave out what is generic, swap words and misspell them.
//!
//! A name without legal form is often short: "Uber" means Uber Technologies, Inc. A name with one is the whole name, so
//! that "Orion S.A." is not Orion Group Holdings, Inc.

use std::{cell::OnceCell, collections::HashMap};

use strsim::osa_distance;

use super::{
    ambiguous::is_ambiguous_alone, blend::is_blend, company_name_key, core_words, is_generic, legal_form,
};

/// Companies with a word from which on it counts as generic, in any case and as a share of all companies.
const GENERIC_COMPANIES: u64 = 12;
const GENERIC_SHARE: f64 = 0.002;
/// Natural logarithm of one in how many companies has the shared words, at the least, of a short name.
const SHORT_NAME_RARITY: f64 = 4.5;
/// The same of a word that few companies have, in a store that is too small to tell.
const DISTINCTIVE_RARITY: f64 = 5.0;
/// The same, at most, of a word that is listed as generic.
const GENERIC_RARITY: f64 = 3.0;
/// Minimum length of a word that may be misspelt, and of one that nothing else confirms.
const SLIP_LETTERS: usize = 5;
const LONE_SLIP_LETTERS: usize = 7;
/// Minimum length of one that nothing else confirms and that is the whole name.
const WHOLE_SLIP_LETTERS: usize = 6;
/// Words of a name from which on its initials are used as a name.
const INITIALS_FROM_WORDS: usize = 3;
/// Letters of a word that stands for the initials of others beside it: BNY in BNY Mellon.
const INNER_INITIALS: std::ops::RangeInclusive<usize> = 3..=5;
/// Natural logarithm of one in how many companies has the shared words, at the least, where the caller says "group" and
/// the company something else.
const REPLACED_WORD_RARITY: f64 = 9.0;
/// Words that a caller adds to a name, or a company to the name it is known by.
const ADDED_WORDS: [&str; 7] =
    ["group", "holdings", "holding", "international", "companies", "worldwide", "global"];

/// How many companies there are, and how many have a word in their name.
#[derive(Debug, Clone, Default)]
pub struct WordCounts {
    /// Companies.
    pub companies: u64,
    /// Companies by word; a word that is not listed is in none.
    pub counts: HashMap<String, u64>,
}

impl WordCounts {
    /// The same, without one company that has each of these words.
    pub(crate) fn without_one<'w>(&self, words: impl Iterator<Item = &'w str>) -> Self {
        let mut counts = self.clone();
        for word in words {
            if let Some(count) = counts.counts.get_mut(word) {
                *count = count.saturating_sub(1);
            }
        }
        counts
    }

    fn of(&self, word: &str) -> u64 {
        self.counts.get(word).copied().unwrap_or(0)
    }

    fn is_generic(&self, word: &str) -> bool {
        is_generic(word)
            || self.of(word) >= GENERIC_COMPANIES.max((self.companies as f64 * GENERIC_SHARE) as u64)
    }

    fn rarity(&self, words: &[&str]) -> f64 {
        let rarity = |word: &&str| {
            let counted = ((self.companies + 1) as f64 / (self.of(word) + 1) as f64).ln();
            if is_generic(word) {
                counted.min(GENERIC_RARITY)
            } else if self.is_generic(word) {
                counted
            } else {
                counted.max(DISTINCTIVE_RARITY)
            }
        };
        words.iter().map(rarity).sum()
    }
}

/// In which way a queried name means a company, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameFit {
    /// The one telling word, a short one, is misspelt.
    ShortSlip,
    /// One word is misspelt.
    Slip,
    /// The query has a generic word more.
    Long,
    /// The company's name goes on with a word of its own.
    Short,
    /// The initials of the company's name, or of some of its words, or a word blended from the starts of its words.
    Initials,
    /// The company's name goes on with generic words.
    ShortGeneric,
    /// The company's domain without its ending.
    DomainLabel,
    /// The same words in another order.
    Reordered,
    /// The same name; legal forms may differ.
    Exact,
    /// The same name with the same legal form.
    Whole,
}

/// A name in a query.
#[derive(Debug, Clone)]
pub struct QueriedName {
    key: String,
    form: Option<String>,
    has_article: bool,
    is_ambiguous_alone: OnceCell<bool>,
}

impl QueriedName {
    /// The name as the caller wrote it; none if it has no letter or digit.
    pub fn new(name: &str) -> Option<Self> {
        let key = company_name_key(name);
        (!key.is_empty()).then(|| Self {
            key,
            form: legal_form(name),
            has_article: has_article(name),
            is_ambiguous_alone: OnceCell::new(),
        })
    }

    /// Whether the name means no company for certain whose name goes on: it is a place, a family name or an everyday word,
    /// and has no article. "The Hartford" is a company, "Hartford" a city.
    pub fn is_ambiguous_alone(&self) -> bool {
        *self.is_ambiguous_alone.get_or_init(|| !self.has_article && is_ambiguous_alone(&self.key))
    }

    /// Whether the name means the company of this name, as it is written.
    pub fn fit_written(&self, name: &str, counts: &WordCounts) -> Option<NameFit> {
        match self.fit(&company_name_key(name), counts)? {
            NameFit::Exact if self.form.is_some() && self.form == legal_form(name) => Some(NameFit::Whole),
            fit => Some(fit),
        }
    }

    /// Whether the name means a company whose name has this key.
    pub fn fit(&self, candidate: &str, counts: &WordCounts) -> Option<NameFit> {
        if self.key == candidate {
            return Some(NameFit::Exact);
        }
        let (query, name) = (core_words(&self.key), core_words(candidate));
        if query.concat() == name.concat() {
            return Some(NameFit::Exact);
        }
        if sorted(&query) == sorted(&name) {
            return Some(NameFit::Reordered);
        }
        let short = || {
            short_fit(&query, &name, counts)
                .or_else(|| self.is_blend_of(candidate, counts).then_some(NameFit::Initials))
        };
        let short = if self.has_form() { None } else { short() };
        short.or_else(|| self.slip(&query, &name, counts))
    }

    /// Whether the name is a company's domain without its ending.
    pub fn fits_domain(&self, domain: &str) -> bool {
        let label: String =
            domain.split('.').next().unwrap_or_default().chars().filter(|c| *c != '-').collect();
        !self.has_form() && label == self.key.replace(' ', "")
    }

    /// Whether the name is blended from the starts of a company's words, and no word of any company.
    fn is_blend_of(&self, candidate: &str, counts: &WordCounts) -> bool {
        counts.of(&self.key) == 0 && is_blend(&self.key, candidate, |word| counts.is_generic(word))
    }

    fn has_form(&self) -> bool {
        self.form.is_some()
    }

    fn slip(&self, query: &[&str], name: &[&str], counts: &WordCounts) -> Option<NameFit> {
        let rest = name.get(query.len()..)?;
        let (mut slip, mut confirmed) = (None, Vec::new());
        for (asked, known) in query.iter().zip(name) {
            if asked == known {
                confirmed.extend((!counts.is_generic(asked)).then_some(*asked));
            } else if slip.is_none() && is_slip(asked, known) && counts.of(asked) == 0 {
                slip = Some((*asked, *known));
            } else {
                return None;
            }
        }
        let is_confirmed = !confirmed.is_empty() && counts.rarity(&confirmed) >= SHORT_NAME_RARITY;
        let (asked, known) = slip?;
        let goes_on =
            rest.iter().all(|word| counts.is_generic(word)) && (rest.is_empty() || !self.has_form());
        let may_be_lone =
            !self.has_form() && !is_ambiguous_alone(asked) && (rest.is_empty() || !is_ambiguous_alone(known));
        match goes_on {
            true if is_confirmed => Some(NameFit::Slip),
            true if may_be_lone && asked.len() >= LONE_SLIP_LETTERS => Some(NameFit::Slip),
            true if may_be_lone && rest.is_empty() && is_short_slip(asked, known) => Some(NameFit::ShortSlip),
            _ => None,
        }
    }
}

/// A query without legal form that the company's name begins with, its initials, or a name with a generic word more.
fn short_fit(query: &[&str], name: &[&str], counts: &WordCounts) -> Option<NameFit> {
    let is_start = |length: &usize| {
        let start = &name[..*length];
        start.concat() == query.concat() || sorted(start) == sorted(query)
    };
    if let Some(length) = (1..name.len()).find(is_start) {
        let (shared, rest) = name.split_at(length);
        if counts.rarity(shared) < SHORT_NAME_RARITY {
            return None;
        }
        let is_generic = rest.iter().all(|word| counts.is_generic(word));
        return Some(if is_generic { NameFit::ShortGeneric } else { NameFit::Short });
    }
    if let [initials] = query
        && name.len() >= INITIALS_FROM_WORDS
        && name.iter().filter_map(|word| word.chars().next()).eq(initials.chars())
    {
        return Some(NameFit::Initials);
    }
    if has_inner_initials(query, name) {
        return Some(NameFit::Initials);
    }
    let added = (1..query.len()).find(|length| query[..*length].concat() == name.concat());
    let is_long = added.is_some_and(|length| query[length..].iter().all(|word| ADDED_WORDS.contains(word)));
    (is_long || has_other_added_word(query, name, counts)).then_some(NameFit::Long)
}

/// Whether the query is the company's name with one word for the initials of some: BNY Mellon is Bank of New York Mellon.
fn has_inner_initials(query: &[&str], name: &[&str]) -> bool {
    (0..query.len()).any(|at| {
        let (before, after) = (&query[..at], &query[at + 1..]);
        let run = query[at].len();
        INNER_INITIALS.contains(&run)
            && query.len() > 1
            && name.len() == query.len() - 1 + run
            && name.starts_with(before)
            && name.ends_with(after)
            && name[at..at + run].iter().filter_map(|word| word.chars().next()).eq(query[at].chars())
            && before.iter().chain(after).any(|word| !is_generic(word))
    })
}

/// Whether the query is the start of the company's name with a word that callers add in place of the rest: Royal Caribbean
/// Group is Royal Caribbean Cruises. Only a start of several words that few companies have is enough.
fn has_other_added_word(query: &[&str], name: &[&str], counts: &WordCounts) -> bool {
    let Some((added, start)) = query.split_last() else { return false };
    start.len() > 1
        && ADDED_WORDS.contains(added)
        && name.len() > start.len()
        && name.starts_with(start)
        && counts.rarity(start) >= REPLACED_WORD_RARITY
}

fn sorted<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut words = words.to_vec();
    words.sort_unstable();
    words
}

/// Whether a short word that nothing else confirms may be another one misspelt. Below six letters it has a letter more or
/// less: of two such words with one letter exchanged, each is often a name.
fn is_short_slip(asked: &str, known: &str) -> bool {
    let letters = asked.len().max(known.len());
    letters >= WHOLE_SLIP_LETTERS && (asked.len() >= WHOLE_SLIP_LETTERS || asked.len() != known.len())
}

/// Whether a name is written with an article, before or behind it.
fn has_article(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    name.starts_with("the ") || name.ends_with("(the)") || name.ends_with(", the")
}

/// Whether a word is another with one letter wrong, left out, added or swapped, and not the first.
fn is_slip(one: &str, other: &str) -> bool {
    one.len() >= SLIP_LETTERS
        && other.len() >= SLIP_LETTERS
        && one.as_bytes().first() == other.as_bytes().first()
        && !one.bytes().chain(other.bytes()).any(|byte| byte.is_ascii_digit())
        && osa_distance(one, other) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(query: &str, name: &str) -> Option<NameFit> {
        let counts = WordCounts { companies: 1_000, ..WordCounts::default() };
        QueriedName::new(query).unwrap().fit(&company_name_key(name), &counts)
    }

    #[test]
    fn a_name_means_the_company_that_is_called_so() {
        for (query, name, expected) in [
            ("Norvex", "Norvex Technologies Inc", NameFit::ShortGeneric),
            ("Halden Brothers Group", "Halden Brothers Group Inc /DE/", NameFit::Exact),
            ("ITM", "International Tool Makers Corp", NameFit::Initials),
            ("Quillfeather", "Quillfeather.com Inc", NameFit::Exact),
            ("Copper Systens", "Copper Systems Inc", NameFit::Slip),
            ("Supermicro", "Super Micro Computer, Inc.", NameFit::ShortGeneric),
            ("D. R. Horton", "HORTON D R INC /DE/", NameFit::Reordered),
            ("A. O. Smith", "SMITH A O CORP", NameFit::Reordered),
            ("Marsh McLennan", "Marsh & McLennan Companies, Inc.", NameFit::Exact),
            ("Packaging Corporation of America", "PACKAGING CORP OF AMERICA", NameFit::Exact),
            ("Casey's", "CASEYS GENERAL STORES INC", NameFit::ShortGeneric),
            ("DuPont", "DuPont de Nemours, Inc.", NameFit::Short),
            ("Mosaic Company (The)", "MOSAIC CO", NameFit::Exact),
            ("Amazon", "AMAZON COM INC", NameFit::Exact),
            ("CRH plc", "CRH PUBLIC LTD CO", NameFit::Exact),
            ("QRV Melford", "Quarry of Rose Valley Melford Corp", NameFit::Initials),
            ("Quorcorp", "Quorum Corp of America Holdings", NameFit::Initials),
            ("Norbrew", "Norwich Breweries Inc", NameFit::Initials),
            ("Wobtec", "Worthing Oil Brake Technologies Corp", NameFit::Initials),
            ("Polar Meridian Group", "POLAR MERIDIAN CRUISES LTD", NameFit::Long),
            ("Norvax", "Norvex Corp", NameFit::ShortSlip),
            ("Quilt", "Quilts Inc", NameFit::ShortSlip),
            ("International Fidgit", "International Fidget Co", NameFit::ShortSlip),
        ] {
            assert_eq!(fit(query, name), Some(expected), "{query} and {name}");
        }
    }

    #[test]
    fn the_same_legal_form_fits_better_than_another() {
        let counts = WordCounts { companies: 1_000, ..WordCounts::default() };
        let query = QueriedName::new("Halden Corporation").unwrap();
        let fits = ["HALDEN CORP", "HALDEN PLC", "Halden"].map(|name| query.fit_written(name, &counts));
        assert_eq!(fits, [Some(NameFit::Whole), Some(NameFit::Exact), Some(NameFit::Exact)]);
        let without_form = QueriedName::new("Halden").unwrap();
        assert_eq!(without_form.fit_written("Halden", &counts), Some(NameFit::Exact));
    }

    #[test]
    fn a_name_does_not_mean_another_company() {
        for (query, name) in [
            ("Polar Bancorp", "Popular Bancorp Inc"),
            ("Lowe's", "LOEWS CORP"),
            ("Orion S.A.", "Orion Group Holdings Inc"),
            ("Samsara Inc.", "Samsara Luggage, Inc."),
            ("Acura Pharmaceuticals, Inc", "Acurx Pharmaceuticals, Inc."),
            ("Innovid Corp.", "Innoviz Technologies Ltd."),
            ("FedEx Freight", "FEDEX CORP"),
            ("BCE Inc", "Bynd Cannasoft Enterprises Inc."),
            ("General", "General Motors Co"),
            ("Studio 54", "Studio 55"),
            ("Norvex Group", "Norvex Cruises Ltd"),
            ("Medtec", "Medical Technologies Inc"),
            ("Norbrew Ltd", "Norwich Breweries Inc"),
            ("Appel", "Apple Inc"),
            ("Bristoll", "Bristol Holdings Inc"),
        ] {
            assert_eq!(fit(query, name), None, "{query} and {name}");
        }
    }
}
