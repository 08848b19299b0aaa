//! The arguments of a tool call: what is for this crate, and what is for the endpoint.

use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use server::{Entry, Price};
use sha2::{Digest, Sha256};

use crate::{caller::ApiCall, tools::FIELDS_MAX};

/// What a call asks of this crate, apart from the request itself.
pub(crate) struct Arguments {
    /// The request of the endpoint.
    pub(crate) request: JsonObject,
    /// Paths of the answer to keep.
    pub(crate) fields: Option<Vec<String>>,
    /// What the call may cost at most, in credits.
    pub(crate) max_credits: Option<String>,
    /// The caller's own idempotency key.
    pub(crate) idempotency_key: Option<String>,
}

impl Arguments {
    /// Reads the arguments of a tool. The error says which one is wrong.
    pub(crate) fn read(mut request: JsonObject, spends: bool) -> Result<Self, String> {
        let fields = match request.shift_remove("fields") {
            None | Some(Value::Null) => None,
            Some(fields) => Some(read_fields(fields)?),
        };
        request.retain(|_, value| !value.is_null());
        // A price is asked for with the tool `quote`.
        if request.contains_key("preview") {
            return Err("There is no argument preview; use the tool quote to learn a price.".into());
        }
        if !spends {
            return Ok(Self { request, fields, max_credits: None, idempotency_key: None });
        }
        let max_credits = match request.shift_remove("max_credits") {
            None => None,
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::String(text)) => Some(text),
            Some(_) => return Err("max_credits must be a number of credits.".into()),
        };
        let idempotency_key = match request.shift_remove("idempotency_key") {
            None => None,
            Some(Value::String(key)) if !key.is_empty() => Some(key),
            Some(_) => return Err("idempotency_key must be a text.".into()),
        };
        Ok(Self { request, fields, max_credits, idempotency_key })
    }

    /// The call of the endpoint.
    pub(crate) fn call(&self, entry: &'static Entry, sandbox: bool) -> ApiCall {
        let (mut parts, mut query) = (Vec::new(), Vec::new());
        let has_body = entry.spec.method.has_body();
        for (name, value) in &self.request {
            let in_path = entry.spec.path.contains(&format!("{{{name}}}"));
            let pairs = if in_path { &mut parts } else { &mut query };
            if in_path || !has_body {
                let items = match value {
                    Value::Array(items) => items.as_slice(),
                    one => std::slice::from_ref(one),
                };
                pairs.extend(items.iter().map(|item| (name.clone(), text_of(item))));
            }
        }
        let in_body = |name: &String| has_body && !parts.iter().any(|(part, _)| part == name);
        let body: Map<String, Value> = self
            .request
            .iter()
            .filter(|(name, _)| in_body(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        ApiCall {
            entry,
            parts,
            query,
            body: has_body.then_some(Value::Object(body)),
            sandbox,
            idempotency_key: self.idempotency_key.clone(),
            max_credits: self.max_credits.clone(),
        }
    }

    /// An idempotency key made from the request, for a flat price: other prices charge each item once by themselves.
    pub(crate) fn derived_key(&self, entry: &Entry) -> Option<String> {
        if !matches!(entry.spec.price, Price::Flat(_)) || self.idempotency_key.is_some() {
            return None;
        }
        let mut digest = Sha256::new();
        digest.update(entry.spec.id);
        digest.update([0]);
        digest.update(sorted(&Value::Object(self.request.clone())).to_string());
        Some(format!("mcp-{}", hex::encode(digest.finalize())))
    }
}

/// The same value with the members of every object in one order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            Value::Object(members.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn read_fields(fields: Value) -> Result<Vec<String>, String> {
    let wrong =
        || format!("fields must be a list of up to {FIELDS_MAX} paths, such as [\"results.fullName\"].");
    let items = match fields {
        Value::Array(items) if items.len() <= FIELDS_MAX => items,
        // Some clients send a list of one as a text.
        Value::String(one) => vec![Value::String(one)],
        _ => return Err(wrong()),
    };
    let paths: Option<Vec<String>> =
        items.into_iter().map(|item| item.as_str().map(|text| text.trim().replace("[]", ""))).collect();
    paths.filter(|paths| !paths.is_empty() && paths.iter().all(|path| !path.is_empty())).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> JsonObject {
        value.as_object().unwrap().clone()
    }

    fn entry(id: &str) -> &'static Entry {
        server::CATALOGUE.iter().find(|entry| entry.spec.id == id).unwrap()
    }

    #[test]
    fn own_arguments_do_not_reach_the_endpoint() {
        let given = json!({ "email": "a@b.example", "max_credits": 0.5, "idempotency_key": "k", "fields": ["status"],
                            "nothing": null });
        let read = Arguments::read(object(given), true).unwrap();
        let call = read.call(entry("verify_email"), false);
        assert_eq!(call.body, Some(json!({ "email": "a@b.example" })));
        assert_eq!(call.max_credits.as_deref(), Some("0.5"));
        assert_eq!(call.idempotency_key.as_deref(), Some("k"));
        assert_eq!(read.derived_key(entry("verify_email")), None);
    }

    #[test]
    fn values_of_a_path_and_a_query_are_texts() {
        let read = Arguments::read(object(json!({ "request_id": "req_1" })), false).unwrap();
        let call = read.call(entry("history_detail"), false);
        assert_eq!(call.parts, [("request_id".to_owned(), "req_1".to_owned())]);
        assert!(call.query.is_empty() && call.body.is_none());
        let read = Arguments::read(object(json!({ "kind": "funding", "limit": 3 })), false).unwrap();
        let query = read.call(entry("signals"), true).query;
        assert_eq!(query, [("kind", "funding"), ("limit", "3")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn the_derived_key_depends_on_the_request_alone() {
        let key =
            |value: Value, id: &str| Arguments::read(object(value), true).unwrap().derived_key(entry(id));
        let one = key(json!({ "fullName": "A B", "company_name": "C", "max_credits": 1 }), "enrich");
        let same = key(json!({ "company_name": "C", "fullName": "A B", "max_credits": 9 }), "enrich");
        assert!(one.is_some());
        assert_eq!(one, same);
        assert_ne!(one, key(json!({ "fullName": "A B", "company_name": "D" }), "enrich"));
        assert_eq!(key(json!({ "limit": 1 }), "search_people"), None);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (given, named) in [
            (json!({ "fields": 3 }), "fields"),
            (json!({ "fields": [] }), "fields"),
            (json!({ "fields": [""] }), "fields"),
            (json!({ "fields": vec!["a"; FIELDS_MAX + 1] }), "fields"),
            (json!({ "max_credits": [1] }), "max_credits"),
            (json!({ "idempotency_key": 5 }), "idempotency_key"),
            (json!({ "preview": true }), "quote"),
        ] {
            let error = Arguments::read(object(given), true).err().unwrap();
            assert!(error.contains(named), "{error}");
        }
    }
}
