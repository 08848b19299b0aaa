//! JSON objects in the structure of our own records, including nested lists.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::file::{
    FileRow, RowKind,
    rows::json_lines::without_position,
    warning::{WarningKind, Warnings},
};
use records::{CompanyFacts, PersonFacts};

/// Members besides the facts: the source's id of the row, and its observation time.
const ID: &str = "id";
const OBSERVED_AT: &str = "observedAt";

/// Structure of a file's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Columns that are mapped to fields.
    Columns,
    /// Records in our own JSON structure, used without mapping.
    Records,
}

/// Facts of a record, with its id and observation time.
pub(in crate::file) struct Shaped<T> {
    pub(in crate::file) facts: T,
    pub(in crate::file) id: Option<String>,
    pub(in crate::file) observed_at: Option<String>,
}

/// The structure of the rows.
pub(in crate::file) fn shape<'a>(subject: RowKind, rows: impl Iterator<Item = &'a FileRow>) -> Shape {
    if is_record_shaped(subject, rows) { Shape::Records } else { Shape::Columns }
}

/// Whether most rows are records of this subject. At least one must be nested; flat objects are mapped as columns.
fn is_record_shaped<'a>(subject: RowKind, rows: impl Iterator<Item = &'a FileRow>) -> bool {
    let (mut rows_seen, mut valid, mut has_nested) = (0, 0, false);
    for row in rows {
        let Ok(mut members) = serde_json::from_str::<Map<String, Value>>(&row.json) else { continue };
        members.retain(|name, _| name != ID && name != OBSERVED_AT);
        rows_seen += 1;
        let is_nested = members.values().any(|value| value.is_object() || value.is_array());
        let value = Value::Object(members);
        let is_valid = match subject {
            RowKind::People => serde_json::from_value::<PersonFacts>(value).is_ok(),
            RowKind::Companies => serde_json::from_value::<CompanyFacts>(value).is_ok(),
        };
        valid += usize::from(is_valid);
        has_nested |= is_valid && is_nested;
    }
    has_nested && valid * 2 > rows_seen
}

/// Parses a record. An invalid member is left out with a warning; the others are kept.
pub(in crate::file) fn read_shaped<T: DeserializeOwned + Default>(
    json: &str,
    warnings: &mut Warnings,
) -> Result<Shaped<T>, String> {
    let mut members: Map<String, Value> = serde_json::from_str(json).map_err(|error| {
        format!("not a JSON object: {}; write one object per line", without_position(&error))
    })?;
    let id = members.remove(ID).and_then(|value| scalar_text(&value));
    let observed_at = members.remove(OBSERVED_AT).and_then(|value| scalar_text(&value));
    members.retain(|_, value| !value.is_null());
    let whole = serde_json::from_value(Value::Object(members.clone()));
    let facts = whole.unwrap_or_else(|_| valid_members(members, warnings));
    Ok(Shaped { facts, id, observed_at })
}

fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => super::values::clean(text).map(str::to_owned),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn valid_members<T: DeserializeOwned + Default>(members: Map<String, Value>, warnings: &mut Warnings) -> T {
    let mut valid = Map::new();
    for (name, value) in members {
        let mut check = |value: &Value| {
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            // The parser's own error would repeat the value, which may be personal data.
            let result = serde_json::from_value::<T>(Value::Object(alone)).map_err(|_| {
                format!("{name:?} is not a field of a record or has the wrong type; correct or remove it")
            });
            warnings.keep(WarningKind::InvalidValue, "record", result).is_some()
        };
        let kept = match value {
            Value::Array(items) => check(&Value::Array(Vec::new()))
                .then(|| items.into_iter().filter(|item| check(&Value::Array(vec![item.clone()]))).collect()),
            value => check(&value).then_some(value),
        };
        valid.extend(kept.map(|value| (name, value)));
    }
    // Each member was valid by itself, and members do not depend on each other.
    serde_json::from_value(Value::Object(valid)).unwrap_or_default()
}
