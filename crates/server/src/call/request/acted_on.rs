//! What an operator's change is made to, for the audit log.

use serde_json::Value;

/// Members of a request that hold the id of what is changed.
const ID_MEMBERS: [&str; 4] = ["id", "one", "other", "request_id"];

/// What a request names by id, with spaces between. The log keeps those that are ids.
pub fn acted_on(request: &Value) -> Option<String> {
    let texts: Vec<&str> = ID_MEMBERS.iter().filter_map(|member| request.get(*member)?.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}
