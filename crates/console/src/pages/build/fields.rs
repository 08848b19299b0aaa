//! Form fields made from the JSON Schema of a request, and the request made from the fields that were sent.

use maud::{Markup, html};
use serde_json::{Map, Value, json};

use crate::form::Sent;

/// Prefix of the names of fields, so that none can be mistaken for a field of the page.
const PREFIX: &str = "f.";
/// Choices up to which a list of them is shown as boxes to tick.
const TICKS_MAX: usize = 8;

/// What a property of a request is filled in with.
enum Kind {
    Text,
    Number,
    Flag,
    Choice(Vec<String>),
    Choices(Vec<String>),
    /// A list of texts, one in a line.
    Lines,
    Json,
}

/// A property of a request.
pub(crate) struct Field {
    name: String,
    kind: Kind,
    hint: String,
    required: bool,
}

/// The fields of a request schema, in its order.
pub(crate) fn fields(schema: &Value) -> Vec<Field> {
    let required =
        |name: &str| schema["required"].as_array().into_iter().flatten().any(|required| required == name);
    let of = |(name, property): (&String, &Value)| Field {
        name: name.clone(),
        kind: kind(property, schema),
        hint: property["description"]
            .as_str()
            .unwrap_or_default()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned(),
        required: required(name),
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.filter(|(name, _)| *name != "preview").map(of).collect()
}

/// A schema without references and without the alternative `null`.
fn plain<'a>(property: &'a Value, root: &'a Value) -> &'a Value {
    if let Some(path) = property["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
        return root.pointer(path).map_or(property, |found| plain(found, root));
    }
    for list in ["anyOf", "oneOf"] {
        let others: Vec<&Value> =
            property[list].as_array().into_iter().flatten().filter(|other| other["type"] != "null").collect();
        if let [only] = others.as_slice() {
            return plain(only, root);
        }
    }
    property
}

/// The words of an enumeration, written as `enum` or as one constant each.
fn choices(schema: &Value) -> Option<Vec<String>> {
    let words = |values: &Value, name: Option<&str>| -> Option<Vec<String>> {
        let values = values.as_array()?.iter().map(|value| name.map_or(value, |name| &value[name]));
        values.filter(|value| !value.is_null()).map(|value| value.as_str().map(str::to_owned)).collect()
    };
    words(&schema["enum"], None)
        .or_else(|| words(&schema["oneOf"], Some("const")))
        .filter(|words| !words.is_empty())
}

fn kind(property: &Value, root: &Value) -> Kind {
    let schema = plain(property, root);
    if let Some(words) = choices(schema) {
        return Kind::Choice(words);
    }
    let is = |kind: &str| match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    };
    if is("array") {
        let item = plain(&schema["items"], root);
        return match choices(item) {
            Some(words) => Kind::Choices(words),
            None if item["type"] == "object" || item.get("properties").is_some() => Kind::Json,
            None => Kind::Lines,
        };
    }
    match () {
        () if is("boolean") => Kind::Flag,
        () if is("integer") || is("number") => Kind::Number,
        () if is("object") || schema.get("properties").is_some() => Kind::Json,
        () => Kind::Text,
    }
}

impl Field {
    /// Whether the request has a value for it.
    pub(crate) fn is_in(&self, request: &Value) -> bool {
        self.required || request.get(&self.name).is_some()
    }

    /// The field, filled in with the value of a request.
    pub(crate) fn draw(&self, request: &Value) -> Markup {
        let (name, id) = (format!("{PREFIX}{}", self.name), format!("f-{}", self.name));
        let value = &request[&self.name];
        let text = match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            Value::Array(items) if matches!(self.kind, Kind::Lines) => {
                let lines =
                    items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
                lines.collect::<Vec<_>>().join("\n")
            }
            other => serde_json::to_string_pretty(other).unwrap_or_default(),
        };
        let chosen = |word: &str| {
            value == word || value.as_array().is_some_and(|list| list.iter().any(|one| one == word))
        };
        html! {
            @match &self.kind {
                Kind::Flag => label.opt {
                    input type="checkbox" name=(name) value="true" checked[value == &json!(true)];
                    span { b.b { (self.name) } " " span.q.s { (self.hint) } }
                },
                Kind::Choices(words) if words.len() <= TICKS_MAX => fieldset {
                    legend { (self.name) }
                    @for word in words {
                        label.opt { input type="checkbox" name=(name) value=(word) checked[chosen(word)]; span { (word) } }
                    }
                },
                _ => div.f {
                    label for=(id) { (self.name) @if self.required { span.q { " required" } } }
                    @match &self.kind {
                        Kind::Choice(words) => select id=(id) name=(name) {
                            @if !self.required { option value="" { "–" } }
                            @for word in words { option value=(word) selected[chosen(word)] { (word) } }
                        },
                        Kind::Choices(words) => select id=(id) name=(name) multiple size="5" {
                            @for word in words { option value=(word) selected[chosen(word)] { (word) } }
                        },
                        Kind::Lines => textarea id=(id) name=(name) rows="3" spellcheck="false" placeholder="one in a line" { (text) },
                        Kind::Json => textarea.mono id=(id) name=(name) rows="5" spellcheck="false" placeholder="JSON" { (text) },
                        Kind::Number => { input id=(id) name=(name) inputmode="decimal" value=(text); }
                        Kind::Text | Kind::Flag => {
                            input id=(id) name=(name) value=(text) spellcheck="false" autocomplete="off"
                                type=(if self.name.contains("password") { "password" } else { "text" });
                        }
                    }
                    @if !self.hint.is_empty() { small { (self.hint) } }
                },
            }
        }
    }

    fn read(&self, sent: &Sent) -> Option<Value> {
        let name = format!("{PREFIX}{}", self.name);
        let text = sent.get(&name);
        match &self.kind {
            Kind::Flag => (text == "true").then_some(Value::Bool(true)),
            Kind::Choices(_) => {
                Some(sent.all(&name)).filter(|words| !words.is_empty()).map(|words| json!(words))
            }
            Kind::Lines => {
                let lines: Vec<&str> =
                    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
                Some(lines).filter(|lines| !lines.is_empty()).map(|lines| json!(lines))
            }
            _ if text.is_empty() => None,
            // What is no number or no JSON is sent as it was typed, so that the answer says what is wrong with it.
            Kind::Number | Kind::Json => {
                Some(serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned())))
            }
            Kind::Text | Kind::Choice(_) => Some(Value::String(text.to_owned())),
        }
    }
}

/// The request that was typed into the fields.
pub(crate) fn request(fields: &[Field], sent: &Sent) -> Value {
    let values = fields.iter().filter_map(|field| Some((field.name.clone(), field.read(sent)?)));
    Value::Object(values.collect::<Map<_, _>>())
}
