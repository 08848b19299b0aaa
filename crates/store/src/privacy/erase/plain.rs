//! Texts in the one form in which they are searched for people: decoded, composed, in lower case, without invisible
//! characters.

use std::borrow::Cow;

use records::{
    identifier::{Identifier, IdentifierKind},
    name::words_in,
};
use unicode_normalization::UnicodeNormalization;

/// Texts that went through several tools are escaped more than once.
const DECODE_ROUNDS: usize = 6;
/// Characters of the longest escape that is read, such as `&#x00000040;`.
const ESCAPE_MAX: usize = 16;

/// The plain form of stored bytes.
pub(crate) fn plain(bytes: &[u8]) -> String {
    if is_plain(bytes) {
        return String::from_utf8_lossy(bytes).to_ascii_lowercase();
    }
    let mut text = String::from_utf8_lossy(bytes);
    for _ in 0..DECODE_ROUNDS {
        let Some(next) = decoded(&text) else { break };
        text = Cow::Owned(next);
    }
    let visible = text.nfkc().filter(|character| !is_invisible(*character)).map(ascii_sign);
    visible.flat_map(char::to_lowercase).nfkc().filter(|character| !is_invisible(*character)).collect()
}

/// Dashes, dots and digits of any script as ASCII writes them.
fn ascii_sign(character: char) -> char {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{3002}' | '\u{ff61}' => '.',
        '`' | '\u{b4}' | '\u{2bc}' | '\u{2018}' | '\u{2019}' => '\'',
        _ if character.is_ascii() || !character.is_numeric() => character,
        _ => match any_ascii::any_ascii_char(character).as_bytes() {
            [digit @ b'0'..=b'9'] => char::from(*digit),
            _ => character,
        },
    }
}

/// Characters of the host of an address.
pub(crate) fn is_host(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '.')
}

/// Characters of the part before the `@`.
fn is_local(character: char) -> bool {
    character.is_alphanumeric() || "._+-'&*!#$%^~/=?`{|}".contains(character)
}

/// A plain text without addresses and profiles, whose words are no names: identifiers are compared as such.
pub(crate) fn without_contacts(text: &str) -> Cow<'_, str> {
    if !text.contains(['@', '/']) {
        return Cow::Borrowed(text);
    }
    // Fewer characters than an address may have, so that a name before another sign is not taken for a part of it.
    let is_local = |character: char| character.is_alphanumeric() || "._+-".contains(character);
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('@') {
        kept.push_str(rest[..at].trim_end_matches(is_local));
        kept.push(' ');
        rest = rest[at + 1..].trim_start_matches(is_host);
    }
    kept.push_str(rest);
    let is_profile =
        |word: &&str| word.contains('/') && Identifier::parse(IdentifierKind::Profile, word).is_ok();
    let words: Vec<&str> = kept.split_whitespace().filter(|word| !is_profile(word)).collect();
    Cow::Owned(words.join(" "))
}

/// The folded words of a plain text, once as it is written and once without possessives: "Doe's" is "doe" as well.
pub(crate) fn name_words(text: &str) -> String {
    let words = words_in(text);
    if !text.contains("'s") {
        return words;
    }
    let is_word = |rest: &str| rest.starts_with(|next: char| next.is_alphanumeric());
    let parts: Vec<&str> = text.split("'s").collect();
    let mut without = String::with_capacity(text.len());
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && is_word(part) {
            without.push_str("'s");
        }
        without.push_str(part);
    }
    words + &words_in(&without)
}

/// Signs between the groups of digits of a phone number.
pub(crate) const PHONE_SIGNS: &[char] = &[' ', '(', ')', '-', '.', '/', '_', ',', '\t'];
/// Bytes of signs between two groups of one number.
const PHONE_SIGNS_MAX: usize = 4;
/// Groups of digits that one phone number is written in.
const PHONE_GROUPS_MAX: usize = 8;

/// Calls `take` with where it begins and the digits of every number that a text may be read to hold, in any grouping, that
/// begins with a group for which `may_begin` holds.
pub(crate) fn numbers_in(text: &str, may_begin: impl Fn(&str) -> bool, take: &mut dyn FnMut(usize, &str)) {
    let groups = digit_groups(text);
    for first in (0..groups.len()).filter(|first| may_begin(groups[*first].1)) {
        let (mut digits, mut end) = (String::new(), groups[first].0);
        for (start, group) in groups.iter().skip(first).take(PHONE_GROUPS_MAX) {
            let between = &text[end..*start];
            let is_one_number =
                between.len() <= PHONE_SIGNS_MAX && between.chars().all(|sign| PHONE_SIGNS.contains(&sign));
            if !is_one_number {
                break;
            }
            end = start + group.len();
            // A trunk prefix such as in +49 (0)30 is not dialled after the country code.
            let is_trunk = *group == "0" && text[..*start].ends_with('(') && !digits.is_empty();
            digits.push_str(if is_trunk { "" } else { group });
            take(groups[first].0, &digits);
        }
    }
}

/// Digits of the longest country code.
const COUNTRY_CODE_DIGITS_MAX: usize = 3;

/// Whether a country code stands before a place in a text, as in `+44 ` or `0044 `.
pub(crate) fn has_country_code(text: &str, at: usize) -> bool {
    let is_number = |character: char| character.is_ascii_digit() || PHONE_SIGNS.contains(&character);
    let before = text[..at].trim_end_matches(is_number);
    let digits: String = text[before.len()..at].chars().filter(char::is_ascii_digit).collect();
    let is_code = |digits: &str| (1..=COUNTRY_CODE_DIGITS_MAX).contains(&digits.len());
    (before.ends_with('+') && is_code(&digits)) || digits.strip_prefix("00").is_some_and(is_code)
}

