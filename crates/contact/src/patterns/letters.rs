//! Letters of a name as addresses write them.

/// How accented letters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accents {
    /// ü becomes u.
    Dropped,
    /// ü becomes ue.
    Expanded,
}

/// The parts of a name between spaces and hyphens.
pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '-']).filter(|word| !word.is_empty())
}

/// The words of a name in address letters.
pub(crate) fn words_of(text: &str, accents: Accents) -> Vec<String> {
    split(text).map(|word| letters_of(word, accents)).filter(|word| !word.is_empty()).collect()
}

/// A word in address letters.
pub(crate) fn letters_of(word: &str, accents: Accents) -> String {
    written(word, accents, false)
}

/// The words of a name without spaces and hyphens, with the apostrophes inside of them; none if there are none.
pub(crate) fn with_apostrophes(text: &str, accents: Accents) -> Option<String> {
    let joined: String = split(text).map(|word| written(word, accents, true)).collect();
    let kept = joined.trim_matches('\'');
    (kept.contains('\'') && !kept.contains("''")).then(|| kept.to_owned())
}

fn written(word: &str, accents: Accents, keeps_apostrophes: bool) -> String {
    let mut letters = String::with_capacity(word.len());
    for character in word.chars() {
        match expanded(character) {
            Some(pair) if accents == Accents::Expanded => letters.push_str(pair),
            _ if character == '\'' && keeps_apostrophes => letters.push(character),
            _ => letters.extend(
                any_ascii::any_ascii_char(character)
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .map(|letter| letter.to_ascii_lowercase()),
            ),
        }
    }
    letters
}

/// The two letters for an accented one, where a language has such a custom.
pub(crate) fn expanded(character: char) -> Option<&'static str> {
    match character {
        'ä' | 'Ä' | 'æ' | 'Æ' => Some("ae"),
        'ö' | 'Ö' | 'ø' | 'Ø' => Some("oe"),
        'ü' | 'Ü' => Some("ue"),
        'å' | 'Å' => Some("aa"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_expanded_only_with_the_expanded_style() {
        assert_eq!(letters_of("Müller", Accents::Dropped), "muller");
        assert_eq!(letters_of("Müller", Accents::Expanded), "mueller");
        assert_eq!(letters_of("Núñez", Accents::Expanded), "nunez");
    }

    #[test]
    fn only_apostrophes_inside_a_name_are_kept() {
        let kept = |text| with_apostrophes(text, Accents::Dropped);
        assert_eq!(kept("O'Brien").as_deref(), Some("o'brien"));
        assert_eq!(kept("'t Hooft"), None);
        assert_eq!(kept("Berg"), None);
    }
}
