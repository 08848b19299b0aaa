//! Names of people: parts, comparison keys and agreement of two names.

mod agreement;
mod case;
mod fold;
mod parse;
mod words;

use std::fmt;

pub use agreement::{Agreement, family_agreement, given_agreement, middle_agreement};
pub use fold::words_in;
use parse::Words;
pub use words::is_particle;

/// A person's name in parts, with its comparison keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    first: String,
    middle: String,
    last: String,
    nickname: Option<String>,
    generation: Option<String>,
    first_words: String,
    middle_words: String,
    last_words: String,
    nickname_words: String,
    first_key: String,
    last_key: String,
}

impl Name {
    /// Parses a full name in either order, with titles and degrees around it; none if no name remains.
    pub fn parse(full: &str) -> Option<Self> {
        let words = Words::of_full_name(full);
        let start = words.family_start.unwrap_or_else(|| family_start(&words.names));
        let given_count = start.min(1);
        Self::from_words(words, given_count, start)
    }

    /// Builds a name from separate first and last names; none if both are empty.
    pub fn from_parts(first: &str, last: &str) -> Option<Self> {
        let words = Words::of_parts(first, last);
        let start = words.family_start.unwrap_or(words.names.len());
        if start == words.names.len() && start > 1 {
            return Self::parse(&words.names.join(" "));
        }
        // Trailing initials are middle names; other additional given names belong to the first name.
        let initials = words.names[..start].iter().rev().take_while(|name| is_initial(name)).count();
        let given_count = if initials < start { start - initials } else { start.min(1) };
        Self::from_words(words, given_count, start)
    }

    /// The same name with given and family name in each other's place; none if one of them is missing.
    pub fn swapped(&self) -> Option<Self> {
        let (first, last) = (self.first()?, self.last()?);
        Self::from_parts(last, first)
    }

    /// The name with the middle names and the generation of another form of it, where it has none itself: columns of given
    /// and family names leave them out.
    pub(crate) fn completed(mut self, whole: Option<Self>) -> Self {
        let is_same = |whole: &Self| whole.first_key == self.first_key && whole.last_key == self.last_key;
        let Some(whole) = whole.filter(is_same) else { return self };
        if self.middle.is_empty() {
            (self.middle, self.middle_words) = (whole.middle, whole.middle_words);
        }
        self.generation = self.generation.or(whole.generation);
        self
    }

    fn from_words(words: Words, given_count: usize, family_start: usize) -> Option<Self> {
        let names = &words.names;
        if names.is_empty() {
            return None;
        }
        let first = names[..given_count].join(" ");
        let middle = names[given_count..family_start].join(" ");
        let last = names[family_start..].join(" ");
        let first_words = fold::folded_words(&first);
        let last_words = fold::folded_words(&last);
        Some(Self {
            first_key: fold::key_of(&first_words),
            last_key: fold::key_of(&last_words),
            middle_words: fold::folded_words(&middle),
            nickname_words: words.nickname.as_deref().map(fold::folded_words).unwrap_or_default(),
            first_words,
            last_words,
            first,
            middle,
            last,
            nickname: words.nickname,
            generation: words.generation,
        })
    }

    /// Given name.
    pub fn first(&self) -> Option<&str> {
        present(&self.first)
    }

    /// Names between the given and the family name.
    pub fn middle(&self) -> Option<&str> {
        present(&self.middle)
    }

    /// Family name, with particles.
    pub fn last(&self) -> Option<&str> {
        present(&self.last)
    }

    /// Nickname, from brackets or quotes.
    pub fn nickname(&self) -> Option<&str> {
        self.nickname.as_deref()
    }

    /// Generational suffix, such as `Jr.`, as written.
    pub fn generation(&self) -> Option<&str> {
        self.generation.as_deref()
    }

    /// Which generation of a family the suffix means: `Sr.` is the first, `Jr.` the second, `III` the third.
    pub fn generation_number(&self) -> Option<u8> {
        let suffix: String = self.generation()?.chars().filter(|c| c.is_alphanumeric()).collect();
        match suffix.to_lowercase().as_str() {
            "sr" | "snr" | "senior" | "sen" | "i" | "1st" => Some(1),
            "jr" | "jnr" | "junior" | "jun" | "ii" | "2nd" => Some(2),
            "iii" | "3rd" => Some(3),
            "iv" | "4th" => Some(4),
            "v" | "5th" => Some(5),
            _ => None,
        }
    }

    /// All parts in natural order, without titles, degrees and generation.
    pub fn full(&self) -> String {
        let mut full = String::with_capacity(self.first.len() + self.middle.len() + self.last.len() + 2);
        for part in [&self.first, &self.middle, &self.last] {
            if !part.is_empty() {
                if !full.is_empty() {
                    full.push(' ');
                }
                full.push_str(part);
            }
        }
        full
    }

    /// The given name in lower-case ASCII letters only; empty when there is none.
    pub fn first_key(&self) -> &str {
        &self.first_key
    }

    /// The family name with particles in lower-case ASCII letters only; empty when there is none.
    pub fn last_key(&self) -> &str {
        &self.last_key
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.full())
    }
}

fn present(part: &str) -> Option<&str> {
    (!part.is_empty()).then_some(part)
}

fn is_initial(name: &str) -> bool {
    name.chars().filter(|&character| character != '.').count() == 1
}

/// Index of the family name if neither a comma nor the caller marks it: the first particle, else the last word.
fn family_start(names: &[String]) -> usize {
    let last = names.len().saturating_sub(1);
    if last == 0 {
        return names.len();
    }
    // `von Neumann` has no given name; `Van Morrison` has.
    if names[0].chars().all(|character| !character.is_uppercase()) && words::is_particle(&names[0]) {
        return 0;
    }
    let Some(particle) = (1..last).find(|&index| words::is_particle(&names[index])) else { return last };
    // `Ortega y Gasset`: the word before the connector belongs to the family name too.
    if words::is_connector(&names[particle]) && particle > 1 { particle - 1 } else { particle }
}

#[cfg(test)]
mod tests;
