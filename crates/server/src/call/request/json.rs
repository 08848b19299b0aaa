//! Strict JSON parsing: an object with a duplicate field is ambiguous and rejected.

use std::{cell::Cell, fmt};

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Maximum members per object.
const MEMBERS_MAX: usize = 1_000;
/// Maximum values in a body, nested ones included.
const VALUES_MAX: usize = 200_000;

/// Why a body was rejected; each variant holds a sentence for the caller.
#[derive(Debug, PartialEq, Eq)]
pub enum Unread {
    /// Not JSON.
    Invalid(String),
    /// JSON that exceeds a limit.
    TooMuch(String),
}

/// Parses a body into a value. Stops at the first fault or exceeded limit.
pub fn parse(body: &[u8]) -> Result<Value, Unread> {
    let limits = Limits::default();
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value =
        Strict(&limits).deserialize(&mut deserializer).map_err(|error| match limits.passed.take() {
            Some(detail) => Unread::TooMuch(detail),
            None => Unread::Invalid(describe(&error)),
        })?;
    deserializer.end().map_err(|error| Unread::Invalid(describe(&error)))?;
    Ok(value)
}

/// Values counted so far, and the exceeded limit.
#[derive(Default)]
struct Limits {
    values: Cell<usize>,
    passed: Cell<Option<String>>,
}

impl Limits {
    fn pass<E: serde::de::Error>(&self, detail: String) -> E {
        self.passed.set(Some(detail));
        E::custom("a limit was passed")
    }
}

fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("Line {}, column {}: {what}.", error.line(), error.column())
}

#[derive(Clone, Copy)]
struct Strict<'l>(&'l Limits);

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let values = self.0.values.get() + 1;
        self.0.values.set(values);
        if values > VALUES_MAX {
            return Err(self.0.pass(format!("A request may hold at most {VALUES_MAX} values.")));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.len() == MEMBERS_MAX {
                return Err(self.0.pass(format!("An object may hold at most {MEMBERS_MAX} fields.")));
            }
            let value = members.next_value_seed(self)?;
            if object.contains_key(&name) {
                return Err(A::Error::custom("an object names a field twice"));
            }
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}
