//! Identifiers in text that customers write, so that suppressed people are not stored under a name or a note.

use records::identifier::{Identifier, IdentifierKind};
use serde_json::Value;

use super::{
    erase::{ERASED_WORDS, plain},
    suppression::SuppressionGate,
};
use crate::sql::{Result, Sql};

/// Digits of the shortest and the longest number with its country code.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Bytes of the part of an address before the `@`.
const LOCAL_BYTES_MAX: usize = 64;
/// Bytes of the part after it.
const HOST_BYTES_MAX: usize = 253;
/// Signs between two groups of one number.
const SIGNS_MAX: usize = 3;

impl SuppressionGate {
    /// Words as they may be stored: without those that name a suppressed person by address, number or profile.
    pub(crate) fn words(&self, sql: &mut dyn Sql, words: &str) -> Result<String> {
        Ok(if self.is_in(sql, words)? { ERASED_WORDS.to_owned() } else { words.to_owned() })
    }

    /// Whether a text names a suppressed person by address, number or profile.
    pub(crate) fn is_in(&self, sql: &mut dyn Sql, text: &str) -> Result<bool> {
        if self.is_empty() || text.is_empty() {
            return Ok(false);
        }
        self.contains_any(sql, &identifiers_in(&plain(text.as_bytes())))
    }

    /// JSON text with the same done to each of its texts.
    pub(crate) fn json(&self, sql: &mut dyn Sql, text: &str) -> Result<String> {
        if !self.is_in(sql, text)? {
            return Ok(text.to_owned());
        }
        let Ok(mut value) = serde_json::from_str::<Value>(text) else { return Ok(ERASED_WORDS.to_owned()) };
        self.value(sql, &mut value)?;
        Ok(value.to_string())
    }

    fn value(&self, sql: &mut dyn Sql, value: &mut Value) -> Result<()> {
        match value {
            Value::String(text) => *text = self.words(sql, text)?,
            Value::Array(items) => items.iter_mut().try_for_each(|item| self.value(sql, item))?,
            Value::Object(members) => members.values_mut().try_for_each(|member| self.value(sql, member))?,
            _ => {}
        }
        Ok(())
    }
}

/// Every address, number and profile that a plain text may be read to hold.
fn identifiers_in(text: &str) -> Vec<Identifier> {
    let mut found = Vec::new();
    let mut take = |kind, text: &str| found.extend(Identifier::parse(kind, text).ok());
    for (at, _) in text.match_indices('@') {
        addresses_at(text, at, &mut |address| take(IdentifierKind::Email, address));
    }
    numbers_in(text, &mut |number| take(IdentifierKind::Phone, number));
    let is_end = |character: char| character.is_whitespace() || "\"'<>(),;=&|".contains(character);
    for word in text.split(is_end).filter(|word| word.contains('/')) {
        take(IdentifierKind::Profile, word.trim_end_matches(['.', ':', '!', '?']));
    }
    found
}

/// The address around an `@`, and every shorter one that begins after a sign or ends before a label of its host.
fn addresses_at(text: &str, at: usize, take: &mut dyn FnMut(&str)) {
    let is_host = |character: char| character.is_alphanumeric() || matches!(character, '-' | '.');
    let is_local = |character: char| character.is_alphanumeric() || "._+-'&*!#$%^~".contains(character);
    let (before, after) = (&text[..at], &text[at + 1..]);
    let host = &after[..after.find(|character| !is_host(character)).unwrap_or(after.len())];
    let host = host.trim_end_matches(['.', '-']);
    let begin = before.char_indices().rev().find(|(_, character)| !is_local(*character));
    let local = &before[begin.map_or(0, |(index, character)| index + character.len_utf8())..];
    let signs = local.char_indices().filter(|(_, character)| !character.is_alphanumeric());
    let starts = std::iter::once(0).chain(signs.map(|(start, sign)| start + sign.len_utf8()));
    let ends = host.match_indices('.').map(|(end, _)| end).chain([host.len()]);
    let hosts: Vec<&str> = ends
        .take_while(|end| *end <= HOST_BYTES_MAX)
        .map(|end| &host[..end])
        .filter(|host| host.contains('.'))
        .collect();
    for start in starts.filter(|start| local.len() - start <= LOCAL_BYTES_MAX) {
        for host in hosts.iter().filter(|_| start < local.len()) {
            take(&format!("{}@{host}", &local[start..]));
        }
    }
}

/// Numbers with a country code, in any grouping.
fn numbers_in(text: &str, take: &mut dyn FnMut(&str)) {
    let is_sign = |character: char| " ()-./\u{a0}".contains(character);
    for run in
        text.split(|character: char| !character.is_ascii_digit() && !is_sign(character) && character != '+')
    {
        let starts = run.char_indices().filter(|(at, character)| {
            character.is_ascii_digit() && !run[..*at].ends_with(|before: char| before.is_ascii_digit())
        });
        for (start, _) in starts {
            let (mut digits, mut signs) = (String::from("+"), 0);
            for group in run[start..].split(|character: char| !character.is_ascii_digit()) {
                digits.push_str(group);
                signs = if group.is_empty() { signs + 1 } else { 0 };
                let number =
                    digits.strip_prefix("+00").map_or_else(|| digits.clone(), |rest| format!("+{rest}"));
                if number.len() > *PHONE_DIGITS.end() + 1 || signs >= SIGNS_MAX {
                    break;
                }
                if PHONE_DIGITS.contains(&(number.len() - 1)) && !group.is_empty() {
                    take(&number);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_in_any_text_around_them() {
        let jane = |text: &str| identifiers_in(text).iter().any(|one| one.value() == "jane@acme.com");
        for text in [
            "jane@acme.com",
            "call jane@acme.com, today",
            "list-jane@acme.com",
            "https://x.example/?u=jane@acme.com.",
            "jane@acme.com.csv",
            "<jane@acme.com>",
        ] {
            assert!(jane(text), "{text}");
        }
        assert!(!jane("maryjane@acme.com") && !jane("jane@acme.org"));
        let number = |text: &str| identifiers_in(text).iter().any(|one| one.value() == "+12025550143");
        for text in ["+1 202-555-0143", "call 0012025550143 now", "7 +1 (202) 555.0143 x9", "12025550143"] {
            assert!(number(text), "{text}");
        }
        assert!(!number("912025550143"));
        let profile =
            |text: &str| identifiers_in(text).iter().any(|one| one.kind() == IdentifierKind::Profile);
        assert!(profile("see https://www.linkedin.com/in/jane-doe."));
    }
}
