//! What an operator's change is made to, for the audit log.

use serde_json::Value;

/// Members of a request that hold the id of what is changed.
const ID_MEMBERS: [&str; 4] = ["id", "one", "other", "request_id"];

/// The member that holds what vendors are asked for, a word of a fixed vocabulary.
const FACT: &str = "fact";

/// What a request names by id, with spaces between. The log keeps those that are ids, so a fact is written as one.
pub fn acted_on(request: &Value) -> Option<String> {
    let ids = ID_MEMBERS.iter().filter_map(|member| Some(request.get(*member)?.as_str()?.to_owned()));
    let fact =
        request.get(FACT).and_then(Value::as_str).map(|fact| format!("fact_{}", fact.replace('_', "")));
    let texts: Vec<String> = ids.chain(fact).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}
