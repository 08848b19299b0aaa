//! Redacting JSON: removes the values that name an erased person.

use records::Facts;
use serde_json::Value;

use super::{
    document::{CONTACTS, OWN_NAMES},
    finder::Finder,
};
use crate::privacy::erase::decision::ERASED_WORDS;
use crate::sql::{Result, Sql, StoreError};

/// Whether a text under this member name is removed.
type IsNamed<'n> = dyn FnMut(&str, &str) -> Result<bool> + 'n;

/// JSON text without what names them; whole words where it is no JSON.
pub(super) fn redacted_json(
    sql: &mut dyn Sql,
    finder: &Finder,
    text: &[u8],
    context: &str,
) -> Result<String> {
    let Ok(value) = serde_json::from_slice::<Value>(text) else { return Ok(ERASED_WORDS.to_owned()) };
    let context = finder.context_words(context);
    let redacted = redacted(value, "", &mut |_, text| finder.is_in(sql, text, &context))?;
    Ok(redacted.unwrap_or(Value::Null).to_string())
}

/// Facts about another subject without what names the person; none when no facts are left.
pub(super) fn redacted_facts(sql: &mut dyn Sql, finder: &Finder, facts: &Facts) -> Result<Option<Facts>> {
    let unreadable = |error: serde_json::Error| StoreError::Damaged { what: "claim", why: error.to_string() };
    let value = serde_json::to_value(facts).map_err(unreadable)?;
    let context = finder.context_words(&value.to_string());
    let mut is_named = |name: &str, text: &str| {
        if OWN_NAMES.contains(&name) {
            finder.is_in_words(sql, text)
        } else {
            finder.is_in(sql, text, &context)
        }
    };
    let redacted = redacted(value, "", &mut is_named)?;
    Ok(redacted.and_then(|value| serde_json::from_value(value).ok()))
}

/// A value without what names them; none when nothing of it is left.
fn redacted(value: Value, name: &str, is_named: &mut IsNamed<'_>) -> Result<Option<Value>> {
    Ok(match value {
        Value::String(text) if is_named(name, &text)? => None,
        Value::Array(items) => {
            let mut kept = Vec::with_capacity(items.len());
            for item in items {
                kept.extend(redacted(item, name, is_named)?);
            }
            Some(Value::Array(kept))
        }
        Value::Object(members) => {
            let mut kept = serde_json::Map::new();
            for (member, value) in members {
                if is_named("", &member)? {
                    continue;
                }
                match redacted(value, &member, is_named)? {
                    Some(value) => {
                        kept.insert(member, value);
                    }
                    None if CONTACTS.contains(&member.as_str()) && !name.is_empty() => return Ok(None),
                    None => {
                        kept.insert(member, Value::from(ERASED_WORDS));
                    }
                }
            }
            Some(Value::Object(kept))
        }
        other => Some(other),
    })
}
