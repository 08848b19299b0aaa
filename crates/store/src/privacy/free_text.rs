//! Identifiers in text that customers write, so that suppressed people are not stored under a name or a note.

use std::collections::BTreeSet;

use records::{
    Claim,
    identifier::{Identifier, IdentifierKind},
};
use serde_json::Value;

use super::{
    erase::{ERASED_WORDS, is_host, is_plain, local_before, numbers_in, plain},
    suppression::SuppressionGate,
};
use crate::sql::{Result, Sql, StoreError};

/// Digits of the shortest and the longest number with its country code.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Bytes of the host of an address.
const HOST_BYTES_MAX: usize = 253;
/// Places in one word at which the address of a page may begin, and end.
const PAGE_STARTS_MAX: usize = 4;
const PAGE_ENDS_MAX: usize = 24;
/// Readings of one text, such as groups of digits, that are tried as identifiers. A text with more is not stored, so that it
/// can neither hide one nor hold up the writer.
const CANDIDATES_MAX: usize = 1_024;
/// Members that hold contacts, hosts and parts of names, which are compared as such elsewhere.
const COMPARED: [&str; 8] =
    ["address", "domain", "domains", "emails", "networkUrl", "number", "phones", "profiles"];

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
        match identifiers_in(&plain(text.as_bytes())) {
            Some(identifiers) => self.contains_any(sql, &identifiers),
            None => Ok(true),
        }
    }

    /// JSON text with the same done to each of its texts, as an erasure does it: numbers and members that name a suppressed
    /// person are left out.
    pub(crate) fn json(&self, sql: &mut dyn Sql, text: &str) -> Result<String> {
        if !self.is_in(sql, text)? {
            return Ok(text.to_owned());
        }
        let Ok(mut value) = serde_json::from_str::<Value>(text) else { return Ok(ERASED_WORDS.to_owned()) };
        self.value(sql, &mut value)?;
        let kept = value.to_string();
        // What only several values together tell cannot be taken out of one of them.
        Ok(if self.is_in(sql, &kept)? { ERASED_WORDS.to_owned() } else { kept })
    }

    /// A caller's own row as it may be stored: without the cells that name a suppressed person by address, number or profile;
    /// none if its columns name one together.
    pub(crate) fn row(&self, sql: &mut dyn Sql, row: &[u8]) -> Result<Option<Vec<u8>>> {
        let kept = self.question(sql, &String::from_utf8_lossy(row))?;
        Ok(kept.filter(|kept| kept != ERASED_WORDS).map(String::into_bytes))
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
            Value::String(text) if may_hold_contact(text) && self.is_in(sql, text)? => {
                (*text, is_changed) = (ERASED_WORDS.to_owned(), true);
            }
            Value::Array(items) => {
                for item in items {
                    is_changed |= self.redact_texts(sql, item)?;
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    if !COMPARED.contains(&name.as_str()) {
                        is_changed |= self.redact_texts(sql, member)?;
                    }
                }
            }
            _ => {}
        }
        Ok(is_changed)
    }

    fn value(&self, sql: &mut dyn Sql, value: &mut Value) -> Result<()> {
        match value {
            Value::String(text) => *text = self.words(sql, text)?,
            Value::Number(number) if self.is_in(sql, &number.to_string())? => *value = Value::Null,
            Value::Array(items) => {
                items.iter_mut().try_for_each(|item| self.value(sql, item))?;
                items.retain(|item| !item.is_null());
            }
            Value::Object(members) => {
                for (name, mut member) in std::mem::take(members) {
                    let had_value = !member.is_null();
                    self.value(sql, &mut member)?;
                    let is_redacted = had_value && member.is_null();
                    if !is_redacted && !self.is_in(sql, &name)? {
                        members.insert(name, member);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether a text is worth reading for identifiers.
fn may_hold_contact(text: &str) -> bool {
    let has_contact = |text: &str| {
        text.contains(['@', '/']) || text.bytes().filter(u8::is_ascii_digit).count() >= *PHONE_DIGITS.start()
    };
    has_contact(text) || (!is_plain(text.as_bytes()) && has_contact(&plain(text.as_bytes())))
}

/// Every address, number and profile that a plain text may be read to hold; none if there are too many to compare.
fn identifiers_in(text: &str) -> Option<BTreeSet<Identifier>> {
    let mut found = BTreeSet::new();
    let mut candidates = BTreeSet::new();
    let mut take = |kind: IdentifierKind, text: &str| {
        if candidates.len() <= CANDIDATES_MAX && candidates.insert((kind.as_str(), text.to_owned())) {
            found.extend(Identifier::parse(kind, text).ok());
        }
    };
    for (at, _) in text.match_indices('@') {
        addresses_at(text, at, &mut |address| take(IdentifierKind::Email, address));
    }
    numbers_in(text, |_| true, &mut |_, digits| {
        let number = digits.strip_prefix("00").unwrap_or(digits);
        if PHONE_DIGITS.contains(&number.len()) && !number.starts_with('0') {
            take(IdentifierKind::Phone, &format!("+{number}"));
        }
    });
    profiles_in(text, &mut |profile| take(IdentifierKind::Profile, profile));
    (candidates.len() <= CANDIDATES_MAX).then_some(found)
}

/// The address around an `@`, and every shorter one that begins after a sign or ends before a label of its host.
fn addresses_at(text: &str, at: usize, take: &mut dyn FnMut(&str)) {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let host = &after[..after.find(|character| !is_host(character)).unwrap_or(after.len())];
    let host = host.trim_end_matches(['.', '-']);
    let local = local_before(before);
    let signs = local.char_indices().filter(|(_, character)| !character.is_alphanumeric());
    let starts = std::iter::once(0).chain(signs.map(|(start, sign)| start + sign.len_utf8()));
    let ends = host.match_indices('.').map(|(end, _)| end).chain([host.len()]);
    let hosts: Vec<&str> = ends
        .take_while(|end| *end <= HOST_BYTES_MAX)
        .map(|end| &host[..end])
        .filter(|host| host.contains('.'))
        .collect();
    for start in starts.filter(|start| *start < local.len()) {
        hosts.iter().for_each(|host| take(&format!("{}@{host}", &local[start..])));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_in_any_text_around_them() {
        let jane =
            |text: &str| identifiers_in(text).unwrap().iter().any(|one| one.value() == "jane@acme.com");
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
        let number =
            |text: &str| identifiers_in(text).unwrap().iter().any(|one| one.value() == "+12025550143");
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
        let dates = "2026-01-02 ".repeat(20) + "+49 30 555 1000 10; 14:30, 1,234,567.89";
        assert!(identifiers_in(&dates).is_some(), "dates and figures are no reason to refuse a text");
        let zeros = "0 ".repeat(100_000) + &"a.".repeat(1_000) + "@" + &"com.".repeat(1_000);
        assert_eq!(identifiers_in(&zeros), None, "too many to compare");
        let profile = |text: &str| {
            identifiers_in(text).unwrap().iter().any(|one| one.kind() == IdentifierKind::Profile)
        };
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
