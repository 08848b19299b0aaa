//! Placeholder contacts, written where nothing is known: no evidence of who a person is.

/// Digits in a row, ascending, descending or the same, that nobody is given by chance.
const RUN_DIGITS: usize = 7;
/// Digits at the end of a number that repeat one or two others throughout.
const REPEATED_DIGITS: usize = 8;

/// Local parts that are fillers at any domain, sorted.
const FILLERS: [&str; 38] = [
    "anonymous",
    "asdf",
    "asdfasdf",
    "asdfg",
    "asdfgh",
    "asdfghjkl",
    "blank",
    "donthave",
    "donthaveone",
    "dummy",
    "fake",
    "fakeemail",
    "foobar",
    "noaddress",
    "nobody",
    "noemail",
    "nomail",
    "none",
    "nonegiven",
    "noone",
    "nosuchemail",
    "notapplicable",
    "notavailable",
    "nothing",
    "notprovided",
    "null",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyuiop",
    "refused",
    "test",
    "tester",
    "testing",
    "undefined",
    "unknown",
    "yourname",
    "zxcv",
];
/// Local parts that may be initials or a word, and are fillers at a domain that is one, too; sorted.
const SHORT_FILLERS: [&str; 26] = [
    "a", "aa", "abc", "abcd", "abcde", "address", "bla", "blah", "demo", "domain", "email", "example", "foo",
    "mail", "me", "my", "na", "name", "nil", "no", "sample", "temp", "user", "x", "xyz", "you",
];
/// Letters of a word that is one letter again and again.
const SAME_LETTERS: usize = 3;

/// Whether a number in E.164 form has an order that no line has: 2345678, 9876543, 7777777, 12121212.
pub fn is_placeholder_phone(e164: &str) -> bool {
    let digits: Vec<i8> = e164.bytes().filter(u8::is_ascii_digit).map(|digit| (digit - b'0') as i8).collect();
    let has_run = |step: i8| {
        let follows = |pair: &[i8]| (pair[1] - pair[0] - step).rem_euclid(10) == 0;
        digits.windows(RUN_DIGITS).any(|run| run.windows(2).all(follows))
    };
    let end = &digits[digits.len().saturating_sub(REPEATED_DIGITS)..];
    let repeats = end.len() == REPEATED_DIGITS && end.iter().zip(&end[2..]).all(|(one, other)| one == other);
    has_run(0) || has_run(1) || has_run(-1) || repeats
}

/// Whether an address in normal form is a filler: none@, asdf@, or a filler at a domain that repeats it or is one.
pub fn is_placeholder_mailbox(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let plain = local.split('+').next().unwrap_or(local);
    let word: String = plain.chars().filter(|c| !matches!(c, '.' | '-' | '_')).collect();
    let word = word.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let label = domain.split('.').next().unwrap_or_default();
    let is_filler = |word: &str| FILLERS.binary_search(&word).is_ok() || is_one_letter(word);
    let is_short = |word: &str| SHORT_FILLERS.binary_search(&word).is_ok();
    is_filler(word)
        || is_short(word) && (is_short(label) || is_filler(label))
        || plain == label && plain.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_one_letter(word: &str) -> bool {
    word.len() >= SAME_LETTERS && word.bytes().all(|letter| Some(letter) == word.bytes().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_or_repeated_are_placeholders() {
        for number in
            ["+12345678900", "+11234567890", "+491511234567", "+15555555555", "+447777777777", "+14159876543"]
        {
            assert!(is_placeholder_phone(number), "{number}");
        }
        assert!(is_placeholder_phone("+4930121212121"));
        for number in
            ["+14155550123", "+442079460999", "+4915228817386", "+33639981234", "+14155552671", "", "+1"]
        {
            assert!(!is_placeholder_phone(number), "{number}");
        }
        for start in 0..10_u8 {
            let run: String = (start..start + 7).map(|digit| char::from(b'0' + digit % 10)).collect();
            let back: String = run.chars().rev().collect();
            assert!(
                is_placeholder_phone(&format!("+1415{run}")) && is_placeholder_phone(&format!("+1415{back}"))
            );
        }
    }

    #[test]
    fn fillers_are_told_from_people() {
        for address in [
            "na@na.com",
            "abc@abc.com",
            "test@test.com",
            "asdf@gmail.com",
            "none@none.com",
            "xxx@xxx.com",
            "a@a.com",
            "noemail@acme.example",
            "no-email@acme.example",
            "n.a@na.com",
            "aaaa@acme.example",
            "test1@acme.example",
            "123@123.com",
            "me@example.com",
            "name@email.com",
            "abc@xyz.com",
        ] {
            assert!(is_placeholder_mailbox(address), "{address}");
        }
        for address in [
            "na@acme.example",
            "abc@acme.example",
            "ford@ford.com",
            "jane@acme.example",
            "me@smith.com",
            "nona@acme.example",
            "12345@qq.com",
            "testa@acme.example",
            "no@acme.example",
        ] {
            assert!(!is_placeholder_mailbox(address), "{address}");
        }
        assert!(FILLERS.is_sorted() && SHORT_FILLERS.is_sorted());
    }
}
