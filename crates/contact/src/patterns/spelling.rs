//! Spellings of a name in addresses: accents, particles, double names, initials, other forms of the given name.

use records::name::{self, Name};

use super::{
    letters::{Accents, expanded, letters_of, split, with_apostrophes, words_of},
    style::{Spelling, Style},
    variant::variants,
};

/// Weight of a spelling that keeps the apostrophes of a name, relative to 1 for the spelling without them.
const APOSTROPHE_WEIGHT: f64 = 0.15;
/// Weight of the initials of a double given name: written together, and with the hyphen between them.
const INITIALS_WEIGHTS: (f64, f64) = (0.14, 0.05);

/// The spellings of a name's two parts.
#[derive(Debug, Clone)]
pub(crate) struct Spellings {
    pub(crate) given: Vec<Spelling>,
    pub(crate) family: Vec<Spelling>,
}

impl Spellings {
    pub(crate) fn of(name: &Name, accents: Accents, country: Option<&str>) -> Self {
        Self { given: given(name, accents, country), family: family(name, accents, country) }
    }
}

/// Whether expanding and dropping the accents of a name give different spellings.
pub(crate) fn has_expandable_accents(name: &Name) -> bool {
    name.first()
        .into_iter()
        .chain(name.last())
        .any(|part| part.chars().any(|letter| expanded(letter).is_some()))
}

fn given(name: &Name, accents: Accents, country: Option<&str>) -> Vec<Spelling> {
    let Some(first) = name.first() else { return Vec::new() };
    let words = words_of(first, accents);
    let middle = name.middle().map(|middle| words_of(middle, accents)).unwrap_or_default();
    if words.is_empty() {
        return Vec::new();
    }
    let (initials, rest) = initials_before(first, &words, &middle);
    let (mut spellings, base) = match (initials.is_empty(), words.len()) {
        (false, _) if rest.is_empty() => (of_initials_only(&initials), None),
        (false, _) => (after_initials(&initials, &rest), Some(rest.concat())),
        (true, 1) => (of_one_word(&words[0], &middle, country), Some(words[0].clone())),
        (true, _) => (of_double_name(&words, first.contains('-')), None),
    };
    let apostrophes = with_apostrophes(first, accents);
    spellings.extend(apostrophes.map(|kept| Spelling::new(kept, Style::Apostrophe, APOSTROPHE_WEIGHT)));
    if let Some(called) = name.nickname() {
        spellings.push(Spelling::new(words_of(called, accents).concat(), Style::Nickname, 0.5));
    }
    spellings.extend(base.iter().flat_map(|base| variants(base)));
    distinct(spellings)
}

/// The initials with which a given name begins, and the names after them: `J. Robert` has one of each. Both are empty
/// for a name without a leading initial, and for a single initial without a name after it.
fn initials_before(first: &str, words: &[String], middle: &[String]) -> (Vec<String>, Vec<String>) {
    let is_initial = |word: &str| word.trim_end_matches('.').chars().count() == 1 && word.is_ascii();
    let count = split(first).take_while(|word| is_initial(word)).count();
    let all: Vec<String> = words.iter().chain(middle).cloned().collect();
    if count == 0 || all.len() == 1 {
        return (Vec::new(), Vec::new());
    }
    let leading = all.iter().take_while(|word| word.len() == 1).count();
    let after = if count < words.len() { &all[leading..words.len().max(leading)] } else { &all[leading..] };
    (all[..leading].to_vec(), after.first().cloned().into_iter().collect())
}

fn of_initials_only(initials: &[String]) -> Vec<Spelling> {
    vec![Spelling::new(initials[0].clone(), Style::Plain, 0.5), Spelling::of_initials(initials.concat(), 0.5)]
}

/// A person with an initial before the name in use is mostly called by the name.
fn after_initials(initials: &[String], rest: &[String]) -> Vec<Spelling> {
    let letters: String = initials.iter().chain(rest).filter_map(|word| word.get(..1)).collect();
    vec![
        Spelling::new(rest.concat(), Style::NameInUse, 0.62),
        Spelling::new(initials.concat(), Style::Plain, 0.2),
        Spelling::new(initials.concat() + &rest.concat(), Style::Joined, 0.08),
        Spelling::of_initials(letters, 0.1),
    ]
}

/// A single given name. Where two given names without a hyphen are usual, the second may belong to it.
fn of_one_word(word: &str, middle: &[String], country: Option<&str>) -> Vec<Spelling> {
    let mut spellings = vec![Spelling::new(word.to_owned(), Style::Plain, 1.0)];
    let has_double_names = matches!(
        country,
        Some("ES" | "MX" | "AR" | "CL" | "CO" | "PE" | "VE" | "EC" | "BR" | "PT" | "IT" | "PH")
    );
    if let Some(second) = middle.first().filter(|second| has_double_names && second.len() > 1) {
        spellings.push(Spelling::new(format!("{word}{second}"), Style::Joined, 0.12));
    }
    spellings
}

