//! Spellings of a name in addresses: accents, particles, double names, short forms.

use records::{
    name::{self, Name},
    nickname,
};

/// Maximum number of short forms and of formal names per given name.
const FORM_LIMIT: usize = 3;

/// How accented letters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accents {
    /// ü becomes u.
    Dropped,
    /// ü becomes ue.
    Expanded,
}

/// Which words of a name are used, and how they are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// The single word of the name.
    Plain,
    /// All words without separator.
    Joined,
    /// All words joined by hyphens.
    Hyphenated,
    /// Only the first word.
    FirstWord,
    /// Only the last word, without particles.
    LastWord,
    /// The nickname given with the name.
    Nickname,
    /// A short form of the given name.
    ShortForm,
    /// The formal name behind a short form.
    FormalName,
}

impl Style {
    pub(crate) const COUNT: usize = 8;

    pub(crate) fn number(self) -> usize {
        self as usize
    }
}

/// One spelling of a name part, with its prior probability.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spelling {
    pub(crate) letters: String,
    pub(crate) style: Style,
    pub(crate) weight: f64,
}

/// The spellings of a name's two parts.
#[derive(Debug, Clone)]
pub(crate) struct Spellings {
    pub(crate) given: Vec<Spelling>,
    pub(crate) family: Vec<Spelling>,
}

impl Spellings {
    pub(crate) fn of(name: &Name, accents: Accents, country: Option<&str>) -> Self {
        Self { given: given(name, accents), family: family(name, accents, country) }
    }
}

/// Whether expanding and dropping the accents of a name give different spellings.
pub(crate) fn has_expandable_accents(name: &Name) -> bool {
    name.first()
        .into_iter()
        .chain(name.last())
        .any(|part| part.chars().any(|letter| expanded(letter).is_some()))
}

fn given(name: &Name, accents: Accents) -> Vec<Spelling> {
    let Some(first) = name.first() else { return Vec::new() };
    let words = words_of(first, accents);
    let mut spellings = match words.len() {
        0 => return Vec::new(),
        1 => vec![spelling(words[0].clone(), Style::Plain, 1.0)],
        _ => vec![
            spelling(words.concat(), Style::Joined, 0.4),
            spelling(words[0].clone(), Style::FirstWord, 0.3),
            spelling(words.join("-"), Style::Hyphenated, 0.3),
        ],
    };
    let formal = words.concat();
    if let Some(called) = name.nickname() {
        spellings.push(spelling(words_of(called, accents).concat(), Style::Nickname, 0.5));
    }
    let forms = nickname::forms(&formal).take(FORM_LIMIT).map(|form| (form, Style::ShortForm, 0.01));
    let names = nickname::formal_names(&formal).take(FORM_LIMIT).map(|name| (name, Style::FormalName, 0.02));
    for (letters, style, weight) in forms.chain(names) {
        spellings.push(spelling(letters.to_owned(), style, weight));
    }
    distinct(spellings)
}

fn family(name: &Name, accents: Accents, country: Option<&str>) -> Vec<Spelling> {
    let Some(last) = name.last() else { return Vec::new() };
    let all = words_of(last, accents);
    let is_particle: Vec<bool> = split(last).map(name::is_particle).collect();
    let particles =
        is_particle.iter().take_while(|particle| **particle).count().min(all.len().saturating_sub(1));
    let proper = &all[particles..];
    let has_hyphen = last.contains('-');
    let spellings = match (all.len(), proper.len()) {
        (0, _) => return Vec::new(),
        (1, _) => vec![spelling(all[0].clone(), Style::Plain, 1.0)],
        (_, 1) => vec![
            spelling(all.concat(), Style::Joined, 0.6),
            spelling(proper[0].clone(), Style::LastWord, 0.28),
            spelling(all.join("-"), Style::Hyphenated, 0.12),
        ],
        _ => {
            let (joined, hyphenated, first, last) = match country {
                _ if has_hyphen => (0.34, 0.42, 0.14, 0.1),
                // With two surnames, addresses use the father's: the first in Spain, the last in Portugal.
                Some("BR" | "PT") => (0.15, 0.05, 0.15, 0.65),
                Some("ES" | "MX" | "AR" | "CL" | "CO" | "PE") => (0.1, 0.03, 0.8, 0.07),
                _ => (0.2, 0.06, 0.6, 0.14),
            };
            vec![
                spelling(all.concat(), Style::Joined, joined),
                spelling(all.join("-"), Style::Hyphenated, hyphenated),
                spelling(all[..=particles].concat(), Style::FirstWord, first),
                spelling(proper[proper.len() - 1].clone(), Style::LastWord, last),
            ]
        }
    };
    distinct(spellings)
}

