//! What the history keeps of a call: its question, shortened, and the ids of the records in its answer.

use serde_json::{Map, Value};

use crate::endpoint::{Group, Spec};

/// Items of a list that are kept.
const ITEMS_MAX: usize = 10;
/// Characters of a text that are kept.
const TEXT_CHARACTERS_MAX: usize = 300;
/// Members of an object that are kept.
const MEMBERS_MAX: usize = 60;
/// Bytes of a question; one that is longer after shortening keeps its plain members only.
const QUESTION_BYTES_MAX: usize = 4 << 10;
/// Quotes, colon and comma of a member, and the braces.
const MEMBER_SIGNS: usize = 8;
/// Ids that are kept of one answer.
const IDS_MAX: usize = 500;
/// Members that hold a secret of the caller.
const SECRETS: [&str; 2] = ["password", "secret"];
/// Members that an erasure could not read: a cursor holds a position and a reference an id in an encoded form, and a text to
/// look for may be a part of a name. A file holds people whom the history must not name, and a caller's own row is theirs.
const OPAQUE: [&str; 5] = ["cursor", "refs", "q", "csv", "row"];
/// What stands in the place of a value that is not kept.
const LEFT_OUT: &str = "…";
/// Prefixes of the ids of people, companies and signals.
const ID_PREFIXES: [&str; 3] = ["per_", "com_", "sig_"];

/// The question of a call as the history keeps it. Calls about erasing are left out, because the history would then name
/// the person erased; of what an operator posts, lists are only counted.
pub fn asked(spec: &Spec, request: &Value) -> Option<String> {
    if spec.group == Group::Privacy {
        return None;
    }
    let items_max = if spec.group == Group::Operator { 0 } else { ITEMS_MAX };
    let short = shortened(request, items_max);
    let text = short.to_string();
    if text.len() <= QUESTION_BYTES_MAX {
        return Some(text);
    }
    Some(Value::Object(plain_members(&short)).to_string())
}

/// The plain members of a question, as many as fit.
fn plain_members(short: &Value) -> Map<String, Value> {
    let (mut kept, mut bytes) = (Map::new(), 0);
    for (name, value) in short.as_object().into_iter().flatten() {
        let value = match value {
            Value::Array(items) => items.last().filter(|last| last.is_string()).cloned(),
            Value::Object(_) => None,
            value => Some(value.clone()),
        };
        let value = value.unwrap_or_else(|| LEFT_OUT.into());
        bytes += name.len() + value.to_string().len() + MEMBER_SIGNS;
        if bytes > QUESTION_BYTES_MAX - MEMBER_SIGNS {
            break;
        }
        kept.insert(name.clone(), value);
    }
    kept
}

fn shortened(value: &Value, items_max: usize) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(TEXT_CHARACTERS_MAX) {
            Some((end, _)) => format!("{}{LEFT_OUT}", &text[..end]).into(),
            None => value.clone(),
        },
        Value::Array(items) => {
            let mut kept: Vec<Value> =
                items.iter().take(items_max).map(|item| shortened(item, items_max)).collect();
            if items.len() > items_max {
                kept.push(format!("{LEFT_OUT} {} in all", items.len()).into());
            }
            kept.into()
        }
        Value::Object(members) => {
            let kept = members.iter().take(MEMBERS_MAX).map(|(name, value)| {
                let is_left_out = SECRETS.contains(&name.as_str()) || OPAQUE.contains(&name.as_str());
                let value = if is_left_out { LEFT_OUT.into() } else { shortened(value, items_max) };
                (name.clone(), value)
            });
            Value::Object(kept.collect())
        }
        value => value.clone(),
    }
}

/// Ids of the people, and of the other records in an answer, each once.
pub fn found(people: &[String], answer: &[u8]) -> Vec<String> {
    const MEMBER: &str = "\"id\":\"";
    let text = std::str::from_utf8(answer).unwrap_or_default();
    let in_answer = text.match_indices(MEMBER).filter_map(|(at, _)| {
        let value = &text[at + MEMBER.len()..];
        let id = &value[..value.find('"')?];
        ID_PREFIXES.iter().any(|prefix| id.starts_with(prefix)).then_some(id)
    });
    let mut seen = std::collections::HashSet::new();
    let ids = people.iter().map(String::as_str).chain(in_answer);
    ids.filter(|id| seen.insert(*id)).take(IDS_MAX).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use store::Scope;

    use super::*;
    use crate::endpoint::Method;

    const SPEC: Spec = Spec::own("test", Method::Get, "/v1/test", Scope::Read, "Test");

    fn kept(request: Value) -> Value {
        serde_json::from_str(&asked(&SPEC, &request).unwrap()).unwrap()
    }

    #[test]
    fn a_question_is_kept_as_it_was_without_secrets_and_cursors() {
        let request =
            json!({ "email": "a@b.example", "webhook": { "url": "https://x", "secret": "whsec_1" } });
        assert_eq!(
            kept(request),
            json!({ "email": "a@b.example", "webhook": { "url": "https://x", "secret": "…" } })
        );
        assert_eq!(kept(json!({ "limit": 3, "cursor": "abc" })), json!({ "limit": 3, "cursor": "…" }));
        assert_eq!(kept(json!({ "refs": ["abc", "def"] })), json!({ "refs": "…" }));
    }

    #[test]
    fn a_long_question_is_cut_and_says_so() {
        let emails: Vec<String> = (0..10_000).map(|number| format!("p{number}@x.example")).collect();
        let short = kept(json!({ "emails": emails, "platform": "meta" }));
        assert_eq!(short["emails"].as_array().unwrap().len(), ITEMS_MAX + 1);
        assert_eq!(short["emails"][ITEMS_MAX], "… 10000 in all");
        let item = json!({ "fullName": "x".repeat(1_000), "company_name": "y".repeat(1_000) });
        let request = json!({ "contacts": vec![item; 500], "limit": 3 });
        let text = asked(&SPEC, &request).unwrap();
        assert!(text.len() <= QUESTION_BYTES_MAX, "{}", text.len());
        assert_eq!(kept(request), json!({ "contacts": "… 500 in all", "limit": 3 }));
        let wide: Map<String, Value> =
            (0..5_000).map(|number| (format!("member{number}"), "z".repeat(400).into())).collect();
        assert!(asked(&SPEC, &Value::Object(wide)).unwrap().len() <= QUESTION_BYTES_MAX);
        let long_name = json!({ "a".repeat(1 << 20): 1 });
        assert_eq!(kept(long_name), json!({}));
    }

    #[test]
    fn every_record_of_an_answer_is_found_once() {
        let answer = json!({
            "person": { "id": "per_1", "company": { "id": "com_1" } },
            "peers": [{ "id": "per_2" }, { "id": "per_1" }], "id": "req_7", "text": "\"id\":\"per_3\"",
        });
        let found = found(&["per_0".into(), "per_1".into()], answer.to_string().as_bytes());
        assert_eq!(found, ["per_0", "per_1", "com_1", "per_2"]);
    }
}
