//! Soundex codes, under which misspelt names meet.

const CODE_LETTERS: usize = 4;

/// Soundex code of a folded name: its first letter and up to three classes of consonants.
pub(super) fn soundex(name: &str) -> String {
    let class = |letter: u8| match letter {
        b'b' | b'f' | b'p' | b'v' => b'1',
        b'c' | b'g' | b'j' | b'k' | b'q' | b's' | b'x' | b'z' => b'2',
        b'd' | b't' => b'3',
        b'l' => b'4',
        b'm' | b'n' => b'5',
        b'r' => b'6',
        b'h' | b'w' => b'-',
        _ => b'0',
    };
    let mut letters = name.bytes().filter(u8::is_ascii_lowercase);
    let Some(first) = letters.next() else { return String::new() };
    let mut code = String::with_capacity(CODE_LETTERS);
    code.push(char::from(first));
    let mut last = class(first);
    for letter in letters {
        let this = class(letter);
        if this == b'-' {
            continue;
        }
        if this != b'0' && this != last {
            code.push(char::from(this));
        }
        last = this;
        if code.len() == CODE_LETTERS {
            break;
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_sound_alike_have_the_same_code() {
        assert_eq!(soundex("robert"), soundex("rupert"));
        assert_eq!(soundex("ashcraft"), "a261");
        assert_eq!(soundex("tymczak"), "t522");
        assert_eq!(soundex(""), "");
    }
}
