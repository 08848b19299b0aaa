//! Paths to facts in an answer: `data.phones[type=mobile].number`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use thiserror::Error;

const STEP_LIMIT: usize = 16;
/// Most values read through one path.
const VALUE_LIMIT: usize = 50;

/// A text is not a valid path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a path; write names separated by dots, such as data.phones[type=mobile].number")]
pub struct PathError(String);

/// A path into an answer. A name selects a key of an object, `[0]` an item of a list, `[key=word]` the items whose
/// key has that value; a list at the end of the path stands for all its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactPath {
    text: String,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Name(String),
    Item(usize),
    Where(String, String),
}

impl FactPath {
    /// All values at the path that are not null.
    pub fn values<'a>(&self, answer: &'a Value) -> Vec<&'a Value> {
        let mut found = vec![answer];
        for step in &self.steps {
            found = found.into_iter().flat_map(|value| step.enter(value)).take(VALUE_LIMIT).collect();
        }
        let items = found.into_iter().flat_map(|value| match value {
            Value::Array(items) => items.iter().collect(),
            value => vec![value],
        });
        items.filter(|value| !value.is_null()).take(VALUE_LIMIT).collect()
    }

    /// Whether the path exists, including null values and empty lists.
    pub(crate) fn exists(&self, answer: &Value) -> bool {
        let mut found = vec![answer];
        for step in &self.steps {
            found = found.into_iter().flat_map(|value| step.enter(value)).take(VALUE_LIMIT).collect();
        }
        !found.is_empty()
    }
}

impl Step {
    fn enter<'a>(&self, value: &'a Value) -> Vec<&'a Value> {
        match (self, value) {
            (Self::Name(name), Value::Object(object)) => object.get(name).into_iter().collect(),
            // A name applied to a list selects it in each item.
            (Self::Name(name), Value::Array(items)) => {
                items.iter().filter_map(|item| item.get(name)).collect()
            }
            (Self::Item(index), Value::Array(items)) => items.get(*index).into_iter().collect(),
            (Self::Where(key, word), Value::Array(items)) => {
                let fits = |item: &&Value| item.get(key).and_then(scalar).is_some_and(|text| text == *word);
                items.iter().filter(fits).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A string, number or boolean as text.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

impl FromStr for FactPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let fault = || PathError(text.to_owned());
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (name, brackets) =
                part.split_once('[').map_or((part, None), |(name, rest)| (name, Some(rest)));
            if name.is_empty() && !(steps.is_empty() && brackets.is_some()) {
                return Err(fault());
            }
            if !name.is_empty() {
                steps.push(Step::Name(name.to_owned()));
            }
            if let Some(rest) = brackets {
                let inner = rest.strip_suffix(']').ok_or_else(fault)?;
                steps.push(match inner.split_once('=') {
                    Some((key, word)) if !key.is_empty() => Step::Where(key.to_owned(), word.to_owned()),
                    Some(_) => return Err(fault()),
                    None => Step::Item(inner.parse().map_err(|_| fault())?),
                });
            }
        }
        if steps.len() > STEP_LIMIT {
            return Err(fault());
        }
        Ok(Self { text: text.to_owned(), steps })
    }
}

impl fmt::Display for FactPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for FactPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(path: &str, answer: &Value) -> Vec<String> {
        path.parse::<FactPath>().unwrap().values(answer).into_iter().filter_map(scalar).collect()
    }

    #[test]
    fn a_path_selects_every_value_it_matches() {
        let answer = json!({ "data": { "name": "Ada", "none": null, "phones": [
            { "type": "work", "number": "+1" },
            { "type": "mobile", "number": "+2" },
            { "type": "mobile", "number": 3 },
        ], "emails": ["a@x.example", "b@x.example"] } });
        assert_eq!(texts("data.name", &answer), ["Ada"]);
        assert_eq!(texts("data.phones[type=mobile].number", &answer), ["+2", "3"]);
        assert_eq!(texts("data.phones[0].number", &answer), ["+1"]);
        assert_eq!(texts("data.phones.number", &answer), ["+1", "+2", "3"]);
        assert_eq!(texts("data.emails", &answer), ["a@x.example", "b@x.example"]);
        assert_eq!(texts("[0].id", &json!([{ "id": 7 }])), ["7"]);
        for nowhere in ["data.none", "data.phones[type=fax].number", "data.name.first", "other"] {
            assert!(texts(nowhere, &answer).is_empty(), "{nowhere}");
        }
    }

    #[test]
    fn an_invalid_path_is_refused() {
        for text in ["", ".", "a..b", "a[", "a[x]", "a[=x]", "a.[0]", &"a.".repeat(40)] {
            assert!(text.parse::<FactPath>().is_err(), "{text}");
        }
    }
}
