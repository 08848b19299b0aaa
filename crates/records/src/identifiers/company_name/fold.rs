//! Folds a company name to lower-case ASCII words.

/// Endings of web addresses that companies write into their names.
const WEB_ENDINGS: [&str; 6] = [".com", ".net", ".org", ".io", ".ai", ".co"];

/// Lower-case ASCII words separated by blanks; dots and apostrophes are removed without splitting a word.
pub(super) fn folded_words(name: &str) -> String {
    let name = without_dotted_endings(name);
    let mut folded = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        match character {
            'a'..='z' | '0'..='9' => folded.push(character),
            'A'..='Z' => folded.push(character.to_ascii_lowercase()),
            '.' | '\'' | '’' | '‘' | '`' | '\u{300}'..='\u{36f}' => {}
            '&' | '+' => folded.push_str(" and "),
            _ if character.is_ascii() => folded.push(' '),
            _ => folded.extend(any_ascii::any_ascii_char(character).chars().map(|c| match c {
                _ if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
                _ => ' ',
            })),
        }
    }
    folded
}

/// Removes `.com` and the like at the end of a word.
fn without_dotted_endings(name: &str) -> String {
    let mut kept = String::with_capacity(name.len());
    for word in name.split_inclusive(' ') {
        let (bare, blank) = word.split_at(word.trim_end_matches([' ', ',']).len());
        let ending = WEB_ENDINGS.iter().find(|ending| {
            bare.len() > ending.len()
                && bare.is_char_boundary(bare.len() - ending.len())
                && bare[bare.len() - ending.len()..].eq_ignore_ascii_case(ending)
        });
        kept.push_str(ending.map_or(bare, |ending| &bare[..bare.len() - ending.len()]));
        kept.push_str(blank);
    }
    kept
}
