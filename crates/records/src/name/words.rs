//! Words around and inside names that are not names: titles, suffixes, degrees, particles.
//!
//! All lists are lower-case without periods; callers compare through [`bare`].

/// Forms of address and academic titles that stand before a name.
const TITLES: &[&str] = &[
    "adv",
    "capt",
    "col",
    "dipl-ing",
    "dipl-kfm",
    "doc",
    "doctor",
    "dott",
    "dr",
    "dra",
    "drs",
    "eng",
    "fr",
    "frau",
    "gen",
    "herr",
    "hon",
    "ing",
    "ir",
    "lic",
    "lt",
    "maj",
    "me",
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
    "sig",
    "smt",
    "sr",
    "sra",
    "srta",
];

/// Titles that are also given names or stage names, and so count only before a whole name.
const TITLES_BEFORE_WHOLE_NAMES: &[&str] = &["dame", "lady", "lord", "sir"];

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
    "della", "den", "der", "des", "di", "dos", "du", "el", "ibn", "la", "las", "le", "los", "ten", "ter",
    "van", "van't", "vom", "von", "zu", "zum", "zur",
];

/// Particles that are given names too and count only when written small.
const SMALL_PARTICLES: &[&str] = &["auf", "ben", "do", "e", "in", "mac", "op", "san", "te", "und", "y"];

/// Particles that join two family names.
const CONNECTORS: &[&str] = &["e", "i", "y"];

/// Pronouns people add to their name.
const PRONOUNS: &[&str] = &["her", "hers", "he", "him", "his", "she", "their", "theirs", "them", "they"];

/// A word in lower case without periods, as the lists above hold it.
pub(super) fn bare(word: &str) -> String {
    word.chars().filter(|&character| character != '.').flat_map(char::to_lowercase).collect()
}

pub(super) fn is_title(word: &str, words_in_name: usize) -> bool {
    let bare = bare(word);
    TITLES.contains(&bare.as_str())
        || (words_in_name > 2 && TITLES_BEFORE_WHOLE_NAMES.contains(&bare.as_str()))
}

pub(super) fn is_generation(word: &str) -> bool {
    GENERATIONS.contains(&bare(word).as_str())
}

pub(super) fn is_suffix(word: &str) -> bool {
    let bare = bare(word);
    GENERATIONS.contains(&bare.as_str()) || DEGREES.contains(&bare.as_str())
}

/// Behind a comma even an unknown certificate is recognised by its capitals.
pub(super) fn is_suffix_behind_comma(word: &str, capitals_tell: bool) -> bool {
    let looks_like_one = || {
        let mut letters = word.chars().filter(|character| character.is_alphabetic());
        word.len() <= 10 && word.is_ascii() && letters.clone().count() > 1 && letters.all(char::is_uppercase)
    };
    is_suffix(word)
        || DEGREES_BEHIND_COMMA.contains(&bare(word).as_str())
        || (capitals_tell && looks_like_one())
}

pub(super) fn is_particle(word: &str) -> bool {
    SMALL_PARTICLES.contains(&word) || is_firm_particle(word)
}

/// Whether a word is a particle however it is written.
pub(super) fn is_firm_particle(word: &str) -> bool {
    word.len() <= 6 && PARTICLES.contains(&bare(word).as_str())
}

/// Whether a folded word (no apostrophes, lower-case ASCII) is a particle.
pub(super) fn is_folded_particle(word: &str) -> bool {
    PARTICLES.contains(&word) || SMALL_PARTICLES.contains(&word) || matches!(word, "t" | "vant")
}

pub(super) fn is_connector(word: &str) -> bool {
    CONNECTORS.contains(&word)
}

pub(super) fn is_pronoun(word: &str) -> bool {
    word.split('/').all(|part| PRONOUNS.contains(&bare(part).as_str()))
}
