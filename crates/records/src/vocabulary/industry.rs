//! Industries: one label for all names and codes that sources use, and the hierarchy of the labels.
//!
//! A name outside the tables is its own label, so that nothing that a source states is lost.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    fold,
    name_table::{NameTable, lines},
};

const TREE: &str = include_str!("../../data/industries.txt");
const NAMES: &str = include_str!("../../data/industry_names.txt");
const CODES: &str = include_str!("../../data/industry_codes.txt");

/// Shorter codes are sectors of NAICS; a plain number of four digits is a code of the US SIC, which always has four.
const SIC_DIGITS: usize = 4;

/// The longest code of a classification, in digits.
const CODE_DIGITS_MAX: usize = 6;

struct Industries {
    names: NameTable,
    codes: HashMap<(&'static str, &'static str), &'static str>,
    /// Labels above each label, nearest first.
    ancestors: HashMap<&'static str, Vec<&'static str>>,
}

static INDUSTRIES: LazyLock<Industries> = LazyLock::new(|| {
    let mut names = NameTable::new(NAMES, name_key);
    let mut ancestors: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut path: Vec<&str> = Vec::new();
    for line in TREE.lines().filter(|line| !line.starts_with('#')) {
        let label = line.trim_start_matches('\t');
        path.truncate(line.len() - label.len());
        let known = ancestors.entry(label).or_default();
        for ancestor in path.iter().rev() {
            // A label that occurs in two branches has the ancestors of both.
            if !known.contains(ancestor) {
                known.push(ancestor);
            }
        }
        names.add(name_key(label), label);
        path.push(label);
    }
    let codes = lines(CODES).filter_map(|mut line| Some(((line.next()?, line.next()?), line.next()?)));
    Industries { names, codes: codes.collect(), ancestors }
});

/// The comparison key of a name: its words without `and`, `the` and `of`, each without a plural `s`. Vendors write
/// `hospital_health_care` and `Hospitals & Health Care`.
fn name_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    fold::each_word(name, |word| {
        if !matches!(word, "and" | "the" | "of") {
            let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
            key.push_str(if plural { &word[..word.len() - 1] } else { word });
        }
    });
    key
}

/// The label of an industry given by name, synonym or code; `None` if it is outside the tables.
///
/// A code is `NAICS 541511`, `SIC 7372`, `NACE 62.01` or a plain number: of four digits the US SIC, else NAICS. What
/// registers write as `62012 - Software development` is a code of NACE.
pub fn label(written: &str) -> Option<&'static str> {
    INDUSTRIES.names.get(&name_key(written)).or_else(|| label_of_code(written))
}

fn label_of_code(written: &str) -> Option<&'static str> {
    let written = written.trim().to_ascii_lowercase();
    let start = written.find(|c: char| c.is_ascii_digit())?;
    let (scheme, code) = written.split_at(start);
    let (code, text) = code.split_once(" - ").map_or((code, None), |(code, text)| (code, Some(text)));
    let digits: String = code.chars().filter(|c| !matches!(c, '.' | ' ')).collect();
    if digits.len() < 2 || digits.len() > CODE_DIGITS_MAX || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let scheme = match scheme.trim_matches([' ', ':', '-']) {
        "naics" => "naics",
        "sic" => "sic",
        "nace" | "uk sic" | "sic 2007" => "nace",
        "" if text.is_some() || code.contains('.') => "nace",
        "" if digits.len() == SIC_DIGITS => "sic",
        "" => "naics",
        _ => return None,
    };
    let by_text = text.and_then(|text| INDUSTRIES.names.get(&name_key(text)));
    let beginnings = (2..=digits.len()).rev().map(|length| &digits[..length]);
    by_text.or_else(|| beginnings.filter_map(|start| INDUSTRIES.codes.get(&(scheme, start)).copied()).next())
}

/// The label of an industry, or what is written if it has none.
pub fn name(written: &str) -> &str {
    label(written).unwrap_or(written)
}

/// Search terms of an industry: that of its label first, then those of the labels above it.
pub fn terms(written: &str) -> Vec<String> {
    let label = label(written);
    let above =
        label.and_then(|label| INDUSTRIES.ancestors.get(label)).map(Vec::as_slice).unwrap_or_default();
    std::iter::once(label.unwrap_or(written)).chain(above.iter().copied()).map(name_key).collect()
}

/// The labels that a question for an industry includes: its own and those below it.
pub fn included(written: &str) -> Vec<&str> {
    let Some(label) = label(written) else { return vec![written] };
    let below =
        INDUSTRIES.ancestors.iter().filter(|(_, above)| above.contains(&label)).map(|(below, _)| *below);
    let mut labels: Vec<&str> = below.chain([label]).collect();
    labels.sort_unstable();
    labels
}

