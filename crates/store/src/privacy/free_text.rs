//! Identifiers in text that customers write, so that suppressed people are not stored under a name or a note.

use records::{
    Claim,
    identifier::{Identifier, IdentifierKind},
};
use serde_json::Value;

use super::{
    erase::{ERASED_WORDS, is_host, is_local, plain, quoted_local},
    suppression::SuppressionGate,
};
use crate::sql::{Result, Sql, StoreError};

/// Digits of the shortest and the longest number with its country code.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Bytes of the part of an address before the `@`.
const LOCAL_BYTES_MAX: usize = 64;
/// Bytes of the part after it.
const HOST_BYTES_MAX: usize = 253;
/// Signs between two groups of one number.
const SIGNS_MAX: usize = 4;
/// Places in one word at which the address of a page may begin, and end.
const PAGE_STARTS_MAX: usize = 4;
const PAGE_ENDS_MAX: usize = 24;

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

    /// Replaces prose of a claim that names a suppressed person, such as a headline; returns whether any did. Contacts are
    /// compared as such elsewhere.
    pub(crate) fn redact_prose(&self, sql: &mut dyn Sql, claim: &mut Claim) -> Result<bool> {
        let unreadable =
            |error: serde_json::Error| StoreError::Damaged { what: "claim", why: error.to_string() };
        let mut is_changed = false;
        for words in [&mut claim.source, &mut claim.reference] {
            if self.is_in(sql, words)? {
                (*words, is_changed) = (ERASED_WORDS.to_owned(), true);
            }
        }
        let mut facts = serde_json::to_value(&claim.facts).map_err(unreadable)?;
        if self.redact_texts(sql, &mut facts)? {
            claim.facts = serde_json::from_value(facts).map_err(unreadable)?;
            is_changed = true;
        }
        Ok(is_changed)
    }

    fn redact_texts(&self, sql: &mut dyn Sql, value: &mut Value) -> Result<bool> {
        let mut is_changed = false;
        match value {
            Value::String(text) if text.trim().contains(' ') => {
                let has_contact =
                    text.contains(['@', '/']) || text.bytes().filter(u8::is_ascii_digit).count() >= 7;
                if (has_contact || !text.is_ascii()) && self.is_in(sql, text)? {
                    (*text, is_changed) = (ERASED_WORDS.to_owned(), true);
                }
            }
            Value::Array(items) => {
                for item in items {
                    is_changed |= self.redact_texts(sql, item)?;
                }
            }
            Value::Object(members) => {
                for member in members.values_mut() {
                    is_changed |= self.redact_texts(sql, member)?;
                }
            }
            _ => {}
        }
        Ok(is_changed)
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
    profiles_in(text, &mut |profile| take(IdentifierKind::Profile, profile));
    found
}

/// The address around an `@`, and every shorter one that begins after a sign or ends before a label of its host.
fn addresses_at(text: &str, at: usize, take: &mut dyn FnMut(&str)) {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let host = &after[..after.find(|character| !is_host(character)).unwrap_or(after.len())];
    let host = host.trim_end_matches(['.', '-']);
    let begin = before.char_indices().rev().find(|(_, character)| !is_local(*character));
    let local = &before[begin.map_or(0, |(index, character)| index + character.len_utf8())..];
    let local = quoted_local(before).unwrap_or(local);
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

/// Every address of a page that begins with a host inside a word, and every shorter one that ends before a sign.
fn profiles_in(text: &str, take: &mut dyn FnMut(&str)) {
    let is_page = |character: char| is_host(character) || "/_%~+".contains(character);
    for word in text.split(|character| !is_page(character)).filter(|word| word.contains('/')) {
        let hosts = word.match_indices('/').filter_map(|(slash, _)| {
            let host = &word[..slash];
            let start = host.rfind(|character| !is_host(character)).map_or(0, |at| at + 1);
            host[start..].contains('.').then_some(start)
        });
        for start in hosts.take(PAGE_STARTS_MAX) {
            let page = &word[start..];
            let ends = page.char_indices().filter(|(_, sign)| !sign.is_alphanumeric()).map(|(end, _)| end);
            for end in ends.chain([page.len()]).filter(|end| page[..*end].contains('/')).take(PAGE_ENDS_MAX) {
                take(&page[..end]);
            }
        }
    }
}

/// Numbers with a country code, in any grouping.
fn numbers_in(text: &str, take: &mut dyn FnMut(&str)) {
    let is_sign = |character: char| " ()-./_,\t".contains(character);
    for run in
        text.split(|character: char| !character.is_ascii_digit() && !is_sign(character) && character != '+')
    {
        let starts = run.char_indices().filter(|(at, character)| {
            character.is_ascii_digit() && !run[..*at].ends_with(|before: char| before.is_ascii_digit())
        });
        for (start, _) in starts {
            let (mut digits, mut signs) = (String::from("+"), 0);
            for group in run[start..].split(|character: char| !character.is_ascii_digit()) {
                // A trunk prefix such as in +49 (0)30 is not dialled after the country code.
                let is_trunk = group == "0" && digits.len() > 1;
                digits.push_str(if is_trunk { "" } else { group });
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
            "\"jane\"@acme.com",
            "x/jane@acme.com",
        ] {
            assert!(jane(text), "{text}");
        }
        assert!(!jane("maryjane@acme.com") && !jane("jane@acme.org"));
        let number = |text: &str| identifiers_in(text).iter().any(|one| one.value() == "+12025550143");
        for text in [
            "+1 (0)202 555_0143",
            "+1 202-555-0143",
            "call 0012025550143 now",
            "7 +1 (202) 555.0143 x9",
            "12025550143",
        ] {
            assert!(number(text), "{text}");
        }
        assert!(!number("912025550143"));
        let profile =
            |text: &str| identifiers_in(text).iter().any(|one| one.kind() == IdentifierKind::Profile);
        for text in [
            "see https://www.linkedin.com/in/jane-doe.",
            "http://hooks.example/x/https://linkedin.com/in/jane-doe",
            "hooks.example/x/linkedin.com/in/jane-doe",
            "profile:https://linkedin.com/in/jane-doe",
            "[linkedin.com/in/jane-doe]*",
            "x_linkedin.com/in/jane-doe-leads",
        ] {
            assert!(profile(text), "{text}");
        }
    }
}
