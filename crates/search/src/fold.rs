//! Text normalisation: different spellings of the same text compare equal.

pub(crate) use records::fold::{each_word, key, push_key, word_of_list, words};

/// Sort key of a name: its words joined by spaces.
pub(crate) fn sort_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    each_word(text, |word| {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    });
    key.truncate(SORT_KEY_MAX);
    key
}

/// Maximum length of a sort key; names with equal keys are sorted by id.
const SORT_KEY_MAX: usize = 64;

/// Maximum number of words used for n-grams; a longer value is a sentence, not a name.
const NGRAM_WORDS_MAX: usize = 8;

/// All word n-grams of a name. `Stanford` and `Stanford University` both find it, and words of two different names
/// never combine to a match.
pub(crate) fn word_ngrams(text: &str) -> Vec<String> {
    let mut words = words(text);
    words.truncate(NGRAM_WORDS_MAX);
    let spans = (0..words.len()).flat_map(|start| (start + 1..=words.len()).map(move |end| (start, end)));
    spans.map(|(start, end)| words[start..end].join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ngram_is_consecutive_words_of_one_name() {
        let ngrams = word_ngrams("Technical University of Munich");
        assert!(ngrams.contains(&"university of munich".to_owned()));
        assert!(ngrams.contains(&"technical".to_owned()));
        assert!(!ngrams.contains(&"technical munich".to_owned()));
        assert_eq!(ngrams.len(), 10);
        assert!(word_ngrams("").is_empty());
    }
}
