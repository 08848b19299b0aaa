//! Generic JSON lists, mapped by the feed's description.

use jiff::Timestamp;
use records::{Claim, signal::SignalReport};
use serde_json::{Map, Value};

use super::{FeedDescription, FeedState, JsonShape, state::short_hash};
use crate::vendor::FactPath;

const ITEM_LIMIT: usize = 5_000;

/// The claims of new or changed items; `None` if the response does not have the described structure.
pub(crate) fn claims(
    feed: &FeedDescription,
    answer: &Value,
    state: &mut FeedState,
    now: Timestamp,
) -> Option<Vec<Claim>> {
    let list = match feed.json.items.as_str() {
        "" => answer.as_array()?.iter().collect(),
        path => {
            let path: FactPath = path.parse().ok()?;
            path.exists(answer).then(|| path.values(answer))?
        }
    };
    let mut claims = Vec::new();
    for (row, item) in list.into_iter().take(ITEM_LIMIT).enumerate() {
        let report = report(&feed.json, item);
        let Ok(mut report) = serde_json::from_value::<SignalReport>(report) else { continue };
        let serialized = serde_json::to_string(&report).unwrap_or_default();
        // An item is identified by its content here, so that a changed item is claimed again under the same id.
        if !state.is_new(&serialized, now) {
            continue;
        }
        report.id.get_or_insert_with(|| short_hash(&serialized));
        claims.extend(report.into_claim(&feed.name, row as u64 + 1, now));
    }
    Some(claims)
}

fn report(shape: &JsonShape, item: &Value) -> Value {
    let mut report = Map::new();
    for (name, text) in &shape.constants {
        report.insert(name.clone(), Value::String(text.clone()));
    }
    for (name, path) in &shape.fields {
        let Ok(path) = path.parse::<FactPath>() else { continue };
        let values = path.values(item);
        let value = match name.as_str() {
            "investors" => {
                Value::Array(values.into_iter().filter(|value| value.is_string()).cloned().collect())
            }
            "amount" | "applicants" => match values.first() {
                Some(Value::String(text)) => text.parse::<i64>().map_or(Value::Null, Value::from),
                Some(number) => number.as_f64().map_or(Value::Null, |number| Value::from(number as i64)),
                None => continue,
            },
            "date" | "closedAt" => match values.first().and_then(|value| value.as_str()) {
                Some(text) => Value::String(text.get(..10).unwrap_or(text).to_owned()),
                None => continue,
            },
            _ => match values.first() {
                Some(Value::Number(number)) => Value::String(number.to_string()),
                Some(value) => (*value).clone(),
                None => continue,
            },
        };
        report.insert(name.clone(), value);
    }
    Value::Object(report)
}
