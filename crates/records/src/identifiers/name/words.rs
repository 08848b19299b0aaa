//! Words in written names that are not names: titles, suffixes, degrees, particles.
//!
//! All lists are lower-case without periods, as [`List::has`] expects.

/// Forms of address and academic titles before a name.
static TITLES: List = List::of(&[
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
]);

/// Titles that are also given names or stage names; they count only before a full name.
static TITLES_BEFORE_WHOLE_NAMES: List = List::of(&[
    "adv", "col", "dame", "doc", "fr", "gen", "ing", "ir", "lady", "lic", "lord", "maj", "sig", "sir",
]);

static GENERATIONS: List =
    List::of(&["2nd", "3rd", "4th", "ii", "iii", "iv", "jnr", "jr", "junior", "senior", "snr", "sr"]);

/// Degrees and certificates that are never names; they are recognised without a comma too.
static DEGREES: List = List::of(&[
    "bcom", "bsc", "ccna", "ceng", "cfa", "cism", "cissa", "cissp", "cma", "cpa", "csm", "dba", "dphil",
    "emba", "esq", "esquire", "facs", "frcs", "llb", "llm", "mba", "mbbs", "mcom", "meng", "mphil", "msc",
    "msw", "pharmd", "phd", "pmp", "psyd", "shrm-cp", "shrm-scp", "sphr",
]);

/// Degrees that are also surnames or given names; they count only after a comma.
static DEGREES_BEHIND_COMMA: List = List::of(&[
    "aia", "ba", "bs", "ca", "cpo", "dds", "do", "dvm", "jd", "ma", "md", "med", "mfa", "mpa", "mph", "ms",
    "od", "pe", "rn",
]);

/// Particles of family names, in upper or lower case.
static PARTICLES: List = List::of(&[
    "'t", "abu", "af", "al", "av", "bin", "bint", "da", "dal", "dalla", "das", "de", "degli", "dei", "del",
    "della", "den", "der", "des", "di", "dos", "du", "el", "ibn", "la", "las", "le", "los", "st", "ten",
    "ter", "van", "van't", "vom", "von", "zu", "zum", "zur",
]);

/// Particles that are also given names; they count only in lower case.
const SMALL_PARTICLES: &[&str] = &["auf", "ben", "do", "e", "in", "mac", "op", "san", "te", "und", "y"];

/// Particles that join two family names.
const CONNECTORS: &[&str] = &["e", "i", "y"];

/// Pronouns people add to their name.
static PRONOUNS: List =
    List::of(&["her", "hers", "he", "him", "his", "she", "their", "theirs", "them", "they"]);

/// Length of the longest word in the lists.
const LONGEST_WORD_BYTES: usize = 12;

/// A list of words, with a bit mask that rules out most other words without a search.
struct List {
    words: &'static [&'static str],
    /// For each word length, a bit mask of the first letters.
    first_letters: [u32; LONGEST_WORD_BYTES + 1],
}

impl List {
    const fn of(words: &'static [&'static str]) -> Self {
        let mut first_letters = [0; LONGEST_WORD_BYTES + 1];
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_bytes();
            first_letters[word.len()] |= letter_bit(word[0]);
            at += 1;
        }
        Self { words, first_letters }
    }

    /// Whether the list has the word, ignoring periods and case.
    fn has(&self, word: &str) -> bool {
        Bare::of(word).is_some_and(|bare| self.has_bare(&bare))
    }

    fn has_bare(&self, Bare { letters, length }: &Bare) -> bool {
        let word = &letters[..*length];
        word.first().is_some_and(|first| self.first_letters[*length] & letter_bit(*first) != 0)
            && self.words.iter().any(|entry| entry.as_bytes() == word)
    }
}

/// A word without periods and in lower case, built without allocation: it is needed for every word of every name, and
/// hardly any is on a list.
struct Bare {
    letters: [u8; LONGEST_WORD_BYTES],
    length: usize,
}

impl Bare {
    /// None if the word's length or characters rule out every list.
    fn of(word: &str) -> Option<Self> {
        let mut bare = Self { letters: [0; LONGEST_WORD_BYTES], length: 0 };
        for byte in word.bytes().filter(|&byte| byte != b'.') {
            if bare.length == LONGEST_WORD_BYTES || !byte.is_ascii() {
                return None;
            }
            bare.letters[bare.length] = byte.to_ascii_lowercase();
            bare.length += 1;
        }
        Some(bare)
    }
}

/// Characters 32 apart share a bit, which is safe because the mask only rules words out.
const fn letter_bit(letter: u8) -> u32 {
    1 << (letter % 32)
}

/// Fast path: whether a word is one capital followed by small letters and on no list, as most names are.
pub(super) fn is_plain_name(word: &str) -> bool {
    let lists = [
        &TITLES,
        &TITLES_BEFORE_WHOLE_NAMES,
        &GENERATIONS,
        &DEGREES,
        &DEGREES_BEHIND_COMMA,
        &PARTICLES,
        &PRONOUNS,
    ];
    let Some((first, rest)) = word.as_bytes().split_first() else { return false };
    let is_capitalised =
        first.is_ascii_uppercase() && !rest.is_empty() && rest.iter().all(u8::is_ascii_lowercase);
    is_capitalised && !Bare::of(word).is_some_and(|bare| lists.iter().any(|list| list.has_bare(&bare)))
}

pub(super) fn is_title(word: &str, words_in_name: usize) -> bool {
    TITLES.has(word) || (words_in_name > 2 && TITLES_BEFORE_WHOLE_NAMES.has(word))
}

pub(super) fn is_generation(word: &str) -> bool {
    GENERATIONS.has(word)
}

pub(super) fn is_suffix(word: &str) -> bool {
    GENERATIONS.has(word) || DEGREES.has(word)
}

/// After a comma, an unknown certificate is also recognised by its capitals.
pub(super) fn is_suffix_behind_comma(word: &str, capitals_tell: bool) -> bool {
    is_suffix(word)
        || DEGREES_BEHIND_COMMA.has(word)
        || (capitals_tell && word.len() <= 10 && word.is_ascii() && is_in_capitals(word))
}

/// `MD` after a full name is a degree if it is the only word in capitals.
pub(super) fn is_capital_degree(word: &str, names: &[String]) -> bool {
    names.len() > 2
        && is_in_capitals(word)
        && DEGREES_BEHIND_COMMA.has(word)
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

/// Whether a word is a particle in upper or lower case.
pub(super) fn is_firm_particle(word: &str) -> bool {
    PARTICLES.has(word)
}

/// Whether a folded word (no apostrophes, lower-case ASCII) is a particle.
pub(super) fn is_folded_particle(word: &str) -> bool {
    PARTICLES.words.contains(&word) || SMALL_PARTICLES.contains(&word) || matches!(word, "t" | "vant")
}

pub(super) fn is_connector(word: &str) -> bool {
    CONNECTORS.contains(&word)
}

pub(super) fn is_pronoun(word: &str) -> bool {
    word.split('/').all(|part| PRONOUNS.has(part))
}
