//! Request templates: `{email}` is replaced by the known value; parts whose value is unknown are left out.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::question::VendorSubject;

/// The text with its placeholders replaced, each value passed through `encode`; `None` if a value is unknown.
pub(crate) fn fill(template: &str, subject: &VendorSubject, encode: fn(&str) -> String) -> Option<String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        filled.push_str(before);
        filled.push_str(&encode(subject.variable(name)?));
        rest = after;
    }
    filled.push_str(rest);
    Some(filled)
}

/// The value with the placeholders of all its texts replaced; keys and items with an unknown value are left out.
pub(crate) fn fill_value(template: &Value, subject: &VendorSubject) -> Option<Value> {
    Some(match template {
        Value::String(text) => Value::String(fill(text, subject, str::to_owned)?),
        Value::Array(items) => {
            Value::Array(items.iter().filter_map(|item| fill_value(item, subject)).collect())
        }
        Value::Object(object) => Value::Object(
            object
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), fill_value(value, subject)?)))
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    })
}

/// The names of the placeholders in a text.
pub(crate) fn placeholders(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default())
}

/// Percent-encodes everything except the unreserved characters of RFC 3986.
pub(crate) fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn placeholders_are_replaced_and_parts_with_unknown_values_are_left_out() {
        let subject = VendorSubject {
            phone: Some("+491711234567".into()),
            network_url: Some("https://network.example/in/ada/".into()),
            ..VendorSubject::default()
        };
        assert_eq!(fill("/n/{phone}/x", &subject, percent_encoded).as_deref(), Some("/n/%2B491711234567/x"));
        assert_eq!(fill("/c/{network_handle}", &subject, percent_encoded).as_deref(), Some("/c/ada"));
        assert_eq!(fill("/n/{email}", &subject, percent_encoded), None);
        let template =
            json!({ "reveal": true, "data": { "phone": "{phone}", "email": "{email}" }, "l": ["{email}"] });
        let filled = json!({ "reveal": true, "data": { "phone": "+491711234567" }, "l": [] });
        assert_eq!(fill_value(&template, &subject), Some(filled));
    }

    #[test]
    fn a_value_is_encoded_and_cannot_change_the_url() {
        let subject =
            VendorSubject { email: Some("../../admin?x=1&y=2#z".into()), ..VendorSubject::default() };
        let filled = fill("/person/{email}", &subject, percent_encoded).unwrap();
        assert_eq!(filled, "/person/..%2F..%2Fadmin%3Fx%3D1%26y%3D2%23z");
    }
}
