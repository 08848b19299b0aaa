//! Legal forms and what registers add to a name.

use std::{collections::HashMap, sync::LazyLock};

use super::fold::folded_words;

/// Legal forms without blanks, since `S. p. A.`, `S.p.A.` and `SpA` are the same form.
#[derive(Default)]
struct LegalForms {
    /// Forms behind a name, each with the one as which it is compared: `inc` of `incorporated`.
    trailing: HashMap<String, String>,
    /// Forms before a name, by their first words.
    leading: HashMap<&'static str, Vec<Vec<&'static str>>>,
    /// The maximum number of words in a form.
    longest: usize,
}

static LEGAL_FORMS: LazyLock<LegalForms> = LazyLock::new(|| {
    let mut forms = LegalForms::default();
    let lines = include_str!("../../../data/legal_forms.txt").lines().filter(|line| !line.starts_with('#'));
    for spellings in lines.flat_map(|line| line.split(',')) {
        forms.add(spellings.split('=').map(str::trim));
    }
    forms
});

impl LegalForms {
    /// Adds the spellings of one form, of which the first is the one that is compared.
    fn add(&mut self, spellings: impl Iterator<Item = &'static str>) {
        let mut compared = None;
        for written in spellings {
            if let Some(leading) = written.strip_prefix('<') {
                let words: Vec<&str> = leading.split(' ').collect();
                self.leading.entry(words[0]).or_default().push(words);
                continue;
            }
            let joined = written.replace(' ', "");
            let compared = compared.get_or_insert_with(|| joined.clone()).clone();
            self.trailing.entry(joined).or_insert(compared);
            // Names may separate letters that the table writes together, as in `d. o. o.`.
            self.longest = self.longest.max(written.split(' ').count()).max(written.len().min(4));
        }
    }

    /// Words of the longest form before a name.
    fn leading_words(&self, words: &[&str]) -> usize {
        let forms = words.first().and_then(|first| self.leading.get(first)).map_or(&[][..], Vec::as_slice);
        forms.iter().filter(|form| words.starts_with(form)).map(Vec::len).max().unwrap_or(0)
    }
}

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
    LEGAL_FORMS.trailing.contains_key(folded.trim())
}

/// Whether a name has a legal form: it is then the whole name, and not a short one.
pub fn has_legal_form(name: &str) -> bool {
    legal_form(name).is_some()
}

/// The legal form of a name, in letters without blanks, and abbreviated where it has an abbreviation.
pub fn legal_form(name: &str) -> Option<String> {
    let name = without_register_marks(name);
    let unspaced = without_unspaced_forms(name);
    if unspaced.len() < name.len() {
        return Some(name.replacen(unspaced, "", 1).trim().to_owned());
    }
    let words = folded_words(name);
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let form = words[strip_trailing(&words).len()..].concat();
    let compared = LEGAL_FORMS.trailing.get(&form).cloned();
    (!form.is_empty() && form != "the").then(|| compared.unwrap_or(form))
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
        if LEGAL_FORMS.trailing.contains_key(&joined) || (joined == "the" && length == 1) {
            let rest = trim_connectors(rest, joined.starts_with("cia") || joined == "compania");
            return (!rest.is_empty()).then_some(rest);
        }
    }
    None
}

/// Removes the "and" before a legal form; a bare `y` counts as "and" only in `y Cía` and `y Compañía`.
fn trim_connectors<'w, 'n>(mut words: &'w [&'n str], spanish: bool) -> &'w [&'n str] {
    while let Some((last, rest)) = words.split_last()
        && is_connector(last)
        && (spanish || *last != "y")
    {
        words = rest;
    }
    words
}

/// Removes an article or a legal form before a name, as long as a word of the name remains.
pub(super) fn strip_leading<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    let is_article = words.first() == Some(&"the");
    let leading = if is_article { 1 } else { LEGAL_FORMS.leading_words(words) };
    if leading < words.len() { &words[leading..] } else { words }
}

#[cfg(test)]
mod tests {
    use super::super::company_name_key;
    use super::*;

    #[test]
    fn a_form_that_is_spelled_out_equals_its_abbreviation() {
        for (written, abbreviated) in [
            ("Halden Gesellschaft mbH", "Halden GmbH"),
            ("Halden Gesellschaft mit beschränkter Haftung", "Halden G.m.b.H."),
            ("Halden Gesellschaft mit beschraenkter Haftung", "Halden GmbH"),
            ("Halden Aktiengesellschaft", "Halden AG"),
            ("Halden Unternehmergesellschaft (haftungsbeschränkt)", "Halden UG"),
            ("Halden Société Anonyme", "Halden S.A."),
            ("Halden Société à responsabilité limitée", "Halden SARL"),
            ("Halden Société par actions simplifiée", "Halden SAS"),
            ("Halden Sociedad Limitada", "Halden S.L."),
            ("Halden Sociedad de Responsabilidad Limitada", "Halden SL"),
            ("Halden Sociedad Anónima", "Halden S.A."),
            ("Halden Sociedade Anónima", "Halden SA"),
            ("Halden Limitada", "Halden Ltda."),
            ("Halden Besloten Vennootschap", "Halden B.V."),
            ("Halden Naamloze Vennootschap", "Halden N.V."),
            ("Halden Spółka z ograniczoną odpowiedzialnością", "Halden sp. z o.o."),
            ("Halden Aktiebolag", "Halden AB"),
            ("Halden Società a responsabilità limitata", "Halden S.r.l."),
            ("Halden Società per azioni", "Halden S.p.A."),
            ("Halden Limited Liability Company", "Halden LLC"),
            ("Halden Public Limited Company", "Halden PLC"),
            ("Halden Anonim Şirketi", "Halden A.Ş."),
            ("Halden Limited Şirketi", "Halden Ltd. Şti."),
            ("Halden Sanayi ve Ticaret Anonim Şirketi", "Halden San. ve Tic. A.Ş."),
            ("Halden Kabushiki Kaisha", "Halden K.K."),
            ("Halden Aktieselskab", "Halden A/S"),
            ("Halden Aksjeselskap", "Halden AS"),
            ("Halden Osakeyhtiö", "Halden Oy"),
        ] {
            assert_eq!(company_name_key(written), "halden", "{written}");
            assert_eq!(company_name_key(abbreviated), "halden", "{abbreviated}");
            assert!(legal_form(written).is_some(), "{written}");
            assert_eq!(legal_form(written), legal_form(abbreviated), "{written} and {abbreviated}");
        }
        for written in ["Kabushiki Kaisha Halden", "Société Anonyme Halden", "Aktiebolaget Halden"] {
            assert_eq!(company_name_key(written), "halden", "{written}");
        }
        assert_ne!(legal_form("Halden GmbH"), legal_form("Halden AG"));
    }

    #[test]
    fn no_spelling_belongs_to_two_forms() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        let lines =
            include_str!("../../../data/legal_forms.txt").lines().filter(|line| !line.starts_with('#'));
        for spellings in lines.flat_map(|line| line.split(',')) {
            for written in spellings.split('=').map(str::trim).filter(|written| !written.starts_with('<')) {
                let other = seen.insert(written.replace(' ', ""), spellings);
                assert_eq!(other, None, "{written} is listed twice");
            }
        }
    }
}
