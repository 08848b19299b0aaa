//! Text normalisation: different spellings of the same text compare equal.

/// Calls back with each word of a text: lower-case ASCII letters and digits. `+` and `#` are letters, so that `C`,
/// `C++` and `C#` are three words; `&` is the word `and`.
pub fn each_word(text: &str, mut take: impl FnMut(&str)) {
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
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// A whole value as one term: its words without spaces, so that `Node.js` and `NodeJS` are equal.
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    push_key(&mut key, text);
    key
}

/// Appends the key of a value to a string, see [`key`].
pub fn push_key(into: &mut String, text: &str) {
    each_word(text, |word| into.push_str(word));
}

/// A word of a closed vocabulary in its stored form: lower case, with spaces and hyphens as underscores.
pub fn word_of_list(text: &str) -> String {
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
    fn other_scripts_are_transliterated_and_never_panic() {
        assert_eq!(words("Иванов 王"), ["ivanov", "wang"]);
        assert!(words("🦀 — …").len() <= 3);
    }
}
