//! Canonical form of a request, hashed: identifies a request independently of how it was written.
//!
//! Members are sorted by name and null members left out, so that neither the order of members nor an optional field
//! added to a request type in a later version changes the hash of a request.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Members that may differ between two pages of one query: the page itself, and what is counted beside it.
const PAGE_MEMBERS: [&str; 4] = ["cursor", "limit", "include_total", "facets"];
/// Prefix of every query digest; a change of the canonical form gets a new number and so refuses older cursors.
const VERSION: &[u8] = b"query 1\0";

/// Identifies the query that a request asks a page of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueryDigest([u8; 32]);

impl QueryDigest {
    /// Digest of an endpoint's request without its page members and without members that have their default, as told by
    /// the request's schema. All zero for an endpoint without pages.
    pub fn of(endpoint: &str, request: &Value, schema: &Value) -> Self {
        let properties = schema.get("properties");
        let property = |name: &str| properties.and_then(|properties| properties.get(name));
        let (Value::Object(members), true) = (request, property("cursor").is_some()) else {
            return Self::default();
        };
        let default_of = |name: &str| property(name).and_then(|property| property.get("default"));
        let kept = members.iter().filter(|(name, value)| {
            !PAGE_MEMBERS.contains(&name.as_str()) && default_of(name) != Some(*value)
        });
        let mut hash = Sha256::new_with_prefix(VERSION);
        hash.update(endpoint);
        hash.update([0]);
        update_members(&mut hash, kept);
        Self(hash.finalize().into())
    }

    /// The digest in hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex::encode(self.0)
    }
}

/// Adds the canonical form of a value to a hash.
pub fn update(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Object(members) => update_members(hash, members.iter()),
        Value::Array(items) => {
            hash.update(b"[");
            for item in items {
                update(hash, item);
                hash.update(b",");
            }
            hash.update(b"]");
        }
        scalar => hash.update(scalar.to_string()),
    }
}

fn update_members<'v>(hash: &mut Sha256, members: impl Iterator<Item = (&'v String, &'v Value)>) {
    let mut members: Vec<_> = members.filter(|(_, value)| !value.is_null()).collect();
    members.sort_unstable_by_key(|(name, _)| name.as_str());
    hash.update(b"{");
    for (name, value) in members {
        hash.update(Value::String(name.clone()).to_string());
        hash.update(b":");
        update(hash, value);
        hash.update(b",");
    }
    hash.update(b"}");
}

#[cfg(test)]
mod tests {
    use schemars::{JsonSchema, schema_for};
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Before {
        title: Option<String>,
        limit: Option<u32>,
        cursor: Option<String>,
    }

    /// The same request type in a later version, with two more optional fields.
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct After {
        title: Option<String>,
        place: Option<String>,
        #[serde(default)]
        strict: bool,
        limit: Option<u32>,
        cursor: Option<String>,
    }

    fn before(request: &Value) -> QueryDigest {
        QueryDigest::of("search", request, &schema_for!(Before).to_value())
    }

    fn after(request: &Value) -> QueryDigest {
        QueryDigest::of("search", request, &schema_for!(After).to_value())
    }

    #[test]
    fn an_optional_field_added_to_a_request_type_keeps_the_digest() {
        let request = json!({ "title": "cto", "limit": 5 });
        let digest = before(&request);
        assert_eq!(after(&request), digest);
        assert_eq!(after(&json!({ "title": "cto", "place": null, "strict": false })), digest);
        assert_ne!(after(&json!({ "title": "cto", "place": "Oslo" })), digest);
        assert_ne!(after(&json!({ "title": "cto", "strict": true })), digest);
    }

    #[test]
    fn the_digest_covers_everything_but_the_page() {
        let digest = before(&json!({ "title": "cto" }));
        assert_eq!(before(&json!({ "cursor": "abc", "limit": 7, "title": "cto" })), digest);
        assert_ne!(before(&json!({ "title": "ceo" })), digest);
        assert_ne!(before(&json!({})), digest);
        let elsewhere = QueryDigest::of("count", &json!({ "title": "cto" }), &schema_for!(Before).to_value());
        assert_ne!(elsewhere, digest);
    }

    #[test]
    fn the_canonical_form_of_version_1_does_not_change() {
        let digest = before(&json!({ "title": "cto", "filters": { "b": [1, null], "a": "ü", "c": null } }));
        assert_eq!(digest.to_hex(), "64ad60f308cd0d519d774c345e36d5c4694d96257ca84fa1e7764873f9daab86");
    }
}