fn spelling(letters: String, style: Style, weight: f64) -> Spelling {
    Spelling { letters, style, weight }
}

/// Removes duplicate spellings and normalises the weights.
fn distinct(spellings: Vec<Spelling>) -> Vec<Spelling> {
    let mut unique: Vec<Spelling> = Vec::with_capacity(spellings.len());
    for spelling in spellings.into_iter().filter(|spelling| !spelling.letters.is_empty()) {
        if !unique.iter().any(|known| known.letters == spelling.letters) {
            unique.push(spelling);
        }
    }
    let total: f64 = unique.iter().map(|spelling| spelling.weight).sum();
    for spelling in &mut unique {
        spelling.weight /= total;
    }
    unique
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '-']).filter(|word| !word.is_empty())
}

/// The words of a name in address letters.
fn words_of(text: &str, accents: Accents) -> Vec<String> {
    split(text).map(|word| letters_of(word, accents)).filter(|word| !word.is_empty()).collect()
}

fn letters_of(word: &str, accents: Accents) -> String {
    let mut letters = String::with_capacity(word.len());
    for character in word.chars() {
        match expanded(character) {
            Some(pair) if accents == Accents::Expanded => letters.push_str(pair),
            _ => letters.extend(
                any_ascii::any_ascii_char(character)
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .map(|letter| letter.to_ascii_lowercase()),
            ),
        }
    }
    letters
}

fn expanded(character: char) -> Option<&'static str> {
    match character {
        'ä' | 'Ä' | 'æ' | 'Æ' => Some("ae"),
        'ö' | 'Ö' | 'ø' | 'Ø' => Some("oe"),
        'ü' | 'Ü' => Some("ue"),
        'å' | 'Å' => Some("aa"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(name: &str, country: &str) -> Vec<String> {
        let name = Name::parse(name).unwrap();
        let mut spellings = family(&name, Accents::Expanded, Some(country));
        spellings.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        spellings.into_iter().map(|spelling| spelling.letters).collect()
    }

    fn givens(name: &Name) -> Vec<String> {
        given(name, Accents::Dropped).into_iter().map(|spelling| spelling.letters).collect()
    }

    #[test]
    fn family_names_have_the_usual_address_spellings() {
        assert_eq!(families("Jürgen Müller", "DE"), ["mueller"]);
        assert_eq!(families("Hans van den Berg", "NL"), ["vandenberg", "berg", "van-den-berg"]);
        assert_eq!(families("Eva Müller-Groß", "DE"), ["mueller-gross", "muellergross", "mueller", "gross"]);
        assert_eq!(families("García López, Ana", "ES")[0], "garcia");
        assert_eq!(families("Silva Santos, Ana", "BR")[0], "santos");
        assert_eq!(families("Иван Петров", "RU"), ["petrov"]);
        assert_eq!(families("Sean O'Brien", "IE"), ["obrien"]);
    }

    #[test]
    fn given_names_are_also_tried_in_their_short_and_formal_forms() {
        let bob = Name::parse("Bob Smith").unwrap();
        assert_eq!(givens(&bob)[0], "bob");
        assert!(givens(&bob).contains(&"robert".to_owned()));
        let anna = Name::from_parts("Anna-Lena", "Weber").unwrap();
        assert_eq!(givens(&anna)[..3], ["annalena", "anna", "anna-lena"]);
        let called = Name::parse("Margaret (Peggy) Jones").unwrap();
        assert!(givens(&called).contains(&"peggy".to_owned()));
    }

    #[test]
    fn a_letter_is_expanded_only_with_the_expanded_style() {
        assert_eq!(letters_of("Müller", Accents::Dropped), "muller");
        assert_eq!(letters_of("Müller", Accents::Expanded), "mueller");
        assert_eq!(letters_of("Núñez", Accents::Expanded), "nunez");
    }
}
