//! From a vendor's parameters to our request.

use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// Reads a value of a vendor as one of ours; the text of an error says what it must be.
pub type ToOurs = fn(&Value) -> Result<Value, String>;

/// A parameter of a vendor.
#[derive(Debug)]
pub struct Param {
    /// The vendor's name.
    pub from: &'static str,
    /// Path of our field below the table's place, with dots.
    pub to: &'static str,
    /// How the value is read.
    pub with: ToOurs,
}

/// The parameters of a vendor's route that become the request of one of our endpoints.
#[derive(Debug)]
pub struct RequestTable {
    /// Our endpoint.
    pub endpoint: &'static str,
    /// Where the fields stand in our request: empty for its top, or a path with dots.
    pub at: &'static str,
    /// The parameters.
    pub params: &'static [Param],
    /// Parameters that are accepted and change nothing, such as how the answer is printed.
    pub without_effect: &'static [&'static str],
}

impl RequestTable {
    /// Our request. The first parameter that is sent wins where several give the same field.
    pub(crate) fn request(&self, sent: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        let mut request = Map::new();
        let mut faults = Vec::new();
        for param in self.params {
            let Some(value) = sent.get(param.from).filter(|value| !is_blank(value)) else { continue };
            match (param.with)(value) {
                Ok(value) => put(&mut request, &self.path(param), value),
                Err(fault) => faults.push(format!("{}: {fault}", param.from)),
            }
        }
        if faults.is_empty() { Ok(request) } else { Err(Refusal::invalid(faults.join(" "))) }
    }

    /// Whether a parameter is known.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.without_effect.contains(&name) || self.params.iter().any(|param| param.from == name)
    }

    /// Refuses parameters that the table does not have, unless they are among the others of the route.
    pub(crate) fn only(&self, sent: &Map<String, Value>, others: &[&str]) -> Result<(), Refusal> {
        let sent = sent.iter().filter(|(_, value)| !is_blank(value)).map(|(name, _)| name.as_str());
        let unknown: Vec<&str> = sent.filter(|name| !self.knows(name) && !others.contains(name)).collect();
        match unknown.as_slice() {
            [] => Ok(()),
            unknown => Err(Refusal::invalid(format!("Not supported here: {}.", unknown.join(", ")))),
        }
    }

    /// The vendor's name of a field of our request.
    pub(crate) fn theirs(&self, field: &str) -> Option<&'static str> {
        self.params.iter().find(|param| self.path(param) == field).map(|param| param.from)
    }

    /// The vendor's name of one of our fields by its last name, as messages have it.
    pub(crate) fn theirs_of(&self, name: &str) -> Option<&'static str> {
        let is_it = |param: &&Param| param.to == name || self.path(param) == name;
        self.params.iter().find(is_it).map(|param| param.from)
    }

    /// The whole path of a parameter's field.
    pub fn path(&self, param: &Param) -> String {
        if self.at.is_empty() { param.to.to_owned() } else { format!("{}.{}", self.at, param.to) }
    }
}

/// Sets the member at a path with dots, unless it is there. Null means that the parameter is about another field.
fn put(object: &mut Map<String, Value>, path: &str, value: Value) {
    if value.is_null() {
        return;
    }
    match path.split_once('.') {
        None => drop(object.entry(path).or_insert(value)),
        Some((first, rest)) => {
            if let Value::Object(inner) = object.entry(first).or_insert_with(|| Value::Object(Map::new())) {
                put(inner, rest, value);
            }
        }
    }
}

/// Whether a parameter counts as not sent.
pub(crate) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        _ => false,
    }
}

/// A text; of several, the first.
pub(crate) fn text(value: &Value) -> Result<Value, String> {
    match value {
        Value::String(text) => Ok(text.trim().into()),
        Value::Number(number) => Ok(number.to_string().into()),
        Value::Array(items) if !items.is_empty() => text(&items[0]),
        _ => Err("This must be a text.".to_owned()),
    }
}

/// A list of texts; a single one is a list, too, and commas part the items of a text.
pub(crate) fn all_text(value: &Value) -> Result<Value, String> {
    match value {
        Value::String(text) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Ok(items.map(Value::from).collect())
        }
        Value::Array(items) => {
            let items = items.iter().filter(|item| !is_blank(item)).map(text);
            Ok(Value::Array(items.collect::<Result<_, _>>()?))
        }
        _ => Err("This must be a text or a list of texts.".to_owned()),
    }
}
