//! Legal forms and what registers add to a name.

use std::{collections::HashSet, sync::LazyLock};

use super::fold::folded_words;

/// Legal forms without blanks, since `S. p. A.`, `S.p.A.` and `SpA` are the same form.
struct LegalForms {
    trailing: HashSet<String>,
    leading: HashSet<String>,
    /// The maximum number of words in a form.
    longest: usize,
}

static LEGAL_FORMS: LazyLock<LegalForms> = LazyLock::new(|| {
    let mut forms = LegalForms { trailing: HashSet::new(), leading: HashSet::new(), longest: 1 };
    let lines = include_str!("../../../data/legal_forms.txt").lines().filter(|line| !line.starts_with('#'));
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

/// What registers add to a name to tell namesakes apart: where a company is registered, or that it is new.
const REGISTER_MARKS: &str = "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj \
    nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr new adv fi can bda adr uk old cl lu ire nev del \
    ohio wash";

/// Removes what a register adds in slashes, as in `Halden Group Inc /DE/`, and a share class or article in brackets.
pub(super) fn without_register_marks(name: &str) -> &str {
    let mut kept = name.trim();
    loop {
        let shorter = without_mark(kept).or_else(|| without_bracket(kept));
        match shorter.map(str::trim_end).filter(|shorter| !shorter.is_empty()) {
            Some(shorter) => kept = shorter,
            None => return kept,
        }
    }
}

fn without_mark(name: &str) -> Option<&str> {
    let is_slash = |c: char| c == '/' || c == '\\';
    let open = name.trim_end_matches(is_slash).trim_end();
    let at = open.rfind(is_slash)?;
    let (before, mark) = (&open[..at], open[at + 1..].trim());
    let is_mark = REGISTER_MARKS.split(' ').any(|known| mark.eq_ignore_ascii_case(known));
    let is_apart = open.len() < name.len() || before.ends_with(' ');
    let last = before.split_whitespace().next_back().unwrap_or_default();
    (is_mark && (is_apart || is_form(&folded_words(last)))).then_some(before)
}

fn without_bracket(name: &str) -> Option<&str> {
    let (before, inside) = name.strip_suffix(')')?.rsplit_once('(')?;
    let inside = inside.trim().to_ascii_lowercase();
    (inside == "the" || inside.starts_with("class ")).then_some(before)
}

fn is_form(folded: &str) -> bool {
    LEGAL_FORMS.trailing.contains(folded.trim())
}

/// Whether a name has a legal form: it is then the whole name, and not a short one.
pub fn has_legal_form(name: &str) -> bool {
    legal_form(name).is_some()
}

/// Spellings of legal forms, and the one by which they are compared.
const SAME_FORMS: [(&str, &str); 7] = [
    ("incorporated", "inc"),
    ("corporation", "corp"),
    ("company", "co"),
    ("limited", "ltd"),
    ("publicltdco", "plc"),
    ("publiclimitedcompany", "plc"),
    ("limitedliabilitycompany", "llc"),
];

/// The legal form of a name, in letters without blanks.
pub fn legal_form(name: &str) -> Option<String> {
    let name = without_register_marks(name);
    let unspaced = without_unspaced_forms(name);
    if unspaced.len() < name.len() {
        return Some(name.replacen(unspaced, "", 1).trim().to_owned());
    }
    let words = folded_words(name);
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let form = words[strip_trailing(&words).len()..].concat();
    let same = SAME_FORMS.iter().find(|(written, _)| *written == form).map(|(_, same)| (*same).to_owned());
    (!form.is_empty() && form != "the").then(|| same.unwrap_or(form))
}

pub(super) fn without_unspaced_forms(name: &str) -> &str {
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

pub(super) fn is_connector(word: &str) -> bool {
    matches!(word, "and" | "und" | "et" | "y")
}

/// Removes trailing legal forms, as long as a word of the name remains.
pub(super) fn strip_trailing<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    let mut kept = words;
    while let Some(shorter) = without_trailing_form(kept, kept.len() == words.len()) {
        kept = shorter;
    }
    kept
}

/// Letters written apart are a form only at the very end: `Smith A O Corp` is called A. O. Smith.
fn without_trailing_form<'w, 'n>(words: &'w [&'n str], is_first: bool) -> Option<&'w [&'n str]> {
    let longest = LEGAL_FORMS.longest.min(words.len().saturating_sub(1));
    let mut joined = String::new();
    // Longest form first, so that `GmbH & Co. KG` is not parsed as the form `KG`.
    for length in (1..=longest).rev() {
        let (rest, form) = words.split_at(words.len() - length);
        if !is_first && length > 1 && form.iter().all(|word| word.len() == 1) {
            continue;
        }
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

pub(super) fn strip_leading<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    match words {
        [first, rest @ ..]
            if !rest.is_empty() && (*first == "the" || LEGAL_FORMS.leading.contains(*first)) =>
        {
            rest
        }
        _ => words,
    }
}
