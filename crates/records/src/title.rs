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
//! - Interim and acting holders have the rank they substitute for; deputies of a chief, a vice president or a head are one
//!   rank below. Level numerals are ignored.
//! - The rank of another person (the office of the CTO, a driver for the CEO, a CEO coach) is not that of the title.
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
use table::{Level, Table};
use tokens::{Gap, Tokens};

/// Maximum distance between `chief` and `officer`, in words.
const CHIEF_REACH: usize = 6;

/// Maximum number of words in "head" and the occupation that follows it.
const HEAD_REACH: usize = 4;

/// Maximum number of words of a relation to another person, and of that person's rank.
const LONGEST_RELATION: usize = 2;
const LONGEST_CHIEF: usize = 4;

/// Folded words for people who serve others, and are named together with whom they serve: `CEO coach`.
const SERVANTS: [&str; 27] = [
    "adviser",
    "advisor",
    "asesor",
    "asesora",
    "berater",
    "beraterin",
    "biographer",
    "bodyguard",
    "chauffeur",
    "chofer",
    "coach",
    "conseiller",
    "conseillere",
    "danismani",
    "driver",
    "fahrer",
    "fahrerin",
    "ghostwriter",
    "headhunter",
    "kierowca",
    "mentor",
    "motorista",
    "radgivare",
    "recruiter",
    "soforu",
    "trainer",
    "whisperer",
];

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
    if SERVANTS.contains(&word) {
        reader.serve_rank_before();
    }
    if describes_another(table, tokens, at, reader.is_understood()) {
        reader.describe_another();
    } else if word == "chief" {
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

/// Whether a word of relation and perhaps an article stand before an owner, a founder or a chief: the driver for the CEO and
/// the office of the CTO are not those. In languages where the word also joins a rank with what it leads, only behind an
/// occupation.
fn describes_another(table: &Table, tokens: &Tokens, at: usize, is_understood: bool) -> bool {
    let longest = phrase_limit(tokens, at, LONGEST_RELATION + LONGEST_CHIEF);
    let word = |ahead: usize| if ahead < longest { tokens.phrase(at + ahead, at + ahead) } else { "" };
    let relation = match (word(0), word(1)) {
        ("of" | "for", "the" | "our" | "a" | "an") => 2,
        ("for", _) => 1,
        ("fur" | "voor" | "aan" | "van", "den" | "die" | "de" | "der" | "het") if is_understood => 2,
        ("para", "el" | "la" | "o" | "a") | ("pour" | "de" | "a", "le" | "la") if is_understood => 2,
        ("des" | "der" | "du" | "del" | "al" | "do" | "da" | "ao" | "della" | "alla" | "till" | "at", _)
            if is_understood =>
        {
            1
        }
        _ => return false,
    };
    let is_chief = |length: usize| {
        let phrase = tokens.phrase(at + relation, at + relation + length - 1);
        let meaning = if length == 1 { table.word(phrase)[0] } else { table.phrase(phrase) };
        meaning.is_some_and(|meaning| matches!(meaning.level, Level::Rank(rank) if rank <= Seniority::CSuite))
    };
    (1..=longest.saturating_sub(relation).min(LONGEST_CHIEF)).any(is_chief)
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
