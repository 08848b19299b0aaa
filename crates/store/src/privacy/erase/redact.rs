//! Redacting JSON: removes the values, or the objects, that name an erased person.

use records::Facts;
use serde_json::{Value, json};

use super::finder::Finder;
use crate::privacy::erase::decision::ERASED_WORDS;
use crate::sql::{Result, Sql, StoreError};

/// Members that make an entry of a list what it is: without one of them the entry goes.
const IDENTIFYING: [&str; 6] = ["address", "email", "number", "phone", "url", "networkUrl"];
/// Members that hold the name of the facts' own subject; a namesake keeps it.
const OWN_NAMES: [&str; 4] = ["fullName", "firstName", "middleName", "lastName"];

/// Members that hold the subject of an answer or event: their siblings, such as an explanation, are about it, too.
const SUBJECTS: [&str; 4] = ["candidate", "contact", "person", "person_unmasked"];

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

/// JSON text in which every object about them says only that it was erased, so that what it tells of others stays; none
/// when nothing can be left of it.
pub(super) fn without_objects(
    sql: &mut dyn Sql,
    finder: &Finder,
    text: &[u8],
    context: &str,
) -> Result<Option<String>> {
    let Ok(value) = serde_json::from_slice::<Value>(text) else { return Ok(None) };
    let context = finder.context_words(context);
    let (left, about) = stripped(value, &mut |_, text| finder.is_in(sql, text, &context))?;
    let left = left.to_string();
    // A value that no object holds by itself, such as a number, may still name them.
    let is_clean = about == About::Others && !finder.is_in(sql, &left, &context)?;
    Ok(is_clean.then_some(left))
}

/// The subject of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Others,
    /// One of their contacts: the object that holds it is about them.
    TheirContact,
    Them,
}

/// A value with every object about the person replaced, and the subject of the value itself.
fn stripped(value: Value, is_named: &mut IsNamed<'_>) -> Result<(Value, About)> {
    match value {
        Value::String(text) if is_named("", &text)? => Ok((Value::Null, About::Them)),
        Value::Array(items) => stripped_items(items, is_named),
        Value::Object(members) => stripped_members(members, is_named),
        other => Ok((other, About::Others)),
    }
}

fn stripped_items(items: Vec<Value>, is_named: &mut IsNamed<'_>) -> Result<(Value, About)> {
    let (mut kept, mut about) = (Vec::with_capacity(items.len()), About::Others);
    for item in items {
        let is_text = item.is_string();
        let (item, of_item) = stripped(item, is_named)?;
        match of_item {
            About::Others => kept.push(item),
            // A list of plain addresses, or of contacts.
            About::Them if is_text => about = About::TheirContact,
            About::TheirContact => about = About::TheirContact,
            About::Them => kept.push(json!({ "erased": true })),
        }
    }
    Ok((Value::Array(kept), about))
}

fn stripped_members(
    members: serde_json::Map<String, Value>,
    is_named: &mut IsNamed<'_>,
) -> Result<(Value, About)> {
    let has_id = members.contains_key("id");
    let is_contact = IDENTIFYING.iter().any(|name| members.contains_key(*name))
        && !has_id
        && !OWN_NAMES.iter().any(|name| members.contains_key(*name));
    let mut kept = serde_json::Map::new();
    for (member, value) in members {
        if is_named("", &member)? {
            continue;
        }
        let is_text = value.is_string();
        let (value, of_value) = stripped(value, is_named)?;
        match of_value {
            About::Others => kept.insert(member, value),
            About::Them if is_text => {
                return Ok((Value::Null, if is_contact { About::TheirContact } else { About::Them }));
            }
            About::Them if SUBJECTS.contains(&member.as_str()) => return Ok((Value::Null, About::Them)),
            About::Them => kept.insert(member, json!({ "erased": true })),
            // What has an id that is not theirs, such as a company, is about something else.
            About::TheirContact if has_id => kept.insert(member, value),
            About::TheirContact => return Ok((Value::Null, About::Them)),
        };
    }
    Ok((Value::Object(kept), About::Others))
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
                    None if IDENTIFYING.contains(&member.as_str()) && !name.is_empty() => return Ok(None),
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
