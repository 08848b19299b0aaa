//! Names blended from the starts of words: Labcorp of Laboratory Corporation, Wabtec of Westinghouse Air Brake Technologies.

use super::words::{core_words, is_generic};

/// Letters of a blend.
const BLEND_LETTERS: std::ops::RangeInclusive<usize> = 5..=12;
/// Letters of each of two words, at the least.
const WORD_LETTERS: usize = 3;
/// Letters of the last word after the initials of those before it, at the least, and how many words those are.
const LAST_LETTERS: usize = 3;
const INITIALS: std::ops::RangeInclusive<usize> = 2..=4;

/// Whether a queried name is a blend of a company's name: the starts of its first two words, or initials and the start of
/// a last word. What follows them is common: `is_common` tells which words many companies have.
pub(super) fn is_blend(query: &str, candidate: &str, is_common: impl Fn(&str) -> bool) -> bool {
    if !may_be_blend(query) {
        return false;
    }
    let words = blended_words(candidate);
    let is_rest_common = |rest: &[&str]| rest.iter().all(|word| is_common(word));
    if let [first, second, rest @ ..] = words.as_slice() {
        let is_whole = query.ends_with(*second);
        let fits = |at: &usize| first.starts_with(&query[..*at]) && second.starts_with(&query[*at..]);
        let is_telling = !is_common(first) && !is_common(second) || is_whole;
        if is_telling && is_rest_common(rest) && splits(query).any(|at| fits(&at)) {
            return true;
        }
    }
    let core = core_words(candidate);
    let Some((last, before)) = core.split_last() else { return false };
    let initials: String = before.iter().filter_map(|word| word.chars().next()).collect();
    INITIALS.contains(&before.len())
        && before.iter().any(|word| !is_generic(word))
        && query
            .strip_prefix(&initials)
            .is_some_and(|start| start.len() >= LAST_LETTERS && last.starts_with(start))
}

/// The parts under which a company's name and its blends meet.
pub(crate) fn blend_keys(name: &str) -> Vec<[String; 2]> {
    let mut keys = Vec::new();
    if let [first, second, ..] = blended_words(name)[..]
        && let (Some(first), Some(second)) = (first.get(..WORD_LETTERS), second.get(..WORD_LETTERS))
    {
        keys.push([first.to_owned(), second.to_owned()]);
    }
    if let Some((last, before)) = core_words(name).split_last()
        && INITIALS.contains(&before.len())
        && let Some(last) = last.get(..LAST_LETTERS)
    {
        keys.push([before.iter().filter_map(|word| word.chars().next()).collect(), last.to_owned()]);
    }
    keys
}

/// The parts under which a queried name meets what it may be a blend of.
pub(crate) fn queried_blends(query: &str) -> Vec<[String; 2]> {
    if !may_be_blend(query) {
        return Vec::new();
    }
    let two =
        splits(query).map(|at| [query[..WORD_LETTERS].to_owned(), query[at..at + WORD_LETTERS].to_owned()]);
    let last = INITIALS
        .filter(|initials| query.len() >= initials + LAST_LETTERS)
        .map(|initials| [query[..initials].to_owned(), query[initials..initials + LAST_LETTERS].to_owned()]);
    two.chain(last).collect()
}

/// Where the second word of a blend of two may start.
fn splits(query: &str) -> impl Iterator<Item = usize> {
    WORD_LETTERS..=query.len() - WORD_LETTERS
}

fn may_be_blend(query: &str) -> bool {
    BLEND_LETTERS.contains(&query.len()) && query.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The words of a key without those that are never part of a blend.
fn blended_words(key: &str) -> Vec<&str> {
    key.split(' ').filter(|word| !matches!(*word, "" | "and" | "of" | "the")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blend_meets_the_name_it_is_made_of() {
        for (blend, name) in [
            ("norbrew", "norwich breweries"),
            ("labcorp", "laboratory corp of america holdings"),
            ("wabtec", "westinghouse air brake technologies"),
        ] {
            let keys = blend_keys(name);
            assert!(queried_blends(blend).iter().any(|key| keys.contains(key)), "{blend} and {name}");
            assert!(is_blend(blend, name, is_generic), "{blend} and {name}");
        }
        for (other, name) in [
            ("norvale", "norwich breweries"),
            ("conmed", "concord medical"),
            ("graco", "granite construction"),
        ] {
            assert!(!is_blend(other, name, is_generic), "{other} and {name}");
        }
        assert!(queried_blends("acme").is_empty());
    }
}
