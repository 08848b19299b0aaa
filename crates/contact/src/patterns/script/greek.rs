//! Greek: vowel pairs and voiced consonants are written by sound.

use super::customs::Customs;

/// The official transliteration (ELOT 743), and the one by English sounds.
pub(super) fn ways(text: &str) -> Customs {
    vec![(written(text, false), 0.72), (written(text, true), 0.28)]
}

fn written(text: &str, by_sound: bool) -> String {
    let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).map(plain).collect();
    let mut latin = String::with_capacity(text.len());
    let mut at = 0;
    while at < letters.len() {
        let next = letters.get(at + 1).copied();
        let starts = at == 0 || !letters[at - 1].is_alphabetic();
        let pair = match (letters[at], next) {
            ('ο', Some('υ')) => Some("ou"),
            ('α', Some('υ')) => Some(if is_voiced(letters.get(at + 2)) { "av" } else { "af" }),
            ('ε', Some('υ')) => Some(if is_voiced(letters.get(at + 2)) { "ev" } else { "ef" }),
            ('γ', Some('γ')) => Some("ng"),
            ('γ', Some('κ')) => Some(if starts { "g" } else { "gk" }),
            ('γ', Some('χ')) => Some("nch"),
            ('μ', Some('π')) if starts => Some("b"),
            ('μ', Some('π')) => Some(if by_sound { "mb" } else { "mp" }),
            ('ν', Some('τ')) if starts => Some(if by_sound { "d" } else { "nt" }),
            _ => None,
        };
        if let Some(pair) = pair {
            latin.push_str(pair);
            at += 2;
            continue;
        }
        latin.push_str(letter(letters[at], by_sound));
        if !letters[at].is_alphabetic() {
            latin.push(letters[at]);
        }
        at += 1;
    }
    latin
}

fn letter(letter: char, by_sound: bool) -> &'static str {
    match letter {
        'α' => "a",
        'β' => "v",
        'γ' => "g",
        'δ' => "d",
        'ε' => "e",
        'ζ' => "z",
        'η' | 'ι' => "i",
        'θ' => "th",
        'κ' => "k",
        'λ' => "l",
        'μ' => "m",
        'ν' => "n",
        'ξ' => "x",
        'ο' | 'ω' => "o",
        'π' => "p",
        'ρ' => "r",
        'σ' | 'ς' => "s",
        'τ' => "t",
        'υ' => {
            if by_sound {
                "i"
            } else {
                "y"
            }
        }
        'φ' => "f",
        'χ' => {
            if by_sound {
                "h"
            } else {
                "ch"
            }
        }
        'ψ' => "ps",
        _ => "",
    }
}

/// Whether αυ and ευ end in v before this letter.
fn is_voiced(next: Option<&char>) -> bool {
    next.is_some_and(|letter| "αβγδεζηιλμνορυω".contains(*letter))
}

/// The letter without accent or diaeresis.
fn plain(letter: char) -> char {
    match letter {
        'ά' | 'ἀ' | 'ἁ' => 'α',
        'έ' | 'ἐ' | 'ἑ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' | 'ἰ' | 'ἱ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        _ => letter,
    }
}
