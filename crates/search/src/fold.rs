//! Text normalisation: different spellings of the same text compare equal.

/// Calls back with each word of a text: lower-case ASCII letters and digits. `+` and `#` are letters, so that `C`,
/// `C++` and `C#` are three words; `&` is the word `and`.
pub(crate) fn each_word(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::with_capacity(text.len());
    let mut close = |word: &mut String| {
        if !word.is_empty() {
            take(word);
            word.clear();
        }
    };
    for character in text.chars() {
        match character {
            'a'..='z' | '0'..='9' | '+' | '#' => word.push(character),
            'A'..='Z' => word.push(character.to_ascii_lowercase()),
            // Apostrophes and combining accents do not split a word.
            '\'' | '’' | '\u{300}'..='\u{36f}' => {}
            '&' => {
                close(&mut word);
                word.push_str("and");
                close(&mut word);
            }
            _ if character.is_ascii() => close(&mut word),
            _ => {
                let folded = any_ascii::any_ascii_char(character);
                if folded.chars().any(|folded| folded.is_ascii_alphanumeric()) {
                    word.extend(folded.chars().filter(char::is_ascii_alphanumeric));
                    word.make_ascii_lowercase();
                } else {
                    close(&mut word);
                }
            }
        }
    }
    close(&mut word);
}

/// The words of a text, see [`each_word`].
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// A whole value as one term: its words without spaces, so that `Node.js` and `NodeJS` are equal.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    push_key(&mut key, text);
    key
}

/// Appends the key of a value to a string, see [`key`].
pub(crate) fn push_key(into: &mut String, text: &str) {
    each_word(text, |word| into.push_str(word));
}

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

/// A word of a closed vocabulary in its stored form: lower case, with spaces and hyphens as underscores.
pub(crate) fn word_of_list(text: &str) -> String {
    words(text).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_value_are_one_key() {
        for (one, other) in [
            ("Node.js", "NodeJS"),
            ("Power BI", "PowerBI"),
            ("Île-de-France", "ile de france"),
            ("Research & Development", "research and development"),
            ("Mu\u{308}nchen", "München"),
            ("O'Reilly", "OReilly"),
        ] {
            assert_eq!(key(one), key(other), "{one}");
        }
        assert_ne!(key("C++"), key("C#"));
        assert_ne!(key("C"), key("C#"));
    }

    #[test]
    fn an_ngram_is_consecutive_words_of_one_name() {
        let ngrams = word_ngrams("Technical University of Munich");
        assert!(ngrams.contains(&"university of munich".to_owned()));
        assert!(ngrams.contains(&"technical".to_owned()));
        assert!(!ngrams.contains(&"technical munich".to_owned()));
        assert_eq!(ngrams.len(), 10);
    }

    #[test]
    fn other_scripts_are_transliterated_and_never_panic() {
        assert_eq!(words("Иванов 王"), ["ivanov", "wang"]);
        assert!(words("🦀 — …").len() <= 3);
        assert!(word_ngrams("").is_empty());
    }
}
