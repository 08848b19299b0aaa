//! JSON objects that already have the shape of our records, nested lists and all.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Row, Subject,
    json_lines::without_place,
    warning::{WarningKind, Warnings},
};
use records::{CompanyFacts, PersonFacts};

/// Members beside the facts: who the row is to its source, and when it was seen.
const ID: &str = "id";
const OBSERVED_AT: &str = "observedAt";

/// Facts as a record-shaped row gives them, and what is said beside them.
pub(super) struct Shaped<T> {
    pub(super) facts: T,
    pub(super) id: Option<String>,
    pub(super) observed_at: Option<String>,
}

/// Whether most rows are records of this subject. At least one must be nested: flat objects are columns.
pub(super) fn is_record_shaped<'a>(subject: Subject, rows: impl Iterator<Item = &'a Row>) -> bool {
    let (mut rows_seen, mut fitting, mut has_nested) = (0, 0, false);
    for row in rows {
        let Ok(mut members) = serde_json::from_str::<Map<String, Value>>(&row.json) else { continue };
        members.retain(|name, _| name != ID && name != OBSERVED_AT);
        rows_seen += 1;
        let is_nested = members.values().any(|value| value.is_object() || value.is_array());
        let value = Value::Object(members);
        let fits = match subject {
            Subject::People => serde_json::from_value::<PersonFacts>(value).is_ok(),
            Subject::Companies => serde_json::from_value::<CompanyFacts>(value).is_ok(),
        };
        fitting += usize::from(fits);
        has_nested |= fits && is_nested;
    }
    has_nested && fitting * 2 > rows_seen
}

/// Reads a record. A member that does not fit is left out with a warning; the others are kept.
pub(super) fn read_shaped<T: DeserializeOwned + Default>(
    json: &str,
    warnings: &mut Warnings,
) -> Result<Shaped<T>, String> {
    let mut members: Map<String, Value> = serde_json::from_str(json).map_err(|error| {
        format!("not a JSON object: {}; write one object per line", without_place(&error))
    })?;
    let id = members.remove(ID).and_then(|value| text_of(&value));
    let observed_at = members.remove(OBSERVED_AT).and_then(|value| text_of(&value));
    members.retain(|_, value| !value.is_null());
    let whole = serde_json::from_value(Value::Object(members.clone()));
    let facts = whole.unwrap_or_else(|_| fitting_members(members, warnings));
    Ok(Shaped { facts, id, observed_at })
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => super::values::clean(text).map(str::to_owned),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn fitting_members<T: DeserializeOwned + Default>(members: Map<String, Value>, warnings: &mut Warnings) -> T {
    let mut fitting = Map::new();
    for (name, value) in members {
        let mut check = |value: &Value| {
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            // The error of the parser would repeat the value.
            let result = serde_json::from_value::<T>(Value::Object(alone)).map_err(|_| {
                format!("{name:?} is no field of a record or not of its type; correct or remove it")
            });
            warnings.keep(WarningKind::InvalidValue, "record", result).is_some()
        };
        let kept = match value {
            Value::Array(items) => check(&Value::Array(Vec::new()))
                .then(|| items.into_iter().filter(|item| check(&Value::Array(vec![item.clone()]))).collect()),
            value => check(&value).then_some(value),
        };
        fitting.extend(kept.map(|value| (name, value)));
    }
    // Each member was seen to fit alone, and members do not depend on each other.
    serde_json::from_value(Value::Object(fitting)).unwrap_or_default()
}