/// Whether a text is a code of a classification and not a name.
pub fn is_code(written: &str) -> bool {
    written.chars().all(|c| !c.is_alphabetic())
        || (INDUSTRIES.names.get(&name_key(written)).is_none() && label_of_code(written).is_some())
}

/// Every name in the tables, each with its label.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let labels = INDUSTRIES.ancestors.keys().map(|label| (*label, *label));
    let others = lines(NAMES).flat_map(|mut line| {
        let label = line.next().unwrap_or_default();
        line.map(move |name| (name, label))
    });
    labels.chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_industry_of_the_tree() {
        super::super::name_table::assert_unambiguous(NAMES, name_key);
        for (name, label) in names() {
            assert!(INDUSTRIES.ancestors.contains_key(label), "{label}");
            assert_eq!(super::label(name), Some(label), "{name}");
            assert_eq!(terms(name), terms(label), "{name}");
            assert_eq!(included(name), included(label), "{name}");
        }
        assert!(names().count() > 2_000);
    }

    #[test]
    fn every_code_has_a_label_of_the_tree() {
        for ((scheme, code), label) in &INDUSTRIES.codes {
            assert!(INDUSTRIES.ancestors.contains_key(label), "{scheme} {code}");
            assert!(
                code.len() >= 2 && code.len() <= CODE_DIGITS_MAX && code.bytes().all(|b| b.is_ascii_digit())
            );
            assert_eq!(super::label(&format!("{scheme} {code}")), Some(*label));
        }
    }

    #[test]
    fn words_and_codes_of_sources_are_read() {
        for (written, label) in [
            ("Maschinenbau", "Machinery Manufacturing"),
            ("Versicherung", "Insurance"),
            ("Assurance", "Insurance"),
            ("Einzelhandel", "Retail"),
            ("Immobilien", "Real Estate"),
            ("Banque", "Banking"),
            ("Construcción", "Construction"),
            ("Sigortacılık", "Insurance"),
            ("Nieruchomości", "Real Estate"),
            ("Detailhandel", "Retail"),
            ("Commercio al dettaglio", "Retail"),
            ("Saúde", "Hospitals and Health Care"),
            ("Byggverksamhet", "Construction"),
            ("biotech", "Biotechnology Research"),
            ("Biotechnology", "Biotechnology Research"),
            ("software", "Software Development"),
            ("Computer Software", "Software Development"),
            ("COMPUTER_SOFTWARE", "Software Development"),
            ("SaaS", "Software Development"),
            ("Internet", "Technology, Information and Internet"),
            ("fintech", "Financial Services"),
            ("e-commerce", "Online and Mail Order Retail"),
            ("hospital_health_care", "Hospitals and Health Care"),
            ("Hospital & Health Care", "Hospitals and Health Care"),
            ("information technology & services", "IT Services and IT Consulting"),
            ("games_video", "Computer Games"),
            ("541511", "IT System Custom Software Development"),
            ("NAICS 5112", "Software Development"),
            ("7372", "Software Development"),
            ("SIC 2836", "Biotechnology Research"),
            ("62.01", "Software Development"),
            ("62012 - Business and domestic software development", "Software Development"),
            ("63120 - Web portals", "Internet Publishing"),
            ("54", "Professional Services"),
        ] {
            assert_eq!(super::label(written), Some(label), "{written}");
        }
        for unknown in ["Underwater Basketry", "", "1", "00", "1234567", "batch 12", "99999"] {
            assert_eq!(super::label(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_branch_is_found_by_its_sector() {
        let terms = terms("Caterers");
        assert!(terms.contains(&name_key("Food and Beverage Services")));
        assert!(terms.contains(&name_key("Accommodation Services")));
        assert_eq!(terms[0], "caterer");
        assert!(included("Accommodation Services").contains(&"Caterers"));
        assert_eq!(included("caterers"), ["Caterers"]);
    }

    #[test]
    fn an_industry_outside_the_table_is_found_by_its_own_name() {
        assert_eq!(super::terms("Underwater Basketry"), ["underwaterbasketry"]);
        assert_eq!(included("Underwater Basketry"), ["Underwater Basketry"]);
    }

    #[test]
    fn no_industry_is_part_of_itself() {
        for (label, above) in &INDUSTRIES.ancestors {
            assert!(!above.contains(label), "{label}");
        }
        assert!(INDUSTRIES.ancestors.len() > 400);
    }
}
