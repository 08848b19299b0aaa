//! Words around and inside names that are not names: titles, suffixes, degrees, particles.
//!
//! All lists are lower-case without periods, as [`listed`] compares.

/// Forms of address and academic titles that stand before a name.
const TITLES: &[&str] = &[
    "capt",
    "dipl-ing",
    "dipl-kfm",
    "doctor",
    "dott",
    "dr",
    "dra",
    "drs",
    "frau",
    "herr",
    "hon",
    "lt",
    "miss",
    "mister",
    "mlle",
    "mme",
    "mr",
    "mrs",
    "ms",
    "mx",
    "prof",
    "professor",
    "rev",
    "sgt",
    "shri",
    "smt",
    "sr",
    "sra",
    "srta",
];

/// Titles that are also given names or stage names, and so count only before a whole name.
const TITLES_BEFORE_WHOLE_NAMES: &[&str] =
    &["adv", "col", "dame", "doc", "fr", "gen", "ing", "ir", "lady", "lic", "lord", "maj", "sig", "sir"];

/// Words that tell two generations apart.
const GENERATIONS: &[&str] =
    &["2nd", "3rd", "4th", "ii", "iii", "iv", "jnr", "jr", "junior", "senior", "snr", "sr"];

/// Degrees and certificates that nobody is called by, so that they are seen without a comma too.
const DEGREES: &[&str] = &[
    "bcom", "bsc", "ccna", "ceng", "cfa", "cism", "cissa", "cissp", "cma", "cpa", "csm", "dba", "dphil",
    "emba", "esq", "esquire", "facs", "frcs", "llb", "llm", "mba", "mbbs", "mcom", "meng", "mphil", "msc",
    "msw", "pharmd", "phd", "pmp", "psyd", "shrm-cp", "shrm-scp", "sphr",
];

/// Degrees that are surnames or given names as well and count only behind a comma.
const DEGREES_BEHIND_COMMA: &[&str] = &[
    "aia", "ba", "bs", "ca", "cpo", "dds", "do", "dvm", "jd", "ma", "md", "med", "mfa", "mpa", "mph", "ms",
    "od", "pe", "rn",
];

/// Particles that begin a family name however they are written.
const PARTICLES: &[&str] = &[
    "'t", "abu", "af", "al", "av", "bin", "bint", "da", "dal", "dalla", "das", "de", "degli", "dei", "del",
    "della", "den", "der", "des", "di", "dos", "du", "el", "ibn", "la", "las", "le", "los", "st", "ten",
    "ter", "van", "van't", "vom", "von", "zu", "zum", "zur",
];

/// Particles that are given names too and count only when written small.
const SMALL_PARTICLES: &[&str] = &["auf", "ben", "do", "e", "in", "mac", "op", "san", "te", "und", "y"];

/// Particles that join two family names.
const CONNECTORS: &[&str] = &["e", "i", "y"];

/// Pronouns people add to their name.
const PRONOUNS: &[&str] = &["her", "hers", "he", "him", "his", "she", "their", "theirs", "them", "they"];

/// The longest word of any list.
const LONGEST_WORD_BYTES: usize = 12;

/// Whether a list has the word, periods and case aside; runs for every word of every name, so it does not allocate.
fn listed(word: &str, list: &[&str]) -> bool {
    let mut buffer = [0; LONGEST_WORD_BYTES];
    let mut length = 0;
    for byte in word.bytes().filter(|&byte| byte != b'.') {
        if length == LONGEST_WORD_BYTES || !byte.is_ascii() {
            return false;
        }
        buffer[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    list.iter().any(|entry| entry.as_bytes() == &buffer[..length])
}

pub(super) fn is_title(word: &str, words_in_name: usize) -> bool {
    listed(word, TITLES) || (words_in_name > 2 && listed(word, TITLES_BEFORE_WHOLE_NAMES))
}

pub(super) fn is_generation(word: &str) -> bool {
    listed(word, GENERATIONS)
}

pub(super) fn is_suffix(word: &str) -> bool {
    listed(word, GENERATIONS) || listed(word, DEGREES)
}

/// Behind a comma even an unknown certificate is recognised by its capitals.
pub(super) fn is_suffix_behind_comma(word: &str, capitals_tell: bool) -> bool {
    is_suffix(word)
        || listed(word, DEGREES_BEHIND_COMMA)
        || (capitals_tell && word.len() <= 10 && word.is_ascii() && is_in_capitals(word))
}

/// `MD` behind a whole name is a degree when it alone is in capitals.
pub(super) fn is_capital_degree(word: &str, names: &[String]) -> bool {
    names.len() > 2
        && is_in_capitals(word)
        && listed(word, DEGREES_BEHIND_COMMA)
        && names.iter().any(|name| name.chars().any(char::is_lowercase))
}

fn is_in_capitals(word: &str) -> bool {
    let letters = || word.chars().filter(|character| character.is_alphabetic());
    letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Whether a word, as written, is a particle of a family name, such as `von` or `de`.
pub fn is_particle(word: &str) -> bool {
    SMALL_PARTICLES.contains(&word) || is_firm_particle(word)
}

/// Whether a word is a particle however it is written.
pub(super) fn is_firm_particle(word: &str) -> bool {
    listed(word, PARTICLES)
}

/// Whether a folded word (no apostrophes, lower-case ASCII) is a particle.
pub(super) fn is_folded_particle(word: &str) -> bool {
    PARTICLES.contains(&word) || SMALL_PARTICLES.contains(&word) || matches!(word, "t" | "vant")
}

pub(super) fn is_connector(word: &str) -> bool {
    CONNECTORS.contains(&word)
}

pub(super) fn is_pronoun(word: &str) -> bool {
    word.split('/').all(|part| listed(part, PRONOUNS))
}
