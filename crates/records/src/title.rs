//! Seniority and departments from titles in English, German, French, Spanish, Dutch, Swedish, Danish, Norwegian,
//! Italian, Portuguese, Polish, Czech and Turkish.
//!
//! Decisions a reader may want to know:
//! - The highest rank named wins: a CTO and co-founder is a founder.
//! - A functional chief belongs to the function first and to `executive` second.
//! - A managing director, Geschäftsführer, directeur général, gerente general, president or member of a
//!   board is `c_suite`. So is a general manager without a function, outlet or place; with one, and a country manager,
//!   it is a `head`. A chief of staff is a `director`.
//! - A chief without `officer` (chief engineer) is a `head`; a head of colleagues (head gardener) is a `manager`.
//! - A vice president is always `vp`, although banks use the title for many employees; an assistant vice president is a
//!   `director`.
//! - Managers of things (product, project, account, program, brand, community, office) are individual
//!   contributors; managers of a function (sales, marketing, engineering) are managers, and so are leaders of teams and
//!   of projects (Projektleiter). A lead, principal or staff engineer is `senior`.
//! - A German Leiter, a Swedish chef and a Dutch hoofd is a `head`; a French responsable, a Spanish jefe or gerente, a
//!   Polish kierownik, a Czech vedoucí and a Turkish müdür is a `manager`.
//! - DRH, DSI and DAF are directors, as their full forms are.
//! - A consultant belongs to `consulting` first and to the subject second; a partner without a subject to `executive`.
//! - Deputies, interim and acting holders have the rank they substitute for; level numerals are ignored.
//! - An assistant before a rank lowers it: an assistant director is a `manager`, an assistant manager an individual
//!   contributor. A junior is `entry` up to a head. Interns, working students and apprentices are `intern`.

mod reader;
mod reading;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

use crate::{Department, Seniority};
use reader::Reader;
pub use reading::TitleReading;
use table::Table;
use tokens::{Gap, Tokens};

/// Maximum distance between `chief` and `officer`, in words.
const CHIEF_REACH: usize = 6;

/// Maximum number of words in "head" and the occupation that follows it.
const HEAD_REACH: usize = 4;

/// Endings of nouns for a person: `gardener`, not `gardens`.
const PERSON_ENDINGS: [&str; 8] = ["er", "or", "ist", "ian", "eer", "man", "cook", "clerk"];

/// Minimum length of an unknown word that may name a place or product; shorter ones are particles.
const SHORTEST_NAME: usize = 4;

/// Derives seniority and departments from a title.
pub fn read_title(title: &str) -> TitleReading {
    let table = Table::shared();
    let tokens = Tokens::of(title);
    let mut reader = Reader::default();
    let mut at = 0;
    while at < tokens.all().len() {
        reader.apply_gap(tokens.all()[at].gap);
        at += if tokens.abbreviates_previous(at) { 1 } else { read_phrase(table, &tokens, at, &mut reader) };
    }
    reader.finish()
}

/// Applies the longest phrase that starts at a word and returns its number of words.
fn read_phrase(table: &Table, tokens: &Tokens, at: usize, reader: &mut Reader) -> usize {
    let word = tokens.phrase(at, at);
    let bounded = phrase_limit(tokens, at, table.longest(word));
    for length in (2..=bounded).rev() {
        if let Some(meaning) = table.phrase(tokens.phrase(at, at + length - 1)) {
            reader.take(meaning);
            return length;
        }
    }
    if word == "chief" {
        reader.rank(if officer_follows(tokens, at) { Seniority::CSuite } else { Seniority::Head });
    } else if word == "partner" && precedes_noun(tokens, at) {
        reader.topic(&[Department::BusinessDevelopment]);
    } else if matches!(word, "chair" | "governor") && precedes_noun(tokens, at) {
        // A chair assembler makes furniture.
    } else if word == "student" && describes_others(tokens, at) {
        reader.topic(&[Department::Education]);
    } else if word == "head" && leads_colleagues(table, tokens, at) {
        reader.rank(Seniority::Manager);
    } else {
        let meanings = table.word(word);
        if meanings[0].is_none() && word.len() >= SHORTEST_NAME {
            reader.unknown();
        }
        for meaning in meanings.into_iter().flatten() {
            reader.take(meaning);
        }
    }
    1
}

/// The maximum number of words from `at` in one phrase: a bracket, dash, comma or slash ends it.
fn phrase_limit(tokens: &Tokens, at: usize, longest: usize) -> usize {
    let following = tokens.all().iter().skip(at + 1).take(longest.saturating_sub(1));
    1 + following.take_while(|token| token.gap == Gap::Blank).count()
}

fn officer_follows(tokens: &Tokens, at: usize) -> bool {
    let last = at + phrase_limit(tokens, at, CHIEF_REACH);
    (at + 1..last).any(|next| matches!(tokens.phrase(next, next), "officer" | "officers"))
}

/// In "exceptional student education teacher" the students are those taught, not the person.
fn describes_others(tokens: &Tokens, at: usize) -> bool {
    at > 0 && tokens.all()[at].gap == Gap::Blank && phrase_limit(tokens, at, 3) == 3
}

/// A head gardener supervises gardeners, while a head of gardens leads a department: true if the phrase after `head`
/// ends with an occupation, not with a function.
fn leads_colleagues(table: &Table, tokens: &Tokens, at: usize) -> bool {
    let last = at + phrase_limit(tokens, at, HEAD_REACH) - 1;
    let person = tokens.phrase(last, last);
    last > at
        && tokens.phrase(at + 1, at + 1) != "of"
        && PERSON_ENDINGS.iter().any(|ending| person.ends_with(ending))
        && table.word(person)[0].is_some_and(|meaning| meaning.level.is_occupation())
}

/// In "partner manager" the word is a topic; in "partner" and "partner in ..." it is the rank.
fn precedes_noun(tokens: &Tokens, at: usize) -> bool {
    phrase_limit(tokens, at, 2) == 2
        && !matches!(
            tokens.phrase(at + 1, at + 1),
            "of" | "in"
                | "at"
                | "and"
                | "for"
                | "bei"
                | "chez"
                | "und"
                | "et"
                | "y"
                | "en"
                | "de"
                | "bij"
                | "och"
                | "og"
                | "hos"
                | "e"
                | "presso"
                | "i"
                | "a"
                | "ve"
        )
}
