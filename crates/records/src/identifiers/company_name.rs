//! Company names: the comparison key of a name, and the similarity of two names.

use std::collections::HashSet;
use std::sync::LazyLock;

use strsim::jaro_winkler;

/// Legal forms without blanks, since `S. p. A.`, `S.p.A.` and `SpA` are the same form.
struct LegalForms {
    trailing: HashSet<String>,
    leading: HashSet<String>,
    /// The maximum number of words in a form.
    longest: usize,
}

static LEGAL_FORMS: LazyLock<LegalForms> = LazyLock::new(|| {
    let mut forms = LegalForms { trailing: HashSet::new(), leading: HashSet::new(), longest: 1 };
    let lines = include_str!("../../data/legal_forms.txt").lines().filter(|line| !line.starts_with('#'));
    for form in lines.flat_map(|line| line.split(',')).map(str::trim) {
        let (side, written) = match form.strip_prefix('<') {
            Some(written) => (&mut forms.leading, written),
            None => (&mut forms.trailing, form),
        };
        side.insert(written.replace(' ', ""));
        // Names may separate letters that the table writes together, as in `d. o. o.`.
        forms.longest = forms.longest.max(written.split(' ').count()).max(written.len().min(4));
    }
    forms
});

/// Legal forms in scripts without blanks between words; they are removed before folding.
const UNSPACED_FORMS: &[&str] = &[
    "株式会社",
    "有限会社",
    "合同会社",
    "(株)",
    "（株）",
    "股份有限公司",
    "有限责任公司",
    "有限公司",
    "주식회사",
    "(주)",
    "㈜",
];

/// Words so common in company names that they hardly distinguish companies.
const COMMON_WORDS: &[&str] = &[
    "group",
    "holding",
    "holdings",
    "international",
    "global",
    "solutions",
    "technologies",
    "technology",
    "systems",
    "services",
    "service",
    "consulting",
    "partners",
    "enterprises",
    "industries",
    "worldwide",
    "gruppe",
    "groupe",
    "grupo",
    "software",
    "labs",
    "online",
    "deutschland",
    "germany",
    "usa",
    "uk",
    "europe",
    "and",
    "of",
    "de",
];

/// Weight of a common word; a distinctive word weighs 1.
const COMMON_WORD_WEIGHT: f64 = 0.3;

/// Minimum Jaro-Winkler similarity at which two words count as the same word.
const SAME_WORD: f64 = 0.88;

/// Maximum score of names whose keys differ; only equal keys score 1.
const HIGHEST_INEXACT: f64 = 0.98;

/// Score of an abbreviation, such as IBM, against a name with these initials.
const INITIALS_SCORE: f64 = 0.8;

/// The comparison key of a company name: lower-case ASCII words without legal form and leading article, with every
/// spelling of "and" unified. Never empty if the name has a letter or digit.
pub fn company_name_key(name: &str) -> String {
    let name = strip_unspaced_forms(name.trim());
    let words = folded_words(name);
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let words = strip_leading(strip_trailing(&words));
    let last = words.len().saturating_sub(1);
    let mut key = String::with_capacity(name.len());
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            key.push(' ');
        }
        // At either end a connector is part of the name, as in Y Combinator.
        key.push_str(if at > 0 && at < last && is_connector(word) { "and" } else { word });
    }
    key
}

/// Similarity of two company names, from 0 to 1; it is 1 exactly if their keys are equal and not empty.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (company_name_key(a), company_name_key(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    // Sort the arguments: the measures below are not all symmetric.
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a.replace(' ', "") == b.replace(' ', "") {
        return HIGHEST_INEXACT;
    }
    let a_words: Vec<&str> = a.split(' ').collect();
    let b_words: Vec<&str> = b.split(' ').collect();
    let words = shared_weight(&a_words, &b_words);
    let score = 0.7 * words + 0.3 * jaro_winkler(&a, &b) * words.sqrt();
    let initials = if abbreviates(&a_words, &b) || abbreviates(&b_words, &a) { INITIALS_SCORE } else { 0.0 };
    score.max(initials).min(HIGHEST_INEXACT)
}

fn strip_unspaced_forms(name: &str) -> &str {
    if name.is_ascii() {
        return name;
    }
    for form in UNSPACED_FORMS {
        let rest = name.strip_prefix(form).or_else(|| name.strip_suffix(form)).map(str::trim);
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            return rest;
        }
    }
    name
}

