//! Answers made short: without empty values and sources, or with the paths that were asked for.

use serde_json::{Map, Value};

/// Members that say where a value comes from. `explain` adds what an agent that asks for reasons needs.
const PROVENANCE: [&str; 1] = ["sources"];
/// Stands for the whole answer in `fields`.
const ALL: &str = "*";
/// Members that every answer keeps, whatever `fields` names.
const KEPT: [&str; 3] = ["cost", "sandbox", "next_cursor"];

/// The answer in the form that was asked for, and the paths that it does not have.
pub(crate) fn compact(answer: Value, fields: Option<&[String]>) -> (Value, Vec<String>) {
    match fields {
        Some(fields) if fields.iter().any(|field| field == ALL) => (answer, Vec::new()),
        Some(fields) => picked(&answer, fields),
        None => (slim(answer).unwrap_or_else(|| Value::Object(Map::new())), Vec::new()),
    }
}

/// A value without nulls, empty lists, empty objects and sources; none if nothing is left.
fn slim(value: Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(name, _)| !PROVENANCE.contains(&name.as_str()));
            let kept: Map<String, Value> =
                kept.filter_map(|(name, value)| slim(value).map(|value| (name, value))).collect();
            (!kept.is_empty()).then_some(Value::Object(kept))
        }
        Value::Array(items) => {
            let items: Vec<Value> = items.into_iter().filter_map(slim).collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        other => Some(other),
    }
}

fn picked(answer: &Value, fields: &[String]) -> (Value, Vec<String>) {
    let mut result = Value::Object(Map::new());
    let mut missing = Vec::new();
    for field in fields {
        let path: Vec<&str> = field.split('.').collect();
        match pick(answer, &path) {
            Some(found) => merge(&mut result, found),
            None => missing.push(field.clone()),
        }
    }
    for name in KEPT {
        if let Some(found) = pick(answer, &[name]) {
            merge(&mut result, found);
        }
    }
    (result, missing)
}

/// What lies at a path, within the objects and lists that lead there. Lists keep their length, so that two picks of one
/// list fit together.
fn pick(value: &Value, path: &[&str]) -> Option<Value> {
    let Some((first, rest)) = path.split_first() else { return (!value.is_null()).then(|| value.clone()) };
    match value {
        Value::Object(members) => {
            let inner = pick(members.get(*first)?, rest)?;
            Some(Value::Object(Map::from_iter([((*first).to_owned(), inner)])))
        }
        Value::Array(items) => {
            let found: Vec<Option<Value>> = items.iter().map(|item| pick(item, path)).collect();
            found.iter().any(Option::is_some).then(|| {
                let empty = || Value::Object(Map::new());
                Value::Array(found.into_iter().map(|item| item.unwrap_or_else(empty)).collect())
            })
        }
        _ => None,
    }
}

/// Adds what another pick of the same answer has found.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                match into.get_mut(&name) {
                    Some(slot) => merge(slot, value),
                    None => drop(into.insert(name, value)),
                }
            }
        }
        (Value::Array(into), Value::Array(from)) if into.len() == from.len() => {
            into.iter_mut().zip(from).for_each(|(into, from)| merge(into, from));
        }
        (into, from) => *into = from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn an_answer_without_fields_has_no_empty_values_and_no_sources() {
        let answer = json!({
            "found": true, "next_cursor": null, "why": {}, "list": [],
            "person": { "fullName": "A", "sources": [{ "name": "crm" }], "inner": { "x": null } },
            "cost": { "credits": 0 }
        });
        let (compact, missing) = compact(answer, None);
        assert_eq!(
            compact,
            json!({ "found": true, "person": { "fullName": "A" }, "cost": { "credits": 0 } })
        );
        assert!(missing.is_empty());
    }

    #[test]
    fn fields_pick_paths_also_through_lists() {
        let answer = json!({
            "results": [{ "name": "A", "company": { "domain": "a.example", "name": "A Inc" } }, { "name": "B" }],
            "total": 2, "cost": { "credits": 3 }, "sources": [1]
        });
        let (picked, missing) = compact(
            answer.clone(),
            Some(&fields(&["results.name", "results.company.domain", "results.x", "y.z"])),
        );
        let expected = json!({
            "results": [{ "name": "A", "company": { "domain": "a.example" } }, { "name": "B" }],
            "cost": { "credits": 3 }
        });
        assert_eq!(picked, expected);
        assert_eq!(missing, ["results.x", "y.z"]);
        assert_eq!(compact(answer.clone(), Some(&fields(&["*"]))), (answer.clone(), Vec::new()));
        assert_eq!(compact(answer, Some(&fields(&["sources"]))).0["sources"], json!([1]));
    }

    #[test]
    fn overlapping_fields_fit_together() {
        let answer = json!({ "a": { "b": 1, "c": 2 } });
        let (picked, _) = compact(answer.clone(), Some(&fields(&["a.b", "a"])));
        assert_eq!(picked, answer);
    }
}
