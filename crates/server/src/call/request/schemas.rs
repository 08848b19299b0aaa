//! The request schemas of the catalogue, generated once.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::call::request::validate::{self, Faults};

/// The rules of a request: its schema, and a function for what that does not express.
pub struct Rules {
    /// The schema, definitions included.
    pub schema: Value,
    /// Reports the other faults.
    pub check: fn(&Value) -> Faults,
}

/// Rules of requests by endpoint id.
pub struct Schemas(HashMap<&'static str, Rules>);

impl Schemas {
    /// Collects rules by endpoint id.
    pub fn new(rules: impl IntoIterator<Item = (&'static str, Rules)>) -> Self {
        Self(rules.into_iter().collect())
    }

    /// The request schema of an endpoint, definitions included.
    pub fn request(&self, id: &str) -> &Value {
        self.0.get(id).map_or(&Value::Null, |rules| &rules.schema)
    }

    /// All faults of a request to an endpoint.
    pub fn faults(&self, id: &str, request: &Value) -> Faults {
        let Some(rules) = self.0.get(id) else { return Faults::default() };
        let mut faults = validate::validate(request, &rules.schema);
        let others = (rules.check)(request);
        if faults.is_empty() {
            return others;
        }
        faults.add_new(others);
        faults
    }
}

/// Reads the query and path of a GET as the JSON object its schema describes. A repeated name becomes a list even where
/// the schema has none, so that validation rejects it instead of choosing a value.
pub fn from_query<'p>(pairs: impl IntoIterator<Item = &'p (String, String)>, schema: &Value) -> Value {
    let mut object = Map::new();
    for (name, text) in pairs {
        let kinds = schema.pointer(&format!("/properties/{name}/type"));
        let is = |kind: &str| {
            kinds.is_some_and(|kinds| match kinds {
                Value::Array(several) => several.iter().any(|one| one == kind),
                one => one == kind,
            })
        };
        let value = if is("array") || object.contains_key(name) {
            let mut list = match object.remove(name) {
                Some(Value::Array(list)) => list,
                other => other.into_iter().collect(),
            };
            list.push(text.clone().into());
            list.into()
        } else if is("integer") {
            text.parse::<i64>().map_or_else(|_| text.clone().into(), Value::from)
        } else if is("boolean") {
            text.parse::<bool>().map_or_else(|_| text.clone().into(), Value::from)
        } else {
            text.clone().into()
        };
        object.insert(name.clone(), value);
    }
    Value::Object(object)
}