/// Lower-case ASCII words separated by blanks; dots and apostrophes are removed without splitting a word.
fn folded_words(name: &str) -> String {
    let mut folded = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        match character {
            'a'..='z' | '0'..='9' => folded.push(character),
            'A'..='Z' => folded.push(character.to_ascii_lowercase()),
            '.' | '\'' | '’' | '‘' | '`' | '\u{300}'..='\u{36f}' => {}
            '&' | '+' => folded.push_str(" and "),
            _ if character.is_ascii() => folded.push(' '),
            _ => folded.extend(any_ascii::any_ascii_char(character).chars().map(|c| match c {
                _ if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
                _ => ' ',
            })),
        }
    }
    folded
}

fn is_connector(word: &str) -> bool {
    matches!(word, "and" | "und" | "et" | "y")
}

/// Removes trailing legal forms, as long as a word of the name remains.
fn strip_trailing<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    let mut kept = words;
    while let Some(shorter) = without_trailing_form(kept) {
        kept = shorter;
    }
    kept
}

fn without_trailing_form<'w, 'n>(words: &'w [&'n str]) -> Option<&'w [&'n str]> {
    let longest = LEGAL_FORMS.longest.min(words.len().saturating_sub(1));
    let mut joined = String::new();
    // Longest form first, so that `GmbH & Co. KG` is not parsed as the form `KG`.
    for length in (1..=longest).rev() {
        let (rest, form) = words.split_at(words.len() - length);
        joined.clear();
        form.iter().for_each(|word| joined.push_str(if is_connector(word) { "and" } else { word }));
        if LEGAL_FORMS.trailing.contains(&joined) || (joined == "the" && length == 1) {
            let rest = trim_connectors(rest, joined.starts_with("cia"));
            return (!rest.is_empty()).then_some(rest);
        }
    }
    None
}

/// Removes the "and" before a legal form; a bare `y` counts as "and" only in `y Cía`.
fn trim_connectors<'w, 'n>(mut words: &'w [&'n str], spanish: bool) -> &'w [&'n str] {
    while let Some((last, rest)) = words.split_last()
        && is_connector(last)
        && (spanish || *last != "y")
    {
        words = rest;
    }
    words
}

fn strip_leading<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    match words {
        [first, rest @ ..]
            if !rest.is_empty() && (*first == "the" || LEGAL_FORMS.leading.contains(*first)) =>
        {
            rest
        }
        _ => words,
    }
}

/// The share of the total word weight that both names have in common; each word is compared with its best match.
fn shared_weight(a: &[&str], b: &[&str]) -> f64 {
    let shared = |from: &[&str], to: &[&str]| -> (f64, f64) {
        from.iter().fold((0.0, 0.0), |(found, total), word| {
            let weight = if COMMON_WORDS.contains(word) { COMMON_WORD_WEIGHT } else { 1.0 };
            let best = to.iter().map(|other| word_similarity(word, other)).fold(0.0, f64::max);
            (found + weight * best, total + weight)
        })
    };
    let (found_a, total_a) = shared(a, b);
    let (found_b, total_b) = shared(b, a);
    (found_a + found_b) / (total_a + total_b)
}