/// Whether eight digits are a day: `20260304`.
pub(crate) fn is_day(digits: &str) -> bool {
    let number = |from: usize, to: usize| digits.get(from..to).and_then(|part| part.parse::<u16>().ok());
    let in_range = |range: std::ops::RangeInclusive<u16>, part: Option<u16>| {
        part.is_some_and(|part| range.contains(&part))
    };
    digits.len() == 8
        && in_range(1900..=2099, number(0, 4))
        && in_range(1..=12, number(4, 6))
        && in_range(1..=31, number(6, 8))
}

/// Groups of digits, each with where it begins.
pub(crate) fn digit_groups(text: &str) -> Vec<(usize, &str)> {
    let mut groups = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|character: char| character.is_ascii_digit()) {
        let start = at + start;
        let rest = &text[start..];
        let length = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        groups.push((start, &rest[..length]));
        at = start + length;
    }
    groups
}

/// Bytes of the part before the `@` that are examined.
const LOCAL_BYTES_MAX: usize = 96;

/// The part of an address before its `@`, as far as it is examined.
pub(crate) fn local_before(before: &str) -> &str {
    let tail =
        (before.len().saturating_sub(LOCAL_BYTES_MAX)..=before.len()).find(|at| before.is_char_boundary(*at));
    let before = &before[tail.unwrap_or(0)..];
    let quoted = before.strip_suffix('"').and_then(|inside| inside.rsplit_once('"')).map(|(_, local)| local);
    quoted.filter(|local| !local.is_empty()).unwrap_or_else(|| {
        let start = before.char_indices().rev().find(|(_, character)| !is_local(*character));
        &before[start.map_or(0, |(index, character)| index + character.len_utf8())..]
    })
}

/// Whether only its case tells a text from its plain form, and its words are those that it is written with.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.iter().any(|byte| matches!(byte, b'%' | b'\\' | b'&' | b'\'' | b'`'))
}

/// Characters that show nothing, and the dot that lower case leaves of a Turkish capital i.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{307}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The text without one layer of percent, JSON and HTML escapes; none when it has none.
fn decoded(text: &str) -> Option<String> {
    if !text.contains(['%', '\\', '&']) {
        return None;
    }
    let (mut bytes, mut rest, mut any) = (Vec::with_capacity(text.len()), text, false);
    while let Some(at) = rest.find(['%', '\\', '&']) {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let escape = percent(rest).or_else(|| backslash(rest)).or_else(|| entity(rest));
        any |= escape.is_some();
        let (meant, length) = escape.unwrap_or_else(|| (rest.as_bytes()[..1].to_vec(), 1));
        bytes.extend(meant);
        rest = &rest[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    any.then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// What an escape stands for, and how many bytes it takes.
type Escape = Option<(Vec<u8>, usize)>;

fn percent(text: &str) -> Escape {
    let digits = text.strip_prefix('%')?.get(..2)?;
    Some((vec![u8::from_str_radix(digits, 16).ok()?], 3))
}

fn backslash(text: &str) -> Escape {
    let rest = text.strip_prefix('\\')?;
    match rest.chars().next()? {
        'u' => {
            let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
            let first = unit(rest.get(1..)?)?;
            let second = rest.get(5..).and_then(|text| text.strip_prefix("\\u")).and_then(unit);
            let pair = second.and_then(|second| String::from_utf16(&[first, second]).ok());
            match (String::from_utf16(&[first]), pair) {
                (Ok(meant), _) => Some((meant.into_bytes(), 6)),
                (Err(_), Some(meant)) => Some((meant.into_bytes(), 12)),
                (Err(_), None) => None,
            }
        }
        'x' => Some((vec![u8::from_str_radix(rest.get(1..3)?, 16).ok()?], 4)),
        character @ ('"' | '\'' | '/' | '\\') => Some((vec![character as u8], 2)),
        'n' | 'r' | 't' | 'b' | 'f' => Some((vec![b' '], 2)),
        _ => None,
    }
}

fn entity(text: &str) -> Escape {
    let end = text.bytes().take(ESCAPE_MAX).position(|byte| byte == b';')?;
    let name = text.get(1..end).filter(|_| text.starts_with('&'))?;
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        },
        None => match name {
            "amp" => '&' as u32,
            "apos" => '\'' as u32,
            "quot" => '"' as u32,
            "commat" => '@' as u32,
            "period" => '.' as u32,
            "nbsp" => ' ' as u32,
            _ => return None,
        },
    };
    Some((char::from_u32(number)?.to_string().into_bytes(), end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_and_spelling_has_one_plain_form() {
        for text in [
            "jane@acme.com",
            "JANE@ACME.COM",
            "jane%40acme.com",
            "jane%2540acme%2ecom",
            r"jane\u0040acme.com",
            r"jane\\u0040acme.com",
            "jane&#64;acme&period;com",
            "jane&#x40;acme.com",
            "ｊａｎｅ＠ａｃｍｅ．ｃｏｍ",
            "ja\u{200b}ne@ac\u{ad}me.com",
            "%EF%BD%8Aane@acme.com",
        ] {
            assert_eq!(plain(text.as_bytes()), "jane@acme.com", "{text}");
        }
        assert_eq!(plain("Zoe\u{308} İpek".as_bytes()), plain("ZOË ipek".as_bytes()));
        assert_eq!(plain(br"\ud83d\ude00 100% &c"), "\u{1f600} 100% &c");
    }
}
