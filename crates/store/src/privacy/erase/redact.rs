//! Redacting JSON: removes the values that name an erased person.

use records::Facts;
use serde_json::Value;

use super::{
    decision::ERASED_WORDS,
    document::{CONTACTS, Mention, Scope},
    finder::Finder,
};
use crate::sql::{Result, Sql, StoreError};

/// JSON text without what names them; whole words where it is no JSON.
pub(super) fn redacted_json(
    sql: &mut dyn Sql,
    finder: &Finder,
    text: &[u8],
    row_words: String,
) -> Result<String> {
    let Ok(value) = serde_json::from_slice::<Value>(text) else { return Ok(ERASED_WORDS.to_owned()) };
    let scope = Scope::of_row(&value, row_words);
    let redacted = Redaction { sql, finder, scope: &scope }.value(&value, "")?;
    Ok(redacted.unwrap_or(Value::Null).to_string())
}

/// Facts about another subject without what names the person; none when no facts are left.
pub(super) fn redacted_facts(sql: &mut dyn Sql, finder: &Finder, facts: &Facts) -> Result<Option<Facts>> {
    let unreadable = |error: serde_json::Error| StoreError::Damaged { what: "claim", why: error.to_string() };
    let value = serde_json::to_value(facts).map_err(unreadable)?;
    let scope = Scope::of_facts(&value);
    let redacted = Redaction { sql, finder, scope: &scope }.value(&value, "")?;
    Ok(redacted.and_then(|value| serde_json::from_value(value).ok()))
}

struct Redaction<'r> {
    sql: &'r mut dyn Sql,
    finder: &'r Finder,
    scope: &'r Scope<'r>,
}

impl Redaction<'_> {
    /// A value without what names them; none when nothing of it is left.
    fn value(&mut self, value: &Value, member: &str) -> Result<Option<Value>> {
        match value {
            Value::String(text) => Ok((!self.is_named(member, text)?).then(|| value.clone())),
            Value::Number(number) => {
                Ok((!self.is_named(member, &number.to_string())?).then(|| value.clone()))
            }
            Value::Array(items) => {
                let kept: Result<Vec<Option<Value>>> =
                    items.iter().map(|item| self.value(item, member)).collect();
                Ok(Some(Value::Array(kept?.into_iter().flatten().collect())))
            }
            Value::Object(members) => self.object(members, member),
            Value::Null | Value::Bool(_) => Ok(Some(value.clone())),
        }
    }

    fn object(&mut self, members: &serde_json::Map<String, Value>, name: &str) -> Result<Option<Value>> {
        let mut kept = serde_json::Map::new();
        for (member, value) in members {
            if self.is_named("", member)? {
                continue;
            }
            match self.value(value, member)? {
                Some(value) => {
                    kept.insert(member.clone(), value);
                }
                // An entry of a list is what its contact is.
                None if CONTACTS.contains(&member.as_str()) && !name.is_empty() => return Ok(None),
                None if value.is_number() => {}
                None => {
                    kept.insert(member.clone(), Value::from(ERASED_WORDS));
                }
            }
        }
        Ok(Some(Value::Object(kept)))
    }

    fn is_named(&mut self, member: &str, text: &str) -> Result<bool> {
        Ok(self.finder.decide(self.sql, member, text, self.scope)? != Mention::None)
    }
}
