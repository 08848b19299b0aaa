//! Names in the form of addresses: lower-case ASCII letters.

/// Appends the lower-case ASCII form of a name, with letters and digits only.
pub(crate) fn fold_into(out: &mut String, text: &str) {
    for character in text.chars() {
        fold_character(out, character, None);
    }
}

/// The ASCII form with hyphens between words.
pub(crate) fn hyphenated(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        fold_character(&mut out, character, Some('-'));
    }
    while out.ends_with('-') {
        out.pop();
    }
    out
}

/// The ASCII form in one word.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold_into(&mut out, text);
    out
}

fn fold_character(out: &mut String, character: char, gap: Option<char>) {
    match character {
        'a'..='z' | '0'..='9' => out.push(character),
        'A'..='Z' => out.push(character.to_ascii_lowercase()),
        // Apostrophes and periods are removed, as in obrien; every other sign separates words.
        '\'' | '’' | '.' => {}
        _ => match letters_of(character) {
            Some(letters) => out.push_str(letters),
            None => {
                if let Some(gap) = gap
                    && !out.is_empty()
                    && !out.ends_with(gap)
                {
                    out.push(gap);
                }
            }
        },
    }
}

/// Transliterates a letter: German umlauts become two letters, other marks are dropped.
fn letters_of(character: char) -> Option<&'static str> {
    Some(match character {
        'ä' | 'Ä' => "ae",
        'ö' | 'Ö' => "oe",
        'ü' | 'Ü' => "ue",
        'ß' => "ss",
        'á' | 'à' | 'â' | 'ã' | 'Á' | 'À' | 'Â' | 'ą' => "a",
        'ç' | 'Ç' | 'ć' => "c",
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'ę' => "e",
        'ğ' => "g",
        'í' | 'ì' | 'î' | 'ï' | 'Í' | 'Î' | 'ı' | 'İ' => "i",
        'ł' | 'Ł' => "l",
        'ñ' | 'Ñ' | 'ń' => "n",
        'ó' | 'ò' | 'ô' | 'õ' | 'Ó' | 'Ô' => "o",
        'ś' | 'ş' | 'Ş' => "s",
        'ú' | 'ù' | 'û' | 'Ú' => "u",
        'ý' => "y",
        'ź' | 'ż' => "z",
        '&' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_address_letters() {
        assert_eq!(folded("Müller-Brandt"), "muellerbrandt");
        assert_eq!(folded("O'Sullivan"), "osullivan");
        assert_eq!(hyphenated("de la Fuente"), "de-la-fuente");
        assert_eq!(hyphenated("Hartley & Sons Plumbing"), "hartley-sons-plumbing");
    }
}
