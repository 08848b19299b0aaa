//! Answers with only the fields that a request names.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer, ser::Error};
use serde_json::Value;

use crate::call::request::{
    fault_code::FaultCode,
    validate::{Faults, nearest},
};

/// A record as it is answered: whole, or with its id and the fields that were asked for.
#[derive(Debug, Clone)]
pub struct Slim<T> {
    record: T,
    fields: Option<Arc<[String]>>,
}

impl<T> Slim<T> {
    /// A record with these fields; the whole record if none are named.
    pub fn new(record: T, fields: Option<&Arc<[String]>>) -> Self {
        Self { record, fields: fields.cloned() }
    }

    /// The whole record.
    pub fn record(&self) -> &T {
        &self.record
    }

    /// The same record with other fields.
    #[must_use]
    pub fn with(self, fields: Option<&Arc<[String]>>) -> Self {
        Self::new(self.record, fields)
    }
}

impl<T: Serialize> Slim<T> {
    /// Whether the record has all of these fields. A flag that is false, such as `hasPhone`, counts as missing.
    pub fn has(&self, fields: &[String]) -> Result<bool, serde_json::Error> {
        let record = serde_json::to_value(&self.record)?;
        Ok(fields
            .iter()
            .all(|name| !matches!(record.get(name), None | Some(Value::Null | Value::Bool(false)))))
    }
}

impl<T: Serialize> Serialize for Slim<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(fields) = &self.fields else { return self.record.serialize(serializer) };
        let mut value = serde_json::to_value(&self.record).map_err(S::Error::custom)?;
        if let Value::Object(members) = &mut value {
            members.retain(|name, _| fields.contains(name));
        }
        value.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Slim<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The fields that are answered: those that were asked for, and the id.
pub fn kept(fields: Option<&Vec<String>>) -> Option<Arc<[String]>> {
    fields.map(|fields| fields.iter().cloned().chain(["id".to_owned()]).collect())
}

/// Adds the faults of field names that a record does not have.
pub fn check_fields<T: JsonSchema>(option: &str, fields: Option<&Vec<String>>, faults: &mut Faults) {
    let Some(fields) = fields else { return };
    let known = names::<T>();
    for (index, name) in fields.iter().enumerate().filter(|(_, name)| !known.contains(name)) {
        let hint = nearest(name, known.iter().map(String::as_str)).map_or_else(
            || format!("Known fields: {}.", known.join(", ")),
            |near| format!("Did you mean \"{near}\"?"),
        );
        let message = format!("There is no field \"{name}\". {hint}");
        faults.add(format!("/{option}/{index}"), FaultCode::NotOneOf, message);
    }
}

/// The names of all fields of a record.
fn names<T: JsonSchema>() -> Vec<String> {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(|properties| properties.keys().cloned()).collect()
}