/// Similarity of two words; words with digits are equal or different, never similar.
fn word_similarity(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    if a.bytes().chain(b.bytes()).any(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let similarity = jaro_winkler(a, b);
    if similarity >= SAME_WORD { similarity } else { 0.0 }
}

fn abbreviates(words: &[&str], short: &str) -> bool {
    short.len() >= 3
        && words.len() == short.len()
        && words.iter().zip(short.bytes()).all(|(word, letter)| word.as_bytes().first() == Some(&letter))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn legal_forms_of_many_countries_are_removed() {
        for (name, key) in [
            ("Acme Inc.", "acme"),
            ("ACME, Inc", "acme"),
            ("Acme L.L.C.", "acme"),
            ("Acme Co., Ltd.", "acme"),
            ("The Acme Company", "acme"),
            ("Acme Corporation", "acme"),
            ("Acme GmbH", "acme"),
            ("Acme GmbH & Co. KG", "acme"),
            ("Acme G.m.b.H. und Co KG", "acme"),
            ("Müller Maschinenbau GmbH & Co. KGaA", "muller maschinenbau"),
            ("Acme UG (haftungsbeschränkt)", "acme"),
            ("Acme S.p.A.", "acme"),
            ("Acme S. p. A.", "acme"),
            ("Acme S.r.l.", "acme"),
            ("Société Générale S.A.", "societe generale"),
            ("SARL Dupont", "dupont"),
            ("Acme S.L.U.", "acme"),
            ("Acme S.A. de C.V.", "acme"),
            ("Acme B.V.", "acme"),
            ("Acme ApS", "acme"),
            ("Acme A/S", "acme"),
            ("Acme Oy Ab", "acme"),
            ("Acme Sp. z o.o.", "acme"),
            ("Acme spółka z o.o.", "acme"),
            ("Acme s.r.o.", "acme"),
            ("Acme spol. s r.o.", "acme"),
            ("Acme d. o. o.", "acme"),
            ("Acme Kft.", "acme"),
            ("Acme Pty Ltd", "acme"),
            ("Acme (Pty) Ltd", "acme"),
            ("Acme Pvt. Ltd.", "acme"),
            ("Acme Private Limited", "acme"),
            ("Acme Sdn. Bhd.", "acme"),
            ("PT Acme Tbk", "acme"),
            ("OOO Acme", "acme"),
            ("ООО Акме", "akme"),
            ("Acme Lda.", "acme"),
            ("Acme Ltda", "acme"),
            ("Acme K.K.", "acme"),
            ("Acme A.Ş.", "acme"),
        ] {
            assert_eq!(company_name_key(name), key, "{name}");
        }
    }

    #[test]
    fn spellings_of_and_are_unified() {
        let key = company_name_key("Smith & Sons");
        for name in ["Smith and Sons", "Smith + Sons", "smith und sons", "Smith et Sons", "Smith y Sons"] {
            assert_eq!(company_name_key(name), key, "{name}");
        }
        assert_eq!(company_name_key("Tiffany & Co."), "tiffany");
        assert_eq!(company_name_key("García y Cía"), "garcia");
        assert_eq!(company_name_key("Y Combinator"), "y combinator");
    }

    #[test]
    fn a_name_is_never_stripped_to_nothing() {
        assert_eq!(company_name_key("AG"), "ag");
        assert_eq!(company_name_key("The Limited"), "the");
        assert_eq!(company_name_key("The"), "the");
        assert_eq!(company_name_key("& Co."), "and co");
        assert_eq!(company_name_key("株式会社"), company_name_key(" 株式会社 "));
    }

    #[test]
    fn legal_forms_in_unspaced_scripts_are_removed() {
        assert_eq!(company_name_key("株式会社トヨタ"), company_name_key("トヨタ株式会社"));
        assert_eq!(company_name_key("トヨタ株式会社"), company_name_key("トヨタ"));
    }

    #[test]
    fn similarity_grows_with_the_shared_words() {
        assert_eq!(similarity("Acme GmbH", "ACME Inc."), 1.0);
        assert!(similarity("Acme", "Acme Robotics") < 0.8);
        assert!(similarity("Acme", "Acme Group") > similarity("Acme", "Acme Robotics"));
        assert!(similarity("Facebook", "Face Book") > 0.95);
        assert!(similarity("Robotics Acme", "Acme Robotics") > 0.8);
        assert!(similarity("Microsoft", "Mircosoft") > 0.85);
        assert!(similarity("Acme Robotics", "Zenith Robotics") < 0.6);
        assert!(similarity("Studio 54", "Studio 55") < 0.6);
        assert!(similarity("Acme", "Zenith") < 0.2);
        assert_eq!(similarity("IBM", "International Business Machines Corp."), INITIALS_SCORE);
        assert_eq!(similarity("", ""), 0.0);
    }

    proptest! {
        #[test]
        fn a_key_ignores_case(name in "[A-Za-z.&' -]{0,30}") {
            prop_assert_eq!(company_name_key(&name), company_name_key(&name.to_uppercase()));
        }

        #[test]
        fn a_name_with_a_letter_has_a_key(name in "[a-zA-Z][a-zA-Z .&]{0,20}") {
            prop_assert!(!company_name_key(&name).is_empty());
        }

        #[test]
        fn similarity_is_symmetric_and_bounded(a in ".{0,30}", b in ".{0,30}") {
            let score = similarity(&a, &b);
            prop_assert_eq!(score, similarity(&b, &a));
            prop_assert!((0.0..=1.0).contains(&score));
        }

        #[test]
        fn names_of_the_same_words_are_alike(a in "[a-c]{1,4}( [a-c]{1,4}){0,3}", b in "[a-c]{1,4}( [a-c]{1,4}){0,3}") {
            let score = similarity(&a, &b);
            prop_assert_eq!(score, similarity(&b, &a));
            prop_assert!((0.0..=1.0).contains(&score));
            prop_assert_eq!(score == 1.0, company_name_key(&a) == company_name_key(&b));
        }
    }
}
