//! Letter case of names that are all upper-case or all lower-case.

use super::words;
use crate::identifiers::written_case::titled;

/// Converts names to title case if all of them are in a single case; otherwise leaves them unchanged.
pub(super) fn repair(names: &mut [String]) {
    let letters = || names.iter().flat_map(|name| name.chars()).filter(|character| character.is_alphabetic());
    // ß has no common upper-case form, so `GROß` counts as upper-case.
    let all_upper =
        letters().all(|letter| !letter.is_lowercase() || letter == 'ß') && letters().any(char::is_uppercase);
    let all_lower = letters().all(|letter| !letter.is_uppercase()) && letters().any(char::is_lowercase);
    if !all_upper && !all_lower {
        return;
    }
    let count = names.len();
    for (index, name) in names.iter_mut().enumerate() {
        let inside = index > 0 && index + 1 < count;
        *name = if inside && words::is_firm_particle(name) {
            name.to_lowercase()
        } else if index == 0 && count > 1 && is_pair_of_initials(name) {
            name.to_uppercase()
        } else {
            titled(name)
        };
    }
}

/// `JD` and `TJ` are initials; two letters with a vowel are more likely a name.
fn is_pair_of_initials(name: &str) -> bool {
    name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_alphabetic() && !b"aeiouyAEIOUY".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        let mut names: Vec<String> = text.split(' ').map(str::to_owned).collect();
        repair(&mut names);
        names.join(" ")
    }

    #[test]
    fn names_in_a_single_case_are_converted_to_title_case() {
        for (text, expected) in [
            ("JOHN SMITH", "John Smith"),
            ("john smith", "John Smith"),
            ("URSULA VON DER LEYEN", "Ursula von der Leyen"),
            ("SHAQUILLE O'NEAL", "Shaquille O'Neal"),
            ("jean-pierre d'angelo", "Jean-Pierre D'Angelo"),
            ("MARY MCDONALD", "Mary McDonald"),
            ("JÜRGEN GROß", "Jürgen Groß"),
            ("JD SMITH", "JD Smith"),
            ("J.R. SMITH", "J.R. Smith"),
            ("王 小明", "王 小明"),
        ] {
            assert_eq!(repaired(text), expected, "{text}");
        }
    }

    #[test]
    fn names_in_mixed_case_are_unchanged() {
        for text in ["John SMITH", "john Smith", "McKenzie deVries", "e.e. Cummings"] {
            assert_eq!(repaired(text), text);
        }
    }
}
