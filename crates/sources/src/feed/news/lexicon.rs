//! Word lists that tell names from ordinary words, which the capitals of a headline do not.

use std::{collections::HashSet, sync::LazyLock};

/// A list of words in lower case.
pub(super) struct Words(LazyLock<HashSet<&'static str>>);

impl Words {
    pub(super) fn has(&self, lower: &str) -> bool {
        self.0.contains(lower)
    }
}

/// A list of phrases in lower case.
pub(super) struct Phrases(LazyLock<Vec<&'static str>>);

impl Phrases {
    pub(super) fn has(&self, lower: &str) -> bool {
        self.0.contains(&lower)
    }

    pub(super) fn list(&self) -> &[&'static str] {
        &self.0
    }
}

/// The lines of a list without its comment.
fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#'))
}

macro_rules! words {
    ($($name:ident = $file:literal;)*) => {
        $(pub(super) static $name: Words = Words(LazyLock::new(|| {
            lines(include_str!(concat!("words/", $file))).flat_map(str::split_whitespace).collect()
        }));)*
    };
}

macro_rules! phrases {
    ($($name:ident = $file:literal;)*) => {
        $(pub(super) static $name: Phrases = Phrases(LazyLock::new(|| {
            let parts = lines(include_str!(concat!("words/", $file))).flat_map(|line| line.split(','));
            parts.map(str::trim).filter(|phrase| !phrase.is_empty()).collect()
        }));)*
    };
}

// The first line of each file says what it lists.
words! {
    ADVERBS = "adverbs.txt";
    APPOSITIONS = "appositions.txt";
    CLAUSE_ENDS = "clause_ends.txt";
    DESCRIPTORS = "descriptors.txt";
    DOUBTS = "doubts.txt";
    EXPLAINERS = "explainers.txt";
    FILLERS = "fillers.txt";
    FUNCTION_WORDS = "function_words.txt";
    GENERIC = "generic.txt";
    GIVEN_NAMES = "given_names.txt";
    GIVERS = "givers.txt";
    INNER_WORDS = "inner_words.txt";
    LEGAL_FORMS = "legal_forms.txt";
    NATIONALITIES = "nationalities.txt";
    OPENINGS = "openings.txt";
    ORGANISATION_NOUNS = "organisation_nouns.txt";
    OTHER_MONEY = "other_money.txt";
    POSSESSIVE_NAMES = "possessive_names.txt";
    PURPOSES = "purposes.txt";
    ROLES = "roles.txt";
    ROUND_WORDS = "round_words.txt";
    SOFT_THINGS = "soft_things.txt";
    SPORTS = "sports.txt";
    THINGS = "things.txt";
    UNDONE = "undone.txt";
    VERBS = "verbs.txt";
    WEAK_DESCRIPTORS = "weak_descriptors.txt";
}

phrases! {
    ANNOUNCES = "announces.txt";
    BOUGHT_BY = "bought_by.txt";
    BUYS = "buys.txt";
    BUYS_UNSURE = "buys_unsure.txt";
    COMMITS = "commits.txt";
    COMPLETES = "completes.txt";
    DOUBTING_PHRASES = "doubting_phrases.txt";
    EXPANDS_BY = "expands_by.txt";
    FUNDS = "funds.txt";
    INVEST = "invest.txt";
    INVESTS = "invests.txt";
    LEADS = "leads.txt";
    PAYS = "pays.txt";
    PLACES = "places.txt";
    RAISES = "raises.txt";
    RECEIVES = "receives.txt";
    SOLD = "sold.txt";
    WHOLE = "whole.txt";
}

/// Whether the word cannot be part of a name.
pub(super) fn is_function_word(lower: &str) -> bool {
    FUNCTION_WORDS.has(lower) || CLAUSE_ENDS.has(lower) && !INNER_WORDS.has(lower)
}

/// Whether the word follows the first word of a name, as a legal form does.
pub(super) fn is_organisation_noun(lower: &str) -> bool {
    LEGAL_FORMS.has(lower) || ORGANISATION_NOUNS.has(lower)
}
