//! Names in other scripts, written in Latin letters as their speakers do in addresses.

mod customs;
mod cyrillic;
mod east_asian;
mod greek;
mod semitic;

use customs::{Customs, capitalised};
use records::name::Name;

/// A script whose names need more than a letter-by-letter transliteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Greek,
    Cyrillic,
    Semitic,
    Hangul,
    Han,
}

/// The ways to write a name in Latin letters, with probabilities. A name in Latin letters has one: itself.
pub(crate) fn romanised(name: &Name) -> Vec<(Name, f64)> {
    let full = name.full();
    let found = match full.chars().find_map(script_of) {
        None => Vec::new(),
        Some(Script::Greek) => by_word(name, greek::ways),
        Some(Script::Cyrillic) => by_word(name, cyrillic::ways),
        Some(Script::Semitic) => semitic::ways(&full),
        Some(Script::Hangul) => east_asian::korean(&full),
        Some(Script::Han) => east_asian::chinese(&full),
    };
    let total: f64 = found.iter().map(|(_, weight)| weight).sum();
    if found.is_empty() {
        return vec![(name.clone(), 1.0)];
    }
    found.into_iter().map(|(name, weight)| (name, weight / total)).collect()
}

fn script_of(character: char) -> Option<Script> {
    match character {
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Script::Greek),
        '\u{400}'..='\u{52f}' => Some(Script::Cyrillic),
        '\u{590}'..='\u{77f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => Some(Script::Semitic),
        '\u{ac00}'..='\u{d7a3}' => Some(Script::Hangul),
        '\u{4e00}'..='\u{9fff}' => Some(Script::Han),
        _ => None,
    }
}

/// Writes given and family name by the same custom.
fn by_word(name: &Name, ways: impl Fn(&str) -> Customs) -> Vec<(Name, f64)> {
    let (first, last) = (ways(name.first().unwrap_or_default()), ways(name.last().unwrap_or_default()));
    let mut found: Vec<(Name, f64)> = Vec::new();
    for ((first, weight), (last, _)) in first.into_iter().zip(last) {
        let Some(name) = Name::from_parts(&capitalised(&first), &capitalised(&last)) else { continue };
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known += weight,
            None => found.push((name, weight)),
        }
    }
    found
}