fn of_double_name(words: &[String], has_hyphen: bool) -> Vec<Spelling> {
    let letters: Vec<&str> = words.iter().filter_map(|word| word.get(..1)).collect();
    let mut spellings = vec![
        Spelling::new(words.concat(), Style::Joined, 0.4),
        Spelling::new(words[0].clone(), Style::FirstWord, 0.3),
        Spelling::new(words.join("-"), Style::Hyphenated, 0.3),
        Spelling::of_initials(letters.concat(), INITIALS_WEIGHTS.0),
    ];
    if has_hyphen {
        spellings.push(Spelling::of_initials(letters.join("-"), INITIALS_WEIGHTS.1));
    }
    spellings
}

fn family(name: &Name, accents: Accents, country: Option<&str>) -> Vec<Spelling> {
    let Some(last) = name.last() else { return Vec::new() };
    let all = words_of(last, accents);
    let is_particle: Vec<bool> =
        split(last).filter(|word| !letters_of(word, accents).is_empty()).map(name::is_particle).collect();
    let particles =
        is_particle.iter().take_while(|particle| **particle).count().min(all.len().saturating_sub(1));
    let proper = &all[particles..];
    let has_hyphen = last.contains('-');
    let mut spellings = match (all.len(), proper.len()) {
        (0, _) => return Vec::new(),
        (1, _) => vec![Spelling::new(all[0].clone(), Style::Plain, 1.0)],
        (_, 1) => vec![
            Spelling::new(all.concat(), Style::Joined, 0.6),
            Spelling::new(proper[0].clone(), Style::LastWord, 0.28),
            Spelling::new(all.join("-"), Style::Hyphenated, 0.12),
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
                Spelling::new(all.concat(), Style::Joined, joined),
                Spelling::new(all.join("-"), Style::Hyphenated, hyphenated),
                Spelling::new(all[..=particles].concat(), Style::FirstWord, first),
                Spelling::new(proper[proper.len() - 1].clone(), Style::LastWord, last),
            ]
        }
    };
    let apostrophes = with_apostrophes(last, accents);
    spellings.extend(apostrophes.map(|kept| Spelling::new(kept, Style::Apostrophe, APOSTROPHE_WEIGHT)));
    distinct(spellings)
}

/// Merges equal spellings into the one with the highest weight, and normalises the weights.
fn distinct(spellings: Vec<Spelling>) -> Vec<Spelling> {
    let mut unique: Vec<Spelling> = Vec::with_capacity(spellings.len());
    for spelling in spellings.into_iter().filter(|spelling| !spelling.letters.is_empty()) {
        match unique.iter_mut().find(|known| known.letters == spelling.letters) {
            Some(known) if known.weight < spelling.weight => *known = spelling,
            Some(_) => {}
            None => unique.push(spelling),
        }
    }
    let total: f64 = unique.iter().map(|spelling| spelling.weight).sum();
    for spelling in &mut unique {
        spelling.weight /= total;
    }
    unique
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
        let mut spellings = given(name, Accents::Dropped, None);
        spellings.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        spellings.into_iter().map(|spelling| spelling.letters).collect()
    }

    #[test]
    fn family_names_have_the_usual_address_spellings() {
        assert_eq!(families("Jürgen Müller", "DE"), ["mueller"]);
        assert_eq!(families("Hans van den Berg", "NL"), ["vandenberg", "berg", "van-den-berg"]);
        assert_eq!(families("Eva Müller-Groß", "DE"), ["mueller-gross", "muellergross", "mueller", "gross"]);
        assert_eq!(families("García López, Ana", "ES")[0], "garcia");
        assert_eq!(families("Silva Santos, Ana", "BR")[0], "santos");
        assert_eq!(families("Иван Петров", "RU"), ["petrov"]);
        assert_eq!(families("Sean O'Brien", "IE"), ["obrien", "o'brien"]);
    }

    #[test]
    fn given_names_are_also_tried_in_their_short_and_formal_forms() {
        let bob = Name::parse("Bob Smith").unwrap();
        assert_eq!(givens(&bob)[..2], ["bob", "robert"]);
        let william = Name::parse("William Smith").unwrap();
        assert_eq!(givens(&william)[..3], ["william", "bill", "will"]);
        let anna = Name::from_parts("Anna-Lena", "Weber").unwrap();
        assert_eq!(givens(&anna)[..3], ["annalena", "anna", "anna-lena"]);
        let called = Name::parse("Margaret (Peggy) Jones").unwrap();
        assert_eq!(givens(&called)[..2], ["margaret", "peggy"]);
    }

    #[test]
    fn double_names_have_initials_and_a_name_after_an_initial_is_the_one_in_use() {
        let pierre = Name::parse("Jean-Pierre Dupont").unwrap();
        assert!(givens(&pierre).contains(&"jp".to_owned()));
        for robert in [Name::parse("J. Robert Berg").unwrap(), Name::from_parts("J. Robert", "Berg").unwrap()]
        {
            assert_eq!(givens(&robert)[..2], ["robert", "j"], "{robert:?}");
        }
        assert_eq!(givens(&Name::parse("J. Berg").unwrap()), ["j"]);
        assert_eq!(givens(&Name::parse("Robert J. Berg").unwrap())[0], "robert");
    }
}
